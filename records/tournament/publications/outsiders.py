"""An event as outsiders see it, before and after its results are published (``records.accounts.access.facts``)."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from records.accounts.access.facts import Fact, Reader, sees
from records.core.people import Actor
from records.tournament.events.lock import reader_of
from records.tournament.events.models import Event, Ruling
from records.tournament.events.overview.event import EventOverview, overview_of
from records.tournament.events.overview.placing import PlacedAppeal, PlacedPenalty
from records.tournament.publications.reading import document_of, publications_of
from referee.tournament.published.document import rulings_in


class Published(NamedTuple):
    """The numbers of the rulings, penalties and appeals in an event's published results, and of the appeals whose answers
    are."""

    rulings: frozenset[int] = frozenset()
    penalties: frozenset[int] = frozenset()
    appeals: frozenset[int] = frozenset()
    answers: frozenset[int] = frozenset()


def published_of(event: Event) -> Published:
    """What the latest published results of an event hold; later ones hold all of the earlier."""
    latest = publications_of(event).first()
    if latest is None:
        return Published()
    document = document_of(latest)
    appeals = document.get("appeals", ())
    return Published(
        frozenset(ruling["number"] for ruling, _remark in rulings_in(document)),
        frozenset(one["number"] for one in document.get("penalties", {}).get("given", ())),
        frozenset(one["number"] for one in appeals),
        frozenset(one["number"] for one in appeals if one["answer"]),
    )


def overview_for(actor: Actor, event: Event) -> EventOverview:
    """The overview of an event as this actor sees it."""
    reader, overview = reader_of(actor, event), overview_of(event)
    if sees(reader, Fact.EVENT_ALIASES):
        return overview
    private = overview.detached_rulings or overview.penalties or overview.appeals or any(one.rulings for one in overview.tables)
    known = published_of(event) if private else Published()
    listed = [_without_answer(one, known) for one in overview.appeals if one.row.number in known.appeals]
    return replace(
        overview,
        tables=[replace(one, rulings=_published(one.rulings, known)) for one in overview.tables],
        detached_rulings=_published(overview.detached_rulings, known),
        penalties=[_without_reason(one, reader, known) for one in overview.penalties],
        appeals=listed,
        outside=True,
    )


def rulings_for(actor: Actor, event: Event, rulings: Sequence[Ruling]) -> list[Ruling]:
    """Those of these rulings of an event that this actor sees."""
    reader = reader_of(actor, event)
    if sees(reader, Fact.EVENT_RULINGS) or not rulings:
        return list(rulings)
    return _published(rulings, published_of(event))


def _published(rulings: Sequence[Ruling], known: Published) -> list[Ruling]:
    return [_unsigned(ruling) for ruling in rulings if ruling.number in known.rulings]


def _unsigned(row: Any) -> Any:
    """A ruling, a penalty or an answer without the account that gave it."""
    shown = copy.copy(row)
    shown.arbiter_name = ""
    return shown


def _without_reason(penalty: PlacedPenalty, reader: Reader, known: Published) -> PlacedPenalty:
    """A penalty without the account, and without its reason where that is not published."""
    row = _unsigned(penalty.row)
    if not sees(reader, Fact.EVENT_PENALTY_REASONS, published=row.number in known.penalties):
        row.offence, row.said, row.reason, row.clause, row.finding = "", {}, "", "", None
    return penalty._replace(row=row)


def _without_answer(appeal: PlacedAppeal, known: Published) -> PlacedAppeal:
    """An appeal without the account that answered it, and without an answer that is not published."""
    told = appeal.answer and appeal.row.number in known.answers
    return appeal._replace(answer=_unsigned(appeal.answer) if told else None)
