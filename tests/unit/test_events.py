"""What each seat sees happen in a game, move by move or all at once."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import (
    Card,
    Cards,
    Game,
    HeartsError,
    Rules,
    variants,
)
from heartslib.cards import HEARTS
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
    HeartsBroken,
    KittyTaken,
    LaidOut,
    MoonChosen,
    MoonShot,
    Own,
    Passed,
    ScoreEntered,
    TrickLeft,
    TrickTaken,
)
from heartslib.moves import Claim, Pass
from heartslib.phases import (
    PHASES,
    Match,
    OverPhase,
    Phase,
    PlayPhase,
    ScorePhase,
    charging,
    dealing,
    passing,
    playing,
)
from heartslib.rules import (
    NO_PASSING,
    Charges,
    Contract,
    Cycle,
    DealerNamesContract,
    Kitty,
    KittyTo,
    Mix,
    NoMoon,
    Pack,
    PlayedOut,
    Rounds,
    Taker,
)
from heartslib.testing import check_events
from heartslib.testing.play import at_random, next_state
from heartslib.testing.strategies import able
from tests.helpers.positions import moon_shot, passed, played_out
from tests.helpers.rounds import round_after
from tools.redeal import kin

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
        moon=NoMoon(),
    )


def course(game: Game, seed: int = 3) -> list[Game]:
    """The states of a game, from before the deal until the round is counted."""
    states, rng = [game], Random(1)
    while game.phase.name != "score":
        game = (
            game.deal(seed=seed)
            if not game.sheets and game.phase.name == "deal" and not game.history
            else next_state(game, at_random, rng)
        )
        states.append(game)
    return states


# ---------------------------------------------------------------- the laws


@pytest.mark.parametrize("slug", variants.all())
def test_the_events_of_each_game_keep_the_laws(slug: str) -> None:
    *_, counted = course(Game.new(variants.get(slug)))
    check_events(counted.score())


EXCHANGED = house(KittyTo(share=2, exchanged=True), claims=True)
SECRET = attrs.evolve(
    AMERICAN,
    name="Secret charges",
    charging=Charges({"QS": "QS", "AH": HEARTS, "TC": "TC"}, each=None, secret=True),
)
HOUSES = [
    *(house(kitty) for kitty in (KittyTo(), KittyTo(share=3), KittyTo(Taker.OF_PENALTY))),
    *(EXCHANGED, SECRET, attrs.evolve(AMERICAN, name="Mix", passing=Cycle(Mix()))),
]


@pytest.mark.parametrize(
    "rules", HOUSES, ids=lambda rules: f"{rules.name} {rules.kitty.name} {rules.kitty.share}"
)
def test_the_events_of_kitties_mixes_and_claims_keep_the_laws(rules: Rules) -> None:
    for seed in range(3):
        check_events(course(Game.new(rules, 4), seed)[-1], seed=seed)


@pytest.mark.slow
def test_the_events_of_kin_of_each_game_keep_the_laws() -> None:
    rng = Random("events")
    for variant in variants.all().values():
        for rules in rng.sample([*kin(variant)], 3):
            game = Game.new(rules, rng.choice(able(rules)))
            for _ in range(rng.choice((20, 60, 120))):
                if not game.is_over:
                    stops = rng.random() < 0.003
                    game = game.stop() if stops else next_state(game, at_random, rng)
            check_events(game, seed=rng.randrange(100))


def test_the_events_of_other_ways_to_go_on_keep_the_laws() -> None:
    laid_out = Game.new(AMERICAN, 4).set_up(passed().hands, leader=3)
    assert laid_out.events(0) == (LaidOut(),)
    changed = played_out().score().change_rules(EXCHANGED)
    shot = moon_shot().choose_moon("add").score()
    cancelled = "5D 5D AH AH 2C 2C 6D 6D"
    left = round_after(variants.get("cancellation"), 8, cancelled)
    assert any(isinstance(event, TrickLeft) for event in left.events(None))
    for game in (laid_out, shot, left, changed, course(changed)[20]):
        check_events(game)


def begun(rules: Rules) -> Game:
    """A game in its first round."""
    states = course(Game.new(rules, 2 if rules.kitty.draws else 4))
    return states[min(20, len(states) - 2)]


def if_own(_: int | None, __: int, cards: Cards) -> Own:
    return Own(cards)


def own(_: int | None, by_seat: tuple[Cards, ...]) -> Own | None:
    return Own(by_seat[0]) if by_seat else None


def check_events_often(game: Game) -> None:
    for seed in range(40):
        check_events(game, seed=seed)


@pytest.mark.parametrize(
    ("module", "leak", "rules"),
    [
        (dealing, own, AMERICAN),
        (passing, if_own, AMERICAN),
        (charging, if_own, SECRET),
        (playing, if_own, EXCHANGED),
        (playing, own, variants.get("draw_hearts")),
    ],
)
def test_a_leak_breaks_a_law(
    module: Any, leak: Any, rules: Rules, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = begun(rules)
    check_events(game)
    monkeypatch.setattr(module, leak.__name__, leak)
    with pytest.raises(AssertionError, match=r"^events (lead|tell a seat no more)"):
        check_events_often(game)


def test_an_event_that_tells_of_hands_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    """A choice moves no cards, so that views cannot contradict what it tells."""
    usual = PlayPhase.happened

    def indiscreet(self: PlayPhase, match: Match, move: Any, after: Any, seat: Any) -> Any:
        yield from usual(self, match, move, after, seat)
        yield MoonChosen(0, str(after.hands))

    monkeypatch.setattr(PlayPhase, "happened", indiscreet)
    wrong = (
        r"^events tell a seat no more than its views: seat \w+ hears .* with \w+ and \w+ exchanged$"
    )
    with pytest.raises(AssertionError, match=wrong):
        check_events_often(begun(AMERICAN))


@pytest.mark.parametrize("kind", [HandDealt, Passed, CardsReceived, CardPlayed, TrickTaken])
def test_an_event_that_is_left_out_breaks_a_law(
    kind: type[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    def few(self: Game, *given: Any) -> Any:
        return tuple(
            (view, tuple(event for event in events if not isinstance(event, kind)))
            for view, events in every(self, *given)
        )

    game, every = begun(AMERICAN), Game.steps
    monkeypatch.setattr(Game, "steps", few)
    with pytest.raises(AssertionError, match=r"^events lead from view to view: by the events "):
        check_events(game)


def test_a_gap_that_tells_something_else_breaks_a_law(monkeypatch: pytest.MonkeyPatch) -> None:
    def other(*_: object) -> tuple[Event, ...]:
        return (LaidOut(),)

    monkeypatch.setattr(Game, "events", other)
    with pytest.raises(AssertionError, match=r"^the events of a gap are those of its steps: "):
        check_events(begun(AMERICAN))


def test_any_cards_are_not_those_of_one_seat() -> None:
    """For type checkers: they would complain of a comment about an error that is none."""
    move = Pass(0, "QS KS AS")
    event = Passed(move.seat, move.cards, 3)  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]
    assert event.cards == move.cards


# ---------------------------------------------------------------- since when


def test_events_are_those_since_a_game_or_a_number_of_moves() -> None:
    game = begun(AMERICAN)
    whole = game.events(0)
    assert isinstance(whole[0], HandDealt)
    for made in (0, 1, 7, 20):
        later = game.events(0, made)
        assert later == game.events(0, game.at(made)) == whole[len(whole) - len(later) :]
    assert game.events(0, game) == game.events(0, 20) == ()
    views = [view for view, _ in game.steps(2, 15)]
    assert views == [game.at(made).view(2) for made in range(16, 21)]


def test_names_given_since_are_those_of_all_steps() -> None:
    before = begun(AMERICAN)
    named = before.with_names(["Ann", "Ben", "Cem", "Dora"])
    after = named.play(named.legal_plays()[0])
    ((view, events),) = after.steps(None, before)
    assert view == after.view(None)
    assert isinstance(events[0], CardPlayed)


LAST = begun(AMERICAN)
OTHERS = [
    LAST.play(LAST.legal_plays()[0]),
    LAST.at(19).play(LAST.at(19).legal_plays()[-1]).play(LAST.legal_plays()[0]),
    played_out().score(),
    Game.new(AMERICAN, 5),
    Game.new(variants.get("basic"), 4).deal(seed=1),
    LAST.stop(),
]


@pytest.mark.parametrize("other", OTHERS)
def test_moves_that_were_taken_back_are_noticed(other: Game) -> None:
    for tell in (LAST.events, LAST.steps):
        with pytest.raises(HeartsError, match="moves have been taken back since"):
            tell(0, other)


def in_phase(phase: type[Phase]) -> Game:
    """A game in this phase, of some house."""
    for rules in (*kin(AMERICAN), variants.get("auction_hearts")):
        game, rng = Game.new(rules, 4), Random(1)
        while not game.is_over and game.round_number < 2:
            if isinstance(game.phase, phase):
                return game
            game = next_state(game, at_random, rng)
    return moon_shot()


@pytest.mark.parametrize("phase", [each for each in PHASES if each is not OverPhase])
def test_a_stop_is_an_event_in_each_phase(phase: type[Phase]) -> None:
    game = in_phase(phase)
    assert isinstance(game.phase, phase)
    over = game.stop()
    entered = [ScoreEntered(game.sheet, over.scores)] if game.sheet and phase is ScorePhase else []
    assert over.events(None, game) == (*entered, GameOver(over.winners))


# ---------------------------------------------------------------- one by one


def settled(events: tuple[Event, ...]) -> list[Event]:
    return [event for event in events if isinstance(event, Claimed | ClaimSettled | KittyTaken)]


def test_a_kitty_captured_since_before_the_deal_is_no_claim() -> None:
    begin = Game.new(house(KittyTo(), claims=True))
    game = begin.deal(seed=3)
    while not game.table.tricks:
        game = game.play(game.legal_plays()[0])
    (taker,) = game.to_act
    known = game.view(taker).captured
    events = game.events(taker, begin)
    assert settled(events) == [KittyTaken(taker, len(known), Own(known))]


def test_cards_that_were_claimed_are_not_those_of_the_kitty() -> None:
    """Four of them, where the whole kitty, all taken by now, had eight."""
    game = Game.new(house(KittyTo(share=2), claims=True)).deal(seed=3)
    while len(game.table.tricks) < 10:
        game = game.play(game.legal_plays()[0])
    before, claimant = game, game.to_act[0]
    game = game.claim(claimant)
    while game.phase.name == "play":
        game = game.answer(game.to_act[0], accepts=True)
    accepted = [Claimed(claimant), ClaimSettled(claimant, accepted=True)]
    assert settled(game.events(1, before)) == accepted


def test_a_claim_is_refused_if_the_kitty_is_exchanged_afterwards() -> None:
    game = Game.new(house(KittyTo(exchanged=True), claims=True)).deal(seed=3)
    claimant = game.to_act[0]
    game = game.claim(claimant)
    before = game
    game = game.answer(game.to_act[0], accepts=False)
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[0])
    assert game.phase.name == "kitty"
    events = settled(game.events(1, before))
    assert ClaimSettled(claimant, accepted=False) in events


def test_the_last_contract_of_a_dealer_is_known_before_the_deal() -> None:
    rules = attrs.evolve(
        AMERICAN,
        name="Two contracts",
        passing=NO_PASSING,
        moon=NoMoon(),
        contracts=DealerNamesContract((Contract("one"), Contract("other"))),
        ending=Rounds(8),
    )
    game, rng = Game.new(rules), Random(1)
    orders: list[list[type[Event]]] = []
    while game.phase.name != "over":
        before = game
        game = game.deal(seed=1)
        if game.phase.name == "contract":
            game = game.name_contract("other")
        kinds = [type(event) for event in game.events(0, before)]
        orders.append([kind for kind in kinds if kind in {HandDealt, ContractNamed}])
        while game.phase.name != "score":
            game = next_state(game, at_random, rng)
        game = game.score()
    assert orders == [[HandDealt, ContractNamed]] * 4 + [[HandDealt]] * 4


def steps_of(rules: Rules, seed: int) -> Iterator[Event]:
    """The events of a round, move by move."""
    yield from course(Game.new(rules, 4), seed)[-1].events(0)


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


def test_a_contract_that_nobody_bid_for_is_an_event() -> None:
    game = Game.new(variants.get("auction_hearts")).deal(seed=1)
    for _ in range(4):
        game = game.bid(0)
    assert game.events(0)[-1] == ContractNamed("hearts")


CHASE = variants.get("chase_the_lady")


def test_the_queen_that_breaks_hearts_is_an_event() -> None:
    classic = attrs.evolve(variants.get("classic_100"), passing=NO_PASSING)
    by_queen = 0
    for seed in range(30):
        game = start = Game.new(classic, 4).deal(seed=seed)
        while game.phase.name == "play":
            game = game.play("QS" if game.is_legal("QS") else game.legal_plays()[0])
        happened = game.events(None, start)
        (broken,) = (event for event in happened if isinstance(event, HeartsBroken))
        place = happened.index(broken)
        if broken.card == Card("QS"):
            by_queen += 1
            played = happened[place - 1]
            assert isinstance(played, CardPlayed)
            assert (played.seat, played.card) == (broken.seat, broken.card)
    assert by_queen
    for slug in ("black_maria", "hartenjagen", "cancellation"):
        rules = variants.get(slug)
        players = rules.usual_players
        game = Game.new(rules, players).deal(seed=1)
        for seat in game.to_act if game.phase.name == "pass" else ():
            game = game.pass_cards(seat, str(Cards(game.view(seat).hand[:3])))
        start = game
        while game.phase.name == "play":
            game = game.play(game.legal_plays()[-1])
        events = game.events(0, start)
        assert not any(isinstance(event, HeartsBroken) for event in events)


def test_a_discard_of_a_heart_breaks_hearts() -> None:
    free = attrs.evolve(variants.get("dame_de_pique"), play=AMERICAN.play)
    before = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC")
    game = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC", holding={2: "5H"})
    assert before.to_act == game.to_act == (2,)
    broken = round_after(free, 4, "5C 6C 7C 8C", "9C TC JC 2H")
    start = Game.new(broken.rules, 4)
    happened = [type(event) for event in broken.events(1, start)]
    assert happened[0] is HandDealt
    assert happened.count(HeartsBroken) == 1
    assert happened.count(CardPlayed) == 8


def test_a_kitty_is_seen_by_its_taker_alone() -> None:
    for exchanged in (False, True):
        rules = attrs.evolve(
            AMERICAN, players=4, deck=Pack(kitty=4), kitty=KittyTo(exchanged=exchanged)
        )
        game = round_after(rules, 4, "3C 5C 6C", kitty="2C 7H 8H 9H")
        after = game.play(game.legal_plays()[-1])
        taker = after.to_act[0]
        for seat in (*range(4), None):
            taken = [event for event in after.events(seat, game) if isinstance(event, KittyTaken)]
            seen = Own(Cards("2C 7H 8H 9H")) if seat == taker else None
            assert taken == [KittyTaken(taker, 4, seen)]


def test_a_trick_that_nobody_wins_is_left() -> None:
    cancellation = variants.get("cancellation")
    lead = round_after(cancellation, 8, "5D 5D AH AH 2C 2C 6D", holding={7: "6D"})
    seen = lead.play("6D").events(0, lead)
    assert seen[1] == TrickLeft(0, Cards("2C 2C 5D 5D 6D 6D AH AH"))


def test_a_shown_hand_is_an_event() -> None:
    game = round_after(CHASE, 4, "2S 3S", leader=0, holding={2: str(HEARTS)})
    after = game.play("2H")
    assert HandShown(2, HEARTS.__sub__("2H")) in after.events(0, game)


def test_the_end_is_an_event() -> None:
    game = played_out()
    over = game.stop()
    assert over.events(0, game)[1:] == (GameOver(over.winners),)
    assert over.view(1).winners == over.winners
    assert game.view(1).winners == ()
    ended = Game.new(attrs.evolve(AMERICAN, ending=variants.get("classic_50").ending)).stop()
    assert ended.view(None).winners == ended.winners
    assert ended.events(0, ended) == ()


def test_claims_are_events() -> None:
    rules = attrs.evolve(AMERICAN, round_end=PlayedOut(claims=True), passing=NO_PASSING)
    game = Game.new(rules).deal(seed=7)
    claimed = game.apply(Claim(game.to_act[0]))
    one = claimed.events(0, game)
    assert [type(event).__name__ for event in one] == ["Claimed"]
    refused = claimed.answer(claimed.to_act[0], accepts=False)
    two = refused.events(0, claimed)
    assert str(two[1]).startswith("ClaimSettled(")
    assert len(two) == 2


@pytest.mark.parametrize("slug", ["american", "kitty_hearts"])
def test_an_accepted_claim_is_no_kitty(slug: str) -> None:
    """A claim gives the same events in one step as in several."""
    rules = attrs.evolve(
        variants.get(slug), round_end=PlayedOut(claims=True), passing=NO_PASSING, moon=NoMoon()
    )
    game = Game.new(rules, players=4).deal(seed=7)
    claimant = game.to_act[0]
    claimed = game.claim(claimant)
    after = claimed
    while after.phase.name == "play":
        after = after.answer(after.to_act[0], accepts=True)
    states = [game, claimed, after]
    settled = [Claimed(claimant), ClaimSettled(claimant, accepted=True)]
    for steps in ([(0, 1), (1, 2)], [(0, 2)]):
        events = [event for one, other in steps for event in states[other].events(1, states[one])]
        assert [event for event in events if isinstance(event, Claimed | ClaimSettled)] == settled
        assert not any(isinstance(event, KittyTaken) for event in events)


def test_a_moon_to_be_paid_is_an_event() -> None:
    game = moon_shot()
    before = Game.replay(game.rules, game.history[:-1], 4)
    events = game.events(1, before)
    assert MoonShot((0,)) in events
