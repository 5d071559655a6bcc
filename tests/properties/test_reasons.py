"""Each reason that a bot gives is short, and true of the position, checked from the view alone."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final, TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from heartslib import Card, Cards, ChooseCards, Game, Rules, View, variants
from heartslib.bots import LEVELS, AtRandom, Choice, MonteCarlo, careful, choice_of
from heartslib.bots.reasons import MOST_WORDS, since
from heartslib.moves import Charge, LayDown, Pass, Play
from heartslib.rounds import any_move, first_round
from tests.helpers.rings import share
from tests.helpers.strategies import houses

MOST: Final = {"american", "omnibus", "partnership", "turbo", "gong_zhu"}
"""Games that are played more often: their reasons are rarer."""


def _cost(view: View, card: Card) -> int:
    """What a card costs, charges included."""
    return view.in_force.cost(card, view.table.all_charged)


def _cost_of(view: View, card: Card) -> int:
    """What the trick in progress costs if it is won with a card, the trick itself included."""
    costs = view.in_force.trick_costs
    cards = (*view.table.waiting, *view.table.trick.cards, card)
    return sum(_cost(view, each) for each in cards) + costs[len(view.table.tricks)]


def _unseen(view: View) -> list[Card]:
    """The cards that the seat has not seen."""
    seen = [*view.hand, *view.captured, *view.turned, *view.table.trick.cards]
    seen += [card for trick in view.table.tricks for card in trick.cards]
    left = Counter(view.rules.deck.cards(view.players)) - Counter(seen)
    return [*left.elements()]


def _out(view: View, card: Card) -> list[int]:
    """The ranks of the cards of a card's suit that the seat has not seen."""
    cards = [each for each in _unseen(view) if _suit(view, each) == _suit(view, card)]
    return [_rank(view, each) for each in cards]


def _beating(view: View, card: Card) -> int:
    """How many unseen cards are higher than a card that is led, trumps included."""
    tricks = view.in_force.tricks
    led = tricks.suit_of(card)
    return sum(tricks.strength(each, led) > tricks.strength(card, led) for each in _unseen(view))


def _suit(view: View, card: Card) -> str:
    """The suit that a card belongs to, which for a joker need not be its own."""
    return view.in_force.tricks.suit_of(card).word


def _rank(view: View, card: Card) -> int:
    """How high a card is in its suit."""
    return view.in_force.tricks.strength(card, view.in_force.tricks.suit_of(card))


def _height(view: View, card: Card) -> int:
    """How high a card is in the trick in progress; 0 if it cannot win it."""
    tricks = view.in_force.tricks
    return tricks.strength(card, tricks.suit_of(view.table.trick.cards[0]))


def _is_trump(view: View, card: Card) -> bool:
    """Whether a card can win a trick of another suit."""
    return _height(view, card) > 0 and _suit(view, card) != _suit(view, view.table.trick.cards[0])


def _lowest(view: View) -> float:
    """How high the lowest legal card is."""
    return min(_height(view, card) for card in _legal(view))


def _top(view: View) -> float:
    """How high the card is that is winning the trick, those that cancel each other left out."""
    cards = enumerate(view.table.trick.cards)
    return max((_height(view, card) for n, card in cards if n not in view.cancelled), default=0)


def _joker_is_about(view: View) -> bool:
    """Whether the joker is in a trick of another suit, or may be played to it."""
    rule, cards = view.in_force.tricks, view.table.trick.cards
    joker: Card = getattr(getattr(rule, "tricks", rule), "joker", cards[0])
    return joker in [*cards, *_legal(view)] and _suit(view, joker) != _suit(view, cards[0])


def _legal(view: View) -> list[Card]:
    question = view.question
    assert isinstance(question, ChooseCards)
    return [*question.among]


def _discardable(view: View) -> list[Card]:
    """The legal cards that would not win the trick so far, or all of them if each would."""
    legal = _legal(view)
    return [card for card in legal if _height(view, card) <= _top(view)] or legal


def _winner(view: View) -> int | None:
    """The seat that is winning the trick; None if no card in it can."""
    return view.in_force.tricks.taker(view.table, 1)


def _takes(view: View, card: Card) -> bool:
    """Whether a card takes the trick if nobody else plays to it."""
    return view.in_force.tricks.taker(view.table.with_card(card), 1) == view.seat


def _is_with_partner(view: View) -> bool:
    sides = view.rules.sides.seats(view.players)
    return any({_winner(view), view.seat} <= {*side} for side in sides)


def _is_last(view: View, card: Card) -> bool:
    return view.in_force.tricks.is_complete(view.table.with_card(card), len(view.hand) - 1)


def _with_penalty(view: View) -> set[int]:
    """The seats that have taken penalty cards."""
    penalty = view.in_force.penalty_cards
    return {seat for seat, pile in enumerate(view.table.piles) if any(c in penalty for c in pile)}


def _side(view: View, seat: int | None) -> tuple[int, ...]:
    """The seats that score together with a seat."""
    return next(side for side in view.rules.sides.seats(view.players) if seat in side)


def _shooting(view: View) -> bool:
    """Whether every penalty card so far is with the side that is winning the trick, another's."""
    taken, its = _with_penalty(view), _side(view, _winner(view))
    return bool(taken) and taken <= {*its} and view.seat not in its


def _no_penalty(view: View, card: Card) -> bool:
    return card not in view.in_force.penalty_cards


def _catches(view: View, card: Card) -> bool:
    """Whether a card that costs more than 1 is out below it."""
    suit = [other for other in _unseen(view) if _suit(view, other) == _suit(view, card)]
    return any(
        view.in_force.cost(each) > 1 and _rank(view, each) < _rank(view, card) for each in suit
    )


Check: TypeAlias = Callable[[View, Card, "re.Match[str]"], bool]

PLAYS: Final[Mapping[str, Check]] = {
    r"^Play .+: it is the only card": lambda view, _, __: len({*_legal(view)}) == 1,
    r"nobody else has (\w+), but": lambda view, card, _: not _out(view, card),
    r"no higher (\w+) are left, but no lead": lambda view, card, _: not _beating(view, card),
    r"no lower (\w+) are left, so you should not take it": lambda view, card, _: (
        min(_out(view, card)) > _rank(view, card)
    ),
    r"of the cards still out, (\d+) may beat it": lambda view, card, found: (
        _beating(view, card) == int(found[1])
    ),
    r"^Cover .+ with .+: whoever is winning the trick may be shooting": lambda view, card, _: (
        _shooting(view) and _height(view, card) > _top(view)
    ),
    r"^Play .+ to take the trick: it is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0
        and _height(view, card) > _top(view)
        and (_is_last(view, card) or all(rank < _rank(view, card) for rank in _out(view, card)))
    ),
    r"^Take the trick with .+: you play last, and see no cost in it": lambda view, card, _: (
        _is_last(view, card) and _cost_of(view, card) == 0 and _height(view, card) > _top(view)
    ),
    r"^Play .+: your partner is winning the trick, and it stays": lambda view, card, _: (
        _is_with_partner(view) and _height(view, card) < _top(view)
    ),
    r"^Play .+: it stays below": lambda view, card, _: _height(view, card) < _top(view),
    r"^You cannot stay below .+: take the trick": lambda view, card, _: (
        _is_last(view, card) and _lowest(view) >= _top(view) and _height(view, card) > _top(view)
    ),
    r"^You cannot stay below .+ which others may still beat": lambda view, card, _: (
        _lowest(view) >= _top(view) and any(rank > _rank(view, card) for rank in _out(view, card))
    ),
    r"^You cannot stay below .+ since nothing you may play costs less": lambda view, card, _: (
        _lowest(view) >= _top(view)
        and _cost(view, card) == min(_cost(view, each) for each in _legal(view))
    ),
    r"^Play .+: the joker may decide": lambda view, _, __: _joker_is_about(view),
    r"^You .+: trump with .+, the trick is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0 and _is_trump(view, card) and _height(view, card) > _top(view)
    ),
    r"^You .+: trump with .+, as you must": lambda view, card, _: (
        _is_trump(view, card) and all(_height(view, each) > _top(view) for each in _legal(view))
    ),
    r"^You .+ since your partner is winning the trick, and it costs nothing": lambda view, card, _: (
        _is_with_partner(view) and _cost(view, card) <= 0
    ),
    r"^You .+ since your partner is winning the trick, and nothing": lambda view, card, _: (
        _is_with_partner(view)
        and _cost(view, card) == min(_cost(view, each) for each in _discardable(view))
    ),
    r"^You .+ since whoever is winning the trick may be shooting": lambda view, card, _: (
        _shooting(view) and _no_penalty(view, card)
    ),
    r"^You .+ since nothing that you may discard costs more": lambda view, card, _: (
        _cost(view, card) == max(_cost(view, each) for each in _discardable(view))
    ),
    r"^You .+ since it might catch": lambda view, card, _: _catches(view, card),
    r"^You .+ the (highest|lowest) that you may discard for nothing": lambda view, card, found: (
        _cost(view, card) == 0
        and (found[1] == "lowest") == (view.in_force.trick_costs[len(view.table.tricks)] < 0)
        and _rank(view, card)
        == {"highest": max, "lowest": min}[found[1]](
            _rank(view, each) for each in _discardable(view) if not _cost(view, each)
        )
    ),
}

SINCE: Final[Mapping[str, Check]] = {
    r"no higher (\w+) are left": lambda view, card, _: not _higher(view, card),
    r"no lower (\w+) are left": lambda view, card, _: (
        _higher(view, card) == len(_out(view, card)) - _out(view, card).count(_rank(view, card)) > 0
    ),
    r"it may draw out (.+)": lambda view, card, found: (
        (queen := Card.parse(found[1])) in _unseen(view)
        and _suit(view, queen) == _suit(view, card)
        and _cost(view, queen) > 1
        and _rank(view, queen) > _rank(view, card)
    ),
    r"it leaves you void in (\w+)": lambda view, card, _: len(_mine(view, card)) == 1,
    r"it sheds your highest (\w+)": lambda view, card, _: (
        _rank(view, card) == max(_rank(view, each) for each in _mine(view, card))
    ),
    r"only (\d) lower \w+ (?:is|are) left": lambda view, card, found: (
        sum(rank < _rank(view, card) for rank in _out(view, card)) <= int(found[1])
    ),
    r"(\d+) higher \w+ (?:is|are) still out": lambda view, card, found: (
        _higher(view, card) >= int(found[1]) and not _is_last(view, card)
    ),
    r"you play last, at no cost": lambda view, card, _: (
        _is_last(view, card) and _cost_of(view, card) == 0 and _height(view, card) > _top(view)
    ),
    r"the trick is good to have": lambda view, card, _: (
        _cost_of(view, card) < 0
        and _height(view, card) > _top(view)
        and (_is_last(view, card) or not _higher(view, card))
    ),
    r"your partner is winning the trick": lambda view, _, __: _is_with_partner(view),
    r"it stays below (.+)": lambda view, card, found: (
        _height(view, card) < _top(view) == _height(view, Card.parse(found[1]))
        and _suit(view, card) == _suit(view, view.table.trick.cards[0])
        and not _takes(view, card)
    ),
    r"it is the highest below (.+)": lambda view, card, _: (
        _height(view, card)
        == max(high for each in _legal(view) if (high := _height(view, each)) < _top(view))
    ),
    r"you must take the trick anyway": lambda view, card, _: (
        _is_last(view, card) and all(_takes(view, each) for each in _legal(view))
    ),
    r"it gives (.+) points? away": lambda view, card, found: (
        not _takes(view, card)
        and view.in_force.points(card, view.table.all_charged) == int(found[1].replace("−", "-"))
    ),
    r"it might catch (.+)": lambda view, card, found: (
        _may_catch(view, card, found[1])
        and not (_is_prize(view, found[1]) and view.table.trick.cards and _misses(view, card))
    ),
}
"""What may speak for a card, after `since`."""


def _mine(view: View, card: Card) -> list[Card]:
    return [each for each in view.hand if _suit(view, each) == _suit(view, card)]


def _higher(view: View, card: Card) -> int:
    """How many unseen cards are higher in a card's suit."""
    return sum(rank > _rank(view, card) for rank in _out(view, card))


def _may_catch(view: View, card: Card, other: str) -> bool:
    """Whether a card is unseen, lower than another of its suit, and costs or is worth more than 1."""
    caught = Card.parse(other)
    below = _suit(view, caught) == _suit(view, card) and _rank(view, caught) < _rank(view, card)
    return caught in _unseen(view) and below and abs(_cost(view, caught)) > 1


def _is_prize(view: View, card: str) -> bool:
    """Whether a card is good to take."""
    return _cost(view, Card.parse(card)) < 0


def _misses(view: View, card: Card) -> bool:
    """Whether a card does not win the trick so far, or nothing is played after it."""
    return _is_last(view, card) or _height(view, card) <= _top(view)


def _said(view: View, card: Card, other: Card) -> str:
    """The kind of what is said for a card against another: it is true of the one, and not of the other."""
    seat = view.seat or 0
    if not (why := since(view, Play(seat, card), Play(seat, other)).removeprefix("since ")):
        return "nothing"
    if found := re.fullmatch(r"([^t]+) might catch (.+)", why):
        assert Card.parse(found[1]) == other, (why, view)
        assert _may_catch(view, other, found[2]), (why, view)
        assert not _catches(view, card), (why, view)
        return "the other might catch"
    pattern = next(each for each in SINCE if re.fullmatch(each, why))
    found, holds = re.fullmatch(pattern, why), SINCE[pattern]
    assert found
    assert holds(view, card, found), (why, view)
    costs = (
        [(_cost(view, each), -_height(view, each)) for each in (card, other)]
        if view.table.trick
        else []
    )
    less = "partner" in why or "must take" in why
    assert costs[0] < costs[1] if less else not holds(view, other, found), (why, view)
    return pattern


def _is_true(view: View, choice: Choice) -> str:
    """The kind of a reason that is true of a view; empty if it is not."""
    move, reason = choice.move, choice.reason
    match move:
        case Play(_, card):
            for pattern, holds in PLAYS.items():
                if found := re.search(pattern, reason):
                    led = [_suit(view, each) for each in view.table.trick.cards[:1]]
                    void = not any(_suit(view, each) in led for each in view.hand)
                    barred = not any(_suit(view, each) in led for each in _legal(view))
                    named = f"{card:u}" in reason and void >= ("You are void" in reason)
                    named = named and barred >= ("You may not play" in reason)
                    return pattern if named and holds(view, card, found) else ""
            return ""
        case LayDown(_, cards) if any(
            _cost(view, each) < max(_cost(view, card) for card in cards)
            for each in (Counter(_legal(view)) - Counter(cards)).elements()
        ):
            return ""
        case Pass(_, cards) | LayDown(_, cards):
            return type(move).__name__ if all(f"{card:u}" in reason for card in cards) else ""
        case Charge(_, cards):
            nothing = reason.startswith("You have nothing to")
            return f"charge {nothing}" if not cards and nothing == (not _legal(view)) else ""
        case _:
            return type(move).__name__


def _is_short(reason: str) -> bool:
    """Whether a reason is one sentence that is read at a glance."""
    return len(reason.split()) <= MOST_WORDS and reason.endswith(".") and ". " not in reason


def _reasons(rules: Rules, players: int, number: int, seed: str) -> Iterator[tuple[View, str, str]]:
    """Each view of a round in which some moves are bad ones, the kind of the reason, and the reason."""
    game, rng = first_round(rules, players, number), Random(seed)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        choice = choice_of(careful, view)
        yield view, _is_true(view, choice) if _is_short(choice.reason) else "", choice.reason
        forgetful = choice_of(LEVELS["casual"], view)
        if "as far as you remember" not in forgetful.reason and re.search(
            "left|out", forgetful.reason
        ):
            yield view, _is_true(view, forgetful), forgetful.reason
        badly = rng.random() < number / 12
        game = game.apply(any_move(view, rng) if badly else choice.move)


@pytest.mark.slow
def test_every_reason_is_true_of_the_position() -> None:
    """Thousands of positions, in which others play badly now and then, and every kind of reason."""
    found = Counter[str]()
    for slug, rules in variants.all().items():
        for number in range(12 if slug in MOST else 3):
            for view, kind, reason in _reasons(
                rules, rules.usual_players, number, f"{slug}{number}"
            ):
                assert kind, (reason, view)
                found[kind] += 1
    assert sum(found.values()) > 5000
    assert not {*PLAYS} - {*found}, {*PLAYS} - {*found}
    assert {"Pass", "charge True", "charge False", "NameContract"} <= {*found}


def _pairs(rules: Rules, players: int, number: int, seed: str) -> Iterator[str]:
    """The kind of what is said for a card against another one, and the other way round, in each view."""
    rng = Random(seed)
    for view, _, __ in _reasons(rules, players, number, seed):
        if view.phase == "play" and len(legal := [*dict.fromkeys(_legal(view))]) > 1:
            card, other = rng.sample(legal, 2)
            yield from (_said(view, card, other), _said(view, other, card))


@pytest.mark.slow
def test_what_speaks_for_a_card_is_true_of_it_and_not_of_the_other() -> None:
    found = Counter[str]()
    for slug, rules in variants.all().items():
        for number in range(3 if slug in MOST else 1):
            found.update(_pairs(rules, rules.usual_players, number, f"{slug}{number}"))
    assert not {*SINCE, "the other might catch"} - {*found}


@pytest.mark.slow
@settings(max_examples=share(30) // 4)
@given(houses(), st.integers(0, 11), st.data())
def test_what_speaks_for_a_card_is_true_by_any_rules(
    rules: Rules, number: int, data: st.DataObject
) -> None:
    players = data.draw(st.sampled_from(rules.players))
    for said in _pairs(rules, players, number, str(number)):
        assert said


@settings(max_examples=share(30) // 4)
@given(houses(), st.integers(0, 11), st.data())
def test_every_reason_is_true_by_any_rules(rules: Rules, number: int, data: st.DataObject) -> None:
    players = data.draw(st.sampled_from(rules.players))
    for view, kind, reason in _reasons(rules, players, number, str(number)):
        assert kind, (reason, view)


def test_a_bot_that_gives_no_reason_has_none() -> None:
    view = first_round(variants.get("american"), 4, 0).deal(seed=1).view(0)
    choice = choice_of(AtRandom(), view)
    assert choice == Choice(AtRandom()(view))
    assert not choice.reason
    assert not choice.values


@pytest.mark.slow
def test_values_show_what_each_candidate_costs() -> None:
    view = first_round(variants.get("american"), 4, 0).deal(seed=1).view(0)
    choice = choice_of(MonteCarlo(rollouts=30), view)
    worth = dict(choice.values)
    assert len(worth) == 10
    assert worth[choice.move] == min(worth.values())


ADVICE: Final = (
    r"(?P<verb>\S+) (?P<named>[^:]+): (?:about (?P<points>half a|[\d.]+) points? better than the next|"
    r"(?P<little>a little better than the next)|as good as any other) (?:card|choice)"
    r"(?:, (?:since|which) [^.:]+)?\."
)


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_advice_is_short_and_says_how_much_better_a_move_is(slug: str) -> None:
    """In the measure of the values, rounded to a half or a whole number."""
    rules, rng = variants.get(slug), Random(slug)
    bot, game = MonteCarlo(rollouts=2), first_round(rules, rules.usual_players, 0)
    while game.phase.name not in {"score", "over"}:
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        choice = bot.choice(view)
        assert _is_short(choice.reason), choice.reason
        if choice.values:
            assert (found := re.fullmatch(ADVICE, choice.reason)), choice.reason
            worth = sorted({value for _, value in choice.values})
            best = dict(choice.values)[choice.move]
            (other,) = worth[worth.index(best) + 1 :][:1] or [best]
            margin = other - best
            why = choice.reason.partition(", ")[2] * ("since" in choice.reason)
            next_best = [move for move, value in choice.values if value == other]
            assert not why or why in {f"{since(view, choice.move, move)}." for move in next_best}
            assert (
                margin < 0.05
                or not found["points"]
                or (abs(float(found["points"].replace("half a", "0.5")) - margin) <= 0.5)
            ), (choice.reason, margin)
        game = game.apply(any_move(view, rng) if rng.random() < 0.2 else choice.move)


def test_no_card_stays_below_ones_own_card_that_is_winning() -> None:
    """A nine has sent the trick round, and the king of spades is the seat's own."""
    game = Game.new(variants.get("booster_nines"), 4).deal(seed=184)
    while len(game.history) < 35:
        game = game.apply(careful(game.view(game.to_act[0])))
    view, seat = game.view(2), 2
    assert repr(view.table.trick) == "<Trick: seat 0 led 9S 6S KS TC TS JH>"
    assert view.legal_plays() == Cards("QS AS")
    queen, ace = Play(seat, Card.parse("QS")), Play(seat, Card.parse("AS"))
    assert "below" not in since(view, queen, ace)
