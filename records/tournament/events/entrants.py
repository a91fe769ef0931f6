"""The entrants of an event, and the aliases under which they sit at its tables. Names of the same name key are one alias."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.players.aliases import key_of
from records.core.db import PAGE
from records.core.db.fields import LINE, storable
from records.core.entered_text import one_line, shown_form
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import current_entrant, lock_event, require_right
from records.tournament.events.models import Entrant, EntrantAlias, Event


def add_names(event: Event, names: Iterable[str]) -> int:
    """Add an entrant for every name that is nobody's alias yet; returns their number. The event is locked already."""
    found: dict[str, str] = {}
    for name in names:
        if key := key_of(name):
            found.setdefault(key, shown_form(name) or key)
    known = set(EntrantAlias.objects.filter(event=event).values_list("key", flat=True))
    fresh = {key: name for key, name in found.items() if key not in known}
    if not fresh:
        return 0
    there = dict(Entrant.objects.filter(event=event).values_list("name", "pk"))
    Entrant.objects.bulk_create(
        [Entrant(event=event, name=name) for name in dict.fromkeys(fresh.values()) if name not in there], batch_size=PAGE
    )
    ids: dict[str, Any] = dict(Entrant.objects.filter(event=event).values_list("name", "pk"))
    EntrantAlias.objects.bulk_create(
        [EntrantAlias(event=event, entrant_id=ids[name], name=name, key=key) for key, name in fresh.items()], batch_size=PAGE
    )
    return len(fresh)


def entrants_of(event: Event) -> list[Entrant]:
    """The entrants of an event, with their aliases and players."""
    return list(event.entrants.select_related("alias__player").prefetch_related("aliases"))


@transaction.atomic
def add_entrant(actor: Actor, event: Event, name: str, team: str = "") -> Entrant:
    """Add an entrant, whose name is also the first alias. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    entrant = create_entrant(lock_event(event), name, team)
    audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, name=entrant.name, team=entrant.team)
    return entrant


def create_entrant(event: Event, name: str, team: str = "", house: bool = False) -> Entrant:
    """An entrant of this name. The event is locked already. Raises Refusal (409, 422)."""
    name, key = _name(name)
    if event.entrants.filter(name=name).exists() or event.aliases.filter(key=key).exists():
        raise Refusal("already-entered", _("{name} has entered already."), 409, name=name)
    entrant = Entrant.objects.create(event=event, name=name, team=one_line(team), house=house)
    EntrantAlias.objects.create(event=event, entrant=entrant, name=name, key=key)
    return entrant


@transaction.atomic
def add_everybody(actor: Actor, event: Event, names: Iterable[str]) -> int:
    """Add an entrant for each of these names that is nobody's alias yet; returns their number. Raises Refusal (403, 404)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    fresh = add_names(lock_event(event), (storable(name, LINE) for name in names))
    if fresh:
        audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, names=fresh)
    return fresh


@transaction.atomic
def change_entrant(
    actor: Actor, entrant: Entrant, name: str | None = None, team: str | None = None, alias: str | None = None
) -> Entrant:
    """Change an entrant's name or team, or add an alias, which is taken from the entrant who had it. An entrant without any alias
    left is removed. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    current = current_entrant(lock_event(entrant.event), entrant)
    if name is not None:
        current.name = _name(name)[0]
        if current.event.entrants.filter(name=current.name).exclude(pk=current.pk).exists():
            raise Refusal("already-entered", _("{name} has entered already."), 409, name=current.name)
    if team is not None:
        current.team = one_line(team)
    current.save(update_fields=["name", "team"])
    if alias is not None:
        written, key = _name(alias)
        EntrantAlias.objects.update_or_create(event=current.event, key=key, defaults={"entrant": current, "name": written})
        Entrant.objects.filter(event=current.event, aliases=None).exclude(pk=current.pk).delete()
    audit.record(
        "event.entrant",
        f"event:{current.event_id}",
        by=actor,
        club=current.event.club_id,
        entrant=current.pk,
        name=current.name,
        team=current.team,
        alias=alias,
    )
    return current


@transaction.atomic
def withdraw(actor: Actor, entrant: Entrant) -> None:
    """Remove an entrant from the list; their matches stay at their tables. Raises Refusal (403, 404)."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    current = current_entrant(lock_event(entrant.event), entrant)
    name = current.name
    current.delete()
    audit.record("event.withdraw", f"event:{entrant.event_id}", by=actor, club=entrant.event.club_id, name=name)


def _name(name: str) -> tuple[str, str]:
    """The name of an entrant without surrounding spaces, and its name key. Raises Refusal (422) for an empty name."""
    name = one_line(name)
    key = key_of(name)
    if not key:
        raise Refusal("empty-name", _("A name is needed."), 422)
    return name, key
