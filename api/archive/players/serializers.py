"""Serializers of players, their results and their merges."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.archive.matches.serializers import CheckedSerializer, MatchSerializer
from api.http.pagination import serialized_rows
from records.archive import players
from records.archive.models import Match, Player, PlayerAlias, PlayerMerge
from records.tournament import events


class PlayerSerializer(serializers.Serializer[Player]):
    """A player of a club."""

    id = serializers.UUIDField()
    url = serializers.SerializerMethodField()
    name = serializers.CharField()

    def get_url(self, player: Player) -> str:
        return player_address(self.context["request"], player)


class ListedPlayerSerializer(PlayerSerializer):
    """A player in a list."""

    matches = serializers.SerializerMethodField()

    def get_matches(self, player: Player) -> int:
        return int(self.context["counts"].get(player.pk, 0))


@extend_schema_serializer(component_name="Spelling")
class PlayerAliasSerializer(serializers.Serializer[PlayerAlias]):
    """An alias of a player."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    seats = serializers.IntegerField(source="count", help_text="at how many seats it stands")


class GameResultSerializer(serializers.Serializer[dict[str, Any]]):
    """The results of a player in a game, by the current verdicts."""

    game = serializers.CharField()
    matches = serializers.IntegerField()
    settled = serializers.IntegerField(help_text="those of which a round could be settled")
    rounds = serializers.IntegerField(help_text="settled ones")
    checked = CheckedSerializer(help_text="of all rounds of the matches")
    points = serializers.IntegerField()
    wins = serializers.IntegerField(help_text="all of them, also several of a round; in a game of places, come in first")
    average = serializers.FloatField(allow_null=True, help_text="points a round")
    best = serializers.IntegerField(allow_null=True, help_text="points of the best match")
    worst = serializers.IntegerField(allow_null=True, help_text="points of the worst match")


class BrokenSerializer(serializers.Serializer[dict[str, Any]]):
    """A rule that a player was found to break."""

    code = serializers.CharField()
    clause = serializers.CharField()
    game = serializers.CharField()
    times = serializers.IntegerField()
    matches = serializers.IntegerField()


class OpponentSerializer(serializers.Serializer[dict[str, Any]]):
    """A player at the same tables."""

    player = serializers.UUIDField()
    name = serializers.CharField()
    matches = serializers.IntegerField()


class PlacedSerializer(serializers.Serializer[events.EventPlace]):
    """A player's place in an event."""

    event = serializers.SerializerMethodField(help_text="its address")
    name = serializers.CharField(source="event.name")
    entrant = serializers.CharField(help_text="the name under which the player takes part")
    rank = serializers.IntegerField(allow_null=True, help_text="null before the first table")
    of = serializers.IntegerField(help_text="entrants ranked")
    provisional = serializers.BooleanField()

    def get_event(self, placed: events.EventPlace) -> str:
        return str(reverse("api:event", args=[placed.event.pk], request=self.context["request"]))


class CareerSerializer(PlayerSerializer):
    """A player with all statistics."""

    matches_url = serializers.SerializerMethodField()
    now = serializers.SerializerMethodField(help_text="who this is now, where all the names were given to another player")
    aliases = serializers.SerializerMethodField()
    results = serializers.SerializerMethodField(help_text="by game, the most played first")
    findings = serializers.SerializerMethodField(help_text="rules that the player broke, the most frequent first")
    opponents = serializers.SerializerMethodField(help_text="met most often")
    events = serializers.SerializerMethodField(help_text="the latest in which the player takes part, with the place as it stands")

    def get_matches_url(self, player: Player) -> str:
        return player_address(self.context["request"], player, "player_matches")

    def get_now(self, player: Player) -> str | None:
        now = players.current_player(player)
        return None if now == player else player_address(self.context["request"], now)

    def get_aliases(self, player: Player) -> list[dict[str, Any]]:
        return serialized_rows(PlayerAliasSerializer, players.aliases_of(player))

    def get_results(self, player: Player) -> list[dict[str, Any]]:
        return serialized_rows(GameResultSerializer, players.by_game(player))

    def get_findings(self, player: Player) -> list[dict[str, Any]]:
        return serialized_rows(BrokenSerializer, players.rules_broken(player))

    def get_opponents(self, player: Player) -> list[dict[str, Any]]:
        return serialized_rows(OpponentSerializer, players.opponents(player))

    @extend_schema_field(PlacedSerializer(many=True))
    def get_events(self, player: Player) -> list[dict[str, Any]]:
        places = events.places_of(player, events.of_player(player))
        return serialized_rows(PlacedSerializer, places, self.context)


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


@extend_schema_serializer(component_name="PlayerMerge")
class PlayerMergeSerializer(serializers.Serializer[PlayerMerge]):
    """A merge or a split."""

    id = serializers.IntegerField()
    kind = serializers.SerializerMethodField(help_text="`merge` or `split`")
    player = PlayerSerializer(help_text="whose names moved")
    into = PlayerSerializer(help_text="to whom")
    moved = serializers.SerializerMethodField(help_text="the names that moved then")
    created_at = serializers.DateTimeField()
    created_by = serializers.CharField(source="created_by.username", default=None, allow_null=True)
    undone_at = serializers.DateTimeField(allow_null=True)
    undone_by = serializers.CharField(source="undone_by.username", default=None, allow_null=True)

    def get_kind(self, merge: PlayerMerge) -> str:
        return "merge" if merge.alias_id is None else "split"

    def get_moved(self, merge: PlayerMerge) -> list[str]:
        return [alias["name"] for alias in merge.moved]


class NameSerializer(serializers.Serializer[dict[str, Any]]):
    """A new name of a player."""

    name = serializers.CharField(max_length=200)


class MergeSerializer(serializers.Serializer[dict[str, Any]]):
    """A merge or a split: the player, and who is the same person, or the alias of somebody else."""

    player = serializers.UUIDField()
    players = serializers.ListField(child=serializers.UUIDField(), min_length=1, max_length=100, required=False)
    alias = serializers.IntegerField(help_text="its id", required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        if ("players" in attrs) == ("alias" in attrs):
            raise serializers.ValidationError(_("Say either players or alias."))
        return attrs


def player_address(request: Request, player: Player, name: str = "player") -> str:
    """The address of a player."""
    return str(reverse(f"api:{name}", args=[player.club.slug, player.pk], request=request))
