"""An event's standings, what is unresolved in it, and the rulings."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.events.lookup import event_of, or_404
from api.events.rows import issue_row, ruling_row, standings_row
from api.events.serializers import IssueSerializer, RulingSerializer, RulingToGiveSerializer, StandingsSerializer
from api.http.etag import etag_of
from api.http.lists import list_answer, list_of
from api.http.pagination import PAGES
from api.http.parsers import QuestionParser, validated
from api.http.problems import PROBLEM, Problem, refusals
from records import access, events, matches
from referee.results.ranking.rulings import FindingKey

AFTER = OpenApiParameter("stage", int, description="the standings after this stage; left out: in the end")


class Standings(APIView):
    """An event's standings."""

    permission_classes = [AllowAny]
    opened_by_share_link = True

    @extend_schema(
        operation_id="read_standings",
        summary="Standings",
        parameters=[AFTER],
        responses={200: StandingsSerializer, 400: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Computed now from the verdicts' own scores and the rulings on them. `provisional` while a table has no points."""
        event = event_of(request, event_id)
        sheet = events.overview_of(event)
        last = request.query_params.get("stage", "")
        if last and last not in [str(stage.number) for stage in sheet.stages]:
            raise Problem(400, "invalid", _("There is no such stage."), field="stage")
        return Response(standings_row(sheet, int(last) if last else None))


class Unresolved(APIView):
    """What is unresolved in an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_unresolved",
        summary="What is unresolved",
        parameters=PAGES,
        responses={200: list_of(IssueSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Findings that no ruling answers, matches without a verdict, tables without points or people. For the club."""
        sheet = events.overview_of(event_of(request, event_id, access.Right.READ))
        return list_answer(request, [issue_row(request, issue) for issue in sheet.issues], list, etag_of)


class RulingList(APIView):
    """An event's rulings."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_rulings",
        summary="Its rulings",
        parameters=PAGES,
        responses={200: list_of(RulingSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """All of them in their order, with those that later ones supersede."""
        rulings = list(events.rulings_of(event_of(request, event_id)))
        return list_answer(request, rulings, lambda some: [ruling_row(ruling, rulings) for ruling in some])

    @extend_schema(
        operation_id="rule",
        summary="Rule on a finding",
        request=RulingToGiveSerializer,
        responses={201: RulingSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Rule on a finding of a match's current verdict, in your name and for good: `upheld` (it stands), `overruled` (set
        aside; where it was about scores, the claimed ones count), `corrected` (your `scores` count). A later ruling on the same
        finding supersedes. For organizers."""
        event = event_of(request, event_id, access.Right.RULE)
        said = validated(request, RulingToGiveSerializer)
        match = matches.find(request.user, said["match"])
        match = or_404(match, _("There is no such match, or it is not of the event's club."))
        finding = FindingKey(**said["finding"])
        scores = said.get("scores")
        ruling = events.rule(request.user, event, match, finding, said["decision"], said["reason"], scores)
        answer = ruling_row(ruling, list(events.rulings_of(event, match)))
        return Response(answer, status=status.HTTP_201_CREATED)
