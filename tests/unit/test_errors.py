"""What goes wrong: a front end tells it as its users would say it."""

from __future__ import annotations

import pickle
import re
from collections.abc import Callable

import pytest

from heartslib import Cards, CardsError, Game, HeartsError, IllegalMove, score_hand, variants, wire
from heartslib.bots import careful
from heartslib.cards import HEARTS
from heartslib.errors import Argument, Seats
from heartslib.moves import (
    Answer,
    Bid,
    CallPass,
    Charge,
    ChooseMoon,
    Claim,
    LayDown,
    Move,
    NameContract,
    Pass,
    Play,
    Score,
)
from tests.helpers.positions import passed

AMERICAN = variants.get("american")
ALL = f"{HEARTS} QS"


def test_a_front_end_spells_arguments_and_players_in_its_own_way() -> None:
    def spell(part: object) -> str:
        match part:
            case Argument(name, value):
                return f"--{name} {value}"
            case Seats(seats):
                return " and ".join("NESW"[seat] for seat in seats)
            case _:
                return str(part)

    with pytest.raises(HeartsError) as error:
        score_hand(AMERICAN, taken=["QS", "", "", ""])
    assert error.value.spelled(spell).endswith(": give --partial True if that is intended")
    with pytest.raises(IllegalMove) as choice:
        score_hand(AMERICAN, taken=[ALL, "", "", ""])
    assert choice.value.reason == "seat 0 shot the moon: give moon add or moon subtract"
    assert choice.value.told(["Ann"]) == "Ann shot the moon: give moon add or moon subtract"
    assert choice.value.told() == choice.value.reason  # a seat without a name keeps its number
    assert choice.value.spelled(spell) == "N shot the moon: give --moon add or --moon subtract"
    assert pickle.loads(pickle.dumps(choice.value)).spelled(spell) == choice.value.spelled(spell)
    with pytest.raises(IllegalMove, match="seats 0 and 2 shot the moon: give moon='add' or "):
        score_hand(variants.get("partnership"), taken=[ALL, "", "", ""])


def code_and_data(game: Game, move: Move) -> tuple[str, tuple[object, ...]]:
    """The code and the data of the error."""
    with pytest.raises(IllegalMove) as error:
        game.apply(move)
    return error.value.code, error.value.data


def test_a_translation_takes_numbers_seats_and_cards_from_the_data() -> None:
    game = Game.new(AMERICAN).deal(seed=7)
    assert code_and_data(game, Pass(0, "QS KH")) == ("pass-count", (3, 2))
    assert code_and_data(game, Pass(0, "QS KH 2C")) == ("not-in-hand", (Seats((0,)), Cards("2C")))
    passed = game.pass_cards(0, "QS KH KC")
    assert code_and_data(passed, Pass(0, "QS KH KC")) == ("already-passed", (Seats((0,)),))
    dame = Game.new(variants.get("dame_de_pique")).deal(seed=7)
    (turn,) = dame.to_act
    other = (turn + 1) % 4
    assert code_and_data(dame, Play(other, "7D")) == ("turn", (Seats((turn,)), Seats((other,))))
    with pytest.raises(IllegalMove) as stale:
        wire.receive(passed, wire.dumps_move(Pass(1, ""), 9), 1)
    assert (stale.value.code, stale.value.data) == ("early", (9, 2))
    for seat, data in ((1, (Seats((1,)),)), ("1", ())):
        with pytest.raises(IllegalMove, match="may not make this move") as not_yours:
            wire.receive(passed, wire.dumps_move(Pass(2, "")), seat)  # type: ignore[arg-type]
        assert (not_yours.value.code, not_yours.value.data) == ("not-yours", data)


MOVES = (
    *(
        make(seat, cards)
        for make in (Pass, Charge, LayDown)
        for seat in (0, 1)
        for cards in ("", "2C 3D")
    ),
    *(Bid(seat, bid) for seat in (0, 1) for bid in (1, 50, 99)),
    *(Play(seat, "7D") for seat in (0, 1)),
    *(Answer(seat, True) for seat in (0, 1)),
    *(ChooseMoon(seat, "add") for seat in (0, 1)),
    *(NameContract(seat, "tea") for seat in (0, 1)),
    *(CallPass(seat, "tea") for seat in (0, 1)),
    Claim(0),
    Score(),
)


@pytest.mark.parametrize("slug", [*variants.all()])
def test_the_words_of_a_refusal_hold_no_number(slug: str) -> None:
    """Cards are in the move, and the only numbers are those of cards."""
    game, refusals = Game.new(variants.get(slug)), list[IllegalMove]()
    for _ in range(40):
        if not game.to_act and game.phase.name == "deal":
            game = game.deal(seed=7)
        for move in MOVES:
            try:
                game.apply(move)
            except IllegalMove as error:
                refusals.append(error)
        if game.to_act:
            game = game.apply(careful(game.view(game.to_act[0])))
    for refusal in refusals:
        words = " ".join(part for part in refusal.args if isinstance(part, str))
        assert not re.search(r"\d", re.sub(r"\b[2-9][CDSH]\b", "", words)), refusal
    assert {"phase", "turn"} <= {refusal.code for refusal in refusals}


def code(call: Callable[[], object]) -> str:
    """The code of the error that a call raises."""
    with pytest.raises(HeartsError) as error:
        call()
    return error.value.code


def test_errors_have_codes() -> None:
    game = passed()
    assert code(lambda: Cards("0C")) == CardsError.code == "cards"
    assert code(lambda: variants.get("x")) == "rules"
    assert code(lambda: wire.loads_move("{}")) == "record"
    assert code(lambda: game.view(9)) == "input"
    assert code(lambda: game.apply(Play(0, "AH"))) in {"turn", "opening-lead", "not-in-hand"}


def test_every_error_has_a_reason_for_players() -> None:
    with pytest.raises(HeartsError) as error:
        variants.get("american").at(2)
    assert str(error.value).endswith("attrs.evolve(rules, players=2) allows that many")
    assert error.value.reason.endswith("players 2 allows that many")
    with pytest.raises(HeartsError) as early:
        Game.new(AMERICAN).play("QS")
    assert str(early.value).endswith(", with deal()")
    assert not early.value.told(["Ann", "Ben", "Cem", "Dora"]).endswith("deal()")
