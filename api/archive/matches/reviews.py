"""Reviews of rounds: what their players could have done."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.archive.lookup import match_to_read
from api.archive.matches.views import VIEW, view_asked_for
from api.http import parameters
from api.http.problems import PROBLEM
from api.http.response_cache import with_etag
from api.http.throttling import RoundThrottle
from records.accounts import access
from records.archive import matches
from records.core.errors import Refusal
from records.wording.review import reviewed


class ChoiceSerializer(serializers.Serializer[dict[str, Any]]):
    """A discard that could have been made, and the hand that it would have left."""

    discard = serializers.CharField()
    distance = serializers.IntegerField(allow_null=True, help_text="tiles from ready; 0: ready; null: such a hand cannot win")
    live = serializers.IntegerField(help_text="how many tiles bring the hand nearer, or win, that this seat cannot see")
    tiles = serializers.DictField(child=serializers.IntegerField(), help_text="those tiles, each with its number")
    values = serializers.DictField(child=serializers.IntegerField(), help_text="of a ready hand: what each would win by own draw")
    value = serializers.IntegerField(allow_null=True, help_text="the dearest of them")
    danger = serializers.DictField(
        child=serializers.IntegerField(),
        required=False,
        help_text="who of the others would have won on it, by the hands of the record, and for what value;"
        " left out with a view, and where a hand is not in the record",
    )


class TurnSerializer(serializers.Serializer[dict[str, Any]]):
    """A turn of a player. In a card game: the set on top, and the sets that would have beaten it."""

    move = serializers.IntegerField(help_text="the move that was made; the choice was after the move before it")
    seat = serializers.CharField()
    made = serializers.CharField(help_text="discard, hu, angang, bugang; of a card game play, pass, yield, burn")
    drawn = serializers.CharField(allow_null=True, required=False)
    tile = serializers.CharField(allow_null=True, required=False, help_text="what was discarded")
    distance = serializers.IntegerField(allow_null=True, required=False, help_text="what the best discard leaves")
    wins = serializers.IntegerField(allow_null=True, required=False, help_text="what the hand would have won as it stood")
    choices = ChoiceSerializer(many=True, required=False, help_text="the best first")
    possible = serializers.DictField(
        child=serializers.ListField(child=serializers.CharField()),
        required=False,
        help_text="with a view: for every other seat in play the tiles it could wait for, by what the viewing seat has seen",
    )
    set = serializers.CharField(allow_null=True, required=False)
    left = serializers.IntegerField(required=False, help_text="cards in hand")
    top = serializers.CharField(allow_null=True, required=False)
    least = serializers.ListField(
        child=serializers.CharField(),
        allow_null=True,
        required=False,
        help_text="the cards of the lowest set that beats the one on top, whoever may hold them; empty where none does",
    )
    beats = serializers.ListField(child=serializers.CharField(), allow_null=True, required=False)


class MissedSerializer(serializers.Serializer[dict[str, Any]]):
    """A win, claim or kong that was let go."""

    what = serializers.CharField(help_text="win, claim or kong")
    move = serializers.IntegerField(help_text="after which move it could have been taken")
    seat = serializers.CharField()
    tile = serializers.CharField(allow_null=True)
    by = serializers.CharField(required=False, help_text="draw, discard or rob")
    value = serializers.IntegerField(required=False, help_text="of a win")
    verb = serializers.CharField(required=False, help_text="peng, chi; of a kong gang, angang, bugang")
    tiles = serializers.CharField(required=False, help_text="the own tiles of the claim or kong")
    points = serializers.IntegerField(required=False, help_text="what a kong is paid at once")

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        """Python has a word ``from``."""
        before = serializers.IntegerField(required=False, help_text="tiles from ready before the claim or kong")
        after = serializers.IntegerField(required=False, help_text="tiles from ready after it")
        return {**super().get_fields(), "from": before, "to": after}


class MistakeSerializer(serializers.Serializer[dict[str, Any]]):
    """A choice that left its seat worse than the best one there was."""

    move = serializers.IntegerField(
        help_text="of a discard the move that made it, else after which move it could have been taken"
    )
    seat = serializers.CharField()
    what = serializers.CharField(help_text="discard, win, claim or kong")
    steps = serializers.IntegerField(help_text="tiles further from ready")
    live = serializers.IntegerField(help_text="fewer live tiles at equal distance")
    points = serializers.IntegerField(
        allow_null=True, help_text="what was given away for certain and at once, in the game's unit; null: nobody can say"
    )


class SummarySerializer(serializers.Serializer[dict[str, Any]]):
    """The choices of a seat, and what those cost that were not the best."""

    choices = serializers.IntegerField(help_text="how often somebody can say what was best")
    best = serializers.IntegerField(help_text="how often that was taken")
    steps = serializers.IntegerField()
    live = serializers.IntegerField()
    points = serializers.IntegerField()


class ReviewSerializer(serializers.Serializer[dict[str, Any]]):
    """The review of a round."""

    match = serializers.UUIDField()
    game = serializers.CharField()
    round = serializers.IntegerField()
    view = serializers.CharField(allow_null=True)
    measure = serializers.CharField(help_text="what the lines count: distance from ready, or cards in hand")
    lines = serializers.DictField(
        child=serializers.ListField(child=serializers.ListField()), help_text="for each seat [move, number], where it changed"
    )
    turns = TurnSerializer(many=True)
    missed = MissedSerializer(many=True)
    mistakes = MistakeSerializer(many=True)
    summary = serializers.DictField(child=SummarySerializer(), help_text="by seat; of a card game empty, like the mistakes")


class MatchReview(APIView):
    """The review of a round."""

    opened_by = access.ShareGrant
    throttle_classes = [RoundThrottle]

    @extend_schema(
        operation_id="read_review",
        summary="The review of a round",
        parameters=[VIEW, parameters.WORDS],
        responses={200: ReviewSerializer, 304: None, 400: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID, number: int) -> Response:
        """For each turn the distance of the hand from ready and what every discard would have left; wins and claims let go. With
        `words` besides: of each discard the `best` there was, mistakes and chances let go as one list (`listed`), the points over
        the match, and the sentences of pages with their gaps."""
        match = match_to_read(request, match_id)
        view = view_asked_for(request, match)
        try:
            review = matches.review(match, number, view)
        except LookupError as error:
            raise Refusal("no-review", _("There are no choices to review in this round."), 404) from error
        if parameters.flag(request, "words"):
            names = {seat.seat: seat.name for seat in match.seated_players}
            review = reviewed(review, matches.verdict_of(match), match.game, names)
        return with_etag(request, {"match": str(match.pk), **review})


class MatchTurn(APIView):
    """The review of one turn."""

    opened_by = access.ShareGrant
    throttle_classes = [RoundThrottle]

    @extend_schema(
        operation_id="read_turn",
        summary="A turn of the review, looked into further",
        parameters=[VIEW],
        responses={200: TurnSerializer, 304: None, 400: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, match_id: uuid.UUID, number: int, move: int) -> Response:
        """The turn of this move, with what is too expensive to compute for every turn: what a hand may win that is one tile from
        ready. 404 where nobody had a choice, or with a view not that seat."""
        match = match_to_read(request, match_id)
        view = view_asked_for(request, match)
        try:
            return with_etag(request, matches.review_turn(match, number, move, view))
        except LookupError as error:
            raise Refusal("no-turn", _("There is no choice to review at this move."), 404) from error
