"""The context of an event's standings, with what the latest round changed, and of what stands below them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any
from urllib.parse import urlencode

from django.http import HttpRequest
from django.urls import reverse

from frontend.components.event_tables.context import Context, link_read_by, own_address
from frontend.components.matches.links import KEY
from records.accounts.models import ShareLink
from records.core.languages import localized
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.progress import latest_round
from records.tournament.models import Event
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


def standings_context(request: HttpRequest, overview: EventOverview) -> Context:
    """The standings after the stage in the address, and what makes them provisional."""
    last = request.GET.get("stage", "")
    number = int(last) if last.isdecimal() and len(last) < 4 else None
    return {
        "overview": overview,
        "undecided": overview.undecided_after(number),
        "checked": overview.checked_after(number),
        "open_appeals": len(overview.waiting),
        "several_stages": len(overview.stages) > 1,
        "page_of": reverse("pages:event", args=[overview.event.pk]),
        **_standings(overview, number),
    }


def about_context(request: HttpRequest, overview: EventOverview) -> Context:
    """What stays below the standings: the rules by which is played, the files to take along, the page's own address."""
    event = overview.event
    return {
        "rules": _rules(overview),
        "own_address": own_address(request, event),
        "addresses": _files_of(event, link_read_by(request, event)),
    }


def _files_of(event: Event, link: ShareLink | None) -> dict[str, str]:
    """The addresses that programs take along; they have the key of the link by which the actor reads the event."""
    key = f"?{urlencode({KEY: link.secret})}" if link else ""
    return {name: reverse("pages:event_file", args=[event.pk, file]) + key for name, file in FILES.items()}


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
