"""Addresses in answers: those of the resources; a page's below the share link that opens it."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.http.authentication import share_link_of, share_secret_of


def address_of(request: Request | None, name: str, *keys: UUID | int | str) -> str:
    """The absolute address of this name; the first key is a match's or an event's id. (Without a request, the path.)"""
    if request is None:
        return str(reverse(name, args=keys))
    link = share_link_of(request)
    namespace, _, resource = name.partition(":")
    if namespace == "pages" and link and link.event_id == keys[0]:  # no page can be asked for with a header
        return str(reverse(f"pages:shared_{resource}", args=[share_secret_of(request), *keys[1:]], request=request))
    return request.build_absolute_uri(reverse(name, args=keys))
