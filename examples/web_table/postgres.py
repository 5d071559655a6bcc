"""The games in a PostgreSQL database, which several servers share.

A table is run by the server that holds the lock of its name.  PostgreSQL gives the lock back when the
connection of that server ends, however it ends; then the next server that is asked for the table runs it.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Generator
from contextlib import contextmanager, suppress
from typing import Any

import psycopg

from examples.web_table.sql import FORM, TABLES, SqlStore
from examples.web_table.store import StoreError
from heartslib import HeartsError

_OWNERS = """
CREATE TABLE owners (
    watch TEXT PRIMARY KEY,
    address TEXT NOT NULL,
    connection INTEGER NOT NULL  -- of the server there, by which others know that it is alive
);
"""
_LOCK = "hashtextextended(?, 0)"
"""The number of the lock with a name."""
_PULSE = {"keepalives_idle": 5, "keepalives_interval": 5, "keepalives_count": 2}
"""Seconds until a silent connection is asked for a sign of life, and again, and how often.

Both ends ask.  So a server that has lost its power gives its locks back after fifteen seconds.
"""
_OPTIONS = {f"tcp_{name}": seconds for name, seconds in _PULSE.items()} | {
    "statement_timeout": 2000
}
_CONNECTION: dict[str, Any] = {
    **_PULSE,
    "connect_timeout": 5,
    "tcp_user_timeout": 10_000,
    "options": " ".join(f"-c {name}={value}" for name, value in _OPTIONS.items()),
}


PATIENCE = 3.0
"""Seconds that the database has for an answer, also one that can no longer keep time itself.

Only those who need it wait meanwhile.  Whoever gets no answer has lost the connection, and the locks
with it.
"""


class _Patient(psycopg.Connection[Any]):
    """A connection that ends if the database does not answer in time."""

    def wait(self, gen: Generator[Any, Any, Any], *args: Any, **options: Any) -> Any:
        """Wait for an answer."""
        return super().wait(self._in_time(gen), *args, **options)

    def _in_time(self, gen: Generator[Any, Any, Any]) -> Generator[Any, Any, Any]:
        until = time.monotonic() + PATIENCE
        try:
            wanted = next(gen)
            while True:
                ready = yield wanted
                if not ready and time.monotonic() > until:
                    self.close()
                    raise psycopg.OperationalError("the database does not answer")
                wanted = gen.send(ready)
        except StopIteration as answer:
            return answer.value


class PostgresStore(SqlStore):
    """Games in a database, for several servers.

    Args:
        database: Where it is, such as ``postgresql://hearts@localhost/hearts``.
        address: Where the other servers reach this one, such as ``http://10.0.0.5:8000``.

    Attributes:
        lost: Called once when the connection has ended, and the locks with it; then end the server.

    Raises:
        HeartsError: The tables there were made by another version of this program.
        StoreError: The database cannot be reached.
    """

    def __init__(self, database: str, address: str) -> None:
        self.lost: Callable[[], object] = lambda: None
        self._address = address
        self._held = set[str]()
        try:
            self._db = _Patient.connect(database, autocommit=True, **_CONNECTION)
        except psycopg.Error as error:
            raise StoreError(str(error), "the database cannot be reached") from error
        try:
            with self._storing():
                self._open()
        except BaseException:
            self._db.close()
            raise

    def _open(self) -> None:
        self._rows(f"SELECT pg_advisory_xact_lock({_LOCK})", "heartslib")  # two may start at once
        ((exists,),) = self._rows("SELECT to_regclass('heartslib_form') IS NOT NULL")
        if not exists:
            self._rows("CREATE TABLE heartslib_form AS SELECT CAST(? AS INTEGER) AS form", FORM)
            identity = "BIGINT GENERATED ALWAYS AS IDENTITY"
            tables = TABLES.format(counted=identity, number="BIGINT", by_key="")
            for each in f"{tables}{_OWNERS}".split(";")[:-1]:
                self._rows(each)
        ((form,),) = self._rows("SELECT form FROM heartslib_form")
        if form != FORM:
            raise HeartsError("the database was made by another version: choose another one")

    def claim(self, number: int) -> str | None:
        """Run the table of a game here, unless another server does: return the address of that one."""
        found = self._rows("SELECT watch FROM tables WHERE game = ?", number)
        if not found:
            raise StoreError(f"game {number} is over", "the table has gone on to the next game")
        ((watch,),) = found
        if watch in self._held:
            return None
        with self._storing():
            ((is_mine,),) = self._rows(f"SELECT pg_try_advisory_lock({_LOCK})", watch)
            if not is_mine:
                found = self._rows("SELECT address FROM owners WHERE watch = ?", watch)
                return str(found[0][0]) if found else ""
            self._held.add(watch)
            self._rows(
                "INSERT INTO owners VALUES (?, ?, pg_backend_pid()) ON CONFLICT (watch) DO UPDATE "
                "SET address = excluded.address, connection = excluded.connection",
                *(watch, self._address),
            )
        return None

    def release(self, number: int) -> None:
        """Let other servers run the table of a game; without a connection they may do so already."""
        with suppress(StoreError):
            watch = self.house(number).watch
            self._held.discard(watch)
            self._rows("DELETE FROM owners WHERE watch = ?", watch)
            self._rows(f"SELECT pg_advisory_unlock({_LOCK})", watch)

    def others(self) -> list[str]:
        """The addresses of the other servers that run tables now."""
        found = self._rows(
            "SELECT DISTINCT address FROM owners WHERE address <> ? AND connection IN "
            "(SELECT pid FROM pg_stat_activity)",
            self._address,
        )
        return [address for (address,) in found]

    def close(self) -> None:
        """End the connection; other servers may run all tables."""
        self._db.close()

    def _rows(self, wanted: str, *values: object) -> list[tuple[Any, ...]]:
        with self._explained():
            found = self._db.execute(wanted.replace("?", "%s").encode(), values or None)
            return found.fetchall() if found.description else []

    @contextmanager
    def _storing(self) -> Generator[None]:
        with self._explained(), self._db.transaction():
            yield

    @contextmanager
    def _explained(self) -> Generator[None]:
        """Turn an error of the database into one that says why for people."""
        try:
            yield
        except psycopg.Error as error:
            if self._db.closed:
                lost, self.lost = self.lost, lambda: None
                lost()
                raise StoreError(str(error), "the database cannot be reached") from error
            raise StoreError(str(error), "the games cannot be written to the database") from error
