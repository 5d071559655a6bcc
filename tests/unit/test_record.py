"""Games and rounds as text."""

from __future__ import annotations

import itertools
import json
from dataclasses import dataclass
from typing import Any

import attrs
import cattrs
import pytest

from heartslib import Card, Cards, Game, RecordError, record, rules, variants, wire
from heartslib.cards import Rank, Suit
from heartslib.rules import ADD, FollowSuit, Rules, ShootTheMoon, Target
from heartslib.table import Table
from tests.helpers.positions import AMERICAN, passed, played_out


def stored(game: Game | None = None, **changes: Any) -> str:
    """A record with some of its keys changed; a key given as ... is left out."""
    value = json.loads(record.dumps(game or passed())) | changes
    return json.dumps({key: each for key, each in value.items() if each is not ...})


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
        "name": "target",
    }


@attrs.frozen
class NoAces:
    """A rule of the caller."""

    name: str = attrs.field(default="no-aces", kw_only=True)

    def narrow(self, playable: Cards, hand: Cards, table: Table) -> Cards:
        return playable.without("AC AD AS AH")

    def reason(self, card: Card, table: Table) -> str:
        return "aces stay"

    def describe(self, players: int) -> str:
        return "Aces stay in the hand."


OWN = attrs.evolve(AMERICAN, name="Own", play=(*AMERICAN.play, NoAces()))


def test_own_rules_are_stored_by_a_converter_that_knows_them() -> None:
    game = passed(OWN)
    converter = record.make_converter([NoAces])
    assert record.loads(record.dumps(game, converter=converter), converter=converter) == game
    with pytest.raises(RecordError, match="the same name"):
        record.make_converter([FollowSuit])


def test_a_rulebook_is_stored_alone() -> None:
    converter = record.make_converter([NoAces])
    text = record.dumps_rules(OWN, converter=converter)
    again = record.loads_rules(text, converter=converter)
    assert (again, again.summary, again.source) == (OWN, OWN.summary, OWN.source)
    assert (
        json.loads(text)["rules"]
        == json.loads(record.dumps(passed(OWN), converter=converter))["rules"]
    )
    with pytest.raises(RecordError, match=r"give converter=make_converter\(\[NoAces\]\)"):
        record.dumps_rules(OWN)
    with pytest.raises(RecordError, match=r"'NoAces' is not a rule of the library.* at rules.play"):
        record.loads_rules(text)


@pytest.mark.parametrize("rulebook", variants.all().values(), ids=lambda rules: rules.name)
def test_every_rulebook_is_stored_in_full_once_it_has_another_name(rulebook: Rules) -> None:
    house = attrs.evolve(rulebook, name="House", summary="Ours.")
    again = record.loads_rules(record.dumps_rules(house))
    assert (again, again.summary) == (house, "Ours.")
    assert record.loads_rules(record.dumps_rules(rulebook)) is rulebook


def test_what_is_no_stored_rulebook_is_refused() -> None:
    with pytest.raises(RecordError, match="dumps_rules takes a Rules value, not 'american'"):
        record.dumps_rules("american")  # type: ignore[arg-type]
    with pytest.raises(RecordError) as caught:
        record.loads_rules(record.dumps(passed()))
    assert (
        str(caught.value) == "this is not a stored rulebook: its 'format' is not 'heartslib-rules'"
    )
    with pytest.raises(RecordError) as caught:
        record.loads_rules('{"format": "heartslib-rules", "version": 1, "rules": "amercan@1"}')
    assert str(caught.value).startswith("this record cannot be read: there is no variant 'amercan'")


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
    with pytest.raises(RecordError, match="'X' is not a suit: suits are C, D, S and H"):
        record.loads(wrong, converter=own)


def test_a_rule_that_is_not_known_is_refused_with_near_names_and_the_remedy() -> None:
    with pytest.raises(RecordError) as caught:
        record.loads(record.dumps(passed(OWN), converter=record.make_converter([NoAces])))
    assert str(caught.value) == (
        "this record cannot be read: 'NoAces' is not a rule of the library, nor of a class passed to "
        "make_converter at rules.play[2]"
    )
    misspelt = {"name": "x", "ending": {"rule": "Targte", "points": 9}}
    with pytest.raises(
        RecordError, match=r"make_converter; did you mean Target\? at rules.ending$"
    ):
        record.loads(stored(rules=misspelt))


class Plain:
    """A rule that is not an attrs class, so that nobody knows what it consists of."""

    name = "plain"
    narrow, reason, describe = NoAces.narrow, NoAces.reason, NoAces.describe


@attrs.frozen
class Muddled(NoAces):
    """A rule with a field that a file has for something else."""

    rule: str = "x"


@dataclass(frozen=True)
class Classic:
    """A rule that is a dataclass."""

    name: str = "classic"
    narrow, reason, describe = NoAces.narrow, NoAces.reason, NoAces.describe


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ([Plain], "Plain'> is not an attrs class: decorate it with @attrs.frozen"),
        ([NoAces()], r"NoAces\(name='no-aces'\) is not an attrs class"),
        ([Muddled], "Muddled has a field 'rule', but in a file that key is the name of the class"),
        (NoAces, "own_rules must be an iterable of classes, not <class"),
        (itertools.repeat(NoAces), "too many rule classes: at most 1000"),
    ],
    ids=["plain", "value", "muddled", "no list", "endless"],
)
def test_what_is_no_rule_class_is_refused(own: Any, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        record.make_converter(own)


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
    plain = attrs.evolve(AMERICAN, name="Own", play=(*AMERICAN.play, Plain()))
    with pytest.raises(RecordError, match=r"Plain object .* cannot be written: its class is no"):
        record.dumps(passed(plain))
    with pytest.raises(RecordError, match="dumps takes a Game, not 5"):
        record.dumps(5)  # type: ignore[arg-type]
    text, moves = record.dumps(played_out()), len(played_out().history)
    monkeypatch.setattr("heartslib.formats._json.MAX_CHARACTERS", len(text))
    monkeypatch.setattr("heartslib.formats.record.MOST_MOVES", moves)
    assert record.dumps(played_out()) == text
    monkeypatch.setattr("heartslib.formats._json.MAX_CHARACTERS", len(text) - 1)
    with pytest.raises(RecordError, match=f"{len(text)} characters and could not be read"):
        record.dumps(played_out())
    monkeypatch.setattr("heartslib.formats.record.MOST_MOVES", moves - 1)
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
    monkeypatch.setattr("heartslib.formats.record.MOST_ROUNDS", 2)
    assert record.loads(record.dumps(game)) == game
    for refused in (lambda: record.dumps(game.score()), lambda: record.loads(text)):
        with pytest.raises(RecordError, match="too many rounds: at most 2 are allowed"):
            refused()


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "this is not JSON"),
        ("g.json", r"this is not JSON: .* \(give the text, not a file name\)$"),
        ("[" * 100_000, "nested more than 32 levels deep"),
        ("[" * 40 + "]" * 40, "nested more than 32 levels deep"),
        ("[]", "'format' is not 'heartslib-game'"),
        ("{}", "'format' is not 'heartslib-game'"),
        (stored(version=2), "version 2; only version 1 can be read"),
        (stored(rules="amercan"), r"did you mean american.* at rules"),
        (stored(rules={"name": 5}), r"this must be text, not 5 at rules.name"),
        (stored(rules=5), r" at rules$"),
        (stored(rules={"name": "x", "deck": {"rule": "os.system"}}), "'os.system'.* is not a rule"),
        (stored(rules={"name": "x", "deck": "FullPack"}), "'FullPack' is not a rule"),
        (stored(rules={"name": "x", "deck": {"rule": ["x"]}}), "is not a rule"),
        (
            stored(rules={"name": "x", "deck": {"rule": "Target"}}),
            "Target is not a rule for the chapter Deck",
        ),
        (
            stored(rules={"name": "x", "deck": {"rule": "Pack", "pack": 1}}),
            r"unknown here: 'pack' at rules.deck",
        ),
        (stored(rules={"name": "x", "tricks": 7}), "7 is not a rule"),
        (stored(players=...), "'players' is missing"),
        (stored(players="4"), "'4' is not a whole number"),
        (stored(players=True), "True is not a whole number"),
        (stored(players=7), "American Hearts is for 3, 4, 5 or 6 players, not 7"),
        (stored(dealer=9), "9 is not a seat"),
        (stored(names=["a"]), "4 names are needed, one for each player, not 1"),
        (stored(extra=1), r"unknown here: 'extra'"),
        (stored(moves=5), r" at moves$"),
        (stored(moves=[5]), r" at moves\[0\]"),
        (stored(moves=[{"move": "Steal"}]), "Steal"),
        (stored(moves=[{"move": "Play", "seat": 0, "card": "0C"}]), "'0C' is not a card"),
        (
            stored(moves=[{"move": "Play", "seat": 0, "card": "2C"}]),
            "move 1 of 1 is illegal: seat 0 plays 2C: the cards must be dealt first",
        ),
    ],
    ids=str,
)
def test_a_record_that_is_none_is_refused(text: str, said: str) -> None:
    with pytest.raises(RecordError, match=said):
        record.loads(text)


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
