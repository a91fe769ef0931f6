"""A club's players and their matches."""

from __future__ import annotations

import uuid

from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import player_of
from api.archive.matches.answers import match_context
from api.archive.players.serializers import (
    CareerSerializer,
    ListedPlayerSerializer,
    NameSerializer,
    PlayedSerializer,
)
from api.http import parameters
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, ByName, NewestFirst, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import refusals
from records.archive import matches, players
from records.archive.models import Player


def _career(request: Request, player: Player) -> Response:
    return Response(CareerSerializer(player, context={"request": request}).data)


class PlayerList(APIView):
    """A club's players."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_players",
        summary="A club's players",
        responses={200: page_of(ListedPlayerSerializer), **refusals(401, 404)},
        parameters=[
            OpenApiParameter("q", str, description="words of the name or the aliases, in any order and spelling"),
            *PAGES,
        ],
    )
    def get(self, request: Request, slug: str) -> Response:
        """The players of the club by name, in pages."""
        club, pages = club_of(request, slug), ByName()
        found = players.search(club, parameters.text(request, "q")).select_related("club")
        page = pages.paginate_queryset(found, request, self) or []
        context = {"request": request, "counts": players.match_counts(page)}
        return pages.get_paginated_response(serialized_rows(ListedPlayerSerializer, page, context))


class PlayerDetail(APIView):
    """One player."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(operation_id="read_player", summary="A player", responses={200: CareerSerializer, **refusals(401, 404)})
    def get(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """The player's aliases, results by game, rules broken and opponents, by the current verdicts."""
        return _career(request, player_of(club_of(request, slug), player_id))

    @extend_schema(
        operation_id="rename_player",
        summary="Rename a player",
        request=NameSerializer,
        responses={200: CareerSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """Change the name of the player; records keep theirs. For organizers."""
        player = player_of(club_of(request, slug), player_id)
        return _career(request, players.rename(request.user, player, validated(request, NameSerializer)["name"]))


class PlayerMatches(APIView):
    """The matches of a player."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_player_matches",
        summary="A player's matches",
        responses={200: page_of(PlayedSerializer), **refusals(401, 404)},
        parameters=[
            OpenApiParameter("game", str, description="the game's id"),
            *PAGES,
            OpenApiParameter("finding", str, description="only where the player was found to break a rule in this way"),
        ],
    )
    def get(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """The matches that the player sat in, newest first, with what they made, in pages."""
        club, pages = club_of(request, slug), NewestFirst()
        player = player_of(club, player_id)
        given = {name: parameters.text(request, name) for name in ("game", "finding")}
        found = players.played_by(matches.of_club(request.user, club), player, **given)
        page = pages.paginate_queryset(matches.ids_only(found), request, self) or []
        context = {**match_context(request), "points": players.points_in(player, page)}
        return pages.get_paginated_response(serialized_rows(PlayedSerializer, matches.with_details(page), context))
