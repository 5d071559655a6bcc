"""Play a bot of the library against another program, and print a row of a table.

    python -m benchmarks.peers xinxin --path build/xinxin --bot monte-carlo:100 --deals 100

``README.md`` in this folder says how to get and build the programs.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import sys

from benchmarks.peers.contest import RULES, contest
from heartslib import HeartsError
from heartslib.bots import by_name

HEAD = """\
| heartslib | peer | hands | difference | ms heartslib | ms peer | moons heartslib | moons peer |
|---|---|--:|--:|--:|--:|--:|--:|"""


def main() -> None:
    """Read the options, play, print the row."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.peers", description=(__doc__ or "").partition("\n")[0]
    )
    parser.add_argument("peer", choices=RULES, help="the program; it decides the rulebook")
    parser.add_argument("--path", required=True, help="its bridge, as you have built it")
    parser.add_argument("--settings", default="", help='arguments for the bridge: "1000 20"')
    parser.add_argument("--bot", default="monte-carlo:100", help="a bot of the library")
    parser.add_argument("--deals", type=int, default=100, help="each is played twice")
    parser.add_argument("--seed", type=int, default=1, help="the same number, the same deals")
    parser.add_argument("--timeout", type=float, default=600, help="seconds for an answer")
    options = parser.parse_args()
    path = shutil.which(str(options.path))
    if path is None:
        parser.error(f"--path: there is no program {options.path}; README.md says how to build it")
    if options.deals < 1:
        parser.error(f"--deals: a whole number, 1 or more, not {options.deals}")
    if options.timeout <= 0:
        parser.error(f"--timeout: a number of seconds above 0, not {options.timeout:g}")
    try:
        result = contest(
            RULES[options.peer],
            options.bot,
            by_name(options.bot),
            [path, *shlex.split(options.settings)],
            deals=options.deals,
            seed=options.seed,
            timeout=options.timeout,
        )
    except HeartsError as error:
        sys.exit(f"python -m benchmarks.peers: {error}")
    print(HEAD, result, sep="\n")


if __name__ == "__main__":
    main()
