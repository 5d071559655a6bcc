"""Score a hand that was played elsewhere.

Run it: ``python examples/score_a_hand.py``.
"""

from __future__ import annotations

from heartslib import HeartsError, score_game, score_hand, variants

TAKEN = ["2H 3H 4H 5H 6H", "QS 7H 8H", "9H TH JH QH KH AH", ""]
"""The cards that each seat took; those that do not count may be left out."""

if __name__ == "__main__":
    american = variants.get("american")
    sheet = score_hand(american, taken=TAKEN)
    print(sheet)
    print("totals:", *sheet.totals)

    # An error names everything that is wrong with the piles.
    try:
        score_hand(american, taken=["QS QS", "AH", "", ""])
    except HeartsError as error:
        print(error)

    # A whole score card, from piles or from points as people count them; None is the rest.
    moon = ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", "", "", ""]
    card = score_game(
        american,
        rounds=[TAKEN, {"taken": moon, "moon": "add"}, {"counted": [4, 14, 8, None]}],
        names=["South", "West", "North", "East"],
    )
    print(card)
