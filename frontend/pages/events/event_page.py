"""The context of an event's page: the standings, the tables round by round, the rulings."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.http import HttpRequest

from frontend.components.matches.links import Links
from frontend.components.verdict.ruling_text import decision
from frontend.pages.events.forms import Context
from records import events, matches
from records.events.overview import EventOverview
from referee.results.ranking.standings import Row
from referee.results.ranking.tie_breaks import TIE_BREAKS


def event_page_context(request: HttpRequest, overview: EventOverview, secret: str = "") -> Context:
    """The standings after the stage in the address, and the tables, with links to the matches that the reader may see."""
    last = request.GET.get("stage", "")
    number = int(last) if last.isdecimal() and len(last) < 4 else None
    found = [one.match for one in overview.tables if one.match]
    seen = {one.pk for one in found} if secret else matches.visible_among(request.user, (one.pk for one in found))
    links = {one.pk: Links(one, secret, inside=bool(secret)) for one in found if one.pk in seen}
    standings, teams = overview.standings_after(number), overview.teams_after(number)
    columns = list(dict.fromkeys(name for row in standings.rows for name, _ in row.figures))

    def ranked(rows: Iterable[Row]) -> list[Context]:
        return [
            {
                "row": row,
                "team": overview.teams.get(row.entrant, ""),
                "figures": [(TIE_BREAKS[name], dict(row.figures).get(name)) for name in columns],
            }
            for row in rows
        ]

    return {
        "overview": overview,
        "undecided": overview.undecided_after(number),
        "after": number,
        "columns": [TIE_BREAKS[name] for name in columns],
        "rows": ranked(standings.rows),
        "teams": ranked(teams.rows) if teams else [],
        "any_team": bool(overview.teams),
        "any_carried": any(row.carried for row in standings.rows),
        "hall": _tables_by_round(overview, links),
        "rulings": _rulings(overview, links),
        "issues": len(overview.issues),
    }


def _tables_by_round(overview: EventOverview, links: dict[Any, Links]) -> list[Context]:
    """The tables by stage and round, each with its players and their points, the best first."""
    stages: list[Context] = []
    for stage in overview.stages:
        rounds: dict[int, list[Context]] = {}
        for one in overview.tables:
            if one.stage.pk == stage.pk:
                rounds.setdefault(one.round, []).append(_table(one, links))
        stages.append({"stage": stage, "rounds": [{"number": number, "tables": rows} for number, rows in rounds.items()]})
    return stages


def _table(one: events.TableOverview, links: dict[Any, Links]) -> Context:
    people: Iterable[tuple[str, int | None]] = ()
    if one.scores is not None:
        points = one.scores.points
        got = points or {}
        people = sorted(((name, got.get(name)) for name in one.scores.names), key=lambda pair: (-(pair[1] or 0), pair[0]))
    match = one.match
    status = match.current_judgement.status if match and match.current_judgement else ""
    decided = one.scores is not None and one.scores.points is not None
    return {
        "table": one.table,
        "round": one.round,
        "match": match,
        "at": links.get(match.pk) if match else None,
        "people": people,
        "status": status,
        "decided": decided,
        "ruled": bool(one.rulings),
    }


def _rulings(overview: EventOverview, links: dict[Any, Links]) -> list[Context]:
    """All rulings by number; ``stands`` is false where a later one on the same finding supersedes it."""
    latest: dict[Any, int] = {}
    rows: list[Context] = []
    seated = [(one, ruling) for one in overview.tables for ruling in one.rulings]
    for one, ruling in (*seated, *((None, ruling) for ruling in overview.detached_rulings)):
        key = (ruling.match_id, ruling.round, ruling.move, ruling.seat, ruling.code, ruling.clause, ruling.nth)
        latest[key] = max(latest.get(key, 0), ruling.number)
        rows.append({"ruling": ruling, "key": key, "seating": one, "at": links.get(ruling.match_id)})
    for row in rows:
        row["stands"] = latest[row["key"]] == row["ruling"].number
        row["decision"] = decision(row["ruling"].decision)
    return sorted(rows, key=lambda row: row["ruling"].number)
