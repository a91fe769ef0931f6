"""Share links of matches and events: creating, listing and revoking them."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.archive.lookup import match_of
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of
from records.accounts import access
from records.accounts.models import ShareLink
from records.archive.models import Match
from records.core.errors import Refusal
from records.tournament.models import Event


class LinkSerializer(serializers.Serializer[ShareLink]):
    """A share link. Its secret is returned only when it is created."""

    id = serializers.UUIDField()
    name = serializers.CharField(help_text="whom or what it is for")
    created_by = serializers.CharField(source="created_by.get_username", allow_null=True, default=None)
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True, help_text="null: it opens until it is revoked")


class MadeLinkSerializer(LinkSerializer):
    """A new share link with its secret, which is returned this once and not stored."""

    secret = serializers.CharField(help_text="for the header `Authorization: Link SECRET`")
    opens = serializers.CharField(help_text="the address of what it opens, to be asked with that header")
    page = serializers.CharField(help_text="what it opens, as a page for people")


class LinkNameSerializer(serializers.Serializer[dict[str, Any]]):
    """The name of a new link."""

    name = serializers.CharField(max_length=200, required=False, allow_blank=True, default="")
    expires_at = serializers.DateTimeField(required=False, allow_null=True, default=None, help_text="left out: until revoked")


def shareable(request: Request, match_id: uuid.UUID) -> Match:
    """The match, where this person may share it. Raises Refusal (404, 403)."""
    match = match_of(request, match_id)
    if not access.may_with(request.user, access.Right.SHARE, match):
        raise Refusal("permission-denied", _("This match is not yours to share."), 403)
    return match


def _created_answer(request: Request, thing: Match | Event, name: str) -> Response:
    """Create a share link; the answer has its secret."""
    link, secret = access.share(request.user, thing, **validated(request, LinkNameSerializer))
    answer = {
        **LinkSerializer(link).data,
        "secret": secret,
        "opens": reverse(f"api:{name}", args=[thing.pk], request=request),
        "page": reverse("pages:open_link", args=[secret], request=request),
    }
    return Response(answer, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


def _links(request: Request, thing: Match | Event) -> Response:
    """The share links that are neither revoked nor expired."""
    return list_answer(request, access.links_to(thing), lambda some: serialized_rows(LinkSerializer, some))


def _revoke(request: Request, thing: Match | Event, link_id: uuid.UUID) -> Response:
    """Revoke a share link. Raises Refusal (404)."""
    link = or_404(access.link_for(thing, link_id), _("There is no such link."))
    access.revoke_link(request.user, link)
    return Response(status=status.HTTP_204_NO_CONTENT)


class MatchLinks(APIView):
    """The share links of a match."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_links",
        summary="Its share links",
        parameters=PAGES,
        responses={200: page_of(LinkSerializer), 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The share links of the match. For its club's organizers; for you, where it is yours and in no club."""
        return _links(request, shareable(request, match_id))

    @extend_schema(
        operation_id="share_match",
        summary="Share it",
        request=LinkNameSerializer,
        responses={201: MadeLinkSerializer, **refusals(400, 401, 403, 404, 422)},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Create a link by which anybody who has it may read this match. Its secret is in this answer only."""
        match = shareable(request, match_id)
        return _created_answer(request, match, "match")


class MatchLink(APIView):
    """One share link of a match."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_link",
        summary="Revoke a share link",
        responses={204: None, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def delete(self, request: Request, match_id: uuid.UUID, link_id: uuid.UUID) -> Response:
        """Revoke the link."""
        return _revoke(request, shareable(request, match_id), link_id)


class EventLinks(APIView):
    """The share links of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_event_links",
        summary="Its share links",
        parameters=PAGES,
        responses={200: page_of(LinkSerializer), 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The share links of the event. For organizers."""
        return _links(request, event_of(request, event_id, access.Right.SHARE))

    @extend_schema(
        operation_id="share_event",
        summary="Share it",
        request=LinkNameSerializer,
        responses={201: MadeLinkSerializer, **refusals(400, 401, 403, 404, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Create a link by which anybody who has it may read this event and its matches. Its secret is in this answer only."""
        return _created_answer(request, event_of(request, event_id, access.Right.SHARE), "event")


class EventLink(APIView):
    """One share link of an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="revoke_event_link",
        summary="Revoke a share link",
        responses={204: None, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def delete(self, request: Request, event_id: uuid.UUID, share_id: uuid.UUID) -> Response:
        """Revoke the link."""
        return _revoke(request, event_of(request, event_id, access.Right.SHARE), share_id)
