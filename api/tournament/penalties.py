"""The penalties of an event: listing, giving and cancelling them."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, InOrder, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of, overview_of, table_of
from api.tournament.events.serializers import FigureField, FindingKeySerializer
from records.accounts import access
from records.tournament import events, penalties
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import penalty_entry
from records.tournament.models import Event
from referee.rulebook.penalties import EFFECTS
from referee.tournament.ranking.rulings import FindingKey


class PenaltyMomentSerializer(serializers.Serializer[dict[str, Any]]):
    """The moment in a match."""

    round = serializers.IntegerField(min_value=0, max_value=10**9, default=0)
    move = serializers.IntegerField(min_value=0, max_value=10**9, default=0)


class PenaltyToGiveSerializer(serializers.Serializer[dict[str, Any]]):
    """A new penalty; or with ``cancels`` an entry that cancels an earlier one."""

    cancels = serializers.IntegerField(required=False, min_value=1, max_value=10**9, help_text="the number of the one to cancel")
    entrant = serializers.IntegerField(required=False, min_value=1, max_value=10**18, help_text="the id of the entrant")
    table = serializers.IntegerField(required=False, min_value=1, max_value=10**18, help_text="the id of the table")
    stage = serializers.IntegerField(required=False, min_value=0, max_value=32767, help_text="where it is of no table")
    grade = serializers.CharField(required=False, max_length=40, help_text="a code of the event's catalogue")
    amount = FigureField(required=False, max_length=15, help_text="one of the grade's amounts: 2, 1/2")
    offence = serializers.CharField(required=False, max_length=40, help_text="a code of the catalogue; else a reason is needed")
    reason = serializers.CharField(required=False, max_length=2000, allow_blank=True)
    clause = serializers.CharField(required=False, max_length=40, allow_blank=True)
    moment = PenaltyMomentSerializer(required=False)
    finding = FindingKeySerializer(required=False, help_text="the finding that proposed it")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Needs an entrant and a grade, unless it cancels. Raises ValidationError."""
        missing = [name for name in ("entrant", "grade") if name not in attrs]
        if "cancels" not in attrs and missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "expected, or cancels"))
        return attrs


class PenaltySerializer(serializers.Serializer[dict[str, Any]]):
    """A penalty."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="of the event; 0: it is of no table")
    table = serializers.CharField()
    entrant = serializers.CharField()
    seat = serializers.CharField()
    cancels = serializers.IntegerField(allow_null=True, help_text="the penalty that this entry cancels")
    grade = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="of the grade, in zh and en")
    effect = serializers.ChoiceField(list(EFFECTS))
    amount = serializers.CharField(allow_null=True, help_text="exact: 1/2")
    offence = serializers.CharField()
    said = serializers.DictField(child=serializers.CharField(), help_text="the name of the offence")
    reason = serializers.CharField()
    clause = serializers.CharField()
    deal = serializers.IntegerField(help_text="the round of the match; 0: none")
    move = serializers.IntegerField()
    finding = FindingKeySerializer(allow_null=True)
    arbiter = serializers.CharField()
    at = serializers.DateTimeField()
    counts = serializers.BooleanField(help_text="false: it is cancelled, cancels another, or the event only lists penalties")


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
