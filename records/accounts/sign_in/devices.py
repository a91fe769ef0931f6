"""Browsers on which an account has signed in before, known by a signed cookie.

Who comes from one is not slowed down by what others guess, and no mail says that somebody new has signed in. A changed password
makes every device new again.
"""

from __future__ import annotations

import secrets
from typing import Any

from django.conf import settings
from django.contrib.auth.models import User
from django.core import signing
from django.http import HttpRequest, HttpResponseBase
from django.utils.crypto import salted_hmac

SALT = "records.accounts.sign_in.devices"
SECONDS = 365 * 24 * 3600
MOST = 10
"""Accounts that one device knows at most, the latest."""


def known(request: HttpRequest, account: User | None) -> str:
    """The id of the device, where this account has signed in on it; else empty."""
    device = _read(request)
    return device["id"] if account is not None and _mark(account) in device["accounts"] else ""


def remember(request: HttpRequest, response: HttpResponseBase, account: User) -> None:
    """Make the browser a known device of this account."""
    device = _read(request)
    accounts = [mark for mark in device["accounts"] if mark != _mark(account)]
    response.set_cookie(
        settings.DEVICE_COOKIE_NAME,
        signing.dumps({**device, "accounts": [*accounts, _mark(account)][-MOST:]}, salt=SALT),
        max_age=SECONDS,
        httponly=True,
        secure=settings.SESSION_COOKIE_SECURE,
        samesite="Lax",
    )


def _read(request: HttpRequest) -> dict[str, Any]:
    try:
        device: dict[str, Any] = signing.loads(request.COOKIES.get(settings.DEVICE_COOKIE_NAME, ""), salt=SALT, max_age=SECONDS)
    except signing.BadSignature:
        device = {"id": secrets.token_hex(8), "accounts": []}
    return device


def _mark(account: User) -> str:
    return salted_hmac(SALT, f"{account.pk} {account.password}", algorithm="sha256").hexdigest()[:32]
