"""The exit statuses of the command line."""

UNEXPECTED = 1
BAD_INPUT = 2
INTERRUPTED = 130
UNREAD = 141
"""The exit statuses of `main`; the last two are as if a signal had ended the program."""
