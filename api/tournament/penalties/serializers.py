"""Serializers of penalties."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers

from api.tournament.events.serializers import FigureField, FindingKeySerializer
from referee.rulebook.penalties import EFFECTS


class PenaltyMomentSerializer(serializers.Serializer[dict[str, Any]]):
    """The moment in a match."""

    round = serializers.IntegerField(min_value=0, max_value=10**9, default=0)
    move = serializers.IntegerField(min_value=0, max_value=10**9, default=0)


class PenaltyToGiveSerializer(serializers.Serializer[dict[str, Any]]):
    """A new penalty; or with ``cancels`` an entry that cancels an earlier one."""

    cancels = serializers.IntegerField(required=False, min_value=1, max_value=10**9, help_text="the number of the one to cancel")
    entrant = serializers.IntegerField(required=False, min_value=1, max_value=10**18, help_text="the id of the entrant")
    table = serializers.IntegerField(required=False, min_value=1, max_value=10**18, help_text="the id of the table")
    stage = serializers.IntegerField(required=False, min_value=0, max_value=32767, help_text="where it is of no table")
    grade = serializers.CharField(required=False, max_length=40, help_text="a code of the event's catalogue")
    amount = FigureField(required=False, max_length=15, help_text="one of the grade's amounts: 2, 1/2")
    offence = serializers.CharField(required=False, max_length=40, help_text="a code of the catalogue; else a reason is needed")
    reason = serializers.CharField(required=False, max_length=2000, allow_blank=True)
    clause = serializers.CharField(required=False, max_length=40, allow_blank=True)
    moment = PenaltyMomentSerializer(required=False)
    finding = FindingKeySerializer(required=False, help_text="the finding that proposed it")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Needs an entrant and a grade, unless it cancels. Raises ValidationError."""
        missing = [name for name in ("entrant", "grade") if name not in attrs]
        if "cancels" not in attrs and missing:
            raise serializers.ValidationError(dict.fromkeys(missing, "expected, or cancels"))
        return attrs


class PenaltySerializer(serializers.Serializer[dict[str, Any]]):
    """A penalty."""

    number = serializers.IntegerField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="of the event; 0: it is of no table")
    table = serializers.CharField()
    entrant = serializers.CharField()
    seat = serializers.CharField()
    cancels = serializers.IntegerField(allow_null=True, help_text="the penalty that this entry cancels")
    grade = serializers.CharField()
    name = serializers.DictField(child=serializers.CharField(), help_text="of the grade, in zh and en")
    effect = serializers.ChoiceField(list(EFFECTS))
    amount = serializers.CharField(allow_null=True, help_text="exact: 1/2")
    offence = serializers.CharField()
    said = serializers.DictField(child=serializers.CharField(), help_text="the name of the offence")
    reason = serializers.CharField()
    clause = serializers.CharField()
    deal = serializers.IntegerField(help_text="the round of the match; 0: none")
    move = serializers.IntegerField()
    finding = FindingKeySerializer(allow_null=True)
    arbiter = serializers.CharField()
    at = serializers.DateTimeField()
    counts = serializers.BooleanField(help_text="false: it is cancelled, cancels another, or the event only lists penalties")
