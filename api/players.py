"""Players over REST: a club's people at the tables, what their matches come to, and who is one person with whom."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import OpenApiParameter, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.bodies import QuestionParser
from api.clubs import asked, club_of
from api.pages import PAGES, ByName, NewestFirst, page_of
from api.problems import Problem
from api.serializers import MatchSerializer
from api.views import PROBLEM, telling
from records import events, matches, players
from records.models import Club, Match, Player, PlayerMerge


class PlayerSerializer(serializers.Serializer):
    """A player of a club."""

    id = serializers.UUIDField()
    url = serializers.SerializerMethodField()
    name = serializers.CharField()

    def get_url(self, player: Player) -> str:
        return address(self.context["request"], player)


class ListedPlayerSerializer(PlayerSerializer):
    """A player in a list."""

    matches = serializers.SerializerMethodField()

    def get_matches(self, player: Player) -> int:
        return int(self.context["counts"].get(player.pk, 0))


class SpellingSerializer(serializers.Serializer):
    """A way in which the name is written in records."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    seats = serializers.IntegerField(source="count", help_text="at how many seats it stands")


class GameResultSerializer(serializers.Serializer):
    """What a player's matches of a game come to, by their current verdicts."""

    game = serializers.CharField()
    matches = serializers.IntegerField()
    settled = serializers.IntegerField(help_text="those of which a round could be settled")
    rounds = serializers.IntegerField(help_text="settled ones")
    points = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="rounds won; in a game of places, come in first")
    average = serializers.FloatField(allow_null=True, help_text="points a round")
    best = serializers.IntegerField(allow_null=True, help_text="points of the best match")
    worst = serializers.IntegerField(allow_null=True, help_text="points of the worst match")


class BrokenSerializer(serializers.Serializer):
    """A rule that a player was found to break."""

    code = serializers.CharField()
    clause = serializers.CharField()
    game = serializers.CharField()
    times = serializers.IntegerField()
    matches = serializers.IntegerField()


class OpponentSerializer(serializers.Serializer):
    """Somebody at the same tables."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    matches = serializers.IntegerField()


class PlacedSerializer(serializers.Serializer):
    """A player's place in an event."""

    event = serializers.SerializerMethodField(help_text="its address")
    name = serializers.CharField(source="event.name")
    entrant = serializers.CharField(help_text="the name under which the player takes part")
    rank = serializers.IntegerField(allow_null=True, help_text="null before the first table")
    of = serializers.IntegerField(help_text="entrants ranked")
    provisional = serializers.BooleanField()

    def get_event(self, placed: events.Placed) -> str:
        return str(reverse("api:event", args=[placed.event.pk], request=self.context["request"]))


class CareerSerializer(PlayerSerializer):
    """A player with everything that is counted of them."""

    matches_url = serializers.SerializerMethodField()
    now = serializers.SerializerMethodField(help_text="who this is now, where all the names were given to another player")
    spellings = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField(help_text="by game, the most played first")
    findings = serializers.SerializerMethodField(help_text="rules that the player broke, the most frequent first")
    opponents = serializers.SerializerMethodField(help_text="met most often")
    events = serializers.SerializerMethodField(help_text="the latest in which the player takes part, with the place as it stands")

    def get_matches_url(self, player: Player) -> str:
        return address(self.context["request"], player, "player_matches")

    def get_now(self, player: Player) -> str | None:
        now = matches.now(player)
        return None if now == player else address(self.context["request"], now)

    def get_spellings(self, player: Player) -> list[dict[str, Any]]:
        return list(SpellingSerializer(matches.aliases_of(player), many=True).data)

    def get_results(self, player: Player) -> list[dict[str, Any]]:
        return list(GameResultSerializer(matches.by_game(player), many=True).data)

    def get_findings(self, player: Player) -> list[dict[str, Any]]:
        return list(BrokenSerializer(matches.broken(player), many=True).data)

    def get_opponents(self, player: Player) -> list[dict[str, Any]]:
        return list(OpponentSerializer(matches.opponents(player), many=True).data)

    @extend_schema_field(PlacedSerializer(many=True))
    def get_events(self, player: Player) -> list[dict[str, Any]]:
        places = events.placed(player, events.of_player(player))
        return list(PlacedSerializer(places, many=True, context=self.context).data)


class PlayedSerializer(MatchSerializer):
    """A match that a player sat in."""

    points = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="what the player made in it; null where nothing is settled"
    )

    class Meta(MatchSerializer.Meta):
        fields = [*MatchSerializer.Meta.fields, "points"]

    def to_representation(self, match: Match) -> dict[str, Any]:
        """With what the player made."""
        points = self.context["points"].get(match.pk)
        return {**super().to_representation(match), "points": None if points is None else int(points)}


class RegroupingSerializer(serializers.Serializer):
    """Somebody's word on who is one person with whom."""

    id = serializers.IntegerField()
    kind = serializers.SerializerMethodField(help_text="`merge` or `split`")
    player = PlayerSerializer(help_text="whose names moved")
    into = PlayerSerializer(help_text="to whom")
    moved = serializers.SerializerMethodField(help_text="the names that moved then")
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)
    undone_by = serializers.CharField(source="undone_by.username", default=None, allow_null=True)

    def get_kind(self, regrouping: PlayerMerge) -> str:
        return "merge" if regrouping.alias_id is None else "split"

    def get_moved(self, regrouping: PlayerMerge) -> list[str]:
        return [spelling["name"] for spelling in regrouping.moved]


class NameSerializer(serializers.Serializer):
    """What a player is to be called."""

    name = serializers.CharField(max_length=200)


class MergeSerializer(serializers.Serializer):
    """Who else this player is."""

    players = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=100)


class SplitSerializer(serializers.Serializer):
    """Which spelling is somebody else."""

    spelling = serializers.IntegerField(help_text="its id")


def address(request: Request, player: Player, name: str = "player") -> str:
    """Where a player is."""
    return str(reverse(f"api:{name}", args=[player.club.slug, player.pk], request=request))


def player_of(club: Club, player_id: uuid.UUID) -> Player:
    """One of the club's players. Raises a 404 problem."""
    player = players.find(club, player_id)
    if player is None:
        raise Problem(404, "not-found", _("There is no such player in the club."))
    return player


def _career(request: Request, player: Player) -> Response:
    return Response(CareerSerializer(player, context={"request": request}).data)


def _said(request: Request, regroupings: Any, many: bool = False) -> Any:
    return RegroupingSerializer(regroupings, many=many, context={"request": request}).data


READS = {401: PROBLEM, 404: PROBLEM}
CHANGES = dict.fromkeys((400, 401, 403, 404, 409, 422), PROBLEM)


class Players(APIView):
    """A club's players."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_players",
        summary="A club's players",
        responses={200: page_of(ListedPlayerSerializer), **READS},
        parameters=[OpenApiParameter("q", str, description="part of a name, in any spelling"), *PAGES],
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everybody who stands in the club's matches, by name, in pages."""
        club, pages = club_of(request, slug), ByName()
        found = players.search(club, request.query_params.get("q", "")).select_related("club")
        page = pages.paginate_queryset(found, request, self) or []
        context = {"request": request, "counts": matches.counted(page)}
        return pages.get_paginated_response(ListedPlayerSerializer(page, many=True, context=context).data)


class OnePlayer(APIView):
    """One player."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(operation_id="read_player", summary="A player", responses={200: CareerSerializer, **READS})
    def get(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """Spellings, results by game, rules broken and opponents, all by the current verdicts, counted now."""
        return _career(request, player_of(club_of(request, slug), player_id))

    @extend_schema(
        operation_id="rename_player",
        summary="Rename a player",
        request=NameSerializer,
        responses={200: CareerSerializer, **CHANGES},
    )
    def patch(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """What the player is called; records keep their spellings. For organizers."""
        player = player_of(club_of(request, slug), player_id)
        return _career(request, players.rename(request.user, player, asked(request, NameSerializer)["name"]))


class PlayerMatches(APIView):
    """A player's history."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_player_matches",
        summary="A player's matches",
        responses={200: page_of(PlayedSerializer), **READS},
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
        given = {name: request.query_params.get(name, "").replace("\x00", "") for name in ("game", "finding")}
        found = matches.played(matches.of_club(request.user, club), player, **given)
        page = pages.paginate_queryset(matches.ids_only(found), request, self) or []
        context = {**telling(request), "points": matches.points_in(player, page)}
        return pages.get_paginated_response(PlayedSerializer(matches.with_details(page), many=True, context=context).data)


class MergePlayers(APIView):
    """Merging."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="merge_players",
        summary="Merge players into one",
        request=MergeSerializer,
        responses={201: RegroupingSerializer(many=True), **CHANGES},
    )
    def post(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """Say that others are this player: all their names, and with them their matches, are this one's. For organizers. It
        can be undone at any time."""
        club = club_of(request, slug)
        into = player_of(club, player_id)
        others = [player_of(club, other) for other in asked(request, MergeSerializer)["players"]]
        done = players.merge(request.user, into, others)
        return Response(_said(request, done, many=True), status=status.HTTP_201_CREATED)


class SplitPlayer(APIView):
    """Splitting."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="split_player",
        summary="Split a spelling off",
        request=SplitSerializer,
        responses={201: RegroupingSerializer, **CHANGES},
    )
    def post(self, request: Request, slug: str, player_id: uuid.UUID) -> Response:
        """Say that one of a player's spellings is somebody else: whom it was before, or a new player. For organizers."""
        player = player_of(club_of(request, slug), player_id)
        wanted = asked(request, SplitSerializer)["spelling"]
        spelling = next((one for one in matches.aliases_of(player) if one.pk == wanted), None)
        if spelling is None:
            raise Problem(404, "not-found", _("This player has no such spelling."))
        return Response(_said(request, players.split(request.user, spelling)), status=status.HTTP_201_CREATED)


class Regroupings(APIView):
    """Who was merged and split."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_regroupings",
        summary="Merges and splits of players",
        parameters=PAGES,
        responses={200: page_of(RegroupingSerializer), **READS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Everything that was ever said of who is who, newest first, in pages; what was undone too."""
        pages = NewestFirst()
        page = pages.paginate_queryset(players.regroupings_of(club_of(request, slug)), request, self)
        return pages.get_paginated_response(_said(request, page, many=True))


class UndoRegrouping(APIView):
    """Taking back."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="undo_regrouping",
        summary="Undo a merge or a split",
        request=None,
        responses={200: RegroupingSerializer, **CHANGES},
    )
    def post(self, request: Request, slug: str, regrouping_id: int) -> Response:
        """As if it had never been said: its names go back to whom they would be without it, whatever was said since. For
        organizers."""
        regrouping = players.regrouping_for(club_of(request, slug), regrouping_id)
        if regrouping is None:
            raise Problem(404, "not-found", _("There is no such merge or split in the club."))
        return Response(_said(request, players.undo(request.user, regrouping)))
