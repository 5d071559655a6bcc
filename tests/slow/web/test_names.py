"""Names: what cannot be seen is refused, and so is a name that could be taken for another."""

from __future__ import annotations

import json

import pytest

pytest.importorskip("uvicorn")  # of the extra `web`

from examples.web_table.names import checked, look_alike
from heartslib import HeartsError
from tests.slow.web.served import Seat, fetch, new_table


@pytest.mark.parametrize(
    ("typed", "name"),
    [
        ("  Ann\n Lee ", "Ann Lee"),
        ("e\u0301", "é"),  # in one letter
        ("", "Guest"),
        (" \u3000\xa0\t", "Guest"),
        ("Bartholomew the Younger", "Bartholomew the…"),
        ("王" * 20, "王" * 7 + "…"),
        *(
            (name, name)
            for name in ("Ann", "О́льга", "नमस्ते", "محمد", "Ở", "7", "♥", "🇩🇪", "❤\ufe0f")
        ),
        ("👨\u200d👩\u200d👧", "👨\u200d👩\u200d👧"),
        ("👩🏽\u200d🚀 Zoe", "👩🏽\u200d🚀 Zoe"),
        ("🏳\ufe0f\u200d🌈", "🏳\ufe0f\u200d🌈"),
    ],
)
def test_a_name_as_people_see_it(typed: str, name: str) -> None:
    assert checked(typed, "Guest") == name


UNSEEN = [
    *(0x00AD, 0x034F, 0x061C, 0x115F, 0x1160, 0x17B4, 0x180B, 0x180E, 0x200B, 0x200C, 0x200D),
    *(0x200E, 0x200F, 0x202A, 0x202E, 0x2060, 0x2066, 0x2069, 0x2800, 0x3164, 0xFE00, 0xFE0F),
    *(0xFEFF, 0xFFA0, 0xFFF9, 0x1D159, 0xE0020, 0xE0100, 0xE000, 0xD800, 0x7F, 0x00),
]


@pytest.mark.parametrize("code", UNSEEN, ids=hex)
def test_what_cannot_be_seen_is_refused(code: int) -> None:
    for name in (chr(code), f"A{chr(code)}nn", f"Ann{chr(code)}", f"{chr(code)}Ann"):
        with pytest.raises(HeartsError) as refused:
            checked(name, "Guest")
        reason = f"a name has only letters that can be seen: leave out U+{code:04X}"
        assert str(refused.value) == reason


@pytest.mark.parametrize("name", ["\u0301", "\u0301\u0302", "A" + "\u0301" * 30])
def test_accents_need_letters(name: str) -> None:
    with pytest.raises(HeartsError, match="accents"):
        checked(name, "Guest")


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "ann"),
        ("Ann", "\u0410nn"),  # Cyrillic
        ("Ann", "\u0391nn"),  # Greek
        ("Ann", "\u0430NN"),
        ("Ann", "\uff21\uff4e\uff4e"),  # wide
        ("Ann", "\U0001d400nn"),  # bold
        ("Ann", "Änn"),
        ("Ann", "A\u0323nn"),
        ("HANNA", "\u0397\u0391\u039d\u039d\u0391"),
        ("HANNA", "\u041dANNA"),
        ("СССР", "CCCP"),
        ("Al", "AI"),
        ("Lou", "L0u"),
        ("Bill", "Bi11"),
        ("Straße", "STRASSE"),
        ("ΝΙΚΟΣ", "Νίκος"),
        ("Ben", "Ве\u043f"[:2] + "n"),
        ("👨\u200d👩\u200d👧", "👨👩👧"),
    ],
)
def test_names_that_look_alike(one: str, other: str) -> None:
    assert look_alike(one, other)
    assert look_alike(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Иван", "Ivan"),
        ("Ali", "All"),
        ("Ian", "Lan"),
        ("नमन", "नमिन"),
        ("Player 1", "Player 2"),
        ("N0", "N1"),
        ("王", "玉"),
    ],
)
def test_names_that_do_not(one: str, other: str) -> None:
    assert not look_alike(one, other)


def chairs(*names: str) -> dict[str, object]:
    seats = [{"name": name, "human": n == 0} for n, name in enumerate(names)]
    return {"variant": "american", "seats": seats, "is_open": True}


@pytest.mark.parametrize(
    ("names", "problem"),
    [
        (("Ann", "b", "c", "B"), "All names must be different: b looks like B."),
        (("Ann", "b", "c", "\u0410nn"), "All names must be different: Ann looks like \u0410nn."),
        (
            ("Ann", "", "c", "player 2"),
            "All names must be different: Player 2 looks like player 2.",
        ),
        (("\u3164", "b", "c", "d"), "A name has only letters that can be seen: leave out U+3164."),
    ],
)
def test_names_at_a_new_table(shared: str, names: tuple[str, ...], problem: str) -> None:
    status, text = fetch(f"{shared}/games", chairs(*names))
    assert (status, json.loads(text)["error"]) == (400, problem)


def test_a_newcomer_who_looks_like_someone(base: str) -> None:
    ann = Seat(base, new_table(base, "Ann bot1 bot2 bot3", is_open=True)[0])
    address = f"{base}/tables/{ann.hear()['watch'].removeprefix('/watch/')}"
    for name in ("\u0410nn", "ANN", "Bot2"):
        status, text = fetch(address, {"name": name})
        assert status == 400
        assert "at this table is called" in json.loads(text)["error"]
    assert fetch(address, {"name": "\u3164"})[0] == 400
    assert fetch(address, {"name": "Bot1"})[0] == 201  # whose seat it takes


def test_a_family_in_one_picture_may_play(base: str) -> None:
    family = "👨\u200d👩\u200d👧"
    ann = Seat(base, new_table(base, f"Ann {family} b c")[0])
    ann.until(lambda seen: seen.view.names[1] == family)
