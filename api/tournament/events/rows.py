"""The answers that are computed from an event: tables, standings, rulings, issues."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from rest_framework.request import Request
from rest_framework.reverse import reverse

from records.accounts import access
from records.archive import matches
from records.tournament import events
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.issues import Issue
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import Event, Ruling, Table
from referee.tournament.published.document import teams_shown


def table_rows(request: Request, overview: EventOverview, some: Sequence[TableOverview]) -> list[dict[str, Any]]:
    """Rows for some tables of an event, with those matches that the actor may see."""
    seen = matches.visible_among(request.user, [one.match.pk for one in some if one.match])
    return [_table_row(request, one, overview, seen) for one in some]


def table_row(request: Request, event: Event, table: Table) -> dict[str, Any]:
    """The row of a table as it is stored now."""
    overview = events.overview_of(event)
    one = next(one for one in overview.tables if one.table.pk == table.pk)
    return _table_row(request, one, overview, {one.match.pk} if one.match else set())


def _table_row(request: Request, one: TableOverview, overview: EventOverview, seen: set[Any]) -> dict[str, Any]:
    match = one.match
    url = reverse("api:match", args=[match.pk], request=request) if match is not None and match.pk in seen else None
    points = one.scores.points if one.scores else None
    names = sorted(one.scores.names) if one.scores else []
    return {
        "id": one.table.pk,
        "stage": one.stage.number,
        "round": one.round,
        "table": one.table.name,
        "match": str(match.pk) if url and match else None,
        "match_url": url,
        "state": match.state if match else None,
        "status": match.current_judgement.status if match and match.current_judgement else None,
        "checked": one.checked._asdict() if match and match.current_judgement else None,
        "decided": points is not None,
        "seats": [
            {"name": overview.shown(name), "entrant": overview.entrant_names.get(name), "points": (points or {}).get(name)}
            for name in names
        ],
    }


def standings_row(overview: EventOverview, last: int | None) -> dict[str, Any]:
    """The standings, with exact figures as text."""
    standings = overview.standings_after(last)
    teams = overview.teams_after(last)
    undecided = [{"stage": stage, "round": round_, "table": table} for stage, round_, table in overview.undecided_after(last)]
    rows = [{**row.as_dict(), "team": overview.teams.get(row.entrant, "")} for row in standings.rows]
    return {
        "provisional": overview.provisional_after(last),
        "undecided": undecided,
        "checked": overview.checked_after(last)._asdict(),
        "rows": rows,
        "out": list(standings.out),
        "teams": teams_shown(teams) if teams else [],
    }


def ruling_row(ruling: Ruling, rulings: Sequence[Ruling], seen: Collection[Any]) -> dict[str, Any]:
    """A ruling, and whether a later one among these supersedes it. ``seen``: the ids of matches that the reader may see."""
    key = _key(ruling)
    last = max(one.number for one in rulings if one.match_id == ruling.match_id and _key(one) == key)
    return {
        "number": ruling.number,
        "match": str(ruling.match_id) if ruling.match_id in seen else None,
        "finding": key,
        "decision": ruling.decision,
        "scores": ruling.scores,
        "reason": ruling.reason,
        "arbiter": ruling.arbiter_name,
        "at": ruling.at,
        "stands": last == ruling.number,
    }


def _key(ruling: Ruling) -> dict[str, Any]:
    return {name: getattr(ruling, name) for name in ("round", "move", "seat", "code", "clause", "nth")}


def issue_row(request: Request, issue: Issue) -> dict[str, Any]:
    """An unresolved issue. An arbiter from outside of the club is told of no match that is at no table."""
    at, match = issue.table, issue.match
    if at is None and match is not None and not access.may(request.user, access.Right.READ, match.club_id or 0):
        match = None
    return {
        "kind": issue.kind,
        "stage": at.stage.number if at else None,
        "round": at.round if at else None,
        "table": at.table.name if at else None,
        "match": str(match.pk) if match else None,
        "match_url": reverse("api:match", args=[match.pk], request=request) if match else None,
        "finding": issue.finding.as_dict() if issue.finding else None,
        "message": issue.document["message"] if issue.document else None,
        "names": list(issue.names),
        "appeal": issue.appeal.number if issue.appeal else None,
    }
