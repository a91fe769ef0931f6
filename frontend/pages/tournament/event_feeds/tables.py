"""Seating and results of an event as tables that other programs read. No cell of a CSV is ever run as a formula."""

from __future__ import annotations

from collections.abc import Iterator

from frontend.pages.tournament.event_feeds.written import Written
from records.core.spreadsheets import as_csv
from records.tournament.events.overview.tables import TableOverview

SEATING = ("stage", "round", "starts", "table", "seat", "player", "team")
RESULTS = ("stage", "round", "table", "place", "player", "team", "points", "status", "match")


def seating_of(written: Written) -> str:
    """Who sits where, or is to: a row for each seat."""
    planned = written.planned()

    def rows() -> Iterator[tuple[str | int | None, ...]]:
        for one in written.overview.tables:
            starts = one.table.round.starts_at
            for seat, name in planned.get(one.table.pk) or _played(one):
                team = written.overview.teams.get(_entrant(written, name), "")
                when = starts.isoformat(timespec="minutes") if starts else ""
                yield one.stage.number, one.round, when, one.table.name, seat, written.overview.shown(name), team

    return "".join(as_csv(SEATING, rows()))


def results_of(written: Written) -> str:
    """What everybody got at every table: a row for each player, with the place at the table; equal points share one."""
    pages = written.pages_of([one.match for one in written.overview.tables if one.match])

    def rows() -> Iterator[tuple[str | int | None, ...]]:
        for one in written.overview.tables:
            points = (one.scores.points if one.scores else None) or {}
            status = one.match.current_judgement.status if one.match and one.match.current_judgement else ""
            page = pages.get(one.match.pk, "") if one.match else ""
            for name, got in sorted(points.items(), key=lambda pair: (-pair[1], pair[0])):
                place = 1 + sum(other > got for other in points.values())
                team = written.overview.teams.get(_entrant(written, name), "")
                shown = written.overview.shown(name)
                yield one.stage.number, one.round, one.table.name, place, shown, team, got, status, page

    return "".join(as_csv(RESULTS, rows()))


def prescript_of(written: Written) -> str:
    """The planned seating in the form of MahjongPantheon's prescripts: a line for each table of four, the numbers of the players
    by their seats with hyphens between, an empty line between rounds. Players are numbered from 1 by their names in order, after
    them those who fill seats for the house."""
    numbers = {entrant.name: number for number, entrant in enumerate(written.overview.entrants, 1)}
    planned = written.planned()
    rounds: dict[tuple[int, int], list[str]] = {}
    for one in written.overview.tables:
        seated = planned.get(one.table.pk, [])
        if len(seated) == 4:
            line = "-".join(str(numbers.setdefault(name, len(numbers) + 1)) for _, name in seated)
            rounds.setdefault(one.place[:2], []).append(line)
    return "\n\n".join("\n".join(lines) for _, lines in sorted(rounds.items())) + "\n"


def _played(one: TableOverview) -> list[tuple[str, str]]:
    """Who sat at a table that nobody planned; the seats stand in the record."""
    return [("", name) for name in sorted(one.scores.names)] if one.scores else []


def _entrant(written: Written, name: str) -> str:
    return written.overview.entrant_names.get(name, name)
