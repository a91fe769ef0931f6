"""An event's catalogue of penalties, its own or its game's or the built-in one; reminders to all."""

from __future__ import annotations

from functools import lru_cache

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.entered_text import require_fit, several_lines
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event
from records.tournament.penalties.models import PenaltyCatalogue
from referee.core import registry
from referee.rulebook import CORE
from referee.rulebook.penalties import Catalogue, Offence
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
