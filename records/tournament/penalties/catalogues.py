"""An event's catalogue of penalties, its own or its game's or the built-in one; reminders; proposals by it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from typing import Any, NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.entered_text import require_fit, several_lines
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Entrant, Event, Table
from records.tournament.penalties.models import Penalty, PenaltyCatalogue
from referee.core import registry
from referee.rulebook import CORE
from referee.rulebook.penalties import Catalogue, Grade, Had, Offence, Proposal, propose
from referee.rulebook.penalty_reading import JSON, TOML, CatalogueError, read_catalogue

VERSIONS = 500
"""The most versions of a catalogue that are kept of an event."""


def own_catalogue(event: Event) -> PenaltyCatalogue | None:
    """The newest version of an event's own catalogue; None where it has none, or has gone back to the built-in one."""
    newest = event.catalogues.order_by("-number").first()
    return newest if newest and newest.text else None


def catalogue_of(event: Event) -> Catalogue:
    """The catalogue by which penalties are given in an event."""
    own = own_catalogue(event)
    return _read(own.text, own.form, event.game) if own else usual_catalogue(event)


def usual_catalogue(event: Event) -> Catalogue:
    """The catalogue of an event that has none of its own: its game's, else the built-in one."""
    return _usual(event.game)


def _usual(game_id: str) -> Catalogue:
    game = registry.find(game_id) if game_id else None
    return game.rulebook.penalties if game else CORE.penalties


@lru_cache(32)
def _read(text: str, form: str, game_id: str) -> Catalogue:
    return read_catalogue(text, form, _usual(game_id))


@transaction.atomic
def store_catalogue(actor: Actor, event: Event, text: str, form: str) -> None:
    """Give an event a catalogue of its own; without a text it has the usual one again. Penalties given keep what they said.

    Raises Refusal: 403, 404; 409 where it was changed too often; 422 with the line, what was expected and what came.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    text = several_lines(text.replace("\r\n", "\n"))
    if form not in (TOML, JSON):
        raise Refusal("invalid-form", _("Expected toml or json, found “{found}”."), 422, found=form[:20])
    try:
        read = _read(text, form, found.game) if text else usual_catalogue(found)
    except CatalogueError as error:
        raise Refusal("invalid-catalogue", error.message, 422, line=error.line) from error
    require_fit([dict(grade.name) for grade in read.grades] + [dict(offence.name) for offence in read.offences])
    newest = found.catalogues.order_by("-number").first()
    if newest is not None and (newest.text, newest.form) == (text, form):
        return
    number = newest.number + 1 if newest else 1
    if number > VERSIONS:
        raise Refusal("too-many-versions", _("A catalogue is changed {most} times at most."), 409, most=VERSIONS)
    PenaltyCatalogue.objects.create(event=found, number=number, form=form, text=text, made_by=person(actor))
    audit.record(
        "event.catalogue",
        f"event:{found.pk}",
        by=actor,
        club=found.club_id,
        number=number,
        grades=len(read.grades),
        offences=len(read.offences),
        sha256=sha256(text.encode()),
    )


@transaction.atomic
def remind(actor: Actor, event: Event, code: str) -> None:
    """Announce a reminder to all, after which a first such offence counts as a second (PEN-3); for organizers.

    A second one of the same offence changes nothing. Raises Refusal (403, 404, 422).
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    offence = offence_or_refuse(catalogue_of(found), code)
    if offence.code not in found.reminders:
        found.reminders[offence.code] = dict(offence.name)
        found.save(update_fields=["reminders"])
        audit.record("event.reminder", f"event:{found.pk}", by=actor, club=found.club_id, offence=offence.code)


def offence_or_refuse(catalogue: Catalogue, code: str) -> Offence:
    """The offence with this code. Raises Refusal (422)."""
    offence = catalogue.offence(code)
    if offence is None:
        raise Refusal("unknown-offence", _("The catalogue has no offence “{offence}”."), 422, offence=code[:40])
    return offence


class Proposed(NamedTuple):
    """A proposal, the offence that it is for where it is one of the catalogue, whether a reminder made it heavier."""

    proposal: Proposal
    offence: Offence | None
    reminded: bool
    had: tuple[Penalty, ...]


def in_force(penalties: Iterable[Penalty]) -> list[Penalty]:
    """The penalties that no further entry cancels (PEN-2)."""
    given = list(penalties)
    cancelled = {one.cancels for one in given}
    return [one for one in given if one.cancels is None and one.number not in cancelled]


def proposal_for(
    event: Event, entrant: Entrant, table: Table | None, offence: Offence | None, grade: Grade | None = None
) -> Proposed:
    """The penalty that is proposed to give to an entrant at a table for an offence, or for something of another grade."""
    catalogue = catalogue_of(event)
    usual = grade or (catalogue.grade(offence.grades[0]) if offence else None) or catalogue.grades[0]
    amount = offence.amount if offence and usual.code == offence.grades[0] else None
    given = in_force(event.penalties.filter(entrant=entrant).order_by("number"))
    reminded = offence is not None and offence.code in event.reminders
    had = [Had(one.grade, Fraction(one.amount) if one.amount else None, _same(one, table)) for one in given]
    proposal = propose(catalogue, usual, amount, had, event.warnings_lapse, reminded)
    return Proposed(proposal, offence, reminded, tuple(given))


def _same(penalty: Penalty, table: Table | None) -> bool:
    """Whether a penalty was given in the match of this table."""
    if table is None:
        return False
    return penalty.table_id == table.pk or (penalty.match is not None and penalty.match == table.match_id)


def offence_of_finding(catalogue: Catalogue, finding: Mapping[str, Any]) -> Offence | None:
    """The offence that a finding proposes; the verdict's own penalty for it comes first, where it is a grade of the catalogue."""
    found = catalogue.proposed_by(str(finding["code"]))
    penalty = finding.get("penalty")
    if penalty and catalogue.grade(str(penalty)) and (found is None or found.grades[0] != penalty):
        return next((one for one in catalogue.offences if one.grades[0] == penalty), found)
    return found
