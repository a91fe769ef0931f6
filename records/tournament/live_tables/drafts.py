"""Writing a whole draft at a live table: of a record that somebody enters by hand only what is new in it is written."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.utils.translation import gettext_lazy as _

import referee
from records.core.db.fields import Document
from records.core.errors import Refusal
from records.tournament.events.models import Table
from records.tournament.live_tables.changing import header_of, open_table
from records.tournament.live_tables.lines import AT_ONCE, Back, Line, Over, remaining, stored
from records.tournament.live_tables.models import LiveTable
from records.tournament.live_tables.referees import lines_of, referees
from records.tournament.live_tables.visibility import Writer, count_request, require_writer
from records.tournament.live_tables.writing import Written, standing, write
from referee.core.record import Record

BYTES = 128 * 1024
"""The size of a draft at most."""
TOLD = ("lines",)
"""The facts of a refusal that are told. Lines that another person wrote are not told: they may show hidden tiles."""


def keep_draft(writer: Writer, at: Table, text: bytes, live: str = "", known: int = 0) -> Written:
    """Write a draft at the table of an event, opening a live table where there is none. ``known`` lines of the ``live`` table
    were there when the draft was last written. Raises Refusal as ``write_draft`` does, and 429."""
    count_request(writer)
    try:
        table = open_draft(writer, at, text)
        return write_draft(writer, table, text, known if live == str(table.pk) else 0)
    except Refusal as refusal:
        refusal.facts = {name: refusal.facts[name] for name in TOLD if name in refusal.facts}
        raise


def write_draft(writer: Writer, table: LiveTable, text: bytes, known: int | None = None) -> Written:
    """Write what a draft has more than the table, and take back what it has no more. A round whose deal is not followed by a move
    is not begun yet. Sent again, it changes nothing. ``known`` is how many lines were there when the draft was last written: what
    somebody else has written since is merged with it, and never taken back.

    Raises Refusal: 403, 404, 409 where an earlier round is another one or somebody else writes, 413, 422.
    """
    require_writer(writer, table)
    record = _record(text)
    table.refresh_from_db()
    header = header_of(record)
    _require_same_game(table, header)
    there = _at(table, table.written)
    wanted = [stored(record.game, line) for line in _lines(record)]
    new = _merged(_at(table, known), there, wanted) if known not in (None, table.written) else _new(record.game, there, wanted)
    if new is None:
        _new(record.game, there, wanted)  # says so where an earlier round is another one
        raise Refusal("written-elsewhere", _("This table is written from another device too."), 409, lines=table.written)
    _keep_header(table, header)
    number, written = table.written + 1, None
    for start in range(0, len(new), AT_ONCE):
        written = write(writer, table, number + start, new[start : start + AT_ONCE])
    return written or standing(table)


def open_draft(writer: Writer, at: Table, text: bytes) -> LiveTable:
    """The live table at the table of an event: the one that is open, else a new one for this draft. Raises Refusal."""
    found = LiveTable.objects.filter(at=at, state=LiveTable.State.OPEN).first()
    if found is None:
        return open_table(writer, {**header_of(_record(text))}, at=at)
    require_writer(writer, found)
    return found


def _record(text: bytes) -> Record:
    record = next(iter(referee.parse_file(text)))
    if not isinstance(record, Record):
        raise Refusal(record.code, record.message, 422)
    return record


def _require_same_game(table: LiveTable, header: Document) -> None:
    """Raises Refusal (409) where what is written at a table is of another game, or by other rules."""
    if table.written and any(header.get(name) != table.header.get(name) for name in ("game", "rules", "base")):
        raise Refusal("another-game", _("What is written already is of another game, or by other rules."), 409)


def _keep_header(table: LiveTable, header: Document) -> None:
    """Keep who plays and what the draft says of the match."""
    if header == table.header:
        return
    LiveTable.objects.filter(pk=table.pk).update(header=header, game=header["game"])
    table.header, table.game = header, header["game"]
    referees.take(table.pk)


def _lines(record: Record) -> Iterator[Line]:
    """The lines of a record, as far as it is played."""
    for number, round_ in enumerate(record.rounds, 1):
        if not round_.moves:
            return
        yield round_
        yield from round_.moves
        if number < len(record.rounds) or round_.scores is not None or round_.places is not None:
            yield Over(round_.scores, round_.places, round_.end)


def _at(table: LiveTable, lines: int | None) -> list[Any]:
    """What was there after so many lines."""
    return [stored(table.game, line) for line in remaining(lines_of(table, 0, lines or 0))]


def _merged(base: list[Any], there: list[Any], wanted: list[Any]) -> list[Any] | None:
    """The lines that a draft adds to what others have written since it knew ``base``; none where they were faster. None where the
    two part, or one of them has taken back what the other has."""
    known, both = len(base), min(len(there), len(wanted))
    if there == wanted or there[:known] == base == wanted[:known] and there[:both] == wanted[:both]:
        return wanted[len(there) :]
    return None


def _new(game: str, there: list[Any], wanted: list[Any]) -> list[Any]:
    """The lines that make what is there what is wanted. Raises Refusal (409)."""
    alike = [ours == theirs for ours, theirs in zip(there, wanted, strict=False)]
    same = alike.index(False) if False in alike else len(alike)
    if same == len(there):
        return wanted[same:]
    begins = max((at for at, line in enumerate(there) if isinstance(line, dict) and "round" in line), default=0)
    if same < begins:
        raise Refusal("earlier-round", _("An earlier round is written already. Correct the match once it is over."), 409)
    kept = max(0, same - begins - 1)
    again = wanted[same:] if same > begins else wanted[begins:]
    return [stored(game, Back(kept)), *again]
