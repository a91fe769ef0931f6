"""What watchers of a live table are shown: a frame for every line, made when the line is written, read in slices.

A frame is stored as everybody at the table sees it, and with all hands. A seat's view is put together from both. Whoever asks, by
a stream, the API or a page, gets what is stored: nothing is refereed again.
"""

from __future__ import annotations

import json
import uuid
import zlib
from collections.abc import Callable, Collection, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple

from django.utils import timezone

from records.tournament.live_tables.lines import Back, Line, Over
from records.tournament.live_tables.models import AT_ONCE, LiveLines, LiveTable
from records.tournament.live_tables.referees import TableReferee
from records.tournament.live_tables.visibility import Watching
from referee.core import wording
from referee.core.match_referee import NOBODY
from referee.core.record import Round
from referee.core.watched_match import seen_by

AT_ONCE_BYTES: Final = 192 * 1024
"""The size of the texts of frames that are given at once, after which no more are added."""


class Made(NamedTuple):
    """What watchers are shown after the line of a number: what lies open, and all hands."""

    number: int
    begins_round: bool
    open: str
    whole: str


def made_of(referee: TableReferee, number: int, line: Line) -> Made:
    """What watchers are shown after a line that the referee has just taken. What was found stands beside all hands alone."""
    kind = {Round: "round", Over: "over", Back: "back"}.get(type(line), "move")
    round_, move = referee.match.place
    said = {"number": number, "kind": kind, "round": round_, "move": move}
    over = kind == "over"
    watched = {**said, "frame": referee.watched.frame(), **({"result": result_of(referee.watched.rounds[-1])} if over else {})}
    whole = {**said, "frame": _all_hands(referee), **({"result": result_of(referee.match.rounds[-1])} if over else {})}
    return Made(number, kind == "round", _text(watched), _text(whole))


def _all_hands(referee: TableReferee) -> dict[str, Any] | None:
    """The table with all hands. What is left of the wall nobody sees before it is drawn."""
    frames = referee.match.frames([None])
    if not frames:
        return None
    frame: dict[str, Any] = wording.frame_with_names(frames[0])
    return {**frame, "wall": {**frame["wall"], "tiles": None}} if isinstance(frame.get("wall"), dict) else frame


def result_of(verdict: Any) -> dict[str, Any]:
    """What came of a round that is over."""
    return {
        "round": verdict.number,
        "outcome": verdict.outcome,
        "scores": verdict.computed,
        "claimed": verdict.claimed,
        "next": verdict.next_dealer,
    }


def _text(document: dict[str, Any]) -> str:
    return json.dumps(document, ensure_ascii=False, separators=(",", ":"), default=str)


# -- how they are kept -----------------------------------------------------------------------------------------------------


def store(table: LiveTable, lines: list[Any], made: Sequence[Made], user: int | None, now: datetime) -> int:
    """Store new lines with what watchers are shown of them. Returns the line by which the round began that the last is of."""
    begins = table.progress.get("begins", 1)
    rows = []
    for start in range(0, len(made), AT_ONCE):
        some = made[start : start + AT_ONCE]
        begins = max([begins, *[one.number for one in some if one.begins_round]])
        texts = {"open": _packed([one.open for one in some]), "whole": _packed([one.whole for one in some])}
        numbers = {"first": some[0].number, "last": some[-1].number, "begins": begins}
        row = LiveLines(live_table=table, lines=lines[start : start + AT_ONCE], user=user, at=now, **numbers, **texts)
        rows.append(row)
    LiveLines.objects.bulk_create(rows)
    return int(begins)


def _packed(texts: Sequence[str]) -> bytes:
    """Texts as they are stored; none has a line break. A lone surrogate, which no stream carries, becomes a question mark."""
    return zlib.compress("\n".join(texts).encode("utf-8", "replace"), 1)


def _unpacked(stored: Any) -> list[str]:
    return zlib.decompress(bytes(stored)).decode().split("\n")


class Head(NamedTuple):
    """How far a table is: its lines, whether it is still written at, and its delay."""

    written: int
    is_open: bool
    delay: int


def heads_of(table_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, Head]:
    """How far those of these tables are that are there, in one query."""
    rows = LiveTable.objects.filter(pk__in=table_ids).values_list("pk", "written", "state", "delay")
    return {key: Head(written, state == LiveTable.State.OPEN, delay) for key, written, state, delay in rows}


def visible_until(watching: Watching, now: datetime | None = None) -> int:
    """The number of the last line that may be shown by now."""
    rows = LiveLines.objects.filter(live_table=watching.table_id)
    if watching.delay > timedelta(0):
        rows = rows.filter(at__lte=(now or timezone.now()) - watching.delay)
    return rows.order_by("-first").values_list("last", flat=True).first() or 0


def shown_from(table: LiveTable) -> datetime:
    """When the delay of the last line is over, so that watchers see all of the table."""
    written = LiveLines.objects.filter(live_table=table.pk).order_by("-first").values_list("at", flat=True).first()
    return (written or table.written_at) + timedelta(seconds=table.delay)


def begin_of_round(table_id: uuid.UUID, until: int) -> int:
    """The number of the line by which the last round up to this line began; 1 where none did."""
    rows = LiveLines.objects.filter(live_table=table_id, first__lte=until).order_by("-first")
    return rows.values_list("begins", flat=True).first() or 1


# -- how they are read -----------------------------------------------------------------------------------------------------


class Text(NamedTuple):
    """What is shown after the line of a number, as JSON."""

    number: int
    text: str


def texts(watching: Watching, after: int, until: int, most: int = AT_ONCE) -> list[Text]:
    """What is shown after a line, up to another: so many at most, and no more than fit into an answer."""
    asked = {NOBODY: ("open",), None: ("whole",)}.get(watching.view, ("open", "whole"))
    rows = LiveLines.between(watching.table_id, after, min(until, after + most))
    found: list[Text] = []
    size = 0
    for first, *stored in rows.values_list("first", *asked)[:most]:
        for number, shown in enumerate(zip(*map(_unpacked, stored), strict=True), first):
            if after < number <= until:
                if len(found) >= most or found and size + sum(map(len, shown)) > AT_ONCE_BYTES:
                    return found
                size += sum(map(len, shown))
                found.append(Text(number, shown[0] if len(shown) == 1 else _of_seat(str(watching.view), *shown)))
    return found


def _of_seat(seat: str, watched: str, whole: str) -> str:
    """What the player of a seat sees: their own hand, and what everybody sees."""
    document = json.loads(watched)
    return _text({**document, "frame": seen_by(seat, document["frame"], json.loads(whole)["frame"])})


class Slice(NamedTuple):
    """Frames of a table: as documents, the number of the last line that is visible, and where to go on (None: nowhere)."""

    frames: list[dict[str, Any]]
    last: int
    next: int | None


def shown(watching: Watching, after: int | None, dress: Callable[[dict[str, Any]], dict[str, Any]] = dict) -> Slice:
    """The frames after a line, some at once. None: from the round that is played."""
    until = visible_until(watching)
    start = begin_of_round(watching.table_id, until) - 1 if after is None else min(after, until)
    found = texts(watching, start, until)
    last = found[-1].number if found else until
    return Slice([dress(json.loads(one.text)) for one in found], until, last if last < until else None)
