"""The processors that the kernel runs on.

A target has a decorator and its own form of a dozen short functions (`python` says what each does);
the functions of the kernel are written once, in the modules named in `SOURCES`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from types import FunctionType, SimpleNamespace
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

if TYPE_CHECKING:
    from heartslib.simulate.lowering.rules import KernelTables

SOURCES = (
    "kernel.layout", "kernel.words", "kernel.legal", "kernel.dealing", "kernel.policies",
    "kernel.giving", "kernel.playing", "kernel.counting", "kernel.rounds", "kernel.batches",
    "positions.samples", "positions.endgame",
)  # fmt: skip
"""The modules of `heartslib.simulate` whose functions a target compiles; a later one may call the
functions of those before it, which it imports.  No two functions have one name."""

FUNCTIONS: dict[str, bool] = {}
"""The functions in their order, by name, and whether each is compiled into those that call it."""

F = TypeVar("F", bound=Callable[..., Any])


def inlined(function: F) -> F:
    """Mark a short function: it is compiled into those that call it."""
    FUNCTIONS[function.__name__] = True
    return function


def called(function: F) -> F:
    """Mark a function that is compiled by itself."""
    FUNCTIONS[function.__name__] = False
    return function


class Processor(Protocol):
    """The module of a processor: arrays in its memory, and the kernel's functions run on them."""

    CHUNK: int
    """How many rounds are played before their points are counted."""
    LARGEST_TABLE: int
    """The most numbers that points are counted in."""
    SPREAD: int
    """Into how many copies of a small table workers count, so that they wait less for each other."""

    def check(self, what: object, instead: object) -> None:
        """Check that there is such a processor.

        Args:
            what: What needs it, as a part of the message.
            instead: What would do without it.

        Raises:
            HeartsError: There is none; the message says what would do.
        """

    def array(self, numbers: Any) -> Any:
        """An array as the kernel takes it; one that is in the processor's memory is not copied."""

    def zeros(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array of zeros."""

    def empty(self, shape: int | tuple[int, ...], dtype: Any) -> Any:
        """An array with any numbers."""

    def rows_of(self, shape: tuple[int, int], dtype: Any) -> Any:
        """An array of zeros whose rows are rounds, kept as the processor reads them best."""

    def host(self, numbers: Any) -> Any:
        """An array's numbers in this computer's memory."""

    def shared(self, numbers: Any) -> Any:
        """An array that other libraries read in place."""

    def workers(self, rows: int) -> int:
        """How many workers share so many rows in `run`."""
        ...

    def run(self, table: KernelTables, name: str, rows: int, *arguments: Any) -> None:
        """Run a function of the kernel that plays rounds of its own, in space of its own.

        Args:
            table: The rulebook.
            name: The function.
            rows: How many rows its workers share.
            arguments: What it is given after the scratch space, but for the layers.
        """

    def run_rows(
        self, table: KernelTables, name: str, sets: Any, numbers: Any, *arguments: Any
    ) -> None:
        """Run a function of the kernel on rounds that are kept, a row for each.

        Args:
            table: The rulebook.
            name: The function.
            sets: The sets of cards of the rounds.
            numbers: The numbers of the rounds.
            arguments: What it is given after the scratch space, but for the layers.
        """

    def extent(self, points: Any, ends: Any) -> None:
        """Run the kernel's function of this name."""

    def tally(
        self, points: Any, moons: Any, leaders: Any, ends: Any, counts: Any, pairs: Any, shot: Any
    ) -> None:
        """Run the kernel's function of this name."""


def compiled(jit: Callable[[Any, bool], Any], own: Mapping[str, Any]) -> SimpleNamespace:
    """The kernel's functions for a target.

    Args:
        jit: Compiles a function; whether into those that call it.
        own: The target's form of what the kernel imports.
    """
    # one scope for all: a compiled function finds the compiled forms of those it calls
    scope: dict[str, Any] = {}
    for source in SOURCES:  # imported here, because they import a target
        scope |= vars(import_module(f"heartslib.simulate.{source}"))
    scope |= own
    for name, inline in FUNCTIONS.items():
        if name in own:
            continue
        plain = scope[name]
        # the same code with other globals, where a target's functions replace the imported ones
        function = FunctionType(plain.__code__, scope, name)
        function.__qualname__ = name
        function.__module__ = plain.__module__
        scope[name] = jit(function, inline)
    return SimpleNamespace(**{name: scope[name] for name in FUNCTIONS})
