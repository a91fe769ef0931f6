"""The context of an event's tables: the round of now, open tables before finished ones, the schedule, other rounds."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from frontend.components.event_tables.context import Context
from frontend.components.event_tables.seats import points_of, seat_words, so_far, words_for
from frontend.components.matches.links import Links
from records.archive import matches
from records.archive.models import Match
from records.tournament import events, hall, live_tables, sheets
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.progress import OVER, RoundOverview, current_round, is_decided, rounds_of
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import RefereeCall
from records.wording.figures import points
from records.wording.verdict_text import in_short


def tables_context(request: HttpRequest, overview: EventOverview) -> Context:
    """The rounds with their tables, with links to the matches that the reader may see."""
    event, rights = overview.event, events.rights_in_event(request.user, overview.event)
    found = [one.match for one in overview.tables if one.match]
    seen = matches.visible_among(request.user, (one.pk for one in found))
    at_tables = AtTables(
        {one.pk: Links(one) for one in found if one.pk in seen},
        events.names_planned(one.table for one in overview.tables if one.match is None),
        live_tables.playing_in(event),
        sheets.progress_of(one.table for one in overview.tables if not one.match) if rights["score"] or rights["rule"] else {},
        {call.table_id: call for call in hall.open_calls(event)} if rights["rule"] else {},
        seat_words(event),
        overview.shown,
    )
    rounds = rounds_of(overview)
    now = _now(rounds)
    return {
        "now": _round(now, at_tables) if now else None,
        "schedule": [_line(one, one is now) for one in rounds],
        "rounds": [_round(one, at_tables) for one in reversed(rounds) if one is not now],
        "several_stages": len(overview.stages) > 1,
    }


def _line(one: RoundOverview, is_now: bool) -> Context:
    return {
        "stage": one.stage,
        "number": one.number,
        "starts_at": one.starts_at,
        "state": one.state,
        "done": one.done,
        "of": len(one.tables),
        "is_now": is_now,
        "anchor": f"round-{one.stage.number}-{one.number}",
    }


def _now(rounds: Sequence[RoundOverview]) -> RoundOverview | None:
    """The round to show first: the one whose clock was started last, while its tables play; else the one to look at now."""
    started = [one for one in rounds if one.round.started_at and one.state != OVER]
    return max(started, key=lambda one: (one.round.started_at, one.number)) if started else current_round(rounds)


class AtTables(NamedTuple):
    """What is known of the tables of an event beside their results: links to the matches, who is planned where while there is
    none, how far those are that are written down as they are played and those with a score sheet, and the open calls; all but the
    first by table. ``words``: those for the seats, ``shown``: how a name is shown to the reader."""

    links: Mapping[Any, Links]
    planned: Mapping[int, Mapping[str, str]]
    playing: Mapping[int, live_tables.Playing]
    progress: Mapping[int, sheets.SheetProgress]
    calls: Mapping[int, RefereeCall]
    words: Sequence[dict[str, str]]
    shown: Callable[[str], str]

    def seated(self, table: int) -> list[Seated]:
        """Who sits at a table without a match, with the points so far."""
        playing = self.playing.get(table)
        names = self.planned.get(table) or (playing.seats if playing else {})
        words, got = words_for(self.words, names), points_of(playing) if playing else {}
        return [Seated(seat, words.get(seat, seat), self.shown(name), got.get(seat, "")) for seat, name in names.items()]

    def watch(self, table: int) -> str:
        """The page on which a table is watched as it is played, empty where it is not."""
        if table not in self.playing:
            return ""
        live = self.playing[table].live
        return reverse("pages:live_table", args=[live])


class Seated(NamedTuple):
    """Somebody at a table without a match: the seat, what it is called, the name, and the points so far as they are written."""

    seat: str
    said: str
    name: str
    points: str


def _round(one: RoundOverview, at_tables: AtTables) -> Context:
    tables = [_table(table, at_tables) for table in sorted(one.tables, key=lambda table: table.match is not None)]
    return {**_line(one, False), "tables": tables, "is_played": any(table["watch"] for table in tables)}


def _table(one: TableOverview, at_tables: AtTables) -> Context:
    """A table with its players and their points, the best first; those who are to sit there while there is no match."""
    people: list[tuple[str, str]] = []
    if one.scores is not None:
        got = one.scores.points or {}
        best = sorted(one.scores.names, key=lambda name: (-got.get(name, 0), name))
        people = [(at_tables.shown(name), points(got.get(name))) for name in best]
    match = one.match
    at = at_tables.links.get(match.pk) if match else None
    status = match.current_judgement.shown_as if match and match.current_judgement else ""
    watch = "" if match else at_tables.watch(one.table.pk)
    playing = so_far(at_tables.playing[one.table.pk]) if watch else _progress(at_tables.progress.get(one.table.pk))
    return {
        "table": one.table,
        "title": _("Table %(table)s") % {"table": one.table.name},
        "match": match,
        "at": at,
        "replay": at.board(1) if at and status in ("clean", "unchecked", "flagged") else "",
        "people": people,
        "seated": [] if match else at_tables.seated(one.table.pk),
        "watch": watch,
        "call": at_tables.calls.get(one.table.pk),
        "state": status or ("playing" if watch else ""),
        "state_words": _state_words(match) if match else playing or _("no result yet"),
        "decided": is_decided(one),
        "now": " ".join([status, "ruled" * bool(one.rulings), *map(" ".join, people)]) if is_decided(one) else "",
        "ruled": bool(one.rulings),
    }


def _progress(sheet: sheets.SheetProgress | None) -> str:
    if sheet is None:
        return ""
    if sheet.complete:
        return _("finished")
    return ngettext("%(n)s round closed", "%(n)s rounds closed", sheet.rounds) % {"n": sheet.rounds}


def _state_words(match: Match) -> str:
    return in_short(match.current_judgement) if match.current_judgement else _("not judged yet")
