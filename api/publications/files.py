"""The files of a publication: the signed document, tables, a workbook."""

from __future__ import annotations

import uuid

from django.http import FileResponse, HttpResponseBase, HttpResponseNotModified, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from api.http.etag import is_known
from api.http.problems import PROBLEM, Problem
from api.publications.lookup import publication_of
from api.publications.serializers import results_language
from records import publications
from records.models import Publication

FORM = OpenApiParameter("form", str, OpenApiParameter.PATH, enum=list(publications.FORMS), description="which file")


class PublicationFile(APIView):
    """The files of a publication."""

    opened_by_share_link = True

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
        publication = publication_of(request, event_id, number)
        if form not in publications.FORMS:
            raise Problem(404, "not-found", _("A publication has no such file."))
        language = results_language()
        etag = f'"{publication.hash[:32]}-{publication.number}-{form}-{language}"'
        headers = {"ETag": etag, "Cache-Control": "private, no-cache"}
        if is_known(request, etag):
            return HttpResponseNotModified(headers=headers)
        name = f"{publication.event.slug}-{number}.{form}"
        headers["Content-Disposition"] = f'attachment; filename="{name}"'
        return _file(publication, form, language, headers)


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
