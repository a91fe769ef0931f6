"""Figures of a club and of its players, by game and rules."""

from __future__ import annotations

import uuid
from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import player_of
from api.archive.matches.serializers import CheckedSerializer
from api.http.problems import refusals
from records.archive import players


class CountedFanSerializer(serializers.Serializer[dict[str, Any]]):
    """A fan and how often it was won with."""

    code = serializers.CharField()
    times = serializers.IntegerField(help_text="wins that had it")


class CountedRuleSerializer(serializers.Serializer[dict[str, Any]]):
    """A rule and how often it was broken."""

    code = serializers.CharField()
    clause = serializers.CharField()
    times = serializers.IntegerField()


class SumsSerializer(serializers.Serializer[dict[str, Any]]):
    """The sums over the rounds of one seat, or of several."""

    rounds = serializers.IntegerField(help_text="settled ones; of the club: for each seat")
    won = serializers.IntegerField(help_text="rounds in which there was a win; in a game of places, a first place")
    dealt_in = serializers.IntegerField(help_text="rounds in which a win was on a tile of this seat")
    wins = serializers.IntegerField(help_text="all wins, also several of a round; in a game of places, first places")
    value = serializers.FloatField(allow_null=True, help_text="the average of a win")
    checked = serializers.IntegerField(help_text="rounds at whose end the seat was paid, or paid, for being ready or not")
    ready = serializers.IntegerField(help_text="those at whose end it was paid")
    rounds_of_all = serializers.IntegerField(help_text="with those that could not be settled: what `broken` is of")


class FiguresSerializer(SumsSerializer):
    """The figures of a player, or of all seats of a club, in a game and its rules."""

    fans = CountedFanSerializer(many=True, help_text="the most frequent")
    broken = CountedRuleSerializer(many=True, help_text="the most frequent")


class GroupSerializer(serializers.Serializer[dict[str, Any]]):
    """A game and its rules."""

    game = serializers.CharField()
    rules = serializers.CharField(help_text="as the records write them; empty: the game's usual ones")


class PlayerGroupSerializer(GroupSerializer):
    """The figures of a player in a game and its rules, beside those of the club."""

    player = FiguresSerializer(help_text="five fans and five rules broken at most")
    club = FiguresSerializer(help_text="of the same fans and rules")


class PlayerSumsSerializer(SumsSerializer):
    """The figures of one of a club's players."""

    player = serializers.UUIDField()
    name = serializers.CharField()


class ClubGroupSerializer(GroupSerializer):
    """The figures of a club in a game and its rules."""

    matches = serializers.IntegerField()
    rounds = serializers.IntegerField(help_text="settled ones")
    checked = CheckedSerializer(help_text="of all rounds of the matches")
    drawn = serializers.IntegerField(help_text="those without a win")
    wins = serializers.IntegerField()
    dealt_in = serializers.IntegerField(help_text="wins on another seat's tile")
    seats = FiguresSerializer(help_text="of all seats in which a player sat; a hundred fans and rules broken at most")
    players = PlayerSumsSerializer(many=True, help_text="the thirty with the most rounds")


class PlayerFiguresSerializer(serializers.Serializer[dict[str, Any]]):
    """A player's figures."""

    groups = PlayerGroupSerializer(many=True)


class ClubTotalsSerializer(serializers.Serializer[dict[str, Any]]):
    """How much a club has, by the current verdicts."""

    matches = serializers.IntegerField(help_text="with those that have no verdict yet")
    rounds = serializers.IntegerField()
    checked = CheckedSerializer()
    findings = serializers.IntegerField()
    players = serializers.IntegerField()


class ClubFiguresSerializer(serializers.Serializer[dict[str, Any]]):
    """A club's figures."""

    totals = ClubTotalsSerializer()
    groups = ClubGroupSerializer(many=True)


class PlayerFigures(APIView):
    """The figures of a player."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_player_figures",
        summary="A player's figures",
        responses={200: PlayerFiguresSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """The player's figures by game and rules beside those of the club, by the current verdicts. For owners."""
        player = player_of(club_of(request, slug), player_id)
        groups = players.figures_of_player(request.user, player)
        return Response(PlayerFiguresSerializer({"groups": groups}).data)


class ClubFigures(APIView):
    """The figures of a club."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_club_figures",
        summary="A club's figures",
        responses={200: ClubFiguresSerializer, **refusals(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The club's totals, and its figures by game and rules, the forty with the most rounds; by the current verdicts. For
        owners."""
        club = club_of(request, slug)
        figures = {
            "totals": players.totals_of_club(request.user, club),
            "groups": players.figures_of_club(request.user, club),
        }
        return Response(ClubFiguresSerializer(figures).data)
