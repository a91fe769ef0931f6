"""The reader's account on one page: mail, password, second factors, sessions, tokens; deleting it. What a link of
invitation opens."""

from __future__ import annotations

from typing import Any

from allauth.account.decorators import reauthentication_required
from allauth.mfa.utils import is_mfa_enabled
from django.conf import settings
from django.contrib import messages
from django.contrib.auth import logout
from django.contrib.auth.decorators import login_required
from django.contrib.auth.models import User
from django.db import transaction
from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_GET, require_http_methods

from frontend.components.page.actions import Page, number_in, reader_of
from records import own_data
from records.accounts import access, audit
from records.accounts.sign_in import deletion, invitations, sessions
from records.core.ops.erasure import undo_ends
from records.core.people import person


def _show(request: HttpRequest, reader: User, *, error: str = "") -> HttpResponse:
    """The account's password, second factors, sessions and tokens; with ``?edit=delete`` the form to delete it."""
    if request.GET.get("edit") == "delete":
        answer: HttpResponse = _show_deletion(request, reader, error)
        return answer
    context: dict[str, Any] = {
        "mail": settings.MAIL,
        "address": sessions.address_of(reader) if settings.MAIL else "",
        "protected": is_mfa_enabled(reader),
        "sessions": sessions.count(request),
        "tokens": access.tokens_of(reader).count(),
        "error": error,
    }
    return render(request, "pages/accounts/account/account.html", context)


@reauthentication_required  # type: ignore[untyped-decorator]  # django-allauth types no decorators
def _show_deletion(request: HttpRequest, reader: User, error: str) -> HttpResponse:
    context = {"ends": undo_ends(), "alone": deletion.clubs_owned_alone(reader), "error": error}
    return render(request, "pages/accounts/account/delete.html", context)


@reauthentication_required  # type: ignore[untyped-decorator]
def _delete(request: HttpRequest, reader: User) -> HttpResponse:
    """Have the account deleted, and sign out."""
    context = {"deletion": deletion.request_deletion(reader)}
    logout(request)
    return render(request, "pages/accounts/account/leaving.html", context)


@reauthentication_required  # type: ignore[untyped-decorator]
def _end_session(request: HttpRequest, reader: User) -> HttpResponse:
    """End one of the reader's sessions."""
    if not sessions.end(request, number_in(request.POST, "session")):
        raise Http404
    return redirect("usersessions_list")


account = login_required(never_cache(Page(reader_of, _show, delete=_delete, end_session=_end_session)))


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


@never_cache
@require_http_methods(["GET", "POST"])
def invitation(request: HttpRequest, secret: str) -> HttpResponseBase:
    """Remember the link and lead on to signing up; who is signed in is asked whether to join its club."""
    found = invitations.open_link(request, secret)
    if found is None or settings.SIGN_UP == "closed" or (request.user.is_authenticated and found.club is None):
        response: HttpResponseBase = render(request, "account/signup_closed.html", {"used": True}, status=404)
    elif not request.user.is_authenticated:
        if found.club is not None:
            text = _("You are invited to %(club)s. Make an account, and you join it.")
            messages.info(request, text % {"club": found.club.name})
        response = redirect("account_signup")
    elif request.method == "POST":
        invitations.use(request, request.user)
        response = redirect("pages:clubs")
    else:
        response = render(request, "pages/accounts/account/invitation.html", {"invitation": found})
    return response
