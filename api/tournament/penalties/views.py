"""The penalties of an event: listing, giving and cancelling them."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, InOrder, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of, overview_of, table_of
from api.tournament.penalties.serializers import PenaltySerializer, PenaltyToGiveSerializer
from records.accounts import access
from records.tournament import events, penalties
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import penalty_entry
from records.tournament.models import Event
from referee.tournament.ranking.rulings import FindingKey


class PenaltyList(APIView):
    """The penalties of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_penalties",
        summary="Its penalties",
        parameters=PAGES,
        responses={200: page_of(PenaltySerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """All penalties in order and in pages, cancelled ones and the entries that cancel them included. Outside of the club: no
        account, and offence, reason and finding only of those in published results."""
        event, pages = event_of(request, event_id), InOrder()
        numbers = {row.number for row in pages.paginate_queryset(event.penalties.all(), request, self)}
        rows = _rows(overview_of(request, event))
        return pages.get_paginated_response([row for row in rows if row["number"] in numbers])

    @extend_schema(
        operation_id="give_penalty",
        summary="Give a penalty, or cancel one",
        request=PenaltyToGiveSerializer,
        responses={201: PenaltySerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Give a penalty of a grade of the event's catalogue to an entrant, at a table or in a stage. It bears your name and is
        never changed; `cancels` with a `reason` cancels an earlier one by a further entry. For arbiters and organizers."""
        event = event_of(request, event_id, access.Right.RULE)
        fields = validated(request, PenaltyToGiveSerializer)
        if "cancels" in fields:
            given = penalties.cancel(request.user, event, fields["cancels"], fields.get("reason", ""))
        else:
            given = _give(request, event, fields)
        row = next(row for row in _rows(events.overview_of(event)) if row["number"] == given.number)
        return Response(row, status=status.HTTP_201_CREATED)


def _give(request: Request, event: Event, fields: dict[str, Any]) -> Any:
    entrant = or_404(events.entrant_of(event, fields["entrant"]), _("There is no such entrant."))
    at = fields.get("moment", {})
    finding = FindingKey(**fields["finding"]) if "finding" in fields else None
    texts = {name: fields[name] for name in ("amount", "offence", "reason", "clause") if name in fields}
    return penalties.give(
        request.user,
        event,
        entrant,
        fields["grade"],
        table=table_of(event, fields["table"]) if "table" in fields else None,
        stage=fields.get("stage"),
        moment=penalties.Moment(at.get("round", 0), at.get("move", 0), finding),
        **texts,
    )


def _rows(overview: EventOverview) -> list[dict[str, Any]]:
    entries = list(map(penalty_entry, overview.penalties))
    cancelled = {one["cancels"] for one in entries}
    return [
        {**one, "counts": overview.event.penalties_count and one["cancels"] is None and one["number"] not in cancelled}
        for one in entries
    ]
