"""Tags for the pages of accounts: what the operator has set, where one goes on to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from allauth.account.adapter import get_adapter
from allauth.account.utils import get_next_redirect_url
from django import template
from django.conf import settings
from django.urls import reverse
from django.utils.http import urlencode

from records.core.unlisted import is_unlisted

register = template.Library()


@register.simple_tag
def sends_mail() -> bool:
    """Whether this service sends mail."""
    return settings.MAIL


@register.simple_tag(takes_context=True)
def may_sign_up(context: Mapping[str, Any]) -> bool:
    """Whether this reader may make an account."""
    return bool(get_adapter().is_open_for_signup(context["request"]))


@register.simple_tag(takes_context=True)
def sign_in_address(context: Mapping[str, Any]) -> str:
    """Where one signs in, to come back to this page; not to what a share link or a visitor's address opens: that stands in no
    other address."""
    request, address = context["request"], reverse("account_login")
    found = request.resolver_match
    if request.method != "GET" or found is None or "secret" in found.kwargs or any(map(is_unlisted, found.kwargs.values())):
        return address
    return f"{address}?{urlencode({'next': request.get_full_path()})}"


@register.simple_tag(takes_context=True)
def going_on(context: Mapping[str, Any]) -> str:
    """Where the reader was on the way to, on this site; else the start page."""
    return get_next_redirect_url(context["request"]) or "/"
