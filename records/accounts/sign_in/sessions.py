"""Sessions of browsers: how long they last, seeing them, ending them."""

from __future__ import annotations

import time
from datetime import timedelta

from allauth.account.models import EmailAddress
from allauth.usersessions.internal.flows.sessions import end_sessions
from allauth.usersessions.models import UserSession
from django.conf import settings
from django.contrib.auth.models import User
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.http import HttpRequest
from django.utils import timezone

SINCE, SEEN = "signed-in-since", "last-seen"
NOTED = 300
"""Seconds between two notes that a session was seen: noting each request would store the session each time."""
KEY = UserSession._meta.get_field("session_key").max_length or 0
STALE = 1000
"""Sessions that are deleted at once at most."""


def is_over(session: SessionBase) -> bool:
    """Whether the sign-in is too old, or nothing was asked for too long."""
    now = time.time()
    too_old = now - session.get(SINCE, now) > settings.SESSION_COOKIE_AGE
    return bool(too_old or now - session.get(SEEN, now) > settings.SESSION_IDLE_SECONDS)


def note_seen(request: HttpRequest) -> None:
    """Note when a session began and was last seen, and by which address and browser."""
    session, now = request.session, time.time()
    session.setdefault(SINCE, now)
    if now - session.get(SEEN, 0) > NOTED:
        session[SEEN] = now
        if session.session_key and len(session.session_key) <= KEY and request.user.is_authenticated:
            UserSession.objects.create_from_request(request)


def note_anew(request: HttpRequest) -> None:
    """Have the next request note the session again: its key has changed."""
    request.session.pop(SEEN, None)


def count(request: HttpRequest) -> int:
    """How many sessions of the reader there are."""
    return len(UserSession.objects.purge_and_list(request.user))


def end(request: HttpRequest, session_id: int) -> bool:
    """End one of the reader's sessions; whether there was such a one."""
    found = UserSession.objects.filter(user=request.user.pk, pk=session_id).first()
    if found is not None:
        end_sessions(request, [found])
    return found is not None


def address_of(user: User) -> str:
    """The confirmed email address of an account; empty where there is none."""
    return str(EmailAddress.objects.filter(user=user, verified=True).values_list("email", flat=True).first() or "")


def forget_old() -> None:
    """Delete what is noted of sessions that are over."""
    longest = timedelta(seconds=settings.SESSION_COOKIE_AGE)
    UserSession.objects.filter(last_seen_at__lt=timezone.now() - longest).delete()


def clear_expired_sessions(at_most: int = STALE) -> int:
    """Delete sessions that have expired, the oldest first; returns their number. Django leaves them in the table."""
    expired = Session.objects.filter(expire_date__lt=timezone.now()).order_by("expire_date")
    cleared, _ = Session.objects.filter(pk__in=list(expired.values_list("pk", flat=True)[:at_most])).delete()
    return cleared
