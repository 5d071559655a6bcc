"""Plugins of pytest: which tests reach a line, and which fail when the library is changed.

A change inside a function is tried in a fork of a process that has collected every test: the function gets
the changed code, wherever it hangs.  What an import computes cannot be changed so: it is tried in a process
that has not imported the library yet, and imports the changed module.
"""

from __future__ import annotations

import functools
import gc
import json
import os
import pickle
import resource
import signal
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, Final, NamedTuple, TypeAlias

import pytest
from hypothesis import Phase, settings

from tools.mutation.mutants import SOURCE, Change, path

__all__ = [
    "ENDED",
    "NOT_BEGUN",
    "Collected",
    "Reached",
    "compiled",
    "failing_after_import",
    "in_child",
]

ENDED: Final = "the process ended"
"""Stands for the tests that fail where there is no answer: a crash, a loop, or far too much memory."""
NOT_BEGUN: Final = "pytest could not begin"

_OPTIONS: Final = (
    *("-q", "--tb=no", "--assert=plain"),
    *(f"-pno:{plugin}" for plugin in ("cacheprovider", "xdist", "cov", "randomly")),
)
_MEMORY: Final = 8 << 30
_MONITORING: Any = getattr(sys, "monitoring", None)  # of Python 3.12
_TOOL: Final = 4  # other numbers have owners
_CACHE: Final = type(functools.cache(len))


def run_pytest(arguments: Sequence[str], plugin: object) -> int:
    """The exit status of pytest."""
    return int(pytest.main([*_OPTIONS, *arguments], plugins=[plugin]))


class _Failures:
    """A plugin that notes what fails; Hypothesis need not look for the simplest case that does."""

    def __init__(self) -> None:
        self.failed = set[str]()

    @pytest.hookimpl(trylast=True)
    def pytest_configure(self) -> None:
        """After `conftest.py` has chosen a profile."""
        phases = (Phase.explicit, Phase.generate)
        settings.register_profile("mutants", settings(), phases=phases)
        settings.load_profile("mutants")

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.failed.add(f"collecting {report.nodeid}")

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.failed.add(report.nodeid)

    def fails(self, item: pytest.Item, following: pytest.Item | None) -> bool:
        """Run a test."""
        item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
        return item.nodeid in self.failed


class Reached(NamedTuple):
    """What tests reach.

    Attributes:
        seconds: How long each test takes of the processor.
        lines: By test and file, the numbers of the lines as bits.
        at_import: By file, the lines that run while the tests are collected.
        failed: The tests that fail.
    """

    seconds: dict[str, float]
    lines: dict[str, dict[str, int]]
    at_import: dict[str, int]
    failed: set[str]


Swap: TypeAlias = tuple[FunctionType, CodeType, CodeType]
"""A function, and its code before and after a change."""


class Collected(_Failures):
    """Collects every test once, notes what each reaches, and can run some of them with changed functions.

    Args:
        file: Where a pickled `Reached` goes.
        campaign: What is done then.
    """

    def __init__(self, file: Path, campaign: Callable[[Collected], None]) -> None:
        super().__init__()
        self._file, self._campaign = file, campaign
        self._lines = defaultdict[str, int](int)
        self._is_late = False
        file.unlink(missing_ok=True)

    def run(self) -> None:
        """Let pytest collect the tests, and go on from there."""
        _MONITORING.use_tool_id(_TOOL, "mutants")
        _MONITORING.register_callback(_TOOL, _MONITORING.events.PY_START, self._begin)
        _MONITORING.register_callback(_TOOL, _MONITORING.events.LINE, self._reach)
        _MONITORING.set_events(_TOOL, _MONITORING.events.PY_START)
        run_pytest(["tests"], self)

    def _begin(self, code: CodeType, _offset: int) -> object:
        if code.co_filename.startswith(str(SOURCE)):
            _MONITORING.set_local_events(_TOOL, code, _MONITORING.events.LINE)
        return _MONITORING.DISABLE

    def _reach(self, code: CodeType, number: int) -> object:
        self._lines[code.co_filename] |= 1 << number
        return _MONITORING.DISABLE

    def _taken(self) -> dict[str, int]:
        """The lines since the last time."""
        lines = dict(self._lines)
        self._lines.clear()
        _MONITORING.restart_events()
        return lines

    @pytest.hookimpl(tryfirst=True)
    def pytest_runtestloop(self, session: pytest.Session) -> bool | None:
        if session.testsfailed:
            return None  # pytest says what cannot be collected
        self._items = session.items
        self._functions, self._caches = _living()
        if not (child := os.fork()):
            self._watch()
            os._exit(0)
        os.waitpid(child, 0)
        _MONITORING.set_events(_TOOL, 0)
        if self._file.exists():
            self._campaign(self)
        return True

    def _watch(self) -> None:
        """Run every test, and write down what it reaches."""
        reached = Reached({}, {}, self._taken(), self.failed)
        for item, following in _in_turn(self._items):
            _clear(
                self._caches
            )  # what another test has left there would hide what this one reaches
            began = time.process_time()
            if not self.fails(item, following):
                reached.seconds[item.nodeid] = time.process_time() - began
                reached.lines[item.nodeid] = self._taken()
        self._file.write_bytes(pickle.dumps(reached))

    def swaps(self, change: Change) -> list[Swap]:
        """The functions that change.

        There is none where an import computes what changes, or where nobody knows which function is which.
        """
        if not change.in_function:
            return []
        file = path(change.module)
        found: list[Swap] = []
        before, after = _codes(compiled(file)), _codes(change.code())
        for name, codes in before.items():
            functions = [self._functions[str(file), code] for code in codes]
            if len(codes) == len(after[name]):
                for old, new, live in zip(codes, after[name], functions, strict=True):
                    found += [(function, old, new) for function in live if old != new]
            elif any(functions):
                return []
        fits = all(old.co_freevars == new.co_freevars for _, old, new in found)
        return found if fits else []

    def failing(
        self, codes: Iterable[tuple[FunctionType, CodeType]], seconds: Mapping[str, float]
    ) -> Iterator[str]:
        """The tests that fail with this code in these functions.

        Args:
            codes: The functions and their code.
            seconds: How long each test takes; one that takes much longer fails, and is the last.
        """
        for function, code in codes:
            function.__code__ = code
        _clear(self._caches)
        signal.signal(signal.SIGVTALRM, self._be_late)
        for item, following in _in_turn([each for each in self._items if each.nodeid in seconds]):
            signal.setitimer(signal.ITIMER_VIRTUAL, 4 + 5 * seconds[item.nodeid], 1)
            fails = self.fails(item, following) or self._is_late
            signal.setitimer(signal.ITIMER_VIRTUAL, 0)
            if fails:
                yield item.nodeid
            if self._is_late:  # what is interrupted may break the next test
                return

    def _be_late(self, *_: object) -> None:
        self._is_late = True
        raise _Late


class _Late(BaseException):
    """A test takes far too long."""


def failing_after_import(module: str, code: CodeType, tests: Sequence[str]) -> set[str]:
    """The tests that fail where this code is imported as the module."""
    loaders: Any = SourceFileLoader
    load = loaders.get_code

    def get_code(loader: object, name: str) -> Any:
        return code if name == module else load(loader, name)

    loaders.get_code = get_code
    chosen = _Chosen(tests)
    files = dict.fromkeys(test.partition("::")[0] for test in tests)
    status = run_pytest(["--continue-on-collection-errors", *files], chosen)
    is_over = status in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
    return chosen.failed if is_over or chosen.failed else {NOT_BEGUN}


class _Chosen(_Failures):
    """Runs these tests alone."""

    def __init__(self, tests: Iterable[str]) -> None:
        super().__init__()
        self._tests = {*tests}

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        items[:] = [item for item in items if item.nodeid in self._tests]


def in_child(job: Callable[[], Iterable[str]], seconds: float) -> list[str]:
    """What a job finds in a process of its own, or `ENDED`.

    Args:
        job: The job.
        seconds: How long it takes without a mutant; its process ends when it takes much longer.
    """
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            processor = 30 + int(5 * seconds)
            resource.setrlimit(resource.RLIMIT_CPU, (processor, processor))
            resource.setrlimit(resource.RLIMIT_AS, (_MEMORY, _MEMORY))
            signal.alarm(600 + 10 * processor)  # a mutant may wait for ever
            with os.fdopen(writing, "w", encoding="utf-8") as answer:
                answer.write(json.dumps(sorted(job())))
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, encoding="utf-8") as answer:
        text = answer.read()
    os.waitpid(child, 0)
    found: list[str] = json.loads(text or json.dumps([ENDED]))
    return found


def _in_turn(items: Sequence[pytest.Item]) -> Iterator[tuple[pytest.Item, pytest.Item | None]]:
    return zip(items, [*items[1:], None], strict=True)


def _living() -> tuple[dict[tuple[str, CodeType], list[FunctionType]], list[Any]]:
    """The library's functions by their file and code, wherever they hang, and its caches."""
    functions = defaultdict[tuple[str, CodeType], list[FunctionType]](list)
    caches: list[Any] = []
    gc.unfreeze()  # what is frozen is not listed
    everything: list[Any] = gc.get_objects()
    for each in everything:  # `isinstance` would ask a weak proxy, whose object may be gone
        if type(each) is FunctionType:
            functions[each.__code__.co_filename, each.__code__].append(each)
        elif type(each) is _CACHE and "heartslib" in str(each.__module__):
            caches.append(each)
    gc.collect()
    gc.freeze()
    return functions, caches


def _clear(caches: Sequence[Any]) -> None:
    for each in caches:
        each.cache_clear()


def _codes(code: CodeType) -> defaultdict[str, list[CodeType]]:
    """The code of every function and class in it, by name, in the order of the source."""
    found = defaultdict[str, list[CodeType]](list)
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found[each.co_qualname].append(each)
            for name, inner in _codes(each).items():
                found[name] += inner
    return found


@functools.cache
def compiled(file: Path) -> CodeType:
    """A module as it is."""
    return compile(file.read_text(encoding="utf-8"), str(file), "exec", dont_inherit=True)
