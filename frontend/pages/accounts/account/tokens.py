"""The page of the reader's API tokens: making one, whose text is shown only once, and revoking one."""

from __future__ import annotations

from typing import Any

from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache

from frontend.components.page.actions import Page, number_in, reader_of
from frontend.components.page.sent_once import sent_once
from records.accounts import access, clubs


def _show(request: HttpRequest, reader: User, *, error: str = "", fresh: str = "") -> HttpResponse:
    """The reader's tokens, with the form to make another. ``fresh``: the text of one that was just made."""
    given: dict[str, Any] = {"days": access.TOKEN_DAYS, "scopes": ["read", "upload"]}
    if error:
        given = {name: request.POST.get(name, "") for name in ("name", "days", "club")}
        given["scopes"] = request.POST.getlist("scopes")
    context = {
        "fresh": fresh,
        "error": error,
        "given": given,
        "tokens": access.tokens_of(reader),
        "scopes": access.SCOPES.items(),
        "clubs": clubs.visible_to(reader),
    }
    return render(request, "pages/accounts/account/tokens.html", context)


def _make(request: HttpRequest, reader: User) -> HttpResponse:
    slug, days = request.POST.get("club", ""), number_in(request.POST, "days") if request.POST.get("days") else None
    club = clubs.find(reader, slug) if slug else None
    if slug and club is None:
        raise Http404
    name, scopes = request.POST.get("name", ""), request.POST.getlist("scopes")
    return _show(request, reader, fresh=access.issue_own_token(reader, name, scopes, days, club)[1])


def _revoke(request: HttpRequest, reader: User) -> HttpResponse:
    token = access.tokens_of(reader).filter(pk=number_in(request.POST, "token")).first()
    if token is None:
        raise Http404
    access.revoke_token(token)
    return redirect("pages:tokens")


tokens = login_required(never_cache(Page(reader_of, _show, make=sent_once(_make), revoke=_revoke)))
