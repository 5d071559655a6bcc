"""Who gets how many points?  For people who score by program what was played elsewhere.

Run it: ``python examples/score_a_hand.py``.
"""

from __future__ import annotations

from heartslib import HeartsError, score_game, score_hand, variants

TAKEN = ["2H 3H 4H 5H 6H", "QS 7H 8H", "9H TH JH QH KH AH", ""]
"""What each seat took; cards that count nothing may be left out."""

if __name__ == "__main__":
    american = variants.get("american")
    sheet = score_hand(american, taken=TAKEN)
    print(sheet)
    print("totals:", *sheet.totals)

    # Whatever is wrong with the piles is named at once.
    try:
        score_hand(american, taken=["QS QS", "AH", "", ""])
    except HeartsError as error:
        print(error)

    # A whole score card: piles, or points that were counted elsewhere.
    moon = ["2H 3H 4H 5H 6H 7H 8H 9H TH JH QH KH AH QS", "", "", ""]
    card = score_game(
        american,
        rounds=[TAKEN, {"taken": moon, "moon": "add"}, {"points": [13, 60, 3, 0]}],
        names=["South", "West", "North", "East"],
    )
    print(card)
