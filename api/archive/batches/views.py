"""Batches: uploading, listing, one with its job and its files."""

from __future__ import annotations

import uuid
from typing import Any

from django.http.response import HttpResponseBase
from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.batches.parsers import BODY, NAMED, PARSERS, stream_of
from api.archive.batches.serializers import BatchProgressSerializer, BatchSerializer, batch_answer
from api.archive.lookup import batch_of
from api.archive.matches.uploading import UPLOADING
from api.http import parameters
from api.http.idempotency import once
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, NewestFirst, page_of
from api.http.problems import PROBLEM, refusals
from api.jobs import started
from records.accounts.models import Club
from records.archive import batches


def _received(request: Request, club: Club | None = None) -> HttpResponseBase:
    """Store the uploaded batch as the person's or the club's, once per key."""
    body, public, hints = stream_of(request), parameters.flag(request, "public"), parameters.hints(request)
    with batches.received(body.read, request.user, club, public) as upload:

        def stored() -> Response:
            whose: dict[str, Any] = {"user": request.user, "club": club, "public": public}
            batch = batches.store(upload, media_type=body.media_type, filename=body.filename, hints=hints, **whose)
            return started(request, batch, batch_answer(request, batch))

        return once(request, (upload.sha256, body.filename), stored)


RECEIVED = {
    202: BatchProgressSerializer,
    **refusals(401, 403, 413, 415, 422, 429),
}


class BatchList(APIView):
    """Batches."""

    permission_classes = [IsAuthenticated]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="list_batches",
        summary="List batches",
        responses={200: page_of(BatchSerializer), 401: PROBLEM},
        parameters=PAGES,
    )
    def get(self, request: Request) -> Response:
        """Your batches and those of your clubs, the newest first, in pages."""
        pages = NewestFirst()
        page = pages.paginate_queryset(batches.visible_to(request.user), request, self)
        return pages.get_paginated_response(serialized_rows(BatchSerializer, page, {"request": request}))

    @extend_schema(
        operation_id="upload_batch", summary="Upload a batch", request=BODY, parameters=[*UPLOADING, NAMED], responses=RECEIVED
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Upload a zip, a PPN file or JSON lines with any number of matches. Workers ingest the batch and judge its matches. 202
        with the address to poll."""
        return _received(request)


class ClubBatches(APIView):
    """Uploading batches into a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="upload_club_batch",
        summary="Upload a batch into a club",
        request=BODY,
        parameters=[*UPLOADING, NAMED],
        responses={**RECEIVED, 404: PROBLEM},
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        """A batch whose matches are the club's. For scorers; `public=1` for organizers."""
        return _received(request, club_of(request, slug))


class BatchDetail(APIView):
    """One batch."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_batch",
        summary="A batch and its progress",
        responses={200: BatchProgressSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, batch_id: uuid.UUID) -> Response:
        """How far it has come, counted now, and its first hundred files; the report has all."""
        return Response(batch_answer(request, batch_of(request, batch_id)))
