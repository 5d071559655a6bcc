"""The command line: ``heartslib demo``, ``replay``, ``score``, ``rules`` and so on.

`parser` has the options and names the function of each command.  A command returns its exit status and raises
`HeartsError` for what is wrong; here that becomes one sentence on standard error, never a traceback.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from errno import EINVAL, EPIPE

from heartslib.cli.output import complain, drop_output, spelling_with
from heartslib.cli.parser import command_line
from heartslib.cli.status import BAD_INPUT, INTERRUPTED, NO_READER, POINTS_DIFFER
from heartslib.errors import HeartsError, cause


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line.

    Args:
        arguments: The words after the program's name; by default those of the process.

    Returns:
        The exit status: 0 for success, 1 if a replay gave other points than its file records,
        2 for bad input, 130 after the interrupt key, 141 when nobody reads the output.
    """
    try:
        return _run_command(arguments)
    except KeyboardInterrupt:
        return INTERRUPTED
    except HeartsError as error:
        complain(error.spelled(spelling_with()))
        return BAD_INPUT
    except OSError as error:
        if error.filename is None:
            drop_output()
            if error.errno in {EPIPE, EINVAL}:  # a pipe that nobody reads; EINVAL is Windows'
                return NO_READER
        complain(f"{error.filename or 'the output'} cannot be written: {cause(error)}")
        return BAD_INPUT


def _run_command(arguments: Sequence[str] | None) -> int:
    if sys.stdout is None:
        raise HeartsError("standard output is closed: there is nowhere to print")
    try:
        options = command_line().parse_args(arguments)
        status: int = options.run(options)
    finally:
        sys.stdout.flush()  # an error is reported here, not when the interpreter exits
    return status


__all__ = ["BAD_INPUT", "INTERRUPTED", "NO_READER", "POINTS_DIFFER", "main"]
