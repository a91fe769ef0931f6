"""Matches that are refereed while they are played: opened, written line by line, watched, ended."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.matches.serializers import MatchSerializer
from api.http.authentication import SignedInOrLinked
from api.http.idempotency import once_per_key
from api.http.parameters import WORDS, flag, number
from api.http.parsers import Body, PpnParser, SmallJsonParser, parsed, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of, table_of
from api.tournament.live_tables.serializers import (
    EndSerializer,
    KeptDraftSerializer,
    LiveTableChangeSerializer,
    LiveTableSerializer,
    NewLinesSerializer,
    NewLiveTableSerializer,
    ShownFramesSerializer,
    WrittenLinesSerializer,
)
from records.accounts import access
from records.archive import matches
from records.core.errors import Refusal
from records.tournament import events, live_tables
from records.tournament.models import LiveTable
from records.wording.board import dressed

VIEW = OpenApiParameter(
    "view",
    OpenApiTypes.STR,
    description="`public` (what everybody at the table sees, at once), `open` (all hands) or a seat; these two when the delay is "
    "over, and at once for who writes at the table",
)
AFTER = OpenApiParameter(
    "after",
    OpenApiTypes.INT,
    description="the number of the last line known; 0: from the start; by itself: the present round",
)
LIVE = OpenApiParameter("live", OpenApiTypes.UUID, description="the live table that the last answer named")
KNOWN = OpenApiParameter("known", OpenApiTypes.INT, description="how many lines the last answer counted")
PPN = "text/x-ppn"


class DraftParser(PpnParser):
    """A draft."""

    most = live_tables.DRAFT_BYTES


class LinesJsonParser(SmallJsonParser):
    """Many lines at once."""

    most = live_tables.REQUEST_BYTES


def live_table_of(request: Request, table_id: uuid.UUID) -> LiveTable:
    """The table, where this actor may watch it. Raises Refusal (404)."""
    return or_404(live_tables.find(request.user, table_id), _("Table not found, or you don't have access."))


def watching_of(request: Request, table: LiveTable) -> live_tables.Watching:
    """What the request asks to watch. Raises Refusal (422)."""
    return live_tables.watching(request.user, table, request.query_params.get("view", live_tables.PUBLIC))


def answered(written: live_tables.Written) -> dict[str, Any]:
    """What who writes is told."""
    return {
        "next": written.table.written + 1,
        "round": written.round,
        "move": written.move,
        "in_play": written.in_play,
        "findings": [{"number": number, "finding": finding.as_dict()} for number, finding in written.findings],
        "offers": written.offers,
        "results": [live_tables.result_of(verdict) for verdict in written.rounds],
    }


class LiveTableList(APIView):
    """Live tables."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="open_live_table",
        summary="Open a table",
        request=NewLiveTableSerializer,
        responses={201: LiveTableSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Open a match that is written down while it is played: one's own, a club's, or at the table of an event, which gives its
        tags and who sits where. In clubs for scorers."""
        given = validated(request, NewLiveTableSerializer)
        at, club = None, None
        if (given["event"] is None) != (given["table"] is None):
            raise Refusal("invalid-table", _("Say both event and table, or neither."), 422)
        if given["event"] is not None:
            at = table_of(event_of(request, given["event"], access.Right.SCORE), given["table"])
        elif given["club"] is not None:
            club = club_of(request, given["club"])
        header: dict[str, Any] = {name: given[name] for name in ("game", "rules", "base", "tags", "seats") if name in given}
        table = live_tables.open_table(request.user, header, club=club, at=at, delay=given["delay"], public=given["public"])
        return Response(LiveTableSerializer(table, context={"writes": True}).data, status=status.HTTP_201_CREATED)


class LiveTableDetail(APIView):
    """A live table."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by = access.ShareGrant

    @extend_schema(operation_id="read_live_table", summary="A table", responses={200: LiveTableSerializer, 404: PROBLEM})
    def get(self, request: Request, live_id: uuid.UUID) -> Response:
        """What is played, and how many lines there are."""
        table = live_table_of(request, live_id)
        return Response(LiveTableSerializer(table, context={"writes": live_tables.may_write(request.user, table)}).data)

    @extend_schema(
        operation_id="change_live_table",
        summary="Set its delay",
        request=LiveTableChangeSerializer,
        responses={200: LiveTableSerializer, **refusals(400, 401, 403, 404, 422)},
    )
    @once_per_key
    def patch(self, request: Request, live_id: uuid.UUID) -> Response:
        """Say after how many seconds watchers see all hands. In clubs for organizers."""
        table = live_table_of(request, live_id)
        live_tables.change_delay(request.user, table, validated(request, LiveTableChangeSerializer)["delay"])
        return Response(LiveTableSerializer(table, context={"writes": True}).data)


class LiveTableMoves(APIView):
    """The lines of a live table."""

    permission_classes = [IsAuthenticated]
    parser_classes = [LinesJsonParser]

    @extend_schema(
        operation_id="read_live_moves",
        summary="How it stands",
        responses={200: WrittenLinesSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, live_id: uuid.UUID) -> Response:
        """How the table stands, for who writes at it: the number of the next line, and the moves that are legal now."""
        table = live_table_of(request, live_id)
        live_tables.require_writer(request.user, table)
        return Response(answered(live_tables.standing(table)))

    @extend_schema(
        operation_id="write_live_moves",
        summary="Write moves",
        request=NewLinesSerializer,
        responses={200: WrittenLinesSerializer, **refusals(400, 401, 403, 404, 409, 413, 422)},
    )
    @once_per_key
    def post(self, request: Request, live_id: uuid.UUID) -> Response:
        """Write lines, many at once: moves, the beginning and the end of rounds, moves taken back. A line that is there already
        is not written again, so that whatever got no answer is sent again as it was. 409 where a line is missing before them or
        another one has such a number: `next` is the number of the next line, `there` what is written."""
        table, given = live_table_of(request, live_id), validated(request, NewLinesSerializer)
        return Response(answered(live_tables.write(request.user, table, given["number"], given["moves"])))


class LiveTableMatch(APIView):
    """The match that becomes of a live table."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="end_live_table",
        summary="End it",
        request=EndSerializer,
        responses={200: MatchSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, live_id: uuid.UUID) -> Response:
        """Make what was written a match like any other: judged, and at its event's table where it has one. Asked again, the same
        match is answered."""
        table = live_table_of(request, live_id)
        match = live_tables.end(request.user, table, validated(request, EndSerializer)["totals"])
        found = matches.find(request.user, match.pk) or match
        return Response(MatchSerializer(found, context={"request": request}).data)


class LiveTableFrames(APIView):
    """The frames of a live table."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_scope = "followed"
    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="list_live_frames",
        summary="What watchers see",
        parameters=[VIEW, AFTER, WORDS],
        responses={200: ShownFramesSerializer, **refusals(400, 404, 422)},
    )
    def get(self, request: Request, live_id: uuid.UUID) -> Response:
        """The table after every line, for whoever has no stream, at most 40 at once. Where there are more, `next` is the number
        to ask for as `after`."""
        table = live_table_of(request, live_id)
        watching, after = watching_of(request, table), number(request, "after")
        some = live_tables.shown(watching, after, *([dressed] if flag(request, "words") else []))
        return Response({"state": table.state, "last": some.last, "next": some.next, "frames": some.frames})


class LiveTableEvents(APIView):
    """The stream of a live table."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    throttle_scope = "followed"
    opened_by = access.ShareGrant

    def perform_content_negotiation(self, request: Request, force: bool = False) -> Any:
        """Whoever asks for a stream of events gets one, or a problem as JSON."""
        return super().perform_content_negotiation(request, force=True)

    @extend_schema(
        operation_id="watch_live_table",
        summary="Watch it",
        parameters=[VIEW, AFTER, WORDS],
        responses={(200, "text/event-stream"): OpenApiTypes.STR, 204: None, **refusals(404, 422)},
    )
    def get(self, request: Request, live_id: uuid.UUID) -> HttpResponse:
        """Server-sent events: `frame`, whose id is the number of its line, and `end`. `Last-Event-ID` goes on after a line. 204
        where there is no stream: ask for the frames now and then."""
        table = live_table_of(request, live_id)
        response = HttpResponse(status=204, headers={"Cache-Control": "no-store"})
        del response.headers["Content-Type"]
        # The live process takes this for leave to stream.
        response.watching = watching_of(request, table)  # type: ignore[attr-defined]
        response.language = get_language() if flag(request, "words") else ""  # type: ignore[attr-defined]
        return response


class TableDraft(APIView):
    """The draft of a match at an event's table, written down while it is played."""

    permission_classes = [SignedInOrLinked]
    parser_classes = [DraftParser]
    opened_by = access.SeatGrant

    @extend_schema(
        operation_id="keep_draft",
        summary="Write its draft",
        parameters=[LIVE, KNOWN],
        request={PPN: OpenApiTypes.STR},
        responses={200: KeptDraftSerializer, **refusals(401, 403, 404, 409, 413, 415, 422, 429)},
    )
    def put(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """Write the whole record as far as it is played. Only what is new is written at the live table, which is opened where
        there is none. Sent again, it changes nothing. 409 where an earlier round is another one, or where another device
        writes too: `lines` says how many there are then. For scorers, and by the table's own link."""
        writer: live_tables.Writer = request.user
        if access.grants_of(request.user) and not request.user.is_authenticated:
            writer = or_404(events.seat_link_of(request.user, table_id, seat=""), _("This link is not for writing here."))
            at = writer.table
            if at.event_id != event_id:
                raise Refusal("not-found", _("There is no such table, or this link is not for it."), 404)
        else:
            at = table_of(event_of(request, event_id, access.Right.READ), table_id)
        body = parsed(request)
        live, known = request.query_params.get("live", ""), number(request, "known") or 0
        table = live_tables.keep_draft(writer, at, body.data if isinstance(body, Body) else b"", live, known).table
        return Response(KeptDraftSerializer({"live": table.pk, "lines": table.written}).data)
