"""One change in a process of its own, and the tests that are to notice it."""

from __future__ import annotations

import contextlib
import gc
import importlib
import importlib.abc
import importlib.util
import itertools
import json
import os
import shutil
import signal
import sys
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.machinery import ModuleSpec, SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeAlias, TypeVar

import pytest
from hypothesis import Phase, settings

from tools.mutation.faults import Fault
from tools.mutation.mutants import ROOT, Mutant, path

__all__ = [
    "OPTIONS",
    "PAUSE",
    "RINGS",
    "Collected",
    "Plan",
    "Ring",
    "Runner",
    "Trial",
    "change",
    "control",
    "in_copy",
    "in_new_process",
    "preload",
    "pytest_main",
    "write_maps",
]

_PRELOADED: Final = (
    "attrs",
    "cattrs",
    "hypothesis",
    "jsonschema",
    "numba",
    "pytest",
    "rich",
    "sybil",
)
_OF_EVERYTHING: Final = ("tests/api/", "tests/unit/test_security.py::test_the_")
"""Tests that look at signatures, default values and bounds, and run none of the lines."""


class Ring(NamedTuple):
    """Tests that run under the same settings.

    Attributes:
        name: The name, and that of the folder with its map.
        options: What pytest is given for any of its tests.
        selected: What it is given for all of them.
        compiled: Modules that it compiles, so that no line can be traced.
    """

    name: str
    options: tuple[str, ...]
    selected: tuple[str, ...]
    compiled: tuple[str, ...] = ()


RINGS: Final = (
    Ring("quick", (), ("tests",)),
    Ring(
        "slow",
        ("--slow",),
        (
            *("tests", "tools", "--ignore=tests/slow/web", "--ignore=tests/slow/page"),
            "--ignore=tools/slow/test_mutation.py",
        ),
        tuple(f"src/heartslib/simulate/{name}.py" for name in ("kernel", "searching", "solver")),
    ),
)
"""The inner ring, and then every test, except those of the browser table and of these commands."""


class Change(Protocol):
    """A change of the library: a mutant, or a fault of the list."""

    @property
    def module(self) -> str: ...
    @property
    def lines(self) -> range: ...
    @property
    def scope(self) -> range: ...
    def unchanged(self) -> Any:
        """The library as it is, in the shape of this change."""


C = TypeVar("C", bound=Change)
T = TypeVar("T")
Runner: TypeAlias = Callable[[T, Sequence[str], Callable[[str], None]], int]

_MEMORY: Final = 8 << 30
PAUSE: Final = 0.01
"""Seconds between two looks at the processes."""


def preload() -> None:
    """Import what every trial needs, except the library."""
    os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # numba reads it now
    for name in _PRELOADED:
        with contextlib.suppress(ImportError):
            importlib.import_module(name)


class Plan:
    """Which tests reach a line, how long they take, and which have killed before."""

    def __init__(
        self,
        reached: Mapping[str, Mapping[int, set[str]]],
        seconds: dict[str, float],
        compiled: Sequence[str] = (),
    ) -> None:
        self._reached, self._seconds, self._compiled = reached, seconds, compiled
        traced = {test for lines in reached.values() for tests in lines.values() for test in tests}
        self._untraced = set(seconds) - traced
        self._everything = [test for test in seconds if test.startswith(_OF_EVERYTHING)]
        self._killed: dict[str, Counter[str]] = defaultdict(Counter)
        self.refused: set[str] = set()
        """Tests that fail without a mutant, and so can kill none."""

    @classmethod
    def read(cls, kept: Path, ring: Ring) -> Plan:
        """The plan of a ring that `write_maps` wrote.

        Raises:
            SystemExit: There is none.
        """
        folder = kept / ring.name
        if not (folder / "seconds.json").exists():
            sys.exit("there is no map of the tests yet: python -m tools.mutation --map")
        coverage: Any = importlib.import_module("coverage")
        data = coverage.CoverageData(folder / "coverage")
        data.read()
        reached = {
            file: {
                line: {test.partition("|")[0] for test in tests if test}
                for line, tests in data.contexts_by_lineno(file).items()
            }
            for file in data.measured_files()
        }
        seconds = json.loads((folder / "seconds.json").read_text(encoding="utf-8"))
        still = {test: each for test, each in seconds.items() if (ROOT / _file(test)).exists()}
        return cls(reached, still, ring.compiled)

    def remember(self, module: str, test: str | None) -> None:
        """That the test killed a mutant of the module."""
        if test in self._seconds and test not in self.refused:
            self._killed[module][test] += 1

    def tests(self, mutant: Change, budget: float) -> list[str]:
        """The tests for a mutant, the likeliest to kill it first, for about so many seconds."""
        file = str(path(mutant.module).relative_to(ROOT))
        lines = self._reached.get(file, {})
        tests = self._on(lines, mutant.lines) or self._on(lines, mutant.scope)
        tests = tests or self._on(lines, lines)
        if file in self._compiled:
            tests = {*self._seconds}
        killed = self._killed[mutant.module]
        files = Counter[str]()
        for test, times in killed.items():
            files[test.partition("::")[0]] += times

        def cost(test: str) -> float:
            hits = 10 * killed[test] + files[test.partition("::")[0]]
            return self._seconds[test] / (1 + hits)

        order = sorted(tests, key=cost)
        broad = sorted(self._untraced, key=self._seconds.__getitem__)
        chosen = *self._cut(order, budget), *self._everything, *self._cut(broad, budget / 2)
        return [test for test in dict.fromkeys(chosen) if test not in self.refused]

    def every(self) -> list[str]:
        """All tests, the shortest first."""
        return sorted(self._seconds.keys() - self.refused, key=self._seconds.__getitem__)

    def seconds(self, tests: Iterable[str]) -> float:
        """How long these took."""
        return sum(self._seconds[test] for test in tests)

    def _on(self, lines: Mapping[int, set[str]], wanted: Iterable[int]) -> set[str]:
        there = {test for line in wanted for test in lines.get(line, ())}
        return there & self._seconds.keys()

    def _cut(self, order: Sequence[str], seconds: float) -> list[str]:
        total = itertools.accumulate(self._seconds[test] for test in order)
        return [test for test, so_far in zip(order, total, strict=True) if so_far <= seconds]


class Trial(Generic[T]):
    """A mutant, and the process that runs tests on it.

    Args:
        mutant: The mutant; if it is `unchanged`, the library as it is.
        run: Runs the tests in a process of their own, and calls back with the first that fails.
        tests: The tests, the likeliest to fail first.
        seconds: How long they take without a mutant.
    """

    def __init__(self, mutant: T, run: Runner[T], tests: Sequence[str], seconds: float) -> None:
        self.mutant = mutant
        self.tests = tests
        self.by = ""
        self._end = time.monotonic() + 60 + 5 * seconds
        self._pipe, write = os.pipe()
        self._child = os.fork()
        if not self._child:
            _enclose(30 + int(3 * seconds))
            status = 1
            with contextlib.suppress(BaseException):  # whatever a mutant does kills it
                status = run(mutant, tests, lambda test: void(os.write(write, test.encode())))
            os._exit(status)
        os.close(write)

    def is_over(self) -> bool:
        """Whether the mutant is killed, `by` which test, or every test has passed."""
        pid, status = os.waitpid(self._child, os.WNOHANG)
        if not pid and time.monotonic() < self._end:
            return False
        if not pid:
            os.kill(self._child, signal.SIGKILL)
            os.waitpid(self._child, 0)
        with os.fdopen(self._pipe, encoding="utf-8") as answer:
            self.by = answer.read() or (
                "no answer in time" if not pid else "a crash" if status else ""
            )
        return True

    def fate(self) -> str:
        """Waits until it is over; `by` which test."""
        while not self.is_over():
            time.sleep(PAUSE)
        return self.by


def control(plan: Plan, mutant: C, run: Runner[C], processes: int) -> list[str]:
    """Run every test without a mutant, as for a mutant, and refuse those that fail; their names.

    Raises:
        RuntimeError: The tests crash or never end without a mutant.
    """
    files: dict[str, list[str]] = defaultdict(list)
    for test in plan.every():
        files[_file(test)].append(test)
    shares: list[list[str]] = [[] for _ in range(processes)]
    for tests in sorted(files.values(), key=plan.seconds, reverse=True):
        min(shares, key=plan.seconds).extend(tests)

    def started(tests: list[str]) -> Trial[C]:
        return Trial(mutant.unchanged(), run, tests, plan.seconds(tests))

    failed, waiting = list[str](), [started(tests) for tests in shares if tests]
    while waiting:
        trial = waiting.pop(0)
        if not (by := trial.fate()):
            continue
        if by not in trial.tests:
            raise RuntimeError(f"without a mutant there is {by}")
        failed.append(by)
        plan.refused.add(by)
        if rest := [*trial.tests[trial.tests.index(by) + 1 :]]:
            waiting.append(started(rest))
    return failed


def void(_: object) -> None:
    """Nothing, whatever it is given."""


def _enclose(seconds: int) -> None:
    """Bound the time and the memory of this process, and let it print nowhere."""
    import resource  # noqa: PLC0415 - not every system has it

    resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds))
    resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
    nowhere = os.open(os.devnull, os.O_RDWR)
    for descriptor in range(3):
        os.dup2(nowhere, descriptor)


class Collected:
    """A plugin: collects the suite once, and tries mutants of functions in forks of its process.

    A fork gets the changed code of the function.  What was computed when the library was imported,
    or the tests collected, does not change with it, so a mutant that survives here is tried again
    in a new process.
    """

    def __init__(self, campaign: Callable[[Collected], None]) -> None:
        self._campaign = campaign
        self._items: dict[str, Any] = {}
        self._functions: dict[str, dict[tuple[str, int], list[FunctionType]]] = {}
        self._unchanged: dict[str, dict[tuple[str, int], list[CodeType]]] = {}

    def pytest_runtestloop(self, session: Any) -> bool:
        self._items = {item.nodeid: item for item in session.items}
        self._functions = defaultdict(lambda: defaultdict(list))
        gc.unfreeze()  # what is frozen is not listed
        everything: list[Any] = gc.get_objects()
        for each in everything:  # `isinstance` would ask a weak proxy, whose object may be gone
            if type(each) is FunctionType and str(each.__module__).startswith("heartslib"):
                self._functions[each.__module__][_key(each.__code__)].append(each)
        gc.collect()
        gc.freeze()
        self._campaign(self)
        return True

    def changed(self, mutant: Mutant) -> list[tuple[FunctionType, CodeType]]:
        """The functions that a mutant changes, with their new code.

        It is empty if a class changes, or a function that begins in the same line as another:
        which is which, nobody knows.
        """
        if mutant.module not in self._unchanged:
            self._unchanged[mutant.module] = defaultdict(list)
            for code in _within(mutant.unchanged().code()):
                self._unchanged[mutant.module][_key(code)].append(code)
        before = self._unchanged[mutant.module]
        if not mutant.in_function:
            return []
        new = [code for code in _within(mutant.code()) if code not in before[_key(code)]]
        functions = self._functions[mutant.module]
        if any(len(before[_key(code)]) > 1 and functions[_key(code)] for code in new):
            return []
        return [(function, code) for code in new for function in functions[_key(code)]]

    def run(self, mutant: Mutant, tests: Sequence[str], failed: Callable[[str], None]) -> int:
        """Run tests on the functions as the mutant has them."""
        for function, code in self.changed(mutant):
            function.__code__ = code
        chosen = _Chosen((), failed)
        items = [self._items[test] for test in tests if test in self._items]
        for item, following in zip(items, [*items[1:], None], strict=True):
            if item is items[0]:
                item.config.pluginmanager.register(chosen)
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if chosen.failures:
                return 1
        return 0


def _key(code: CodeType) -> tuple[str, int]:
    return code.co_qualname, code.co_firstlineno


def _within(code: CodeType) -> Iterator[CodeType]:
    """The code of every function and class in a module."""
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield constant
            yield from _within(constant)


def change(mutant: Mutant) -> None:
    """Let this process import the changed module."""
    sys.meta_path.insert(0, _Finder(mutant.module, mutant.code()))


def in_new_process(ring: Ring) -> Runner[Mutant]:
    """Runs tests of a ring on the changed module, in a process that has not imported the library yet."""

    def run(mutant: Mutant, tests: Sequence[str], failed: Callable[[str], None]) -> int:
        change(mutant)
        return run_files(ring, tests, failed)

    return run


def in_copy(ring: Ring, folder: Path) -> Runner[Fault]:
    """Runs tests of a ring in a copy of the checkout, so that programs that they start have the fault, too.

    Args:
        ring: The ring.
        folder: Where the copies are made.
    """
    ignored = shutil.ignore_patterns(".git", ".venv", ".nox", ".mutation", ".*_cache", "_build")

    def run(fault: Fault, tests: Sequence[str], failed: Callable[[str], None]) -> int:
        copy = Path(tempfile.mkdtemp(dir=folder)) / ROOT.name
        shutil.copytree(ROOT, copy, ignore=ignored)
        fault.plant(copy / "src")
        os.chdir(copy)
        sys.path[:0] = (str(copy / "src"), str(copy))
        os.environ["PYTHONPATH"] = str(copy / "src")
        status = run_files(ring, tests, failed)
        shutil.rmtree(copy)
        return status

    return run


def run_files(ring: Ring, tests: Sequence[str], failed: Callable[[str], None]) -> int:
    """Run tests of a ring until one fails.

    Those of the first files run before the others are collected, which takes longer than they do.
    """
    files = [*dict.fromkeys(map(_file, tests))]
    for some in (files[:_FIRST_FILES], files[_FIRST_FILES:]):
        chosen = _Chosen([test for test in tests if _file(test) in some], failed)
        if some and (status := pytest_main([*OPTIONS, *ring.options, "-x", *some], chosen)):
            return status
    return 0


_FIRST_FILES: Final = 8


def _file(test: str) -> str:
    return test.partition("::")[0]


_QUIET: Final = ("-q", "--assert=plain")
OPTIONS: Final = (*_QUIET, *(f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "cov")))


def pytest_main(options: Sequence[str], plugin: object) -> int:
    """The exit status of pytest; 0 also if it finds no test."""
    status = int(pytest.main([*options], plugins=[plugin, _Unshrunk()]))
    return 0 if status == pytest.ExitCode.NO_TESTS_COLLECTED else status


class _Unshrunk:
    """A plugin: Hypothesis need not look for the simplest case that fails."""

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """After `conftest.py` has chosen a profile."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("trial", settings(), phases=phases)
        settings.load_profile("trial")


class _Chosen:
    """A plugin that runs these tests alone, in this order, without shrinking what fails."""

    def __init__(self, tests: Sequence[str], failed: Callable[[str], None]) -> None:
        self._order = {test: index for index, test in enumerate(tests)}
        self._failed = failed
        self.failures = 0

    def pytest_collection_modifyitems(self, items: list[Any]) -> None:
        items[:] = [item for item in items if item.nodeid in self._order]
        items.sort(key=lambda item: self._order[item.nodeid])

    def pytest_collectreport(self, report: Any) -> None:
        if report.failed:
            self._fail(f"collecting {report.nodeid}")

    def pytest_runtest_logreport(self, report: Any) -> None:
        if report.failed:
            self._fail(report.nodeid)

    def _fail(self, test: str) -> None:
        if not self.failures:
            self._failed(test)
        self.failures += 1


class _Finder(importlib.abc.MetaPathFinder):
    """Loads one module from changed code."""

    def __init__(self, module: str, code: CodeType) -> None:
        self._module, self._code = module, code

    def find_spec(self, name: str, where: object, target: object = None) -> ModuleSpec | None:
        if name != self._module:
            return None
        loader = _Loader(name, str(path(name)))
        loader.code = self._code
        return importlib.util.spec_from_file_location(name, path(name), loader=loader)


class _Loader(SourceFileLoader):
    code: CodeType

    def get_code(self, fullname: str) -> CodeType:
        return self.code


_SETTINGS: Final = """
[run]
source = heartslib
relative_files = true
omit = {omitted}
data_file = {data}
"""


class _Seconds:
    """A plugin that notes how long each test takes."""

    def __init__(self) -> None:
        self.seconds = Counter[str]()

    def pytest_runtest_logreport(self, report: Any) -> None:
        self.seconds[report.nodeid] += report.duration


def write_maps(folder: Path, files: Sequence[str], processes: int) -> int:
    """Run each ring with every line traced, and then what is not traced; the exit status.

    Args:
        folder: Where the maps are kept.
        files: Test files that are added to the maps; without any, new ones are made.
        processes: How many run them.
    """
    parallel = (*_QUIET, f"--numprocesses={processes}", "--dist=loadfile")
    for ring in RINGS:
        kept, taken = folder / ring.name, _Seconds()
        kept.mkdir(parents=True, exist_ok=True)
        settings = _SETTINGS.format(data=kept / "coverage", omitted=",".join(ring.compiled))
        (kept / "settings.ini").write_text(settings, encoding="utf-8")
        traced = ["--cov", f"--cov-config={kept / 'settings.ini'}", "--cov-context=test"]
        traced += ["--cov-report=", *["--cov-append"] * bool(files)]
        selected = [file for file in files if "/slow/" not in file or ring.options]
        if files and not selected:
            continue
        for options in (["-m", "not untraced", *traced], ["-m", "untraced"]):
            chosen = *ring.options, *(selected or ring.selected)
            if status := pytest_main([*parallel, *options, *chosen], taken):
                return status
        before: dict[str, float] = {}
        if files:
            before = json.loads((kept / "seconds.json").read_text(encoding="utf-8"))
        (kept / "seconds.json").write_text(json.dumps(before | taken.seconds), encoding="utf-8")
    return 0
