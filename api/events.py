"""Events over REST: a club's events, how they are played, which match sits where, who takes part; and their standings."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.bodies import QuestionParser
from api.clubs import asked, club_of
from api.event_shapes import (
    EntrantChangeSerializer,
    EntrantSerializer,
    EventSerializer,
    EventTableSerializer,
    IssueSerializer,
    MakingSerializer,
    RulingSerializer,
    RulingToGiveSerializer,
    StageSerializer,
    StandingsSerializer,
    TableChangeSerializer,
    TableToLaySerializer,
    event_row,
    hall_of,
    issue_row,
    ruling_row,
    seated_row,
    standings_of,
)
from api.problems import Problem
from api.views import PROBLEM
from records import access, audit, events, matches, players
from records.errors import Refusal
from records.models import Entrant, Event, Stage, Table
from referee.results.ranking.rulings import FindingKey

AFTER = OpenApiParameter("stage", int, description="the standings after this stage; left out: in the end")


def event_of(request: Request, event_id: uuid.UUID | None, right: access.Right | None = None, secret: str = "") -> Event:
    """The event, where this person may see it or comes by a share link; with a right, where it is of their club.

    Raises a 404 problem, and 403 where their role has not the right.
    """
    event = events.find_shared(secret) if secret else None
    if not secret and event_id is not None:
        event = events.find(request.user, event_id)
    if event is None or (right and not access.may_with(request.user, access.Right.READ, event)):
        raise Problem(404, "not-found", _("There is no such event, or it is not yours to see."))
    if right and not access.may_with(request.user, right, event):
        raise Problem(403, "permission-denied", _("Your role in this club does not allow this."))
    return event


def _or_404(found: Any, said: str) -> Any:
    if found is None:
        raise Problem(404, "not-found", said)
    return found


def _stage(event: Event, number: int) -> Stage:
    stage: Stage = _or_404(events.stage_of(event, number), _("There is no such stage."))
    return stage


def _table(event: Event, table_id: int) -> Table:
    table: Table = _or_404(events.table_of(event, table_id), _("There is no such table."))
    return table


class ClubEvents(APIView):
    """A club's events."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_events",
        summary="A club's events",
        responses={200: EventSerializer(many=True), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The club's events, the latest first."""
        found_events = events.of_club(request.user, club_of(request, slug))
        return Response([event_row(request, event) for event in found_events])

    @extend_schema(
        operation_id="create_event",
        summary="Make an event",
        request=MakingSerializer,
        responses={201: EventSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, slug: str) -> Response:
        """Make an event with one stage. Matches of the club whose `Event` tag is its `tag` (left out: its name) are attached,
        those that come later when they are stored. For organizers."""
        club = club_of(request, slug)
        event = events.create(request.user, club, **asked(request, MakingSerializer))
        answer = event_row(request, event)
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["url"]})


class OneEvent(APIView):
    """One event."""

    permission_classes = [AllowAny]
    parser_classes = [QuestionParser]

    @extend_schema(operation_id="read_event", summary="An event", responses={200: EventSerializer, 404: PROBLEM})
    def get(self, request: Request, event_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """What it is, and how its stages count. A public event is anybody's to read."""
        return Response(event_row(request, event_of(request, event_id, secret=secret), secret))


class ChangingEvent(OneEvent):
    """One event, to its people."""

    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="change_event",
        summary="Change an event",
        request=MakingSerializer(partial=True),
        responses={200: EventSerializer, **dict.fromkeys((400, 401, 403, 404, 422), PROBLEM)},
    )
    def patch(self, request: Request, event_id: uuid.UUID) -> Response:
        """Change what is said of it; its short name stays. What is attached stays attached, and what fits now is. For
        organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        body = MakingSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        said = {name: value for name, value in body.validated_data.items() if name != "slug"}
        return Response(event_row(request, events.change(request.user, event, **said)))

    @extend_schema(
        operation_id="delete_event",
        summary="Delete an event",
        responses={204: None, **dict.fromkeys((401, 403, 404, 409), PROBLEM)},
    )
    def delete(self, request: Request, event_id: uuid.UUID) -> Response:
        """Its matches stay the club's. 409 once anything of it was ruled on or published."""
        events.delete(request.user, event_of(request, event_id, access.Right.ARRANGE))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EventStages(APIView):
    """An event's stages."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="add_stage",
        summary="Add a stage",
        request=StageSerializer,
        responses={201: StageSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """A stage after the last. For organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        stage = events.add_stage(request.user, event, **asked(request, StageSerializer))
        return Response(StageSerializer(stage).data, status=status.HTTP_201_CREATED)


class EventStage(APIView):
    """A stage of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="change_stage",
        summary="Change how a stage counts",
        request=StageSerializer(partial=True),
        responses={200: StageSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def patch(self, request: Request, event_id: uuid.UUID, number: int) -> Response:
        """The standings follow at once. For organizers."""
        stage = _stage(event_of(request, event_id, access.Right.ARRANGE), number)
        body = StageSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        return Response(StageSerializer(events.change_stage(request.user, stage, **body.validated_data)).data)

    @extend_schema(
        operation_id="remove_stage",
        summary="Remove a stage",
        responses={204: None, **dict.fromkeys((401, 403, 404, 409), PROBLEM)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, number: int) -> Response:
        """One without matches, and not the only one."""
        events.remove_stage(request.user, _stage(event_of(request, event_id, access.Right.ARRANGE), number))
        return Response(status=status.HTTP_204_NO_CONTENT)


class EventTables(APIView):
    """An event's tables."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_tables", summary="Its tables", responses={200: EventTableSerializer(many=True), 404: PROBLEM}
    )
    def get(self, request: Request, event_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """Every table with who sat there and what they got, stage by stage and round by round. `match` is said where you may
        see it."""
        return Response(hall_of(request, events.overview_of(event_of(request, event_id, secret=secret)), secret))


class LayingTables(EventTables):
    """An event's tables, to its people."""

    @extend_schema(
        operation_id="lay_table",
        summary="Attach a match, or plan a table",
        request=TableToLaySerializer,
        responses={201: EventTableSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """With a match: it sits down at this table of this round, or where there is room; one that sits elsewhere moves.
        Without: the table is planned. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        said = asked(request, TableToLaySerializer)
        stage = _stage(event, said["stage"])
        if said["match"] is None:
            if said["round"] is None:
                raise Refusal("invalid-round", "要說明第幾輪。", "Say which round.", 422)
            table = events.plan_table(request.user, event, stage, said["round"], said["table"])
        else:
            match = matches.find(request.user, said["match"])
            match = _or_404(match, _("There is no such match, or it is not of the event's club."))
            table = events.attach_match(request.user, event, match, stage, said["round"], said["table"])
        return Response(seated_row(request, event, table), status=status.HTTP_201_CREATED)


class EventTable(APIView):
    """One table of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="change_table",
        summary="Say who sat where, or take the match away",
        request=TableChangeSerializer,
        responses={200: EventTableSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def patch(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """`seated` names people by their seats, before what the record says; `match: null` takes the match away, and it does
        not come back by itself. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        table = _table(event, table_id)
        said = asked(request, TableChangeSerializer)
        if "seated" in said:
            events.seat(request.user, table, said["seated"])
        if "match" in said:
            events.detach(request.user, table)
        return Response(seated_row(request, event, table))

    @extend_schema(
        operation_id="remove_table",
        summary="Remove a table",
        responses={204: None, **dict.fromkeys((401, 403, 404, 409), PROBLEM)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, table_id: int) -> Response:
        """One that has no match (409 otherwise)."""
        events.remove_table(request.user, _table(event_of(request, event_id, access.Right.SCORE), table_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


class AttachWhatFits(APIView):
    """Attaching matches by their tags."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="attach_matches",
        summary="Attach what fits",
        request=None,
        responses={200: EventTableSerializer(many=True), **dict.fromkeys((401, 403, 404), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Attach every match of the club whose tags fit and that is at no table yet; all tables are answered. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        events.attach_what_fits(request.user, event)
        return Response(hall_of(request, events.overview_of(event)))


class Entrants(APIView):
    """Who takes part in an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_entrants", summary="Who takes part", responses={200: EntrantSerializer(many=True), 404: PROBLEM}
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Everybody with their team and their spellings."""
        event = event_of(request, event_id)
        entrants = events.entrants_of(event)
        inside = access.may_with(request.user, access.Right.READ, event)
        told = {"inside": inside, "suggested": events.suggestions(event, entrants) if inside else {}}
        return Response(EntrantSerializer(entrants, many=True, context=told).data)

    @extend_schema(
        operation_id="enter",
        summary="Enter somebody",
        request=EntrantChangeSerializer,
        responses={201: EntrantSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """For organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        said = asked(request, EntrantChangeSerializer)
        entrant = events.add_entrant(request.user, event, said.get("name", ""), said.get("team", ""))
        return Response(EntrantSerializer(entrant).data, status=status.HTTP_201_CREATED)


class OneEntrant(APIView):
    """Somebody who takes part in an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="change_entrant",
        summary="Change an entrant",
        request=EntrantChangeSerializer,
        responses={200: EntrantSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def patch(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """Another name or team; a `spelling` is theirs from now on, whosever it was; `player` says which of the club's players
        they are. For organizers."""
        entrant = self._entrant(request, event_id, entrant_id)
        said = asked(request, EntrantChangeSerializer)
        with audit.all_or_none():
            if "player" in said:
                player = said.pop("player")
                found = players.find(entrant.event.club, player) if player else None
                events.identify(request.user, entrant, _or_404(found, _("There is no such player.")) if player else None)
            if said:
                events.change_entrant(request.user, entrant, **said)
        changed = next(one for one in events.entrants_of(entrant.event) if one.pk == entrant.pk)
        return Response(EntrantSerializer(changed, context={"inside": True}).data)

    @extend_schema(
        operation_id="withdraw",
        summary="Take somebody off the list",
        responses={204: None, **dict.fromkeys((401, 403, 404), PROBLEM)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """What they played stays at its table."""
        events.withdraw(request.user, self._entrant(request, event_id, entrant_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _entrant(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Entrant:
        event = event_of(request, event_id, access.Right.ARRANGE)
        entrant: Entrant = _or_404(events.entrant_of(event, entrant_id), _("There is nobody like this on the list."))
        return entrant


class Standings(APIView):
    """An event's standings."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_standings",
        summary="Standings",
        parameters=[AFTER],
        responses={200: StandingsSerializer, 400: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """Computed now from the verdicts' own scores and the rulings on them. `provisional` while a table has no points."""
        event = event_of(request, event_id, secret=secret)
        asked_for = request.query_params.get("stage", "")
        if asked_for and not (asked_for.isdecimal() and len(asked_for) < 5):
            raise Problem(400, "invalid", _("There is no such stage."), field="stage")
        return Response(standings_of(events.overview_of(event), int(asked_for) if asked_for else None))


class Unresolved(APIView):
    """What is unresolved in an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_unresolved",
        summary="What is unresolved",
        responses={200: IssueSerializer(many=True), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Findings that no ruling answers, matches without a verdict, tables without points or people. For the club."""
        sheet = events.overview_of(event_of(request, event_id, access.Right.READ))
        return Response([issue_row(request, issue) for issue in sheet.issues])


class Rulings(APIView):
    """An event's rulings."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(operation_id="list_rulings", summary="Its rulings", responses={200: RulingSerializer(many=True), 404: PROBLEM})
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """All of them in their order, with those that later ones supersede."""
        rulings = list(events.rulings_of(event_of(request, event_id)))
        return Response([ruling_row(ruling, rulings) for ruling in rulings])

    @extend_schema(
        operation_id="rule",
        summary="Rule on a finding",
        request=RulingToGiveSerializer,
        responses={201: RulingSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Rule on a finding of a match's current verdict, in your name and for good: `upheld` (it stands), `overruled` (set
        aside; where it was about scores, the claimed ones count), `corrected` (your `scores` count). A later ruling on the same
        finding supersedes. For organizers."""
        event = event_of(request, event_id, access.Right.RULE)
        said = asked(request, RulingToGiveSerializer)
        match = matches.find(request.user, said["match"])
        match = _or_404(match, _("There is no such match, or it is not of the event's club."))
        finding = FindingKey(**said["finding"])
        scores = said.get("scores")
        ruling = events.rule(request.user, event, match, finding, said["decision"], said["reason"], scores)
        answer = ruling_row(ruling, list(events.rulings_of(event, match)))
        return Response(answer, status=status.HTTP_201_CREATED)
