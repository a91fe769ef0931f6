"""The reader's account on one page: mail, password, second factors, sessions, tokens."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from frontend.i18n.localized import localized
from records import own_data
from records.accounts import access, audit
from records.accounts.sign_in import deletion, sessions
from records.core.errors import Refusal
from records.core.ops.erasure import undo_ends
from records.core.people import person


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
    return render(request, "pages/accounts/account/account.html", context)


@login_required
@never_cache
@require_GET
@reauthentication_required  # type: ignore[untyped-decorator]
def data(request: HttpRequest) -> StreamingHttpResponse:
    """All that the service holds about the account, as a zip."""
    name = f"referee-{timezone.now():%Y-%m-%d}.zip"
    with transaction.atomic():
        audit.record("account.export", f"user:{request.user.pk}", by=request.user)
    archive = own_data.archive_of(person(request.user))
    return StreamingHttpResponse(
        archive, content_type="application/zip", headers={"Content-Disposition": f'attachment; filename="{name}"'}
    )


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
@reauthentication_required  # type: ignore[untyped-decorator]
def delete(request: HttpRequest) -> HttpResponse:
    """Say what goes with the account and what stays; then have it deleted, and sign out."""
    user = person(request.user)
    context: dict[str, Any] = {"ends": undo_ends(), "alone": deletion.clubs_owned_alone(user)}
    if request.method == "GET":
        return render(request, "pages/accounts/account/delete.html", context)
    try:
        context["deletion"] = deletion.request_deletion(user)
    except Refusal as refusal:
        context["error"] = localized(refusal.message)
        return render(request, "pages/accounts/account/delete.html", context, status=refusal.status)
    logout(request)
    return render(request, "pages/accounts/account/leaving.html", context)


@login_required
@require_POST
@reauthentication_required  # type: ignore[untyped-decorator]  # django-allauth types no decorators
def end_session(request: HttpRequest, session_id: int) -> HttpResponse:
    """End one of the reader's sessions."""
    if not sessions.end(request, session_id):
        raise Http404
    return redirect("usersessions_list")
