"""The page of an event's penalties: the list and its sums, the catalogue, reminders, settings; cancelling."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import event_to_change
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.listed import penalty_rows
from frontend.components.page.actions import Page, number_in
from frontend.components.page.sent_once import sent_once
from frontend.pages.tournament.penalties.giving import give, show_giving
from records.core.languages import localized
from records.tournament import events, penalties, publications
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import penalty_entry
from records.tournament.models import Event
from referee.rulebook.penalties import Catalogue, effect_text

EXAMPLE = Path(__file__).with_name("example.toml").read_text(encoding="utf-8")
"""A short catalogue, to be seen beside the form."""


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The penalties of an event, for everybody who sees the event; with ``?edit=give`` the steps of giving one."""
    if request.GET.get("edit") == "give":
        return show_giving(request, event, error=error)
    overview = publications.overview_for(request.user, event)
    rows = penalty_rows(map(penalty_entry, overview.penalties))
    own, catalogue = penalties.own_catalogue(event), penalties.catalogue_of(event)
    context = {
        **event_head(request, event, "penalties", overview),
        "error": error,
        "penalties": rows,
        "by_player": _by_player(rows, overview),
        "by_grade": Counter(one["title"] for one in rows if not one["cancels"] and not one["cancelled_by"]).most_common(),
        "grades": _grades(catalogue),
        "offences": _offences(catalogue),
        "clauses": catalogue.clauses,
        "reminders": [localized(said) for said in event.reminders.values()],
        "appeals_until": Event.AppealsUntil.choices,
        "own": own,
        "example": EXAMPLE,
        "catalogue_text": request.POST.get("text") or (own.text if own else ""),
    }
    return render(request, "pages/tournament/penalties/penalties.html", context)


def _by_player(rows: Iterable[dict[str, Any]], overview: EventOverview) -> list[dict[str, Any]]:
    """Who has penalties in force: how many of which grade, and what they took off."""
    found: dict[str, Counter[str]] = {}
    for one in rows:
        if not one["cancels"] and not one["cancelled_by"]:
            found.setdefault(one["entrant"], Counter())[one["title"]] += 1
    taken = {row.entrant: row.taken_off for row in overview.standings.rows}
    return [
        {"name": name, "grades": grades.most_common(), "taken_off": taken.get(name), "out": name in overview.standings.out}
        for name, grades in sorted(found.items())
    ]


def _grades(catalogue: Catalogue) -> list[dict[str, Any]]:
    return [
        {
            "grade": one,
            "does": localized(effect_text(one.effect)),
            "after": [
                (grade, then)
                for before, code in one.after
                if (grade := catalogue.grade(before)) and (then := catalogue.grade(code))
            ],
        }
        for one in catalogue.grades
    ]


def _offences(catalogue: Catalogue) -> list[dict[str, Any]]:
    return [
        {"offence": one, "grades": [grade for code in one.grades if (grade := catalogue.grade(code))]}
        for one in catalogue.offences
    ]


def _back(event: Event) -> HttpResponse:
    return redirect("pages:penalties", event.pk)


def _cancel(request: HttpRequest, event: Event) -> HttpResponse:
    """Cancel a penalty by a further entry; for arbiters."""
    penalties.cancel(request.user, event, number_in(request.POST, "number"), request.POST.get("reason", ""))
    return _back(event)


def _settings(request: HttpRequest, event: Event) -> HttpResponse:
    """Whether penalties count, whether warnings lapse, until when players appeal and how often; for organizers."""
    given = request.POST
    fields: dict[str, Any] = {name: name in given for name in ("penalties_count", "warnings_lapse")}
    fields |= {name: given[name] for name in ("appeals_until", "appeals_allowed") if name in given}
    events.change(request.user, event, **fields)
    return _back(event)


def _catalogue(request: HttpRequest, event: Event) -> HttpResponse:
    """Give the event a catalogue of its own, written or as a file; for organizers."""
    text = request.POST.get("text", "")
    if uploaded := request.FILES.get("file"):
        text = uploaded.read(256 << 10).decode("utf-8", "replace")
    penalties.store_catalogue(request.user, event, text, "json" if text.lstrip().startswith("{") else "toml")
    return _back(event)


def _remind(request: HttpRequest, event: Event) -> HttpResponse:
    """Announce a reminder to all; for organizers."""
    penalties.remind(request.user, event, request.POST.get("offence", ""))
    return _back(event)


penalties_page = Page(
    event_to_change,
    _show,
    give=sent_once(give),
    cancel=sent_once(_cancel),
    settings=_settings,
    catalogue=_catalogue,
    remind=sent_once(_remind),
)
