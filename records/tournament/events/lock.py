"""Locking an event before it is changed, the right to change it, and its rows as they are under the lock.

Whoever changes an event lets its version grow, by which an open page learns that there is something new to show.
"""

from __future__ import annotations

import uuid
from collections.abc import Collection, Sequence
from typing import Any

from django.db import transaction
from django.db.models import F
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from records.accounts.access.actor import link_to_event
from records.accounts.access.facts import ROLES, Reader
from records.accounts.access.roles import Right, may, require, role_in, signed_in, token_club_id
from records.accounts.clubs.models import Club
from records.archive.matches.judging import matches_judged
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.models import Arbiter, Entrant, Event, Table

ARBITER = frozenset({Right.READ, Right.RULE})
"""What an arbiter of an event may do in it."""


def require_right(actor: Actor, right: Right, club: Club | int) -> None:
    """Raises Refusal (403) where somebody lacks this right in a club."""
    require(may(actor, right, club))


def may_in(actor: Actor, right: Right, event: Event) -> bool:
    """Whether somebody has a right in an event: by the role in its club, or as an arbiter of this one event."""
    if may(actor, right, event.club_id):
        return True
    if right not in ARBITER or not signed_in(actor) or token_club_id(actor) not in (None, event.club_id):
        return False
    return Arbiter.objects.filter(event=event, user=actor.pk).exists()


def reader_of(actor: Actor, event: Event) -> Reader:
    """As whom an actor reads an event: by the role in its club, as its arbiter, by a share link to it, or from outside."""
    role = role_in(actor, event.club_id)
    if role is not None:
        return next(reader for reader, one in ROLES.items() if one == role)
    if may_in(actor, Right.READ, event):
        return Reader.ARBITER
    return Reader.LINK if link_to_event(actor, event.pk) else Reader.OUTSIDER


def require_event_right(actor: Actor, right: Right, event: Event) -> None:
    """Raises Refusal (403) where somebody lacks this right in an event."""
    require(may_in(actor, right, event))


def changed(event_id: uuid.UUID) -> None:
    """Tell open pages that something of an event changed: its version grows."""
    Event.objects.filter(pk=event_id).update(version=F("version") + 1)


def lock_event(event: Event) -> Event:
    """The event with its row locked until the end of the transaction, and its version grown: who locks it changes it.

    Raises Refusal (404) where it is gone.
    """
    found = Event.objects.select_for_update().filter(pk=event.pk).first()
    if found is None:
        raise Refusal("not-found", _("There is no such event."), 404)
    changed(found.pk)
    return found


def current_table(event: Event, table: Table) -> Table:
    """A table of a locked event as it is stored now. Raises Refusal (404) where it is gone."""
    found = event.tables.filter(pk=table.pk).select_related("round__stage").first()
    if found is None:
        raise Refusal("not-found", _("There is no such table."), 404)
    return found


def current_entrant(event: Event, entrant: Entrant) -> Entrant:
    """An entrant of a locked event as stored now. Raises Refusal (404) where the list has them no more."""
    found = event.entrants.filter(pk=entrant.pk).first()
    if found is None:
        raise Refusal("not-found", _("There is nobody like this on the list."), 404)
    return found


def versions_of(event_ids: Collection[uuid.UUID]) -> dict[uuid.UUID, int]:
    """The versions of those of these events that are there, in one query."""
    return dict(Event.objects.filter(pk__in=event_ids).values_list("pk", "version"))


@receiver(matches_judged)
def tell_events(sender: Any, ids: Sequence[uuid.UUID], **kwargs: Any) -> None:
    """Let the versions of the events of these matches grow when the transaction that stores their verdicts has committed.

    Not within it: whoever changes an event locks it before its matches, and here the matches are locked. A page that is not told
    because the process ended between the two is told by the next change.
    """
    transaction.on_commit(lambda: grow_versions(ids), robust=True)


def grow_versions(match_ids: Sequence[uuid.UUID]) -> None:
    """Let the version of every event grow at whose tables one of these matches is; one query where there is none."""
    for event_id in Table.objects.filter(match__in=match_ids).order_by("event").values_list("event", flat=True).distinct():
        changed(event_id)
