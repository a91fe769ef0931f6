"""Addresses in answers: those of the resources; below a share link a page's, or all where its deprecated address was asked."""

from __future__ import annotations

from uuid import UUID

from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.http.authentication import share_link_of, share_secret_of
from records.addresses import address

OF_MATCHES = ("api:match", "api:verdict")


def address_of(request: Request | None, name: str, *keys: UUID | int | str) -> str:
    """The absolute address of this name; the first key is a match's or an event's id. (Without a request, the path.)"""
    asked = request.resolver_match if request else None
    secret = asked.kwargs.get("secret") if asked else None
    link = share_link_of(request) if request else None
    namespace, _, resource = name.partition(":")
    if request and namespace == "pages" and link and link.event_id == keys[0]:  # no page can be asked for with a header
        secret = share_secret_of(request)
    if secret is None:
        path = address(name, *keys)
        return request.build_absolute_uri(path) if request else path
    if link and link.event_id and name in OF_MATCHES:
        return str(reverse(f"{namespace}:shared_event_{resource}", args=[secret, *keys], request=request))
    return str(reverse(f"{namespace}:shared_{resource}", args=[secret, *keys[1:]], request=request))
