"""What is compiled beforehand, and where compiled code is kept."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from threading import Lock
from types import SimpleNamespace
from typing import Any

import pytest
from numba import config

from heartslib import HeartsError, variants
from heartslib.cli import BAD_INPUT, main, prepare
from heartslib.simulate import cache_in
from heartslib.simulate.targets import disk_cache as kept
from heartslib.simulate.targets.cache_folder import SETTING, distrust
from heartslib.simulate.targets.disk_cache import Kept

UNKEPT = "compiled code cannot be kept, so that each process compiles it again: "
CODE: Any = SimpleNamespace(
    codegen=SimpleNamespace(magic_tuple=lambda: ("kind", "name", "features")), _reduce=lambda: ()
)


@contextmanager
def _umask(mask: int) -> Generator[None, None, None]:
    before = os.umask(mask)
    try:
        yield
    finally:
        os.umask(before)


@pytest.fixture(autouse=True)
def folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[Path]:
    monkeypatch.setenv(SETTING, str(tmp_path / "kept"))
    monkeypatch.setattr(kept, "_warned", Lock())
    monkeypatch.setattr(kept, "_suspected", Lock())
    with _umask(0o022):  # what a test makes is trusted, whoever runs it
        yield tmp_path / "kept"


def test_what_is_compiled_once_serves_every_rulebook_with_as_many_packs() -> None:
    few = prepare.pieces([variants.get("american")])
    both = prepare.pieces(map(variants.get, ("american", "basic", "cancellation", "cancellation")))
    assert 0 < len(few) < len(both)
    assert prepare.pieces([variants.get("barbu")] * 2)
    assert prepare.pieces([variants.get("domino_hearts")]) == []


@pytest.mark.slow
def test_the_command_compiles_what_is_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compile", "--variants", "american,gong_zhu"]) == 0
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--variants", "american,bridge"], "there is no variant 'bridge'"),
        (["--for", "arm"], "invalid choice: 'arm'"),
    ],
)
def test_the_command_refuses(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["compile", *words]) == BAD_INPUT
    assert said in capsys.readouterr().err


def test_the_command_needs_an_extra(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "heartslib.cli.prepare", None)
    assert main(["compile"]) == BAD_INPUT
    assert "heartslib compile needs numpy and numba" in capsys.readouterr().err


def test_the_command_fails_where_code_cannot_be_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder.write_text("a file", encoding="utf-8")
    monkeypatch.setattr(config, "CPU_NAME", "generic")
    monkeypatch.setenv("NUMBA_CPU_NAME", "")

    def unkept(_: object) -> list[Any]:
        return [lambda: Kept("f", "stamp").save_overload("()", CODE)]

    monkeypatch.setattr(prepare, "pieces", unkept)
    assert main(["compile", "--for", "generic"]) == BAD_INPUT
    assert os.environ["NUMBA_CPU_NAME"] == "generic"
    assert f"{UNKEPT}{folder}" in capsys.readouterr().err


def test_the_command_compiles_for_any_processor_only_if_numba_does(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(config, "CPU_NAME", None)
    monkeypatch.setenv("NUMBA_CPU_NAME", "")
    assert main(["compile", "--for", "generic"]) == BAD_INPUT
    assert "numba already compiles for this processor" in capsys.readouterr().err
    assert not os.environ["NUMBA_CPU_NAME"]


def test_that_code_cannot_be_kept_is_said_once(folder: Path) -> None:
    folder.write_text("a file", encoding="utf-8")
    with pytest.warns(RuntimeWarning, match=UNKEPT) as heard:
        Kept("f", "stamp").save_overload("()", CODE)
    Kept("g", "stamp").save_overload("()", CODE)  # a warning would fail
    assert str(heard[0].message).endswith(
        "set HEARTSLIB_CACHE_DIR to a folder that can be written to"
    )


def test_a_changed_file_is_not_loaded(folder: Path) -> None:
    target: Any = SimpleNamespace(refresh=list, codegen=lambda: CODE.codegen)
    code = Kept("f", "stamp")
    code.save_overload("()", CODE)
    (file,) = folder.iterdir()
    for data in (b"", file.read_bytes() + b"0", sha256(b"no code").digest() + b"no code"):
        file.write_bytes(data)
        assert code.load_overload("()", target) is None


def test_a_program_in_one_file_keeps_nothing_beside_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(SETTING)
    monkeypatch.delenv("NUMBA_CACHE_DIR", raising=False)
    looked, may_keep = kept.folders()
    assert looked == may_keep
    monkeypatch.setattr(sys, "frozen", True, raising=False)
    assert kept.folders() == (looked, looked[1:])


def test_the_stamp_follows_the_code_and_not_the_file() -> None:
    source = "def f(x):\n    return x in {'a', 'b'}\n"
    code, moved = (
        compile(lines, name, "exec") for lines, name in ((source, "a"), ("\n" + source, "b"))
    )
    other = compile(source.replace("'b'", "'c'"), "a", "exec")
    assert [*kept.parts_of(code)] == [*kept.parts_of(moved)] != [*kept.parts_of(other)]


def test_a_program_may_choose_the_folder(tmp_path: Path) -> None:
    cache_in(tmp_path / "a" / "b")
    assert os.environ[SETTING] == str(tmp_path / "a" / "b")
    assert (tmp_path / "a" / "b").is_dir()
    file = tmp_path / "file"
    file.write_text("", encoding="utf-8")
    for wrong in (file, file / "below", 5, "\0"):
        given: Any = wrong
        with pytest.raises(HeartsError, match=r"^compiled code cannot be kept in .*: "):
            cache_in(given)
    assert os.environ[SETTING] == str(tmp_path / "a" / "b")


def test_a_file_that_another_process_has_open_is_kept(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Windows refuses to replace it; it has been kept by that process, so nothing is said."""

    def refuse(*_: object) -> None:
        raise PermissionError(13, "Access is denied")

    code = Kept("f", "stamp")
    code.save_overload("()", CODE)
    (file,) = folder.iterdir()
    monkeypatch.setattr(Path, "replace", refuse)
    code.save_overload("()", CODE)  # a warning would fail
    assert [*folder.iterdir()] == [file]
    file.unlink()
    with pytest.warns(RuntimeWarning, match="Access is denied"):
        code.save_overload("()", CODE)
    assert not [*folder.iterdir()]


def _always(user: object, _: int) -> object:
    """The user of any number."""
    return user


def _seen(monkeypatch: pytest.MonkeyPatch, path: Path, **changes: int) -> None:
    """Let a folder look otherwise: its owner, its group or its mode."""
    real, path = Path.stat, path.resolve()

    def stat(self: Path, **options: Any) -> Any:
        found = real(self, **options)
        if self != path:
            return found
        names = ("st_uid", "st_gid", "st_mode")
        return SimpleNamespace(**({name: getattr(found, name) for name in names} | changes))

    monkeypatch.setattr(Path, "stat", stat)


posix = pytest.mark.skipif(os.name != "posix", reason="others may write there by other rules")


@posix
@pytest.mark.parametrize(
    ("below", "changes", "why"),
    [
        ("", {"st_uid": 54321}, "{} belongs to somebody else"),
        ("..", {"st_uid": 54321}, "{} belongs to somebody else"),
        ("", {"st_mode": 0o40757}, "others may write to {}"),
        ("", {"st_mode": 0o41777}, "others may write to {}"),  # they add files there
        ("", {"st_mode": 0o40775, "st_gid": 54321}, "others may write to {}"),
        ("..", {"st_mode": 0o40757}, "others may write to {}"),
        ("..", {"st_mode": 0o41777}, ""),  # such as /tmp
        ("..", {"st_mode": 0o40775, "st_gid": 54321}, "others may write to {}"),
        ("../..", {"st_mode": 0o42770, "st_gid": 54321}, "others may write to {}"),
        ("..", {"st_mode": 0o43775, "st_gid": 54321}, ""),
        ("..", {"st_mode": 0o40775, "st_gid": 0}, ""),
        ("", {"st_mode": 0o40775, "st_gid": 0}, ""),  # containers with any user in root's group
        ("", {"st_mode": 0o40755, "st_uid": 0}, ""),
        ("", {}, ""),
    ],
)
def test_whom_a_folder_of_code_may_belong_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, below: str, changes: dict[str, int], why: str
) -> None:
    folder = tmp_path / "a" / "b"
    folder.mkdir(0o755, parents=True)
    found = (folder / below).resolve()
    _seen(monkeypatch, found, **changes)
    assert distrust(folder) == why.format(found)


@posix
def test_the_group_of_one_user_alone_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    import grp  # noqa: PLC0415 - not everywhere
    import pwd  # noqa: PLC0415

    _seen(monkeypatch, tmp_path, st_mode=0o40775, st_gid=54321)
    groups = {"ann": SimpleNamespace(gr_gid=54321), "staff": SimpleNamespace(gr_gid=50)}
    monkeypatch.setattr(grp, "getgrnam", groups.__getitem__)
    for name, why in (
        ("ann", ""),
        ("staff", f"others may write to {tmp_path}"),
        ("ben", f"others may write to {tmp_path}"),
    ):
        user = SimpleNamespace(pw_name=name)
        monkeypatch.setattr(pwd, "getpwuid", partial(_always, user))
        assert distrust(tmp_path) == why


@posix
@pytest.mark.parametrize(
    ("parent", "mode", "found"),
    [
        (2, 0o42775, ""),  # as Debian's staff in /usr/local and macOS's admin in /Library
        (4, 0o40775, ""),
        (2, 0o43775, "others may write to {}"),  # they cannot replace what is another's
        (2, 0o42755, "others may write to {}"),
    ],
)
def test_a_group_that_may_replace_the_package_may_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, parent: int, mode: int, found: str
) -> None:
    _seen(monkeypatch, Path(kept.__file__).parents[parent], st_mode=mode, st_gid=54321)
    _seen(monkeypatch, tmp_path, st_mode=0o40775, st_gid=54321)
    for folder in (tmp_path, tmp_path / "below"):
        assert distrust(folder) == found.format(tmp_path)
    assert distrust(Path(kept.__file__).parents[1] / "__pycache__") == ""


@posix
def test_a_folder_that_others_may_write_to_is_not_used(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    target: Any = SimpleNamespace(refresh=list, codegen=lambda: CODE.codegen)
    code = Kept("f", "stamp")
    code.save_overload("()", CODE)
    (file,) = folder.iterdir()
    folder.chmod(0o777)
    assert not kept_in(folder)
    file.unlink()
    code.save_overload("()", CODE)  # it has been said
    assert code.load_overload("()", target) is None
    assert not [*folder.iterdir()]
    with pytest.raises(HeartsError, match=r"cannot be kept in .*: others may write to "):
        cache_in(folder)
    monkeypatch.setattr(sys, "platform", "win32")
    assert distrust(folder) == ""


@posix
@pytest.mark.parametrize("umask", [0, 0o002, 0o022, 0o077])
def test_others_may_not_write_to_a_file_whatever_the_umask(folder: Path, umask: int) -> None:
    folder.mkdir(0o755)
    with _umask(umask):
        Kept("f", "stamp").save_overload("()", CODE)
    (file,) = folder.iterdir()
    assert file.stat().st_mode & 0o777 == 0o644 & ~umask


@posix
@pytest.mark.parametrize("umask", [0, 0o002])
def test_others_may_not_write_to_a_new_folder_whatever_the_umask(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, umask: int
) -> None:
    with _umask(umask):
        cache_in(tmp_path / "a" / "b" / "c")
        monkeypatch.setenv(SETTING, str(tmp_path / "d" / "e" / "f"))
        Kept("f", "stamp").save_overload("()", CODE)
    for name in ("a", "a/b", "a/b/c", "d", "d/e", "d/e/f"):
        assert (tmp_path / name).stat().st_mode & 0o777 == 0o755


def _loaded(*_: object) -> str:
    """What is made of a file that is loaded."""
    return "loaded"


@posix
@pytest.mark.parametrize(
    "changes",
    [
        {"st_mode": 0o100666},
        {"st_mode": 0o100646},
        {"st_mode": 0o100664, "st_gid": 54321},
        {"st_uid": 54321},
    ],
)
def test_a_file_that_others_may_write_to_is_not_loaded_but_replaced(
    folder: Path, monkeypatch: pytest.MonkeyPatch, changes: dict[str, int]
) -> None:
    target: Any = SimpleNamespace(refresh=list, codegen=lambda: CODE.codegen)
    code = Kept("f", "stamp")
    code.save_overload("()", CODE)
    (file,) = folder.iterdir()
    monkeypatch.setattr(vars(kept)["CompileResult"], "_rebuild", _loaded)
    assert code.load_overload("()", target) == "loaded"
    with monkeypatch.context() as changed:
        _seen(changed, file, **changes)
        assert code.load_overload("()", target) is None  # a warning would fail
    file.chmod(0o666)
    assert code.load_overload("()", target) is None
    code.save_overload("()", CODE)
    assert code.load_overload("()", target) == "loaded"
    assert [*folder.iterdir()] == [file]


def kept_in(folder: Path) -> bool:
    """Whether code is looked for in a folder; it is said once that it is not."""
    said = (
        f"no compiled code is kept in or loaded from {folder}, since others may write to {folder}"
    )
    with pytest.warns(RuntimeWarning, match=f"^{re.escape(said)}$"):
        looked, may_keep = kept.folders()
    assert may_keep == []
    return folder in looked
