"""Slows down who guesses passwords and codes, without locking their owner out.

Two things are counted, wrong answers only. Of one client about one name: the first few are free, then each costs a wait twice as
long as the one before. Of all clients about one name: past a budget, who does not come from a device on which this account has
signed in before waits for the hour to end; a known device has a count of its own and never waits for what others did. A client is
an address, IPv6 ones by their /64. Names are folded at least as far as sign-in folds them.
"""

from __future__ import annotations

import unicodedata

from allauth.account.auth_backends import AuthenticationBackend
from allauth.core.exceptions import ImmediateHttpResponse
from django.contrib.auth import get_user_model
from django.contrib.auth.base_user import AbstractBaseUser
from django.contrib.auth.models import User
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from records.accounts.sign_in import devices
from records.core.ops import rate_limit


def normalized(name: str) -> str:
    """A name as accounts are stored by it."""
    return unicodedata.normalize("NFKC", name).strip()


def folded(name: str) -> str:
    """A name without what sign-in does not tell apart: width, ligatures, case, the dot of an i."""
    return normalized(normalized(name).upper().casefold())


def account_of(name: str) -> User | None:
    """The account that this name signs in: of the very same name, else the only one that differs in case."""
    found = get_user_model().objects.filter(username=normalized(name)).first()
    if found is None:
        alike = list(get_user_model().objects.filter(username__iexact=normalized(name))[:2])
        found = alike[0] if len(alike) == 1 else None
    return found


class Guess:
    """An attempt to sign in to an account, or to show that one may go on in it: ``what`` keeps passwords and codes apart."""

    def __init__(self, request: HttpRequest, name: str, what: str = "password") -> None:
        self.account = account_of(name)
        device = devices.known(request, self.account)
        client = f"device:{device}" if device else rate_limit.network_of(request)
        self.known = bool(device)
        self.of_all = f"{what}:{folded(self.account.username if self.account else name)}"
        self.of_client = f"{client} {self.of_all}"

    def seconds(self) -> int:
        """How long to wait before it is looked at."""
        wait = rate_limit.seconds_of_delay(self.of_client)
        return wait if self.known else max(wait, rate_limit.seconds_until_free("login-name", self.of_all))

    def failed(self) -> None:
        """Count a wrong answer."""
        rate_limit.delay(self.of_client)
        if not self.known:
            rate_limit.hit("login-name", self.of_all)

    def succeeded(self) -> None:
        """Forget the wrong answers of this client."""
        rate_limit.forget_delay(self.of_client)


def require_patience(request: HttpRequest, guess: Guess) -> None:
    """Raises ImmediateHttpResponse (429) where one has to wait first."""
    if seconds := guess.seconds():
        raise ImmediateHttpResponse(too_often(request, seconds))


def too_often(request: HttpRequest, seconds: int) -> HttpResponse:
    """The 429 response, in the reader's language, with Retry-After."""
    response = render(request, "429.html", {"seconds": seconds}, status=429)
    response.headers["Retry-After"] = str(seconds)
    return response


class Backend(AuthenticationBackend):
    """django-allauth's, but where accounts differ in case alone each signs in by its very name."""

    def _authenticate_by_username(self, username: str, password: str) -> AbstractBaseUser | None:
        user: AbstractBaseUser | None = self._check_password(account_of(username), password)
        return user
