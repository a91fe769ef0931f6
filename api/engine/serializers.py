"""Serializers of games, rulebooks and the value of a hand."""

from __future__ import annotations

from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers
from rest_framework.reverse import reverse

import referee
from referee.rulebook.options import Option

CIRCUMSTANCES = sorted({flag for game in referee.games() for flag in game.rulebook.words.of("flags")})
"""What a question may say of a win, in any game."""


class QuestionSerializer(serializers.Serializer[dict[str, Any]]):
    """A question about one hand."""

    game = serializers.CharField(help_text="the game's id")
    rules = serializers.CharField(required=False, help_text="a preset and options, as a record's tag: xuezhan max_fan=5")
    hand = serializers.CharField(help_text="the concealed tiles without the winning one: 123m55p7z")
    melds = serializers.ListField(
        child=serializers.CharField(), required=False, help_text="chi:345p peng:555p gang:5555p angang:5555p bugang:5555p"
    )
    win = serializers.CharField(required=False, help_text="the winning tile; not needed with waits")
    by = serializers.ChoiceField(["draw", "discard", "rob"], required=False, help_text="how it came; draw where left out")
    flags = serializers.ListField(
        child=serializers.ChoiceField(CIRCUMSTANCES),
        required=False,
        help_text="circumstances of the win; one that another, the melds, the dealer or the way of winning excludes is an error",
    )
    dealer = serializers.BooleanField(required=False, help_text="whether the winner deals; left out, nothing is said of it")
    waits = serializers.BooleanField(required=False, help_text="true: the value of every tile that the hand waits for")
    readings = serializers.BooleanField(
        required=False, help_text="true: also every reading of the hand; where it does not win, the clause that says so"
    )


class FanSerializer(serializers.Serializer[dict[str, Any]]):
    """A fan of a hand."""

    code = serializers.CharField()
    name = serializers.CharField(required=False, help_text="in Chinese; within readings")
    value = serializers.IntegerField()
    clause = serializers.CharField()


class ReadingSerializer(serializers.Serializer[dict[str, Any]]):
    """A reading of a winning hand, with its value."""

    value = serializers.IntegerField()
    fans = FanSerializer(many=True)
    groups = serializers.ListField(
        child=serializers.CharField(), help_text="sets, melds first, or seven pairs: 123p 5555m; empty where no shape is needed"
    )
    pair = serializers.CharField(allow_null=True, help_text="11s")


@extend_schema_serializer(component_name="Worth")
class HandValueSerializer(serializers.Serializer[dict[str, Any]]):
    """The value of a hand; or why it does not win; or what it waits for."""

    wins = serializers.BooleanField(required=False)
    value = serializers.IntegerField(required=False, help_text="in the game's unit")
    fans = FanSerializer(many=True, required=False)
    kans = serializers.IntegerField(required=False, help_text="units beside the value, where the table counts kans")
    readings = ReadingSerializer(many=True, required=False, help_text="best first; the first is what counts")
    reason = serializers.CharField(required=False, help_text="the code of why it does not win")
    clause = serializers.CharField(required=False, help_text="the clause of the reason, where readings were asked for")
    detail = serializers.CharField(required=False, help_text="what alone is missing, where the game says so")
    waits = serializers.DictField(child=serializers.IntegerField(), required=False, help_text="tiles, and what each is worth")


class GameSerializer(serializers.Serializer[dict[str, Any]]):
    """A game that can be refereed."""

    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="in zh and en")
    edition = serializers.CharField(help_text="the edition of its rulebook")
    presets = serializers.ListField(child=serializers.CharField())
    rulebook_url = serializers.SerializerMethodField()

    def get_rulebook_url(self, game: dict[str, Any]) -> str:
        return reverse("api:rulebook", args=[game["id"]], request=self.context.get("request"))


class ClauseSerializer(serializers.Serializer[dict[str, Any]]):
    """One clause of a rulebook."""

    id = serializers.CharField()
    mark = serializers.CharField(help_text="T: the source says it; I: our reading; T/I: in part")
    zh = serializers.CharField()
    en = serializers.CharField()
    reason = serializers.DictField(child=serializers.CharField(), allow_null=True, help_text="why it is read so")
    checked = serializers.BooleanField(help_text="false: it only describes")
    findings = serializers.ListField(child=serializers.CharField(), help_text="codes of the findings that it raises")


class OptionSerializer(serializers.Serializer[Option]):
    """An option on which tables agree."""

    name = serializers.CharField()
    kind = serializers.CharField()
    values = serializers.SerializerMethodField()
    default = serializers.SerializerMethodField(method_name="get_default_value")
    clause = serializers.CharField()
    zh = serializers.CharField()
    en = serializers.CharField()

    @extend_schema_field(OpenApiTypes.ANY)
    def get_values(self, option: Option) -> list[Any]:
        return list(option.values)

    @extend_schema_field(OpenApiTypes.ANY)
    def get_default_value(self, option: Option) -> Any:
        return option.default


class PresetSerializer(serializers.Serializer[dict[str, Any]]):
    """A named set of options."""

    name = serializers.CharField()
    mark = serializers.CharField(help_text="T: the source says it; I: our reading; T/I: in part")
    zh = serializers.CharField()
    en = serializers.CharField()
    reason = serializers.DictField(child=serializers.CharField(), allow_null=True, help_text="why it is read so")
    options = serializers.DictField()


class RulebookSerializer(serializers.Serializer[dict[str, Any]]):
    """The rulebook of a game, including the clauses that it shares with others."""

    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField())
    edition = serializers.CharField()
    clauses = ClauseSerializer(many=True)
    options = OptionSerializer(many=True)
    presets = PresetSerializer(many=True)
