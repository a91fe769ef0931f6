"""What a link of invitation opens: the form to sign up, or for who has an account the club."""

from __future__ import annotations

from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from records.accounts.sign_in import invitations


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
