"""Share links, each of which opens one match or one event for reading: creating, listing and revoking them."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Any

from django.db import transaction
from django.db.models import Model, QuerySet
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.actor import working_links
from records.accounts.access.models import ShareLink
from records.accounts.access.roles import Right, may_with
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.people import Actor, person


@transaction.atomic
def share(actor: Actor, thing: Any, name: str = "", expires_at: datetime | None = None) -> tuple[ShareLink, str]:
    """Create a link to a match or an event; returns it with its secret, which is not stored. Raises Refusal (403, 422)."""
    _require_share_right(actor, thing)
    if expires_at is not None and expires_at <= timezone.now():
        raise Refusal("invalid-expiry", _("A link expires in the future."), 422)
    link = ShareLink.objects.create(
        name=one_line(name),
        created_by=person(actor),
        expires_at=expires_at,
        **{_kind(thing): thing},
    )
    audit.record("link.make", _target(link), by=actor, club=thing.club_id, link=str(link.pk), name=link.name, expires=expires_at)
    return link, link.secret


@transaction.atomic
def revoke_link(actor: Actor, link: ShareLink) -> None:
    """Revoke a link for good; revoking it again changes nothing. Raises Refusal (403)."""
    thing = link.match or link.event
    _require_share_right(actor, thing)
    if ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=timezone.now()):
        club = thing.club_id if thing else None
        audit.record("link.revoke", _target(link), by=actor, club=club, link=str(link.pk), name=link.name)


def _kind(thing: Model) -> str:
    """``match`` or ``event``, which is also the link's column for it."""
    return str(thing._meta.model_name)


def _target(link: ShareLink) -> str:
    return f"match:{link.match_id}" if link.match_id else f"event:{link.event_id}"


def _require_share_right(actor: Actor, thing: Any | None) -> None:
    if thing is None or not may_with(actor, Right.SHARE, thing):
        event = thing is not None and _kind(thing) == "event"
        message = _("This event is not yours to share.") if event else _("This match is not yours to share.")
        raise Refusal("permission-denied", message, 403)


def links_to(thing: Any) -> QuerySet[ShareLink]:
    """The share links that open a match or an event, the newest first; the caller checks who may see them."""
    return working_links().filter(**{_kind(thing): thing}).select_related("created_by")


def link_for(thing: Any, link_id: uuid.UUID) -> ShareLink | None:
    """One of the share links of a match or an event by its id, None where there is none."""
    return links_to(thing).filter(pk=link_id).first()
