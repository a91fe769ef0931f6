"""The context of an event's page as it changes: standings with what the latest round changed, the round of now, the schedule."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse

from frontend.components.event_tables.appeals import appeal_rows
from frontend.components.event_tables.penalties import penalty_rows
from frontend.components.event_tables.seats import seat_words, words_for
from frontend.components.matches.links import Links
from frontend.components.verdict.ruling_text import decision
from frontend.pages.events.forms import Context
from records import events, matches
from records.appeals.entries import appeal_entry
from records.events.overview.event import EventOverview
from records.events.overview.progress import RoundOverview, current_round, is_decided, latest_round, rounds_of
from records.events.overview.tables import TableOverview
from records.models import Event
from records.penalties.entries import penalty_entry
from referee import registry
from referee.results.ranking.standings import Row
from referee.results.ranking.tie_breaks import TIE_BREAKS


def live_context(request: HttpRequest, overview: EventOverview, secret: str = "") -> Context:
    """The standings after the stage in the address, and the rounds, with links to the matches that the reader may see."""
    number = _stage_in(request)
    found = [one.match for one in overview.tables if one.match]
    seen = {one.pk for one in found} if secret else matches.visible_among(request.user, (one.pk for one in found))
    links = {one.pk: Links(one, secret, inside=bool(secret)) for one in found if one.pk in seen}
    planned = _planned(overview)
    rounds = rounds_of(overview)
    now = current_round(rounds)
    return {
        "overview": overview,
        "undecided": overview.undecided_after(number),
        "now": _round(now, links, planned) if now else None,
        "schedule": [_line(one, one is now) for one in rounds],
        "rounds": [_round(one, links, planned) for one in reversed(rounds) if one is not now],
        "several_stages": len(overview.stages) > 1,
        "penalties": penalty_rows(map(penalty_entry, overview.penalties)),
        "sums": "" if secret else reverse("pages:penalties", args=[overview.event.pk]),
        "appeals": appeal_rows(map(appeal_entry, overview.appeals)),
        "open_appeals": sum(one.answer is None for one in overview.appeals),
        "rulings": _rulings(overview, links),
        "addresses": addresses(overview.event, secret),
        "page_of": page_of(overview.event, secret),
        **_standings(overview, number),
    }


def event_page_context(request: HttpRequest, overview: EventOverview, secret: str = "") -> Context:
    """All that the page shows: what changes, the rules by which is played, the page's own address, how it follows the event."""
    return {
        **live_context(request, overview, secret),
        "issues": len(overview.issues),
        "rules": _rules(overview),
        "own_address": request.build_absolute_uri(page_of(overview.event, secret)),
        "live_address": settings.LIVE_ADDRESS,
    }


def page_of(event: Event, secret: str) -> str:
    """The address of the event's page, below the share link that it was opened by."""
    return reverse("pages:shared_match", args=[secret]) if secret else reverse("pages:event", args=[event.pk])


def addresses(event: Event, secret: str) -> dict[str, str]:
    """The addresses by which the page follows the event, and those that others take along."""
    names = ("live", "version", "parts", "calendar", "feed", "seating", "results", "prescript")
    if secret:
        return {name: reverse(f"pages:shared_event_{name}", args=[secret]) for name in names}
    return {name: reverse(f"pages:event_{name}", args=[event.pk]) for name in names}


def _stage_in(request: HttpRequest) -> int | None:
    last = request.GET.get("stage", "")
    return int(last) if last.isdecimal() and len(last) < 4 else None


def _standings(overview: EventOverview, number: int | None) -> Context:
    standings, teams = overview.standings_after(number), overview.teams_after(number)
    columns = list(dict.fromkeys(name for row in standings.rows for name, _ in row.figures))
    latest = latest_round(overview) if number is None else None
    changes = latest.changes if latest else {}

    def ranked(rows: Iterable[Row], changes: Mapping[str, Any]) -> list[Context]:
        return [
            {
                "row": row,
                "team": overview.teams.get(row.entrant, ""),
                "figures": [(TIE_BREAKS[name], dict(row.figures).get(name)) for name in columns],
                "change": changes.get(row.entrant),
            }
            for row in rows
        ]

    return {
        "after": number,
        "columns": [TIE_BREAKS[name] for name in columns],
        "rows": ranked(standings.rows, changes),
        "teams": ranked(teams.rows, {}) if teams else [],
        "any_team": bool(overview.teams),
        "any_carried": any(row.carried for row in standings.rows),
        "any_taken_off": any(row.taken_off for row in standings.rows),
        "out": standings.out,
        "latest": latest,
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
        "anchor": _anchor(one),
    }


def _round(one: RoundOverview, links: Mapping[Any, Links], planned: Mapping[int, Sequence[tuple[str, str]]]) -> Context:
    return {**_line(one, False), "tables": [_table(table, links, planned) for table in one.tables]}


def _anchor(one: RoundOverview) -> str:
    return f"round-{one.stage.number}-{one.number}"


def _table(one: TableOverview, links: Mapping[Any, Links], planned: Mapping[int, Sequence[tuple[str, str]]]) -> Context:
    """A table with its players and their points, the best first; those who are to sit there while there is no match."""
    people: list[tuple[str, int | None]] = []
    if one.scores is not None:
        got = one.scores.points or {}
        people = sorted(((name, got.get(name)) for name in one.scores.names), key=lambda pair: (-(pair[1] or 0), pair[0]))
    match = one.match
    at = links.get(match.pk) if match else None
    status = match.current_judgement.status if match and match.current_judgement else ""
    return {
        "table": one.table,
        "match": match,
        "at": at,
        "replay": at.board(1) if at and status in ("clean", "flagged") else "",
        "people": people,
        "planned": planned.get(one.table.pk, ()),
        "status": status,
        "decided": is_decided(one),
        "ruled": bool(one.rulings),
    }


def _planned(overview: EventOverview) -> dict[int, list[tuple[str, str]]]:
    """The seats and the people of the tables that were planned and have no match yet, by table."""
    games = seat_words(overview.event)
    planned = events.names_planned(one.table for one in overview.tables if one.match is None)
    words = {table: words_for(games, seats) for table, seats in planned.items()}
    return {table: [(words[table].get(seat, seat), name) for seat, name in seats.items()] for table, seats in planned.items()}


def _rulings(overview: EventOverview, links: Mapping[uuid.UUID, Links]) -> list[Context]:
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


def _rules(overview: EventOverview) -> Context:
    """The game that is played, and the rules that most of the records name, with those that name others."""
    played = Counter((one.match.game, one.match.rules) for one in overview.tables if one.match)
    most = [rules for rules, _ in played.most_common()]
    game = registry.find(overview.event.game or (most[0][0] if most else ""))
    if game is None:
        return {}
    written = [rules for id_, rules in most if id_ == game.id]
    resolved = game.rulebook.rules(written[0]) if written else []
    return {
        "game": game,
        "preset": None if isinstance(resolved, list) else game.rulebook.preset(resolved.preset),
        "options": [word for word in written[0].split() if "=" in word] if written else [],
        "others": len(set(written)) > 1,
    }
