"""Published results over REST: publishing, the list, one publication, its files; and the keys to check them by."""

from __future__ import annotations

import uuid

from django.http import FileResponse, HttpResponseBase, HttpResponseNotModified, StreamingHttpResponse
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field, extend_schema_view
from rest_framework import serializers, status
from rest_framework.permissions import AllowAny, IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.bodies import QuestionParser
from api.clubs import asked
from api.events import event_of
from api.problems import Problem
from api.sharing import Shared
from api.views import PROBLEM
from records import access, publications
from records.models import Publication, Publishing

FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(publications.FORMS), description="which file")


class PublicationSerializer(serializers.Serializer):
    """Results as they were published."""

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
        return self._at("api:", "publication", publication)

    def get_page(self, publication: Publication) -> str:
        return self._at("pages:", "publication", publication)

    def get_previous(self, publication: Publication) -> str | None:
        return publication.previous or None

    def get_forced(self, publication: Publication) -> str | None:
        return publication.forced or None

    @extend_schema_field({"type": "object", "additionalProperties": {"type": "string"}})
    def get_files(self, publication: Publication) -> dict[str, str]:
        return {form: self._at("api:", "publication_file", publication, form) for form in publications.FORMS}

    def _at(self, room: str, name: str, publication: Publication, *more: str) -> str:
        """Its own address, or that below the share link that it was read by."""
        secret = self.context.get("secret")
        name, key = (f"{room}shared_{name}", secret) if secret else (f"{room}{name}", publication.event_id)
        return str(reverse(name, args=[key, publication.number, *more], request=self.context["request"]))


class PublishingSerializer(serializers.Serializer):
    """Results on their way to being published."""

    id = serializers.UUIDField()
    url = serializers.SerializerMethodField(help_text="where it is asked for how far it has come")
    state = serializers.ChoiceField(
        Publishing.State.choices, help_text="`done`: see `publication`; `refused`: see `problem`, nothing was published"
    )
    matches = serializers.IntegerField()
    checked = serializers.IntegerField(help_text="of these, judged again and found to hold")
    frozen_at = serializers.DateTimeField(source="at", help_text="what is published is what stood then")
    published_by = serializers.CharField(source="publisher_name")
    unresolved = serializers.IntegerField()
    forced = serializers.SerializerMethodField()
    publication = serializers.SerializerMethodField(help_text="its address, once it is published")
    problem = serializers.SerializerMethodField(help_text="`code` and `detail` of why it was refused")

    def get_url(self, publishing: Publishing) -> str:
        return str(reverse("api:publishing", args=[publishing.event_id], request=self.context["request"]))

    def get_forced(self, publishing: Publishing) -> str | None:
        return publishing.forced or None

    def get_publication(self, publishing: Publishing) -> str | None:
        if publishing.number is None:
            return None
        return str(reverse("api:publication", args=[publishing.event_id, publishing.number], request=self.context["request"]))

    @extend_schema_field({"type": ["object", "null"], "additionalProperties": {"type": "string"}})
    def get_problem(self, publishing: Publishing) -> dict[str, str] | None:
        problem = publishing.problem
        return {"code": problem["code"], "detail": problem[_language()]} if problem else None


class PublishSerializer(serializers.Serializer):
    """Publishing."""

    force = serializers.CharField(
        max_length=2000,
        required=False,
        allow_blank=True,
        default="",
        help_text="why it is published although something is unresolved; stands in the document",
    )


class KeySerializer(serializers.Serializer):
    """A public key."""

    fingerprint = serializers.CharField(help_text="SHA-256 of its SubjectPublicKeyInfo")
    pem = serializers.CharField()
    current = serializers.BooleanField(help_text="it signs what is published now")
    withdrawn = serializers.BooleanField(help_text="trust it no longer: somebody else may have it")


def publication_of(request: Request, number: int, event_id: uuid.UUID | None = None, secret: str = "") -> Publication:
    """The publication. Raises a 404 problem."""
    publication = publications.publication_of(event_of(request, event_id, secret=secret), number)
    if publication is None:
        raise Problem(404, "not-found", _("There is no such publication."))
    return publication


class PublicationList(APIView):
    """The publications of an event."""

    @extend_schema(
        operation_id="list_publications",
        summary="Its publications",
        responses={200: PublicationSerializer(many=True), 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """What was published of the event, the latest first."""
        rows = publications.publications_of(event_of(request, event_id, secret=secret))
        return Response(PublicationSerializer(rows, many=True, context={"request": request, "secret": secret}).data)


class Publications(PublicationList):
    """The publications of an event, and publishing."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="publish",
        summary="Publish its results",
        request=PublishSerializer,
        responses={202: PublishingSerializer, **dict.fromkeys((400, 401, 403, 404, 409, 422, 503), PROBLEM)},
    )
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Freeze the results as they are now; a worker checks, numbers and signs them. For organizers. 409 while something is
        unresolved, unless `force` says why; 409 too where nothing has changed since, or other results are on their way. Ask
        `url` until the `state` is `done` or `refused`."""
        event = event_of(request, event_id)
        publishing = publications.publish(request.user, event, asked(request, PublishSerializer)["force"])
        answer = PublishingSerializer(publishing, context={"request": request}).data
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})


class PublishingUnderWay(APIView):
    """How far publishing an event's results has come."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_publishing",
        summary="How far publishing has come",
        responses={200: PublishingSerializer, **dict.fromkeys((401, 404), PROBLEM)},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """What is on its way to being published of the event; else what was last. For the club's members."""
        event = event_of(request, event_id)
        publishing = publications.publishing_of(event) if access.may_with(request.user, access.Right.READ, event) else None
        if publishing is None:
            raise Problem(404, "not-found", _("Nothing of this event is being published, or it is not yours to see."))
        return Response(PublishingSerializer(publishing, context={"request": request}).data)


class OnePublication(APIView):
    """One publication."""

    @extend_schema(
        operation_id="read_publication",
        summary="A publication",
        responses={200: PublicationSerializer, 404: PROBLEM},
    )
    def get(self, request: Request, number: int, event_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """When, by whom, under which hash and key; the addresses of its files."""
        publication = publication_of(request, number, event_id, secret)
        return Response(PublicationSerializer(publication, context={"request": request, "secret": secret}).data)


class PublicationFile(APIView):
    """The files of a publication."""

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
    def get(
        self, request: Request, number: int, form: str, event_id: uuid.UUID | None = None, secret: str = ""
    ) -> HttpResponseBase:
        """`results.json` is the signed document for `referee verify-results`; the others are tables of it, their headings in your
        language."""
        publication = publication_of(request, number, event_id, secret)
        if form not in publications.FORMS:
            raise Problem(404, "not-found", _("A publication has no such file."))
        language = _language()
        etag = f'"{publication.hash[:32]}-{publication.number}-{form}-{language}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if etag in request.headers.get("If-None-Match", ""):
            return HttpResponseNotModified(headers=headers)
        name = f"{publication.event.slug}-{number}.{form}"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return _file(publication, form, language, headers)


def _language() -> str:
    return "zh" if (get_language() or "").startswith("zh") else "en"


def _file(publication: Publication, form: str, language: str, headers: dict[str, str]) -> HttpResponseBase:
    if form == "results.json":
        headers["Content-Length"] = str(publications.size_of(publication))
        return StreamingHttpResponse(publications.file_of(publication), content_type=publications.FORMS[form], headers=headers)
    if form == "results.xlsx":
        return FileResponse(
            publications.workbook_of(publication, language), content_type=publications.FORMS[form], headers=headers
        )
    lines = publications.lines_of(publication, form.removesuffix(".csv"), language)
    return StreamingHttpResponse(lines, content_type=f"{publications.FORMS[form]}; charset=utf-8", headers=headers)


class ResultsKeys(APIView):
    """The keys that results are signed with."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="list_results_keys", summary="Keys of results", responses=KeySerializer(many=True))
    def get(self, request: Request) -> Response:
        """The public key that signs now, then those that signed earlier."""
        return Response(KeySerializer(publications.known_keys(), many=True).data)


@extend_schema_view(get=extend_schema(operation_id="list_shared_publications", summary="Its publications, by a share link"))
class SharedPublications(Shared, PublicationList):
    """The publications of a shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_publication", summary="A publication, by a share link"))
class SharedPublication(Shared, OnePublication):
    """A publication of a shared event."""


@extend_schema_view(get=extend_schema(operation_id="read_shared_publication_file", summary="A file of it, by a share link"))
class SharedPublicationFile(Shared, PublicationFile):
    """The files of a publication of a shared event."""
