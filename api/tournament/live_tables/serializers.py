"""Serializers of live tables."""

from __future__ import annotations

from typing import Any

from drf_spectacular.utils import extend_schema_field, extend_schema_serializer
from rest_framework import serializers

from records.tournament import live_tables
from records.tournament.live_tables.changing import LONGEST_DELAY
from records.tournament.live_tables.models import DELAY, LiveTable


@extend_schema_serializer(component_name="NewLiveTable")
class NewLiveTableSerializer(serializers.Serializer[dict[str, Any]]):
    """A table to be opened."""

    game = serializers.CharField(max_length=100)
    rules = serializers.CharField(max_length=1000, required=False, allow_blank=True, default="")
    base = serializers.IntegerField(required=False, allow_null=True, default=None)
    tags = serializers.DictField(
        child=serializers.CharField(max_length=1000), required=False, help_text="match tags: Date, Site …"
    )
    seats = serializers.DictField(child=serializers.CharField(max_length=200), required=False, help_text="names by seat")
    club = serializers.SlugField(
        allow_unicode=True, required=False, allow_null=True, default=None, help_text="the club that it belongs to"
    )
    event = serializers.UUIDField(required=False, allow_null=True, default=None, help_text="with `table`: where it is played")
    table = serializers.IntegerField(required=False, allow_null=True, default=None)
    delay = serializers.IntegerField(
        required=False, min_value=0, max_value=LONGEST_DELAY, default=DELAY, help_text="seconds until watchers see all hands"
    )
    public = serializers.BooleanField(required=False, default=False, help_text="anybody may watch; an event's tables follow it")


@extend_schema_serializer(component_name="LiveTableChange")
class LiveTableChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """A change of a live table."""

    delay = serializers.IntegerField(min_value=0, max_value=LONGEST_DELAY)


@extend_schema_serializer(component_name="LiveTable")
class LiveTableSerializer(serializers.Serializer[LiveTable]):
    """A match that is written down while it is played."""

    id = serializers.UUIDField()
    state = serializers.ChoiceField(LiveTable.State.choices)
    game = serializers.CharField()
    header = serializers.SerializerMethodField(
        help_text="the record without rounds, in JSON form; for watchers with the tags that say when, where and what it is"
    )
    club = serializers.CharField(source="club.slug", allow_null=True, default=None)
    event = serializers.UUIDField(source="at.event_id", allow_null=True, default=None)
    table = serializers.IntegerField(source="at_id", allow_null=True)
    delay = serializers.IntegerField(help_text="seconds until watchers see all hands")
    public = serializers.BooleanField()
    next = serializers.SerializerMethodField(help_text="the number of the next line")
    match = serializers.UUIDField(source="match_id", allow_null=True, help_text="what became of it")
    opened_at = serializers.DateTimeField()
    written_at = serializers.DateTimeField()

    def get_next(self, table: LiveTable) -> int:
        return table.written + 1

    @extend_schema_field(serializers.DictField())
    def get_header(self, table: LiveTable) -> dict[str, Any]:
        return table.header if self.context.get("writes") else live_tables.open_header(table)


@extend_schema_serializer(component_name="NewLines")
class NewLinesSerializer(serializers.Serializer[dict[str, Any]]):
    """Lines to be written."""

    number = serializers.IntegerField(min_value=1, help_text="of the first of them; lines count from 1 through the whole match")
    moves = serializers.ListField(
        child=serializers.JSONField(),
        allow_empty=True,
        help_text='moves as tokens (`"E+5p"`), and among them `{"round": {…}}`, `{"over": {…}}`, `{"back": 12}`',
    )


@extend_schema_serializer(component_name="LineFinding")
class LineFindingSerializer(serializers.Serializer[dict[str, Any]]):
    """What was found at a line."""

    number = serializers.IntegerField()
    finding = serializers.DictField(help_text="as in a verdict")


@extend_schema_serializer(component_name="LiveResult")
class LiveResultSerializer(serializers.Serializer[dict[str, Any]]):
    """What came of a round that is over."""

    round = serializers.IntegerField()
    outcome = serializers.CharField()
    scores = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    claimed = serializers.DictField(child=serializers.IntegerField(), allow_null=True)
    next = serializers.CharField(allow_null=True, help_text="who begins the next round")


@extend_schema_serializer(component_name="WrittenLines")
class WrittenLinesSerializer(serializers.Serializer[dict[str, Any]]):
    """What is said of lines that were written, and how the table stands."""

    next = serializers.IntegerField(help_text="the number of the next line")
    round = serializers.IntegerField()
    move = serializers.IntegerField(help_text="how many moves the round has")
    in_play = serializers.BooleanField(help_text="whether a round is being played")
    findings = LineFindingSerializer(many=True, help_text="at those lines that were not there already")
    offers = serializers.ListField(child=serializers.CharField(), help_text="the moves that are legal now")
    results = LiveResultSerializer(many=True, help_text="of the rounds that are over")


@extend_schema_serializer(component_name="EndOfTable")
@extend_schema_serializer(component_name="KeptDraft")
class KeptDraftSerializer(serializers.Serializer[dict[str, Any]]):
    """Where a draft was written."""

    live = serializers.UUIDField(help_text="the live table")
    lines = serializers.IntegerField(help_text="how many lines it has now")


class EndSerializer(serializers.Serializer[dict[str, Any]]):
    """The end of a match."""

    totals = serializers.DictField(
        child=serializers.IntegerField(), required=False, allow_null=True, default=None, help_text="as they were claimed"
    )


@extend_schema_serializer(component_name="ShownFrame")
class ShownFrameSerializer(serializers.Serializer[dict[str, Any]]):
    """The table after a line, as a watcher is shown it."""

    number = serializers.IntegerField()
    kind = serializers.ChoiceField(["round", "move", "back", "over"])
    round = serializers.IntegerField()
    move = serializers.IntegerField()
    frame = serializers.DictField(allow_null=True, help_text="as a replay's frames; null where no table can be laid")
    result = LiveResultSerializer(required=False)


@extend_schema_serializer(component_name="ShownFrames")
class ShownFramesSerializer(serializers.Serializer[dict[str, Any]]):
    """Frames of a live table."""

    state = serializers.ChoiceField(LiveTable.State.choices)
    last = serializers.IntegerField(help_text="the number of the last line that may be shown by now")
    next = serializers.IntegerField(allow_null=True, help_text="where there are more frames: the number to ask for as `after`")
    frames = ShownFrameSerializer(many=True)
