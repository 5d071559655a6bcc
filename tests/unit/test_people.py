"""What people see: text, the command line, and the careful player."""

from __future__ import annotations

import io
import json
import runpy
import sys
from pathlib import Path

import attrs
import pytest

from heartslib import Card, Cards, Game, cli, record, variants
from heartslib.bots import careful
from heartslib.moves import ChooseMoon, NameContract, Play
from heartslib.rules import (
    HEARTS_ONE_QUEEN_13,
    NO_PASSING,
    CardValues,
    Contract,
    DealerNamesContract,
    NoMoon,
    Pack,
    ShootTheMoon,
)
from heartslib.show.text import in_letters, round_text, sheet_text, with_symbols
from tests.helpers.positions import AMERICAN, moon_shot, passed, played_out

EXAMPLE = Path(__file__).parents[2] / "examples" / "recorded_round.json"


def run(*words: str) -> int:
    return cli.main(words)


def test_cards_in_text_get_symbols_and_lose_them() -> None:
    assert with_symbols("took QS TD") == "took Q♠ 10♦"
    assert in_letters("took Q♠ 10♦") == "took QS TD"


def test_a_round_is_shown_from_deal_to_sheet() -> None:
    game = played_out()
    sheet, text = game.sheet, round_text(game)
    assert sheet is not None
    for part in ("Round 1: seat 3 deals", "Pass 3 left", "The tricks", "The score", ">2♣"):
        assert part in text
    assert all(with_symbols(line.reason) in text for line in sheet.lines)
    assert text.count("[") == 14


def test_a_seat_without_counting_cards_has_a_line_too() -> None:
    game = moon_shot(variants.get("classic_50"))
    sheet = game.sheet
    assert sheet is not None
    text = sheet_text(game.names, sheet, game.score().scores)
    assert "pays for seat 0's moon" in text
    empty = attrs.evolve(sheet, lines=())
    assert sheet_text(game.names, empty, game.scores).count("took nothing that counts") == 4


def test_demo_is_the_same_for_the_same_seed(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo", "--seed", "7") == 0
    first = capsys.readouterr().out
    assert first.startswith("American Hearts, 4 players, seed 7\n\nRound 1: East deals\n")
    assert run("demo", "--seed", "7") == 0
    assert capsys.readouterr().out == first
    assert run("demo") == 0
    assert "seed" in capsys.readouterr().out


def test_demo_plays_to_the_end_of_the_game(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("demo", "classic-50", "--seed", "1", "--rounds", "50") == 0
    out = capsys.readouterr().out
    assert "Hearts to 50, 4 players" in out
    assert out.rstrip().endswith("won.")


def test_demo_json_is_what_replay_reads(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert run("demo", "--seed", "3", "--rounds", "4", "--json", "basic") == 0
    text = capsys.readouterr().out
    assert record.loads(text).round_number == 4
    file = tmp_path / "rounds.json"
    file.write_text(text, encoding="utf-8")
    assert run("replay", str(file)) == 0
    assert capsys.readouterr().out.count("Basic Hearts, 4 players") == 4


def test_a_recorded_round_may_name_a_format(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    value = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    file = tmp_path / "round.json"
    file.write_text(json.dumps({"format": "mine", **value}), encoding="utf-8")
    assert run("replay", str(file)) == 0
    assert "American Hearts, 4 players" in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("slug", "players"),
    [
        (slug, players)
        for slug, rules in variants.all().items()
        for players in sorted({rules.usual_players, rules.players[-1]})
    ],
)
def test_demo_of_every_variant_is_what_replay_reads(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, slug: str, players: int
) -> None:
    words = ("demo", slug, "--players", str(players), "--seed", "5", "--rounds", "4")
    assert run(*words, "--json") == 0
    text = capsys.readouterr().out
    rounds = record.loads(text).sheets  # a game may end before the last of them
    file = tmp_path / "rounds.json"
    file.write_text(text, encoding="utf-8")
    assert run("replay", str(file)) == 0
    assert capsys.readouterr().out.count("The score") == len(rounds) > 0
    assert run(*words) == 0


def test_rules_are_printed_with_their_decisions(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "omnibus") == 0
    text = capsys.readouterr().out
    assert text.startswith("Omnibus Hearts, for 4 players\n\nThe pack\n")
    assert "Bonuses\n  A shooter scores bonuses too.\n  Score -10 for taking JD." in in_letters(
        text
    )
    assert "Where the source is silent" in text
    assert "not the bonus card" in text
    assert run("rules", "american", "--players", "5") == 0
    assert "American Hearts, for 5 players" in capsys.readouterr().out


def test_rules_are_printed_in_short(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "omnibus", "--short") == 0
    text = capsys.readouterr().out
    assert text.startswith("  Omnibus Hearts, for 4 players. One pack of 52 cards.\n  Score 13 ")
    assert "Where the source" not in text


def test_rules_say_how_they_differ(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("rules", "omnibus", "--against", "american") == 0
    text = capsys.readouterr().out
    assert text.startswith(
        "How Omnibus Hearts differs from American Hearts (4 players)\n\nBonuses\n  + "
    )
    assert "Tricks" not in text
    assert run("rules", "american", "--against", "american") == 0
    assert "The rules are the same." in capsys.readouterr().out


def test_variants_are_listed_with_players_and_what_is_special(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("variants") == 0
    text = capsys.readouterr().out
    for slug, rules in variants.all().items():
        assert f"{slug} " in text
        assert rules.summary in " ".join(text.split())
    assert "chase_the_lady          2 to 6" in text


def test_replay_reads_standard_input(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "sys.stdin", io.TextIOWrapper(io.BytesIO(EXAMPLE.read_bytes()), encoding="utf-8")
    )
    assert run("replay", "american", "-") == 0
    assert "The score" in capsys.readouterr().out


def test_replay_names_an_illegal_card(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    value = json.loads(EXAMPLE.read_text(encoding="utf-8"))
    value["plays"][0], value["plays"][1] = value["plays"][1], value["plays"][0]
    file = tmp_path / "forged.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert run("replay", str(file)) == cli.BAD_INPUT == 2
    error = capsys.readouterr().err
    assert error.startswith("heartslib: trick 1, seat ")
    assert error.rstrip().endswith("[opening-lead]") or "[not-in-hand]" in error


def test_replay_says_when_the_points_differ(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    value = json.loads(EXAMPLE.read_text(encoding="utf-8")) | {"points": [26, 0, 0, 0]}
    file = tmp_path / "points.json"
    file.write_text(json.dumps(value), encoding="utf-8")
    assert run("replay", str(file)) == cli.POINTS_DIFFER == 1
    assert (
        "the file records the points (26, 0, 0, 0), but the rules give" in capsys.readouterr().err
    )


def test_the_package_runs_as_a_module(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["heartslib", "demo", "--seed", "7"])
    with pytest.raises(SystemExit) as stop:
        runpy.run_module("heartslib", run_name="__main__")
    assert stop.value.code == 0
    assert "The score" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["demo", "amercan"], "did you mean american"),
        (["demo", "--players", "7"], "American Hearts is for 3, 4, 5 or 6 players, not 7"),
        (
            ["demo", "--rounds", "0"],
            "--rounds: must be a whole number from 1 to 1000, not '0'; see",
        ),
        (["demo", "--seed", "-1"], "--seed: must be a whole number from 0 to 9223372036854775807"),
        (["replay", "nowhere.json"], "there is no file 'nowhere.json'"),
        (["rules", "american", "--players", "9"], "or 6 players, not 9"),
        (["rules", "american", "--against", "spotty"], "did you mean spot"),
    ],
    ids=str,
)
def test_bad_words_are_refused(
    capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    assert run(*words) == 2
    error = capsys.readouterr().err
    assert error.startswith("heartslib: ")
    assert said in error
    assert error.count("\n") == 1


def test_a_file_that_is_no_text_is_refused(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "bytes"
    file.write_bytes(b"\xff\xfe\x00")
    assert run("replay", str(file)) == 2
    assert capsys.readouterr().err == f"heartslib: {str(file)!r} is not text in UTF-8\n"


def test_symbols_are_written_as_letters_where_the_output_has_none(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    written = io.BytesIO()
    monkeypatch.setattr("sys.stdout", io.TextIOWrapper(written, encoding="ascii"))
    assert run("demo", "--seed", "7") == 0
    sys.stdout.flush()
    assert b"took QS" in written.getvalue()


def test_colours_are_for_terminals(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("rich", reason="the extra `cli` is not installed")
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm")
    assert run("demo", "--seed", "7") == 0
    assert "\x1b[31m" in capsys.readouterr().out


def test_without_rich_the_text_is_plain(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "rich.console", None)
    monkeypatch.setenv("FORCE_COLOR", "1")
    assert run("demo", "--seed", "7") == 0
    out = capsys.readouterr().out
    assert "\x1b" not in out
    assert "Q♠" in out


def test_the_careful_player_ducks_and_dumps() -> None:
    game = passed(seed=3)
    for _ in range(52):
        seat = game.to_act[0]
        view, move = game.view(seat), careful(game.view(seat))
        assert isinstance(move, Play)
        led = view.table.trick.suit
        legal = view.legal_plays()
        played = view.table.trick.cards
        if led and not legal.of(led) and Card("QS") in legal:
            assert move.card == Card("QS")
        if led and legal.of(led) and sum(map(AMERICAN.at(4).in_force.points, played)):
            top = max(card for card in played if card.suit is led)
            assert move.card < top or min(legal) > top
        game = game.apply(move)


def test_a_contract_with_a_moon_is_not_thought_free() -> None:
    jacks = CardValues({"JC JD JS JH": 1})
    contracts: tuple[Contract, ...] = (
        Contract("hearts", HEARTS_ONE_QUEEN_13, moon=ShootTheMoon()),
    )
    contracts += (Contract("jacks", jacks, moon=NoMoon()),)
    house = attrs.evolve(
        AMERICAN, name="Two", passing=NO_PASSING, contracts=DealerNamesContract(contracts)
    )
    strong = Cards("AC KC QC AD KD QD AS KS QS AH KH QH TH")
    rest = [*house.deck.cards(4) - strong]
    hands = [Cards(rest[number::3]) for number in range(3)]
    game = Game.new(house).deal(hands=[*hands, strong])
    assert careful(game.view(3)) == NameContract(3, "jacks")


def test_the_careful_player_counts_the_kitty_with_its_moon() -> None:
    """The queen came with the kitty: without it there would seem to be no moon to be paid for."""
    rules = attrs.evolve(AMERICAN, deck=Pack(kitty=4), passing=NO_PASSING)
    game = Game.new(rules).deal(
        hands=[
            "2C 3C 4C 5C 6C 7C 8C 9C TC JC QC KC",
            "AH KH QH JH TH 9H 8H 7H 6H 5H 4H 3H",
            "2H AS KS JS TS 9S 8S 7S 6S 5S 4S 3S",
            "2D 3D 4D 5D 6D 7D 8D 9D TD JD QD KD",
        ],
        kitty="QS AC AD 2S",
    )
    while game.phase.name == "play":
        game = game.play(game.legal_plays()[-1])
    assert game.to_act == (0,)
    game = attrs.evolve(game, match=attrs.evolve(game.match, scores=(90, 95, 63, 64)))
    assert careful(game.view(0)) == ChooseMoon(0, "subtract")
