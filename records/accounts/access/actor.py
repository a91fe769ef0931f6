"""The actor of a request, and the links that it holds.

The actor is the request's ``user``. It is a person, by their session or by a token, which may be limited to one club
(``roles.limit_to_club``). Else it is a visitor (``AnonymousUser``). Both may hold links besides: what a link opens is added to
what the actor may do already.

Pages remember in the session which links a browser opened (``frontend.components.access``). Programs send the secret of a link
with each request (``api.http.authentication``). A grant only names a row. The row is read on every request, so that a link opens
nothing from the moment at which it is revoked, ends or expires.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Final

from django.contrib.sessions.backends.base import SessionBase
from django.db.models import Q, QuerySet
from django.utils import timezone

from records.accounts.access.grants import Grant, ShareGrant, read_grant
from records.accounts.access.models import ShareLink
from records.core.people import Actor

GRANTS: Final = "grants"
"""The attribute of an actor that holds the grants of its links."""
OPENED: Final = "opened_links"
"""The attribute of an actor that holds its share links, once they were read."""
REMEMBERED: Final = "links"
"""The part of a session that holds the grants of the links that the browser opened, as texts."""
MOST: Final = 50
"""Grants that a session holds; a browser that opens more forgets the first ones."""


def remember(session: SessionBase, grant: Grant) -> None:
    """Put a grant into a session, before those that it has."""
    others = [text for text in session.get(REMEMBERED, ()) if text != str(grant)]
    session[REMEMBERED] = [str(grant), *others][:MOST]


def remembered(session: SessionBase) -> list[Grant]:
    """The grants in a session, the last one first."""
    return [grant for text in session.get(REMEMBERED, ()) if (grant := read_grant(text))]


def hold(actor: Actor, grants: Iterable[Grant]) -> Actor:
    """Let an actor hold the links of these grants, for this request; returns the actor."""
    setattr(actor, GRANTS, tuple(grants))
    return actor


def grants_of(actor: Actor) -> tuple[Grant, ...]:
    """The grants of the links that an actor holds, the last one first."""
    grants: tuple[Grant, ...] = getattr(actor, GRANTS, ())
    return grants


def working_links() -> QuerySet[ShareLink]:
    """The share links that are neither revoked nor expired."""
    unexpired = Q(expires_at__isnull=True) | Q(expires_at__gt=timezone.now())
    return ShareLink.objects.filter(unexpired, revoked_at__isnull=True)


def links_held(actor: Actor) -> list[ShareLink]:
    """The share links that an actor holds and that work; they are read once a request."""
    ids = [grant.link_id for grant in grants_of(actor) if isinstance(grant, ShareGrant)]
    if not ids:
        return []
    links: list[ShareLink] | None = getattr(actor, OPENED, None)
    if links is None:
        links = list(working_links().filter(pk__in=ids))
        setattr(actor, OPENED, links)
    return links


def link_to_event(actor: Actor, event_id: uuid.UUID) -> ShareLink | None:
    """The share link to an event that an actor holds, None where there is none."""
    return next((link for link in links_held(actor) if link.event_id == event_id), None)


def opened_to(actor: Actor) -> Q | None:
    """The condition for matches that the actor's share links open: a link's own, and those at the tables of its event. None
    without a link."""
    links = links_held(actor)
    if not links:
        return None
    return Q(pk__in=[link.match_id for link in links if link.match_id]) | Q(
        tables__event__in=[link.event_id for link in links if link.event_id]
    )
