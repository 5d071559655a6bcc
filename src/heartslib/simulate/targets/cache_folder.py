"""Where compiled code is kept: the setting, and how a program changes it."""

from __future__ import annotations

import os
import stat
import sys
import tempfile
from contextlib import suppress
from pathlib import Path

from heartslib.errors import HeartsError, cause, quoted

SETTING = "HEARTSLIB_CACHE_DIR"
"""The environment's name of the folder that compiled code is kept in."""


def cache_in(folder: str | os.PathLike[str]) -> None:
    """Keep compiled code in this folder from now on, whatever ``HEARTSLIB_CACHE_DIR`` says.

    Args:
        folder: The folder; it is made if it does not exist.

    Raises:
        HeartsError: It cannot be made or written to, or others may write to it.
    """
    said = f"compiled code cannot be kept in {quoted(folder)}"
    try:
        path = Path(folder)
        make(path)
        tempfile.TemporaryFile(dir=path).close()
        why = distrust(path)
    except (OSError, TypeError, ValueError) as error:
        raise HeartsError(f"{said}: {cause(error)}") from error
    if why:
        raise HeartsError(f"{said}: {why}")
    os.environ[SETTING] = str(path.absolute())


def make(folder: Path) -> None:
    """Make a folder, and those above it, so that others may write to none, whatever the umask lets them do."""
    for each in (*reversed(folder.parents), folder):
        each.mkdir(0o755, exist_ok=True)


def distrust(kept: Path) -> str:
    """Why code that is kept in a folder or file is not run, since others could have put it there; empty if it is.

    As for the keys of ssh, it and its parents must belong to the user or to root, or to whoever has
    installed the package, and nobody else may write to it, or to a parent without the sticky bit.  A group
    may if it is root's or the user's own, or if it may replace the package, and so its code, in any case.
    """
    if sys.platform == "win32":
        return ""
    import grp  # noqa: PLC0415 - not everywhere
    import pwd  # noqa: PLC0415

    package = next(filter(os.path.exists, Path(__file__).resolve().parents))  # or its zip file
    owners, groups = {0, os.geteuid(), package.stat().st_uid}, {0}
    with suppress(KeyError):  # many systems have a group for each user
        groups.add(grp.getgrnam(pwd.getpwuid(os.geteuid()).pw_name).gr_gid)
    for each in (package, *package.parents):  # such as those of Debian's staff and of macOS's admin
        about = each.stat()
        if about.st_mode & (stat.S_IWGRP | stat.S_ISVTX) == stat.S_IWGRP:
            groups.add(about.st_gid)
    path = kept.resolve()
    for each in filter(os.path.exists, (path, *path.parents)):
        about = each.stat()
        if about.st_uid not in owners:
            return f"{each} belongs to somebody else"
        others = stat.S_IWOTH
        if about.st_gid not in groups:
            others |= stat.S_IWGRP
        # in a folder with the sticky bit, such as /tmp, nobody can replace what belongs to somebody else
        if each != path and about.st_mode & stat.S_ISVTX:
            others = 0
        if about.st_mode & others:
            return f"others may write to {each}"
    return ""
