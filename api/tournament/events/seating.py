"""The seating of an event: the plan of who sits where, and drawing rounds."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticatedOrReadOnly
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from api.tournament.events.lookup import event_of, stage_of, table_of
from records.accounts import access
from records.core.errors import Refusal
from records.tournament import events, seating
from records.tournament.models import Draw, Event, Stage, Table
from records.tournament.seating import Drawing, Plan
from records.tournament.seating.orders import METHODS, PEOPLE, ROUNDS, SEED, TABLES, TEXT, WHO


class PlannedSeatSerializer(serializers.Serializer[dict[str, Any]]):
    """A seat, and who is to sit there."""

    seat = serializers.CharField()
    entrant = serializers.CharField(allow_null=True, help_text="null: the seat is free")


class SeatingTableSerializer(serializers.Serializer[dict[str, Any]]):
    """A table of the plan."""

    table = serializers.CharField()
    seats = PlannedSeatSerializer(many=True)


class SeatingRoundSerializer(serializers.Serializer[dict[str, Any]]):
    """A round of the plan."""

    stage = serializers.IntegerField()
    round = serializers.IntegerField()
    begun = serializers.BooleanField()
    tables = SeatingTableSerializer(many=True)
    sitting_out = serializers.ListField(child=serializers.CharField())


class DrawSerializer(serializers.Serializer[dict[str, Any]]):
    """A drawing: from this seed and these people the same comes out again."""

    stage = serializers.IntegerField()
    first = serializers.IntegerField()
    last = serializers.IntegerField()
    method = serializers.CharField()
    seed = serializers.IntegerField()
    steps = serializers.IntegerField(help_text="of the search; 0 where nothing had to be searched for")
    counts = serializers.DictField(
        child=serializers.IntegerField(), help_text="repeats: meetings beyond the first; seats: seats beyond the even share"
    )
    undone_from = serializers.IntegerField(allow_null=True, help_text="the rounds from here on were undone")


class SeatingSerializer(serializers.Serializer[dict[str, Any]]):
    """Who sits where, and how that was drawn."""

    draws = DrawSerializer(many=True)
    rounds = SeatingRoundSerializer(many=True)


class DrawingToMakeSerializer(serializers.Serializer[dict[str, Any]]):
    """What is asked of a drawing."""

    stage = serializers.IntegerField(required=False, default=1, min_value=1, max_value=1000)
    method = serializers.ChoiceField(METHODS, required=False, default="unmet")
    rounds = serializers.IntegerField(required=False, default=1, min_value=1, max_value=ROUNDS)
    seed = serializers.IntegerField(required=False, allow_null=True, min_value=0, max_value=SEED, help_text="left out: by lot")
    who = serializers.ChoiceField(WHO, required=False, default="all", help_text="all, best of the standings, first of each group")
    places = serializers.IntegerField(required=False, default=1, min_value=1, max_value=PEOPLE, help_text="how many of them")
    layout = serializers.CharField(
        required=False, allow_blank=True, max_length=100, help_text="game and seats, as kawuxing:ESW; left out: the game's first"
    )
    tables = serializers.IntegerField(required=False, default=0, min_value=0, max_value=TABLES, help_text="at most; 0: as needed")
    groups = serializers.IntegerField(required=False, default=2, min_value=2, max_value=TABLES)
    apart = serializers.BooleanField(required=False, default=False, help_text="keep people of one team apart")
    sit_out = serializers.BooleanField(required=False, default=False, help_text="who fills no table sits out in turn")
    long = serializers.BooleanField(required=False, default=False, help_text="search longer")
    plan = serializers.CharField(required=False, allow_blank=True, max_length=TEXT, help_text="with prescribed: who sits where")
    dry_run = serializers.BooleanField(required=False, default=False, help_text="true: nothing is written")


class PlacesToChangeSerializer(serializers.Serializer[dict[str, Any]]):
    """Who changes places in a round: two people, or all of two tables."""

    stage = serializers.IntegerField(required=False, default=1, min_value=1, max_value=1000)
    round = serializers.IntegerField(min_value=1, max_value=1000)
    people = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, min_length=2, max_length=2, help_text="ids of two entrants"
    )
    tables = serializers.ListField(
        child=serializers.IntegerField(min_value=1), required=False, min_length=2, max_length=2, help_text="ids of two tables"
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Exactly one of the two is given."""
        if ("people" in attrs) == ("tables" in attrs):
            raise serializers.ValidationError(_("Give either people or tables."))
        return attrs


class RoundsToUndoSerializer(serializers.Serializer[dict[str, Any]]):
    """From which round of a stage on the drawn rounds are taken back."""

    stage = serializers.IntegerField(required=False, default=1, min_value=1, max_value=1000)
    round = serializers.IntegerField(min_value=1, max_value=1000)


class Seating(APIView):
    """The seating of an event."""

    permission_classes = [IsAuthenticatedOrReadOnly]
    parser_classes = [SmallJsonParser]
    opened_by = access.ShareGrant

    @extend_schema(
        operation_id="seating",
        summary="Who sits where",
        responses={200: SeatingSerializer, 404: PROBLEM},
    )
    def get(self, request: Request, event_id: uuid.UUID) -> Response:
        """The planned rounds with their tables, and the drawings with seed, steps and counts."""
        plan = seating.plan_of(event_of(request, event_id))
        return Response({"draws": [_draw_row(one) for one in plan.draws], "rounds": _rounds(plan)})

    @extend_schema(
        operation_id="draw_rounds",
        summary="Draw rounds",
        request=DrawingToMakeSerializer,
        responses={200: SeatingSerializer, 201: SeatingSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request, event_id: uuid.UUID) -> Response:
        """Draw the next rounds of a stage. With `dry_run` the answer (200) says what would be written. What does not fit is
        refused with its figures (422). For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        fields = validated(request, DrawingToMakeSerializer)
        stage = stage_of(event, fields["stage"])
        order = seating.Order.of(fields)
        if fields["dry_run"]:
            return Response(_preview(seating.preview(event, stage, order)))
        drawn = seating.draw(request.user, event, stage, order)
        plan = seating.plan_of(event, stage)
        rounds = [row for row in _rounds(plan) if row["round"] in drawn.stands]
        return Response({"draws": [_draw_row(drawn)], "rounds": rounds}, status=status.HTTP_201_CREATED)

    @extend_schema(
        operation_id="change_places",
        summary="Change places",
        request=PlacesToChangeSerializer,
        responses={200: SeatingSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def patch(self, request: Request, event_id: uuid.UUID) -> Response:
        """Two people of a round change places, one of whom may sit out, or all of two tables, with what hangs on their seats.
        Doing it again undoes it. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        fields = validated(request, PlacesToChangeSerializer)
        stage = stage_of(event, fields["stage"])
        if "people" in fields:
            round_ = or_404(stage.rounds.filter(number=fields["round"]).first(), _("There is no such round."))
            one, other = (or_404(events.entrant_of(event, key), _("There is no such entrant.")) for key in fields["people"])
            seating.swap_people(request.user, event, round_, one, other)
        else:
            first, second = (_table_in(event, stage, fields["round"], key) for key in fields["tables"])
            seating.swap_tables(request.user, event, first, second)
        rounds = [row for row in _rounds(seating.plan_of(event, stage)) if row["round"] == fields["round"]]
        return Response({"draws": [], "rounds": rounds})

    @extend_schema(
        operation_id="undo_drawing",
        summary="Undo drawn rounds",
        parameters=[RoundsToUndoSerializer],
        responses={204: None, **refusals(400, 401, 403, 404, 409)},
    )
    def delete(self, request: Request, event_id: uuid.UUID) -> Response:
        """Take back the drawn rounds of a stage from one on, with their tables, as long as none has begun. For scorers."""
        event = event_of(request, event_id, access.Right.SCORE)
        asked = RoundsToUndoSerializer(data=request.query_params)
        asked.is_valid(raise_exception=True)
        stage = stage_of(event, asked.validated_data["stage"])
        seating.undo(request.user, event, stage, asked.validated_data["round"])
        return Response(status=status.HTTP_204_NO_CONTENT)


def _table_in(event: Event, stage: Stage, number: int, key: int) -> Table:
    """A table of a round. Raises Refusal (404)."""
    table = table_of(event, key)
    if (table.round.stage_id, table.round.number) != (stage.pk, number):
        raise Refusal("not-found", _("There is no such table."), 404)
    return table


def _rounds(plan: Plan) -> list[dict[str, Any]]:
    return [
        {
            "stage": one.stage.number,
            "round": one.number,
            "begun": one.begun,
            "tables": [
                {
                    "table": table.table.name,
                    "seats": [{"seat": seat, "entrant": who.name if who else None} for seat, who in table.seats],
                }
                for table in one.tables
            ],
            "sitting_out": [who.name for who in one.sitting_out],
        }
        for one in plan.rounds
    ]


def _draw_row(one: Draw) -> dict[str, Any]:
    names = ("first", "last", "method", "seed", "steps", "counts", "undone_from")
    return {"stage": one.stage.number, **{name: getattr(one, name) for name in names}}


def _preview(one: Drawing) -> dict[str, Any]:
    seats, out = one.layout.layout.seats, one.sitting_out()
    rounds = [
        {
            "stage": one.stage.number,
            "round": one.first + at,
            "begun": False,
            "tables": [
                {
                    "table": str(name),
                    "seats": [
                        {"seat": seat, "entrant": one.people[key].name if key else None}
                        for seat, key in zip(seats, table, strict=True)
                    ],
                }
                for name, table in enumerate(tables, 1)
            ],
            "sitting_out": [who.name for who in out[at]],
        }
        for at, tables in enumerate(one.found.rounds)
    ]
    draw = {
        "stage": one.stage.number,
        "first": one.first,
        "last": one.last,
        "method": one.order.method,
        "seed": one.order.seed,
        "steps": one.found.steps,
        "counts": one.counts._asdict(),
        "undone_from": None,
    }
    return {"draws": [draw], "rounds": rounds}
