"""The sheet of house rules: a rule is changed while people play."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import attrs
import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.sheet import MOST, house_sheet, options, what_changes
from heartslib import variants
from heartslib.rules import NO_PASSING, Rounds
from heartslib.show.choices import house_choices, with_choices
from tests.slow.web.served import Seat, finish, new_table, served, stored, watched

AMERICAN = variants.get("american")
NO_CARDS = next(
    each.key for each in house_choices(AMERICAN, 4) if each.text == "No cards are passed."
)
MOON = next(each.key for each in house_choices(AMERICAN, 4) if each.text == "There is no moon.")
SAID = "Ann changes the rules for the next round. Passing: No cards are passed."


@pytest.fixture
def base(file: Path) -> Iterator[str]:
    with served(file, clock=0) as address:
        yield address


def answer(seat: Seat, name: str) -> dict[str, Any]:
    """The next answer of this kind."""
    found: dict[str, Any] = seat.heard(name)
    return found


def until_said(seat: Seat, sentence: str) -> None:
    while not any(
        sentence in frame["screen"]["said"] for frame in seat.frames if "screen" in frame
    ):
        seat.hear()


def test_the_next_round_is_played_by_the_rules_that_everyone_has_read(
    base: str, file: Path
) -> None:
    paths = new_table(base, "Ann Bob c d")
    ann, bob = (Seat(base, paths[seat]) for seat in (0, 1))
    ann.until(lambda seen: seen.view.phase == "pass")
    ann.socket.send("sheet")
    first = answer(ann, "sheet")
    assert first["keys"] == []
    ann.socket.send(f"sheet {first['of']} {NO_CARDS}")
    new = answer(ann, "sheet")
    assert (new["title"], new["says"], new["keys"]) == (
        "American Hearts with house rules", "Passing: No cards are passed.", [NO_CARDS]
    )  # fmt: skip
    ann.socket.send(f"choices {first['of']} {NO_CARDS}")
    passing = [each for each in answer(ann, "choices")["options"] if each["chapter"] == "Passing"]
    assert [each["key"] for each in passing if each["chosen"]] == [NO_CARDS]
    assert [each["own"] for each in passing] == [True, *[False] * (len(passing) - 1)]
    ann.socket.send(f"rules {first['of']} {NO_CARDS}")
    for seat in (ann, bob):
        until_said(seat, SAID)
        assert seat.last["newRules"]
        assert seat.seen.view.rules == AMERICAN  # this round goes on as it was
    bob.socket.send("sheet")  # who opens the sheet sees what has been changed
    old = answer(bob, "sheet")
    assert (old["keys"], old["says"]) == ([NO_CARDS], "Passing: No cards are passed.")
    bob.socket.send(f"sheet {old['of']}")
    assert answer(bob, "sheet")["keys"] == []  # or what there would be without any change
    bob.socket.send(f"rules {first['of']} {MOON}")  # of a sheet from before, which would undo it
    assert bob.refusal() == ("changed", "the rules have changed meanwhile: open them again")
    ann.close()
    bob.close()
    ann = Seat(base, paths[0])
    both = [ann, Seat(base, paths[1])]
    play_on(both)
    ann.ask("next")
    for seat in both:
        view = seat.until(
            lambda seen: seen.view.round_number == 1 and seen.view.phase == "play"
        ).view
        assert view.rules.passing == NO_PASSING
        assert view.rules.name == "American Hearts with house rules"
        assert not seat.last["newRules"]
    both[1].socket.send(f"rules {old['of']} {NO_CARDS} {MOON}")  # a sheet from before would undo it
    assert both[1].refusal()[1] == "the rules have changed meanwhile: open them again"
    for seat in both:
        seat.close()
    assert stored(file).rules.passing == NO_PASSING


def play_on(seats: list[Seat]) -> None:
    """Let two humans play to the end of the round."""
    from concurrent.futures import ThreadPoolExecutor  # noqa: PLC0415 - for this alone

    with ThreadPoolExecutor(2) as both:
        for done in [both.submit(finish, seat) for seat in seats]:
            done.result()


@pytest.mark.parametrize(
    ("sent", "reason"),
    [
        ("rules 1.0.0 passing.99", "there is no choice 'passing.99': take a key of house_choices"),
        ("sheet 1.0.0 x", "there is no choice 'x': take a key of house_choices"),
        ("choices 1.0.0 x", "there is no choice 'x': take a key of house_choices"),
        ("sheet x", "the rules have changed meanwhile: open them again"),
        (
            f"rules 1.0.0 {' '.join([NO_CARDS] * (MOST + 1))}",
            f"a sheet holds at most {MOST} changes: begin again",
        ),
    ],
)
def test_what_is_no_change_is_refused(base: str, sent: str, reason: str) -> None:
    ann = Seat(base, new_table(base, "Ann b c d")[0])
    ann.hear()
    ann.socket.send(sent)
    assert ann.refusal()[1] == reason
    assert not ann.last["newRules"]


def test_spectators_change_no_rule(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann b c d", is_open=True)[0])
    ann.hear()
    watcher = watched(base, ann)
    watcher.socket.send(f"rules {NO_CARDS}")
    assert watcher.refusal()[1] == "spectators may not move"
    assert not ann.last["newRules"]


def test_a_change_is_said_in_the_words_of_the_rulebook() -> None:
    house = with_choices(AMERICAN, [NO_CARDS])
    assert what_changes(AMERICAN, house, 4) == "Passing: No cards are passed."
    broken = next(each for each in house_choices(AMERICAN, 4) if "may not be led" in each.text)
    house = with_choices(AMERICAN, [broken.key])
    assert what_changes(AMERICAN, house, 4).startswith("Play, no longer: Hearts may not be led")
    assert what_changes(AMERICAN, AMERICAN, 4) == ""


def test_a_sheet_has_each_chapter_that_may_change() -> None:
    titles = dict.fromkeys(
        each["chapter"] for each in options(house_choices(AMERICAN, 4))["options"]
    )
    assert [*titles] == [
        "Passing", "Charging", "The opening lead", "Play", "Showing", "Tricks", "Scoring",
        "Shooting the moon", "Bonuses", "The end of the game",
    ]  # fmt: skip
    assert house_sheet(AMERICAN, 4, ()) == {"title": "American Hearts", "says": ""}


def sheet_of(seat: Seat) -> str:
    seat.socket.send("sheet")
    of: str = answer(seat, "sheet")["of"]
    return of


def test_what_the_rules_say_already_changes_nothing(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann b c d")[0])
    ann.until(lambda seen: seen.view.phase == "pass")
    usual = next(each.key for each in house_choices(AMERICAN, 4) if each.chosen)
    ann.socket.send(f"rules {sheet_of(ann)} {NO_CARDS} {usual}")
    assert "are choices for one place" in ann.refusal()[1]
    of = sheet_of(ann)
    ann.socket.send(f"rules {of} {usual}")
    assert ann.refusal() == ("stale", "these are the rules already")
    ann.socket.send(f"rules {of} {NO_CARDS}")
    until_said(ann, SAID)
    ann.socket.send(f"rules {sheet_of(ann)}")
    until_said(ann, "Ann leaves the rules as they are.")
    assert not ann.last["newRules"]


def test_rules_chosen_in_the_last_round_are_those_of_the_next_game(file: Path) -> None:
    short = attrs.evolve(AMERICAN, ending=Rounds(1))
    with served(file, {"short": short}, clock=0) as base:
        ann = Seat(base, new_table(base, "Ann b c d", "short")[0])
        ann.until(lambda seen: seen.view.phase == "pass")
        ann.socket.send(f"rules {sheet_of(ann)} {NO_CARDS}")
        finish(ann)
        ann.ask("next")
        ann.until(lambda seen: seen.view.phase == "over")
        ann.ask("again")
        view = ann.until(lambda seen: seen.view.phase == "play").view
        assert view.rules.passing == NO_PASSING


def test_a_change_that_would_end_the_game_is_refused_at_once(base: str) -> None:
    once = next(each.key for each in house_choices(AMERICAN, 4) if "after 1 round" in each.text)
    ann = Seat(base, new_table(base, "Ann b c d")[0])
    finish(ann)
    ann.socket.send(f"rules {sheet_of(ann)} {once}")
    assert "would be over already" in ann.refusal()[1]
    assert not ann.last["newRules"]


def test_a_game_that_could_never_end_is_not_offered() -> None:
    for name in ("black_maria", "cancellation", "polignac"):
        rules = variants.get(name)
        for each in house_choices(rules, rules.usual_players):
            if not each.chosen:
                with_choices(rules, [each.key]).at(rules.usual_players).check_ending()


def test_nobody_keeps_the_server_busy_with_sheets(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann b c d")[0])
    ann.hear()
    for _ in range(60):
        ann.socket.send("sheet")
    assert ann.refusal() == ("busy", "That is a lot of rules. Please wait a moment.")
