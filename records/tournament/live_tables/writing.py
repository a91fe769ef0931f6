"""Writing at a live table: lines by their numbers, each once however often it is sent, and what the referee says of them."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import Document
from records.core.errors import Refusal
from records.tournament.live_tables.frames import Made, made_of, store
from records.tournament.live_tables.lines import BYTES, LINES, Lines, read_lines
from records.tournament.live_tables.models import LiveLines, LiveTable
from records.tournament.live_tables.referees import Refereed, TableReferee, referee_of, referees
from records.tournament.live_tables.visibility import Writer, account_of, require_writer
from referee.core.match_referee import MatchReferee, OutOfPlace
from referee.core.verdict import Finding, RoundVerdict
from referee.core.watched_match import WatchedMatch

SHOWN: Final = 20
"""Lines that are told where others were sent, at most."""


class Written(NamedTuple):
    """What is said of lines that were written: what was found at the new ones, by their numbers, and how the table stands."""

    table: LiveTable
    findings: list[tuple[int, Finding]]
    round: int
    move: int
    in_play: bool
    offers: list[str]
    rounds: Sequence[RoundVerdict]


def write(writer: Writer, table: LiveTable, first: int, given: Sequence[Any]) -> Written:
    """Write lines, the first of which has this number. Those that are there already are not written again.

    Raises Refusal: 403; 404; 409 where a line is missing before them, another one has such a number, one cannot come now, or
    nobody writes any more; 413; 422.
    """
    require_writer(writer, table)
    lines = read_lines(table.game, given, first)
    known = referees.take(table.pk)
    with transaction.atomic():
        current = lock_open(table)
        new = lines.since(_known(current, first, lines))
        referee = referee_of(current, known)
        findings, made = _fed(referee, current.written, new)
        _store(writer, current, new, referee, made)
    referees.keep(current.pk, Refereed(referee, current.written))
    return _standing(current, referee.match, findings)


def standing(table: LiveTable) -> Written:
    """How a table stands, for who writes at it."""
    referee = referee_of(table, referees.take(table.pk))
    referees.keep(table.pk, Refereed(referee, table.written))
    return _standing(table, referee.match, [])


def lock_open(table: LiveTable) -> LiveTable:
    """The table with its row locked until the end of the transaction. Raises Refusal (404, 409)."""
    found = LiveTable.objects.select_for_update().filter(pk=table.pk).first()
    if found is None:
        raise Refusal("not-found", _("There is no such table."), 404)
    if found.state != LiveTable.State.OPEN:
        raise Refusal(
            "table-over", _("This table is over; nothing more is written at it."), 409, state=found.state, next=found.written + 1
        )
    return found


def _known(table: LiveTable, first: int, lines: Lines) -> int:
    """How many of these lines are there already. Raises Refusal (409) where they do not go on from what is there."""
    following = table.written + 1
    if not 1 <= first <= following:
        raise Refusal(
            "line-missing",
            _("The next line is line {next}, found line {first}."),
            409,
            next=following,
            there=_there(table, following - SHOWN),
            first=first,
        )
    again = lines.stored[: following - first]
    there = _there(table, first, len(again)) if again else []
    for number, (ours, theirs) in enumerate(zip(again, there, strict=True), first):
        if ours != theirs:
            raise Refusal(
                "line-differs",
                _("Line {number} is another one already."),
                409,
                next=following,
                number=number,
                there=_there(table, number),
            )
    return len(again)


def _there(table: LiveTable, first: int, most: int = SHOWN) -> list[Any]:
    """The lines from a number on as they are stored."""
    first = max(1, first)
    found: list[Any] = []
    for start, lines in LiveLines.between(table.pk, first - 1, first + most - 1).values_list("first", "lines"):
        found += [line for number, line in enumerate(lines, start) if first <= number < first + most]
    return found


def _fed(referee: TableReferee, written: int, new: Lines) -> tuple[list[tuple[int, Finding]], list[Made]]:
    """Have the referee take new lines: what was found, by the lines' numbers, and what watchers see. Raises Refusal (409)."""
    found: list[tuple[int, Finding]] = []
    made: list[Made] = []
    for number, line in enumerate(new.read, written + 1):
        try:
            found += [(number, finding) for finding in referee.take(line)]
        except OutOfPlace as error:
            raise Refusal(
                "out-of-place", _("Line {number} cannot come now: {why}"), 409, number=number, next=written + 1, why=error
            ) from error
        made.append(made_of(referee, number, line))
    return found, made


def _store(writer: Writer, table: LiveTable, new: Lines, referee: TableReferee, made: list[Made]) -> None:
    """Store new lines and their frames, and how far the table is with them. Raises Refusal (413) where it has too many."""
    size = len(json.dumps(new.stored))
    if table.written + len(new.stored) > LINES or table.size + size > BYTES:
        raise Refusal("too-large", _("A table has at most {lines:,} lines and {bytes:,} bytes."), 413, lines=LINES, bytes=BYTES)
    if not new.stored:
        return
    now, account = timezone.now(), account_of(writer)
    user = account.pk if account is not None else None
    begins = store(table, new.stored, made, user, now)
    table.written, table.size, table.written_at = table.written + len(new.stored), table.size + size, now
    table.progress = _progress(referee.watched, begins)
    table.save(update_fields=["written", "size", "written_at", "progress"])


def _progress(watched: WatchedMatch, begins: int) -> Document:
    """How far a table is, as everybody at it knows."""
    round_, move = watched.place
    return {"round": round_, "move": move, "begins": begins, "rounds": len(watched.rounds), "scores": watched.totals}


def _standing(table: LiveTable, match: MatchReferee, findings: list[tuple[int, Finding]]) -> Written:
    return Written(table, findings, *match.place, match.in_play, match.offers(), match.rounds)
