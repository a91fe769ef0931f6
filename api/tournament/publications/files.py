"""The files of a publication: the signed document, tables, a workbook."""

from __future__ import annotations

import uuid

from django.http import HttpResponseBase, HttpResponseNotModified, StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.request import Request
from rest_framework.views import APIView

from api.http.etag import etag_headers, is_known
from api.http.problems import PROBLEM, Problem
from api.tournament.publications.lookup import publication_of
from records.accounts import access
from records.core.languages import reader_language
from records.tournament import publications

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
        file = publications.download(publication, form, language)
        if file is None:
            raise Problem(404, "not-found", _("A publication has no such file."))
        return StreamingHttpResponse(file.content, headers=file.headers | etag_headers(etag))
