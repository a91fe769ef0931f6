"""The shapes of answers: read from models, described for the schema. Verdicts and frames are the contract's own JSON."""

from __future__ import annotations

from datetime import datetime
from functools import cached_property
from typing import Any

from django.utils import timezone
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.reverse import reverse

from records.models import Match

SOME = "00000000-0000-0000-0000-000000000000"
"""Stands for a match in an address."""


def moment(at: datetime) -> str:
    """As ``DateTimeField`` writes it, which looks at every other way to write one first."""
    text = timezone.localtime(at).isoformat()
    return text[:-6] + "Z" if text.endswith("+00:00") else text


class SeatSerializer(serializers.Serializer):
    """Who sat where."""

    seat = serializers.CharField(help_text="E S W N, or A to F")
    name = serializers.CharField()


class MatchSerializer(serializers.ModelSerializer):
    """A stored match: the state of the work, and once it is judged the verdict's status."""

    url = serializers.CharField(read_only=True)
    verdict_url = serializers.CharField(read_only=True)
    seats = SeatSerializer(many=True, read_only=True)
    status = serializers.CharField(read_only=True, allow_null=True, help_text="clean, flagged or unreadable; null until judged")
    findings = serializers.IntegerField(
        read_only=True, allow_null=True, help_text="how many findings the current verdict has; null until judged"
    )
    filename = serializers.CharField(read_only=True)
    club = serializers.CharField(
        read_only=True, allow_null=True, help_text="the short name of its club, said to those who belong to it"
    )

    class Meta:
        model = Match
        fields = [
            "id",
            "url",
            "state",
            "state_since",
            "status",
            "findings",
            "error",
            "game",
            "rules",
            "event",
            "stage",
            "table",
            "date",
            "seats",
            "public",
            "club",
            "sha256",
            "filename",
            "first_line",
            "created_at",
            "verdict_url",
        ]

    def to_representation(self, match: Match) -> dict[str, Any]:
        """Written out: a page has thousands of fields, and going by their descriptions takes longer than everything else.
        A test holds it to these."""
        judgement, club = match.current_judgement, match.club
        return {
            "id": str(match.pk),
            "url": self._at("match", match),
            "state": match.state,
            "state_since": moment(match.state_since),
            "status": judgement.status if judgement else None,
            "findings": judgement.findings_count if judgement else None,
            "error": match.error,
            "game": match.game,
            "rules": match.rules,
            "event": match.event,
            "stage": match.stage,
            "table": match.table,
            "date": match.date,
            "seats": [{"seat": seat.seat, "name": seat.name} for seat in match.sitting],
            "public": match.public,
            "club": club.slug if club and club.pk in self.context.get("clubs", ()) else None,
            "sha256": match.sha256,
            "filename": match.upload.filename,
            "first_line": match.first_line,
            "created_at": moment(match.created_at),
            "verdict_url": self._at("verdict", match),
        }

    def _at(self, name: str, match: Match) -> str:
        """Its own address, or that of the share link that it was read by."""
        return self._addresses[name].replace(SOME, str(match.pk))

    @cached_property
    def _addresses(self) -> dict[str, str]:
        """The addresses of any match: worked out once for a page of them."""
        secret, request = self.context.get("secret"), self.context.get("request")
        if secret and self.context.get("inside"):
            prefix, keys = "api:shared_event_", [secret, SOME]
        else:
            prefix, keys = ("api:shared_", [secret]) if secret else ("api:", [SOME])
        return {name: str(reverse(prefix + name, args=keys, request=request)) for name in ("match", "verdict")}


class UploadedSerializer(serializers.Serializer):
    """What became of an upload: its matches in their order."""

    created = serializers.IntegerField(help_text="how many of the matches are new")
    matches = MatchSerializer(many=True)


class ProblemSerializer(serializers.Serializer):
    """Problem details (RFC 9457)."""

    type = serializers.CharField()
    title = serializers.CharField()
    status = serializers.IntegerField()
    code = serializers.CharField(help_text="a word for programs")
    detail = serializers.CharField(help_text="a sentence for people, in their language")
    instance = serializers.CharField()
    request_id = serializers.CharField(help_text="what X-Request-ID says too: name it when you ask for help")
    field = serializers.CharField(required=False, help_text="the field at fault in a question about a hand")
    line = serializers.IntegerField(required=False)
    column = serializers.IntegerField(required=False)
    errors = serializers.JSONField(required=False, help_text="what is wrong with which field of the body, in sentences")


class QuestionSerializer(serializers.Serializer):
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
        child=serializers.ChoiceField(["gangshanghua", "gangshangpao", "haidi", "tianhu", "dihu", "liang", "bao", "dice"]),
        required=False,
        help_text="circumstances",
    )
    dealer = serializers.BooleanField(required=False, help_text="whether the winner deals")
    waits = serializers.BooleanField(required=False, help_text="true: the value of every tile that the hand waits for")
    readings = serializers.BooleanField(
        required=False, help_text="true: also every reading of the hand; where it does not win, the clause that says so"
    )


class FanSerializer(serializers.Serializer):
    """What makes a hand worth something."""

    code = serializers.CharField()
    name = serializers.CharField(required=False, help_text="in Chinese; within readings")
    value = serializers.IntegerField()
    clause = serializers.CharField()


class ReadingSerializer(serializers.Serializer):
    """One way to read a winning hand, valued."""

    value = serializers.IntegerField()
    fans = FanSerializer(many=True)
    groups = serializers.ListField(
        child=serializers.CharField(), help_text="sets, melds first, or seven pairs: 123p 5555m; empty where no shape is needed"
    )
    pair = serializers.CharField(allow_null=True, help_text="11s")


class WorthSerializer(serializers.Serializer):
    """What a hand is worth, why it does not win, or what it waits for."""

    wins = serializers.BooleanField(required=False)
    value = serializers.IntegerField(required=False, help_text="in the game's unit")
    fans = FanSerializer(many=True, required=False)
    readings = ReadingSerializer(many=True, required=False, help_text="best first; the first is what counts")
    reason = serializers.CharField(required=False, help_text="the code of why it does not win")
    clause = serializers.CharField(required=False, help_text="the clause of the reason, where readings were asked for")
    detail = serializers.CharField(required=False, help_text="what alone is missing, where the game says so")
    waits = serializers.DictField(child=serializers.IntegerField(), required=False, help_text="tiles, and what each is worth")


class GameSerializer(serializers.Serializer):
    """A game that can be refereed."""

    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="in zh and en")
    edition = serializers.CharField(help_text="the edition of its rulebook")
    presets = serializers.ListField(child=serializers.CharField())
    rulebook_url = serializers.SerializerMethodField()

    def get_rulebook_url(self, game: dict[str, Any]) -> str:
        return reverse("api:rulebook", args=[game["id"]], request=self.context.get("request"))


class ClauseSerializer(serializers.Serializer):
    """One clause of a rulebook."""

    id = serializers.CharField()
    mark = serializers.CharField(help_text="T: the source says it; I: our reading; T/I: in part")
    zh = serializers.CharField()
    en = serializers.CharField()
    reason = serializers.DictField(child=serializers.CharField(), allow_null=True, help_text="why it is read so")
    checked = serializers.BooleanField(help_text="false: it only describes")
    findings = serializers.ListField(child=serializers.CharField(), help_text="codes of the findings that it raises")


class OptionSerializer(serializers.Serializer):
    """One thing that tables agree on."""

    name = serializers.CharField()
    kind = serializers.CharField()
    values = serializers.SerializerMethodField()
    default = serializers.SerializerMethodField()
    clause = serializers.CharField()
    zh = serializers.CharField()
    en = serializers.CharField()

    @extend_schema_field(OpenApiTypes.ANY)
    def get_values(self, option: Any) -> list[Any]:
        return list(option.values)

    @extend_schema_field(OpenApiTypes.ANY)
    def get_default(self, option: Any) -> Any:
        return option.default


class PresetSerializer(serializers.Serializer):
    """A named choice of options."""

    name = serializers.CharField()
    zh = serializers.CharField()
    en = serializers.CharField()
    options = serializers.DictField()


class RulebookSerializer(serializers.Serializer):
    """The rulebook of a game, with the clauses that it shares with others."""

    id = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField())
    edition = serializers.CharField()
    clauses = ClauseSerializer(many=True)
    options = OptionSerializer(many=True)
    presets = PresetSerializer(many=True)
