"""Moving one's own match into a club."""

from __future__ import annotations

import uuid

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.archive.lookup import match_of
from api.archive.matches.answers import match_answer
from api.archive.matches.serializers import MatchSerializer
from api.http.idempotency import once_per_key
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import refusals
from records.archive import matches
from records.core.errors import Refusal


class IntoClubSerializer(serializers.Serializer[dict[str, str]]):
    """Where a match goes."""

    club = serializers.CharField(max_length=50, help_text="the club's short name")


class MoveMatch(APIView):
    """Moving a match into a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="move_match",
        summary="Give it to a club",
        request=IntoClubSerializer,
        responses={200: MatchSerializer, **refusals(400, 401, 403, 404, 409)},
    )
    @once_per_key
    def post(self, request: Request, match_id: uuid.UUID) -> Response:
        """Make your own match a club's into which you upload. It keeps its address and its verdicts, and an event that it fits
        takes it. 409 where the club has the record, or its file holds other matches too."""
        match = match_of(request, match_id)
        if not matches.is_own(request.user, match):
            raise Refusal("permission-denied", _("This match is not yours to give to a club."), 403)
        club = club_of(request, validated(request, IntoClubSerializer)["club"])
        return Response(match_answer(request, matches.move_to_club(request.user, match, club)))
