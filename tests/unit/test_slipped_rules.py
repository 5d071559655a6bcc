"""What once could change in the rules without a test to notice; found as in `test_slipped`."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from typing import Any

import attrs
import pytest

from heartslib import (
    HEARTS,
    Card,
    Cards,
    Game,
    HeartsError,
    Line,
    Rules,
    RulesError,
    ScoreSheet,
    Table,
    explain_play,
    legal_plays,
    score_hand,
    variants,
)
from heartslib._bits import ONE_OF_EACH
from heartslib.cards import CLUBS, PACK, SPADES, from_bits
from heartslib.rules import (
    ADD,
    HOLD,
    JACK_OF_DIAMONDS_BONUS,
    LEFT,
    LEFT_RIGHT_ACROSS_HOLD,
    NO_MOON,
    NO_PASSING,
    SCATTER,
    SUBTRACT,
    TURBO_CHARGES,
    Across,
    BoosterNines,
    CardValues,
    ChargedCardsWait,
    Charges,
    Clause,
    Condition,
    Contract,
    ContractsInOrder,
    Cycle,
    DealerCalls,
    DealerNamesContract,
    DealMovesLeft,
    EldestLeads,
    ExactTotals,
    FollowSuit,
    FullSet,
    HeartsMustBeBroken,
    HighestOfSuitLed,
    HolderLeads,
    KittyTo,
    LeadSuitOfLastCard,
    Mix,
    NoneOf,
    NoPenaltyOnFirstTrick,
    NoRoundBelow,
    NoTricksBonus,
    Pack,
    Packets,
    Partners,
    PassPattern,
    Pay,
    Removals,
    Reversed,
    Rounds,
    Scatter,
    ScoreMultiplier,
    Scorer,
    ShootTheMoon,
    ShowHandOfHearts,
    SubtractFrom,
    Taker,
    TakerDeals,
    Target,
    ThereAndBack,
    Toward,
    TrickValues,
    Where,
    facts,
    these,
)
from heartslib.rules._checks import counts_absence, counts_tricks
from heartslib.rules.ending import leaders
from heartslib.rules.facts import CardSet
from heartslib.rules.play import ShowsWhen

AMERICAN = variants.get("american")
FACTS = [
    *(facts.HAND, facts.SUIT_LED, facts.IN_TRICK, facts.PLAYED),
    *(facts.NEW_SUITS, facts.LAST_SUIT, facts.CHARGED),
]


# Rulebooks


@pytest.mark.parametrize(
    ("players", "counts"),
    [((3, 4), "3 or 4"), ((3, 4, 5), "3 to 5"), ((3, 4, 6), "3, 4 or 6"), ((3, 4, 5, 6), "3 to 6")],
)
def test_three_numbers_of_players_in_a_row_are_a_run(players: tuple[int, ...], counts: str) -> None:
    rules = attrs.evolve(AMERICAN, name="Ours", players=players)
    assert repr(rules) == f"<Rules: Ours, {counts} players>"


def test_a_long_name_is_shortened_to_fifty_characters() -> None:
    whole, long = "Ours" + "!" * 46, "Ours" + "!" * 47
    assert repr(attrs.evolve(AMERICAN, name=whole)) == f"<Rules: {whole}, 3 to 6 players>"
    shortened = "Ours" + "!" * 43 + "..."
    assert repr(attrs.evolve(AMERICAN, name=long)) == f"<Rules: {shortened}, 3 to 6 players>"


def test_all_that_keeps_a_number_of_players_from_a_game_is_named() -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=(3, 4), deck=Pack(), sides=Partners())
    for players, sentence in ((3, "House cannot be played by 3 players"), (5, "by 5")):
        with pytest.raises(RulesError) as error:
            rules.check_players(players)
        before, _, problems = str(error.value).partition(": ")
        assert before.endswith(sentence)
        cards, sides = problems.split("; partners")
        assert cards.startswith(f"52 cards cannot be dealt evenly to {players} players: ")
        assert sides.endswith(f"which takes 4, 6, 8 or 10 players, not {players}")


def test_a_round_is_counted_as_the_first_of_a_game_unless_scores_are_given() -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    finished = AMERICAN.finished(piles)
    assert (finished.scores, finished.course) == ((0, 0, 0, 0), ())
    assert (finished.tricks, finished.trick_counts, finished.dealer) == (None, None, None)
    assert AMERICAN.finished(piles, scores=(1, 2, 3, 4)).scores == (1, 2, 3, 4)


def test_nothing_counts_more_where_nobody_charges() -> None:
    piles = (Cards("QS"), Cards(), Cards(), Cards())
    assert AMERICAN.finished(piles, charged=Cards("QS")).factors == ()
    assert variants.get("turbo").finished(piles).factors == ()
    charged = variants.get("turbo").finished(piles, charged=Cards("QS"))
    assert charged.factors == ((Card("QS"), 2),)


@pytest.mark.parametrize("name", ["name", "summary", "source", "aliases", "decisions"])
def test_what_documents_a_rulebook_may_have_several_lines(name: str) -> None:
    text = "one\ntwo"
    given = (text,) if name in {"aliases", "decisions"} else text
    changes: dict[str, Any] = {name: given}
    assert getattr(attrs.evolve(AMERICAN, **changes), name) == given


def test_a_rulebook_that_no_number_can_play_says_why_not_for_each() -> None:
    with pytest.raises(RulesError) as error:
        Rules(name="Ours", players=(4, 3), deck=Pack(removals=Removals({3: "2C 3C", 4: "2C"})))
    sentence = str(error.value)
    assert sentence.startswith("Ours cannot be played by 3 or 4 players: 50 cards cannot be dealt")
    assert "; 51 cards cannot be dealt evenly to 4 players" in sentence


@pytest.mark.parametrize(
    ("players", "end"),
    [
        (2, "; attrs.evolve(rules, players=2) allows that many"),
        (1, ""),
        (12, ""),
        (True, ""),
    ],
)
def test_from_two_players_on_a_rulebook_may_be_for_more(players: int, end: str) -> None:
    with pytest.raises(RulesError) as error:
        AMERICAN.check_players(players)
    assert str(error.value) == (f"American Hearts is for 3, 4, 5 or 6 players, not {players}{end}")


def test_up_to_eleven_players_a_rulebook_may_be_for_more() -> None:
    rules = attrs.evolve(AMERICAN, name="House", players=4, deck=Pack(left_over=True))
    with pytest.raises(RulesError) as error:
        rules.check_players(11)
    change = "attrs.evolve(rules, players=11) allows that many"
    assert str(error.value) == f"House is for 4 players, not 11; {change}"
    with pytest.raises(RulesError, match=r"^House is for 4 players, not 12$"):
        rules.check_players(12)


def test_cards_that_are_not_in_the_pack_are_named_with_their_chapter() -> None:
    with pytest.raises(RulesError) as error:
        Rules(
            name="House",
            deck=Pack(removals=Removals({4: "2C 3C 4C 5C TC QC JD QS"})),
            opening=HolderLeads("2C", any_card=True, then_taker_of="QC"),
            dealer=TakerDeals("3C"),
            moon=ShootTheMoon(also="4C 5C"),
            charging=Charges({"TC": "TC"}),
            bonuses=JACK_OF_DIAMONDS_BONUS,
        )
    assert str(error.value) == (
        "House cannot be played by 4 players: the rules name cards that are not in the pack: "
        "2C (opening), QC (opening), 3C (dealer), 4C (moon), 5C (moon), TC (charging), "
        "QS (card-values), JD (bonus-card)"
    )


def test_a_rulebook_differs_from_other_rulebooks_alone() -> None:
    wrong: Any = 5
    with pytest.raises(RulesError, match=r"^diff compares with another rulebook, not with 5$"):
        AMERICAN.diff(wrong)


def test_a_rulebook_without_restrictions_says_so_before_it_says_more_of_the_play() -> None:
    rules = attrs.evolve(AMERICAN, play=(), showing=ShowHandOfHearts())
    _, _, play = rules.describe(4).partition("\nPlay\n")
    assert play.startswith("  Any card may be played.\n  If you discard a heart because you hold ")


def test_a_rulebook_without_a_difference_says_so() -> None:
    assert AMERICAN.diff(AMERICAN) == (
        "How American Hearts differs from American Hearts (4 players)\n\n  The rules are the same."
    )
    other = AMERICAN.diff(attrs.evolve(AMERICAN, name="House", ending=Rounds(3)))
    assert other == (
        "How House differs from American Hearts (4 players)\n\n"
        "The end of the game\n"
        "  - The game ends after the round in which someone reaches or passes 100\n"
        "    points. The lowest score wins; players who tie for it share the win.\n"
        "  + The game ends after 3 rounds. The lowest score wins; players who tie for\n"
        "    it share the win."
    )


def test_a_contract_that_changes_nothing_says_so() -> None:
    contracts: Any = [Contract("usual"), Contract("tricks", scoring=TrickValues(each=1))]
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(contracts))
    assert rules.terms("usual", 4) == "No other rules than usual."
    assert rules.terms("tricks", 4) == "Points for tricks taken: every trick 1."


@pytest.mark.parametrize("name", ["counts_tricks", "counts_every_trick", "orders_tricks"])
def test_what_counts_depends_on_the_contract(name: str) -> None:
    with pytest.raises(RulesError, match=r"^in Barbu this depends on the contract of the round: "):
        getattr(variants.get("barbu"), name)


@attrs.frozen
class Cancels:
    """Whoever charges the queen of spades makes it count for nothing."""

    cards: Cards = Cards("QS")
    reopens: bool = False
    late: bool = False
    name: str = "cancels"

    def most(self, charged: Cards) -> int:
        return 1 - len(charged)

    def factor(self, card: Card, charged: Cards) -> int:
        return 0 if card in charged else 1

    def describe(self, players: int) -> str:
        return "The queen of spades may be charged, and then counts for nothing."


def test_a_charge_may_make_a_card_count_for_nothing() -> None:
    rules = attrs.evolve(AMERICAN, charging=Cancels(), moon=NO_MOON)
    taken = ["QS 2H", "3H", "", ""]
    assert rules.points(Card("QS"), Cards("QS")) == 0
    assert score_hand(rules, taken=taken, partial=True).totals == (14, 1, 0, 0)
    assert score_hand(rules, taken=taken, charged="QS", partial=True).totals == (1, 1, 0, 0)


def test_a_card_that_an_earlier_restriction_makes_legal_has_no_objection() -> None:
    play = (FollowSuit(), NoPenaltyOnFirstTrick("QS"))
    rules = attrs.evolve(AMERICAN, opening=EldestLeads(), play=play)
    hand, table = Cards("QS 3D"), Table.ready(0, 4).with_card(Card("2S"))
    assert rules.legal(hand, table) == Cards("QS")
    assert rules.objection(Card("QS"), hand, table) is None
    objection = rules.objection(Card("3D"), hand, table)
    assert objection is not None
    assert (objection.rule, objection.reason) == (
        "follow-suit",
        "spades were led and you hold some: follow suit",
    )


def test_what_cannot_be_a_moon_is_answered_with_every_moon() -> None:
    wrong: Any = object()
    with pytest.raises(RulesError, match=r"; the choices are NO_MOON, NoMoon, ShootTheMoon$"):
        attrs.evolve(AMERICAN, moon=wrong)


def test_a_class_in_place_of_a_choice_is_answered_with_a_call_of_it() -> None:
    wrong: Any = EldestLeads
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, opening=wrong)
    assert str(error.value) == (
        "this is not a rulebook: opening: EldestLeads is a class; give a value, such as "
        "EldestLeads()"
    )


NO_TRICKS = (
    "BoosterNines.tricks: 5 is not a TrickRule: it lacks describe, is_complete, name, taker; the "
    "choices are CANCELLING, HIGHEST_OF_SUIT_LED, BoosterNines, HighestOfSuitLed"
)


@pytest.mark.parametrize(
    ("make", "sentence"),
    [
        (
            lambda: Clause(5, facts.HAND),  # type: ignore[arg-type]
            "Clause: where must be Where, such as Where.OPENING, not 5",
        ),
        (lambda: Clause(Where.LEAD, 5), "Clause: keep must be CardSet, not 5"),  # type: ignore[arg-type]
        (
            lambda: Clause(Where.LEAD, None),  # type: ignore[arg-type]
            "Clause: keep must be CardSet, not None",
        ),
        (
            lambda: Clause(Where.LEAD, "QS"),  # type: ignore[arg-type]
            "Clause: keep must be CardSet, not 'QS'; write these('QS')",
        ),
        (
            lambda: Condition(Where.LEAD, unless=5),  # type: ignore[arg-type]
            "Condition: unless must be CardSet, not 5",
        ),
        (
            lambda: Target(points_are_good=None),  # type: ignore[arg-type]
            "Target: points_are_good must be bool, not None",
        ),
        (lambda: Pack(packs=9), "Pack: packs must be a whole number from 1 to 8, not 9"),
        (lambda: KittyTo(share=0), "KittyTo: share must be a whole number, 1 or more, not 0"),
        (
            lambda: Target(None),  # type: ignore[arg-type]
            "Target: points must be a whole number, not None",
        ),
        (
            lambda: ExactTotals({100: "50"}),  # type: ignore[arg-type]
            "exact totals are whole numbers, not ((100, '50'),)",
        ),
        (lambda: BoosterNines(5), NO_TRICKS),  # type: ignore[arg-type]
        (
            lambda: Contract("n" * 41),
            (
                "the name of a contract must be small letters, digits and hyphens, such as "
                f"'no-tricks', not '{'n' * 41}'"
            ),
        ),
    ],
)
def test_what_a_rule_cannot_have_is_said_in_full(make: Callable[[], object], sentence: str) -> None:
    with pytest.raises(RulesError) as error:
        make()
    assert str(error.value) == sentence


@pytest.mark.parametrize(
    ("make", "what"),
    [
        (lambda: ContractsInOrder(itertools.repeat(Contract("one"))), "contracts"),  # type: ignore[arg-type]
        (lambda: Contract("one", scoring=itertools.repeat(CardValues({}))), "rules in a chapter"),
        (lambda: attrs.evolve(AMERICAN, play=itertools.repeat(FollowSuit())), "rules in a chapter"),
        (lambda: ShootTheMoon(itertools.repeat(ADD)), "payments"),
        (lambda: Cycle(itertools.repeat(LEFT)), "patterns"),
    ],
    ids=["contracts", "scoring", "play", "payments", "patterns"],
)
def test_lists_of_rules_end(make: Callable[[], object], what: str) -> None:
    with pytest.raises(RulesError) as error:
        make()
    assert str(error.value) == f"too many {what}: at most 30 are allowed"


# Clauses


def test_half_a_pack_reads_as_its_cards() -> None:
    half = CLUBS | SPADES
    assert repr(these(half)) == f"these({str(half)!r})"
    assert repr(these(half | "2D")) == f"~these({str(Cards(PACK) - half - Cards('2D'))!r})"


@pytest.mark.parametrize(
    "cards",
    [~facts.HAND & ~facts.PLAYED, ~facts.HAND & these("QS"), facts.HAND & ~facts.PLAYED],
    ids=str,
)
def test_a_set_that_subtracts_something_from_something_has_no_opposite(cards: CardSet) -> None:
    with pytest.raises(RulesError) as error:
        _ = ~cards
    assert str(error.value) == (
        f"~ cannot be applied to {cards}, which has a ~; write two clauses instead"
    )


@pytest.mark.parametrize(
    ("place", "keep"),
    [
        (Where.OPENING, ~these("QS")),
        (Where.FIRST, ~(facts.SUIT_LED & these("QS"))),
        (Where.LEAD, ~these("QS")),
        (Where.FOLLOW, ~(facts.SUIT_LED & these("QS"))),
    ],
    ids=str,
)
def test_a_card_of_the_suit_led_is_any_card_of_a_lead(place: Where, keep: CardSet) -> None:
    clause = Clause(Where.ANYWHERE, ~(facts.SUIT_LED & these("QS")))
    assert clause.at(place) == Clause(place, keep)


@pytest.mark.parametrize(
    "keep", [~(facts.HAND & facts.PLAYED), ~(facts.HAND & facts.IN_TRICK), facts.SUIT_LED], ids=str
)
def test_a_clause_says_nothing_where_its_facts_are_settled(keep: CardSet) -> None:
    assert Clause(Where.ANYWHERE, keep).at(Where.OPENING) is None


def test_a_condition_says_no_more_than_its_place_where_its_facts_are_settled() -> None:
    only_if = Condition(Where.ANYWHERE, only_if=facts.SUIT_LED & these("QS"))
    assert only_if.at(Where.LEAD) == Condition(Where.LEAD)
    assert only_if.at(Where.FOLLOW) == attrs.evolve(only_if, where=Where.FOLLOW)
    unless = Condition(Where.ANYWHERE, unless=facts.PLAYED & these("QS"))
    assert unless.at(Where.FIRST) == Condition(Where.FIRST)
    assert unless.at(Where.LEAD) == attrs.evolve(unless, where=Where.LEAD)


def test_before_the_first_lead_every_suit_is_new() -> None:
    table = Table.ready(0, 4)
    assert from_bits(facts.NEW_SUITS.found(0, table) & ONE_OF_EACH) == Cards(PACK)


@attrs.frozen
class Own:
    """A restriction of the caller, written as clauses."""

    clauses: tuple[Clause, ...]
    name: str = "own"

    def reason(self, card: Card, table: Table) -> str:
        return "not now"

    def describe(self, players: int) -> str:
        return "Not now."


@pytest.mark.parametrize("charged", ["QS", ""])
@pytest.mark.parametrize("fact", FACTS, ids=str)
def test_a_fact_alone_is_a_test(fact: CardSet, charged: str) -> None:
    only_if = Clause(Where.FOLLOW, these("2H"), only_if=fact)
    unless = Clause(Where.FOLLOW, these("2H"), unless=fact)
    there = fact != facts.CHARGED or charged == "QS"
    for clause, narrows in ((only_if, there), (unless, not there)):
        play = (FollowSuit(), Own((clause,)))
        legal = legal_plays(
            attrs.evolve(AMERICAN, charging=TURBO_CHARGES, play=play),
            hand="2H 3H QS",
            trick="KD",
            tricks=["2C 3C 4C 5D"],
            charged=charged,
        )
        assert legal == Cards("2H" if narrows else "2H 3H QS")


@pytest.mark.parametrize("fact", [facts.NEW_SUITS, facts.LAST_SUIT], ids=str)
def test_earlier_tricks_are_asked_for_only_where_they_matter(fact: CardSet) -> None:
    own = Own((Clause(Where.LEAD, ~(fact & these("QS"))),))
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), own))
    played = "2C 3C 4C 5S"
    assert legal_plays(rules, hand="3D 4D", played=played) == Cards("3D 4D")
    with pytest.raises(HeartsError, match=r"^these rules depend on how .*: give tricks="):
        legal_plays(rules, hand="QS 4D", played=played)
    assert legal_plays(rules, hand="QS 4D", tricks=[played]) == Cards("4D")


@pytest.mark.parametrize(
    "test",
    [facts.HAND & these("QS") & facts.NEW_SUITS, facts.HAND & these("QS") & ~facts.NEW_SUITS],
)
def test_a_reason_asks_for_earlier_tricks_only_where_they_matter(test: CardSet) -> None:
    own = Own((Clause(Where.LEAD, these("3D"), only_if=test),))
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), own))
    played = "2C 3C 4C 5S"
    assert explain_play(rules, "4D", hand="3D 4D", played=played) is None
    with pytest.raises(HeartsError, match=r"^these rules depend on how .*: give tricks="):
        explain_play(rules, "4D", hand="3D 4D QS", played=played)
    objection = explain_play(rules, "4D", hand="3D 4D QS", tricks=[played])
    new = test == facts.HAND & these("QS") & facts.NEW_SUITS
    assert (objection is not None and objection.rule) == ("own" if new else False)


@pytest.mark.parametrize(
    ("keep", "legal"),
    [
        (facts.PLAYED, "QS QS"),
        (~facts.PLAYED, "3D 4D"),
        (facts.HAND & facts.PLAYED, "QS QS"),
        (facts.HAND & ~facts.PLAYED, "3D 4D"),
        (~(facts.HAND & these("QS")), "3D 4D"),
    ],
    ids=str,
)
def test_a_set_has_both_copies_of_a_card_or_neither(keep: CardSet, legal: str) -> None:
    rules = attrs.evolve(
        AMERICAN,
        deck=Pack(packs=3),
        players=4,
        opening=EldestLeads(),
        play=(FollowSuit(), Own((Clause(Where.LEAD, keep),))),
    )
    hand = "QS QS 3D 4D"
    assert legal_plays(rules, hand=hand, tricks=["QS 4S 5S 6S"]) == Cards(legal)


@attrs.frozen
class ShowsAt(ShowsWhen):
    """Every hand is shown that plays a card in some place."""

    when: Condition
    name: str = "shows-at"

    def describe(self, players: int) -> str:
        return "Show your hand."


@pytest.mark.parametrize(
    ("place", "number"),
    [(Where.OPENING, 1), (Where.FIRST, 2), (Where.LEAD, 5), (Where.FOLLOW, 6)],
    ids=str,
)
def test_a_hand_is_shown_in_the_place_that_the_condition_names(place: Where, number: int) -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, showing=ShowsAt(Condition(place)))
    game, seat = Game.new(rules).deal(seed=1), -1
    for _ in range(number):
        assert not any(game.view(None).table.shown)
        seat = game.to_act[0]
        game = game.play(game.legal_plays()[0])
    shown = game.view(None).table.shown
    assert [len(cards) for cards in shown] == [
        13 - (number + 3) // 4 if each == seat else 0 for each in range(4)
    ]


# Choices


def test_a_contract_says_what_it_leaves_out() -> None:
    contracts = [
        Contract("none", scoring=()),
        Contract("free", play=()),
        Contract("usual"),
        Contract("no-moon", moon=NO_MOON),
    ]
    rules = attrs.evolve(AMERICAN, contracts=ContractsInOrder(tuple(contracts)))
    assert [rules.terms(each.name, 4) for each in contracts] == [
        "Not in force: Points for cards taken: Q♠ 13; hearts 1 each.",
        "Any card may be played.",
        "No other rules than usual.",
        "There is no moon: a player who takes every penalty card pays for them all.",
    ]


@pytest.mark.parametrize(
    ("breakers", "begin"),
    [
        (
            "2H QS",
            "Hearts may not be led until Q♠ or 2♥ has been played to an earlier trick, unless ",
        ),
        ("QS", "Hearts may not be led until Q♠ has been played to an earlier trick, unless "),
        ("", "Hearts may not be led unless "),
    ],
)
def test_a_rule_names_what_breaks_hearts(breakers: str, begin: str) -> None:
    rule = HeartsMustBeBroken(breakers)
    assert rule.describe(4) == f"{begin}you hold nothing but hearts."


def test_a_side_of_two_can_be_ahead_of_a_side_of_one() -> None:
    ending, alone = Target(50, play_off=True), ((0,), (1,), (2,))
    assert ending.is_over(((60, 10, 10),), ((0,), (1, 2)))
    assert ending.is_over(((60, 10, 60),), alone)
    assert not ending.is_over(((60, 10, 10),), alone)


def test_tricks_are_counted_as_people_do() -> None:
    usual = {3: "third", 21: "21st", 22: "22nd", 23: "23rd", 24: "24th", 101: "101st"}
    teens = {number: f"{number}th" for number in (10, 11, 12, 13, 19, 20, 111, 119, 120, 713)}
    tricks = {**usual, **teens, 121: "121st", -3: "3rd last", -12: "12th last"}
    values = dict.fromkeys(tricks, 1)
    points = "; ".join(f"the {each} trick 1" for each in tricks.values())
    assert TrickValues(values).describe(2) == f"Points for tricks taken: {points}."


def test_to_pass_cards_takes_somebody_else() -> None:
    with pytest.raises(RulesError, match=r"^it takes two players to pass cards, not 0$"):
        DealerCalls().calls(0)


@pytest.mark.parametrize(
    ("pattern", "players", "words"),
    [
        (SCATTER, 2, "1 across"),
        (LEFT, 2, "3 across"),
        (SCATTER, 3, "1 to each other player"),
        (Packets({1: 2, 2: 1}), 3, "2 left and 1 right"),
        (Packets({1: 1, 2: 1}), 4, "1 left and 1 across"),
    ],
)
def test_a_pass_is_described_by_who_gets_the_cards(
    pattern: PassPattern, players: int, words: str
) -> None:
    assert Cycle(pattern).describe(players) == (
        f"After the deal, each player passes cards before seeing any received: {words} every round."
    )


def test_every_pattern_that_is_none_is_named() -> None:
    wrong: Any = (5, LEFT, "x")
    lacks = "is not a PassPattern: it lacks name, packets"
    with pytest.raises(RulesError) as error:
        Cycle(wrong)
    sentence = str(error.value)
    assert sentence.startswith(f"not a passing cycle: pattern: 5 {lacks}; the choices are ")
    assert f"; pattern: 'x' {lacks}; the choices are " in sentence


@pytest.mark.parametrize("players", [0, 1])
def test_nobody_passes_cards_without_somebody_else(players: int) -> None:
    with pytest.raises(RulesError) as error:
        Packets({1: 2}).packets(players)
    assert str(error.value) == f"it takes two players to pass cards, not {players}"


def test_a_pack_is_dealt_to_a_number_of_players() -> None:
    assert Pack().cards(1) == Cards(PACK)
    for wrong in (0, "4", None):
        players: Any = wrong
        with pytest.raises(RulesError) as error:
            Pack().cards(players)
        assert str(error.value) == f"{wrong!r} is not a number of players"


def test_a_charged_card_that_must_wait_says_for_which_suit() -> None:
    reason = ChargedCardsWait().reason(Card("QS"), Table.ready(0, 4))
    assert reason == "QS is charged: it may not be played the first time spades are led"


def test_every_card_that_breaks_hearts_or_is_spared_is_named() -> None:
    rule = HeartsMustBeBroken(HEARTS + Cards("QC JS QS"), "QC QS")
    assert rule.describe(4) == (
        "Hearts may not be led until a heart or Q♣, J♠ or Q♠ has been played to an earlier trick, "
        "unless you hold nothing but hearts or Q♣ or Q♠."
    )


@pytest.mark.parametrize(
    ("doubled", "effects"),
    [
        ({"QS": "QS"}, "charging Q♠ doubles what that card does"),
        ({"QS": "KS"}, "charging Q♠ doubles K♠"),
        (
            {"QS": "QS", "AH": "AH", "TC": "KS"},
            "charging Q♠ or A♥ doubles what that card does; charging 10♣ doubles K♠",
        ),
    ],
)
def test_what_a_charge_doubles_is_described(doubled: dict[Card | str, Any], effects: str) -> None:
    assert Charges(doubled).describe(4).endswith(f" For that round, {effects}.")


@pytest.mark.parametrize("kept", [HEARTS, str(HEARTS), list(HEARTS)], ids=["cards", "text", "list"])
def test_cards_that_are_kept_may_be_given_in_any_form(kept: Any) -> None:
    for rule in (Cycle(LEFT, kept=kept), DealerCalls(kept=kept)):
        assert rule.kept == HEARTS


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        (HEARTS, "hearts"),
        (Cards("QS KS"), "Q♠ or K♠"),
        (CLUBS | "QS", "clubs or Q♠"),
        (CLUBS | "JD QS" | HEARTS, "clubs, J♦, Q♠ or hearts"),
        (Cards("2C 3C 5C 6C 7C 9C"), "2♣, 3♣, 5♣ to 7♣ or 9♣"),
    ],
    ids=["suit", "cards", "suit first", "suits and cards", "runs"],
)
def test_cards_are_named_in_a_sentence(cards: Cards, words: str) -> None:
    kept = f" You may not pass {words} while you have enough other cards."
    assert Cycle(LEFT, kept=cards).describe(4).endswith(kept)
    assert DealerCalls(kept=cards).describe(4).endswith(kept)
    assert NoPenaltyOnFirstTrick(cards).describe(4) == (
        f"You may not play {words} to the first trick, unless you have no other legal card."
    )


@pytest.mark.parametrize("rule", [ContractsInOrder, DealerNamesContract])
def test_contracts_are_any_list_of_contracts(rule: Any) -> None:
    one, two = Contract("one"), Contract("two")
    assert rule(iter([one, two])).choices == (one, two)
    with pytest.raises(RulesError, match=r"^choices must be a list of contracts, not 5$"):
        rule(5)


def test_without_penalty_cards_a_further_card_is_no_moon() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(), moon=ShootTheMoon(ADD, also="JD"))
    piles = (Cards("JD"), Cards(), Cards(), Cards())
    assert rules.moon.shooter(rules.finished(piles)) == ()
    queen = attrs.evolve(rules, scoring=CardValues({"QS": 13}))
    assert queen.moon.shooter(queen.finished(piles)) == ()
    assert queen.moon.shooter(queen.finished((Cards("JD QS"), *piles[1:]))) == (0,)


def test_the_side_with_the_fewest_points_is_ahead_unless_points_are_good() -> None:
    sides = ((0, 2), (1, 3))
    assert leaders((9, 1, 0, 1), sides) == (1, 3)
    assert leaders((9, 1, 0, 1), sides, points_are_good=True) == (0, 2)
    assert leaders((1, 0, 0, 1), sides) == (0, 1, 2, 3)
    good = attrs.evolve(AMERICAN, ending=Target(points_are_good=True))
    assert AMERICAN.leaders((9, 1, 0, 1), sides) == (1, 3)
    assert good.leaders((9, 1, 0, 1), sides) == (0, 2)


def test_partners_who_shot_the_moon_together_are_both_named() -> None:
    rules = attrs.evolve(variants.get("partnership"), moon=ShootTheMoon(ADD))
    sheet = score_hand(rules, taken=[HEARTS, "", "QS", ""], partial=True)
    assert sheet.lines[-1] == Line(1, 26, "pays for the moon of seat 0 and seat 2")


@pytest.mark.parametrize(
    "step",
    [
        FullSet("QS", {"QS": 13}),
        NoneOf("QS", 5),
        NoTricksBonus(),
        NoRoundBelow(0),
        ScoreMultiplier("QS"),
        TrickValues(each=1),
    ],
    ids=lambda step: step.name,
)
def test_a_step_that_does_not_count_single_cards_makes_none_cost_anything(step: Scorer) -> None:
    rules = attrs.evolve(AMERICAN, scoring=step)
    assert rules.points(Card("QS")) == 0
    assert rules.penalty_cards(4) == Cards()


def test_a_game_that_has_turned_ends_at_0() -> None:
    sides = ((0,), (1,))
    assert not ThereAndBack(50).is_over(((50, 2), (40, 1)), sides)
    assert ThereAndBack(50).is_over(((50, 2), (40, 0)), sides)
    assert ThereAndBack(50).is_over(((50, 2), (40, -1)), sides)
    assert not ThereAndBack(50).is_over(((49, 2), (50, 0)), sides)


def test_a_round_at_the_floor_is_left_alone() -> None:
    jack = CardValues({"JD": -10, "QS": 10})
    rules = attrs.evolve(AMERICAN, scoring=(jack, NoRoundBelow(-10)), moon=NO_MOON)
    assert score_hand(rules, taken=["JD", "QS", "", ""], partial=True).lines == (
        Line(0, -10, "took JD"),
        Line(1, 10, "took QS"),
    )
    rules = attrs.evolve(rules, scoring=(jack, NoRoundBelow(-9)))
    lines = score_hand(rules, taken=["JD", "QS", "", ""], partial=True).lines
    assert lines[-1] == Line(0, 1, "has at least -9")


@pytest.mark.parametrize(
    ("step", "what"),
    [
        (TrickValues({1: 3}, together=2), "the first trick"),
        (TrickValues(holding={"QC": 3}, together=2), "the trick with QC"),
    ],
)
def test_all_of_one_trick_is_that_trick(step: TrickValues, what: str) -> None:
    rules = attrs.evolve(AMERICAN, scoring=step, moon=NO_MOON)
    sheet = score_hand(rules, tricks=["2C QC 3C 4C"], leader=0, partial=True)
    assert sheet.lines == (Line(1, 3, f"took {what}"), Line(1, 2, "took all of these"))


def test_a_charged_card_may_be_led_if_it_is_the_only_one_of_its_suit() -> None:
    play = (FollowSuit(), ChargedCardsWait(lone_may_lead=True))
    rules = attrs.evolve(
        AMERICAN, opening=EldestLeads(), charging=Charges({"QS": "QS", "AH": "AH"}), play=play
    )
    assert legal_plays(rules, hand="QS 3S 4H", charged="QS") == Cards("3S 4H")
    assert legal_plays(rules, hand="QS 3D 4H", charged="QS") == Cards("QS 3D 4H")
    assert legal_plays(rules, hand="QS 3S AH", charged="QS AH") == Cards("3S AH")
    assert legal_plays(rules, hand="QS 3S", trick="4S", charged="QS") == Cards("3S")


def test_values_say_which_way_they_count() -> None:
    assert CardValues({"QS": 13}).signs == {1}
    assert CardValues({"JD": -10}).signs == {-1}
    assert CardValues({"QS": 13, "JD": -10}).signs == {1, -1}
    assert CardValues({}).signs == set()
    taken_off = attrs.evolve(AMERICAN, scoring=CardValues({"QS": -3}), moon=NO_MOON)
    assert Game.new(attrs.evolve(taken_off, ending=Target(-9, points_are_good=True))).to_act == ()


def test_tricks_without_a_value_cost_nothing() -> None:
    assert TrickValues().describe(4) == "Points for tricks taken: none."


def test_a_contract_may_have_a_name_of_40_characters() -> None:
    assert Contract("n" * 40).name == "n" * 40


def test_what_is_no_ending_is_answered_with_the_endings() -> None:
    wrong: Any = 5
    with pytest.raises(RulesError) as error:
        attrs.evolve(AMERICAN, ending=wrong)
    begin = "this is not a rulebook: ending: 5 is not an Ending: it lacks describe, is_over, name"
    assert str(error.value).startswith(begin)


def test_a_whole_pack_is_described() -> None:
    assert Pack().describe(4) == (
        "One pack of 52 cards. Aces are high, and there are no trumps. Deal 13 cards to each "
        "player, one at a time, clockwise from the dealer's left."
    )


def test_a_multiplier_is_described() -> None:
    multiplies = "multiplies the player's points for the round, good or bad, by 2."
    assert ScoreMultiplier("TC").describe(4) == f"Taking 10♣ {multiplies}"


def test_a_moon_is_paid_in_one_way() -> None:
    moon = ShootTheMoon((ADD, SUBTRACT))
    rules = attrs.evolve(AMERICAN, moon=moon)
    finished = rules.finished((AMERICAN.penalty_cards(4), *[Cards()] * 3))
    lines = [*moon.lines(finished, ScoreSheet(4, (Line(0, 26, "took all"),)))]
    assert lines[0] == Line(0, -26, "is let off the cards taken")
    assert [line.seat for line in lines[1:]] == [1, 2, 3]


@pytest.mark.parametrize(("hand", "may"), [("2H 3H 2C 3C 4C", "2C 3C 4C"), ("2H 3H 2C 3C", "")])
def test_cards_that_are_kept_may_be_passed_where_too_few_others_are_left(
    hand: str, may: str
) -> None:
    rules = attrs.evolve(AMERICAN, passing=Cycle((LEFT,), kept=HEARTS))
    assert rules.may_pass(Cards(hand), LEFT, 4) == Cards(may or hand)


def test_only_the_last_round_can_win_outright() -> None:
    assert AMERICAN.winners((3, 1, 2, 1), ()) == (1, 3)
    usual, outright = ScoreSheet(4), ScoreSheet(4, winners=(0,))
    assert AMERICAN.winners((3, 1, 2, 1), (usual, outright)) == (0,)
    assert AMERICAN.winners((3, 1, 2, 1), (outright, usual)) == (1, 3)


def test_a_contract_is_described_by_its_name_in_words() -> None:
    contracts = ContractsInOrder((Contract("no-last-trick", scoring=TrickValues({-1: 5})),))
    described = attrs.evolve(AMERICAN, contracts=contracts).describe(4)
    assert "No last trick: Points for tricks taken: the last trick 5." in described


class SameTricks(HighestOfSuitLed):
    """Tricks that are won as usual, by a class that might do otherwise."""


def test_a_trick_of_own_rules_may_be_complete_after_any_card() -> None:
    rules = attrs.evolve(AMERICAN, passing=NO_PASSING, tricks=SameTricks())
    game = Game.new(rules, players=3).deal(seed=1)
    for _ in range(3):
        game = game.play(game.legal_plays()[0])
    assert len(game.table.tricks) == 1


def test_nobody_took_a_trick_where_tricks_are_not_counted() -> None:
    finished = AMERICAN.finished((Cards("QS"), Cards(), Cards(), Cards()))
    assert finished.tricks_by_side == (0, 0, 0, 0)


def test_every_pattern_of_a_cycle_must_fit_the_hands() -> None:
    for short in (1, 29):
        patterns: list[PassPattern] = [*[HOLD] * short, Toward(1, 14)]
        with pytest.raises(RulesError, match="14 cards cannot be passed from a hand of 13"):
            attrs.evolve(AMERICAN, players=4, passing=Cycle(patterns))


def test_chapters_are_given_by_name() -> None:
    positional: Any = Rules
    with pytest.raises(TypeError, match="takes 1 positional argument"):
        positional("Ours", (4,))


@pytest.mark.parametrize("packs", range(1, 9))
def test_a_deck_says_how_many_packs_it_has(packs: int) -> None:
    number = ["One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight"][packs - 1]
    said = f"{number} pack{'s' * (packs > 1)} of 52 cards"
    assert Pack(packs=packs).describe(4).startswith(said)


LEAST: Mapping[str, tuple[Callable[[int], object], int]] = {
    "Charges.each": (lambda least: Charges({"QS": "QS"}, each=least), 1),
    "ContractsInOrder.first": (
        lambda least: ContractsInOrder((Contract("tricks"),), first=least),
        0,
    ),
    "DealMovesLeft.every": (DealMovesLeft, 1),
    "Pack.packs": (lambda least: Pack(packs=least), 1),
    "Pack.kitty": (lambda least: Pack(kitty=least), 0),
    "Rounds.rounds": (Rounds, 1),
    "ThereAndBack.at": (ThereAndBack, 1),
    "Reversed.at": (Reversed, 1),
    "KittyTo.share": (lambda least: KittyTo(share=least), 1),
    "ShootTheMoon.points": (lambda least: ShootTheMoon(points=least), 0),
    "ShootTheMoon.sun": (lambda least: ShootTheMoon(sun=least), 0),
    "Toward.count": (lambda least: Toward(1, least), 1),
    "Across.count": (Across, 1),
    "Scatter.each": (Scatter, 1),
    "Mix.count": (Mix, 1),
    "DealerCalls.count": (DealerCalls, 1),
    "Rules.revision": (lambda least: attrs.evolve(AMERICAN, revision=least), 1),
    "ScoreMultiplier.factor": (lambda least: ScoreMultiplier("TC", least), 1),
    "BoosterNines.most": (lambda least: BoosterNines(most=least), 1),
}
"""How a rule is made with a number, and the least that it takes."""


@pytest.mark.parametrize("field", LEAST)
def test_each_number_has_its_least(field: str) -> None:
    make, least = LEAST[field]
    make(least)
    with pytest.raises(RulesError, match=f"{field.split('.')[1]} must be a whole number"):
        make(least - 1)


@pytest.mark.parametrize(
    ("step", "tricks", "absence"),
    [
        (CardValues({"QS": 13}), False, False),
        (FullSet("QS QH", {"QS": 5, "QH": 5}), False, False),
        (NoneOf("QS QH", 5), False, True),
        (NoRoundBelow(0), False, False),
        (ScoreMultiplier("TC"), False, False),
        (TrickValues({1: 1}), True, False),
        (NoTricksBonus(-5), True, False),
    ],
    ids=lambda value: type(value).__name__,
)
def test_what_a_step_of_the_count_looks_at(step: Scorer, tricks: bool, absence: bool) -> None:
    assert counts_tricks(step) is tricks
    assert counts_absence(step) is absence


def test_no_payment_of_a_moon_looks_at_tricks() -> None:
    for payment in (Pay(), SubtractFrom(50), NO_MOON):
        assert counts_tricks(payment) is False


@pytest.mark.parametrize(
    "notes",
    [
        {"summary": "Ours"},
        {"source": "us"},
        {"aliases": ("Mine",)},
        {"decisions": ("All",)},
        {"revision": 2},
    ],
    ids=str,
)
def test_notes_make_no_other_game(notes: dict[str, Any]) -> None:
    bare = Rules(name="Ours")
    noted = attrs.evolve(bare, **notes)
    assert noted == bare
    assert hash(noted) == hash(bare)
    ((field, note),) = notes.items()
    assert getattr(noted, field) == note != getattr(bare, field)
    assert (bare.summary, bare.source, bare.aliases, bare.decisions) == ("", "", (), ())


def test_how_totals_change_belongs_to_the_end_of_the_game() -> None:
    rules = attrs.evolve(AMERICAN, totals=ExactTotals({100: 50}))
    assert "\n\nThe end of the game\n  A score of exactly 100 falls to 50" in rules.describe()


def test_a_kitty_is_named_after_its_taker() -> None:
    assert [kitty.name for kitty in (KittyTo(share=1), KittyTo(), *map(KittyTo, [*Taker][1:]))] == [
        "kitty-by-the-trick",
        "kitty-to-first-trick",
        "kitty-to-first-penalty",
        "kitty-to-last-trick",
    ]


def test_the_suit_of_the_last_card_binds_nobody_if_it_is_unknown() -> None:
    rules = attrs.evolve(AMERICAN, play=(FollowSuit(), LeadSuitOfLastCard()))
    taken = Cards(PACK) - Cards("3S 4D 5C 6C 7C 8C 9C TC")
    hands = ["3S 4D", "5C 6C", "7C 8C", "9C TC"]
    game = Game.new(rules).set_up(hands, leader=0, taken=[taken, "", "", ""])
    assert game.legal_plays() == Cards("3S 4D")


def test_nothing_is_passed_across_at_an_odd_table() -> None:
    for players in range(3, 12):
        across = [type(each) is Across for each in LEFT_RIGHT_ACROSS_HOLD.patterns_for(players)]
        assert any(across) == (players % 2 == 0)


def test_a_dealer_calls_one_of_ten_thousand_passes_at_most() -> None:
    assert len(DealerCalls(9999).calls(3)) == 10_001  # with the mix
    with pytest.raises(RulesError, match="there are 10001 ways to pass 10000 cards, too many"):
        DealerCalls(10_000).calls(3)


def test_a_condition_takes_sets_that_these_makes() -> None:
    with pytest.raises(RulesError) as error:
        Condition(Where.LEAD, unless="QS")  # type: ignore[arg-type]
    assert str(error.value) == "Condition: unless must be CardSet, not 'QS'; write these('QS')"
