"""A PostgreSQL server of the test's own, on a socket in a folder of its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

PROGRAMS = sorted(Path("/usr/lib/postgresql").glob("*/bin")) if os.name == "posix" else []
"""Where Debian has them; no other place is on the path there."""
PATIENCE = 30


def program(name: str) -> str | None:
    """The path of a program of PostgreSQL."""
    return shutil.which(name) or shutil.which(name, path=os.pathsep.join(map(str, PROGRAMS[-1:])))


def _someone() -> dict[str, Any]:
    """Who runs it: it refuses to run as root."""
    if os.geteuid() != 0:
        return {}
    import pwd  # noqa: PLC0415 - not every system has it

    nobody = pwd.getpwnam("nobody")
    return {"user": nobody.pw_uid, "group": nobody.pw_gid}


@contextmanager
def postgres() -> Generator[tuple[str, subprocess.Popen[Any]]]:
    """The address of an empty database, and the process of its server."""
    initdb, server = program("initdb"), program("postgres")
    if initdb is None or server is None or sys.platform == "win32":
        pytest.skip("there is no PostgreSQL here: apt-get install postgresql")
    someone = _someone()
    with tempfile.TemporaryDirectory(prefix="pg", ignore_cleanup_errors=True) as folder:
        if someone:
            os.chown(folder, someone["user"], someone["group"])
        data, log = Path(folder) / "data", Path(folder) / "log"
        options = ["-D", str(data), "-A", "trust", "-U", "hearts", "--no-sync", "-E", "UTF8"]
        made = subprocess.run(  # noqa: S603 - it is PostgreSQL
            [initdb, *options], cwd=folder, capture_output=True, text=True, check=False, **someone
        )
        assert made.returncode == 0, made.stderr
        quiet = ["-c", "listen_addresses=", "-c", "fsync=off", "-k", folder]
        with log.open("wb") as out:
            running: subprocess.Popen[Any] = subprocess.Popen(  # noqa: S603
                [server, "-D", str(data), *quiet], cwd=folder, stdout=out, stderr=out, **someone
            )
        try:
            until = time.monotonic() + PATIENCE
            while "ready to accept" not in log.read_text(errors="replace"):
                assert running.poll() is None, log.read_text(errors="replace")
                assert time.monotonic() < until, log.read_text(errors="replace")
                time.sleep(0.02)
            yield f"postgresql://hearts@/postgres?host={folder}", running
        finally:
            if running.poll() is None:
                running.terminate()
            running.wait(PATIENCE)


__all__ = ["PATIENCE", "postgres", "program"]
