"""A list of matches, page by page, with its search and its filters."""

from __future__ import annotations

from functools import cache
from typing import Any

from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.http import urlencode
from django.utils.translation import gettext as _
from django.utils.translation import override

import referee
from frontend.components.page.pagination import PAGE, Bounded
from records.accounts.models import Club
from records.archive import matches
from records.archive.models import Match
from records.core.languages import DJANGO, localized, reader_language
from records.wording.game_words import SEVERITIES, severity, word

FILTERS = ("q", "game", "status", "state", "event", "player", "date_from", "date_to", "finding")
DATES = ("date_from", "date_to")


def listing(request: HttpRequest, found: QuerySet[Match], club: Club | None = None) -> dict[str, Any]:
    """One page of the matches that fit the search in the address, and what the filters show.

    With what was deleted lately and this person may bring back: of the ``club``, or all of it.
    """
    given = {name: request.GET.get(name, "").replace("\x00", "").strip() for name in FILTERS}
    unread = [name for name in DATES if given[name] and matches.days_of(given[name]) is None]
    sort = request.GET.get("sort", "")
    sort = sort if sort in matches.SORTS else "date"
    rows = found.none() if unread else matches.sorted_by(matches.search(found, **given), sort)
    page = Bounded(matches.ids_only(rows), PAGE).get_page(request.GET.get("page"))
    page.object_list = matches.with_details(page.object_list)
    kept = {name: value for name, value in given.items() if value}
    sorts = {"date": _("newest first"), "oldest": _("oldest first"), "added": _("last added first")}
    return {
        "page": page,
        "given": given,
        "unread": unread,
        "games": referee.games(),
        "findings": findings(reader_language()),
        "states": Match.State.choices,
        "sort": sort,
        "sorts": [(name, label, "?" + urlencode(kept | _named(name))) for name, label in sorts.items()],
        "query": urlencode(kept | _named(sort)),
        "deleted": matches.deleted_lately(request.user, club).count(),
        "undone": matches.find_deleted(request.user, request.GET.get("undo", "")),
        "called": _called(kept, sorts[sort] if sort != "date" else ""),
        "searched": bool(kept),
        "narrowed": any(given[name] for name in FILTERS if name != "q"),
    }


@cache
def findings(language: str) -> list[tuple[str, list[tuple[str, str]]]]:
    """The findings of all games by their severity: codes with their titles in this language, in the order of the rulebooks."""
    titles: dict[str, dict[str, str]] = {}
    with override(DJANGO[language]):
        for game in referee.games():
            for code, severe in game.rulebook.codes.items():
                titles.setdefault(severe, {})[code] = word(game, "findings", code)
        return [(severity(severe), list(titles[severe].items())) for severe in SEVERITIES if severe in titles]


def _called(given: dict[str, str], order: str) -> str:
    """The name of a search: what was asked for, in the words of the filters, and its order."""
    words = {
        "game": {game.id: localized(game.rulebook.name) for game in referee.games()},
        "status": {
            "clean": _("clean"),
            "unchecked": _("not checked"),
            "flagged": _("flagged"),
            "unreadable": _("unreadable"),
        },
        "state": {value: str(label) for value, label in Match.State.choices},
        "finding": {code: title for _group, rows in findings(reader_language()) for code, title in rows},
    }
    parts = [words.get(name, {}).get(value, value) for name, value in given.items() if not name.startswith("date")]
    days = [given.get(name, "") for name in DATES]
    return " · ".join([*parts, *([" – ".join(days)] if any(days) else []), *([order] if order else [])])


def _named(sort: str) -> dict[str, str]:
    """The part of an address that names an order; that which matches have anyway needs none."""
    return {} if sort == "date" else {"sort": sort}
