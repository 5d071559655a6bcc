"""Games and rounds as text."""

from __future__ import annotations

import json
from dataclasses import dataclass

import attrs
import cattrs
import pytest

from heartslib import Game, RecordError, record, rules, variants, wire
from heartslib.cards import Rank, Suit
from heartslib.rules import ADD, PlayRule, Rules, ShootTheMoon, Target
from heartslib.table import Table
from tests.helpers.own_steps import OWN, NoAces
from tests.helpers.positions import AMERICAN, passed, played_out


def test_a_variant_is_stored_by_its_slug() -> None:
    assert json.loads(record.dumps(passed()))["rules"] == "american@1"


def test_a_composed_rulebook_is_written_out() -> None:
    house = attrs.evolve(
        AMERICAN, name="House", moon=ShootTheMoon(ADD, 13), ending=Target(9, play_off=True)
    )
    game = passed(house)
    assert record.loads(record.dumps(game)) == game
    written = json.loads(record.dumps(game))["rules"]
    assert [each["rule"] for each in written["moon"]["paid"]] == ["Pay"]
    assert written["ending"] == {
        "rule": "Target",
        "points": 9,
        "play_off": True,
        "passed": False,
        "points_are_good": False,
        "exact_wins": False,
        "all_lose": False,
        "name": "target",
    }


def test_own_rules_are_stored_by_a_converter_that_knows_them() -> None:
    game = passed(OWN)
    converter = record.make_converter([NoAces])
    assert record.loads(record.dumps(game, converter=converter), converter=converter) == game


def test_a_rulebook_is_stored_alone() -> None:
    converter = record.make_converter([NoAces])
    text = record.dumps_rules(OWN, converter=converter)
    again = record.loads_rules(text, converter=converter)
    assert (again, again.summary, again.source) == (OWN, OWN.summary, OWN.source)
    assert (
        json.loads(text)["rules"]
        == json.loads(record.dumps(passed(OWN), converter=converter))["rules"]
    )


@pytest.mark.parametrize("rulebook", variants.all().values(), ids=lambda rules: rules.name)
def test_every_rulebook_is_stored_in_full_once_it_has_another_name(rulebook: Rules) -> None:
    house = attrs.evolve(rulebook, name="House", summary="Ours.")
    again = record.loads_rules(record.dumps_rules(house))
    assert (again, again.summary) == (house, "Ours.")
    assert record.loads_rules(record.dumps_rules(rulebook)) is rulebook


@attrs.frozen
class TrumpsOf(rules.TrickRule):
    """A trick rule with a suit and a rank among its fields."""

    suit: Suit
    lowest: Rank = Rank.TWO
    name: str = "trumps"

    def is_complete(self, table: Table, left: int) -> bool:
        return rules.HighestOfSuitLed().is_complete(table, left)

    def taker(self, table: Table, left: int) -> int | None:
        return rules.HighestOfSuitLed().taker(table, left)

    def describe(self, players: int) -> str:
        return f"{self.suit.word.capitalize()} are trumps."


def test_an_own_rule_may_have_suits_and_ranks() -> None:
    own = record.make_converter([TrumpsOf])
    trumps = TrumpsOf(Suit.SPADES, Rank.SEVEN)
    game = Game.new(attrs.evolve(AMERICAN, name="Trumps", tricks=trumps))
    text = record.dumps(game, converter=own)
    assert json.loads(text)["rules"]["tricks"]["suit"] == "S"
    assert record.loads(text, converter=own) == game
    wrong = text.replace('"suit":"S"', '"suit":"X"').replace('"suit": "S"', '"suit": "X"')
    with pytest.raises(RecordError, match="'X' is not a suit: give 'S', "):
        record.loads(wrong, converter=own)


@dataclass(frozen=True)
class Classic(PlayRule):
    """A rule that is a dataclass."""

    name: str = "classic"
    narrow, reason, describe = NoAces.narrow, NoAces.reason, NoAces.describe


def test_a_dataclass_is_a_rule_class() -> None:
    converter = record.make_converter([Classic])
    game = passed(attrs.evolve(AMERICAN, name="Own", play=(*AMERICAN.play, Classic())))
    assert record.loads(record.dumps(game, converter=converter), converter=converter) == game


@attrs.frozen(kw_only=True)
class Longer(Rules):
    """A rulebook with a field of its own, which no file has a place for."""

    rounds: int = 1


class Renamed(Rules):
    """A rulebook that differs from others only in its class."""


def test_what_could_not_be_read_is_not_written(monkeypatch: pytest.MonkeyPatch) -> None:
    for own in (Longer(name="Own", rounds=7), Renamed(name="Own")):
        with pytest.raises(RecordError, match=f"a {type(own).__name__} cannot be written"):
            record.dumps(passed(own))
        with pytest.raises(RecordError, match=f"a {type(own).__name__} cannot be written"):
            wire.dumps_view(passed(own), 0)
    text, moves = record.dumps(played_out()), len(played_out().history)
    monkeypatch.setattr("heartslib.formats._json.MAX_CHARACTERS", len(text))
    monkeypatch.setattr("heartslib.record.MOST_MOVES", moves)
    assert record.dumps(played_out()) == text
    monkeypatch.setattr("heartslib.formats._json.MAX_CHARACTERS", len(text) - 1)
    with pytest.raises(RecordError, match=f"{len(text)} characters and could not be read"):
        record.dumps(played_out())
    monkeypatch.setattr("heartslib.record.MOST_MOVES", moves - 1)
    with pytest.raises(RecordError, match=f"too many moves: at most {moves - 1} are allowed"):
        record.dumps(played_out())


def next_round(game: Game, seed: int) -> Game:
    game = game.score().deal(seed=seed)
    while game.to_act:
        game = game.apply(game.legal_moves()[0])
    return game


def test_a_game_has_a_bounded_number_of_rounds(monkeypatch: pytest.MonkeyPatch) -> None:
    game = next_round(next_round(played_out(), 2), 3)
    text = record.dumps(game.score())
    monkeypatch.setattr("heartslib.record.MOST_ROUNDS", 2)
    assert record.loads(record.dumps(game)) == game
    for refused in (lambda: record.dumps(game.score()), lambda: record.loads(text)):
        with pytest.raises(RecordError, match="too many rounds: at most 2 are allowed"):
            refused()


def test_a_forged_game_is_refused_with_the_move() -> None:
    value = json.loads(record.dumps(played_out()))
    place = next(n for n, move in enumerate(value["moves"]) if move["move"] == "Play")
    value["moves"][place]["card"] = "AH"
    with pytest.raises(RecordError, match=f"move {place + 1} of 57 is illegal: seat"):
        record.loads(json.dumps(value))


def test_a_converter_works_with_plain_cattrs() -> None:
    converter = record.make_converter()
    assert isinstance(converter, cattrs.Converter)
    assert converter.structure("american", Rules) is AMERICAN
    assert converter.unstructure(variants.get("basic"), Rules) == "basic@1"
