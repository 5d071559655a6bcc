"""The rulebook as a value: composing, describing, refusing."""

from __future__ import annotations

from typing import Any

import attrs
import pytest

from heartslib import Cards, Game, Rules, legal_plays, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.rules import (
    ADD,
    LEFT,
    NO_PASSING,
    SUBTRACT,
    CardValues,
    Cycle,
    FollowSuit,
    HeartsMustBeBroken,
    NoPenaltyOnFirstTrick,
    Pack,
    Payment,
    Rounds,
    ShootTheMoon,
)
from tests.golden.choices import said
from tests.golden.write import SAID, golden_file
from tests.helpers.positions import AMERICAN, moon_shot

ALL = [[*HEARTS, "QS"], "", "", ""]


@pytest.mark.parametrize("slug", variants.all())
def test_describe_prints_the_rulebook(slug: str) -> None:
    """To change the words on purpose: ``python tests/golden/write.py``, and read the diff."""
    rules = variants.get(slug)
    assert rules.describe() + "\n" == golden_file(slug).read_text(encoding="utf-8")
    assert rules.describe() == rules.describe(players=rules.usual_players)


def test_every_choice_says_what_it_does() -> None:
    """To change the words on purpose: ``python tests/golden/write.py``, and read the diff."""
    assert said() == SAID.read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", variants.all())
def test_every_variant_says_where_it_comes_from(slug: str) -> None:
    rules = variants.get(slug)
    assert rules.source
    assert rules.summary.endswith(".")
    assert rules.decisions
    assert variants.slug_of(rules) == slug


def test_rules_are_equal_by_their_chapters_and_name() -> None:
    house = attrs.evolve(AMERICAN, name="House")
    assert house != AMERICAN
    assert attrs.evolve(house, name="American Hearts") == AMERICAN
    assert attrs.evolve(AMERICAN, source="elsewhere") == AMERICAN
    assert hash(attrs.evolve(AMERICAN, source="elsewhere")) == hash(AMERICAN)
    assert variants.slug_of(house) is None


@pytest.mark.parametrize("name", ["american", " American ", "AMERICAN"])
def test_variants_are_found_by_slug(name: str) -> None:
    assert variants.get(name) is AMERICAN is variants.all()["american"]


def test_slugs_may_be_written_with_hyphens_or_spaces() -> None:
    assert variants.get("Black Lady") is variants.get("black-lady") is variants.get("black_lady")


def test_variants_are_found_by_name_and_alias() -> None:
    assert variants.get("Da Nasty Fix") is variants.get("dirty_nasty_filthy")
    assert variants.get("Rickety Kate") is AMERICAN
    assert variants.get("Spot Hearts") is variants.get("spot")
    assert all(variants.get(slug) is rules for slug, rules in variants.all().items())


def test_all_variants_cannot_be_changed() -> None:
    with pytest.raises(TypeError):
        variants.all()["mine"] = AMERICAN  # type: ignore[index]


@pytest.mark.parametrize(
    ("players", "usual"),
    [((3, 4, 5, 6), 4), ((2, 4, 11), 4), ((5, 6, 7), 6), ((5, 6, 7, 8), 6), ((2, 3), 2), (11, 11)],
)
def test_usually_four_play_or_a_number_in_the_middle(
    players: int | tuple[int, ...], usual: int
) -> None:
    rules = attrs.evolve(variants.get("cancellation"), players=players)
    assert rules.usual_players == usual
    assert Game.new(rules).players == usual
    assert rules.describe().splitlines()[0] == f"Cancellation Hearts, for {usual} players"
    assert rules.describe() == rules.describe(usual)
    everything = [str(rules.at(usual).in_force.penalty_cards), *[""] * (usual - 1)]
    assert score_hand(rules, taken=everything).totals[0] == 26 * 2
    assert legal_plays(rules, hand="2C 3D", trick=["9C"] * (usual > 1)) == Cards("2C")


def test_two_packs_play_a_round() -> None:
    rules = attrs.evolve(AMERICAN, deck=Pack(2), passing=Cycle((LEFT,)))
    game = Game.new(rules).deal(seed=4)
    assert rules.at(4).in_force.penalty_cards == Cards([*HEARTS, *HEARTS, "QS", "QS"])
    assert "Two packs of 52 cards" in rules.describe()
    for seat in range(4):
        game = game.pass_cards(seat, game.view(seat).hand[:3])
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[-1])
    assert game.sheet is not None
    assert sum(game.sheet.totals) == 52


def test_a_penalty_card_on_the_first_trick_is_refused_with_the_rule() -> None:
    rules = variants.get("classic_50")
    game = Game.new(attrs.evolve(rules, passing=NO_PASSING)).deal(
        hands=[
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC",
            "2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH 2D",
            "AH 3D 4D 5D 6D 7D 8D 9D TD JD QD KD AD",
            "2S 3S 4S 5S 6S 7S 8S 9S TS JS QS KS AS",
        ]
    )
    objection = game.play("2C").explain("2H")
    assert objection is not None
    assert objection.rule == "no-penalty-on-first-trick"
    assert objection.reason == "no penalty card may be played to the first trick"


def test_rules_can_be_renamed() -> None:
    assert FollowSuit(name="revoke").name == "revoke"
    assert HeartsMustBeBroken(HEARTS | "QS", spared="QS").spared == Cards("QS")
    assert NoPenaltyOnFirstTrick("QS JD").cards == Cards("JD QS")


def test_a_bonus_card_is_no_penalty_card() -> None:
    rules = attrs.evolve(AMERICAN, scoring=(CardValues({HEARTS: 1, "QS": 13, "JD": -10}),))
    assert "JD" not in rules.at(4).in_force.penalty_cards
    assert score_hand(rules, taken=["JD 2H", "", "QS", ""], partial=True).totals == (-9, 0, 13, 0)


@pytest.mark.parametrize(("paid", "totals"), [(ADD, (0, 26, 26, 26)), (SUBTRACT, (-26, 0, 0, 0))])
def test_a_fixed_payment_asks_nobody(paid: Payment, totals: tuple[int, ...]) -> None:
    rules = attrs.evolve(AMERICAN, moon=ShootTheMoon(paid, 26))
    assert score_hand(rules, taken=ALL).totals == totals
    game = moon_shot(rules)
    assert game.sheet is not None
    assert game.sheet.totals == totals
    assert f"; instead, {paid.describe('26')}." in rules.moon.describe(4)


def test_a_rulebook_without_restrictions_says_so() -> None:
    assert "Play\n  Any card may be played.\n" in attrs.evolve(AMERICAN, play=()).describe()


def test_one_restriction_or_scorer_needs_no_tuple() -> None:
    rules = attrs.evolve(AMERICAN, play=FollowSuit(), scoring=CardValues({"QS": 13}))
    assert rules.play == (FollowSuit(),)
    assert rules.scoring == (CardValues({"QS": 13}),)
    assert hash(attrs.evolve(AMERICAN, play=[FollowSuit()], scoring=rules.scoring)) == hash(rules)


@pytest.mark.parametrize("name", ["name", "summary", "source", "aliases", "decisions"])
def test_what_documents_a_rulebook_may_have_several_lines(name: str) -> None:
    text = "one\ntwo"
    given = (text,) if name in {"aliases", "decisions"} else text
    changes: dict[str, Any] = {name: given}
    assert getattr(attrs.evolve(AMERICAN, **changes), name) == given


def test_a_rulebook_without_a_difference_says_so() -> None:
    assert AMERICAN.diff(AMERICAN) == (
        "How American Hearts differs from American Hearts (4 players)\n\n  The rules are the same."
    )
    other = AMERICAN.diff(attrs.evolve(AMERICAN, name="House", ending=Rounds(3)))
    assert other == (
        "How House differs from American Hearts (4 players)\n\n"
        "The end of the game\n"
        "  - The game ends after the round in which someone reaches or passes 100\n"
        "    points.\n"
        "  + The game ends after 3 rounds."
    )


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
