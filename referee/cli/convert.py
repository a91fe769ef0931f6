"""``referee convert``: matches in canonical PPN, or as JSON, one object a line; as they are, or as score sheets."""

from __future__ import annotations

import json
import sys
from argparse import Namespace

import referee
from referee.chinese import in_language
from referee.cli.files import InputError, read
from referee.cli.terms import plain, term
from referee.notation import NotationError


def run(chosen: Namespace) -> int:
    """Write every match that can be read, and made a sheet of if that is asked; name the others on standard error, return 2."""
    status, empty = 0, True
    for match in referee.parse_file(read(chosen.file)):
        empty = False
        try:
            if isinstance(match, NotationError):
                raise match
            _write(referee.sheet_of(match) if chosen.sheet else match, chosen.to)
        except (NotationError, referee.SheetError) as error:
            print(f"{plain(chosen.file)}: {plain(in_language(error.message, chosen.lang))}", file=sys.stderr)
            status = 2
    if empty:
        raise InputError(term("empty", chosen.lang, chosen.file))
    return status


def _write(match: referee.Record, form: str) -> None:
    if form == "json":
        print(json.dumps(referee.write_json(match), ensure_ascii=False, separators=(",", ":")))
    else:
        print(referee.write(match).rstrip("\n"), end="\n\n")
