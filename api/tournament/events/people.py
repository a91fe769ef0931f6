"""The people of an event: its entrants, with what is entered of them, and its arbiters."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of
from api.tournament.events.serializers import EntrantChangeSerializer, EntrantSerializer
from records.accounts import access, audit
from records.accounts.access.facts import Fact, sees
from records.archive import players
from records.tournament import events
from records.tournament.models import Arbiter, Entrant


class EntrantList(APIView):
    """The entrants of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_entrants",
        summary="Who takes part",
        parameters=PAGES,
        responses={200: page_of(EntrantSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The entrants with their teams; for the club and the event's arbiters with their aliases."""
        event = event_of(request, event_id)
        entrants = events.entrants_of(event)
        reader = events.reader_of(request.user, event)
        suggested = events.suggestions(event, entrants) if sees(reader, Fact.EVENT_PLAYERS) else {}
        context = {"reader": reader, "suggested": suggested}
        return list_answer(request, entrants, lambda some: serialized_rows(EntrantSerializer, some, context))

    @extend_schema(
        operation_id="enter",
        summary="Enter somebody",
        request=EntrantChangeSerializer,
        responses={201: EntrantSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Add an entrant. For organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        fields = validated(request, EntrantChangeSerializer)
        entrant = events.add_entrant(request.user, event, fields.get("name", ""), fields.get("team", ""))
        context = {"reader": events.reader_of(request.user, event)}
        return Response(EntrantSerializer(entrant, context=context).data, status=status.HTTP_201_CREATED)


class EntrantDetail(APIView):
    """An entrant of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="change_entrant",
        summary="Change an entrant",
        request=EntrantChangeSerializer,
        responses={200: EntrantSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """Change the name or team; add an alias by `alias`, which is taken from the entrant who had it; link the entrant to a
        player of the club by `player`. For organizers."""
        entrant = self._entrant(request, event_id, entrant_id)
        fields = validated(request, EntrantChangeSerializer)
        with audit.atomic():
            if "player" in fields:
                player = fields.pop("player")
                found = players.find(entrant.event.club, player) if player else None
                events.identify(request.user, entrant, or_404(found, _("There is no such player.")) if player else None)
            if fields:
                events.change_entrant(request.user, entrant, **fields)
        changed = next(one for one in events.entrants_of(entrant.event) if one.pk == entrant.pk)
        return Response(EntrantSerializer(changed, context={"reader": events.reader_of(request.user, entrant.event)}).data)

    @extend_schema(
        operation_id="withdraw",
        summary="Take somebody off the list",
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """Remove the entrant. Their matches stay at their tables."""
        events.withdraw(request.user, self._entrant(request, event_id, entrant_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _entrant(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Entrant:
        event = event_of(request, event_id, access.Right.ARRANGE)
        return or_404(events.entrant_of(event, entrant_id), _("There is nobody like this on the list."))


NAME = OpenApiParameter("username", str, OpenApiParameter.PATH, description="the name of the arbiter's account")


class ArbiterSerializer(serializers.Serializer[Arbiter]):
    """An arbiter of an event."""

    username = serializers.CharField(max_length=150, help_text="the name of the account")
    added_at = serializers.DateTimeField(read_only=True)


class ArbiterList(APIView):
    """The arbiters of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_arbiters",
        summary="Its arbiters",
        parameters=PAGES,
        responses={200: page_of(ArbiterSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The arbiters of the event, the earliest first. For the club's members and the arbiters."""
        arbiters = list(events.arbiters_of(event_of(request, event_id, access.Right.READ)))
        return list_answer(request, arbiters, lambda some: serialized_rows(ArbiterSerializer, some))

    @extend_schema(
        operation_id="appoint_arbiter",
        summary="Appoint an arbiter",
        request=ArbiterSerializer,
        responses={201: ArbiterSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Make an account an arbiter of this event: it sees the event with its matches and rules on findings, and sees nothing
        else of the club. For organizers. A name that no account has is listed like one that has."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        arbiter = events.appoint(request.user, event, validated(request, ArbiterSerializer)["username"])
        return Response(ArbiterSerializer(arbiter).data, status=status.HTTP_201_CREATED)


class ArbiterDetail(APIView):
    """An arbiter of an event."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="dismiss_arbiter",
        summary="Dismiss an arbiter",
        parameters=[NAME],
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, username: str) -> Response:
        """End the service; rulings stay. For organizers; arbiters may end their own."""
        event = event_of(request, event_id, access.Right.READ)
        arbiter = or_404(events.arbiter_of(event, username), _("This event has no such arbiter."))
        events.dismiss(request.user, arbiter)
        return Response(status=status.HTTP_204_NO_CONTENT)
