"""The events of a club, their settings and stages."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, refusals
from api.http.response_cache import etag_headers, not_modified
from api.tournament.events.lookup import event_of, stage_of
from api.tournament.events.serializers import EventSerializer, EventSettingsSerializer, StageSerializer
from records.accounts import access
from records.tournament import events
from records.tournament.models import Event


def _row(request: Request, event: Event) -> dict[str, Any]:
    """An event as the actor of the request sees it."""
    return dict(EventSerializer(event, context={"request": request}).data)


class EventList(APIView):
    """The events of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_events",
        summary="A club's events",
        parameters=PAGES,
        responses={200: page_of(EventSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The events of the club, the latest first."""
        found_events = events.of_club(request.user, club_of(request, slug))
        return list_answer(request, found_events, lambda some: [_row(request, event) for event in some])

    @extend_schema(
        operation_id="create_event",
        summary="Make an event",
        request=EventSettingsSerializer,
        responses={201: EventSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Create an event with one stage. Matches of the club whose `Event` tag is its `tag` (by default its name) are attached,
        later ones when they are stored. For organizers."""
        club = club_of(request, slug)
        event = events.create(request.user, club, **validated(request, EventSettingsSerializer))
        answer = _row(request, event)
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["url"]})


class EventDetail(APIView):
    """An event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by = access.ShareGrant
    throttle_scope = "followed"

    @extend_schema(operation_id="read_event", summary="An event", responses={200: EventSerializer, 304: None, 404: PROBLEM})
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The event and its stages. Anybody may read a public event. `version` grows with every change of what is shown of it:
        results, rulings, tables, settings. Ask every 15 seconds at most, with If-None-Match (304 while nothing is new), or follow
        the page's stream of server-sent events at `/events/{id}/live/`."""
        event = event_of(request, event_id)
        etag = f'"{event.version}-{events.reader_of(request.user, event).replace(" ", "-")}"'
        return not_modified(request, etag) or Response(_row(request, event), headers=etag_headers(etag))

    @extend_schema(
        operation_id="change_event",
        summary="Change an event",
        request=EventSettingsSerializer(partial=True),
        responses={200: EventSerializer, **refusals(400, 401, 403, 404, 422)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID) -> Response:
        """Change its settings; its short name stays. Attached matches stay, and matches that fit now are attached. For
        organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        body = EventSettingsSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        fields = {name: value for name, value in body.validated_data.items() if name != "slug"}
        return Response(_row(request, events.change(request.user, event, **fields)))

    @extend_schema(
        operation_id="delete_event",
        summary="Delete an event",
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, event_id: uuid.UUID) -> Response:
        """Delete the event; its matches stay. 409 once there is a ruling or a publication."""
        events.delete(request.user, event_of(request, event_id, access.Right.ARRANGE))
        return Response(status=status.HTTP_204_NO_CONTENT)


class StageList(APIView):
    """The stages of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="add_stage",
        summary="Add a stage",
        request=StageSerializer,
        responses={201: StageSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Add a stage after the last one. For organizers."""
        event = event_of(request, event_id, access.Right.ARRANGE)
        stage = events.add_stage(request.user, event, **validated(request, StageSerializer))
        return Response(StageSerializer(stage).data, status=status.HTTP_201_CREATED)


class StageDetail(APIView):
    """A stage of an event."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="change_stage",
        summary="Change how a stage counts",
        request=StageSerializer(partial=True),
        responses={200: StageSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID, number: int) -> Response:
        """Change the stage; the standings follow at once. For organizers."""
        stage = stage_of(event_of(request, event_id, access.Right.ARRANGE), number)
        body = StageSerializer(data=request.data, partial=True)
        body.is_valid(raise_exception=True)
        return Response(StageSerializer(events.change_stage(request.user, stage, **body.validated_data)).data)

    @extend_schema(
        operation_id="remove_stage",
        summary="Remove a stage",
        responses={204: None, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, event_id: uuid.UUID, number: int) -> Response:
        """Delete a stage without matches; not the only one."""
        events.remove_stage(request.user, stage_of(event_of(request, event_id, access.Right.ARRANGE), number))
        return Response(status=status.HTTP_204_NO_CONTENT)
