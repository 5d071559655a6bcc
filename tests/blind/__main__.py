"""Play many rounds of each game by its printed text: `python -m tests.blind 300 royal barbu`."""

from __future__ import annotations

import sys

from tests.blind.test_blind import GAMES, check


def main(rounds: int, slugs: list[str]) -> int:
    """Play so many rounds of each game; the number of games that disagree."""
    failed = 0
    for slug in slugs:
        try:
            count = check(slug, rounds)
        except AssertionError as error:
            failed += 1
            print(f"FAILED {error}")  # noqa: T201
        else:
            print(slug, *(f"{name}={number}" for name, number in count.items() if number))  # noqa: T201
    return failed


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]) if sys.argv[1:] else 300, sys.argv[2:] or list(GAMES)))
