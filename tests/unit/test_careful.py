"""What players expect of a computer at their table: positions with the right moves, and why they are right."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Final, TypeAlias

import attrs
import pytest

from heartslib import Card, Cards, Game, View, variants
from heartslib.bots import LEVELS, MonteCarlo, careful
from heartslib.cards import PACK
from heartslib.moves import Deal, Pass, Play
from heartslib.phases.setup import CHECKS
from heartslib.rules import NO_PASSING, EldestLeads, FollowSuit, Rules

CLUBS: Final = ("KC 2C 3C 4C", "8C 5C 6C 7C", "QC 9C TC JC")
DIAMONDS: Final = ("AD 2D 3D 4D", "8D 5D 6D 7D", "QD 9D TD JD")
SPADES: Final = ("5S 2S 3S 4S", "9S 6S 7S 8S", "KS TS JS QS")
HEARTS: Final = ("AH 9H 8H 7H", "KH 6H 5H 4H")
TO_THE_END: Final = (
    *("5S 2S 3S 4S", "9S 6S 7S 8S", "AS KS QS JS", "5D 2D 3D 4D", "9D 6D 7D 8D", "AD QD JD TD"),
    *("5H 2H 3H 4H", "9H 6H 7H 8H", "AH QH JH TH", "KD TS KH QC", "AC TC JC 9C"),
)
"""Tricks that their leader takes."""

Position: TypeAlias = tuple[str, tuple[str, ...], str, str, str]
"""A variant, the tricks that seat 0 has taken, the trick, the hand, and the right cards."""

KNOWN: Final[dict[str, Position]] = {
    "the queen goes under before a harmless ace takes": (
        # whoever plays last would see no cost in the ace; the queen is rid of for good
        *("american", (*CLUBS, *DIAMONDS), "2S KS 5S", "AS QS 4H 6H 7H TH AC", "QS"),
    ),
    "the queen of spades is not for the partner, third": (
        # the king is the partner's and nothing is higher but the ace: 13 points for the own side
        *("partnership", (*CLUBS, *DIAMONDS), "KS 5S", "QS 9S 2S 4H 6H 7H AC", "9S 2S"),
    ),
    "the queen of spades is not for the partner, last": (
        # the partner takes the trick whatever falls
        *("partnership", (*CLUBS, *DIAMONDS), "5S KS 6S", "QS 9S 2S 4H 6H 7H AC", "9S 2S"),
    ),
    "the last player who can duck does not take the queen": (
        # the king takes 13, the two takes nothing
        *("american", (*CLUBS, *DIAMONDS), "5S QS 6S", "KS 2S 4H 6H 7H TH AC", "2S"),
    ),
    "the jack of diamonds is left with the queen of spades": (
        # 10 good and 13 bad points are 3 bad ones
        *("omnibus", (*CLUBS, *SPADES[:2]), "JD QS 9D", "QD 2D AC 2H 3H TH AS AH", "2D"),
    ),
    "the same before the last player": (
        # nobody can make the trick good any more
        *("omnibus", (*CLUBS, *SPADES[:2]), "JD QS", "QD 2D AC 2H 3H TH AS AH", "2D"),
    ),
    "under the ace goes the queen, not the king": (
        # whoever led the ace takes 13, and the king no longer catches anything
        *("american", (*CLUBS, *DIAMONDS), "AS", "KS QS 2S 4H 6H 7H AC", "QS"),
    ),
    "a dead suit is not led into three hearts": (
        # nobody else has spades: the ace takes three hearts, a low heart takes none
        *("american", (*CLUBS, *DIAMONDS, *SPADES, "AC KD AH KH"), "", "AS 2H 9H", "2H 9H"),
    ),
    "a dead suit is not led again and again": (
        # the ten and more hearts are out above both, so another seat takes them
        *("american", (*CLUBS, *DIAMONDS, *SPADES, "AC KD AH KH"), "", "AS 3H 9H", "3H 9H"),
    ),
    "the jack of diamonds is taken by the last player": (
        # 10 good points, and nobody plays after
        *("omnibus", (*CLUBS, *SPADES[:2]), "JD 9D TD", "QD 2D AC 2H 3H TH AS AH", "QD"),
    ),
    "the jack of diamonds is not discarded": (
        # void in spades: the jack's 10 good points would be another's, and high cards win tricks
        *("omnibus", CLUBS, "AS 2S 3S", "JD 2D 5D AC 2H 3H TH QH KH AH", "AC AH QH"),
    ),
    "a harmless trick is the place for a high card": (
        # the last player sees three clubs that cost nothing, and the ace may cost 13 later
        *("american", DIAMONDS, "5C 6C 7C", "AC 2C KS 3S 4S 5H 6H 7H 8H 9H", "AC"),
    ),
    "the queen goes under the king before the ace takes a harmless trick": (
        # the last to play is rid of 13 points, and the ace may go later
        *("american", (*CLUBS, *DIAMONDS), "2S KS 5S", "AS QS 4H 6H 7H 8H 9H", "QS"),
    ),
    "the queen goes where it hurts others": (
        # void in clubs: 13 points to whoever takes the trick, and never to this hand
        *("american", DIAMONDS, "AC KC 3C", "QS 2S 3S 4S 5H 6H 7H 8H 9H TH", "QS"),
    ),
    "the queen costs most of three spades in Black Maria": (
        # void in clubs: the queen costs 13, the king 10, the ace 7, each heart 1
        *("black_maria_43", DIAMONDS, "AC KC 3C", "AS KS QS 4S 5H 6H 7H 8H 9H TH", "QS"),
    ),
    "the king of spades goes under the ace in Black Maria": (
        # the ace has taken the trick: 10 points more for its owner
        *("black_maria_43", (*CLUBS, *DIAMONDS), "AS 5S 6S", "KS 2S 4H 6H 7H TH AC", "KS"),
    ),
    "the ace of spades does not take the queen in Black Maria": (
        # 13 points, and 7 more for the ace itself
        *("black_maria_43", (*CLUBS, *DIAMONDS), "5S QS 6S", "AS 2S 4H 6H 7H TH AC", "2S"),
    ),
    "the pig goes under a higher spade in Gong Zhu": (
        # 100 bad points for the owner of the king
        *("gong_zhu", (*CLUBS[:2], *DIAMONDS), "KS 3S 4S", "QS 2S 5H 6H 7H 9H TH AC", "QS"),
    ),
    "the sheep is taken by the last player in Gong Zhu": (
        # the jack of diamonds is worth 100 good points
        *("gong_zhu", (*CLUBS, *SPADES[:2]), "JD 3D 4D", "KD 2D AC 2H 3H TH AS AH", "KD"),
    ),
    "the transformer is left with the pig in Gong Zhu": (
        # the ten of clubs doubles the 100 bad points of the queen
        *("gong_zhu", (*SPADES[:2], *DIAMONDS), "TC QS 3C", "KC 2C 5H 6H 7H 9H TH 4H", "2C"),
    ),
    "a charged jack of diamonds outweighs the queen in Turbo Hearts": (
        # charged it is worth 20 good points, and the queen only 13 bad ones
        *("turbo charged JD", (*CLUBS, *SPADES[:2]), "JD QS 9D", "QD 2D AC 2H 3H TH AS AH", "QD"),
    ),
    "a charged queen of spades outweighs the jack of diamonds": (
        # charged it costs 26, and the jack is worth only 10
        *("turbo charged QS", (*CLUBS, *SPADES[:2]), "JD QS 9D", "QD 2D AC 2H 3H TH AS AH", "2D"),
    ),
    "the last trick of Kierki is left to others": (
        # the last trick costs 10, and the twelfth nothing: there the king goes
        *("kierki contract seventh-and-last", TO_THE_END, "5C 6C 7C", "KC 2C", "KC"),
    ),
}
"""Positions that a rule of thumb knows, with the argument."""


def at(
    slug: str,
    hand: str,
    trick: str,
    tricks: tuple[str, ...],
    *,
    charged: Sequence[str] = (),
    contract: str | None = None,
) -> View:
    """A position of four after tricks that seat 0 has taken; any card may be led to any trick."""
    rules: Rules = attrs.evolve(
        variants.get(slug), play=(FollowSuit(),), opening=EldestLeads(), passing=NO_PASSING
    )
    seat = len(trick.split())
    waived = [name for name in CHECKS if name not in {"cards", "sizes"}]
    return View.set_up(
        rules, seat=seat, hand=hand, leader=0, dealer=3, tricks=tricks, trick=trick, players=4,
        waive=waived, charged=charged, contract=contract,
    )  # fmt: skip


def position(name: str) -> tuple[View, list[Play]]:
    """A position, and the right moves."""
    variant, tricks, trick, hand, right = KNOWN[name]
    slug, *more = variant.split()
    match more:
        case ["charged", card]:
            owners = [card if card == each else "" for each in [*trick.split(), ""]]
            view = at(slug, hand, trick, tricks, charged=owners)
        case ["contract", contract]:
            view = at(slug, hand, trick, tricks, contract=contract)
        case _:
            view = at(slug, hand, trick, tricks)
    return view, [Play(len(trick.split()), card) for card in Cards(right)]


@pytest.mark.parametrize("name", KNOWN)
def test_careful_knows_what_a_rule_of_thumb_can_know(name: str) -> None:
    view, right = position(name)
    assert careful(view) in right
    assert len(right) < len({*view.legal_plays()})


@pytest.mark.slow
@pytest.mark.parametrize("name", KNOWN)
@pytest.mark.parametrize("level", ["strong", "expert"])
def test_the_strong_levels_know_it_too(name: str, level: str) -> None:
    view, right = position(name)
    assert LEVELS[level](view) in right


@pytest.mark.slow
def test_a_heart_in_the_middle_is_passed() -> None:
    """It neither stops a moon nor stays below."""
    hand = Cards("2C 3C 4C 5C 2D 3D 4D 5D 2S 3S 4S 5S 9H")
    rest = [card for card in PACK if card not in hand]
    game = Game.new(variants.get("american"), 4).apply(
        Deal([hand, *(rest[at::3] for at in range(3))])
    )
    for bot in (careful, MonteCarlo(30)):
        move = bot(game.view(0))
        assert isinstance(move, Pass)
        assert "9H" in move.cards


@pytest.mark.parametrize(
    ("hand", "right"),
    [
        ("AS QH 2S 3S 4S", "4S"),  # the queen of hearts will stop it, for less
        ("AS 2H 2S 3S 4S", "AS"),  # nothing else will
        ("AS TH 2S 3S 4S", "AS"),
    ],
)
def test_a_moon_is_not_covered_at_any_price(hand: str, right: str) -> None:
    """Seat 0 has eight hearts and leads the king of spades, and the queen falls on it."""
    view = at("american", hand, "KS QS", (*CLUBS, *DIAMONDS, *HEARTS))
    assert careful(view) == Play(2, Card(right))


@pytest.mark.parametrize(
    ("tricks", "right"),
    [
        (("QH TS JS KS", "AH 9H 8H 7H"), "7C"),  # five hearts of thirteen: 21 points are out
        (("KS TS JS QS", "AH 9H 8H QC"), "AC"),  # three, and the queen: 10 points are out
    ],
)
def test_danger_is_counted_in_points(tricks: tuple[str, ...], right: str) -> None:
    view = at("american", "AC 2C 3C 4C 6C 7C", "KC 5H", (*DIAMONDS, *SPADES[:2], *tricks))
    assert careful(view) == Play(2, Card(right))


@pytest.mark.parametrize(("may_fall", "card"), [(False, "AC"), (True, "9C")])
def test_the_highest_card_goes_where_nothing_can_fall(may_fall: bool, card: str) -> None:
    """No penalty card may be played to the first trick of Black Lady; without that rule the ace may take 13."""
    rules = variants.get("black_lady")
    if may_fall:
        rules = attrs.evolve(rules, play=(FollowSuit(),))
    view = View.set_up(
        rules, seat=1, hand="AC 9C 8C 7C 6C 5C 4C 2D 3D 4D 2S 3S 4S", leader=0, trick="TC", waive=CHECKS
    )  # fmt: skip
    assert careful(view) == Play(1, Card(card))


def test_what_weighs_most_is_passed_and_the_lowest_heart_stays() -> None:
    """The deuce of hearts takes no trick; the ace of hearts and the queen without guards do."""
    hand = Cards("2C 3C 4C 5C 2D 3D 4D 8D 9D QS 2H AH KC")
    rest = [card for card in PACK if card not in hand]
    game = Game.new(variants.get("american"), 4).apply(
        Deal([hand, *(rest[at::3] for at in range(3))])
    )
    assert careful(game.view(0)) == Pass(0, Cards("QS AH KC"))


def test_who_plays_last_knows_it_where_others_are_out_of_cards() -> None:
    """In Domino Hearts a seat without cards plays no more: what must be taken is taken highest."""
    game = Game.new(variants.get("domino_hearts"), 3)
    rng = Random(1)
    forced = 0
    while game.phase.name != "score":
        if not game.to_act:
            game = game.deal(rng=rng)
            continue
        view = game.view(game.to_act[0])
        move, trick, legal = careful(view), view.table.trick, view.legal_plays()
        higher = [card for card in legal if card.suit is trick.suit and card > trick.cards[0]]
        if trick.size == 2 and higher == [*legal]:
            assert move == Play(view.to_act[0], max(legal))
            forced += len(legal) > 1
        game = game.apply(move)
    assert forced


def test_who_holds_the_queen_leads_what_makes_a_void() -> None:
    """From 8D TS QS JH AH and QC: a club less is a suit less, and spades would bring her out."""
    view = at("american", "QC 8D 9D TS QS JH AH", "", (*CLUBS, *DIAMONDS[:1]))
    assert careful(view).card == Card("QC")  # type: ignore[union-attr]
