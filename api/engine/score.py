"""The value of one hand, as ``referee score`` answers it."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext_lazy as _
from drf_spectacular.utils import OpenApiExample, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.engine.serializers import HandValueSerializer, QuestionSerializer
from api.http.idempotency import takes_no_key
from api.http.parsers import SmallJsonParser
from api.http.problems import ProblemSerializer
from records.core import sandbox
from records.core.errors import Refusal

FANS = [{"code": "qingdui", "value": 4, "clause": "SCM-3.1"}, {"code": "gang", "value": 1, "clause": "SCM-3.2"}]
QUESTION = {
    "game": "sichuan",
    "rules": "xuezhan max_fan=5",
    "hand": "1112p",
    "melds": ["peng:555p", "angang:9999p", "peng:333p"],
    "win": "2p",
    "by": "discard",
    "flags": [],
    "payments": {"winner": "S", "from": "W", "dealer": "E", "base": 2},
}
PAYMENTS = {
    "dealer": "E",
    "base": 2,
    "scores": {"E": 0, "S": 32, "W": -32, "N": 0},
    "lines": [{"from": "W", "to": "S", "points": 32, "reason": "win", "clause": "SCM-4.1"}],
}
ANSWER = {"wins": True, "value": 16, "fans": FANS, "payments": PAYMENTS}
EXAMPLES = [
    OpenApiExample("A win", value=QUESTION, request_only=True),
    OpenApiExample(
        "What a hand waits for", value={"game": "sichuan", "hand": "123456789m1234p", "waits": True}, request_only=True
    ),
    OpenApiExample("It wins", value=ANSWER, response_only=True, status_codes=["200"]),
    OpenApiExample("It does not win", value={"wins": False, "reason": "three-suits"}, response_only=True, status_codes=["200"]),
    OpenApiExample("What it waits for", value={"waits": {"1p": 1, "4p": 1}}, response_only=True, status_codes=["200"]),
]


class Score(APIView):
    """The value of a hand."""

    permission_classes = [AllowAny]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="score",
        summary="Value a hand",
        request=QuestionSerializer,
        examples=EXAMPLES,
        responses={200: HandValueSerializer, **dict.fromkeys((400, 413, 415, 422, 503), ProblemSerializer)},
    )
    @takes_no_key
    def post(self, request: Request) -> Response:
        """Whether a hand wins, its value and fans, and who pays whom how much; or what it waits for. Nothing is stored.

        A question that cannot be read is answered with the field at fault and what was expected; one that says two things of a
        win that exclude each other, with both of them."""
        query = request.data
        if not isinstance(query, dict):
            raise Refusal("invalid", _("Expected one JSON object."), 422)
        try:
            return Response(sandbox.score(query))
        except sandbox.Unclear as error:
            field: dict[str, Any] = {"field": error.field} if error.field else {}
            told = {name: f"{error.field}: {text}" if error.field else text for name, text in error.message.items()}
            raise Refusal("invalid", told, 422, **field) from error
