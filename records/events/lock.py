"""Locking an event before it is changed, and the right to change it."""

from __future__ import annotations

from records.access.roles import Right, may
from records.clubs.models import Club
from records.errors import Refusal
from records.events.models import Event
from records.people import Actor


def require_right(actor: Actor, right: Right, club: Club | int) -> None:
    """Raises Refusal (403) where somebody lacks this right in a club."""
    if not may(actor, right, club):
        raise Refusal("permission-denied", "你在這個社團的身分不能這樣做。", "Your role in this club does not allow this.", 403)


def lock_event(event: Event) -> Event:
    """The event with its row locked until the end of the transaction. Raises Refusal (404) where it is gone."""
    found = Event.objects.select_for_update().filter(pk=event.pk).first()
    if found is None:
        raise Refusal("not-found", "沒有這個賽事。", "There is no such event.", 404)
    return found
