"""Verdicts on a text that is not stored."""

from __future__ import annotations

from drf_spectacular.utils import OpenApiResponse, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

import referee
from api.http.parsers import RECORD_PARSERS, RECORDS_BODY, bodies_of
from api.http.problems import PROBLEM

OBJECT = {"type": "object", "additionalProperties": {}}
VERDICTS = OpenApiResponse(
    {"oneOf": [OBJECT, {"type": "array", "items": OBJECT}]},
    description="A verdict, or of several matches a list of them",
)


class Verify(APIView):
    """Verdicts without storing anything."""

    permission_classes = [AllowAny]
    parser_classes = RECORD_PARSERS

    @extend_schema(
        operation_id="verify",
        summary="Verdict on a text",
        request=RECORDS_BODY,
        responses={200: VERDICTS, 413: PROBLEM, 415: PROBLEM, 422: PROBLEM},
    )
    def post(self, request: Request) -> Response:
        """Text in, verdict out; nothing is stored. One match is answered with its verdict, several with a list."""
        verdicts = []
        for body in bodies_of(request):
            verdicts += [referee.verify(record).as_dict() for record in referee.parse_file(body.data)]
        return Response(verdicts[0] if len(verdicts) == 1 else verdicts)
