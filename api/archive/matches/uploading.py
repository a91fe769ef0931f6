"""Uploading matches: storing the records of a request, and the answer to it."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import nullcontext
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.archive.matches.answers import match_context
from api.archive.matches.serializers import MatchSerializer
from api.http import parameters
from api.http.idempotency import KEY, once
from api.http.pagination import serialized_rows
from api.http.parsers import bodies_of
from records.accounts import audit
from records.accounts.models import Club
from records.archive import matches

UPLOADING = [
    KEY,
    OpenApiParameter("public", bool, description="whether everybody may read the matches"),
    *parameters.HINTS,
]


def upload(request: Request, club: Club | None = None) -> HttpResponseBase:
    """Store the uploaded records as the person's or the club's, once per key, and answer with their matches."""
    public, hints = parameters.flag(request, "public"), parameters.hints(request)
    brought = bodies_of(request)
    whose: dict[str, Any] = {"user": request.user, "club": club, "public": public, "hints": hints}
    prepared = [matches.prepare(body.data, media_type=body.media_type, filename=body.filename, **whose) for body in brought]
    return once(request, (part for body in brought for part in body), lambda: _stored(request, prepared))


def _stored(request: Request, prepared: Sequence[matches.Prepared]) -> Response:
    with audit.atomic() if len(prepared) > 1 else nullcontext():  # of several files all are stored or none
        uploaded = [matches.store(one) for one in prepared]
    created = sum(sum(one.created) for one in uploaded)
    found = [match for one in uploaded for match in one.matches]
    rows = serialized_rows(MatchSerializer, found, match_context(request))
    code = status.HTTP_202_ACCEPTED if created else status.HTTP_200_OK
    location = rows[0]["url"] if rows else ""
    return Response({"created": created, "matches": rows}, status=code, headers={"Location": location} if location else {})
