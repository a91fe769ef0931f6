"""The page of an event's decisions: what waits for a person, oldest first, then penalties, appeals and rulings; for whoever
sees the event what it may know of them."""

from __future__ import annotations

import uuid
from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render

from frontend.components.access import event_to_change, opened_by
from frontend.components.event_tables.context import Context, event_head, found_or_404
from frontend.components.event_tables.following import Parts
from frontend.components.event_tables.listed import appeal_rows, penalty_rows
from frontend.components.matches.links import Links
from frontend.components.page.actions import Page, number_in
from frontend.components.page.sent_once import sent_once
from frontend.components.verdict.rulings import decision, finding_texts, said_of
from frontend.pages.tournament.decisions import calls
from frontend.pages.tournament.decisions.giving import give, show_giving
from frontend.pages.tournament.decisions.waiting import waiting_rows
from records.accounts import access
from records.archive import matches
from records.core.languages import localized
from records.tournament import events, penalties, publications
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import appeal_entry, penalty_entry
from records.tournament.events.overview.tables import TableOverview
from records.tournament.models import Event, Ruling
from records.wording.finding_text import FindingTexts
from referee.rulebook.penalties import Catalogue, effect_text


def decisions_context(request: HttpRequest, overview: EventOverview) -> Context:
    """What waits, for those who may know it; penalties with their sums, appeals, rulings."""
    event = overview.event
    given: list[tuple[TableOverview | None, Ruling]] = [(None, one) for one in overview.detached_rulings]
    given += [(one, ruling) for one in overview.tables for ruling in one.rulings]
    entries = [appeal_entry(one) for one in sorted(overview.appeals, key=lambda one: (one.answer is not None, one.row.number))]
    about = {ruling.match_id for _one, ruling in given} | {uuid.UUID(one["match"]) for one in entries if one["match"]}
    found = {one.match.pk: Links(one.match) for one in overview.tables if one.match}
    seen = matches.visible_among(request.user, about)
    texts = finding_texts(
        [ruling for _one, ruling in given if ruling.match_id in seen],
        [one for one in entries if one["match"] and uuid.UUID(one["match"]) in seen],
    )
    rows = penalty_rows(map(penalty_entry, overview.penalties))
    told = events.may_in(request.user, access.Right.READ, event)
    return {
        "overview": overview,
        "told": told,
        "found": waiting_rows(overview, access.role_in(request.user, event.club_id) is not None) if told else [],
        "penalties": rows,
        "by_player": _by_player(rows, overview),
        "by_grade": Counter(one["title"] for one in rows if not one["cancels"] and not one["cancelled_by"]).most_common(),
        "appeals": appeal_rows(entries, texts),
        "rulings": _rulings(given, {pk: links for pk, links in found.items() if pk in seen}, texts),
    }


PARTS = Parts("pages/tournament/decisions/parts.html", decisions_context)


def _show(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The decisions; with ``?edit=give`` the steps of giving a penalty. A script asks for the calls, or the parts that change."""
    if request.GET.get("edit") == "give":
        return show_giving(request, event, error=error)
    answers = events.may_in(request.user, access.Right.RULE, event)
    if request.headers.get("HX-Request") == "true" and answers:
        return calls.calls_part(request, event)
    if request.GET.get("part") == "parts":
        return PARTS.answer(request, event)
    overview = publications.overview_for(request.user, event)
    catalogue = penalties.catalogue_of(event)
    context = {
        **event_head(request, event, "decisions", overview),
        **decisions_context(request, overview),
        **(calls.calls_context(event) if answers else {}),
        "grades": _grades(catalogue),
        "offences": _offences(catalogue),
        "clauses": catalogue.clauses,
        "reminders": [localized(said) for said in event.reminders.values()],
        "error": error,
    }
    return render(request, "pages/tournament/decisions/decisions.html", context)


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


def _cancel(request: HttpRequest, event: Event) -> HttpResponse:
    """Cancel a penalty by a further entry; for arbiters."""
    penalties.cancel(request.user, event, number_in(request.POST, "number"), request.POST.get("reason", ""))
    return redirect("pages:decisions", event.pk)


def _remind(request: HttpRequest, event: Event) -> HttpResponse:
    """Announce a reminder to all; for organizers."""
    penalties.remind(request.user, event, request.POST.get("offence", ""))
    return redirect("pages:decisions", event.pk)


def _seat(request: HttpRequest, event: Event) -> HttpResponse:
    """Tell who sat at a table."""
    seated = {name[5:]: str(value) for name, value in request.POST.items() if name[:5] == "seat."}
    events.seat(request.user, found_or_404(events.table_of(event, number_in(request.POST, "table"))), seated)
    return redirect("pages:decisions", event.pk)


decisions = opened_by(access.ShareGrant)(
    Page(
        event_to_change,
        _show,
        by_link=(),
        give=sent_once(give),
        cancel=sent_once(_cancel),
        remind=sent_once(_remind),
        seat=_seat,
        **calls.ACTIONS,
    )
)
