"""Charged cards, besides ``tests/scripts/charging.txt``: bounds, records, words."""

from __future__ import annotations

import json

import attrs
import pytest

from heartslib import (
    Cards,
    Game,
    HeartsError,
    IllegalMove,
    Rules,
    record,
    variants,
)
from heartslib.cards import HEARTS, PACK, Suit
from heartslib.rules import (
    NO_PASSING,
    Charges,
    Cycle,
    NoCharging,
    NoMoon,
    Scatter,
)
from heartslib.show.svg import table_svg
from heartslib.show.telling import Voice, sentences
from tests.helpers.rounds import play_on, refused
from tests.helpers.written import read_back, written_down

TURBO = variants.get("turbo")


@pytest.mark.parametrize(("each", "most"), [(1, 1), (2, 2), (9, 2), (None, 2)])
def test_nobody_charges_more_cards_than_there_are_to_charge(each: int | None, most: int) -> None:
    charging = Charges({"QS": "QS", "AH": HEARTS}, each=each)
    assert charging.most(Cards()) == most
    assert charging.most(Cards("AH")) == most - 1


@pytest.mark.parametrize("passing", [TURBO.passing, Cycle((Scatter(),))])
def test_passes_are_written_in_the_order_of_seats(passing: Cycle) -> None:
    rules = attrs.evolve(TURBO, charging=None, passing=passing, moon=NoMoon())
    game = Game.new(rules).deal(seed=3)
    for seat in (2, 0, 3, 1):
        hand, to = game.view(seat).hand, game.view(seat).passes_to
        several = {taker: hand[place] for place, (taker, _) in enumerate(to)}
        game = game.pass_cards(seat, several if len(to) > 1 else hand[:3])
    game = play_on(game, 52)
    assert read_back(written_down(game), rules).sheet == game.sheet


def many() -> Rules:
    """Eight players who each pass a card to every other."""
    return attrs.evolve(variants.get("cancellation"), passing=Cycle((Scatter(),)))


def test_more_moves_than_can_be_listed_can_still_be_made(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("heartslib.game.MOST_MOVES", 1000)
    game = Game.new(many(), 8).deal(seed=1)
    with pytest.raises(HeartsError, match="more than 1000 legal moves in phase 'pass'"):
        game.legal_moves()
    hand = game.view(0).hand
    game = game.pass_cards(0, {seat: hand[seat] for seat in range(1, 8)})
    assert game.to_act == (1, 2, 3, 4, 5, 6, 7)
    with refused("not-in-hand"):
        game.pass_cards(1, dict.fromkeys((0, 2, 3, 4, 5, 6, 7), "AS"))


def test_none_is_no_charging_in_code() -> None:
    rules = attrs.evolve(TURBO, charging=None)
    assert rules.charging == NoCharging()
    assert "Charging" not in rules.describe()
    written = json.loads(record.dumps_rules(rules))
    assert written["rules"]["charging"] == {"rule": "NoCharging", "name": "no-charging"}
    assert record.loads_rules(json.dumps(written)) == rules


def test_nothing_is_charged_unless_cards_are_named() -> None:
    game = Game.new(attrs.evolve(variants.get("turbo"), passing=NO_PASSING)).deal(seed=1)
    assert game.charge(0) == game.charge(0, "")
    with pytest.raises(IllegalMove) as error:
        game.charge(0, PACK)
    assert error.value.legal == Cards()


GONG_ZHU = variants.get("gong_zhu")


def test_a_game_that_exposes_says_so() -> None:
    names = ["Ann", "Ben", "Cem", "Dora"]
    game = Game.new(GONG_ZHU, names=names).deal(hands=[Cards(PACK).of(suit) for suit in Suit])
    view = game.view(3)
    assert (view.question.verb, view.task) == ("expose", "expose cards")  # type: ignore[union-attr]
    assert game.explain("KH").reason == "cards must be shown or declined first"  # type: ignore[union-attr]
    with pytest.raises(IllegalMove, match="only TC JD QS AH can be exposed"):
        game.charge(3, "KH")
    after = game.charge(3, "AH")
    (event, *_) = after.events(3, game)
    assert list(sentences(after.view(0), event, Voice())) == ["Dora exposes A♥."]
    assert "Exposed: Dora A♥" in str(after)
    assert "exposed A♥" in table_svg(after)
    reason = after.charge(0).charge(1).charge(2, "QS").explain("QS")
    assert reason is not None
    assert reason.reason.startswith("QS is exposed: ")
    assert "You may not play an exposed card the first time" in GONG_ZHU.describe()
    assert "a charged card" in GONG_ZHU.play[1].describe(4), "by itself"
