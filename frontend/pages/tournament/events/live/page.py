"""The context of an event's page as it changes: standings with what the latest round changed, the round of now, the schedule."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple
from urllib.parse import urlencode

from django.conf import settings
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.components.event_tables.listed import appeal_rows, penalty_rows
from frontend.components.event_tables.seats import points_of, seat_words, so_far, words_for
from frontend.components.matches.links import KEY, Links
from frontend.components.verdict.rulings import decision, finding_texts, said_of
from frontend.pages.tournament.events.forms import Context
from records.accounts import access
from records.accounts.access.facts import Reader
from records.accounts.models import ShareLink
from records.archive import matches
from records.core.languages import localized
from records.tournament import events, live_tables
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import appeal_entry, penalty_entry
from records.tournament.events.overview.progress import RoundOverview, current_round, is_decided, latest_round, rounds_of
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import Event, Ruling
from records.wording.figures import points
from records.wording.finding_text import FindingTexts
from records.wording.rules_words import agreed, options_words, written_values
from referee.core import registry
from referee.rulebook import Rules
from referee.tournament.ranking.standings import Row
from referee.tournament.ranking.tie_breaks import TIE_BREAKS

FILES = {
    "calendar": "rounds.ics",
    "feed": "results.atom",
    "seating": "seating.csv",
    "results": "results.csv",
    "prescript": "prescript.txt",
}
"""The files of an event that programs take along."""


def live_context(request: HttpRequest, overview: EventOverview) -> Context:
    """The standings after the stage in the address, and the rounds, with links to the matches that the reader may see."""
    number = _stage_in(request)
    found = [one.match for one in overview.tables if one.match]
    seen = matches.visible_among(request.user, (one.pk for one in found))
    links = {one.pk: Links(one) for one in found if one.pk in seen}
    playing = live_tables.playing_in(overview.event)
    at_tables = AtTables(links, _planned(overview), playing, seat_words(overview.event), overview.shown)
    rounds = rounds_of(overview)
    now = current_round(rounds)
    rulings: list[tuple[TableOverview | None, Ruling]] = [(None, one) for one in overview.detached_rulings]
    rulings += [(one, ruling) for one in overview.tables for ruling in one.rulings]
    entries = list(map(appeal_entry, overview.appeals))
    texts = finding_texts(
        [ruling for _one, ruling in rulings if ruling.match_id in links],
        [one for one in entries if one["match"] and uuid.UUID(one["match"]) in links],
    )
    return {
        "overview": overview,
        "undecided": overview.undecided_after(number),
        "now": _round(now, at_tables) if now else None,
        "schedule": [_line(one, one is now) for one in rounds],
        "rounds": [_round(one, at_tables) for one in reversed(rounds) if one is not now],
        "several_stages": len(overview.stages) > 1,
        "penalties": penalty_rows(map(penalty_entry, overview.penalties)),
        "sums": reverse("pages:penalties", args=[overview.event.pk]) if overview.event.public or not overview.outside else "",
        "appeals": appeal_rows(entries, texts),
        "open_appeals": len(overview.waiting),
        "rulings": _rulings(rulings, links, texts),
        "addresses": _addresses(overview.event, _link_read_by(request, overview.event)),
        "page_of": reverse("pages:event", args=[overview.event.pk]),
        **_standings(overview, number),
    }


def event_page_context(request: HttpRequest, overview: EventOverview) -> Context:
    """All that the page shows: what changes, the rules by which is played, the page's own address, how it follows the event."""
    return {
        **live_context(request, overview),
        "rules": _rules(overview),
        "own_address": request.build_absolute_uri(_own_address(request, overview.event)),
        "live_address": settings.LIVE_ADDRESS,
    }


def _own_address(request: HttpRequest, event: Event) -> str:
    """The address of the event's page to be handed on: that of the link, for who reads it by one."""
    link = _link_read_by(request, event)
    return reverse("pages:open_link", args=[link.secret]) if link else reverse("pages:event", args=[event.pk])


def _link_read_by(request: HttpRequest, event: Event) -> ShareLink | None:
    """The share link by which the actor reads the event, None where they read it otherwise."""
    by_link = events.reader_of(request.user, event) == Reader.LINK
    return access.link_to_event(request.user, event.pk) if by_link else None


def _addresses(event: Event, link: ShareLink | None) -> dict[str, str]:
    """The addresses by which the page follows the event, and those that programs take along: these have the key of the link."""
    key = f"?{urlencode({KEY: link.secret})}" if link else ""
    files = {name: reverse("pages:event_file", args=[event.pk, file]) + key for name, file in FILES.items()}
    asked = reverse("api:event", args=[event.pk])
    return {"live": reverse("pages:event_live", args=[event.pk]), "asked": asked, **files}


def _stage_in(request: HttpRequest) -> int | None:
    last = request.GET.get("stage", "")
    return int(last) if last.isdecimal() and len(last) < 4 else None


def _standings(overview: EventOverview, number: int | None) -> Context:
    standings, teams = overview.standings_after(number), overview.teams_after(number)
    columns = list(dict.fromkeys(name for row in standings.rows for name, figure in row.figures))
    titles = {name: localized(TIE_BREAKS[name].title) for name in columns}
    latest = latest_round(overview) if number is None else None
    changes = latest.changes if latest else {}

    def ranked(rows: Iterable[Row], changes: Mapping[str, Any]) -> list[Context]:
        return [
            {
                "row": row,
                "team": overview.teams.get(row.entrant, ""),
                "figures": [(title, dict(row.figures).get(name)) for name, title in titles.items()],
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


class AtTables(NamedTuple):
    """What is known of the tables of an event beside their results: links to the matches, who is planned where while there is
    none, and how far those are that are written down as they are played; the last two by table. ``words``: those for the seats,
    ``shown``: how a name is shown to the reader."""

    links: Mapping[Any, Links]
    planned: Mapping[int, Mapping[str, str]]
    playing: Mapping[int, live_tables.Playing]
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
    tables = [_table(table, at_tables) for table in one.tables]
    return {**_line(one, False), "tables": tables, "is_played": any(table["watch"] for table in tables)}


def _anchor(one: RoundOverview) -> str:
    return f"round-{one.stage.number}-{one.number}"


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
    playing = so_far(at_tables.playing[one.table.pk]) if watch else ""
    return {
        "table": one.table,
        "title": _("Table %(table)s") % {"table": one.table.name},
        "match": match,
        "at": at,
        "replay": at.board(1) if at and status in ("clean", "unchecked", "flagged") else "",
        "people": people,
        "seated": [] if match else at_tables.seated(one.table.pk),
        "watch": watch,
        "state": status or ("playing" if watch else ""),
        "state_words": _state_words(status) if status else _("not judged yet") if match else playing or _("no result yet"),
        "decided": is_decided(one),
        "now": " ".join([status, "ruled" * bool(one.rulings), *map(" ".join, people)]) if is_decided(one) else "",
        "ruled": bool(one.rulings),
    }


def _state_words(status: str) -> str:
    words = {"clean": _("clean"), "unchecked": _("not checked"), "flagged": _("flagged")}
    return words.get(status, _("unreadable"))


def _planned(overview: EventOverview) -> dict[int, dict[str, str]]:
    """Who is planned at which seat of the tables that have no match yet, by table."""
    return events.names_planned(one.table for one in overview.tables if one.match is None)


def _rulings(
    given: Iterable[tuple[TableOverview | None, Ruling]], links: Mapping[uuid.UUID, Links], texts: FindingTexts
) -> list[Context]:
    """All rulings by number; ``stands`` is false where a later one on the same finding supersedes it."""
    latest: dict[Any, int] = {}
    rows: list[Context] = []
    for one, ruling in given:
        key = (ruling.match_id, ruling.round, ruling.move, ruling.seat, ruling.code, ruling.clause, ruling.nth)
        latest[key] = max(latest.get(key, 0), ruling.number)
        rows.append({"ruling": ruling, "key": key, "seating": one, "at": links.get(ruling.match_id)})
    for row in rows:
        row["stands"] = latest[row["key"]] == row["ruling"].number
        row["decision"], row["said"] = decision(row["ruling"].decision), said_of(row["ruling"], texts)
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
        "preset": game.rulebook.preset(resolved.preset) if isinstance(resolved, Rules) else None,
        "options": options_words(game, agreed(game, resolved.preset, written_values(resolved)))
        if isinstance(resolved, Rules)
        else [],
        "others": len(set(written)) > 1,
    }
