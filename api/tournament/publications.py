"""Publishing an event's results, its publications with their files, and the public keys."""

from __future__ import annotations

import uuid
from operator import attrgetter
from typing import Any

from django.http import HttpResponseBase, HttpResponseNotModified, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.http.response_cache import etag_headers, is_known
from api.jobs import JobSerializer, started
from api.tournament.events.lookup import event_of
from records.accounts import access
from records.core.languages import reader_language
from records.tournament import publications
from records.tournament.models import Publication
from records.tournament.publications.signing_keys import Key


class PublicationSerializer(serializers.Serializer[Publication]):
    """A publication: the published results of an event."""

    number = serializers.IntegerField(help_text="from 1; the greatest stands, those before stay as they are")
    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField()
    published_at = serializers.DateTimeField(source="at")
    published_by = serializers.CharField(source="publisher_name")
    hash = serializers.CharField(help_text="SHA-256 of the document")
    previous = serializers.SerializerMethodField(help_text="the hash of the publication before; null in the first")
    fingerprint = serializers.CharField(help_text="of the key that signed it")
    matches = serializers.IntegerField()
    rulings = serializers.IntegerField()
    unresolved = serializers.IntegerField(help_text="how many things were not settled")
    forced = serializers.SerializerMethodField(help_text="why it was published all the same; null where all was settled")
    files = serializers.SerializerMethodField(help_text="the addresses of its files")

    def get_url(self, publication: Publication) -> str:
        return self._at("api:publication", publication)

    def get_page(self, publication: Publication) -> str:
        return self._at("pages:publication", publication)

    def get_previous(self, publication: Publication) -> str | None:
        return publication.previous or None

    def get_forced(self, publication: Publication) -> str | None:
        return publication.forced or None

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_files(self, publication: Publication) -> dict[str, str]:
        return {form: self._at("api:publication_file", publication, form) for form in publications.FORMS}

    def _at(self, name: str, publication: Publication, *more: str) -> str:
        return reverse(name, args=[publication.event_id, publication.number, *more], request=self.context["request"])


class PublishSerializer(serializers.Serializer[dict[str, Any]]):
    """The request to publish."""

    force = serializers.CharField(
        max_length=2000,
        required=False,
        allow_blank=True,
        default="",
        help_text="why it is published although something is unresolved; stands in the document",
    )


class KeySerializer(serializers.Serializer[Key]):
    """A public key."""

    fingerprint = serializers.CharField(help_text="SHA-256 of its SubjectPublicKeyInfo")
    pem = serializers.CharField()
    current = serializers.BooleanField(help_text="it signs what is published now")
    withdrawn = serializers.BooleanField(help_text="trust it no longer: somebody else may have it")


def publication_of(request: Request, event_id: uuid.UUID, number: int) -> Publication:
    """The publication, by its number in the event. Raises Refusal (404)."""
    return or_404(publications.publication_of(event_of(request, event_id), number), _("There is no such publication."))


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
        responses={202: JobSerializer, **refusals(400, 401, 403, 404, 409, 422, 503)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Publish the results as they are now; a worker checks, numbers and signs them. For organizers. 409 while something is
        unresolved, unless `force` gives a reason; also where nothing has changed since, or other results are being published. Ask
        the job's `url` until it is `finished`; where it is `done`, `subject_url` is the publication."""
        event = event_of(request, event_id)
        return started(request, publications.publish(request.user, event, validated(request, PublishSerializer)["force"]))


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


FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(publications.FORMS), description="which file")


class PublicationFile(APIView):
    """The files of a publication."""

    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="read_publication_file",
        summary="A file of a publication",
        parameters=[FORM],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, description="signed: see docs/reference/results.md"),
            (200, "text/csv"): OpenApiTypes.STR,
            (200, publications.FORMS["results.xlsx"]): OpenApiTypes.BINARY,
            304: None,
            404: PROBLEM,
        },
    )
    def get(self, request: Request, event_id: uuid.UUID, number: int, form: str) -> HttpResponseBase:
        """`results.json` is the signed document for `referee verify-results`; the other files are its tables, with headings in
        your language."""
        publication, language = publication_of(request, event_id, number), reader_language()
        etag = f'"{publication.hash[:32]}-{publication.number}-{form}-{language}"'
        if form in publications.FORMS and is_known(request, etag):
            return HttpResponseNotModified(headers=etag_headers(etag))
        file = or_404(publications.download(publication, form, language), _("A publication has no such file."))
        return StreamingHttpResponse(file.content, headers=file.headers | etag_headers(etag))
