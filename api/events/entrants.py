"""Who takes part in an event."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.events.lookup import event_of, or_404
from api.events.serializers import EntrantChangeSerializer, EntrantSerializer
from api.http.lists import list_answer, list_of
from api.http.pagination import PAGES
from api.http.parsers import QuestionParser, validated
from api.http.problems import PROBLEM, refusals
from records import access, audit, events, players
from records.models import Entrant


class EntrantList(APIView):
    """Who takes part in an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_entrants",
        summary="Who takes part",
        parameters=PAGES,
        responses={200: list_of(EntrantSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """Everybody with their team and their spellings."""
        event = event_of(request, event_id)
        entrants = events.entrants_of(event)
        inside = access.may_with(request.user, access.Right.READ, event)
        told = {"inside": inside, "suggested": events.suggestions(event, entrants) if inside else {}}
        return list_answer(request, entrants, lambda some: EntrantSerializer(some, many=True, context=told).data)

    @extend_schema(
        operation_id="enter",
        summary="Enter somebody",
        request=EntrantChangeSerializer,
        responses={201: EntrantSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """For organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        said = validated(request, EntrantChangeSerializer)
        entrant = events.add_entrant(request.user, event, said.get("name", ""), said.get("team", ""))
        return Response(EntrantSerializer(entrant).data, status=status.HTTP_201_CREATED)


class EntrantDetail(APIView):
    """Somebody who takes part in an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="change_entrant",
        summary="Change an entrant",
        request=EntrantChangeSerializer,
        responses={200: EntrantSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    def patch(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """Another name or team; a `spelling` is theirs from now on, whosever it was; `player` says which of the club's players
        they are. For organizers."""
        entrant = self._entrant(request, event_id, entrant_id)
        said = validated(request, EntrantChangeSerializer)
        with audit.atomic():
            if "player" in said:
                player = said.pop("player")
                found = players.find(entrant.event.club, player) if player else None
                events.identify(request.user, entrant, or_404(found, _("There is no such player.")) if player else None)
            if said:
                events.change_entrant(request.user, entrant, **said)
        changed = next(one for one in events.entrants_of(entrant.event) if one.pk == entrant.pk)
        return Response(EntrantSerializer(changed, context={"inside": True}).data)

    @extend_schema(
        operation_id="withdraw",
        summary="Take somebody off the list",
        responses={204: None, **refusals(401, 403, 404)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Response:
        """What they played stays at its table."""
        events.withdraw(request.user, self._entrant(request, event_id, entrant_id))
        return Response(status=status.HTTP_204_NO_CONTENT)

    def _entrant(self, request: Request, event_id: uuid.UUID, entrant_id: int) -> Entrant:
        event = event_of(request, event_id, access.Right.ARRANGE)
        entrant: Entrant = or_404(events.entrant_of(event, entrant_id), _("There is nobody like this on the list."))
        return entrant
