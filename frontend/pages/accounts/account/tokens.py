"""The page of the reader's API tokens: making one, whose text is shown only once, and revoking one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST

from frontend.components.scopes import scope_names
from frontend.i18n.localized import localized
from records.accounts import access, clubs
from records.core.errors import Refusal


@login_required
@never_cache
@require_http_methods(["GET", "POST"])
def tokens(request: HttpRequest) -> HttpResponse:
    """My tokens, and making another."""
    context: dict[str, Any] = {"fresh": "", "error": "", "given": {"days": access.TOKEN_DAYS, "scopes": ["read", "upload"]}}
    status = 200
    if request.method == "POST":
        try:
            context["fresh"] = _create(request)
        except Refusal as refusal:
            status = refusal.status
            context |= {"error": localized(refusal.message), "given": _form_values(request)}
    context |= {"tokens": access.tokens_of(request.user), "scopes": scope_names(), "clubs": clubs.visible_to(request.user)}
    return render(request, "pages/accounts/account/tokens.html", context, status=status)


def _form_values(request: HttpRequest) -> dict[str, object]:
    given: dict[str, object] = {name: request.POST.get(name, "") for name in ("name", "days", "club")}
    return {**given, "scopes": request.POST.getlist("scopes")}


def _create(request: HttpRequest) -> str:
    slug, days = request.POST.get("club", ""), request.POST.get("days", "")
    club = clubs.find(request.user, slug) if slug else None
    if slug and club is None:
        raise Http404
    number = int(days) if days.isascii() and days.isdigit() and len(days) < 9 else 0
    wanted = request.POST.get("name", ""), request.POST.getlist("scopes"), number if days else None, club
    return access.issue_own_token(request.user, *wanted)[1]


@login_required
@require_POST
def revoke(request: HttpRequest, token_id: int) -> HttpResponse:
    """Revoke a token."""
    token = access.tokens_of(request.user).filter(pk=token_id).first()
    if token is None:
        raise Http404
    access.revoke_token(token)
    return redirect("pages:tokens")
