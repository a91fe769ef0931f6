"""``referee convert``: matches in canonical PPN, or as JSON, one object a line; from other formats too; or as score sheets."""

from __future__ import annotations

import json
import sys
from argparse import Namespace
from collections.abc import Iterator

import referee
from referee.chinese import in_language
from referee.cli.files import InputError, hints_of, read
from referee.cli.output.terms import plain, term
from referee.core import conversion
from referee.importers.common.protocol import Importer
from referee.notation import NotationError

OWN = ("ppn", "json")
"""The forms of the notation, which are read and not converted."""


def run(chosen: Namespace) -> int:
    """Write every match that can be read, and made a sheet of if that is asked; name the others on standard error, return 2.

    What could not be known of a converted match is said on standard error.
    """
    status, empty = 0, True
    for match in _matches(chosen):
        empty = False
        try:
            if isinstance(match, NotationError):
                raise match
            _write(referee.sheet_of(match) if chosen.sheet else match, chosen.to)
            _tell(match, chosen)
        except (NotationError, referee.SheetError) as error:
            print(f"{plain(chosen.file)}: {plain(in_language(error.message, chosen.lang))}", file=sys.stderr)
            status = 2
    if empty:
        raise InputError(term("empty", chosen.lang, chosen.file))
    return status


def _matches(chosen: Namespace) -> Iterator[referee.Record | NotationError]:
    data = read(chosen.file)
    importer = _importer(chosen, data)
    if importer is None:
        yield from referee.parse_file(data)
        return
    try:
        for match in conversion.converted(importer, data.removeprefix(b"\xef\xbb\xbf"), hints_of(chosen)):
            yield match if isinstance(match, NotationError) else match.record
    except NotationError as error:
        yield error


def _importer(chosen: Namespace, data: bytes) -> Importer | None:
    """The importer that was named, or that recognizes the file; None for one in the notation. Raises InputError for an unknown
    name."""
    if chosen.format in OWN:
        return None
    found = conversion.find(chosen.format) if chosen.format else conversion.importer_of(data)
    if chosen.format and found is None:
        names = ", ".join([*OWN, *(importer.declaration.id for importer in referee.importers())])
        raise InputError(term("no format", chosen.lang, plain(chosen.format), names))
    return found


def _tell(match: referee.Record, chosen: Namespace) -> None:
    """Say what a converted match was converted from, and what could not be known of it."""
    origin = conversion.origin_of(match.tags)
    if origin is None:
        return
    unknown = "; ".join(in_language(text, chosen.lang) for text in origin.unknown)
    said = term("converted", chosen.lang, in_language(origin.name, chosen.lang), unknown)
    print(f"{plain(chosen.file)}: {plain(said)}", file=sys.stderr)


def _write(match: referee.Record, form: str) -> None:
    if form == "json":
        print(json.dumps(referee.write_json(match), ensure_ascii=False, separators=(",", ":")))
    else:
        print(referee.write(match).rstrip("\n"), end="\n\n")
