"""Giving a penalty, step by step: the table, the player, the offence, the proposed grade; or at once from a finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from fractions import Fraction
from typing import Any
from urllib.parse import urlencode

from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _

from frontend.components.access import member_event_or_404
from frontend.components.event_tables.context import event_head
from frontend.components.event_tables.listed import penalty_rows, title_of
from frontend.components.event_tables.seats import seat_words, words_for
from frontend.components.page.actions import number_in
from frontend.components.verdict.rulings import finding_texts
from records.accounts import access
from records.accounts.access.roles import require
from records.core.errors import Refusal
from records.core.languages import localized
from records.tournament import events, hall, penalties
from records.tournament.events.overview.placing import penalty_entry
from records.tournament.events.overview.progress import RoundOverview, rounds_of
from records.tournament.models import Entrant, Event, Table
from referee.rulebook.penalties import Catalogue, Offence, effect_text
from referee.tournament.ranking.rulings import FindingKey, findings_of

OTHER = "other"
"""The offence of the form that is none of the catalogue."""
FINDING = ("round", "move", "seat", "code", "clause", "nth")


def give(request: HttpRequest, event: Event) -> HttpResponse:
    """Give the penalty; for arbiters."""
    given = request.POST
    entrant, table = _entrant(event, given), _table(event, given)
    if entrant is None:
        raise Refusal("entrant-needed", _("Choose the player."), 422)
    grade, offence = given.get("grade", ""), given.get("offence", "")
    penalties.give(
        request.user,
        event,
        entrant,
        grade,
        table=table,
        amount=given.get(f"amount.{grade}", ""),
        offence="" if offence == OTHER else offence,
        reason=given.get("reason", ""),
        clause=given.get("said_clause", ""),
        moment=penalties.Moment(number_in(given, "at_round"), number_in(given, "at_move"), _finding(given)),
        after=number_in(given, "after") if given.get("after") else None,
    )
    return redirect(f"{reverse('pages:decisions', args=[event.pk])}#penalty-{_last(event)}")


@login_required
def show_giving(request: HttpRequest, event: Event, *, error: str = "") -> HttpResponse:
    """The step that is next: what is not known yet is asked for. For arbiters."""
    given = request.POST or request.GET
    event = member_event_or_404(request, event.pk)
    require(events.may_in(request.user, access.Right.RULE, event))
    head = event_head(request, event, "decisions")
    table, entrant = _table(event, given), _entrant(event, given)
    catalogue, finding = penalties.catalogue_of(event), _finding(given)
    offence = _offence(catalogue, given, table, finding)
    kept = {name: given[name] for name in (*FINDING, "table", "entrant", "offence") if given.get(name)}
    if table is not None:
        kept["table"] = str(table.pk)
    if entrant is not None:
        kept["entrant"] = str(entrant.pk)
    context: dict[str, Any] = {
        **head,
        "error": error,
        "table": table,
        "entrant": entrant,
        "offence": offence,
        "kept": kept,
    }
    if entrant is None:
        context |= _people(event, table, kept)
    elif offence is None and given.get("offence") != OTHER:
        context["offences"] = [
            (
                one,
                " / ".join(localized(grade.name) for code in one.grades if (grade := catalogue.grade(code))),
                _with(kept, offence=one.code),
            )
            for one in catalogue.offences
        ]
        context["other"] = _with(kept, offence=OTHER)
    else:
        context |= _confirming(event, entrant, table, offence, finding, given)
    return render(request, "pages/tournament/decisions/give.html", context)


def _people(event: Event, table: Table | None, kept: dict[str, str]) -> dict[str, Any]:
    """The tables, those of the round that the hall is at first; at a table its players, where they are known."""
    everybody = list(event.entrants.filter(house=False))
    if table is None:
        rounds = [
            {"one": one, "tables": [(at.table.name, _with(kept, table=at.table.pk)) for at in one.tables]}
            for one in _from_now(rounds_of(events.overview_of(event)))
        ]
        return {"rounds": rounds, "several_stages": event.stages.count() > 1, "everybody": everybody}
    known = [(one, one.entrant) for one in events.people_at(table) if one.entrant and not one.entrant.house]
    if known:
        words = words_for(seat_words(event), [one.seat for one, _ in known])
        return {"people": [(words.get(one.seat, one.seat), one.name, _with(kept, entrant=who.pk)) for one, who in known]}
    return {"everybody": everybody}


def _from_now(rounds: Sequence[RoundOverview]) -> list[RoundOverview]:
    """The round that the hall is at, those before it, the last one first, and then those to come."""
    now = hall.current_round(rounds)
    until = rounds.index(now) + 1 if now else 0
    return [*reversed(rounds[:until]), *rounds[until:]]


def _confirming(
    event: Event, entrant: Entrant, table: Table | None, offence: Offence | None, finding: FindingKey | None, given: Any
) -> dict[str, Any]:
    """The form to confirm: the proposed grade first, all others below, and what the player has had already. What was ``given``
    and refused stays in it."""
    catalogue = penalties.catalogue_of(event)
    found = penalties.proposal_for(event, entrant, table, offence)
    proposed, had = found.proposal, {one.number for one in found.had}
    chosen = given.get("grade") or (proposed.grade.code if offence else "")
    usual = catalogue.grade(offence.grades[0]) if offence else None
    grades = [
        {
            "grade": one,
            "does": localized(effect_text(one.effect)),
            "proposed": one.code == proposed.grade.code and offence is not None,
            "chosen": one.code == chosen,
            "usual": bool(offence and one.code in offence.grades),
            "amounts": [(str(amount), amount) for amount in one.amounts],
            "amount": given.get(f"amount.{one.code}")
            or str(proposed.amount if one.code == proposed.grade.code else _usual(offence, one.code)),
        }
        for one in catalogue.grades
    ]
    rows = penalty_rows(map(penalty_entry, events.overview_of(event).penalties))
    return {
        "confirming": True,
        "given": given,
        "grades": sorted(grades, key=lambda one: (not one["proposed"], not one["usual"])),
        "proposed": title_of(proposed.grade.name, proposed.amount) if offence else "",
        "instead_of": localized(proposed.instead_of.name) if proposed.instead_of else "",
        "usual": localized(usual.name) if usual else "",
        "reminded": found.reminded,
        "had": [one for one in rows if one["number"] in had],
        "finding": finding,
        "finding_said": finding_texts(match=table and table.match_id).say(table and table.match_id, finding) if finding else "",
        "clause": given.get("said_clause") or (finding.clause if finding else offence.clause if offence else ""),
        "at_round": given.get("at_round") or (finding.round if finding else ""),
        "at_move": given.get("at_move") or (finding.move if finding else ""),
        "after": _last(event),
    }


def _usual(offence: Offence | None, grade: str) -> Fraction | None:
    return offence.amount if offence and offence.grades[0] == grade else None


def _offence(catalogue: Catalogue, given: Any, table: Table | None, finding: FindingKey | None) -> Offence | None:
    """The offence that was chosen, or that the finding proposes."""
    if given.get("offence"):
        return catalogue.offence(given["offence"])
    if finding is None or table is None or table.match is None or table.match.current_judgement is None:
        return None
    said = findings_of(table.match.current_judgement.verdict).get(finding)
    return penalties.offence_of_finding(catalogue, said) if said else None


def _table(event: Event, given: Any) -> Table | None:
    """The table that the address names: by its id, or by the match that is there."""
    tables = event.tables.select_related("event", "round__stage", "match__current_judgement")
    if (match := given.get("match")) and re.fullmatch("[0-9a-f-]{36}", match):
        return tables.filter(match=match).first()
    number = number_in(given, "table")
    return tables.filter(pk=number).first() if number else None


def _entrant(event: Event, given: Any) -> Entrant | None:
    """The entrant that the address names: by id, or by the seat of a finding where the table knows who sits there."""
    if number := number_in(given, "entrant"):
        return event.entrants.filter(pk=number).first()
    table = _table(event, given)
    if table is None or not given.get("seat"):
        return None
    return next((one.entrant for one in events.people_at(table) if one.seat == given["seat"]), None)


def _finding(given: Any) -> FindingKey | None:
    if not given.get("code"):
        return None
    seat, code, clause = (str(given.get(name, ""))[:40] for name in ("seat", "code", "clause"))
    return FindingKey(number_in(given, "round"), number_in(given, "move"), seat, code, clause, number_in(given, "nth") or 1)


def _with(kept: dict[str, str], **more: Any) -> str:
    return f"?{urlencode({'edit': 'give', **kept, **more})}"


def _last(event: Event) -> int:
    return event.penalties.order_by("-number").values_list("number", flat=True).first() or 0
