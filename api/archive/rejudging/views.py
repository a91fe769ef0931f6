"""Re-judgings: starting, listing, one with its job."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import rejudging_of
from api.archive.rejudging.serializers import AskSerializer, RejudgingSerializer, rejudging_answer
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, NewestFirst, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, refusals
from api.jobs import started
from records.accounts.models import Club
from records.archive import rejudging


def _start(request: Request, club: Club | None = None) -> Response:
    """Start a re-judging."""
    body = validated(request, AskSerializer)
    job = rejudging.start(request.user, club, filters=body.get("filters"), rules=body.get("rules", ""), apply=body["apply"])
    return started(request, job, rejudging_answer(request, job))


def _page(view: APIView, request: Request, rejudgings: Any) -> Response:
    """A page of re-judgings."""
    pages = NewestFirst()
    page = pages.paginate_queryset(rejudgings, request, view)
    return pages.get_paginated_response(serialized_rows(RejudgingSerializer, page, {"request": request}))


STARTED = {202: RejudgingSerializer, **refusals(400, 401, 403, 404, 422)}


class RejudgingList(APIView):
    """The re-judgings of one's clubs and of the whole service."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_rejudgings",
        summary="List what was judged again",
        parameters=PAGES,
        responses={200: page_of(RejudgingSerializer), 401: PROBLEM},
    )
    def get(self, request: Request) -> Response:
        """The re-judgings of your clubs, the newest first, in pages; for the staff all."""
        return _page(self, request, rejudging.visible_to(request.user))

    @extend_schema(
        operation_id="rejudge_everything", summary="Judge the whole service again", request=AskSerializer, responses=STARTED
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Judge every match of the service again that fits the filters. For the staff."""
        return _start(request)


class ClubRejudgings(APIView):
    """The re-judgings of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_club_rejudgings",
        summary="What a club had judged again",
        parameters=PAGES,
        responses={200: page_of(RejudgingSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The re-judgings of the club, the newest first, in pages."""
        return _page(self, request, rejudging.visible_to(request.user).filter(club=club_of(request, slug)))

    @extend_schema(operation_id="rejudge_club", summary="Judge a club's archive again", request=AskSerializer, responses=STARTED)
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Judge the club's matches again that fit the filters; with `rules`, by other rules. It runs in the background and gives
        way to uploads. For organizers."""
        return _start(request, club_of(request, slug))


class RejudgingDetail(APIView):
    """A re-judging."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_rejudging",
        summary="How far judging again has come",
        responses={200: RejudgingSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> Response:
        """Its progress, and a summary of the differences so far."""
        return Response(rejudging_answer(request, rejudging_of(request, rejudging_id)))
