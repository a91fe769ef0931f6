"""The tables of an event, and the matches at them."""

from __future__ import annotations

import uuid
from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of
from api.http.parsers import RECORD_PARSERS, RECORDS_BODY, SmallJsonParser, bodies_of, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of, overview_of, stage_of, table_of
from api.tournament.events.rows import table_row, table_rows
from api.tournament.events.serializers import EventTableSerializer, NewTableSerializer, TableChangeSerializer
from records.accounts import access
from records.archive import matches
from records.core.errors import Refusal
from records.tournament import events
from records.tournament.events.overview.tables import TableOverview


class TableList(APIView):
    """The tables of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="list_tables",
        summary="Its tables",
        parameters=PAGES,
        responses={200: page_of(EventTableSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Every table with its people and their points, by stage and round. `match` is given where you may see it."""
        overview = overview_of(request, event_of(request, event_id))

        def write(some: Sequence[TableOverview]) -> list[dict[str, Any]]:
            return table_rows(request, overview, some)

        return list_answer(request, overview.tables, write, lambda seating: seating.table.pk)

    @extend_schema(
        operation_id="lay_table",
        summary="Attach a match, or plan a table",
        request=NewTableSerializer,
        responses={201: EventTableSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """With a match: attach it to this table of this round, or to a free one; a match at another table moves. Without: plan
        the table. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        fields = validated(request, NewTableSerializer)
        stage = stage_of(event, fields["stage"])
        if fields["match"] is None:
            if fields["round"] is None:
                raise Refusal("invalid-round", _("Say which round."), 422)
            table = events.plan_table(request.user, event, stage, fields["round"], fields["table"])
        else:
            match = matches.find(request.user, fields["match"])
            match = or_404(match, _("There is no such match, or it is not of the event's club."))
            table = events.attach_match(request.user, event, match, stage, fields["round"], fields["table"])
        return Response(table_row(request, event, table), status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="attach_matches",
        summary="Attach what fits",
        request=None,
        responses={200: EventTableSerializer(many=True), **refusals(401, 403, 404)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID) -> Response:
        """Attach every match of the club whose tags fit and that is at no table yet; the answer has all tables. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        events.attach_matching(request.user, event)
        overview = events.overview_of(event)
        return Response(table_rows(request, overview, overview.tables))


class TableMatch(APIView):
    """The match of a table."""

    permission_classes = [IsAuthenticated]
    parser_classes = RECORD_PARSERS

    @extend_schema(
        operation_id="upload_to_table",
        summary="Upload its match",
        request=RECORDS_BODY,
        responses={202: EventTableSerializer, **refusals(401, 403, 404, 409, 413, 415, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """Upload one match, PPN or JSON, as the club's, to exactly this table, whatever its tags say; or say why not, with
        nothing stored. Sent again, it stays there. For scorers."""
        table = table_of(event_of(request, event_id, access.Right.SCORE), table_id)
        brought = bodies_of(request)
        if len(brought) != 1:
            raise Refusal("one-match", _("Send one file."), 422)
        [body] = brought
        events.upload_to_table(request.user, table, body.data, media_type=body.media_type, filename=body.filename)
        return Response(table_row(request, table.event, table), status=status.HTTP_202_ACCEPTED)


class TableDetail(APIView):
    """A table of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="change_table",
        summary="Say who sat where, or take the match away",
        request=TableChangeSerializer,
        responses={200: EventTableSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """`seated` sets the people by seat, overriding the record; `match: null` detaches the match, which is not attached
        automatically again. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        table = table_of(event, table_id)
        fields = validated(request, TableChangeSerializer)
        if "seated" in fields:
            events.seat(request.user, table, fields["seated"])
        if "match" in fields:
            events.detach(request.user, table)
        return Response(table_row(request, event, table))

    @extend_schema(
        operation_id="remove_table",
        summary="Remove a table",
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """Delete a table without a match (409 otherwise)."""
        events.remove_table(request.user, table_of(event_of(request, event_id, access.Right.SCORE), table_id))
        return Response(status=status.HTTP_204_NO_CONTENT)
