"""Uploading matches: storing the records of a request, and the answer to it."""

from __future__ import annotations

from contextlib import nullcontext

from drf_spectacular.utils import OpenApiParameter
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from api.http import parameters
from api.http.lists import serialized_rows
from api.http.parsers import bodies_of
from api.matches.answers import match_context
from api.matches.serializers import MatchSerializer
from records import audit, matches
from records.models import Club, Match

UPLOADING = [
    OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description="same key and body: same answer"),
    OpenApiParameter("public", bool, description="whether everybody may read the matches"),
    *parameters.HINTS,
]


def upload(request: Request, club: Club | None = None) -> Response:
    """Store the uploaded records as the person's or the club's, and answer with their matches."""
    key = request.headers.get("Idempotency-Key") or None
    public, hints = parameters.flag(request, "public"), parameters.hints(request)
    found: list[Match] = []
    created, brought = 0, bodies_of(request)
    with audit.atomic() if len(brought) > 1 else nullcontext():  # of several files all are stored or none
        for number, body in enumerate(brought):
            uploaded = matches.upload(
                body.data,
                media_type=body.media_type,
                filename=body.filename,
                user=request.user,
                club=club,
                public=public,
                idempotency_key=f"{key}#{number}" if key and number else key,
                hints=hints,
            )
            found += uploaded.matches
            created += sum(uploaded.created)
    rows = serialized_rows(MatchSerializer, found, match_context(request))
    code = status.HTTP_202_ACCEPTED if created else status.HTTP_200_OK
    location = rows[0]["url"] if rows else ""
    return Response({"created": created, "matches": rows}, status=code, headers={"Location": location} if location else {})
