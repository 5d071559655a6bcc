"""The printed rulebooks are enough to play by: readings of them agree with the library.

`python -m tests.blind 300` plays 300 rounds of each game.
"""

from __future__ import annotations

import inspect
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from tests.blind import (
    american,
    barbu,
    cancellation,
    chase_the_lady,
    dirty_nasty_filthy,
    golden_ten,
    gong_zhu,
    greek_hearts,
    hartenjagen,
    jab_moo,
    kierki,
    king,
    kitty_hearts,
    leekha,
    lora,
    omnibus_bicycle,
    partnership,
    partnership_individual,
    royal,
    slobberhannes,
    super_hearts,
    turbo,
    turkish_king,
)
from tests.blind import sentences as s
from tests.blind.harness import DisagreementError, campaign
from tests.blind.plain import Reading, Seen, Way

GAMES: Final[dict[str, Reading]] = {
    "american": american,
    "barbu": barbu,
    "cancellation": cancellation,
    "chase_the_lady": chase_the_lady,
    "dirty_nasty_filthy": dirty_nasty_filthy,
    "golden_ten": golden_ten,
    "gong_zhu": gong_zhu,
    "greek_hearts": greek_hearts,
    "hartenjagen": hartenjagen,
    "jab_moo": jab_moo,
    "kierki": kierki,
    "king": king,
    "kitty_hearts": kitty_hearts,
    "leekha": leekha,
    "lora": lora,
    "omnibus_bicycle": omnibus_bicycle,
    "partnership": partnership,
    "partnership_individual": partnership_individual,
    "royal": royal,
    "slobberhannes": slobberhannes,
    "super_hearts": super_hearts,
    "turbo": turbo,
    "turkish_king": turkish_king,
}
PRINTED: Final = Path(__file__).parents[1] / "golden"
ROUNDS: Final = 24


def check(slug: str, rounds: int, seed: int = 0) -> Counter[str]:
    """Play rounds of a game, and see that what is rare in it has happened."""
    count = campaign(slug, GAMES[slug], rounds, seed)
    text = printed(slug)
    rare = {
        "moons": "shoots the moon" in text,
        "add": "chooses: either" in text,
        "subtract": "chooses: either" in text,
        "every heart": "takes every heart" in text,
        "charged": "Charging" in text,
        "passes": "passes cards" in text,
        "early ends": "The round ends after the trick" in text,
        "not won": "the same player leads again" in text,
        "shown": "keep it face up" in text,
        "games": rounds > 40,
    }
    missing = [name for name, wanted in rare.items() if wanted and not count[name]]
    assert not missing, f"{slug}: none of these in {rounds} rounds: {missing}"
    return count


def printed(slug: str) -> str:
    """The printed text."""
    return (PRINTED / f"rules_{slug}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("slug", GAMES)
def test_the_text_and_the_library_play_the_same_game(slug: str) -> None:
    check(slug, ROUNDS)


@pytest.mark.parametrize("slug", GAMES)
def test_a_reading_quotes_every_sentence_of_its_text_and_nothing_else(slug: str) -> None:
    reading = GAMES[slug]
    title, *lines = printed(slug).splitlines()
    text = " ".join([title, *(line.strip() for line in lines if line.startswith("  "))])
    functions = [getattr(reading, name) for name in vars(Reading) if not name.startswith("_")]
    docs = [inspect.getdoc(each) or "" for each in functions if callable(each)]
    left = text
    for quote in [title, *(part for doc in docs for part in doc.split("\n\n"))]:
        sentence = " ".join(quote.split())
        assert sentence in text, f"{slug} has no {sentence!r}"
        left = left.replace(sentence, "") if sentence else left
    assert not left.strip(" ;.,"), f"nothing quotes {left!r}"
    assert str(reading.PLAYERS) in title


def wrong(slug: str, name: str, function: Callable[..., Any]) -> Reading:
    """A reading with an error in it."""
    given = {each: getattr(GAMES[slug], each) for each in dir(GAMES[slug])}
    return cast("Reading", SimpleNamespace(**given | {name: function}))


def half_the_points(seen: Seen, payment: str) -> list[int]:
    return [points // 2 for points in american.points(seen, payment)]


def same_dealer(seen: Seen) -> int:
    return seen.dealer


def always_right(_: int) -> list[Way]:
    return [{3: 3}]


def tricks_only(_: Seen) -> list[str]:
    return ["Tricks"]


def every_name(_: Seen) -> list[str]:
    return list(barbu.NAMES)


def every_contract(_: Seen) -> list[str]:
    return [*turkish_king.AVOIDED, *turkish_king.TRUMPS]


def whole_hand(seen: Seen) -> list[str]:
    return list(seen.hand)


def three_cards(seen: Seen) -> bool:
    return len(seen.trick) == 3


def the_leader(seen: Seen) -> int:
    return seen.leader


def to_fifty(seen: Seen) -> bool:
    return max(seen.scores) >= 50


WRONG: Final[list[tuple[str, str, Callable[..., Any], str]]] = [
    ("slobberhannes", "pack", s.pack_of_52, "pack"),
    ("kitty_hearts", "deal", s.deal_13, "hands"),
    ("partnership", "sides", s.all_alone, "sides"),
    ("american", "next_dealer", same_dealer, "dealer"),
    ("american", "passes", always_right, "hands after the pass"),
    ("american", "passes", s.no_passing, "pass"),
    ("royal", "passes", s.left_right_across_none, "hands after the pass"),
    ("turbo", "charges", gong_zhu.charges, "how many to charge"),
    ("turbo", "face_up", s.nothing_shown, "cards face up"),
    ("kierki", "contracts", tricks_only, "contract"),
    ("barbu", "contracts", every_name, "phase of the contract|contracts"),
    ("king", "contracts", every_name, "phase of the contract|contract"),
    ("turkish_king", "contracts", every_contract, "contracts"),
    ("turkish_king", "legal", s.follow, "legal cards"),
    ("turkish_king", "taker", s.highest_wins, "taker"),
    ("greek_hearts", "passes", s.left_right_across_none, "hands after the pass"),
    ("golden_ten", "pack", s.pack_of_52, "pack"),
    ("super_hearts", "points", american.points, "points"),
    ("american", "leader", s.eldest_leads, "seat whose turn it is"),
    ("american", "legal", whole_hand, "legal cards"),
    ("american", "legal", s.follow, "legal cards"),
    ("omnibus_bicycle", "legal", s.follow_and_break_hearts, "legal cards"),
    ("turbo", "legal", s.follow_and_break_hearts, "legal cards"),
    ("gong_zhu", "legal", turbo.legal, "legal cards"),
    ("american", "complete", three_cards, "number of tricks"),
    ("american", "taker", the_leader, "taker"),
    ("cancellation", "taker", s.highest_wins, "taker"),
    ("kitty_hearts", "piles", s.tricks_taken, "piles"),
    ("kierki", "finished", s.no_cards_left, "phase of play"),
    ("american", "shooters", s.no_moon, "who chooses"),
    ("american", "payments", s.no_choice, "phase of the score"),
    ("american", "points", half_the_points, "points"),
    ("american", "over", to_fifty, "end of the game"),
    ("leekha", "passes", greek_hearts.passes, "hands after the pass"),
    ("leekha", "legal", s.follow, "legal cards"),
    ("leekha", "winners", s.lowest_wins, "winners"),
    ("partnership_individual", "winners", s.lowest_wins, "winners"),
]


@pytest.mark.parametrize(("slug", "name", "function", "what"), WRONG)
def test_an_error_in_a_reading_is_noticed(
    slug: str, name: str, function: Callable[..., Any], what: str
) -> None:
    with pytest.raises(DisagreementError, match=f"^{slug}, ({what}): "):
        campaign(slug, wrong(slug, name, function), ROUNDS)
