"""House rules: how a rulebook may be changed by choices of published games."""

from __future__ import annotations

import re
from itertools import chain, permutations
from random import Random

import attrs
import pytest

from heartslib import Game, HeartsError, Rules, variants
from heartslib.rules import NO_PASSING, NoMoon
from heartslib.rules.book.rulebook import CHAPTERS
from heartslib.show.choices import HouseChoice, house_choices, with_choices
from heartslib.testing import at_random, next_state

AMERICAN = variants.get("american")
PASSING = [
    "3 left in round 1, 3 right in round 2, 3 across in round 3 and none in round 4;",
    "No cards are passed.",
    "3 right every round.",
    "split among the other players as the dealer likes",
    "3 left every round.",
    "3 left in round 1, 3 across in round 2 and 3 right in round 3;",
    "1 to every other player in round 4 and none in round 5;",
]
"""What eight printed rulebooks for four say about the pass, the most usual first."""


def of_chapter(title: str, rules: Rules = AMERICAN, players: int = 4) -> list[HouseChoice]:
    return [each for each in house_choices(rules, players) if each.chapter == title]


def key(text: str, rules: Rules = AMERICAN) -> str:
    """The key of the only choice that says this."""
    (found,) = (each.key for each in house_choices(rules, 4) if text in each.text)
    return found


def same(one: Rules, other: Rules) -> bool:
    """Whether two rulebooks say the same in each chapter."""
    return all(getattr(one, each.name) == getattr(other, each.name) for each in CHAPTERS)


def test_a_chapter_offers_what_published_games_say() -> None:
    offered = of_chapter("Passing")
    assert len(offered) == len(PASSING)
    assert all(said in each.text for said, each in zip(PASSING, offered, strict=True))
    assert [each.chosen for each in offered] == [True, *[False] * 6]
    assert not any(each.adds for each in offered)
    assert "No cards are passed." in [each.text for each in of_chapter("Passing", players=3)]


def test_a_choice_takes_the_place_of_another() -> None:
    house = with_choices(AMERICAN, [key("No cards are passed."), key("There is no moon.")])
    assert (house.passing, house.moon) == (NO_PASSING, NoMoon())
    assert house.name == "American Hearts with house rules"
    assert house.play == AMERICAN.play
    usual = of_chapter("Passing")[0].key
    assert with_choices(AMERICAN, [usual]) is AMERICAN
    again = with_choices(house, [usual])
    assert again.name == "American Hearts with house rules"
    assert again.passing == AMERICAN.passing


def test_a_restriction_joins_others_and_is_left_out_again() -> None:
    safe = key(
        "You may not play Q♠ or hearts to the first trick, unless you have no other legal card."
    )
    house = with_choices(AMERICAN, [safe])
    assert house.play[:-1] == AMERICAN.play
    assert "first trick" in house.play[-1].describe(4)
    (chosen,) = (each for each in house_choices(house, 4) if each.key == safe)
    assert chosen.chosen
    assert chosen.adds
    assert with_choices(house, [safe]).play == AMERICAN.play
    assert with_choices(AMERICAN, [safe, safe]) is AMERICAN


def test_of_two_alike_one_takes_the_place_of_the_other() -> None:
    omnibus = variants.get("omnibus")
    spades = key("Score 13 for taking Q♠, 10 for K♠, 7 for A♠ and 1 for each heart.")
    assert len(with_choices(omnibus, [spades]).scoring) == len(omnibus.scoring)
    late = key("Hearts may not be led until Q♠ or a heart has been played to an earlier trick")
    house = with_choices(AMERICAN, [late])
    assert [type(each) for each in house.play] == [type(each) for each in AMERICAN.play]
    assert house.play != AMERICAN.play


def test_what_has_become_a_published_game_is_called_so() -> None:
    jack = key("Score −10 for taking J♦.")
    house = with_choices(AMERICAN, [jack])
    expected = {name for name, rules in variants.all().items() if same(rules, house)}
    assert (house.name in {variants.get(name).name for name in expected}) == bool(expected)
    assert with_choices(house, [jack]) is AMERICAN


@pytest.mark.parametrize(
    ("slug", "joker"), [("american", ""), ("kierki_dzokerowe", "2♣"), ("joker_hearts", "2♥")]
)
def test_a_joker_comes_only_from_games_with_the_same_joker(slug: str, joker: str) -> None:
    said = [each.text for each in house_choices(variants.get(slug), 4) if "joker" in each.text]
    assert bool(said) == bool(joker)
    named = re.findall("(..) is the joker|the joker, (..),", "\n".join(said))
    assert {*chain(*named)} - {""} == {joker} - {""}


def test_a_key_means_the_same_after_other_changes() -> None:
    """A sheet holds keys from before and after a change; without a joker fewer rules are offered."""
    jokers = variants.get("kierki_dzokerowe")
    natural = attrs.evolve(jokers, tricks=AMERICAN.tricks)
    before, after = (
        {each.text: each.key for each in house_choices(rules, 4)} for rules in (jokers, natural)
    )
    both = before.keys() & after.keys()
    assert len(after) < len(before)
    assert {text: before[text] for text in both} == {text: after[text] for text in both}
    (plain,) = (each.key for each in of_chapter("Tricks", jokers) if each.text == "None of these.")
    assert same(with_choices(jokers, [plain]), natural)
    last = after[of_chapter("Play", natural)[-1].text]
    assert same(with_choices(jokers, [plain, last]), with_choices(natural, [last]))
    with pytest.raises(HeartsError, match="there is no choice"):
        with_choices(AMERICAN, [key("2♣ is the joker", jokers)])


def test_what_contradicts_the_rulebook_is_not_offered() -> None:
    for each in house_choices(AMERICAN, 4):
        with_choices(AMERICAN, [each.key]).at(4)
    assert not any("counters" in each.text for each in house_choices(AMERICAN, 4))


@pytest.mark.parametrize(
    ("slug", "keys"),
    [
        ("american", ["scoring.0", "scoring.2"]),  # its own, and what takes its place
        ("omnibus", ["scoring.3", "scoring.2"]),
        ("american", ["passing.0", "passing.1"]),
        ("heartsette", ["bonuses.12", "bonuses.13"]),  # two of a kind, of which it has none
    ],
)
def test_two_choices_for_one_place_are_refused(slug: str, keys: list[str]) -> None:
    both = rf"^({'|'.join(keys)})' and '({'|'.join(keys)})".replace("^", "^'")
    for given in permutations(keys):
        with pytest.raises(HeartsError, match=f"{both}' are choices for one place: give one of"):
            with_choices(variants.get(slug), given)


def test_the_order_of_choices_makes_no_difference() -> None:
    keys = [
        "play.2",
        "play.8",
        "play.9",
        "bonuses.0",
        "bonuses.2",
        "tricks.1",
        "ending.1",
        "play.1",
    ]
    rng, house = Random(1), with_choices(AMERICAN, keys)
    for _ in range(10):
        assert with_choices(AMERICAN, rng.sample(keys, len(keys))) == house
    assert len(house.play) == len(AMERICAN.play) + 2


def test_no_showing_is_a_choice() -> None:
    lady = variants.get("chase_the_lady")
    kept, shown = of_chapter("Showing", lady)
    assert (kept.text, kept.chosen, shown.chosen) == ("None of these.", False, True)
    assert with_choices(lady, [kept.key]).showing is None


USUAL = {
    "american": ["Passing", "Breaking hearts", "Points on the first trick", "A card to take", "The game ends"],
    "omnibus": ["Passing", "Breaking hearts", "Points on the first trick", "A card to take", "The game ends"],
    "barbu": ["Passing", "Breaking hearts", "The game ends"],
    "spot": ["Passing", "Breaking hearts", "Points on the first trick", "A card to take", "The game ends"],
}  # fmt: skip


@pytest.mark.parametrize("slug", USUAL)
def test_what_people_change_most_is_named_by_the_choices(slug: str) -> None:
    rules = variants.get(slug)
    found = house_choices(rules, rules.usual_players)
    assert [*dict.fromkeys(each.switch for each in found if each.switch)] == USUAL[slug]


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("No cards are passed.", "No passing"),
        ("3 right every round.", "3 right every round"),
        ("until Q♠ or a heart has been played", "Q♠ or a heart breaks hearts"),
        ("may not play Q♠ or hearts to the first", "No Q♠ or hearts on the first trick"),
        ("Score −10 for taking J♦.", "J♦ −10"),
        ("reaches or passes 50 points", "At 50 points"),
        ("There is no moon.", "No moon"),
        ("Score 5 for taking Q♠, 2 for J♣", "Q♠ 5, J♣ 2, hearts 1"),
        ("The player with 2♠ leads it", "The player with 2♠ leads it"),
    ],
)
def test_a_choice_has_a_label(text: str, label: str) -> None:
    (found,) = (each for each in house_choices(AMERICAN, 4) if text in each.text)
    assert found.label == label


LONGEST = 80


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_labels_are_short_and_places_are_those_of_the_rulebook(slug: str) -> None:
    rules = variants.get(slug)
    players = rules.usual_players
    found = house_choices(rules, players)
    for each in found:
        assert 2 < len(each.label) <= LONGEST
        assert each.label[0].isupper() or not each.label[0].isalpha()
        assert each.label[-1] not in ".,:;"
        assert each.own == each.chosen
    for one, other in permutations(found, 2):
        assert one.adds or one.place == one.key.partition(".")[0]
        if one.place == other.place and not one.own and not other.own:
            with pytest.raises(HeartsError, match="are choices for one place"):
                with_choices(rules, [one.key, other.key])
            break
    for choice in [each for each in found if not each.own][:3]:
        later = house_choices(rules, players, [choice.key])
        assert later
        for each in later:
            assert each.own == (each.key in {known.key for known in found if known.own})
            if each.place == choice.place:
                assert each.chosen == (each.key == choice.key)


def test_choices_that_are_made_already_are_taken_on() -> None:
    made = [key("No cards are passed."), key("There is no moon.")]
    house = with_choices(AMERICAN, made)
    here, there = house_choices(AMERICAN, 4, made), house_choices(house, 4)
    assert [each.key for each in here] == [each.key for each in there]
    assert [each.chosen for each in here] == [each.chosen for each in there]
    assert [each.text for each in here] == [each.text for each in there]
    assert not any(each.own for each in here if each.key in made)
    assert all(each.own for each in there if each.key in made)
    with pytest.raises(HeartsError, match="are choices for one place"):
        house_choices(AMERICAN, 4, ["passing.1", "passing.2"])


CHARGED = "You may not play a charged card"
NO_TRUMPS = "Aces are high. There are no trumps."
BELOW = "A score for the round that is below 0"


@pytest.mark.parametrize(
    ("slug", "said", "offered"),
    [
        *(("american", CHARGED, False), ("knaves", CHARGED, False), ("turbo", CHARGED, True)),
        *(("king", NO_TRUMPS, False), ("turkish_king", NO_TRUMPS, False)),
        *(("american", BELOW, True), ("omnibus", BELOW, True), ("hartenjagen", BELOW, True)),
        *(("black_maria", BELOW, False), ("heartsette", BELOW, False), ("tetka", BELOW, False)),
        *(("basic", BELOW, False), ("classic_50", BELOW, False)),  # a moon costs the others
        ("lora", "Score 1 for each heart", False),  # each contract has its own score
        ("king", "ace, 10, king", True),  # the rounds without trumps have the usual tricks
    ],
)
def test_what_would_change_nothing_is_not_offered(slug: str, said: str, offered: bool) -> None:
    rules = variants.get(slug)
    sentences = [each.text for each in house_choices(rules, rules.usual_players)]
    assert any(said in text for text in sentences) == offered


@pytest.mark.parametrize(
    ("slug", "offered"),
    [
        *(("king", False), ("knaves", False), ("super_hearts", False), ("auction_hearts", False)),
        *(("joker_hearts", False), ("bassadewitz", False), ("barbu", True), ("gong_zhu", True)),
    ],
)
def test_an_ending_that_points_do_not_lead_to_is_not_offered(slug: str, offered: bool) -> None:
    rules = variants.get(slug)
    endings = [each.text for each in house_choices(rules, rules.usual_players)]
    assert any("−1000 points" in text for text in endings) == offered


@pytest.mark.slow
@pytest.mark.parametrize("slug", variants.all())
def test_each_choice_of_each_game_can_be_played(slug: str) -> None:
    rules = variants.get(slug)
    players, rng = rules.usual_players, Random(slug)
    offered = house_choices(rules, players)
    assert len(offered) > 10
    # without its only rule for the score, a game may never end
    new = [each for each in offered if not (each.adds and each.chosen)]
    for choice in rng.sample(new, 1):
        house = with_choices(rules, [choice.key])
        (now,) = (each for each in house_choices(house, players) if each.key == choice.key)
        assert now.chosen == (not choice.chosen if choice.adds else True)
        game = Game.new(house, players)
        while game.phase.name not in {"score", "over"}:
            game = next_state(game, at_random, rng)
        assert game.view(None).sheet or game.is_over
