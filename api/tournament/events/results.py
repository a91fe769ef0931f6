"""The standings of an event, what is unresolved in it, and its rulings."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.http.response_cache import etag_of
from api.tournament.events.lookup import event_of, overview_of
from api.tournament.events.rows import issue_row, ruling_row, standings_row
from api.tournament.events.serializers import IssueSerializer, RulingSerializer, RulingToGiveSerializer, StandingsSerializer
from records.accounts import access
from records.archive import matches
from records.core.errors import Refusal
from records.tournament import events, publications
from referee.tournament.ranking.rulings import FindingKey

AFTER = OpenApiParameter("stage", int, description="the standings after this stage; left out: in the end")


class Standings(APIView):
    """The standings of an event."""

    permission_classes = [AllowAny]
    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="read_standings",
        summary="Standings",
        parameters=[AFTER],
        responses={200: StandingsSerializer, 400: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The standings, computed now from the verdicts' scores and the rulings. `provisional` while a table has no points or an
        appeal is not answered."""
        overview = overview_of(request, event_of(request, event_id))
        last = request.query_params.get("stage", "")
        if last and last not in [str(stage.number) for stage in overview.stages]:
            raise Refusal("invalid", _("There is no such stage."), 400, field="stage")
        return Response(standings_row(overview, int(last) if last else None))


class Unresolved(APIView):
    """What is unresolved in an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_unresolved",
        summary="What is unresolved",
        parameters=PAGES,
        responses={200: page_of(IssueSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """What waits for a person, the oldest first: findings without a ruling, open appeals, unreadable records, unclear names.
        Tables that are still to be played and verdicts to come are not listed. For the club."""
        overview = events.overview_of(event_of(request, event_id, access.Right.READ))
        return list_answer(request, [issue_row(request, issue) for issue in overview.decisions], list, etag_of)


class RulingList(APIView):
    """The rulings of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_rulings",
        summary="Its rulings",
        parameters=PAGES,
        responses={200: page_of(RulingSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """All rulings in order, superseded ones included. Outside of the club: those that are published, without the account."""
        event = event_of(request, event_id)
        rulings = publications.rulings_for(request.user, event, list(events.rulings_of(event)))
        seen = matches.visible_among(request.user, {ruling.match_id for ruling in rulings})
        return list_answer(request, rulings, lambda some: [ruling_row(ruling, rulings, seen) for ruling in some])

    @extend_schema(
        operation_id="rule",
        summary="Rule on a finding",
        request=RulingToGiveSerializer,
        responses={201: RulingSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Rule on a finding of a match's current verdict. The ruling bears your name and is never changed: `upheld` (the finding
        stands), `overruled` (it is set aside; where it was about scores, the claimed ones count), `corrected` (your `scores`
        count). A later ruling on the same finding supersedes it. For organizers."""
        event = event_of(request, event_id, access.Right.RULE)
        fields = validated(request, RulingToGiveSerializer)
        match = matches.find(request.user, fields["match"])
        match = or_404(match, _("There is no such match, or it is not of the event's club."))
        finding = FindingKey(**fields["finding"])
        scores = fields.get("scores")
        ruling = events.rule(request.user, event, match, finding, fields["decision"], fields["reason"], scores)
        answer = ruling_row(ruling, list(events.rulings_of(event, match)), {match.pk})
        return Response(answer, status=status.HTTP_201_CREATED)
