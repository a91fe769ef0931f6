"""The arbiters of an event: accounts that serve this one event, with what it shows and no more of its club."""

from __future__ import annotations

from django.contrib.auth import get_user_model
from django.db import transaction
from django.db.models import Q, QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, rights_in, signed_in, token_club_id
from records.core.db.fields import storable
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.tournament.events.lock import ARBITER, lock_event, may_in, require_right
from records.tournament.events.models import Arbiter, Event

MOST = 100
"""Arbiters of one event."""
NAME = 150
"""Characters of the name of an account."""


@transaction.atomic
def appoint(actor: Actor, event: Event, username: str) -> Arbiter:
    """Make an account an arbiter of an event, at once. Raises Refusal (403, 404, 409, 422).

    A name that no account has is listed like one that has: nobody learns in this way which accounts there are.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    name = one_line(username, NAME)
    if not name:
        raise Refusal("empty-name", _("Say which account is to serve."), 422)
    if found.arbiters.count() >= MOST:
        raise Refusal("too-many", _("An event has at most {most} arbiters."), 409, most=MOST)
    account = get_user_model().objects.filter(username=name, is_active=True).first()
    whom = {"user": account} if account else {"user": None, "unknown_name": name}
    arbiter, created = Arbiter.objects.get_or_create(event=found, **whom, defaults={"added_by": person(actor)})
    if not created:
        raise Refusal("already-there", _("{name} is an arbiter of this event already."), 409, name=name)
    _record("event.arbiter", arbiter, actor)
    return arbiter


@transaction.atomic
def dismiss(actor: Actor, arbiter: Arbiter) -> None:
    """End somebody's service at an event; an arbiter may end their own. Raises Refusal (403, 404)."""
    event = arbiter.event
    if arbiter.user_id is None or arbiter.user_id != actor.pk or token_club_id(actor) not in (None, event.club_id):
        require_right(actor, Right.ARRANGE, event.club_id)
    lock_event(event)
    if not Arbiter.objects.filter(pk=arbiter.pk).delete()[0]:
        raise Refusal("not-found", _("This event has no such arbiter."), 404)
    _record("event.arbiter.dismiss", arbiter, actor)


def arbiters_of(event: Event) -> QuerySet[Arbiter]:
    """The arbiters of an event, the earliest first."""
    return event.arbiters.select_related("user", "added_by", "event").order_by("added_at", "pk")


def arbiter_of(event: Event, username: str) -> Arbiter | None:
    """An arbiter of an event by the name of the account."""
    name = storable(username)
    return arbiters_of(event).filter(Q(user__username=name) | Q(user=None, unknown_name=name)).first()


def served_by(user: Actor) -> QuerySet[Event]:
    """The events that somebody serves as an arbiter, the latest first; none by a token that is limited to one club."""
    if not signed_in(user) or token_club_id(user) is not None:
        return Event.objects.none()
    return Event.objects.filter(arbiters__user=user.pk)


def rights_in_event(actor: Actor, event: Event) -> dict[str, bool]:
    """Each right in an event by its name, and whether somebody has it."""
    rights = rights_in(actor, event.club_id)
    if not rights >= ARBITER and all(may_in(actor, right, event) for right in ARBITER):
        rights |= ARBITER
    return {right.value: right in rights for right in Right}


def _record(action: str, arbiter: Arbiter, actor: Actor) -> None:
    told = {"user": arbiter.user_id} if arbiter.user_id else {}
    club = arbiter.event.club_id
    audit.record(action, f"event:{arbiter.event_id}", by=actor, club=club, name=arbiter.username, **told)
