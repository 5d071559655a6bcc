"""Scoring steps as terms: what follows from them, and what is refused."""

from __future__ import annotations

import itertools
import operator
from collections import Counter
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import attrs
import pytest

from heartslib import Card, Cards, Game, Line, Rules, RulesError, record, score_hand, variants, wire
from heartslib.cards import HEARTS, PACK
from heartslib.rules import (
    ADD,
    CardValues,
    Charges,
    Ending,
    HighestOfSuitLed,
    Moon,
    Needs,
    NoMoon,
    NoneOf,
    NoTricksBonus,
    Opening,
    Pack,
    Partners,
    PlayRule,
    ShootTheMoon,
    Step,
    Taken,
    Term,
    TrickRule,
    TrickValues,
)
from heartslib.rules.counting.terms import Open, Span, certain, counted, ends, span
from heartslib.sheet import Finished, ScoreSheet
from heartslib.show.telling import Voice
from heartslib.show.text import sheet_text
from heartslib.simulate import CannotLower
from heartslib.simulate.lowering.rules import lowered
from heartslib.table import Table, Trick
from heartslib.testing import check_rule
from heartslib.testing.play import at_random, next_state
from tests.helpers.in_kernel import kernel_variants
from tests.helpers.own_steps import AsksEverything, HalfMoon, LeastOfAll, LeftPays
from tests.helpers.positions import AMERICAN

OPERATIONS: list[Callable[[Any, Any], Any]] = [
    *(operator.add, operator.sub, operator.mul, operator.eq, operator.ne),
    *(operator.lt, operator.le, operator.gt, operator.ge),
]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda each: each.__name__)
def test_a_span_holds_every_result(operation: Callable[[Any, Any], Any]) -> None:
    """And no more than these at its ends, for numbers from -2 to 3."""
    numbers = range(-2, 4)
    for low, high, least, most in itertools.product(numbers, repeat=4):
        if low > high or least > most:
            continue
        one, other = range(low, high + 1), range(least, most + 1)
        found = {int(operation(x, y)) for x in one for y in other}
        assert ends(operation(span(low, high), span(least, most))) == (min(found), max(found))
        found = {int(operation(x, least)) for x in one}
        assert ends(operation(span(low, high), least)) == (min(found), max(found))
        found = {int(operation(least, x)) for x in one}
        assert ends(operation(least, span(low, high))) == (min(found), max(found))


def test_a_power_of_spans_holds_every_result() -> None:
    numbers = range(4)
    for low, high, least, most in itertools.product(numbers, repeat=4):
        if low <= high and least <= most:
            found = {x**y for x in range(low, high + 1) for y in range(least, most + 1)}
            got = ends(span(low, high) ** span(least, most))
            assert got[0] <= min(found) <= max(found) == got[1]
    assert ends(3 ** Span(0, 2)) == (1, 9)
    for base, times in ((Span(-1, 2), 2), (2, Span(-1, 1)), (2, Span(0, 65))):
        with pytest.raises(RulesError, match="a power that may be negative, or above 64"):
            assert base**times


@attrs.frozen
class Wrong(Step):
    """A step with wrong terms."""

    make: Callable[[int], object]
    name: str = "wrong"

    def terms(self, taken: Taken) -> Iterator[Term]:
        points: Any = self.make(taken.tricks((0,)) + taken.total((0,)))
        yield Term((0,), points, "is wrong")

    def describe(self, players: int) -> str:
        return "Wrong."


def branches(answer: int) -> int:
    return 1 if answer > 3 else 2


def negates(answer: int) -> bool:
    return not answer


def compares(answer: int) -> int:
    return max(answer, 3)


def divides(answer: int) -> int:
    return answer // 2


def doubles(answer: int) -> int:
    power: int = 2**answer
    return power


def halves(answer: int) -> float:
    return answer * 0.5


@pytest.mark.parametrize(
    ("make", "said"),
    [
        (branches, "branch on an answer, with if, and, or"),
        (negates, "branch on an answer"),
        (compares, "branch on an answer"),
        (divides, r"arithmetic with \+ - \* \*\* and comparisons"),
        (doubles, "a power that may be negative"),
        (halves, "points that are not whole numbers"),
    ],
)
def test_terms_are_arithmetic(make: Callable[[int], object], said: str) -> None:
    with pytest.raises(RulesError, match=rf"^this is not a rulebook: bonuses: .*Wrong.*{said}"):
        attrs.evolve(AMERICAN, bonuses=Wrong(make))


@pytest.mark.parametrize(
    ("terms", "said"),
    [
        (
            [Term((9,), 1, "x")],
            r"with seats from taken.sides or taken.seats, not Term\(seats=\(9,\)",
        ),
        ([(0, 1)], r"its terms must be Term\(seats, ...\), .*, not \(0, 1\)"),
        (5, "'int' object is not iterable"),
    ],
    ids=["seat", "pair", "number"],
)
def test_terms_are_for_seats_at_the_table(terms: Any, said: str) -> None:
    class Given(NoneOf):
        def terms(self, taken: Taken) -> Any:
            return terms

    with pytest.raises(RulesError, match=said):
        attrs.evolve(AMERICAN, bonuses=Given("QS", 1))


def test_a_step_that_asks_about_a_seat_that_is_not_there() -> None:
    class Beyond(NoneOf):
        def terms(self, taken: Taken) -> Iterator[Term]:
            yield Term((0,), taken.count((7,), HEARTS), "x")

    with pytest.raises(RulesError, match="its terms ask about a seat that is not at the table"):
        attrs.evolve(AMERICAN, bonuses=Beyond("QS", 1))


class OwnLines(CardValues):
    """A class that has lines in place of the terms that it would inherit."""

    def terms(self, taken: Taken) -> None:  # type: ignore[override]  # its base has terms
        return None

    def lines(self, finished: Finished, sheet: ScoreSheet) -> list[Line]:
        return [Line(3, 7, "sits there")]


def test_lines_of_its_own_take_the_place_of_inherited_terms() -> None:
    rules = attrs.evolve(AMERICAN, scoring=OwnLines({"QS": 1}), moon=NoMoon())
    assert score_hand(rules, taken=["QS", "", "", ""], partial=True).totals == (0, 0, 0, 7)
    assert rules.scoring[0].needs == Needs(Cards(PACK))


def house(*steps: Step, **changes: Any) -> Rules:
    return attrs.evolve(AMERICAN, name="House", bonuses=steps, **changes)


def test_an_own_moon_and_payment_are_counted() -> None:
    rules = attrs.evolve(AMERICAN, moon=HalfMoon(LeftPays()))
    taken = [[*HEARTS[1:]], "QS 2H", "", ""]
    for choice, points in (("more", 5), ("less", 1)):
        sheet = score_hand(rules, taken=taken, moon=choice)
        assert sheet.totals == (12, 14 + points, 0, 0)
        assert sheet.lines[-1].reason == "sits to the left of seat 0"
    assert score_hand(rules, taken=["QS 2H 3H", [*HEARTS[2:]], "", ""]).totals == (15, 11, 0, 0)


@pytest.mark.parametrize("rule", [LeastOfAll(), AsksEverything(), HalfMoon(LeftPays()), LeftPays()])
def test_own_steps_keep_the_laws(rule: object) -> None:
    assert check_rule(rule, AMERICAN, examples=10) == ()


def test_lines_carry_their_data() -> None:
    """The sheet, its JSON, and a player's words for it."""
    rules = attrs.evolve(
        AMERICAN,
        charging=Charges({"QS": "QS"}),
        sides=Partners(),
        passing=variants.get("spot").passing,
    )
    taken = [[*HEARTS], "", "QS", ""]
    lines = score_hand(rules, taken=taken, charged="QS", moon="add", partial=True).lines
    assert [(line.step, line.cards, line.factor, line.others) for line in lines] == [
        ("card-values", HEARTS, 1, ()),
        ("card-values", Cards("QS"), 2, ()),
        ("shoot-the-moon", Cards(), 1, ()),
        ("shoot-the-moon", Cards(), 1, (0, 2)),
    ]
    assert lines[1].reason == "took QS, doubled by a charge"
    view = Game.new(AMERICAN, names=["Ann", "Ben", "Cem", "Dora"]).view(2)
    assert Voice().reason(view, lines[3]) == "pays for Ann's and your moon"
    assert Voice(spoken=True).reason(view, lines[1]) == (
        "took the queen of spades, doubled by a charge"
    )


def test_cards_within_a_wording_are_named_and_players_are_not_cards() -> None:
    view = Game.new(AMERICAN, names=["QS", "Ben", "Cem", "Dora"]).view(1)
    line = Line(0, -26, "{cards} cancels QS", "full-set", Cards("QC"))
    said = "the queen of clubs cancels the queen of spades"
    assert Voice(spoken=True).reason(view, line) == said
    assert Voice().reason(view, line) == "Q♣ cancels Q♠"
    pays = Line(1, 26, "pays for {others}'s moon", "moon", others=(0,))
    assert Voice(spoken=True).reason(view, pays) == "pays for QS's moon"


def test_lines_are_equal_if_they_have_the_same_data() -> None:
    plain, made = Line(1, 13, "took QS"), Line(1, 13, "took {cards}", "x", Cards("QS"))
    worded_otherwise = Line(1, 13, "got {cards}", "x", Cards("QS"))
    assert made == worded_otherwise
    assert hash(made) == hash(worded_otherwise)
    assert plain != made
    assert made != Line(1, 13, "took {cards}", "x", Cards("JS"))
    assert made != Line(1, 13, "took {cards}", "y", Cards("QS"))
    assert plain != Line(1, 13, "took JS")
    assert made != Line(2, 13, "took {cards}", "x", Cards("QS"))
    assert plain != Line(1, 12, "took QS")
    assert plain != "took QS"


def test_partners_share_their_points() -> None:
    lines = Line(0, 13, "took QS"), Line(2, -3, "took {cards}", "x", Cards("JD")), Line(1, 5, "x")
    sheet = ScoreSheet(4, lines, ((0, 2), (1, 3)))
    assert [list(map(str, sheet.explained(seat))) for seat in range(4)] == [
        ["seat 0 took QS: +13", "seat 0 shares seat 2's points: −3"],
        ["seat 1 x: +5"],
        ["seat 2 took JD: −3", "seat 2 shares seat 0's points: +13"],
        ["seat 3 shares seat 1's points: +5"],
    ]
    text = sheet_text(["Ada", "Ben", "Cleo", "Dan"], sheet, sheet.totals)
    assert "shares Ada's points" in text
    assert "shares Cleo's points" in text
    assert "  −3 " in text


def test_sheets_in_json_have_the_data_and_the_sentence() -> None:
    game = Game.new(house(TrickValues({-1: 5}, each=2)), players=4).deal(seed=3)
    chance = iter(range(1000))
    while game.phase.name != "score":
        game = game.apply(game.legal_moves()[next(chance) % len(game.legal_moves())])
    game = game.score()
    text = wire.dumps_view(game, 0)
    assert '"reason":"took the last trick","step"' not in text.replace(" ", "")
    assert '"wording":"took{trick}trick"' in text.replace(" ", "")
    view = wire.loads_view(text).view
    assert view == game.view(0)
    before, after = game.view(0).sheets[-1].lines, view.sheets[-1].lines
    assert [attrs.astuple(line) for line in before] == [attrs.astuple(line) for line in after]
    assert record.loads(record.dumps(game)) == game


@pytest.mark.slow
@pytest.mark.parametrize(
    "slug", sorted(slug for slug, rules in variants.all().items() if not rules.has_pool)
)
def test_points_so_far_never_come_back(slug: str) -> None:
    """What each step gives, and what it takes off, only grows; in the end it is on the sheet."""
    more: tuple[Step, ...] = (
        NoneOf("QS", -7),
        TrickValues({1: 3, -1: 5}, most=9, together=2),
        NoTricksBonus(),
    )
    if slug != "golden_ten":  # it asks about suits without their ones
        more = (*more, AsksEverything())
    rng = Random(5)
    for base in variants.get(slug).rulebooks:
        rules = attrs.evolve(base, moon=NoMoon(), bonuses=(*base.bonuses, *more))
        game = Game.new(rules, rules.usual_players)
        before = Counter[tuple[str, int, bool]]()
        while game.phase.name != "score":
            if game.phase.name == "play":
                so_far = _by_step(game)
                assert all(so_far[key] >= points for key, points in before.items())
                before = so_far
            game = next_state(game, at_random, rng)
        assert game.sheet is not None
        assert game.points_so_far == game.sheet.totals
        assert before.total() > 0


def _by_step(game: Game) -> Counter[tuple[str, int, bool]]:
    """The points so far that each step gives a seat, and those that it takes off."""
    rules, table, found = game.in_force, game.table, Counter[tuple[str, int, bool]]()
    tricks = (*table.tricks, *[Trick(0, game.players)] * max(map(len, game.hands)))
    taken = Open(rules.finished(game.piles, charged=table.all_charged, tricks=tricks))
    for step in (*rules.scoring, *rules.bonuses):
        for place, term in enumerate(list(step.terms(taken) or ())):
            low, high = ends(term.points)
            assert low <= high, place
            points = certain(term.points)
            found[step.name, term.seats[0], points > 0] += abs(points)
            taken.totals[term.seats[0]] += term.points
    return found


def test_what_a_charge_does_to_a_card_of_an_open_round() -> None:
    rules = attrs.evolve(
        AMERICAN, charging=Charges({"QS": "QS"}), deck=Pack(), moon=ShootTheMoon(ADD)
    )
    finished = rules.at(4).in_force.finished(
        (Cards("QS"), Cards(), Cards(), Cards()), charged=Cards("QS")
    )
    taken = Open(attrs.evolve(finished, tricks=()), rules.moon.shot)
    assert taken.by_factor(Cards("QS KS")) == [(1, Cards("KS")), (2, Cards("QS"))]
    assert taken.shot((1,)) == 0


@attrs.frozen
class SaysNothing(Step):
    """A step that has neither terms nor lines."""

    name: str = "says-nothing"

    def describe(self, players: int) -> str:
        return "Nothing."


@attrs.frozen
class FreeMoon(HalfMoon):
    """A moon that is shot and has no terms."""

    def terms(self, taken: Taken) -> Any:
        return None


@attrs.frozen
class FreeStep(SaysNothing):
    """A step with lines."""

    hands: Any = ()

    def lines(self, finished: Finished, sheet: ScoreSheet) -> list[Line]:
        return [Line(2, 4, "is there")]


def test_what_has_neither_terms_nor_lines_is_refused() -> None:
    for changes in ({"bonuses": SaysNothing()}, {"moon": FreeMoon(LeftPays())}):
        with pytest.raises(RulesError, match="has neither terms nor lines"):
            attrs.evolve(AMERICAN, **changes)
    assert score_hand(house(FreeStep()), taken=["QS", "", "", ""], partial=True).totals == (
        13,
        0,
        4,
        0,
    )
    assert FreeStep().needs == Needs(Cards(PACK))
    with pytest.raises(RulesError, match=r"bonuses: FreeStep.*unhashable type: 'list'"):
        house(FreeStep(hands=[1]))


def test_partners_who_do_not_score_together_have_no_term_together() -> None:
    class OfPartners(NoneOf):
        def terms(self, taken: Taken) -> Iterator[Term]:
            for partners in taken.partners:
                yield Term(partners, 1, "sit opposite")

    apart = house(OfPartners("QS", 1), sides=Partners(pooled=False))
    with pytest.raises(RulesError, match=r"has a term for seats \(0, 2\), who do not score"):
        score_hand(apart, taken=["QS", "", "", ""], partial=True)
    with pytest.raises(CannotLower, match=r"counts for whole sides, not for seats \(0, 2\)"):
        lowered(apart.at(4).in_force)
    together = attrs.evolve(apart, sides=Partners())
    assert score_hand(together, taken=["QS", "", "", ""], partial=True).totals == (14, 1, 14, 1)


def test_a_choice_that_leaves_out_what_only_it_can_say_cannot_be_made() -> None:
    class Never(Ending):
        name = "never"

        def describe(self, players: int) -> str:
            return "The game ends some time."

    wrong: Any = Never
    with pytest.raises(TypeError, match="abstract"):
        wrong()


def test_the_kernel_takes_steps_with_terms_alone() -> None:
    with pytest.raises(CannotLower, match="cannot run FreeStep, which has lines and no terms"):
        lowered(house(FreeStep()).at(4).in_force)
    assert len(lowered(house(moon=HalfMoon(LeftPays())).at(4).in_force).numbers) > 0


def test_the_kernel_counts_for_whole_sides() -> None:
    class OfOneSeat(NoneOf):
        def terms(self, taken: Taken) -> Iterator[Term]:
            yield Term((0,), taken.total((0,)) - 5, "seat 0 alone")

    alone = house(OfOneSeat("QS", 1))
    assert len(lowered(alone.at(4).in_force).numbers) > 0
    with pytest.raises(CannotLower, match=r"counts for whole sides, not for seats \(0,\)"):
        lowered((attrs.evolve(alone, sides=Partners())).at(4).in_force)


def test_a_trick_that_holds_a_card_is_not_known_without_the_tricks() -> None:
    rules = attrs.evolve(AMERICAN, scoring=TrickValues(holding={"QC": 4}), moon=NoMoon())
    piles = (Cards("QC 2C"), Cards(), Cards(), Cards())
    taken = Open(rules.at(4).in_force.finished(piles))
    assert ends(taken.holding((0,), Card("QC"))) == (0, 1)
    assert ends(taken.holding((1,), Card("QC"))) == (0, 0)
    assert ends(taken.from_kitty((0,), Card("3D"))) == (0, 1)
    assert rules.at(4).in_force.points_so_far(rules.at(4).in_force.finished(piles)) == (0, 0, 0, 0)


def test_whoever_has_every_trick_of_a_round_that_is_over() -> None:
    tricks = (Trick(0, 4, tuple(map(Card, ("2C", "3C", "4C", "5C"))), taker=3),)
    finished = AMERICAN.at(4).in_force.finished(
        (Cards(), Cards(), Cards(), Cards("2C 3C 4C 5C")), tricks=tricks
    )
    for taken in (Taken(finished), Open(finished)):
        assert [taken.has_every_trick(side) for side in taken.sides] == [0, 0, 0, 1]


def test_a_step_reads_the_totals_as_they_are_before_it() -> None:
    class LikeTheFirst(NoneOf):
        def terms(self, taken: Taken) -> Iterator[Term]:
            for side in taken.sides:
                yield Term(side, taken.total((0,)), "scores like seat 0")

    rules = house(LikeTheFirst("QS", 1))
    assert score_hand(rules, taken=["QS", "", "", ""], partial=True).totals == (26, 13, 13, 13)


@attrs.frozen
class Silent(Opening):
    """An opening that says nothing of who leads, nor of what."""

    clauses = ()
    name: str = "silent"

    def reason(self, card: Card, table: Table) -> str:
        return "never asked"

    def describe(self, players: int) -> str:
        return "Somebody leads."


def test_what_choices_have_in_common() -> None:
    opening = Silent()
    assert opening.leads is None
    hands = tuple(map(Cards, ("AC", "KC", "QC", "2C")))
    assert [opening.leader(hands, dealer) for dealer in range(4)] == [1, 2, 3, 0]
    assert opening.leader_after(hands, 0) is None

    class Plain(HighestOfSuitLed):
        cancelled = TrickRule.cancelled

    trick = Trick(0, 5, (Card("QS"), Card("QS")))
    assert (
        attrs.evolve(variants.get("cancellation"), tricks=Plain()).at(5).in_force.cancelled(trick)
        == ()
    )


def test_a_restriction_has_clauses_or_narrow() -> None:
    with pytest.raises(RulesError, match="has neither clauses nor narrow"):
        attrs.evolve(AMERICAN, play=Bare())


@attrs.frozen
class Bare(PlayRule):
    """A restriction without a form."""

    name: str = "bare"

    def reason(self, card: Card, table: Table) -> str:
        return "never asked"

    def describe(self, players: int) -> str:
        return "Bare."


def test_a_step_with_terms_has_no_lines_of_its_own() -> None:
    finished = AMERICAN.at(4).in_force.finished((Cards(PACK), Cards(), Cards(), Cards()))
    (step,) = AMERICAN.scoring
    for each in (step, AMERICAN.moon):
        assert tuple(each.lines(finished, ScoreSheet(4))) == ()
    assert len(counted(AMERICAN.scoring, Taken(finished), finished, ScoreSheet(4)).lines) == 2


def test_a_moon_may_win_the_game_and_pay_nothing() -> None:
    @attrs.frozen
    class WinsOutright(HalfMoon):
        @property
        def choices(self) -> tuple[str, ...]:
            return ()

        def terms(self, taken: Taken) -> Any:
            return Moon.terms(self, taken)

        def winners(self, finished: Finished) -> tuple[int, ...]:
            return finished.shooter

    rules = attrs.evolve(AMERICAN, name="Outright", moon=WinsOutright(LeftPays()))
    sheet = score_hand(rules, taken=[PACK, "", "", ""])
    assert (sheet.winners, sheet.totals) == ((0,), (26, 0, 0, 0))


@pytest.mark.parametrize("slug", kernel_variants())
def test_no_round_goes_beyond_the_bounds(slug: str) -> None:
    """Cards to everyone, or all or all penalty cards to one; with charges and every choice."""
    rng = Random(slug)
    variant = variants.get(slug)
    for rules in variant.at(variant.usual_players).rulebooks:
        players = rules.players
        low, high = rules.bounds
        for number in range(60):
            tricks = [Trick(seat, players, (), taker=seat) for seat in range(players)]
            piles: list[list[Card]] = [[] for _ in range(players)]
            for card in rules.deck.cards(players):
                to_one = number % 3 == 0 or (
                    number % 3 == 1 and card in rules.at(players).penalty_cards
                )
                piles[0 if to_one else rng.randrange(players)].append(card)
            kinds = list(rules.charging.cards)
            finished = rules.finished(
                tuple(map(Cards, piles)),
                rng.choice([None, *rules.moon.choices]),
                charged=Cards(rng.sample(kinds, rng.randint(0, len(kinds)))),
                tricks=tuple(rng.choices(tricks, k=len(rules.deck.cards(players)) // players)),
                **rules.first_round(),
            )
            totals = rules.count(finished).totals
            assert low <= min(totals) <= max(totals) <= high, finished


BOUNDS = {  # by hand, from the cards and tricks that each game counts
    "black_maria": (0, 26),
    "black_maria_43": (0, 43),
    "cancellation": (0, 52),
    "slobberhannes": (0, 5),
    "king": (0, 18),
    "queens": (0, 20),
    "no-tricks": (-26, 0),
    "last-two": (-30, 0),
}


def test_bounds_are_reached_where_nothing_is_paid_for_a_moon() -> None:
    kierki, barbu = variants.get("kierki"), variants.get("barbu")
    for name, bounds in BOUNDS.items():
        game = next((each for each in (kierki, barbu) if name in each.contract_names), None)
        rules = game.under(name) if game else variants.get(name)
        assert rules.at(4 if name != "cancellation" else 6).in_force.bounds == bounds, name


def test_a_free_form_has_no_bounds() -> None:
    with pytest.raises(RulesError, match="says-nothing has lines and no terms: its points have no"):
        _ = house(FreeStep()).at(4).in_force.bounds
    assert house(LeastOfAll(-7)).at(4).in_force.bounds == (-59, 52)
