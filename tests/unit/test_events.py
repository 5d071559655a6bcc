"""What happened between two views that are one move apart, and between views that are many apart."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, Rules, View, variants
from heartslib.events import (
    CardPlayed,
    CardsReceived,
    Charged,
    Claimed,
    ClaimSettled,
    ContractNamed,
    Event,
    GameOver,
    HandDealt,
    HandShown,
    KittyTaken,
    PassCalled,
    Passed,
    RoundCounted,
    TrickTaken,
    events_between,
)
from heartslib.rules import (
    MIX,
    NO_MOON,
    NO_PASSING,
    Contract,
    Cycle,
    DealerNamesContract,
    Kitty,
    KittyTo,
    Pack,
    PlayedOut,
    Rounds,
    Taker,
)
from heartslib.testing.play import at_random, next_state

AMERICAN = variants.get("american")


def house(kitty: Kitty, *, claims: bool = False) -> Rules:
    """Eleven cards for each of four players, and a kitty of eight."""
    return attrs.evolve(
        AMERICAN,
        name="Eight to the kitty",
        players=4,
        deck=Pack(kitty=8),
        kitty=kitty,
        passing=NO_PASSING,
        round_end=PlayedOut(claims=claims),
        moon=NO_MOON,
    )


def course(game: Game, seat: int | None, seed: int = 3) -> list[View]:
    """The views of a seat, from before the deal until the round is counted."""
    views, rng = [game.view(seat)], Random(1)
    while game.phase.name != "score":
        game = (
            game.deal(seed=seed)
            if not game.sheets and game.phase.name == "deal" and not game.history
            else next_state(game, at_random, rng)
        )
        views.append(game.view(seat))
    return views


def of_kitty(before: View, after: View) -> list[tuple[int, int]]:
    """The seats that get kitty cards between two views, and how many."""
    events = events_between(before, after)
    return [(event.seat, event.count) for event in events if isinstance(event, KittyTaken)]


def more(before: View, after: View) -> list[tuple[int, int]]:
    """The seats with more captured cards, and how many more."""
    both = zip(before.captured_sizes, after.captured_sizes, strict=True)
    return [(seat, now - then) for seat, (then, now) in enumerate(both) if now > then]


CAPTURED = [
    *(KittyTo(), KittyTo(share=1), KittyTo(share=3)),
    *(KittyTo(Taker.OF_PENALTY), KittyTo(Taker.OF_PENALTY, share=2), KittyTo(Taker.OF_LAST_TRICK)),
]


@pytest.mark.slow
@pytest.mark.parametrize("seat", [None, 0, 1, 2, 3])
@pytest.mark.parametrize("kitty", CAPTURED, ids=str)
def test_captured_kitty_cards_are_in_one_event_however_far_apart_the_views_are(
    kitty: KittyTo, seat: int | None
) -> None:
    views = course(Game.new(house(kitty)), seat)
    assert sum(views[-1].captured_sizes) == 8
    pairs = [*itertools.pairwise(views), *((views[0], view) for view in views[1:])]
    pairs += [*((view, views[-1]) for view in views[1:-1]), *zip(views, views[9:], strict=False)]
    for before, after in pairs:
        assert of_kitty(before, after) == more(before, after)
        for event in events_between(before, after):
            if isinstance(event, KittyTaken):
                assert event.cards is None or len(event.cards) == event.count


@pytest.mark.parametrize("seat", [None, 2])
@pytest.mark.parametrize("share", [None, 2])
def test_an_exchanged_kitty_is_in_an_event_when_it_is_offered(
    share: int | None, seat: int | None
) -> None:
    views = course(Game.new(house(KittyTo(share=share, exchanged=True))), seat)
    offered = 0
    for before, after in itertools.pairwise(views):
        if after.phase == "kitty":
            offered += after.offered
            assert of_kitty(before, after) == [(after.to_act[0], after.offered)]
        else:
            assert of_kitty(before, after) == []
    assert offered == 8


def settled(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, Claimed | ClaimSettled | KittyTaken)]


def test_a_kitty_captured_since_before_the_deal_is_no_claim() -> None:
    begin = Game.new(house(KittyTo(), claims=True))
    game = begin.deal(seed=3)
    while not game.table.tricks:
        game = game.play(game.legal_plays()[0])
    (taker,) = game.to_act
    known = game.view(taker).captured
    events = events_between(begin.view(taker), game.view(taker))
    assert settled(events) == [KittyTaken(taker, len(known), known)]


def test_cards_that_were_claimed_are_not_those_of_the_kitty() -> None:
    """Four of them, where the whole kitty, all taken by now, had eight."""
    game = Game.new(house(KittyTo(share=2), claims=True)).deal(seed=3)
    while len(game.table.tricks) < 10:
        game = game.play(game.legal_plays()[0])
    before, claimant = game.view(1), game.to_act[0]
    game = game.claim(claimant)
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    accepted = [Claimed(claimant), ClaimSettled(claimant, accepted=True)]
    assert settled(events_between(before, game.view(1))) == accepted


def test_a_claim_is_refused_if_the_kitty_is_exchanged_afterwards() -> None:
    game = Game.new(house(KittyTo(exchanged=True), claims=True)).deal(seed=3)
    claimant = game.to_act[0]
    game = game.claim(claimant)
    before = game.view(1)
    game = game.answer(game.to_act[0], accepts=False)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert game.phase.name == "kitty"
    events = settled(events_between(before, game.view(1)))
    assert ClaimSettled(claimant, accepted=False) in events


def test_the_last_contract_of_a_dealer_is_known_before_the_deal() -> None:
    rules = attrs.evolve(
        AMERICAN,
        name="Two contracts",
        passing=NO_PASSING,
        moon=NO_MOON,
        contracts=DealerNamesContract((Contract("one"), Contract("other"))),
        ending=Rounds(8),
    )
    game, rng = Game.new(rules), Random(1)
    orders: list[list[type[Event]]] = []
    while game.phase.name != "over":
        before = game.view(0)
        game = game.deal(seed=1)
        if game.phase.name == "contract":
            game = game.name_contract("other")
        kinds = [type(event) for event in events_between(before, game.view(0))]
        orders.append([kind for kind in kinds if kind in {HandDealt, ContractNamed}])
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        game = game.score()
    assert orders == [[HandDealt, ContractNamed]] * 4 + [[HandDealt]] * 4


NAMED_AND_PASSED = attrs.evolve(
    AMERICAN,
    name="Two contracts and a pass",
    contracts=DealerNamesContract((Contract("one"), Contract("other"))),
)
EXCHANGED = attrs.evolve(house(KittyTo(exchanged=True)), passing=AMERICAN.passing)
MIXED = attrs.evolve(AMERICAN, name="Mix", passing=Cycle(MIX))


def facts_of(events: Iterable[Event]) -> Mapping[str, Any]:
    """What the events tell that no later view can hide, in an order that does not depend on steps."""
    found = list(events)

    def of(kind: type[Any]) -> list[Any]:
        return [event for event in found if isinstance(event, kind)]

    return {
        "deals": len(of(HandDealt)),
        "contracts": [event.contract for event in of(ContractNamed)],
        "calls": [event.pattern for event in of(PassCalled)],
        "passed": sorted((event.seat, str(event.cards or "")) for event in of(Passed)),
        "received": [event.cards for event in of(CardsReceived)],
        "charged": {
            seat: sum((event.cards for event in of(Charged) if event.seat == seat), Cards())
            for seat in range(4)
        },
        "played": [(event.seat, event.card) for event in of(CardPlayed)],
        "taken": [(event.seat, event.cards) for event in of(TrickTaken)],
        "counted": len(of(RoundCounted)),
    }


@pytest.mark.parametrize("seat", [None, 1])
@pytest.mark.parametrize(
    "rules",
    [
        NAMED_AND_PASSED,
        EXCHANGED,
        MIXED,
        *map(variants.get, ["american", "turbo", "barbu", "gong_zhu", "dirty_nasty_filthy"]),
    ],
    ids=lambda rules: rules.name,
)
def test_views_far_apart_tell_what_those_in_between_tell(rules: Rules, seat: int | None) -> None:
    views = course(Game.new(rules, 4), seat)
    steps = [events_between(*pair) for pair in itertools.pairwise(views)]
    last, undealt = len(views) - 1, sum(not any(view.hand_sizes) for view in views[:-1]) - 1
    ways = [(0, at) for at in range(1, last)] + [(at, last) for at in range(last)]
    ways += [(at, at + 7) for at in range(last - 7)]
    for first, then in ways:
        whole = events_between(views[first], views[then])
        assert facts_of(whole) == facts_of(itertools.chain(*steps[first:then]))
        hands = [event.hand for event in whole if isinstance(event, HandDealt)]
        hidden = views[then].phase == "score" or (
            rules.kitty.exchanged and (views[then].captured or views[then].offered)
        )
        is_new = any(views[then].hand_sizes) and not any(views[first].hand_sizes)
        hand = None if seat is None or hidden else dealt(views)
        assert hands == [hand] * (is_new or (first <= undealt and then == last))


def dealt(views: list[View]) -> Cards:
    return next(view.hand for view in views if view.hand)


def steps_of(rules: Rules, seed: int) -> Iterator[Event]:
    """The events of a round, move by move."""
    for pair in itertools.pairwise(course(Game.new(rules, 4), 0, seed)):
        yield from events_between(*pair)


@pytest.mark.slow
def test_a_hand_is_shown_once() -> None:
    chase = variants.get("chase_the_lady")
    shown = [
        (seed, event.seat)
        for seed in range(60)
        for event in steps_of(chase, seed)
        if isinstance(event, HandShown)
    ]
    assert shown
    assert len({*shown}) == len(shown)


def test_charged_cards_are_not_shown_a_second_time() -> None:
    events = [event for seed in range(12) for event in steps_of(variants.get("turbo"), seed)]
    assert any(isinstance(event, Charged) for event in events)
    assert not any(isinstance(event, HandShown) for event in events)


def test_a_game_that_is_stopped_before_the_deal_has_no_hand() -> None:
    game = Game.new(AMERICAN)
    over = game.stop()
    assert events_between(game.view(0), over.view(0)) == (GameOver(over.winners),)
