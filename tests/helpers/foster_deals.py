"""Four deals that R. F. Foster printed card by card in his *Complete Hoyle* (public domain).

Seat 0 is eldest and seat 3 deals.  Each trick is in the order of play, with the seat that led to it.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from heartslib import Cards, Game, Rules


class FosterDeal(NamedTuple):
    """A deal, and how it was played."""

    hands: tuple[str, ...]
    tricks: tuple[tuple[int, str], ...]

    @property
    def cards(self) -> list[str]:
        """The tricks without their leaders."""
        return [cards for _, cards in self.tricks]


def _read(hands: str, tricks: str) -> FosterDeal:
    played = [trick.split(":") for trick in tricks.split("/")]
    return FosterDeal(
        tuple(hand.strip() for hand in hands.strip().splitlines()),
        tuple((int(leader), cards.strip()) for leader, cards in played),
    )


DEALS: Final = (
    _read(
        """
        6C 9C JC 4D 5D 6D 2S 3S TS AS 6H 7H AH
        5C 7C AC 3D KD AD 5S 6S QS 2H 8H JH QH
        2C 3C 4C 2D TD JD 4S 8S 3H 4H 9H TH KH
        8C TC QC KC 7D 8D 9D QD 7S 9S JS KS 5H
        """,
        "0:TS QS 8S KS/3:KC JC AC 4C/1:AD JD QD 6D/1:KD TD 9D 5D/1:3D 2D 8D 4D/3:QC 9C 7C 3C/"
        "3:TC 6C 5C 2C/3:JS 3S 6S 4S/3:9S 2S 5S KH/3:5H AH QH TH/0:7H JH 9H 7S/1:8H 4H 8C 6H/"
        "1:2H 3H 7D AS",
    ),
    _read(
        """
        3C 4C 5C AC TD QD 2S QS 6H 7H 9H TH AH
        2C KC 5D 7D 8D JD 6S 7S TS JS 2H 4H KH
        6C 8C 9C TC 2D 3D 6D 9D KD KS AS 3H JH
        7C JC QC 4D AD 3S 4S 5S 8S 9S 5H 8H QH
        """,
        "0:AC KC TC QC/0:5C 2C 9C JC/3:AD TD JD 9D/3:4D QD 8D KD/2:AS 9S 2S JS/2:KS 8S QS TS/"
        "2:3D QH AH 7D/1:4H 3H 5H TH/0:4C KH 6C 7C/3:5S 9H 7S JH/1:2H 8C 8H 7H/3:4S 6H 6S 6D/"
        "1:5D 2D 3S 3C",
    ),
    _read(
        """
        2C 4C 2D 4D 7D TD AD 4S 5S JS 5H 9H AH
        3C 7C 8C 9C 6D JD 6S 7S 8S 2H 3H TH JH
        5C JC 3D 8D 9D 3S QS KS 6H 7H 8H QH KH
        6C TC QC KC AC 5D QD KD 2S 9S TS AS 4H
        """,
        "0:TD JD 9D KD/3:QD 7D 6D 8D/3:AC 4C 9C JC/3:KC 2C 8C 5C/3:AS JS 8S KS/3:TS 5S 7S QS/"
        "2:3S 2S 4S 6S/1:3H 8H 4H 5H/2:7H 5D AH JH/0:9H 2H KH QC/2:6H 9S AD TH/1:3C QH TC 4D/"
        "3:6C 2D 7C 3D",
    ),
    _read(
        """
        2D 6D JD QD JS QS KS AS 2H 5H 7H 9H QH
        2C 3C 4C 5C 6C JC 4D KD 3S 7S 8H KH AH
        TC KC AC 3D 5D 7D 8D 4S 5S 6S 3H 4H 6H
        7C 8C 9C QC 9D TD AD 2S 8S 9S TS TH JH
        """,
        "0:5H 8H 6H JH/3:AD QD 4D 8D/3:TD JD KD 7D/1:7S 6S TS AS/0:7H AH 4H TH/1:3S 5S 9S KS/"
        "0:QH KH 3H 9C/1:JC TC QC 9H/3:8S QS 6C 4S/0:JS 5C AC 2S/0:6D 4C 5D 9D/3:8C 2D 3C KC/"
        "2:3D 7C 2H 2C",
    ),
)


def replayed(deal: FosterDeal, rules: Rules) -> Game:
    """The deal played again under a rulebook without a pass, every card checked."""
    game = Game.new(rules, 4).deal(hands=[Cards(hand) for hand in deal.hands])
    while game.phase.name == "charge":
        game = game.charge(game.to_act[0], "")
    for _, cards in deal.tricks:
        for card in cards.split():
            game = game.play(card)
    return game
