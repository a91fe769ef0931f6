"""Merging players of a club that are one person, splitting them, and undoing either."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import player_of
from api.archive.players.serializers import MergeSerializer, PlayerMergeSerializer
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, NewestFirst, page_of
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import or_404, refusals
from records.archive import players


def _shown_merges(request: Request, merges: Any, many: bool = False) -> Any:
    return PlayerMergeSerializer(merges, many=many, context={"request": request}).data


class PlayerMerges(APIView):
    """The merges and splits of a club's players."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_player_merges",
        summary="Merges and splits of players",
        parameters=PAGES,
        responses={200: page_of(PlayerMergeSerializer), **refusals(401, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """All merges and splits, the newest first, in pages, undone ones included."""
        pages = NewestFirst()
        page = pages.paginate_queryset(players.merges_of(club_of(request, slug)), request, self)
        return pages.get_paginated_response(_shown_merges(request, page, many=True))

    @extend_schema(
        operation_id="merge_players",
        summary="Merge players into one, or split an alias off",
        request=MergeSerializer,
        responses={201: PlayerMergeSerializer(many=True), **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """With `players`, merge these into `player`, who gets all their aliases and so their matches. With `alias`, give this
        alias of the player to its original player again, or to a new one. Either can be undone at any time. For organizers."""
        club = club_of(request, slug)
        fields = validated(request, MergeSerializer)
        player = player_of(club, fields["player"])
        if "alias" in fields:
            alias = or_404(
                next((one for one in players.aliases_of(player) if one.pk == fields["alias"]), None),
                _("This player has no such alias."),
            )
            done = [players.split(request.user, alias)]
        else:
            done = players.merge(request.user, player, [player_of(club, other) for other in fields["players"]])
        return Response(_shown_merges(request, done, many=True), status=status.HTTP_201_CREATED)


class PlayerMergeDetail(APIView):
    """A merge or a split."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="undo_player_merge",
        summary="Undo a merge or a split",
        request=None,
        responses={200: PlayerMergeSerializer, **refusals(401, 403, 404, 409)},
    )
    def delete(self, request: Request, slug: str, merge_id: int) -> Response:
        """Undo a merge or split: its aliases go back to the players who would have them without it. It stays in the list. For
        organizers."""
        player_merge = or_404(
            players.merge_for(club_of(request, slug), merge_id), _("There is no such merge or split in the club.")
        )
        return Response(_shown_merges(request, players.undo(request.user, player_merge)))
