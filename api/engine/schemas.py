"""The JSON Schemas of records, sheets, verdicts and results, each at an address of its own."""

from __future__ import annotations

import hashlib
import json
from typing import Final

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.http.problems import refusals
from api.http.response_cache import not_modified
from records.core.errors import Refusal
from referee import schemas

MEDIA_TYPE: Final = "application/schema+json"
FOR_A_DAY: Final = "public, max-age=86400"
"""A schema only ever becomes clearer: what documents of its version may hold does not change."""


class Schema(APIView):
    """One of the published schemas."""

    authentication_classes = ()
    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_json_schema",
        summary="A JSON Schema",
        auth=[],
        responses={(200, MEDIA_TYPE): OpenApiTypes.OBJECT, 304: None, **refusals(404, 429)},
        tags=["schemas"],
    )
    def get(self, request: Request, schema_name: str) -> HttpResponseBase:
        """What documents of a kind and version look like (JSON Schema 2020-12): `record-1`, `sheet-1`, `verdict-1`, `results-1`.
        Its `$id` is this address; what it refers to lies beside it."""
        if schema_name not in schemas.NAMES:
            known = ", ".join(schemas.NAMES)
            raise Refusal("not-found", _("There is no schema of this name; there are: {known}."), 404, known=known)
        address = reverse("schema", args=[schema_name], request=request)
        body = json.dumps({**schemas.schema(schema_name), "$id": address}, ensure_ascii=False).encode()
        etag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        answer = not_modified(request, etag) or HttpResponse(body, MEDIA_TYPE, headers={"ETag": etag})
        answer["Cache-Control"] = FOR_A_DAY
        return answer
