"""Plant faults in the rules and see whether the suite finds them: ``python tests/mutants.py``.

A mutant is the library with one change in the rules or the phases: a comparison reversed, a number
off by one, a condition negated.  The places are a random sample, the same for the same seed.  A
mutant is killed if a test fails, and survives otherwise.  Everything happens in a copy of the
checkout.  Needs ``pip install cosmic-ray``.
"""

# ruff: noqa: T201 - a command prints

from __future__ import annotations

import argparse
import ast
import importlib
import os
import re
import shutil
import sys
import time
from collections import defaultdict
from collections.abc import Sequence
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NamedTuple

ROOT: Final = Path(__file__).parents[1]
MUTATED: Final = ("src/heartslib/rules", "src/heartslib/phases")
FIRST: Final = ("tests/variants", "tests/unit", "tests/properties")
"""The tests that kill most mutants; they run first."""

_LEFT_OUT: Final = shutil.ignore_patterns(".git", ".venv", ".*_cache", "__pycache__", "_build")
_FAILED: Final = re.compile(r"^(?:FAILED|ERROR) (\S+)", re.MULTILINE)


class Mutant(NamedTuple):
    """The library with one place changed."""

    file: str
    line: int
    operator: str
    occurrence: int
    code: str


def sample(tree: Path, count: int, seed: int) -> list[Mutant]:
    """Mutants at `count` different places, each with a random change.

    Decorators and annotations are left alone.
    """
    plugins: Any = importlib.import_module("cosmic_ray.plugins")
    trees: Any = importlib.import_module("cosmic_ray.ast")
    mutating: Any = importlib.import_module("cosmic_ray.mutating")
    kinds = {name: plugins.get_operator(name) for name in sorted(plugins.operator_names())}
    operators = {
        name: kind()
        for name, kind in kinds.items()
        if not kind.arguments() and name != "core/RemoveDecorator"
    }
    places: dict[tuple[str, Any], list[tuple[str, int]]] = defaultdict(list)
    sources = {
        str(path.relative_to(tree)): path.read_text(encoding="utf-8")
        for folder in MUTATED
        for path in sorted((tree / folder).rglob("*.py"))
    }
    for file, source in sources.items():
        nodes = [*trees.ast_nodes(trees.get_ast(source))]
        for name, operator in operators.items():
            found = (start for node in nodes for start, _ in operator.mutation_positions(node))
            for occurrence, start in enumerate(found):
                places[file, start].append((name, occurrence))
    rng, mutants = Random(seed), list[Mutant]()
    for file, start in rng.sample(list(places), len(places)):
        name, occurrence = rng.choice(places[file, start])
        code = mutating.mutate_code(sources[file], operators[name], occurrence)
        if _meaning(code) not in {"", _meaning(sources[file])}:
            mutants.append(Mutant(file, start[0], name.partition("/")[2], occurrence, code))
        if len(mutants) == count:
            break
    return mutants


def _meaning(code: str) -> str:
    """The program without its annotations; empty if it cannot be parsed."""
    try:
        tree = ast.parse(code)
    except SyntaxError:
        return ""
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign():
                node.annotation = ast.Constant(None)
            case ast.arg():
                node.annotation = None
            case ast.FunctionDef():
                node.returns = None
            case _:
                pass
    return ast.dump(tree)


def killer(tests: Sequence[Sequence[str]], timeout: float) -> str:
    """The first test that fails; empty if none does."""
    run_tests: Any = importlib.import_module("cosmic_ray.testing").run_tests
    for selection in tests:
        outcome, output = run_tests(
            f"{sys.executable} -m pytest -q -x -p no:cacheprovider {' '.join(selection)}", timeout
        )
        if outcome.value == "killed":
            failed = _FAILED.search(output)
            return failed[1] if failed else output.strip().rpartition("\n")[2]
    return ""


def main(argv: Sequence[str] | None = None) -> int:
    """Print the fate of each mutant; the exit status is 1 if the suite fails without one."""
    parser = argparse.ArgumentParser(
        description="plant faults in the rules and see which tests find them"
    )
    parser.add_argument("--mutants", type=int, default=40, help="how many")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--tests", nargs="+", metavar="PATH", help="only these tests")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another checkout")
    parser.add_argument("--timeout", type=float, default=1800, help="seconds for each mutant")
    options = parser.parse_args(argv)
    others = [f"--ignore={folder}" for folder in FIRST]
    tests = [options.tests] if options.tests else [FIRST, others]
    with TemporaryDirectory() as folder:
        copy = shutil.copytree(options.tree, Path(folder, "copy"), ignore=_LEFT_OUT)
        os.chdir(copy)
        os.environ["PYTHONPATH"] = str(copy / "src")
        if failed := killer(tests, options.timeout):
            print(f"without a mutant this fails: {failed}")
            return 1
        survived = 0
        for number, mutant in enumerate(sample(copy, options.mutants, options.seed), start=1):
            source, begun = copy / mutant.file, time.monotonic()
            before = source.read_text(encoding="utf-8")
            source.write_text(mutant.code, encoding="utf-8")
            by = killer(tests, options.timeout)
            source.write_text(before, encoding="utf-8")
            survived += not by
            took = time.monotonic() - begun
            place = f"{mutant.file}:{mutant.line} {mutant.operator} {mutant.occurrence}"
            print(f"{number:3} {took:6.0f} s  {place}  {by or 'SURVIVED'}", flush=True)
    print(f"{options.mutants} mutants: {options.mutants - survived} killed, {survived} survived")
    return 0


if __name__ == "__main__":
    sys.exit(main())
