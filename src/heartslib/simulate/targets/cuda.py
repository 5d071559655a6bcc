"""The kernel for a GPU, compiled by numba-cuda.

A worker is a thread, and plays in arrays of its own.  Rounds that are kept are in the GPU's memory
field by field, so that neighbours read neighbours.  In numba's simulator, which is asked for with
``NUMBA_ENABLE_CUDASIM=1``, the same code runs as plain Python, slowly, without a GPU.
"""

# pyright: basic, reportCallIssue=false, reportIndexIssue=false

from __future__ import annotations

import contextlib
import functools
import importlib
import warnings
from collections.abc import Generator
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt
from numba import config, int64, uint64

from heartslib._values.seats import for_each
from heartslib.errors import Argument, HeartsError, needs
from heartslib.simulate.targets import compiled, uncompiled

if TYPE_CHECKING:
    from heartslib.simulate.lowering.rules import KernelTables

SIMULATED = bool(vars(config)["ENABLE_CUDASIM"])
if not SIMULATED:
    importlib.import_module("numba_cuda")  # without it numba has an old target of its own
cuda: Any = importlib.import_module("numba.cuda")
libdevice: Any = None if SIMULATED else importlib.import_module("numba.cuda.libdevice")
THREADS = 4 if SIMULATED else 128
"""Workers in a block."""
TEAM = 2 if SIMULATED else 32
BLOCKS_OF_ONE = 8
"""How many blocks a processor of the GPU has at once, if each worker plays many rounds."""
CHUNK: int = 1 << 22
LARGEST_TABLE: int = 1 << 24
SPREAD: int = 32


def _popcount(word):
    return int64(cuda.popc(word))


def _lowest(word):
    return int64(63) - int64(cuda.clz(word & (~word + uint64(1))))


def _highest(word):
    return int64(cuda.clz(word))


def _high(one, other):
    return uint64(libdevice.umul64hi(int64(uint64(one)), int64(uint64(other))))


def _pointer(array):
    """The array itself: here it costs nothing to pass one."""
    return array


def _share(count):
    begin = count * cuda.blockIdx.x // cuda.gridDim.x
    return begin, count * (cuda.blockIdx.x + 1) // cuda.gridDim.x


def _worker():
    return cuda.threadIdx.x


def _workers():
    return cuda.blockDim.x


def _worker_of_all():
    return cuda.blockIdx.x * cuda.blockDim.x + cuda.threadIdx.x


def _together():
    cuda.syncthreads()


def _add(array, place, number):
    cuda.atomic.add(array, place, number)


def _lower(array, place, number):
    cuda.atomic.min(array, place, number)


def _upper(array, place, number):
    cuda.atomic.max(array, place, number)


def _jit(function: Any, inline: bool) -> Any:
    """A function for the GPU; in the simulator the function itself, which runs as it stands."""
    if SIMULATED:
        return function
    return cuda.jit(device=True, inline="always" if inline else "never")(function)


_WORDS = (_popcount, _lowest, _highest, _high)
_TOGETHER = (_share, _worker, _workers, _worker_of_all, _together, _add, _lower, _upper)
_OWN = _TOGETHER if SIMULATED else (*_WORDS, _pointer, *_TOGETHER)
_NUMBERS = (
    uncompiled.OWN if SIMULATED else {"int64": int64, "uint64": uint64, **uncompiled.CONSTANTS}
)
_FUNCTIONS = {each.__name__[1:]: _jit(each, inline=True) for each in _OWN}
KERNEL: Any = compiled(_jit, {"TEAM": TEAM, **_NUMBERS, **_FUNCTIONS})


@functools.lru_cache(maxsize=128)
def _launched(name: str, words: int, numbers: int, work: int, copies: int) -> Any:
    """A function of the kernel that can be launched, with arrays of each worker's own.

    Args:
        name: The function.
        words: How many words a round has; 0 if the rounds are kept by the caller.
        numbers: How many numbers a round has.
        work: How long the scratch space is.
        copies: How many copies of a card there are.
    """
    function = getattr(KERNEL, name)
    layers = for_each(copies, 0)
    # made here, because the length of a local array must be a constant
    if words:

        def with_own(T, M, arguments):
            S = cuda.local.array(words, uint64)
            N = cuda.local.array(numbers, int64)
            W = cuda.local.array(work, int64)
            function(T, M, S, N, W, *arguments, layers)

        return cuda.jit(with_own)

    def with_kept(T, M, S, N, arguments):
        W = cuda.local.array(work, int64)
        function(T, M, S, N, W, *arguments, layers)

    return cuda.jit(with_kept)


def check(what: object, instead: object) -> None:
    """Check that there are a driver and a GPU."""
    try:
        if len(cuda.gpus):
            return
        lacks = "an NVIDIA GPU, and this computer has none"
    except ImportError:  # numba's CudaSupportError is one
        lacks = "an NVIDIA driver, and none was found"
    raise HeartsError(what, f" needs {lacks}; ", instead, " needs neither")


@contextlib.contextmanager
def _explained() -> Generator[None]:
    """Say in one sentence what a GPU refuses; the words of the simulator wrap without a warning."""
    wraps = warnings.catch_warnings(action="ignore", category=RuntimeWarning)
    try:
        with wraps if SIMULATED else contextlib.nullcontext():
            yield
    except Exception as error:
        if "OUT_OF_MEMORY" in str(error) or isinstance(error, MemoryError):
            raise HeartsError(
                "the GPU has too little memory left: take fewer rounds at once"
            ) from error
        if "cannot be found" in str(error) or "No such file" in str(error):  # its compiler
            raise needs(Argument("engine", "cuda"), "numba-cuda", "cuda") from error
        raise


def array(numbers: Any) -> Any:
    """An array in the GPU's memory; one that is there is taken as it is."""
    with _explained():
        if hasattr(numbers, "__cuda_array_interface__"):
            return cuda.as_cuda_array(numbers)
        return cuda.to_device(np.ascontiguousarray(numbers))


def zeros(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array of zeros."""
    return array(np.zeros(shape, dtype))


def empty(shape: int | tuple[int, ...], dtype: Any) -> Any:
    """An array with any numbers."""
    with _explained():
        return cuda.device_array(shape, dtype)


def rows_of(shape: tuple[int, int], dtype: Any) -> Any:
    """An array of zeros whose rows are rounds, kept field by field: neighbours read neighbours."""
    with _explained():
        rows = cuda.device_array(shape, dtype, order="F")
        _cleared[_blocks(shape[0]), THREADS](rows)
    return rows


@cuda.jit
def _cleared(rows):
    """Write zeros."""
    row = cuda.grid(1)
    if row < rows.shape[0]:
        for field in range(rows.shape[1]):
            rows[row, field] = 0


def host(numbers: Any) -> Any:
    """A copy in this computer's memory."""
    with _explained():
        return numbers.copy_to_host()


def shared(numbers: Any) -> Any:
    """An array of the GPU, for other libraries to read in place."""
    return numbers if SIMULATED else OnDevice(numbers)


class OnDevice:
    """An array in the GPU's memory, which PyTorch, JAX and CuPy read in place.

    Args:
        numbers: An array of numba-cuda.
    """

    def __init__(self, numbers: Any) -> None:
        self._numbers = numbers
        self.shape: tuple[int, ...] = numbers.shape
        self.dtype: np.dtype[Any] = numbers.dtype

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        """Where the numbers are."""
        interface: dict[str, Any] = self._numbers.__cuda_array_interface__
        return interface

    def _view(self) -> Any:
        utils: Any = importlib.import_module("cuda.core.utils")
        return utils.StridedMemoryView.from_cuda_array_interface(self._numbers, stream_ptr=-1)

    def __dlpack__(self, **options: Any) -> Any:
        """The array for DLPack."""
        return self._view().__dlpack__(**options)

    def __dlpack_device__(self) -> tuple[int, int]:
        """The GPU: its kind and its number."""
        kind, number = self._view().__dlpack_device__()
        return int(kind), int(number)

    def copy_to_host(self) -> npt.NDArray[Any]:
        """A copy as a numpy array."""
        copied: npt.NDArray[Any] = self._numbers.copy_to_host()
        return copied

    def __repr__(self) -> str:
        return f"OnDevice(shape={self.shape}, dtype={self.dtype})"


def _blocks(rows: int) -> int:
    """How many blocks it takes to give each row a worker."""
    return -(-rows // THREADS)


def _own_blocks(rows: int) -> int:
    """How many blocks share rows whose workers have space of their own."""
    at_once = 2 if SIMULATED else cuda.get_current_device().MULTIPROCESSOR_COUNT * BLOCKS_OF_ONE
    return min(_blocks(rows), at_once)


def workers(rows: int) -> int:
    """How many workers share so many rows in `run`."""
    return _own_blocks(rows) * THREADS


def _room(size: int) -> int:
    """Space for so many numbers: few sizes, because for each a function is compiled."""
    step = 16 if size <= 64 else 1 << (size.bit_length() - 2)
    return -(-size // step) * step


@functools.lru_cache(maxsize=64)
def _on_device(table: KernelTables, _device: int) -> tuple[Any, Any]:
    """The tables of a rulebook in the GPU's memory."""
    numbers, cards = table.arrays
    return array(numbers), array(cards)


def _tables(table: KernelTables) -> tuple[Any, Any]:
    # arrays belong to one GPU, so its number is part of the key
    return _on_device(table, 0 if SIMULATED else cuda.get_current_device().id)


def run(table: KernelTables, name: str, rows: int, *arguments: Any) -> None:
    """Run a function in space of its own: each worker has some."""
    launched = _launched(name, *map(_room, table.sizes), len(table.layers))
    with _explained():
        launched[_own_blocks(rows), THREADS](*_tables(table), arguments)


def run_rows(table: KernelTables, name: str, sets: Any, numbers: Any, *arguments: Any) -> None:
    """Run a function on rounds that are kept."""
    launched = _launched(name, 0, 0, _room(table.sizes[2]), len(table.layers))
    with _explained():
        launched[_blocks(len(sets)), THREADS](*_tables(table), sets, numbers, arguments)


def _counting(function: Any) -> Any:
    """A function of the kernel that counts the points of rounds, to be called as it is."""

    @cuda.jit
    def launched(arguments):
        function(*arguments)

    def run_it(points: Any, *others: Any) -> None:
        with _explained():
            launched[_own_blocks(len(points)), THREADS]((points, *others))

    return run_it


extent, tally = _counting(KERNEL.extent), _counting(KERNEL.tally)
