"""Reading a score sheet and doing what can be done with it: by accounts at an event's table, and by the links of its seats."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiExample, OpenApiResponse, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.authentication import SignedInOrLinked
from api.http.components import VERDICT
from api.http.idempotency import once_per_key, takes_no_key
from api.http.pagination import PAGES, InOrderOf, page_of
from api.http.parameters import WORDS, flag
from api.http.parsers import Body, JsonParser, SmallJsonParser, parsed, validated
from api.http.problems import PROBLEM, refusals
from api.http.response_cache import with_etag
from api.tournament.events.lookup import event_of, table_of
from api.tournament.sheets.serializers import (
    SheetActionSerializer,
    SheetChangedSerializer,
    SheetDraftSerializer,
    SheetRowSerializer,
    SheetSerializer,
)
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events, sheets
from records.tournament.models import Table
from records.wording.score_sheet import refereed

ENTRY = {"dealer": "E", "scores": {"E": 3, "S": -1, "W": -1, "N": -1}, "moves": [], "tags": {"Kind": "scores"}}
EXAMPLES = [
    OpenApiExample("Enter a round", value={"do": "enter", "round": 1, "version": 0, "entry": ENTRY}, request_only=True),
    OpenApiExample("Confirm it by a seat's link", value={"do": "confirm", "round": 1, "version": 1}, request_only=True),
    OpenApiExample("Object to it", value={"do": "object", "round": 1, "version": 1, "text": "It was 4 fan."}, request_only=True),
    OpenApiExample("Finish the sheet", value={"do": "finish"}, request_only=True),
]
VERDICT_ON_SHEET = OpenApiResponse(
    {
        "type": "object",
        "properties": {"verdict": {"oneOf": [VERDICT, {"type": "null"}]}, "said": {"type": "object"}},
        "description": "The verdict on the sheet with this round; null while it has none",
    },
    description="The verdict on the sheet with this round; null while it has none",
)
DONE = {200: SheetChangedSerializer, **refusals(403, 404, 409, 413, 422, 429)}
CHECKED = {200: VERDICT_ON_SHEET, **refusals(400, 403, 404, 413, 422, 429, 503)}


class DraftParser(SmallJsonParser):
    """``application/json``: a round that is being entered."""

    most = sheets.REQUEST_BYTES


class _SheetView(APIView):
    """The writers of a sheet and how often they may send: scorers, arbiters, holders of the links of the table and its seats."""

    permission_classes = [SignedInOrLinked]
    opened_by = access.SeatGrant
    by_link = False

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        """Tell who asks by the link of a table or seat alone."""
        super().initial(request, *args, **kwargs)
        self.by_link = bool(access.grants_of(request.user)) and not request.user.is_authenticated

    def writer(self, request: Request, what: str, event_id: uuid.UUID, table_id: int) -> sheets.Writer:
        """The writer, by the link that the request brings, else by the account. Raises Refusal (404, 403, 429)."""
        if self.by_link:
            link = events.seat_link_of(request.user, table_id)
            if link is None or link.table.event_id != event_id:
                raise Refusal("not-found", _("There is no such table, or this link is not for it."), 404)
            found = sheets.by_link(link)
        else:
            found = sheets.by_account(request.user, table_of(event_of(request, event_id, access.Right.READ), table_id))
        sheets.count_request(found, what)
        return found

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        """Keep answers by a link out of every cache, as its page is."""
        answer = super().finalize_response(request, response, *args, **kwargs)
        if self.by_link:
            answer.headers["Cache-Control"] = "private, no-store"
        return answer


class SheetList(APIView):
    """The sheets of an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_sheets",
        summary="Its score sheets",
        parameters=PAGES,
        responses={200: page_of(SheetRowSerializer), **refusals(401, 403, 404)},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Every table with how far its sheet is, in pages, the table that was laid last first. For scorers and arbiters."""
        event = event_of(request, event_id, access.Right.READ)
        sheets.require_writer(request.user, event)
        pages = InOrderOf("-pk")
        tables = pages.paginate_queryset(event.tables.select_related("round__stage"), request, self)
        progress = sheets.progress_of(tables)
        return pages.get_paginated_response([_row(table, progress.get(table.pk)) for table in tables])


def _row(table: Table, progress: sheets.SheetProgress | None) -> dict[str, Any]:
    return {
        "table_id": table.pk,
        "table": table.name,
        "stage": table.round.stage.number,
        "round": table.round.number,
        "started": progress is not None,
        "rounds": progress.rounds if progress else 0,
        "scores": progress.scores if progress else {},
        "finished": progress is not None and progress.complete,
    }


class TableSheet(_SheetView):
    """The score sheet of a table."""

    parser_classes = [JsonParser]

    @extend_schema(
        operation_id="read_sheet",
        summary="Its score sheet",
        responses={200: SheetSerializer, 304: None, **refusals(401, 403, 404, 429)},
    )
    def get(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """The sheet as it stands, round by round, with who has confirmed and who objects. For scorers and arbiters, and by the
        link of the table or of a seat."""
        writer = self.writer(request, "state", event_id, table_id)
        return with_etag(request, sheets.state_of(sheets.sheet_for(writer.table), writer))

    @extend_schema(
        operation_id="write_sheet",
        summary="Write on its score sheet",
        request=SheetActionSerializer,
        responses={**DONE, 401: PROBLEM},
        examples=EXAMPLES,
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """Enter or strike out a round, close it, finish the sheet (it becomes the table's match), open it again. 409 with the
        `current` round where somebody changed it meanwhile. For scorers and arbiters.

        By the link of the table or of a seat: enter or strike out a round that is not closed; by a seat's, confirm a round or
        object to it. When all seats have confirmed, it is closed."""
        writer = self.writer(request, "write", event_id, table_id)
        body = parsed(request)
        answer = sheets.act(writer, body.data if isinstance(body, Body) else b"")
        table = table_of(writer.table.event, table_id)
        return Response({"answer": answer, "sheet": sheets.state_of(sheets.sheet_for(table), writer)})


class TableSheetCheck(_SheetView):
    """What the referee says of the sheet of a table."""

    parser_classes = [DraftParser]

    @extend_schema(
        operation_id="check_sheet",
        summary="Have its score sheet refereed",
        request=SheetDraftSerializer,
        parameters=[WORDS],
        responses={**CHECKED, 401: PROBLEM},
    )
    @takes_no_key
    def post(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """The verdict on the sheet with a round that is being entered in its place. Nothing is stored. With `words` what its page
        says of it, round by round (`said`)."""
        writer = self.writer(request, "check", event_id, table_id)
        draft = validated(request, SheetDraftSerializer)
        sheet = sheets.sheet_for(writer.table)
        verdict = sheets.judged(sheet, draft["round"], draft["entry"])
        return Response({"said": refereed(sheet, verdict)} if flag(request, "words") else {"verdict": verdict})
