"""Serializers of an event's hall."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers

from api.archive.matches.serializers import CheckedSerializer
from records.tournament.models import RefereeCall

TEXT = 500


@extend_schema_serializer(component_name="HallEvent")
class HallEventSerializer(serializers.Serializer[dict[str, Any]]):
    """The event of a hall."""

    id = serializers.UUIDField()
    name = serializers.CharField()


@extend_schema_serializer(component_name="HallRound")
class HallRoundSerializer(serializers.Serializer[dict[str, Any]]):
    """A round of an event."""

    id = serializers.IntegerField()
    stage = serializers.IntegerField()
    stage_name = serializers.CharField()
    number = serializers.IntegerField()


@extend_schema_serializer(component_name="HallClock")
class HallClockSerializer(serializers.Serializer[dict[str, Any]]):
    """The clock of a round."""

    state = serializers.ChoiceField(["waiting", "running", "paused", "ended"])
    length = serializers.IntegerField(help_text="minutes")
    warning = serializers.IntegerField(help_text="minutes before the end")
    ends_at = serializers.DateTimeField(allow_null=True, help_text="when it runs out; null while it stands still")
    left = serializers.FloatField(allow_null=True, help_text="seconds that are left while it stands still")


@extend_schema_serializer(component_name="HallSeat")
class HallSeatSerializer(serializers.Serializer[dict[str, Any]]):
    """Somebody at a table."""

    seat = serializers.CharField(help_text="empty where it is not known")
    name = serializers.CharField()
    points = serializers.IntegerField(allow_null=True, help_text="so far")


@extend_schema_serializer(component_name="HallSeating")
class HallSeatingSerializer(serializers.Serializer[dict[str, Any]]):
    """Who is to sit at a table."""

    id = serializers.IntegerField()
    table = serializers.CharField()
    people = HallSeatSerializer(many=True)


@extend_schema_serializer(component_name="HallLive")
class HallLiveSerializer(serializers.Serializer[dict[str, Any]]):
    """How far a table is that is written down as it is played."""

    id = serializers.UUIDField(help_text="of the live table, to watch it")
    round = serializers.IntegerField(help_text="0 before the first")
    move = serializers.IntegerField()


@extend_schema_serializer(component_name="HallTable")
class HallTableSerializer(HallSeatingSerializer):
    """A table of the round that is played."""

    extra = serializers.IntegerField(help_text="minutes that it has more than the others")
    rounds = serializers.IntegerField(allow_null=True, help_text="rounds that are over, before there is a match")
    live = HallLiveSerializer(allow_null=True, help_text="null where it is not written down as it is played")
    done = serializers.BooleanField(help_text="all is played")
    decided = serializers.BooleanField(help_text="its points are known")
    checked = CheckedSerializer(allow_null=True, help_text="null before its match has a verdict")


@extend_schema_serializer(component_name="HallNext")
class HallNextSerializer(serializers.Serializer[dict[str, Any]]):
    """The round after the one that is over."""

    round = HallRoundSerializer()
    tables = HallSeatingSerializer(many=True)


@extend_schema_serializer(component_name="HallThen")
class HallThenSerializer(serializers.Serializer[dict[str, Any]]):
    """The round after this one."""

    round = HallRoundSerializer()
    starts_at = serializers.DateTimeField(allow_null=True, help_text="when it is planned to start")


@extend_schema_serializer(component_name="Hall")
class HallSerializer(serializers.Serializer[dict[str, Any]]):
    """What the screen of a hall shows. The ETag changes with everything but `now`."""

    now = serializers.DateTimeField(help_text="what time it is on the server")
    event = HallEventSerializer()
    round = HallRoundSerializer(allow_null=True, help_text="null before anything is planned")
    clock = HallClockSerializer(allow_null=True)
    tables = HallTableSerializer(many=True)
    over = serializers.BooleanField()
    next = HallNextSerializer(allow_null=True, help_text="who sits where in the next round, once this one is over")
    then = HallThenSerializer(allow_null=True)
    calls = serializers.IntegerField(allow_null=True, help_text="open calls, for who answers them")


@extend_schema_serializer(component_name="Call")
class CallSerializer(serializers.Serializer[RefereeCall]):
    """A call for a referee."""

    id = serializers.IntegerField()
    table_id = serializers.IntegerField()
    table = serializers.CharField(source="table.name")
    round = serializers.IntegerField(source="table.round.number")
    stage = serializers.IntegerField(source="table.round.stage.number")
    seat = serializers.CharField(help_text="whose link called; empty: the table's")
    reason = serializers.ChoiceField(RefereeCall.Reason.values)
    text = serializers.CharField()
    state = serializers.ChoiceField(["open", "taken", "closed", "withdrawn"])
    called_at = serializers.DateTimeField()
    taken_by = serializers.CharField(source="taken_by.get_username", allow_null=True, default=None)
    taken_at = serializers.DateTimeField(allow_null=True)
    closed_by = serializers.CharField(source="closed_by.get_username", allow_null=True, default=None)
    closed_at = serializers.DateTimeField(allow_null=True)
    outcome = serializers.CharField()


@extend_schema_serializer(component_name="Calls")
class CallsSerializer(serializers.Serializer[dict[str, Any]]):
    """The calls of an event."""

    open = CallSerializer(many=True, help_text="the oldest first")
    closed = CallSerializer(many=True, help_text="the last 50, the last first")


@extend_schema_serializer(component_name="NewCall")
class NewCallSerializer(serializers.Serializer[dict[str, Any]]):
    """A call to make."""

    table = serializers.IntegerField(min_value=1, help_text="the id of the table")
    reason = serializers.ChoiceField(RefereeCall.Reason.values)
    text = serializers.CharField(max_length=TEXT, required=False, allow_blank=True, default="")


@extend_schema_serializer(component_name="CallChange")
class CallChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """What becomes of a call."""

    state = serializers.ChoiceField(
        ["open", "taken", "closed"], help_text="open: give back what was taken, or open again what was closed"
    )
    outcome = serializers.CharField(max_length=TEXT, required=False, allow_blank=True, default="", help_text="with `closed`")
