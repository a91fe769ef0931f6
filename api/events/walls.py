"""The commitments to walls that were published at an event before the deal."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.events.lookup import event_of, table_of
from api.http.idempotency import once_per_key
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, InOrderOf, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, refusals
from records import access, wall_commitments
from records.models import WallCommitment


class WallCommitmentSerializer(serializers.Serializer[WallCommitment]):
    """A commitment to the wall of a round at a table."""

    table_id = serializers.IntegerField(min_value=1, allow_null=True, help_text="null where the table was removed since")
    stage = serializers.IntegerField(read_only=True)
    round = serializers.IntegerField(read_only=True, help_text="of the event")
    table = serializers.CharField(source="name", read_only=True)
    number = serializers.IntegerField(min_value=1, help_text="the round of the match, as `[Round]` counts it")
    scheme = serializers.CharField(max_length=200, help_text="as `[WallScheme]` names it")
    commit = serializers.CharField(max_length=200, help_text="the `[WallCommit]` that the record will have")
    sealed = serializers.CharField(max_length=200, required=False, allow_blank=True, default="", help_text="`[WallSealed]`")
    beacon = serializers.CharField(max_length=200, required=False, allow_blank=True, default="", help_text="`[WallBeacon]`")
    at = serializers.DateTimeField(read_only=True, help_text="when it was published; the signed log says so too")


class WallCommitmentList(APIView):
    """The commitments of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by_share_link = True

    @extend_schema(
        operation_id="list_wall_commitments",
        summary="Its commitments to walls",
        parameters=PAGES,
        responses={200: page_of(WallCommitmentSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """What was published of walls before their deals, in pages, the last first. For whoever may see the event."""
        pages = InOrderOf("-pk")
        rows = pages.paginate_queryset(wall_commitments.of_event(event_of(request, event_id)), request, self)
        return pages.get_paginated_response(serialized_rows(WallCommitmentSerializer, rows))

    @extend_schema(
        operation_id="commit_wall",
        summary="Publish a commitment to a wall",
        request=WallCommitmentSerializer,
        responses={201: WallCommitmentSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Publish what fixes the wall of a round at a table, before it is dealt: at once on the event's page and in the signed
        log. It is never changed; 409 (`already-played`) where the table has its match. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        given = validated(request, WallCommitmentSerializer)
        table = table_of(event, given.pop("table_id") or 0)
        made = wall_commitments.publish(request.user, table, given.pop("number"), **given)
        return Response(WallCommitmentSerializer(made).data, status=status.HTTP_201_CREATED)
