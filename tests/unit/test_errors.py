"""What goes wrong: a front end tells it as its users would say it."""

from __future__ import annotations

import pickle

import pytest

from heartslib import HeartsError, IllegalMove, score_hand, variants
from heartslib.cards import HEARTS
from heartslib.errors import Argument, Seats

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
    assert choice.value.reason == str(choice.value)
    assert choice.value.spelled(spell) == "N shot the moon: give --moon add or --moon subtract"
    assert pickle.loads(pickle.dumps(choice.value)).spelled(spell) == choice.value.spelled(spell)
    with pytest.raises(IllegalMove, match="seats 0 and 2 shot the moon: give moon='add' or "):
        score_hand(variants.get("partnership"), taken=[ALL, "", "", ""])
