"""Publishing an event's results, its publications, and the public keys."""

from __future__ import annotations

import uuid
from operator import attrgetter

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.lists import list_answer, serialized_rows
from api.http.pagination import PAGES, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, Problem, refusals
from api.tournament.events.lookup import event_of
from api.tournament.publications.lookup import publication_of
from api.tournament.publications.serializers import KeySerializer, PublicationSerializer, PublishingSerializer, PublishSerializer
from records.accounts import access
from records.tournament import events, publications


class PublicationList(APIView):
    """The publications of an event, and publishing."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="list_publications",
        summary="Its publications",
        parameters=PAGES,
        responses={200: page_of(PublicationSerializer), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The publications of the event, the latest first."""
        rows = publications.publications_of(event_of(request, event_id))
        context = {"request": request}
        return list_answer(request, rows, lambda some: serialized_rows(PublicationSerializer, some, context))

    @extend_schema(
        operation_id="publish",
        summary="Publish its results",
        request=PublishSerializer,
        responses={202: PublishingSerializer, **refusals(400, 401, 403, 404, 409, 422, 503)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Publish the results as they are now; a worker checks, numbers and signs them. For organizers. 409 while something is
        unresolved, unless `force` gives a reason; also where nothing has changed since, or other results are being published. Ask
        `url` until the `state` is `done` or `refused`."""
        event = event_of(request, event_id)
        publishing = publications.publish(request.user, event, validated(request, PublishSerializer)["force"])
        answer = PublishingSerializer(publishing, context={"request": request}).data
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})


class PublishingDetail(APIView):
    """The publishing of an event's results."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_publishing",
        summary="How far publishing has come",
        responses={200: PublishingSerializer, **refusals(401, 404)},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The publishing that is under way, else the latest one. For the club's members."""
        event = event_of(request, event_id)
        publishing = publications.publishing_of(event) if events.may_in(request.user, access.Right.READ, event) else None
        if publishing is None:
            raise Problem(404, "not-found", _("Nothing of this event is being published, or you don't have access."))
        return Response(PublishingSerializer(publishing, context={"request": request}).data)


class PublicationDetail(APIView):
    """One publication."""

    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="read_publication",
        summary="A publication",
        responses={200: PublicationSerializer, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID, number: int) -> Response:
        """When and by whom it was published, its hash and key, and the addresses of its files."""
        publication = publication_of(request, event_id, number)
        return Response(PublicationSerializer(publication, context={"request": request}).data)


class ResultsKeys(APIView):
    """The keys that results are signed with."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="list_results_keys", summary="Keys of results", parameters=PAGES, responses=page_of(KeySerializer)
    )
    def get(self, request: Request) -> Response:
        """The public key of the key that signs now, then the earlier ones."""
        keys = publications.known_keys()
        return list_answer(request, keys, lambda some: serialized_rows(KeySerializer, some), attrgetter("fingerprint"))
