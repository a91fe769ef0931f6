"""Share links: made, and revoked. A link opens one match or one event, for reading, to whoever has it."""

from __future__ import annotations

import secrets
from datetime import datetime
from typing import Any

from django.db import transaction
from django.utils import timezone

from records import audit
from records.access import Right, may_with
from records.digests import digest_of
from records.fields import storable
from records.models import LINE, Event, Match, ShareLink
from records.refusal import Refusal


@transaction.atomic
def share(actor: Any, thing: Match | Event, name: str = "", expires_at: datetime | None = None) -> tuple[ShareLink, str]:
    """A new link to a match or an event; its secret is answered this once and kept nowhere. Raises Refusal (403, 422)."""
    _need(actor, thing)
    if expires_at is not None and expires_at <= timezone.now():
        zh, en = "到期時間要在將來。", "A link expires in the future."
        raise Refusal("invalid-expiry", zh, en, 422)
    plain = secrets.token_urlsafe(32)
    link = ShareLink.objects.create(
        name=storable(name, LINE).strip(),
        digest=digest_of(plain),
        created_by=actor,
        expires_at=expires_at,
        match=thing if isinstance(thing, Match) else None,
        event=thing if isinstance(thing, Event) else None,
    )
    audit.record("link.make", _target(link), by=actor, club=thing.club_id, link=str(link.pk), name=link.name, expires=expires_at)
    return link, plain


@transaction.atomic
def revoke(actor: Any, link: ShareLink) -> None:
    """Close a link for good; closing it twice changes nothing. Raises Refusal (403)."""
    thing = link.match or link.event
    _need(actor, thing)
    if ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=timezone.now()):
        club = thing.club_id if thing else None
        audit.record("link.revoke", _target(link), by=actor, club=club, link=str(link.pk), name=link.name)


def _target(link: ShareLink) -> str:
    return f"match:{link.match_id}" if link.match_id else f"event:{link.event_id}"


def _need(actor: Any, thing: Match | Event | None) -> None:
    if thing is None or not may_with(actor, Right.SHARE, thing):
        what = ("這場牌", "match") if isinstance(thing, Match) else ("這個賽事", "event")
        raise Refusal("permission-denied", f"你不能分享{what[0]}。", f"This {what[1]} is not yours to share.", 403)
