"""The page of an event's penalties: the list and its sums, the catalogue, reminders, settings; cancelling."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_GET, require_POST

from frontend.components.access import event_or_404, member_event_or_404
from frontend.components.clubs.rights import forbidden_page
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.penalties import penalty_rows
from frontend.i18n.localized import localized
from records.core.errors import Refusal
from records.tournament import penalties, publications
from records.tournament.events.overview.event import EventOverview
from records.tournament.models import Event, PenaltySettings
from records.tournament.penalties.entries import penalty_entry
from referee.rulebook.penalties import EFFECTS, Catalogue

EXAMPLE = Path(__file__).with_name("example.toml").read_text(encoding="utf-8")
"""A short catalogue, to be seen beside the form."""


@require_GET
def penalties_page(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """The penalties of an event, for everybody who sees the event."""
    return show(request, event_or_404(request, event_id))


def show(request: HttpRequest, event: Event, error: str = "", status: int = 200, text: str | None = None) -> HttpResponse:
    """The page, with the reason where a change was refused; ``text`` is the catalogue that was refused."""
    overview = publications.overview_for(request.user, event)
    rows = penalty_rows(map(penalty_entry, overview.penalties))
    own, catalogue = penalties.own_catalogue(event), penalties.catalogue_of(event)
    context = {
        **event_head(request, event, "penalties", overview),
        "error": error,
        "penalties": rows,
        "count": overview.penalties_count,
        "by_player": _by_player(rows, overview),
        "by_grade": Counter(one["title"] for one in rows if not one["cancels"] and not one["cancelled_by"]).most_common(),
        "grades": _grades(catalogue),
        "offences": _offences(catalogue),
        "clauses": catalogue.clauses,
        "reminders": [localized(one.said) for one in event.reminders.all()],
        "settings": penalties.settings_of(event),
        "protests": PenaltySettings.Protests.choices,
        "own": own,
        "example": EXAMPLE,
        "catalogue_text": text if text is not None else own.text if own else "",
    }
    return render(request, "pages/tournament/penalties/penalties.html", context, status=status)


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
            "does": localized(EFFECTS[one.effect]),
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


def _change(request: HttpRequest, event: Event, change: Callable[[], Any], text: str | None = None) -> HttpResponse:
    """Make a change and show the page again; where it is refused, with the reason."""
    try:
        change()
    except Refusal as refusal:
        if refusal.status == 403:
            return forbidden_page(request, 403)
        return show(request, event, localized(refusal.message), refusal.status, text)
    return redirect("pages:penalties", event.pk)


@login_required
@require_POST
def cancel(request: HttpRequest, event_id: uuid.UUID, number: int) -> HttpResponse:
    """Cancel a penalty by a further entry; for arbiters."""
    event = member_event_or_404(request, event_id)
    return _change(request, event, lambda: penalties.cancel(request.user, event, number, request.POST.get("reason", "")))


@login_required
@require_POST
def settings(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Whether penalties count, whether warnings lapse, until when players object and how often; for organizers."""
    event, given = member_event_or_404(request, event_id), request.POST
    fields: dict[str, Any] = {name: name in given for name in ("count", "lapse")}
    fields |= {name: given[name] for name in ("protests", "challenges") if name in given}
    return _change(request, event, lambda: penalties.change_settings(request.user, event, **fields))


@login_required
@require_POST
def catalogue(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Give the event a catalogue of its own, written or as a file; for organizers."""
    event, text = member_event_or_404(request, event_id), request.POST.get("text", "")
    if uploaded := request.FILES.get("file"):
        text = uploaded.read(256 << 10).decode("utf-8", "replace")
    form = "json" if text.lstrip().startswith("{") else "toml"
    return _change(request, event, lambda: penalties.store_catalogue(request.user, event, text, form), text)


@login_required
@require_POST
def remind(request: HttpRequest, event_id: uuid.UUID) -> HttpResponse:
    """Announce a reminder to all; for organizers."""
    event = member_event_or_404(request, event_id)
    return _change(request, event, lambda: penalties.remind(request.user, event, request.POST.get("offence", "")))
