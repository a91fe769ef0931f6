"""Share links: made, and revoked. A link opens one match, for reading, to whoever has it."""

from __future__ import annotations

import secrets
from typing import Any

from django.utils import timezone

from records.access import Right, may_with
from records.digests import digest_of
from records.fields import storable
from records.models import LINE, Match, ShareLink
from records.refusal import Refusal


def share(actor: Any, match: Match, name: str = "") -> tuple[ShareLink, str]:
    """A new link to a match; its secret is answered this once and kept nowhere. Raises Refusal (403)."""
    _need(actor, match)
    plain = secrets.token_urlsafe(32)
    link = ShareLink.objects.create(match=match, name=storable(name, LINE).strip(), digest=digest_of(plain), created_by=actor)
    return link, plain


def revoke(actor: Any, link: ShareLink) -> None:
    """Close a link for good; closing it twice changes nothing. Raises Refusal (403)."""
    _need(actor, link.match)
    ShareLink.objects.filter(pk=link.pk, revoked_at__isnull=True).update(revoked_at=timezone.now())


def _need(actor: Any, match: Match) -> None:
    if not may_with(actor, Right.SHARE, match):
        raise Refusal("permission-denied", "你不能分享這場牌。", "This match is not yours to share.", 403)
