"""What the screen of a hall shows, and calling, taking and closing calls."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.http.response_cache import etag_headers, etag_of, not_modified
from api.tournament.events.lookup import event_of, table_of
from api.tournament.hall.serializers import (
    CallChangeSerializer,
    CallSerializer,
    CallsSerializer,
    HallSerializer,
    NewCallSerializer,
)
from records.accounts import access
from records.tournament import hall
from records.tournament.models import RefereeCall


class Hall(APIView):
    """The hall of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    opened_by = access.ShareGrant
    throttle_scope = "followed"

    @extend_schema(
        operation_id="read_hall",
        summary="Its hall",
        responses={200: HallSerializer, 304: None, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The round that is played with its clock, its tables with extra time and points so far, and who sits where next once it
        is over. Ask again with `If-None-Match`: 304 until somebody does something."""
        event = event_of(request, event_id)
        answers = hall.may_answer(request.user, event)
        document = {
            **hall.state_of(event),
            "calls": hall.open_calls(event).count() if answers else None,
        }
        etag, now = etag_of(document), hall.now()
        told = {"now": now.isoformat(timespec="milliseconds"), **document}
        answer = not_modified(request, etag) or Response(told, headers=etag_headers(etag))
        answer.headers["Server-Time"] = str(int(now.timestamp() * 1000))
        return answer


class CallList(APIView):
    """The calls of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_calls",
        summary="Its calls for a referee",
        responses={200: CallsSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Open calls and the last closed ones. For arbiters and organizers."""
        event = event_of(request, event_id, access.Right.READ)
        hall.require_answer(request.user, event)
        found = {"open": hall.open_calls(event), "closed": hall.closed_calls(event)}
        return Response({name: [CallSerializer(call).data for call in some] for name, some in found.items()})

    @extend_schema(
        operation_id="call_referee",
        summary="Call a referee to a table",
        request=NewCallSerializer,
        responses={201: CallSerializer, **refusals(400, 401, 403, 404)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Call a referee to a table; where one was called already, the answer is that call. For scorers, arbiters, organizers."""
        event = event_of(request, event_id, access.Right.READ)
        hall.require_run(request.user, event)
        given = validated(request, NewCallSerializer)
        call = hall.call_to(request.user, table_of(event, given["table"]), given["reason"], given["text"])
        return Response(CallSerializer(call).data, status=status.HTTP_201_CREATED)


class CallDetail(APIView):
    """A call for a referee."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="answer_call",
        summary="Take or close a call",
        request=CallChangeSerializer,
        responses={200: CallSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID, call_id: int) -> Response:
        """Take a call, give it back, close it with its outcome, open it again. For arbiters and organizers."""
        event = event_of(request, event_id, access.Right.READ)
        call = or_404(hall.find_call(event, call_id), _("There is no such call."))
        hall.require_answer(request.user, event)
        return Response(CallSerializer(_changed(request, call, **validated(request, CallChangeSerializer))).data)


def _changed(request: Request, call: RefereeCall, state: str, outcome: str) -> RefereeCall:
    if state == "taken":
        return hall.take(request.user, call)
    if state == "closed":
        return hall.close(request.user, call, outcome)
    return hall.give_back(request.user, call) if call.closed_at is None else hall.reopen(request.user, call)
