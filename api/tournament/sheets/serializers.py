"""Serializers of score sheets."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from records.tournament import sheets
from records.tournament.sheets.acting import ACTIONS


@extend_schema_serializer(component_name="SheetRow")
class SheetRowSerializer(serializers.Serializer[dict[str, Any]]):
    """The sheet of a table in short."""

    table_id = serializers.IntegerField()
    table = serializers.CharField()
    stage = serializers.IntegerField()
    round = serializers.IntegerField(help_text="of the event")
    started = serializers.BooleanField(help_text="whether anything was entered")
    rounds = serializers.IntegerField(help_text="rounds that are closed: confirmed by all, or by a scorer")
    scores = serializers.DictField(child=serializers.IntegerField(), help_text="points of the closed rounds, by seat or side")
    finished = serializers.BooleanField()


@extend_schema_serializer(component_name="SheetRound")
class SheetRoundSerializer(serializers.Serializer[dict[str, Any]]):
    """A round of a sheet as it stands."""

    number = serializers.IntegerField()
    version = serializers.IntegerField(help_text="grows with every change; a change names the version that it replaces")
    entry = serializers.JSONField(help_text="the round as JSON records have it, without hands and wall; null: struck out")
    by = serializers.CharField(help_text="who entered it")
    at = serializers.DateTimeField()
    closed = serializers.BooleanField()
    confirmed = serializers.ListField(child=serializers.CharField(), help_text="the seats that have confirmed this version")
    objected = serializers.DictField(child=serializers.CharField(), help_text="the seats that object, with their sentences")
    reason = serializers.CharField(help_text="why a scorer has closed it without all confirmations")


@extend_schema_serializer(component_name="Sheet")
class SheetSerializer(serializers.Serializer[dict[str, Any]]):
    """A score sheet as it stands."""

    game = serializers.CharField(help_text="empty where the organizer has not said it yet: nothing can be entered")
    rules = serializers.CharField()
    base = serializers.IntegerField(allow_null=True, help_text="points of one unit; null: as the game has it")
    state = serializers.ChoiceField(["open", "finished"])
    taken = serializers.BooleanField(help_text="another match is at the table already")
    corrected = serializers.BooleanField(help_text="the match that was made of it was corrected by hand since")
    match = serializers.UUIDField(allow_null=True, help_text="the match that was made of it, for accounts")
    names = serializers.DictField(child=serializers.CharField(), help_text="who is planned for which seat")
    rounds = SheetRoundSerializer(many=True)
    seat = serializers.CharField(help_text="the seat whose link this is; empty: the table's, or an account")


@extend_schema_serializer(component_name="SheetAction")
class SheetActionSerializer(serializers.Serializer[dict[str, Any]]):
    """What to do with a sheet."""

    do = serializers.ChoiceField(
        ACTIONS,
        help_text="`enter` and `strike` a round; `confirm` it or `object` to it by the link of a seat; for accounts: `close` it "
        "without confirmations, `finish` the sheet, `reopen` it, end the table's `links` and have new ones",
    )
    round = serializers.IntegerField(required=False, min_value=0, help_text="the number of the round, from 1")
    version = serializers.IntegerField(required=False, min_value=0, help_text="the version that was seen; 0: there was none")
    entry = serializers.JSONField(required=False, help_text=f"with `enter`: the round, {sheets.BYTES:,} bytes at most")
    text = serializers.CharField(required=False, help_text="with `object` and `close`: why, in a sentence")


@extend_schema_serializer(component_name="SheetChanged")
class SheetChangedSerializer(serializers.Serializer[dict[str, Any]]):
    """What came of an action, and the sheet as it stands then."""

    answer = serializers.JSONField(help_text="the number and version of the round")
    sheet = SheetSerializer()


@extend_schema_serializer(component_name="SheetDraft")
class SheetDraftSerializer(serializers.Serializer[dict[str, Any]]):
    """A round that is being entered."""

    round = serializers.IntegerField(min_value=0, max_value=sheets.ROUNDS)
    entry = serializers.JSONField(required=False, allow_null=True, default=None, help_text="left out: the sheet as it stands")
