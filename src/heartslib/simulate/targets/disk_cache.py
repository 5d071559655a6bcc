"""Where compiled code is kept, so that the next process loads it.

It is kept in the folder of `cache_in`, or else of the environment's ``HEARTSLIB_CACHE_DIR``, or of
``NUMBA_CACHE_DIR``.  If none is named, it is kept beside the kernel, or where that cannot be written to,
in the user's folder for caches.  Nothing is lost where no folder can be written to: each process compiles.
A folder or a file that others may write to is not used.

numba keeps code by the file and the time of its source.  Here the key is what the functions do (`stamp_of`), so
that code made before a package was installed, moved or zipped is still found, and a program without sources has
it, too.
"""

# pyright: basic

from __future__ import annotations

import hashlib
import os
import pickle
import sys
import threading
import warnings
from collections.abc import Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from importlib.machinery import EXTENSION_SUFFIXES
from pathlib import Path
from types import CodeType
from typing import Any

import llvmlite
import numba
from numba import config
from numba.core.caching import NullCache
from numba.core.compiler import CompileResult
from numba.core.serialize import dumps
from numba.misc.appdirs import AppDirs

from heartslib.errors import cause
from heartslib.simulate.targets.cache_folder import SETTING, distrust, make

GENERIC = "generic", ""
"""What the compiler calls any processor of a kind, and what else such a processor can do: nothing."""
_BESIDE = Path(__file__).parents[1] / "__pycache__"
_DIGEST = hashlib.sha256
_warned, _suspected = threading.Lock(), threading.Lock()
"""They are never released: who gets one says that no code can be kept, or that a folder is not used."""


def stamp_of(modules: Sequence[str]) -> str:
    """A digest of what modules of `heartslib.simulate` do; it needs no source and no file."""
    digest = _DIGEST()
    for name in modules:
        module = import_module(f"heartslib.simulate.{name}")
        loader: Any = module.__loader__
        for part in parts_of(loader.get_code(module.__name__)):
            digest.update(part)
    return digest.hexdigest()


def parts_of(code: CodeType) -> Iterator[bytes]:
    """What code consists of, but for the names of files and the numbers of lines."""
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    yield code.co_code + repr(names).encode()
    for each in code.co_consts:
        if isinstance(each, CodeType):
            yield from parts_of(each)
        else:
            yield repr(sorted(map(repr, each)) if isinstance(each, frozenset) else each).encode()


def folders() -> tuple[list[Path], list[Path]]:
    """Where kept code is looked for, and where it may be kept: in the first that can be written to."""
    if folder := os.environ.get(SETTING) or vars(config)["CACHE_DIR"]:
        read, write = [Path(folder), _BESIDE], [Path(folder)]
    else:
        mine = Path(AppDirs("numba", appauthor=False).user_cache_dir) / "heartslib"
        # a program in one file is unpacked again each time
        read = [_BESIDE, mine]
        write = [mine] if getattr(sys, "frozen", False) else [_BESIDE, mine]
    return [*filter(_is_trusted, read)], [*filter(_is_trusted, write)]


def _is_trusted(folder: Path) -> bool:
    """Whether nobody else may write to a folder; if somebody may, that is said once."""
    if (why := distrust(folder)) and _suspected.acquire(blocking=False):
        said = f"no compiled code is kept in or loaded from {folder}, since {why}"
        warnings.warn(said, RuntimeWarning, stacklevel=2)
    return not why


class Kept(NullCache):
    """The compiled code of one function: a file for each signature and kind of processor.

    Args:
        function: The function's name.
        stamp: A digest of all that it calls.
    """

    def __init__(self, function: str, stamp: str) -> None:
        self._function, self._stamp = function, stamp

    def _file(self, signature: Any, processor: Sequence[Any]) -> str:
        compilers = numba.__version__, llvmlite.__version__, EXTENSION_SUFFIXES[0]
        about = self._stamp, *compilers, *map(str, (*processor, signature))
        return f"{self._function}-{_DIGEST(repr(about).encode()).hexdigest()[:32]}.nbc"

    def load_overload(self, sig: Any, target_context: Any) -> Any:
        """The code for a signature, made for this processor or for any; None if none is kept."""
        target_context.refresh()
        kind, *own = target_context.codegen().magic_tuple()
        for processor in dict.fromkeys([(*own,), GENERIC]):
            for folder in folders()[0]:
                with suppress(Exception):  # whatever is wrong with a file, the code is compiled
                    file = folder / self._file(sig, (kind, *processor))
                    data = file.read_bytes()
                    if not distrust(file) and _DIGEST(data[32:]).digest() == data[:32]:
                        loaded = pickle.loads(data[32:])  # noqa: S301 - as trusted as a .pyc
                        return CompileResult._rebuild(target_context, *loaded)  # noqa: SLF001
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        """Keep the code for a signature, and say it once if that cannot be done."""
        code = dumps(data._reduce())  # noqa: SLF001
        name = self._file(sig, data.codegen.magic_tuple())
        why = ""
        for folder in folders()[1]:
            new = folder / f"{name}.{os.getpid()}.{threading.get_ident()}"
            try:
                make(folder)
                new.touch(0o644)  # whatever the umask lets others do
                new.write_bytes(_DIGEST(code).digest() + code)
                new.replace(folder / name)
            except OSError as error:
                why = f"{error.filename or folder}: {cause(error)}"
                # Windows replaces no file that another process has open, which has kept the same then
                is_there = all(map(os.path.exists, (new, folder / name)))
                with suppress(OSError):
                    new.unlink(missing_ok=True)
                if is_there:
                    return
            else:
                return
        said = "compiled code cannot be kept, so that each process compiles it again: "
        said += f"{why}; set {SETTING} to a folder that can be written to"
        if why and _warned.acquire(blocking=False):
            warnings.warn(said, RuntimeWarning, stacklevel=2)
