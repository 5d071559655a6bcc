"""The exit statuses of the command line; 0 is success."""

POINTS_DIFFER = 1
"""A file records other points than the rules give."""
BAD_INPUT = 2
"""The command, or a file that it reads, is wrong."""
INTERRUPTED = 130
"""The interrupt key: 128 and the number of its signal, as a shell reports it."""
NO_READER = 141
"""Nobody reads the output any more: 128 and the number of that signal."""
