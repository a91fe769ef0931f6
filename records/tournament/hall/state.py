"""What an event's hall is shown: the round that is played, its clock, who sits where, what came of it, who sits where next.

The document says nothing that changes by itself with time, so that it stays the same until somebody does something: whoever
shows it counts on from when the clock runs out.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from records.archive.players.aliases import key_of
from records.tournament import live_tables, sheets
from records.tournament.events.models import Event, EventRound
from records.tournament.events.overview.event import EventOverview, overview_of
from records.tournament.events.overview.progress import RoundOverview, is_decided, rounds_of
from records.tournament.events.overview.tables import TableOverview
from records.tournament.hall import clock as clocks
from records.tournament.tables.planned_seats import names_planned

Document = dict[str, Any]


Progress = sheets.SheetProgress | live_tables.Playing
"""How far a table is that has no match yet: by its sheet, or as it is written while it is played."""


def current_round(rounds: Sequence[RoundOverview]) -> RoundOverview | None:
    """The round that the hall is at: the one whose clock was started last, else the first with a table that has no match."""
    if not rounds:
        return None
    started = [(one.round.started_at, place) for place, one in enumerate(rounds) if one.round.started_at]
    if started:
        return rounds[max(started)[1]]
    return next((one for one in rounds if any(table.match is None for table in one.tables)), rounds[-1])


def following(rounds: Sequence[RoundOverview], current: RoundOverview) -> RoundOverview | None:
    """The round after this one."""
    place = next(place for place, one in enumerate(rounds) if one.round.pk == current.round.pk)
    return rounds[place + 1] if place + 1 < len(rounds) else None


def state_of(event: Event) -> Document:
    """The hall's document. ``round`` is null before anything is planned; ``then`` is the round after it, and ``next``
    who sits where in that, once the round is over."""
    overview = overview_of(event)
    rounds = rounds_of(overview)
    current = current_round(rounds)
    document: Document = {"event": {"id": str(event.pk), "name": event.name}, "round": None, "clock": None, "tables": []}
    if current is None:
        return {**document, "over": False, "next": None, "then": None}
    after = following(rounds, current)
    tables = [one.table for one in (*current.tables, *(after.tables if after else ()))]
    known = _Known(overview, names_planned(tables), sheets.progress_of(tables), live_tables.playing_in(event))
    over = current.round.ended_at is not None or all(known.is_done(one) for one in current.tables)
    return {
        **document,
        "round": _round(current),
        "clock": clock_document(current.round),
        "tables": [known.table(one) for one in current.tables],
        "over": over,
        "next": {"round": _round(after), "tables": [known.seating(one) for one in after.tables]} if over and after else None,
        "then": {"round": _round(after), "starts_at": _written(after.starts_at)} if after else None,
    }


def clock_document(round_: EventRound) -> Document:
    """The clock of a round: when it runs out, or while it stands still the seconds that are left; without extra minutes."""
    runs_out, (length, warning) = clocks.ends_at(round_), clocks.minutes_of(round_)
    state = "running" if runs_out else str(clocks.phase(round_, clocks.now()))
    return {
        "state": state,
        "length": length,
        "warning": warning,
        "ends_at": runs_out.isoformat(timespec="milliseconds") if runs_out else None,
        "left": None if runs_out else round(clocks.left(round_, clocks.now()).total_seconds(), 3),
    }


def _written(at: datetime | None) -> str | None:
    return at.isoformat() if at else None


def _round(one: RoundOverview) -> Document:
    return {"id": one.round.pk, "stage": one.stage.number, "stage_name": one.stage.name, "number": one.round.number}


class _Known(NamedTuple):
    """What is known of tables beside what they are."""

    overview: EventOverview
    seats: Mapping[int, Mapping[str, str]]
    progress: Mapping[int, sheets.SheetProgress]
    playing: Mapping[int, live_tables.Playing]

    def is_done(self, one: TableOverview) -> bool:
        """Whether all is played at a table."""
        progress = self.progress.get(one.table.pk)
        return one.match is not None or (progress is not None and progress.complete)

    def seating(self, one: TableOverview) -> Document:
        """Who is to sit where at a table."""
        playing = self.playing.get(one.table.pk) if one.match is None else None
        seats = self.seats.get(one.table.pk) or (playing.seats if playing else {})
        by_key = self.overview.by_key
        people = [{"seat": seat, "name": by_key.get(key_of(name), name), "points": None} for seat, name in seats.items()]
        return {"id": one.table.pk, "table": one.table.name, "people": people}

    def table(self, one: TableOverview) -> Document:
        """A table of the round that is played: who sits there, and the points as far as they are known."""
        playing = self.playing.get(one.table.pk) if one.match is None else None
        progress = self._progress(one) if one.match is None else None
        seating = self.seating(one)
        if one.match is not None and one.scores is not None:
            seating["people"] = self._people(one)
        elif progress is not None:
            seating["people"] = [{**row, "points": progress.scores.get(row["seat"])} for row in seating["people"]]
        return {
            **seating,
            "extra": one.table.extra,
            "rounds": progress.rounds if progress else None,
            "live": {"id": str(playing.live), "round": playing.round, "move": playing.move} if playing else None,
            "done": self.is_done(one),
            "decided": is_decided(one),
            "checked": one.checked._asdict() if one.checked.of else None,
        }

    def _progress(self, one: TableOverview) -> Progress | None:
        """The progress of a table without a match: its sheet's or its live table's, whichever is further."""
        known: tuple[Progress | None, ...] = (self.progress.get(one.table.pk), self.playing.get(one.table.pk))
        return max((found for found in known if found is not None), key=lambda found: found.rounds, default=None)

    def _people(self, one: TableOverview) -> list[Document]:
        """Those whom the record names with their points, the best first, each at the seat that was planned for them."""
        assert one.scores is not None
        points = one.scores.points or {}
        planned = {name: seat for seat, name in self.seats.get(one.table.pk, {}).items()}
        names = {name: self.overview.by_key.get(key_of(name), name) for name in one.scores.names}
        rows = [{"seat": planned.get(shown, ""), "name": shown, "points": points.get(name)} for name, shown in names.items()]
        return sorted(rows, key=lambda row: (-(row["points"] or 0), row["name"]))
