"""The command line: ``referee verify · verify-results · replay · convert · rules · score · entrant``.

Exit status: 0 all clean, 1 something flagged or that does not hold, 2 something unreadable or asked for that is not there,
3 a fault of the referee itself, an answer that cannot be written, or results whose key nobody has named, 130 broken off by the
user, 141 nobody reads on.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from io import TextIOWrapper

from referee.cli.arguments import parser
from referee.cli.files import InputError
from referee.cli.output.terms import plain

NOT_WRITTEN, INTERRUPTED, NOBODY_READS = 3, 130, 141


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit status."""
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="backslashreplace")
    try:
        chosen = parser().parse_args(arguments)
        status: int = chosen.run(chosen)
        sys.stdout.flush()
        return status
    except InputError as error:
        print(f"referee: {plain(str(error))}", file=sys.stderr)
        return error.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except BrokenPipeError:
        _drop_output()
        return NOBODY_READS
    except OSError as error:
        _drop_output()
        print(f"referee: {plain(error.strerror or str(error))}", file=sys.stderr)
        return NOT_WRITTEN


def _drop_output() -> None:
    """Let what is still buffered go nowhere: it would raise once more when the interpreter closes."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
