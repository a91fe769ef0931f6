"""Serializers of events and their parts."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.reverse import reverse

from api.archive.matches.serializers import CheckedSerializer
from records.accounts.access.facts import Fact, sees
from records.archive.models import PlayerAlias
from records.tournament import events
from records.tournament.models import Entrant, Event, Stage
from referee.tournament.ranking.rulings import DECISIONS
from referee.tournament.ranking.tie_breaks import TIE_BREAKS


class FigureField(serializers.CharField):
    """An exact number, whole or a fraction: ``4``, ``1/2``."""

    def to_internal_value(self, data: Any) -> str:
        """Accepts numbers as well as text."""
        return super().to_internal_value(str(data) if type(data) is int else data)


class StageSerializer(serializers.Serializer[Stage]):
    """A stage and its scoring."""

    number = serializers.IntegerField(read_only=True)
    name = serializers.CharField(max_length=200, required=False, allow_blank=True)
    tag = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text="its matches' Stage tag; empty: what no other stage claims"
    )
    points = serializers.ChoiceField(
        ["score", "placement"], required=False, help_text="a table gives its points, or points for places"
    )
    placement = serializers.ListField(
        child=FigureField(max_length=15), required=False, help_text="the points of the places: 4, 2, 1, 0"
    )
    carry = FigureField(
        max_length=15, required=False, help_text="the part of the points so far that is brought along: 0 to 1, 1/2"
    )
    cut = serializers.BooleanField(required=False, help_text="who does not play in it is ranked behind, as the stage before left")
    tie_breaks = serializers.ListField(
        child=serializers.ChoiceField(list(TIE_BREAKS)), required=False, help_text="in order; points come first where not named"
    )


@extend_schema_serializer(component_name="Making")
class EventSettingsSerializer(serializers.Serializer[dict[str, Any]]):
    """The settings of an event."""

    name = serializers.CharField(max_length=200)
    slug = serializers.CharField(max_length=50, required=False, help_text="made from the name where left out")
    game = serializers.CharField(max_length=50, required=False, allow_blank=True, help_text="a game's id; empty: any")
    tag = serializers.CharField(
        max_length=200, required=False, allow_blank=True, help_text="its matches' Event tag; left out: its name; empty: none"
    )
    starts = serializers.CharField(max_length=10, required=False, allow_blank=True, help_text="YYYY.MM.DD")
    ends = serializers.CharField(max_length=10, required=False, allow_blank=True, help_text="YYYY.MM.DD")
    open = serializers.BooleanField(required=False, help_text="whoever plays takes part")
    public = serializers.BooleanField(required=False, help_text="anybody may read its standings and tables")


class EventSerializer(serializers.Serializer[Event]):
    """An event."""

    id = serializers.UUIDField()
    url = serializers.SerializerMethodField()
    slug = serializers.CharField()
    club = serializers.SerializerMethodField(help_text="for members of the club")
    name = serializers.CharField()
    game = serializers.CharField()
    tag = serializers.CharField()
    starts = serializers.CharField()
    ends = serializers.CharField()
    open = serializers.BooleanField()
    public = serializers.BooleanField()
    version = serializers.IntegerField(help_text="grows with every change of what is shown of the event")
    stages = serializers.SerializerMethodField()

    def get_url(self, event: Event) -> str:
        """Its address in the API."""
        return reverse("api:event", args=[event.pk], request=self.context["request"])

    def get_club(self, event: Event) -> str | None:
        """Return the short name of the club, None to an actor outside of it."""
        ours = sees(events.reader_of(self.context["request"].user, event), Fact.CLUB_ID)
        return event.club.slug if ours else None

    @extend_schema_field(StageSerializer(many=True))
    def get_stages(self, event: Event) -> Any:
        """Return the stages in their order."""
        return [StageSerializer(stage).data for stage in events.stages_of(event)]


class SeatedSerializer(serializers.Serializer[dict[str, Any]]):
    """A person at a table, and their points."""

    name = serializers.CharField(
        help_text="as it stands in the record; outside of the club the entrant's name where it means one"
    )
    entrant = serializers.CharField(allow_null=True, help_text="whom the name means")
    points = serializers.IntegerField(allow_null=True)


class EventTableSerializer(serializers.Serializer[dict[str, Any]]):
    """A table of an event."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    table = serializers.CharField()
    match = serializers.UUIDField(allow_null=True, help_text="given where you may see it")
    match_url = serializers.CharField(allow_null=True)
    state = serializers.CharField(allow_null=True, help_text="of the match's judging; null without a match")
    status = serializers.CharField(allow_null=True, help_text="clean, flagged or unreadable; null until judged")
    checked = CheckedSerializer(allow_null=True)
    decided = serializers.BooleanField(help_text="whether its points are known")
    seats = SeatedSerializer(many=True)


@extend_schema_serializer(component_name="TableToLay")
class NewTableSerializer(serializers.Serializer[dict[str, Any]]):
    """A table to plan, or a match and the table to attach it to."""

    match = serializers.UUIDField(required=False, allow_null=True, default=None, help_text="left out: the table is planned")
    stage = serializers.IntegerField(required=False, default=1, min_value=1, max_value=1000)
    round = serializers.IntegerField(
        required=False, allow_null=True, default=None, min_value=1, max_value=1000, help_text="left out: the first with room"
    )
    table = serializers.CharField(
        max_length=200, required=False, allow_blank=True, default="", help_text="left out: as the record's Table tag says"
    )


class TableChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """A change of a table."""

    seated = serializers.DictField(
        child=serializers.CharField(max_length=200, allow_blank=True), required=False, help_text="names by seats; all of them"
    )
    match = serializers.JSONField(required=False, allow_null=True, help_text="null: take it away")

    def validate_match(self, value: Any) -> None:
        """Only null is allowed. Raises ValidationError."""
        if value is not None:
            raise serializers.ValidationError("expected null")


NAMED = {
    "type": ["object", "null"],
    "properties": {"id": {"type": "string", "format": "uuid"}, "name": {"type": "string"}},
}


class EntrantSerializer(serializers.Serializer[Entrant]):
    """An entrant of an event."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    team = serializers.CharField()
    aliases = serializers.SerializerMethodField(help_text="the aliases; empty to whoever is neither of the club nor an arbiter")

    @extend_schema_field({"type": "array", "items": {"type": "string"}})
    def get_aliases(self, entrant: Entrant) -> list[str]:
        return [alias.name for alias in entrant.aliases.all()] if self._sees(Fact.EVENT_ALIASES) else []

    def _sees(self, fact: Fact) -> bool:
        return sees(self.context["reader"], fact)

    player = serializers.SerializerMethodField(help_text="which player of the club this is; null to who is not of the club")
    suggested = serializers.SerializerMethodField(help_text="the player whom the name suggests, where none is linked yet")

    @extend_schema_field(NAMED)
    def get_player(self, entrant: Entrant) -> dict[str, str] | None:
        return _player_row(entrant.alias) if self._sees(Fact.EVENT_PLAYERS) else None

    @extend_schema_field(NAMED)
    def get_suggested(self, entrant: Entrant) -> dict[str, str] | None:
        return _player_row(self.context.get("suggested", {}).get(entrant.pk))


def _player_row(alias: PlayerAlias | None) -> dict[str, str] | None:
    return {"id": str(alias.player_id), "name": alias.player.name} if alias else None


class EntrantChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """The fields of an entrant."""

    name = serializers.CharField(max_length=200, required=False)
    team = serializers.CharField(max_length=200, required=False, allow_blank=True)
    alias = serializers.CharField(max_length=200, required=False, help_text="another name that means them")
    player = serializers.UUIDField(required=False, allow_null=True, help_text="they are this player of the club; null: nobody")


class TeamRowSerializer(serializers.Serializer[dict[str, Any]]):
    """A row of the team standings: the sum of what the team's players got. Figures are exact: 7/2."""

    rank = serializers.IntegerField()
    shared = serializers.BooleanField(help_text="others have the same rank: nothing separates them")
    team = serializers.CharField()
    stage = serializers.IntegerField(help_text="by which they are ranked")
    points = serializers.CharField()
    carried = serializers.CharField(help_text="the part of the points that earlier stages gave")
    tables = serializers.IntegerField()
    figures = serializers.DictField(child=serializers.CharField(allow_null=True), help_text="the tie-breaks' figures, in order")
    taken_off = serializers.CharField(required=False, help_text="what one's own penalties took from the points, where they did")


class RowSerializer(TeamRowSerializer):
    """A row of the standings. Figures are exact: 7/2."""

    entrant = serializers.CharField()
    team = serializers.CharField()


class StandingsSerializer(serializers.Serializer[dict[str, Any]]):
    """The standings."""

    provisional = serializers.BooleanField()
    checked = CheckedSerializer(help_text="of all rounds behind these standings")
    undecided = serializers.ListField(child=serializers.DictField(), help_text="tables without points: stage, round, table")
    rows = RowSerializer(many=True)
    out = serializers.ListField(child=serializers.CharField(), help_text="who is out of the event by a penalty, and not ranked")
    teams = TeamRowSerializer(many=True, help_text="the standings of the teams; empty where nobody is of one")


class FindingKeySerializer(serializers.Serializer[dict[str, Any]]):
    """The key of a finding, as in the verdict. Without a code, the round itself, where it has no score."""

    round = serializers.IntegerField(min_value=0, max_value=10**9)
    move = serializers.IntegerField(min_value=0, max_value=10**9, default=0)
    seat = serializers.CharField(max_length=8, allow_blank=True, default="")
    code = serializers.CharField(max_length=40, allow_blank=True, default="")
    clause = serializers.CharField(max_length=20, allow_blank=True, default="")
    nth = serializers.IntegerField(min_value=1, max_value=10**6, default=1, help_text="which of those that are alike in all else")


class RulingToGiveSerializer(serializers.Serializer[dict[str, Any]]):
    """A new ruling."""

    match = serializers.UUIDField()
    finding = FindingKeySerializer()
    decision = serializers.ChoiceField(DECISIONS)
    reason = serializers.CharField(max_length=2000)
    scores = serializers.DictField(
        child=serializers.IntegerField(), required=False, help_text="with corrected: for every seat, or every team"
    )


class RulingSerializer(serializers.Serializer[dict[str, Any]]):
    """A ruling."""

    number = serializers.IntegerField()
    match = serializers.UUIDField(allow_null=True, help_text="given where you may see it")
    finding = FindingKeySerializer()
    decision = serializers.ChoiceField(DECISIONS)
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    reason = serializers.CharField()
    arbiter = serializers.CharField(help_text="the account; empty to whoever is neither of the club nor an arbiter")
    at = serializers.DateTimeField()
    stands = serializers.BooleanField(help_text="false: a later ruling on the same finding supersedes it")


class IssueSerializer(serializers.Serializer[dict[str, Any]]):
    """An issue to resolve before the results can be final."""

    kind = serializers.CharField(
        help_text="finding, ruling (its finding is gone), no-score, unreadable, failed, stopped, no-stage, unknown-name, "
        "same-name, no-names, appeal"
    )
    stage = serializers.IntegerField(allow_null=True)
    round = serializers.IntegerField(allow_null=True)
    table = serializers.CharField(allow_null=True)
    match = serializers.UUIDField(allow_null=True)
    match_url = serializers.CharField(allow_null=True)
    finding = FindingKeySerializer(allow_null=True)
    message = serializers.DictField(child=serializers.CharField(), allow_null=True, help_text="the finding in zh and en")
    names = serializers.ListField(child=serializers.CharField())
    appeal = serializers.IntegerField(allow_null=True, help_text="the number of the appeal that is not answered")
