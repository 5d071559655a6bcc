"""How the tests run: in two rings, and the examples in README.md, docs/ and docstrings among them.

The inner ring is ``pytest``: no slow test, 8 examples of each law, and the kernel as plain Python.
``pytest --slow`` runs everything, with the kernel compiled and 30 examples.  A test is slow if it is in a
folder called ``slow``, has the mark ``slow``, or is in a page of the docs that says ``<!-- slow -->``.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import sys
import sysconfig
from collections.abc import Generator
from doctest import ELLIPSIS
from pathlib import Path
from typing import Any

import pytest
from hypothesis import is_hypothesis_test
from sybil import Sybil
from sybil.integration.pytest import SybilItem
from sybil.parsers.myst import PythonCodeBlockParser
from sybil.parsers.rest import DocTestParser

os.environ["NUMBA_ENABLE_CUDASIM"] = "1"  # engine="cuda" runs as plain Python, without a GPU
pytest.register_assert_rewrite("tests", "tools")  # assertions in helpers work under python -O too


def _few_examples(_names: object, examples: int = 5) -> None:
    """A page shows what `check_rule` says of a rule; it says the same after a few examples."""
    from heartslib.testing import check_rule  # noqa: PLC0415 - coverage begins after this file

    defaults: Any = check_rule.__kwdefaults__
    defaults["examples"] = examples


_PAGES = Sybil(
    parsers=[PythonCodeBlockParser(doctest_optionflags=ELLIPSIS)],
    patterns=["README.md", "docs/*.md", "docs/*/*.md"],
    setup=_few_examples,
    teardown=lambda names: _few_examples(names, 100),
)
_DOCSTRINGS = Sybil(parsers=[DocTestParser(ELLIPSIS)], path="src", pattern="*.py")

collect_ignore = ["docs/_build"]

pytest_collect_file = (_PAGES + _DOCSTRINGS).pytest()


_EXTRAS = (
    "gymnasium",
    "jsonschema",
    "llvmlite",
    "matplotlib",
    "numba",
    "numpy",
    "pettingzoo",
    "pyspiel",
    "rich",
)
_LACKING = {name for name in _EXTRAS if importlib.util.find_spec(name) is None}
"""What only extras install, and what of that is not here: the tests that import it are skipped."""
_HERE = Path(__file__).parent
_LONGEST = (
    "tests/slow/shipped/",
    "tests/slow/page/test_in_browser.py",
    "tests/slow/web/test_browser.py",
    "tests/slow/web/test_room.py",
    "tests/slow/",
)
"""Of the slow tests these come first, so that no worker is left with a long file at the end."""
_LONG = 5.0
"""Seconds after which a test without the mark ``slow`` is named at the end: ten times what it may take."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """One option for everything, and one for what pip has installed."""
    meaning = "slow tests, too, with the kernel compiled and all examples"
    parser.addoption("--slow", action="store_true", help=meaning)
    meaning = (
        "refuse to test a heartslib that is not among the installed packages, such as that of src"
    )
    parser.addoption("--installed", action="store_true", help=meaning)


def is_quick(config: Any) -> bool:
    """Whether slow tests are left out: nobody asked for them, or for a folder of them."""
    return not (config.option.slow or any("slow" in Path(each).parts for each in config.args))


@pytest.hookimpl(tryfirst=True)
def pytest_configure(config: Any) -> None:
    """In the inner ring the kernel is plain Python, laws draw few examples, and no process is started."""
    if is_quick(config):
        os.environ.setdefault("HYPOTHESIS_PROFILE", "quick")
        _use_plain_kernel(config)
        sys.addaudithook(_refuse_processes)
    else:
        config.option.loadscopereorder = False  # xdist would begin with the files of most tests
    if config.option.installed:
        found = Path(str(importlib.import_module("heartslib").__file__)).parent
        if found != (wanted := Path(sysconfig.get_path("purelib"), "heartslib")):
            raise pytest.UsageError(f"heartslib is {found}, and not {wanted}")


def pytest_report_header(config: Any) -> str:
    """What is left out is not left out silently."""
    left_out = "no slow tests, few examples, the kernel as plain Python (--slow: everything)"
    return f"ring: {left_out if is_quick(config) else 'everything'}"


def _use_plain_kernel(config: Any) -> None:
    """Let the kernel run as plain Python; nothing may have imported it."""
    with contextlib.suppress(ImportError):  # without numpy there is no kernel
        importlib.import_module("numpy").seterr(all="ignore")  # words wrap
        for what in ("overflow", "invalid value"):  # in other threads, too
            config.addinivalue_line("filterwarnings", f"ignore:{what} encountered:RuntimeWarning")
        targets: Any = importlib.import_module("heartslib.simulate.targets")
        forms: Any = importlib.import_module("heartslib.simulate.targets.uncompiled")
        importlib.import_module("heartslib.simulate.targets.plain")  # which has forms of its own
        whole = targets.compiled

        def as_it_is(_jit: object, _own: object) -> Any:
            return whole(lambda function, _inline: function, forms.OWN)

        targets.compiled = as_it_is


@pytest.fixture(scope="session", autouse=True)
def _patience() -> None:
    """No bot moves for another while code is compiled: no test depends on how fast that is."""
    importlib.import_module("heartslib.bots.monte_carlo").LOADING = 600


def pytest_ignore_collect(collection_path: Path, config: Any) -> bool | None:
    """A folder called ``slow`` is not even read for the inner ring."""
    return True if collection_path.name == "slow" and is_quick(config) else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers(config: Any) -> int:
    """One more worker than processors where tests wait for a browser, or for a clock."""
    return (os.cpu_count() or 1) + (not is_quick(config))


def pytest_collection(session: pytest.Session) -> None:
    """Each worker imports other files first, so that the assertions of each are rewritten once."""
    number = int(os.environ.get("PYTEST_XDIST_WORKER", "gw0").removeprefix("gw"))
    workers = int(os.environ.get("PYTEST_XDIST_WORKER_COUNT", "1"))
    wanted = [Path(name.partition("::")[0]).resolve() for name in session.config.args]
    folders = ("tests/*", *(() if is_quick(session.config) else ("tests/slow/*", "tools/slow")))
    files = [
        file
        for folder in folders
        for file in sorted(_HERE.glob(f"{folder}/test_*.py"))
        if any(file.is_relative_to(each) for each in wanted)
    ]
    begin = len(files) * number // workers
    for file in files[begin:] + files[:begin] if number else ():
        # what cannot be imported, or is skipped, is reported when it is collected
        with contextlib.suppress(Exception, pytest.skip.Exception):
            importlib.import_module(_module(file))


def _module(file: Path) -> str:
    """What the module in a file is called."""
    return ".".join(file.relative_to(_HERE).with_suffix("").parts)


def _skipped(report: Any, call: Any, path: Path) -> Any:
    """The report of a file or a test; if what it imports is not here, it is skipped."""
    error = call.excinfo.value if report.failed and call.excinfo else None
    while error is not None:
        name = str(getattr(error, "name", "")).partition(".")[0]
        if isinstance(error, ModuleNotFoundError) and name in _LACKING:
            report.outcome = "skipped"
            report.longrepr = (str(path), None, f"Skipped: {name} is not installed")
        error = error.__cause__ or error.__context__
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report(collector: pytest.Collector) -> Generator[None, Any, Any]:
    """A file that imports what is not here is skipped."""
    report = yield
    if report.failed and collector.path.is_relative_to(_HERE):  # half a module is left
        sys.modules.pop(_module(collector.path), None)
    return _skipped(report, report.call, collector.path)


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item, call: Any) -> Generator[None, Any, Any]:
    """So is a test."""
    report = yield
    return _skipped(report, call, item.path)


def pytest_itemcollected(item: pytest.Item) -> None:
    """Give the marks that follow from what a test is: its folder, its page, and what it draws."""
    parts = Path(item.nodeid.partition("::")[0]).parts
    page = item.example.document.text if isinstance(item, SybilItem) else ""
    if "slow" in parts or "<!-- slow -->" in page:
        item.add_marker("slow")
    if page or is_hypothesis_test(getattr(item, "obj", None)):
        item.add_marker("untraced")


def _turn(item: pytest.Item) -> int:
    """The place of a file among those that take long."""
    begins = (place for place, each in enumerate(_LONGEST) if item.nodeid.startswith(each))
    return next(begins, len(_LONGEST))


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: Any, items: list[pytest.Item]) -> None:
    """Leave out what is slow, or begin with what takes long; the examples of a page keep their order."""
    if is_quick(config):
        slow = [item for item in items if item.get_closest_marker("slow")]
        config.hook.pytest_deselected(items=slow)
        items[:] = [item for item in items if not item.get_closest_marker("slow")]
    else:
        items.sort(key=_turn)
    pages: dict[Path, list[SybilItem]] = {}
    for item in items:
        if isinstance(item, SybilItem):
            pages.setdefault(item.path, []).append(item)
    for page in pages.values():
        page.sort(key=lambda item: item.example.start)
    ordered: list[pytest.Item] = []
    for item in items:
        ordered += pages.pop(item.path, []) if isinstance(item, SybilItem) else [item]
    items[:] = ordered


_PROCESSES = {"os.fork", "os.forkpty", "os.posix_spawn", "os.system", "subprocess.Popen"}
_RUNNING: list[pytest.Item] = []
"""The test that runs, in the inner ring."""


def _refuse_processes(event: str, _about: object) -> None:
    if event in _PROCESSES and _RUNNING:
        pytest.fail("a test that starts a process is slow: give it the mark `slow`")


@pytest.hookimpl(wrapper=True, tryfirst=True)
def pytest_runtest_protocol(item: pytest.Item) -> Generator[None, object, object]:
    """While a test of the inner ring runs, nothing may start a process."""
    _RUNNING[:] = [item] * is_quick(item.config)
    try:
        return (yield)
    finally:
        _RUNNING.clear()


def pytest_terminal_summary(terminalreporter: Any, config: Any) -> None:
    """Name the tests that should have the mark; a busy machine may be the reason, so nothing fails."""
    if is_quick(config):
        for report in terminalreporter.getreports("passed"):
            if report.duration > _LONG:
                line = f"{report.nodeid} took {report.duration:.0f} seconds: is it slow?"
                terminalreporter.write_line(line)
