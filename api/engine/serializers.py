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


class PaymentsQuestionSerializer(serializers.Serializer[dict[str, Any]]):
    """Who won, and what else the payments depend on."""

    winner = serializers.CharField(help_text="the seat that wins: S")
    dealer = serializers.CharField(
        required=False, help_text="the dealer's seat; left out, the first that the circumstances allow"
    )
    base = serializers.IntegerField(required=False, min_value=1, help_text="points of one unit; left out, the rulebook's")
    piao = serializers.DictField(
        child=serializers.IntegerField(min_value=0), required=False, help_text="each seat's piao, where the table has it"
    )
    turned = serializers.CharField(required=False, help_text="the tiles turned after the win (horses, birds): 5p2m")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Python has a word ``from``."""
        told = "whose tile it was; of an own draw after a direct kong, who fed the kong"
        return {**super().get_fields(), "from": serializers.CharField(required=False, help_text=told)}


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
    payments = PaymentsQuestionSerializer(required=False, help_text="asks who pays whom how much for the win")


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


class WinPaymentSerializer(serializers.Serializer[dict[str, Any]]):
    """A payment for the win."""

    to = serializers.CharField(help_text="the winner's seat")
    points = serializers.IntegerField(help_text="the base included")
    reason = serializers.CharField(help_text="win, piao, kans or horse")
    clause = serializers.CharField()

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Python has a word ``from``."""
        return {"from": serializers.CharField(help_text="the payer's seat"), **super().get_fields()}


class WinPaymentsSerializer(serializers.Serializer[dict[str, Any]]):
    """Who pays whom how much for the win. What the kongs brought when they were laid is not in it."""

    dealer = serializers.CharField()
    base = serializers.IntegerField(help_text="points of one unit")
    scores = serializers.DictField(
        child=serializers.IntegerField(), help_text="each seat's points; empty where they hang on tiles to be turned"
    )
    lines = WinPaymentSerializer(many=True)
    turn = serializers.IntegerField(
        required=False, help_text="so many tiles are to be turned after the win and were not told: what they pay is not in it"
    )


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
    payments = WinPaymentsSerializer(required=False)
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
