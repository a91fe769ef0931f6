"""Who takes part in an event, and which names at its tables mean them. Spellings of one key are one name."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from django.db import transaction

from records import audit
from records.access.roles import Right
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.events.lock import lock_event, require_right
from records.events.models import Entrant, EntrantAlias, Event
from records.players.name_key import key_of

CHUNK = 500


def add_names(event: Event, names: Iterable[str]) -> int:
    """An entrant for every name that means none yet; how many are new. The event is locked."""
    found: dict[str, str] = {}
    for name in names:
        if key := key_of(name):
            found.setdefault(key, name)
    known = set(EntrantAlias.objects.filter(event=event).values_list("key", flat=True))
    fresh = {key: name for key, name in found.items() if key not in known}
    if not fresh:
        return 0
    there = dict(Entrant.objects.filter(event=event).values_list("name", "pk"))
    Entrant.objects.bulk_create(
        [Entrant(event=event, name=name) for name in dict.fromkeys(fresh.values()) if name not in there], batch_size=CHUNK
    )
    ids: dict[str, Any] = dict(Entrant.objects.filter(event=event).values_list("name", "pk"))
    EntrantAlias.objects.bulk_create(
        [EntrantAlias(event=event, entrant_id=ids[name], name=name, key=key) for key, name in fresh.items()], batch_size=CHUNK
    )
    return len(fresh)


@transaction.atomic
def add_entrant(actor: Any, event: Event, name: str, team: str = "") -> Entrant:
    """Somebody takes part; their name is their first spelling. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    name, key = _name(name)
    if found.entrants.filter(name=name).exists() or found.aliases.filter(key=key).exists():
        raise Refusal("already-entered", f"{name} 已在名單上。", f"{name} has entered already.", 409)
    entrant = Entrant.objects.create(event=found, name=name, team=storable(team, LINE).strip())
    EntrantAlias.objects.create(event=found, entrant=entrant, name=name, key=key)
    audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, name=name, team=entrant.team)
    return entrant


@transaction.atomic
def add_everybody(actor: Any, event: Event, names: Iterable[str]) -> int:
    """An entrant for each of these names that means none yet; how many. Raises Refusal (403, 404)."""
    require_right(actor, Right.ARRANGE, event.club_id)
    fresh = add_names(lock_event(event), (storable(name, LINE).strip() for name in names))
    if fresh:
        audit.record("event.enter", f"event:{event.pk}", by=actor, club=event.club_id, names=fresh)
    return fresh


@transaction.atomic
def change_entrant(
    actor: Any, entrant: Entrant, name: str | None = None, team: str | None = None, spelling: str | None = None
) -> Entrant:
    """Another name, another team, one spelling more: it is theirs from now on, whosever it was. One whose last spelling goes
    to another has left the list. Raises Refusal (403, 404, 409, 422)."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    held = _held(entrant)
    if name is not None:
        held.name = _name(name)[0]
        if held.event.entrants.filter(name=held.name).exclude(pk=held.pk).exists():
            raise Refusal("already-entered", f"{held.name} 已在名單上。", f"{held.name} has entered already.", 409)
    if team is not None:
        held.team = storable(team, LINE).strip()
    held.save(update_fields=["name", "team"])
    if spelling is not None:
        said, key = _name(spelling)
        EntrantAlias.objects.update_or_create(event=held.event, key=key, defaults={"entrant": held, "name": said})
        Entrant.objects.filter(event=held.event, aliases=None).exclude(pk=held.pk).delete()
    audit.record(
        "event.entrant",
        f"event:{held.event_id}",
        by=actor,
        club=held.event.club_id,
        entrant=held.pk,
        name=held.name,
        team=held.team,
        spelling=spelling,
    )
    return held


@transaction.atomic
def withdraw(actor: Any, entrant: Entrant) -> None:
    """Take somebody off the list; what they played stays at its table. Raises Refusal (403, 404)."""
    require_right(actor, Right.ARRANGE, entrant.event.club_id)
    held = _held(entrant)
    name = held.name
    held.delete()
    audit.record("event.withdraw", f"event:{entrant.event_id}", by=actor, club=entrant.event.club_id, name=name)


def _held(entrant: Entrant) -> Entrant:
    event = lock_event(entrant.event)
    held = Entrant.objects.filter(pk=entrant.pk).first()
    if held is None:
        raise Refusal("not-found", "名單上沒有這個人。", "There is nobody like this on the list.", 404)
    held.event = event
    return held


def _name(name: str) -> tuple[str, str]:
    """A name to enter under and its key. Raises Refusal (422) where it says nobody."""
    name = storable(name, LINE).strip()
    key = key_of(name)
    if not key:
        raise Refusal("empty-name", "要有姓名。", "A name is needed.", 422)
    return name, key
