"""The kernel for one core of a CPU, compiled by numba.

Inner functions take pointers, because passing arrays counts references, which costs more than most
of the work done here.  What is compiled is kept (`heartslib.simulate.targets.disk_cache`), under a name that
changes with this module and the kernel's.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np
from llvmlite import ir
from numba import config, int64, njit, types, uint64
from numba.core.registry import cpu_target
from numba.extending import intrinsic

from heartslib.simulate.targets import SOURCES, compiled, python, uncompiled
from heartslib.simulate.targets.disk_cache import Kept, stamp_of

if TYPE_CHECKING:
    from heartslib.simulate.lowering.rules import KernelTables


@intrinsic
def popcount(typingctx, value):
    """How many bits are set."""

    def codegen(context, builder, signature, args):
        return builder.ctpop(args[0])

    return types.int64(types.uint64), codegen


@intrinsic
def lowest(typingctx, value):
    """The position of the lowest bit that is set."""

    def codegen(context, builder, signature, args):
        return builder.cttz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.uint64), codegen


@intrinsic
def highest(typingctx, value):
    """63 minus the position of the highest bit that is set."""

    def codegen(context, builder, signature, args):
        return builder.ctlz(args[0], context.get_constant(types.boolean, 1))

    return types.int64(types.uint64), codegen


@intrinsic
def pointer(typingctx, array):
    """A pointer to the first number of a flat array; None of None, so that no branch is compiled."""
    if isinstance(array, types.NoneType):
        return types.none(types.none), lambda context, *_: context.get_dummy_value()

    def codegen(context, builder, signature, args):
        return context.make_array(signature.args[0])(context, builder, args[0]).data

    kind: Any = types.CPointer
    return kind(array.dtype)(array), codegen


@intrinsic
def high(typingctx, one, other):
    """The upper word of a product."""

    def codegen(context, builder, signature, args):
        wide = ir.IntType(128)
        product = builder.mul(*(builder.zext(each, wide) for each in args))
        return builder.trunc(builder.lshr(product, wide(64)), ir.IntType(64))

    return types.uint64(types.uint64, types.uint64), codegen


@intrinsic
def _deposited(typingctx, value, places):
    """The low bits of a number, spread over the set bits of another: an instruction of x86."""

    def codegen(context, builder, signature, args):
        word = ir.IntType(64)
        kind = ir.FunctionType(word, [word, word])
        deposit = builder.module.declare_intrinsic("llvm.x86.bmi.pdep.64", (), kind)
        return builder.call(deposit, args)

    return types.uint64(types.uint64, types.uint64), codegen


IS_PLAIN = bool(vars(config)["DISABLE_JIT"])
"""Whether numba is set to compile nothing: then the kernel runs as plain Python."""
_STAMP = stamp_of([*SOURCES, "targets.python", "targets.uncompiled", "targets.cpu"])


def _jit(function: Any, inline: bool) -> Any:
    # nogil, so that threads play side by side; numpy's division, which does not look for a zero
    if IS_PLAIN:
        return function if inline else np.errstate(over="ignore")(function)  # words wrap
    decorate: Any = njit(nogil=True, error_model="numpy", inline="always" if inline else "never")
    dispatcher = decorate(function)
    if not inline:
        dispatcher._cache = Kept(function.__name__, _STAMP)  # noqa: SLF001 - in place of numba's own
    return dispatcher


@njit(inline="always")
def nth_by_deposit(bits, place):
    """The set bit number `place`, counted from the lowest, 0."""
    return _deposited(uint64(1) << uint64(place), bits)


_CONTEXT: Any = cpu_target.target_context
CAN_DEPOSIT = "+bmi2" in _CONTEXT.codegen().magic_tuple()[2]
_ALONE = "share", "worker", "workers", "worker_of_all", "together", "add", "lower", "upper"
"""What one worker does as in Python."""
_INTRINSICS: Any = popcount, lowest, highest, high, pointer
_OWN = {
    "int64": int64,
    "uint64": uint64,
    **uncompiled.CONSTANTS,
    **{each.__name__: each for each in _INTRINSICS},
    **{name: njit(inline="always")(getattr(python, name)) for name in _ALONE},
    **({"nth": nth_by_deposit} if CAN_DEPOSIT else {}),
}

KERNEL: Any = compiled(_jit, uncompiled.OWN if IS_PLAIN else _OWN)
CHUNK: int = 1 << 20
LARGEST_TABLE: int = 1 << 18
"""Beyond this it is faster to sort the points."""
SPREAD: int = 1
extent, tally = KERNEL.extent, KERNEL.tally
empty = np.empty


def check(what: object, instead: object) -> None:
    """Check that there is a processor: there is."""


def array(numbers: Any) -> Any:
    """An array as the kernel takes it."""
    return np.ascontiguousarray(numbers)


def word(number: int) -> Any:
    """A word, as the kernel takes it."""
    return np.uint64(number)


def words(rows: Any) -> Any:
    """Words, from lists, as the kernel takes them."""
    return np.array(rows, np.uint64)


def numbers(rows: Any) -> Any:
    """Numbers, from lists, as the kernel takes them."""
    return np.array(rows, np.int64)


def blank_words(*shape: int) -> Any:
    """Words that are zero."""
    return np.zeros(shape, np.uint64)


def blank_numbers(*shape: int) -> Any:
    """Numbers that are zero."""
    return np.zeros(shape, np.int64)


def chances(row: list[float]) -> Any:
    """Chances, from a list, as the kernel takes them."""
    return np.array(row, np.float64)


def behind(points: Any, shares: tuple[float, ...]) -> list[float]:
    """What rounds are worth: the points of each seat times its share, of rows that have one number more."""
    width = len(shares) + 1
    worth = np.zeros(len(points) // width)
    for seat, share in enumerate(shares):  # in the order of plain Python, to the last bit
        worth += share * points[seat::width]
    behind: list[float] = worth.tolist()
    return behind


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros."""
    return np.zeros(shape, dtype)


rows_of = zeros


def host(numbers: Any) -> Any:
    """The same array in this computer's memory."""
    return numbers


shared = host


def workers(rows: int) -> int:
    """How many workers share so many rows in `run`: one."""
    return 1


def run(table: KernelTables, name: str, rows: int, *arguments: Any) -> None:
    """Run a function in space of its own."""
    function = getattr(KERNEL, name)
    function(*table.arrays, *table.space(), *arguments, table.layers)


def run_rows(table: KernelTables, name: str, sets: Any, numbers: Any, *arguments: Any) -> None:
    """Run a function on rounds that are kept."""
    work = table.space()[-1]
    function = getattr(KERNEL, name)
    function(*table.arrays, sets, numbers, work, *arguments, table.layers)
