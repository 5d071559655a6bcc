"""The exit statuses of the command line."""

from typing import Final

UNEXPECTED: Final = 1
BAD_INPUT: Final = 2
INTERRUPTED: Final = 130
UNREAD: Final = 141
"""The exit statuses of `main`; the last two are as if a signal had ended the program."""
