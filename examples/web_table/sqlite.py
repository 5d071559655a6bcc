"""The games on disk: one SQLite file."""

from __future__ import annotations

import sqlite3
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from examples.web_table.sql import FORM, TABLES, SqlStore
from examples.web_table.store import StoreError
from heartslib import HeartsError

_LOG = """
PRAGMA journal_mode = WAL;
PRAGMA wal_autocheckpoint = 16;  -- pages
PRAGMA journal_size_limit = 100000;  -- bytes
"""
"""Each move goes to the log first.  A short log is often emptied into the file, so it cannot fill a
small disk, nor need much room there when the disk was full and has room again."""
_TABLES = f"""
BEGIN;
PRAGMA user_version = {FORM};
{TABLES.format(counted="INTEGER", number="INTEGER", by_key=" WITHOUT ROWID")}
COMMIT;
"""
_WAIT = 0.25
"""Seconds to wait for a file that another program has locked; nothing is stored meanwhile.

Once it has waited in vain it waits no more until something has been stored, so that a file that is
locked for long does not hold up all tables.
"""


@contextmanager
def _explained() -> Generator[None]:
    """Turn an error of SQLite into one that says why for people."""
    try:
        yield
    except sqlite3.Error as error:
        raise StoreError(str(error), _reason(error)) from error


class SqliteStore(SqlStore):
    """Games in a file, for one server.

    Raises:
        HeartsError: The file was made by another version of this program.
        StoreError: The file cannot be written.
    """

    @_explained()
    def __init__(self, file: Path | str, wait: float = _WAIT) -> None:
        # one call at a time, but not all of them from the thread that creates the store
        self._db = sqlite3.connect(file, timeout=wait, check_same_thread=False)
        self._wait = wait
        self._waits = True
        try:
            self._open(f"{file}")
        except BaseException:
            self._db.close()
            raise

    def _open(self, file: str) -> None:
        (form,) = self._db.execute("PRAGMA user_version").fetchone()
        is_new = not self._db.execute("SELECT 1 FROM sqlite_master").fetchone()
        if form != FORM and not is_new:
            raise HeartsError(f"{file} was made by another version: choose another file")
        self._db.executescript(_LOG + is_new * _TABLES)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    @_explained()
    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        return self._db.execute(wanted, values).fetchall()

    @contextmanager
    def _storing(self) -> Generator[None]:
        try:
            with _explained(), self._db:
                yield
        except StoreError:
            self._set_patience(is_patient=False)
            raise
        self._set_patience(is_patient=True)

    @_explained()
    def _set_patience(self, *, is_patient: bool) -> None:
        if is_patient != self._waits:
            self._waits = is_patient
            self._db.execute(f"PRAGMA busy_timeout = {is_patient * self._wait * 1000:.0f}")


def _reason(error: sqlite3.Error) -> str:
    match getattr(error, "sqlite_errorcode", 0) & 0xFF:  # the rest of the number is for programs
        case sqlite3.SQLITE_FULL:
            return "the disk of the server is full"
        case sqlite3.SQLITE_BUSY | sqlite3.SQLITE_LOCKED:
            return "another program has locked the file of games"
        case _:
            return "the file of games cannot be written"
