"""Matches: listing, uploading, reading, their verdicts and replays, judging again, moving into a club."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import serializers, status
from rest_framework.exceptions import NotAuthenticated, NotFound
from rest_framework.permissions import IsAuthenticated, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import match_of, match_to_read
from api.archive.matches.answers import LISTING, match_answer, match_page, verdict_answer
from api.archive.matches.serializers import MatchSerializer, UploadedSerializer
from api.archive.matches.uploading import UPLOADING, upload
from api.http import parameters
from api.http.components import VERDICT
from api.http.idempotency import once_per_key
from api.http.pagination import page_of
from api.http.parsers import RECORD_PARSERS, RECORDS_BODY, SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.http.response_cache import cached_answer
from api.http.throttling import RoundThrottle
from records.accounts import access
from records.archive import matches
from records.archive.models import Match
from records.core.errors import Refusal
from records.core.languages import reader_language
from records.wording.board import document


class ClubMatches(APIView):
    """A club's matches."""

    permission_classes = [IsAuthenticated]
    parser_classes = RECORD_PARSERS

    @extend_schema(
        operation_id="list_club_matches",
        summary="A club's matches",
        parameters=LISTING,
        responses={200: page_of(MatchSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The club's matches, newest first, in pages."""
        return match_page(self, request, matches.of_club(request.user, club_of(request, slug)))

    @extend_schema(
        operation_id="upload_club_matches",
        summary="Upload into a club",
        request=RECORDS_BODY,
        parameters=[*UPLOADING, *parameters.ASKED],
        responses={
            202: UploadedSerializer,
            200: UploadedSerializer,
            **refusals(401, 403, 404, 413, 415, 422),
        },
    )
    def post(self, request: Request, slug: str) -> HttpResponseBase:
        """Upload matches into the club; its members see them. For scorers; `public=1` for organizers."""
        return upload(request, club_of(request, slug))


VERDICT_FOR_READERS = OpenApiResponse(
    VERDICT,
    description="A verdict, as docs/reference/verdict.md states it; a round's `more` counts findings beyond those listed, "
    "`partial` tells that wins, kongs, ledger and places end where it halted; messages name the players where the record does",
)


class MatchList(APIView):
    """Stored matches."""

    parser_classes = RECORD_PARSERS
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="list_matches",
        summary="List matches",
        responses={200: page_of(MatchSerializer), 400: PROBLEM},
        parameters=LISTING,
    )
    def get(self, request: Request) -> Response:
        """The matches that you may see, newest first, in pages."""
        return match_page(self, request)

    @extend_schema(
        operation_id="upload_matches",
        summary="Upload matches",
        request=RECORDS_BODY,
        parameters=[*UPLOADING, *parameters.ASKED],
        responses={
            202: UploadedSerializer,
            200: UploadedSerializer,
            **refusals(401, 403, 413, 415, 422),
        },
    )
    def post(self, request: Request) -> HttpResponseBase:
        """Upload PPN or JSON, one or many matches; workers judge them. 202 with the addresses to poll; 200 where every match was
        stored before. A match that cannot be read is stored too: its verdict is `unreadable`."""
        return upload(request)


class MatchDetail(APIView):
    """One stored match."""

    opened_by = access.ShareGrant

    @extend_schema(operation_id="read_match", summary="A match", responses={200: MatchSerializer, 404: PROBLEM})
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The header of the match, and how far the work on it has come."""
        return Response(match_answer(request, match_to_read(request, match_id)))


class MatchSource(APIView):
    """The text of a match."""

    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="read_source",
        summary="The record as it was uploaded",
        parameters=[
            OpenApiParameter(
                "original",
                bool,
                description="the file that the match was converted from, instead; 404 where it holds more matches",
            )
        ],
        responses={(200, "text/x-ppn"): OpenApiTypes.BINARY, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID) -> HttpResponse:
        """The record's text, byte for byte; of a match that was converted, the text that it was converted to."""
        match = match_to_read(request, match_id)
        file = matches.original_of(match) if parameters.flag(request, "original") else matches.source_of(match)
        if file is None:
            raise NotFound
        return HttpResponse(file.content, headers=file.headers)


class MatchVerdict(APIView):
    """The verdict on a match."""

    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="read_verdict",
        summary="The verdict",
        parameters=[OpenApiParameter("judgement", int, description="one of the match's judgements, current or not")],
        responses={
            200: VERDICT_FOR_READERS,
            202: OpenApiResponse(MatchSerializer, description="Not judged yet"),
            304: None,
            404: PROBLEM,
            409: PROBLEM,
        },
    )
    def get(self, request: Request, match_id: uuid.UUID) -> HttpResponseBase:
        """The current verdict. 202 with Retry-After while it is awaited; 409 where the engine failed on
        the match, or its batch was cancelled."""
        match = match_to_read(request, match_id)
        if "judgement" in request.query_params:
            return self._of(request, match, parameters.number(request, "judgement"))
        if match.current_judgement is not None:
            return verdict_answer(request, match, match.current_judgement)
        if match.state == Match.State.FAILED:
            raise Refusal("judging-failed", _("The referee failed on this match; its record is kept."), 409)
        if match.state == Match.State.STOPPED:
            raise Refusal("not-judged", _("This match was not judged: its batch was cancelled. Have it judged again."), 409)
        return Response(match_answer(request, match), status=status.HTTP_202_ACCEPTED, headers={"Retry-After": "1"})

    def _of(self, request: Request, match: Match, number: int | None) -> HttpResponseBase:
        """Another judgement's; for those whose match it is."""
        judgement = or_404(
            matches.judgement_for(request.user, match, str(number)),
            _("Judgement not found on this match, or you don't have access."),
        )
        return verdict_answer(request, match, judgement)


VIEW = OpenApiParameter("view", str, description="a seat's letter: only what that seat could see")


class MatchFrames(APIView):
    """The frames of a round."""

    opened_by = access.ShareGrant
    throttle_classes = [RoundThrottle]

    @extend_schema(
        operation_id="read_frames",
        summary="The replay of a round",
        parameters=[VIEW, parameters.WORDS],
        responses={
            200: OpenApiResponse(OpenApiTypes.OBJECT, description="The frames, the first after the deal"),
            304: None,
            404: PROBLEM,
        },
    )
    def get(self, request: Request, match_id: uuid.UUID, number: int) -> HttpResponseBase:
        """One frame after the deal and one after every move. With `words` each has its move as a sentence (`said`), what is
        called out, its mark and, after a fault, what the rules allowed; and `words` has the names of seats and tiles."""
        match = match_to_read(request, match_id)
        view, words = view_asked_for(request, match), parameters.flag(request, "words")

        def content() -> dict[str, Any]:
            told: dict[str, Any] = {"frames": matches.frames(match, number, view)}
            if words:
                # From one seat's view nothing is said of what the others could have played: it would tell their hands.
                allowed = {} if view else matches.allowed(match, told["frames"])
                told = document(told["frames"], matches.verdict_of(match), allowed)
            return {"match": str(match.pk), "round": number, "view": view, **told}

        # Neither the record of a match nor a judgement ever changes; the sentences are of the judgement and of the language.
        said = (match.current_judgement_id, reader_language()) if words else ()
        try:
            return cached_answer(request, ("frames", match.pk, number, view, *said), content, tagged_by_key=True)
        except LookupError as error:
            raise Refusal("no-frames", _("This round cannot be replayed."), 404) from error


def view_asked_for(request: Request, match: Match) -> str | None:
    """The seat whose view is requested, None for the view of everybody. Raises Refusal (400) for a seat that the game lacks."""
    try:
        return matches.viewer(match, request.query_params.get("view"))
    except matches.UnknownSeatError as error:
        raise Refusal("invalid-view", _("There is no such seat."), 400) from error


class MatchRejudge(APIView):
    """Judging a match again."""

    @extend_schema(
        operation_id="rejudge_match",
        summary="Re-judge",
        request=None,
        responses={202: MatchSerializer, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Have the match judged again by the present engine. Earlier judgements stay."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        match = match_of(request, match_id)
        matches.rejudge(request.user, match)
        return Response(match_answer(request, match_of(request, match_id)), status=status.HTTP_202_ACCEPTED)


class IntoClubSerializer(serializers.Serializer[dict[str, str]]):
    """Where a match goes."""

    club = serializers.CharField(max_length=50, help_text="the club's short name")


class MoveMatch(APIView):
    """Moving a match into a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="move_match",
        summary="Give it to a club",
        request=IntoClubSerializer,
        responses={200: MatchSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Make your own match a club's into which you upload. It keeps its address and its verdicts, and an event that it fits
        takes it. 409 where the club has the record, or its file holds other matches too."""
        match = match_of(request, match_id)
        if not matches.is_own(request.user, match):
            raise Refusal("permission-denied", _("This match is not yours to give to a club."), 403)
        club = club_of(request, validated(request, IntoClubSerializer)["club"])
        return Response(match_answer(request, matches.move_to_club(request.user, match, club)))
