"""The endpoints. Each asks records or the engine, and shapes the answer."""

from __future__ import annotations

import uuid
from contextlib import nullcontext
from typing import Any

from django.db.models import QuerySet
from django.http import HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.utils.functional import SimpleLazyObject
from django.utils.translation import gettext as _
from django.views.decorators.gzip import gzip_page
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework import status
from rest_framework.exceptions import NotAuthenticated, PermissionDenied
from rest_framework.permissions import AllowAny, IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from api.bodies import PARSERS, bodies
from api.etag import tagged
from api.kept import kept
from api.pages import PAGES, NewestFirst, page_of
from api.problems import Problem
from api.serializers import (
    GameSerializer,
    MatchSerializer,
    ProblemSerializer,
    RulebookSerializer,
    UploadedSerializer,
)
from records import access, audit, clubs, events, matches
from records.models import Club, Judgement, Match
from referee import registry

PROBLEM = OpenApiResponse(ProblemSerializer, description="Problem details (RFC 9457)")
VERDICT = OpenApiResponse(OpenApiTypes.OBJECT, description="A verdict, as docs/reference/verdict.md states it")
OBJECT = {"type": "object", "additionalProperties": {}}
VERDICTS = OpenApiResponse(
    {"oneOf": [OBJECT, {"type": "array", "items": OBJECT}]},
    description="A verdict, or of several matches a list of them",
)
BODY = {
    "text/x-ppn": {"type": "string"},
    "application/json": {"oneOf": [{"type": "object"}, {"type": "array", "items": {"type": "object"}}]},
    "application/x-ndjson": {"type": "string"},
    "multipart/form-data": {"type": "object", "properties": {"file": {"type": "string", "format": "binary"}}},
}
FILTERS = {
    "game": "the game's id",
    "status": "clean, flagged or unreadable",
    "state": "pending, judging, judged, failed or stopped",
    "event": "part of the event's name",
    "player": "part of a player's name",
    "date_from": "YYYY.MM.DD, from this day on",
    "date_to": "YYYY.MM.DD, to this day",
    "finding": "the code of a finding",
    "q": "anything: event, stage, table, player, file",
}
LISTING = [
    *(OpenApiParameter(name, str, description=text) for name, text in FILTERS.items()),
    *PAGES,
]
UPLOADING = [
    OpenApiParameter("Idempotency-Key", str, OpenApiParameter.HEADER, description="same key and body: same answer"),
    OpenApiParameter("public", bool, description="whether everybody may read the matches"),
]


def found(request: Request, match_id: uuid.UUID | None = None, secret: str = "") -> Match:
    """The match, where this person may see it or comes by a share link to it or to its event. Raises a 404 problem."""
    if secret:
        match = events.find_shared_match(secret, match_id)
    else:
        match = matches.find(request.user, match_id) if match_id else None
    if match is None:
        raise Problem(404, "not-found", _("There is no such match, or it is not yours to see."))
    return match


def shown(request: Request, match: Match, secret: str = "", inside: bool = False) -> dict[str, Any]:
    """A match as an answer says it; its addresses are those of the share link that it was read by."""
    return dict(MatchSerializer(*matches.with_seats([match]), context=telling(request, secret, inside)).data)


def telling(request: Request, secret: str = "", inside: bool = False) -> dict[str, Any]:
    """What the serializer of matches needs to know of who asks; ``inside``: by a share link to an event."""

    def own_clubs() -> set[int]:
        return set() if secret else set(clubs.ids_of(request.user))

    # Asked for only where a match is a club's.
    return {"request": request, "secret": secret, "inside": inside, "clubs": SimpleLazyObject(own_clubs)}


def listed(view: APIView, request: Request, found: QuerySet[Match] | None = None) -> Response:
    """Those of the matches that fit the filters asked for, a page of them; without any named, of all that the person may see."""
    said = {name: request.query_params.get(name, "").replace("\x00", "") for name in FILTERS}
    given, pages = {name: text for name, text in said.items() if text}, NewestFirst()
    if found is None and not given and pages.cursor_query_param not in request.query_params:
        found: Any = matches.Newest(request.user)
    else:
        found = matches.visible_to(request.user) if found is None else found
        found = matches.ids_only(matches.search(found, **given))
    page = matches.with_details(pages.paginate_queryset(found, request, view) or ())
    return pages.get_paginated_response(MatchSerializer(page, many=True, context=telling(request)).data)


def uploaded(request: Request, club: Club | None = None) -> Response:
    """Store what the request brings, as the person's or as a club's."""
    key = request.headers.get("Idempotency-Key") or None
    public = request.query_params.get("public", "").lower() in ("1", "true")
    found: list[Match] = []
    created, brought = 0, bodies(request)
    with audit.all_or_none() if len(brought) > 1 else nullcontext():  # of several files all are stored or none
        for number, body in enumerate(brought):
            intake = matches.upload(
                body.data,
                media_type=body.media_type,
                filename=body.filename,
                user=request.user,
                club=club,
                public=public,
                idempotency_key=f"{key}#{number}" if key and number else key,
            )
            found += intake.matches
            created += sum(intake.created)
    answer = UploadedSerializer({"created": created, "matches": found}, context=telling(request)).data
    code = status.HTTP_202_ACCEPTED if created else status.HTTP_200_OK
    location = answer["matches"][0]["url"] if found else ""
    return Response(answer, status=code, headers={"Location": location} if location else {})


class Matches(APIView):
    """Stored matches."""

    parser_classes = PARSERS
    permission_classes = [IsAuthenticatedOrReadOnly]

    @extend_schema(
        operation_id="list_matches",
        summary="List matches",
        responses={200: page_of(MatchSerializer), 400: PROBLEM},
        parameters=LISTING,
    )
    def get(self, request: Request) -> Response:
        """The matches that you may see, newest first, in pages."""
        return listed(self, request)

    @extend_schema(
        operation_id="upload_matches",
        summary="Upload matches",
        request=BODY,
        parameters=UPLOADING,
        responses={
            202: UploadedSerializer,
            200: UploadedSerializer,
            401: PROBLEM,
            413: PROBLEM,
            415: PROBLEM,
            422: PROBLEM,
        },
    )
    def post(self, request: Request) -> Response:
        """Store PPN or JSON, one or many matches; workers judge them. 202 with the addresses to poll; 200 where every
        match was here already. A match that cannot be read is stored too: its verdict is `unreadable`."""
        return uploaded(request)


class OneMatch(APIView):
    """One stored match."""

    @extend_schema(operation_id="read_match", summary="A match", responses={200: MatchSerializer, 404: PROBLEM})
    def get(self, request: Request, match_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """Its header, and how far the work on it has come."""
        return Response(shown(request, found(request, match_id, secret), secret, match_id is not None))


class MatchSource(APIView):
    """The text of a match."""

    @extend_schema(
        operation_id="read_source",
        summary="The record as it was uploaded",
        responses={(200, "text/x-ppn"): OpenApiTypes.BINARY, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponse:
        """The match's own text, byte for byte."""
        match = found(request, match_id, secret)
        ending, kind = ("json", "application/json") if match.form == "json" else ("ppn", "text/x-ppn; charset=utf-8")
        return HttpResponse(
            bytes(match.source),
            content_type=kind,
            headers={"Content-Disposition": f'attachment; filename="{match.pk}.{ending}"'},
        )


class MatchVerdict(APIView):
    """The verdict on a match."""

    @extend_schema(
        operation_id="read_verdict",
        summary="The verdict",
        parameters=[OpenApiParameter("judgement", int, description="one of the match's judgements, current or not")],
        responses={200: VERDICT, 202: OpenApiResponse(MatchSerializer, description="Not judged yet"), 404: PROBLEM, 409: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID | None = None, secret: str = "") -> HttpResponseBase:
        """The current verdict. 202 with Retry-After while it is awaited; 409 where the engine failed on
        the match, or its batch was cancelled."""
        match = found(request, match_id, secret)
        if "judgement" in request.query_params and not secret:
            return self._of(request, match, request.query_params["judgement"])
        if match.current_judgement is not None:
            return verdict(request, match.current_judgement)
        if match.state == Match.State.FAILED:
            raise Problem(409, "judging-failed", _("The referee failed on this match; its record is kept."))
        if match.state == Match.State.STOPPED:
            raise Problem(409, "not-judged", _("This match was not judged: its batch was cancelled. Have it judged again."))
        answer = shown(request, match, secret, match_id is not None)
        return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Retry-After": "1"})

    def _of(self, request: Request, match: Match, number: str) -> HttpResponseBase:
        """Another judgement's; for those whose match it is."""
        judgement = matches.judgement_for(request.user, match, number)
        if judgement is None:
            raise Problem(404, "not-found", _("There is no such judgement on this match, or it is not yours to see."))
        return verdict(request, judgement)


def verdict(request: Request, judgement: Judgement) -> HttpResponseBase:
    """What a judgement says; it never changes. (Its number alone may come again in a database that was restored.)"""
    return kept(request, ("verdict", judgement.pk, judgement.created_at), lambda: judgement.verdict)


@method_decorator(gzip_page, name="dispatch")
class MatchFrames(APIView):
    """The tables of a round, move by move."""

    @extend_schema(
        operation_id="read_frames",
        summary="The replay of a round",
        parameters=[OpenApiParameter("view", str, description="a seat's letter: what that seat could see")],
        responses={200: OpenApiResponse(OpenApiTypes.OBJECT, description="The frames, the first after the deal"), 404: PROBLEM},
    )
    def get(self, request: Request, number: int, match_id: uuid.UUID | None = None, secret: str = "") -> Response:
        """One frame after the deal and one after every move."""
        match = found(request, match_id, secret)
        view = viewed(request, match)
        try:
            frames = matches.frames(match, number, view)
        except LookupError as error:
            raise Problem(404, "no-frames", _("This round cannot be replayed.")) from error
        return tagged(request, {"match": str(match.pk), "round": number, "view": view, "frames": frames})


def viewed(request: Request, match: Match) -> str | None:
    """Whose eyes are asked for, None for everybody's. Raises a 400 problem for a seat that the match's game does not have."""
    view = request.query_params.get("view") or None
    game = registry.find(match.game)
    if view is not None and game is not None and view not in list(game.rulebook.seats):
        raise Problem(400, "invalid-view", _("There is no such seat."))
    return view


class Rejudge(APIView):
    """Judging again."""

    @extend_schema(
        operation_id="rejudge_match",
        summary="Judge again",
        request=None,
        responses={202: MatchSerializer, 401: PROBLEM, 403: PROBLEM, 404: PROBLEM},
    )
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Have the match judged again by the present engine. Earlier judgements stay."""
        if not request.user.is_authenticated:
            raise NotAuthenticated
        match = found(request, match_id)
        if not access.may_with(request.user, access.Right.SCORE, match):
            raise PermissionDenied
        matches.rejudge(match)
        return Response(shown(request, found(request, match_id)), status=status.HTTP_202_ACCEPTED)


class Verify(APIView):
    """Verdicts without storing anything."""

    permission_classes = [AllowAny]
    parser_classes = PARSERS

    @extend_schema(
        operation_id="verify",
        summary="Verdict on a text",
        request=BODY,
        responses={200: VERDICTS, 413: PROBLEM, 415: PROBLEM, 422: PROBLEM},
    )
    def post(self, request: Request) -> Response:
        """Text in, verdict out; nothing is stored. One match is answered with its verdict, several with a list."""
        verdicts = []
        for body in bodies(request):
            verdicts += [referee.verify(record).as_dict() for record in referee.parse_file(body.data)]
        return Response(verdicts[0] if len(verdicts) == 1 else verdicts)


class Games(APIView):
    """The games."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="list_games", summary="The games that can be refereed", responses=GameSerializer(many=True))
    def get(self, request: Request) -> Response:
        """Every game with its presets."""
        rows = [_game(game) for game in referee.games()]
        return Response(GameSerializer(rows, many=True, context={"request": request}).data)


class GameRulebook(APIView):
    """A game's rulebook."""

    permission_classes = [AllowAny]

    @extend_schema(operation_id="read_rulebook", summary="A rulebook", responses={200: RulebookSerializer, 404: PROBLEM})
    def get(self, request: Request, game_id: str) -> HttpResponseBase:
        """Its clauses, options and presets, in Chinese and English."""
        game = registry.find(game_id)
        if game is None:
            raise Problem(404, "unknown-game", _("There is no such game."))
        return kept(request, ("rulebook", game.id), lambda: RulebookSerializer(_rulebook(game)).data)


def _game(game: referee.Game) -> dict[str, Any]:
    book = game.rulebook
    presets = [preset.name for preset in book.presets]
    return {"id": game.id, "name": dict(book.name), "edition": book.edition, "presets": presets}


def _rulebook(game: referee.Game) -> dict[str, Any]:
    book = game.rulebook
    clauses = [
        {
            "id": clause.id,
            "mark": clause.mark,
            "zh": clause.zh,
            "en": clause.en,
            "checked": clause.checked,
            "reason": dict(clause.reason) if clause.reason else None,
            "findings": list(dict.fromkeys(key.partition(":")[0] for key in clause.findings)),
        }
        for clause in book
    ]
    presets = [{"name": p.name, "zh": p.zh, "en": p.en, "options": dict(p.options)} for p in book.presets]
    return {**_game(game), "clauses": clauses, "options": book.options, "presets": presets}
