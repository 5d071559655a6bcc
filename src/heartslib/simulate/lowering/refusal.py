"""What the kernel says of rules that it cannot run."""

from __future__ import annotations

from heartslib.errors import Argument, RulesError


class CannotLower(RulesError):
    """Raised for a rule that the kernel does not know."""

    code = "cannot-lower"


def refused(why: str) -> CannotLower:
    """The error for a rulebook that another engine can run."""
    return CannotLower(f"the kernel {why}; use ", Argument("engine", "python"))
