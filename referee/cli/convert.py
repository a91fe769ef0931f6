"""``referee convert``: matches in canonical PPN, or as JSON, one object a line."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

import referee
from referee.cli.files import InputError, read
from referee.cli.terms import plain, term
from referee.notation import NotationError


def run(chosen: Namespace) -> int:
    """Write every match that can be read; name the others on standard error and return 2."""
    status, empty = 0, True
    for match in referee.parse_file(read(chosen.file)):
        empty = False
        if isinstance(match, NotationError):
            print(f"{plain(chosen.file)}: {plain(match.message[chosen.lang])}", file=sys.stderr)
            status = 2
        elif chosen.to == "json":
            print(json.dumps(referee.write_json(match), ensure_ascii=False, separators=(",", ":")))
        else:
            print(referee.write(match).rstrip("\n"), end="\n\n")
    if empty:
        raise InputError(term("empty", chosen.lang, chosen.file))
    return status
