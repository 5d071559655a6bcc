"""Scripts of play that are wrong: each fails with its file, its line, and what is wrong."""

from __future__ import annotations

import operator
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final, cast

import pytest

from tests.helpers import script
from tests.helpers.script_files import Script, ScriptFile
from tests.helpers.script_words import Wrong

GAME: Final = "# a rule\ngame american; deal by suit\n"
PLAY: Final = "# a rule\nround american\ntrick 2C 3C 4C KC\n3 holds 2H 9D\n"


def collected(text: str, folder: Path, request: pytest.FixtureRequest) -> list[Script]:
    """The scripts of a file with this text."""
    path = folder / "wrong.txt"
    path.write_text(text, encoding="utf-8")
    return [*cast("Any", ScriptFile).from_parent(request.session, path=path).collect()]


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (GAME + "phaze: pass", 3, "nobody knows what this says"),
        (GAME + "0 gives 2C 3C 4C", 3, "nobody knows what this says"),
        (GAME + "0 passes 2C 3C 4X", 3, "CardsError: '4X' is not a card"),
        (GAME + "0 passes 2C 3C 2D\nto act: 1 2 3", 3, "IllegalMove: seat 0 passes 2C 3C 2D: seat 0 does"),
        (GAME + "phase: play", 3, "it is pass"),
        (GAME + "phase: pass; to act: 1", 3, "it is 0 1 2 3"),
        (GAME + "hand 0: 2C..KC", 3, "it is 2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC AC"),
        (GAME + "hand 0 has: 2D", 3, "it is 2C 3C"),
        (GAME + "hand 0 lacks: 2C", 3, "it is 2C 3C"),
        (GAME + "sizes: 13 13 13 12", 3, "it is 13 13 13 13"),
        (GAME + "shown: | | | 2H", 3, "it is  |  |  | "),
        (GAME + "over: yes", 3, "it is no"),
        (GAME + "tricks: 2C 3C", 3, "it is "),
        (GAME + "rulebook has: nothing of the kind", 3, "it is American Hearts"),
        (GAME + "rulebook lacks: Hearts", 3, "it is American Hearts"),
        (GAME + "mark\n0 passes 2C 3C 4C; same for: 1 2 3", 4, "it is "),
        (GAME + "refused: 0 passes 2C 3C (pass-split)", 3, "is refused: (pass-count): 3 cards must"),
        (GAME + "refused: 0 passes 2C 3C (pass-count): 3 cards", 3, "3 cards must be passed, not 2"),
        (GAME + "refused: 0 passes 2C 3C 4C (pass-count)", 3, "this is not refused: 0 passes"),
        (GAME + "refused: 9 passes 2C 3C 4C (turn)", 3, "is refused: (error): 9 is not a seat"),
        (GAME + "allowed: 0 passes 2C", 3, "IllegalMove: "),
        (PLAY + "may play: all", 5, "it is "),
        (PLAY + "may play: all but 9D", 5, "it is "),
        (PLAY + "may play: all of hearts", 5, "it is "),
        (PLAY + "piles: | | | 2C", 5, "it is  |  |  | 2C 3C 4C KC"),
        (PLAY + "3 plays 2H; table: 2H", 5, "IllegalMove: "),
        (PLAY + "plays 9D", 5, "the script ends here and does not say what is so"),
        (GAME + "mark; to act: 0 1 2 3\nback", 4, "the script ends here and does not say what is so"),
        (GAME + "back", 3, "there is no mark"),
        (GAME + "same for: 0", 3, "there is no mark"),
        (GAME + "to act 3: 0 1 2 3", 3, "to act is nothing that one seat has"),
        (GAME + "hand 0 has:", 3, "this is always so"),
        (GAME + "phase: ...", 3, "this is always so"),
        (GAME + "phase has: as", 3, "it is pass"),
        (GAME + "allowed: over: no", 3, "this is no move"),
        (GAME + "allowed: mark", 3, "this is no move"),
        (GAME + "refused: 0 passes 2X (error)", 3, "an error has no rule: say which sentence it has"),
        (GAME + "stop now", 3, "nothing is said after stop"),
        (GAME + "stop; everyone passes 3 lowest", 3, "nobody is to act"),
        ("# a rule\nphase: deal", 2, "no game has begun"),
        ("# a rule\ngame american, deeler 2\nphase: deal", 2, "nobody knows what deeler says of a game"),
        ("# a rule\ngame american; tricks 2C 3C\nphase: deal", 3, "has no use for: tricks"),
        ("# a rule\ngame american; 0 charged QS\nphase: deal", 3, "has no use for: charged"),
        ("# a rule\ngame american; kitty 2C\nphase: deal", 3, "has no use for: kitty"),
        ("# a rule\nround american; scored 26 0 0 0\nto act: 0", 3, "has no use for: scored"),
        ("# a rule\ngame american/5; scored 1 0 0 0\nscores: 1 0 0 0", 3, "after rounds that were scored"),
        ("# a rule\ngame american; 9 holds 2H\nphase: deal", 2, "there is no seat 9"),
        ("# a rule\ngame american; 0 holds 2H; 0 holds 3H\nphase: deal", 2, "or more is said of it"),
        ("# a rule\ngame american", 2, "the script ends here and does not say what is so"),
        ("# a rule\ngame american\ngame basic; phase: deal", 3, "nothing was done in the game before"),
        ("# a rule\ngame cribbage\nphase: deal", 2, "there is no rulebook cribbage"),
        ("# a rule\ntaken american: QS | AH\ntotals: 13 0 0 0", 3, "it is 13 1 0 0"),
    ],
)  # fmt: skip
def test_what_is_wrong_is_wrong_in_its_line(
    text: str, line: int, why: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (wrong,) = collected(text, tmp_path, request)
    with pytest.raises(Wrong) as error:
        wrong.runtest()
    said = wrong.repr_failure(SimpleNamespace(value=error.value))
    assert said.startswith(f"{wrong.path}:{line}: {text.splitlines()[line - 1]}")
    assert why in said


@pytest.mark.parametrize(
    ("text", "line", "why"),
    [
        (GAME + "phase: pass\n# A rule\ngame american; phase: deal", 4, "two scripts of this title"),
        ("# a rule\n# another\ngame american; phase: deal", 2, "the script before this says nothing"),
        (GAME + "phase: pass\n# another", 4, "the script before this says nothing"),
        ("other = evolve(american)\n" + GAME + "phase: pass", 1, "no script plays by other"),
        ("each: basic\n" + GAME + "phase: pass", 1, "no script plays by each"),
        ("other = evolve(american\n" + GAME + "phase: pass", 1, "this does not parse: '(' was never"),
        ("game american\nphase: deal", 1, "before the first title are rulebooks: name = ..."),
    ],
)  # fmt: skip
def test_a_file_that_is_wrong_is_not_collected(
    text: str, line: int, why: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = text.replace(
        "other = evolve(american\n# a rule\ngame american",
        "other = evolve(american\n# a\ngame other",
    )
    with pytest.raises(ScriptFile.CollectError) as error:
        collected(text, tmp_path, request)
    assert str(error.value).startswith(f"{tmp_path / 'wrong.txt'}:{line}: ")
    assert why in str(error.value)


def test_a_script_of_each_game_is_a_test_for_each(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    text = (
        "each: basic american\n"
        "apart = evolve(each, passing=NO_PASSING)\n"
        "once = evolve(american, charging=Charges({'QS': 'QS'}, each=1))\n"
        "# A player's first rule!\ngame each; phase: deal\n"
        "# another\ngame apart; phase: deal\n"
        "# the last\ngame apart\nmark\ngame american; deal seed 1; tricks:\nphase:\n  pass\n"
        "# each player\ngame once; phase: deal\n"
    )
    scripts = collected(text, tmp_path, request)
    names = ["a-players-first-rule", "another", "the-last"]
    assert [script.name for script in scripts] == [
        f"{name}[{game}]" for name in names for game in ("basic", "american")
    ] + ["each-player"]
    for each in scripts:
        each.runtest()
    found: Any = scripts[0].reportinfo()
    assert found == (tmp_path / "wrong.txt", 4, "a-players-first-rule[basic]")


def test_everyone_must_see_the_same(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    (wrong,) = collected(GAME + "kitty: 0", tmp_path, request)
    seat = operator.attrgetter("seat")
    monkeypatch.setattr("tests.helpers.script.OF_ALL", {"kitty": seat})
    with pytest.raises(Wrong, match="not everyone sees the same"):
        wrong.runtest()


def test_the_example_is_a_script(tmp_path: Path, request: pytest.FixtureRequest) -> None:
    lines = [line.strip() for line in str(script.__doc__).splitlines() if line.startswith("    ")]
    text = "\n".join(re.split(r" {4,}", line)[0] for line in lines)
    (example,) = collected(text, tmp_path, request)
    assert (example.name, len(example.lines)) == ("hearts-are-led-only-once-they-are-broken", 6)
    example.runtest()
