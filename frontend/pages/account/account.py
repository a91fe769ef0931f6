"""The reader's account on one page: mail, password, second factors, sessions, tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_POST

from records import access
from records.accounts import sessions
from records.people import person


@login_required
@never_cache
@require_GET
def account(request: HttpRequest) -> HttpResponse:
    """What protects the account, and where to change it."""
    context: dict[str, Any] = {
        "mail": settings.MAIL,
        "address": sessions.address_of(person(request.user)) if settings.MAIL else "",
        "protected": is_mfa_enabled(request.user),
        "sessions": sessions.count(request),
        "tokens": access.tokens_of(request.user).count(),
    }
    return render(request, "pages/account/account.html", context)


@login_required
@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]  # django-allauth types no decorators
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """End one of the reader's sessions."""
    if not sessions.end(request, session_id):
        raise Http404
    return redirect("usersessions_list")
