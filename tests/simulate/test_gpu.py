"""The kernel as it runs on a GPU, here as plain Python in numba's simulator: see `tools.gpu`."""

from __future__ import annotations

import importlib
from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import util
from types import SimpleNamespace
from typing import Any

import attrs
import numpy as np
import pytest
from numba import config

from heartslib import Cards, HeartsError, variants
from heartslib.bots import arena
from heartslib.cards import HEARTS
from heartslib.errors import MissingExtra
from heartslib.rules import CardValues
from heartslib.simulate import Position, play_out, simulate
from heartslib.simulate.kernel import rounds
from heartslib.simulate.lowering.rules import lowered_once
from heartslib.simulate.rounds import engines, result
from heartslib.simulate.targets import Processor, cpu, cuda, python
from heartslib.table import Table, Trick
from tests.helpers.own_steps import AsksEverything, LeastOfAll
from tools import gpu

pytestmark = pytest.mark.slow

AMERICAN = variants.get("american")


def same(one: result.Result, other: result.Result) -> bool:
    """Whether both have the same counts."""
    counts = [(each.histograms, each.moons, each.leads, each.rounds) for each in (one, other)]
    return counts[0] == counts[1]


def test_every_variant_is_played_as_on_a_cpu(capsys: pytest.CaptureFixture[str]) -> None:
    assert gpu.main(["--rounds", "2", "--rulebooks", "8"]) == 0
    assert capsys.readouterr().out == "seed 1: 163 rulebooks, 652 rounds, 0 differences\n"


def test_a_difference_is_named(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    host: Callable[[Any], Any] = cuda.host

    def wrong(numbers: Any) -> Any:
        return host(numbers) + 1

    def one(_count: int, _seed: int) -> list[Any]:
        return [(AMERICAN, 4)]

    monkeypatch.setattr(cuda, "host", wrong)
    monkeypatch.setattr(gpu, "rulebooks", one)
    assert gpu.main(["--rounds", "3"]) == 1
    assert "American Hearts, 4 players: 6 rounds differ" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("rules", "options"),
    [
        (AMERICAN, {"policy": "duck"}),
        (AMERICAN, {"policy": ["duck", "random", "lowest", "random"], "seed": 3}),
        (variants.get("barbu"), {}),
        (variants.get("partnership"), {}),
        (attrs.evolve(AMERICAN, bonuses=(LeastOfAll(), AsksEverything())), {}),
        (attrs.evolve(AMERICAN, scoring=CardValues({HEARTS: 1, "QS": 1 << 40})), {}),
    ],
    ids=["duck", "policies", "contracts", "partners", "own steps", "points far apart"],
)
def test_the_rounds_are_those_of_the_kernel(rules: Any, options: dict[str, Any]) -> None:
    both = (simulate(rules, rounds=24, engine=engine, **options) for engine in ("cuda", "kernel"))
    assert same(*both)


def test_rounds_are_counted_piece_by_piece(monkeypatch: pytest.MonkeyPatch) -> None:
    """In tables that grow, in copies of them, and without any where they would be too large."""
    monkeypatch.setattr(cuda, "CHUNK", 4)
    expected = simulate(AMERICAN, rounds=30, seed=2)
    for largest, spread in ((1 << 24, 32), (1 << 24, 1), (3000, 32), (10, 1)):
        monkeypatch.setattr(cuda, "LARGEST_TABLE", largest)
        monkeypatch.setattr(cuda, "SPREAD", spread)
        assert same(simulate(AMERICAN, rounds=30, seed=2, engine="cuda"), expected)


class Here(Executor):
    """Plays what it is given at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args, **kwargs))
        return future


def test_a_machine_without_a_gpu_sends_the_rounds_to_those_that_have_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    module = importlib.import_module("heartslib.simulate")
    monkeypatch.setattr(module, "BLOCK_OF_GPU", 10)
    monkeypatch.delattr(module, "target_of")
    played = simulate(AMERICAN, rounds=25, engine="cuda", executor=Here())
    assert same(played, simulate(AMERICAN, rounds=25, executor=Here()))


class NoDriver:
    """The list of GPUs where there is no driver."""

    def __len__(self) -> int:
        raise ImportError("Error at driver init: CUDA driver library cannot be found")


@pytest.mark.parametrize(
    ("gpus", "lacks"),
    [
        (NoDriver(), "an NVIDIA driver, and none was found"),
        ((), "an NVIDIA GPU, and this computer has none"),
    ],
)
def test_without_a_gpu_a_sentence_says_what_would_do(
    gpus: object, lacks: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cuda.cuda, "gpus", gpus)
    with pytest.raises(HeartsError) as refused:
        simulate(AMERICAN, rounds=10, engine="cuda")
    said = f"engine='cuda' needs {lacks}; engine='kernel' needs neither"
    assert str(refused.value) == said


def test_without_numba_cuda_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(_: str) -> None:
        raise ModuleNotFoundError("no", name="numba_cuda")

    monkeypatch.setattr(engines, "importlib", SimpleNamespace(import_module=missing))
    with pytest.raises(MissingExtra) as refused:
        engines.target_of("cuda")
    assert str(refused.value) == (
        "engine='cuda' needs numba-cuda: python -m pip install 'heartslib[cuda]', "
        "or '.[cuda]' in a checkout; or give engine='python', which needs no extra"
    )


@pytest.mark.parametrize(
    ("error", "said"),
    [
        (RuntimeError("CUDA_ERROR_OUT_OF_MEMORY"), "the GPU has too little memory left"),
        (MemoryError(), "the GPU has too little memory left: take fewer rounds at once"),
        (RuntimeError("libNVVM cannot be found"), "engine='cuda' needs numba-cuda: python -m pip"),
        (KeyError("anything else"), "anything else"),
    ],
)
def test_what_a_gpu_refuses_is_one_sentence(
    error: Exception, said: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refused(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(cuda.cuda, "device_array", refused)
    kind = KeyError if isinstance(error, KeyError) else HeartsError
    with pytest.raises(kind, match=said):
        simulate(AMERICAN, rounds=10, engine="cuda")


def test_arrays_of_a_gpu_are_taken_as_they_are(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = cuda.array(np.arange(6))
    there = SimpleNamespace(__cuda_array_interface__={})
    taken: list[object] = []
    monkeypatch.setattr(cuda.cuda, "as_cuda_array", taken.append, raising=False)
    assert cuda.array(there) is None
    assert taken == [there]
    assert cuda.host(numbers).tolist() == [*range(6)]


def test_other_libraries_read_the_arrays_of_a_gpu(monkeypatch: pytest.MonkeyPatch) -> None:
    """By either protocol; the view of DLPack is cuda.core's, of which only the calls are seen here."""
    assert cuda.shared(numbers := cuda.array(np.arange(6))) is numbers
    monkeypatch.setattr(cuda, "SIMULATED", False)
    array: Any = SimpleNamespace(
        shape=(2, 3),
        dtype=np.dtype(np.int64),
        __cuda_array_interface__={"version": 3},
        copy_to_host=lambda: np.arange(6),
    )
    asked: list[Any] = []

    def view(given: object, stream_ptr: int) -> Any:
        asked.append((given, stream_ptr))
        return SimpleNamespace(__dlpack__=dict, __dlpack_device__=lambda: (2, 0))

    utils = SimpleNamespace(StridedMemoryView=SimpleNamespace(from_cuda_array_interface=view))
    monkeypatch.setattr(importlib, "import_module", {"cuda.core.utils": utils}.__getitem__)
    on_device = cuda.shared(array)
    assert on_device.__cuda_array_interface__ == {"version": 3}
    assert on_device.__dlpack__(stream=1) == {"stream": 1}
    assert on_device.__dlpack_device__() == (2, 0)
    assert asked == [(array, -1), (array, -1)]
    assert cuda.host(on_device).tolist() == [*range(6)]
    assert repr(on_device) == "OnDevice(shape=(2, 3), dtype=int64)"


@pytest.fixture
def compiling(monkeypatch: pytest.MonkeyPatch) -> None:
    """As where a GPU is: functions are compiled, which here only marks them."""
    monkeypatch.setattr(cuda, "SIMULATED", False)

    def jit(**options: object) -> Callable[[Any], Any]:
        return lambda function: (function, options)

    monkeypatch.setattr(cuda.cuda, "jit", jit)
    device = SimpleNamespace(MULTIPROCESSOR_COUNT=3, id=1)
    monkeypatch.setattr(cuda.cuda, "get_current_device", lambda: device, raising=False)


@pytest.mark.usefixtures("compiling")
def test_the_grid_fits_the_gpu() -> None:
    jit: Any = cuda._jit  # pyright: ignore[reportPrivateUsage]
    assert jit(len, inline=True) == (len, {"device": True, "inline": "always"})
    assert cuda.workers(10**9) == 3 * cuda.BLOCKS_OF_ONE * cuda.THREADS
    assert cuda.workers(5) == 2 * cuda.THREADS


def test_words_of_a_gpu_are_read_as_in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    """From what a GPU has: the bits that are set, the zeros in front, and the upper word of a product."""

    def upper(one: Any, other: Any) -> int:
        return (int(one) % 2**64) * (int(other) % 2**64) >> 64

    def ones(word: Any) -> int:
        return int(word).bit_count()

    def zeros_in_front(word: Any) -> int:
        return 64 - int(word).bit_length()

    monkeypatch.setattr(cuda.cuda, "popc", ones, raising=False)
    monkeypatch.setattr(cuda.cuda, "clz", zeros_in_front, raising=False)
    monkeypatch.setattr(cuda, "libdevice", SimpleNamespace(umul64hi=upper))
    rng = np.random.default_rng(1)
    words = [np.uint64(1), np.uint64(2**64 - 1), *rng.integers(1, 2**64, 50, dtype=np.uint64)]
    with np.errstate(over="ignore"):
        for name in ("popcount", "lowest", "highest"):
            ours: Any = getattr(cuda, f"_{name}")
            assert [ours(word) for word in words] == [
                getattr(python, name)(int(each)) for each in words
            ]
        high: Any = getattr(cuda, "_high")  # noqa: B009 - numba types it
        plain: Any = python
        assert [high(word, words[5]) for word in words] == [
            plain.high(int(word), int(words[5])) for word in words
        ]
    pointer: Any = getattr(cuda, "_pointer")  # noqa: B009 - numba types it
    assert pointer(words) is words


def test_the_library_needs_numba_cuda_but_for_the_simulator(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Without it numba has a target of its own, which is old."""
    asked: list[str] = []

    def imported(name: str) -> None:
        asked.append(name)
        raise ModuleNotFoundError(name=name)

    monkeypatch.setattr(config, "ENABLE_CUDASIM", 0)
    monkeypatch.setattr(importlib, "import_module", imported)
    spec = util.spec_from_file_location("another", cuda.__file__)
    assert spec
    assert spec.loader
    with pytest.raises(ModuleNotFoundError):
        spec.loader.exec_module(util.module_from_spec(spec))
    assert asked == ["numba_cuda"]


def as_plain(value: Any) -> Any:
    """An argument as plain Python takes it: of whole numbers of any size, which do not wrap."""
    return np.asarray(value, object) if np.ndim(value) else value.item()


def test_one_worker_counts_as_the_compiled_one() -> None:
    """The functions of the kernel as plain Python, which one worker runs."""
    table = lowered_once(AMERICAN.at(4).in_force)
    points, ends = np.array([[3, 0, 23, 0], [26, 0, 0, 0]]), np.array([9, 0, 26, 0])
    plain: Any = rounds
    plain.extent(points, ends)
    assert ends.tolist() == [0, 26, 26, 26]
    counts, pairs, shot = (np.zeros(shape, np.int64) for shape in ((1, 4, 27), (1, 27, 1), (1, 4)))
    plain.tally(points, np.array([-1, 0]), np.array([2, 1]), ends, counts, pairs, shot)
    assert [(row.argmax(), row.max()) for row in counts[0]] == [(3, 1), (0, 2), (0, 1), (0, 2)]
    assert pairs[0, [0, 23]].tolist() == [[1], [1]]
    assert shot.tolist() == [[1, 0, 0, 0]]
    both: list[Any] = []
    for play_match in (plain.play_match, cpu.KERNEL.play_match):
        seatings, sums = np.array([[1, 2, 1, 2], [2, 1, 2, 1]]), np.zeros((1, 2, 3), np.int64)
        given: list[Any] = [
            *table.arrays, *table.space(), np.uint64(1), np.int64(0), np.int64(1), np.int64(3),
            np.int64(2), seatings, seatings - 1, np.zeros((1, 2), np.int64), sums,
        ]  # fmt: skip
        if play_match is plain.play_match:
            given = [*map(as_plain, given)]
        play_match(*given, table.layers)
        both.append(given[-1].tolist())
    assert both[0] == both[1] != [[[0, 0, 0]] * 2]


def test_arrays_have_few_sizes() -> None:
    room: Any = cuda._room  # pyright: ignore[reportPrivateUsage]
    sizes = [room(size) for size in range(1, 2000)]
    assert all(size <= given <= 1.5 * size + 16 for size, given in enumerate(sizes, 1))
    assert len(set(sizes)) < 20


def test_the_command_knows_every_engine() -> None:
    from heartslib.cli import main  # noqa: PLC0415

    for engine in engines.ENGINES:
        assert main(["simulate", "american", "--rounds", "5", "--engine", engine]) == 0


def test_matches_and_positions_are_played_as_on_a_cpu() -> None:
    bots = {"duck": "duck", "lowest": "lowest"}
    one, other = (arena(AMERICAN, bots, deals=6, engine=each) for each in ("kernel", "cuda"))
    assert one == other
    deck = AMERICAN.deck.cards(4)
    position = Position(
        AMERICAN, Table(Trick(0, 4)), [Cards([*deck][seat::4]) for seat in range(4)]
    )
    cards = [position.hand[:2]]
    points = (play_out([position], cards, times=3, engine=each)[0] for each in ("kernel", "cuda"))
    assert (next(points) == next(points)).all()


def test_both_processors_have_one_form() -> None:
    """A type checker compares the modules with the protocol; here are the names."""
    both: list[Processor] = [cpu, cuda]
    members = *vars(Processor), *Processor.__annotations__
    names = [name for name in members if not name.startswith("_")]
    assert {"run", "run_rows", "extent", "SPREAD"} < {*names}
    assert all(hasattr(target, name) for target in both for name in names)


def test_each_worker_has_sums_of_its_own() -> None:
    """Blocks are played one after the other in the simulator, but at once on a GPU."""
    table = lowered_once(AMERICAN.at(4).in_force)
    deals = cuda.workers(10**6)
    totals, sums = cuda.zeros((deals, 2), np.int64), cuda.zeros((deals, 2, 3), np.int64)
    seatings = np.array([[1, 2, 1, 2], [2, 1, 2, 1]])
    numbers = np.uint64(1), np.int64(0), np.int64(1), np.int64(deals), np.int64(2)
    cuda.run(table, "play_match", deals, *numbers, seatings, seatings - 1, totals, sums)
    assert (cuda.host(sums)[:, :, 0].sum(axis=1) > 0).all()
