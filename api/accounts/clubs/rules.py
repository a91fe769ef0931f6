"""The rules that a club keeps under names."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import or_404, refusals
from records.accounts import clubs
from records.accounts.models import ClubRules
from records.core.rules_line import RULES

REFUSALS = refusals(400, 401, 403, 404, 409, 422)
READS = refusals(401, 404)


class ClubRulesSerializer(serializers.Serializer[ClubRules]):
    """Rules of a club. Records, sheets and events have the line, never the name."""

    id = serializers.UUIDField(read_only=True)
    address = serializers.SerializerMethodField(help_text="these rules over the API")
    name = serializers.CharField(max_length=200, help_text="as the club calls them")
    game = serializers.CharField(max_length=200, help_text="the game's id")
    rules = serializers.CharField(max_length=RULES, help_text="a preset and options, as a record's tag: xuezhan max_fan=5")

    def get_address(self, kept: ClubRules) -> str:
        return str(reverse("api:club_rules_one", args=[kept.club.slug, kept.pk], request=self.context.get("request")))


class ChangedClubRulesSerializer(serializers.Serializer[dict[str, Any]]):
    """The fields of a club's rules to change."""

    name = serializers.CharField(required=False, max_length=200)
    rules = serializers.CharField(required=False, max_length=RULES)


class ClubRulesList(APIView):
    """The rules that a club keeps."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_club_rules",
        summary="A club's rules",
        parameters=PAGES,
        responses={200: page_of(ClubRulesSerializer), **READS},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The rules by which tables of the club play, by name. For members."""
        kept = clubs.rules_of(club_of(request, slug))
        return list_answer(request, kept, lambda some: serialized_rows(ClubRulesSerializer, some, {"request": request}))

    @extend_schema(
        operation_id="add_club_rules",
        summary="Add rules",
        request=ClubRulesSerializer,
        responses={201: ClubRulesSerializer, **REFUSALS},
    )
    @once_per_key
    def post(self, request: Request, slug: str) -> Response:
        """Keep a line of rules under a name. For organizers. At most fifty a club, each name once (409)."""
        club = club_of(request, slug)
        fields = validated(request, ClubRulesSerializer)
        kept = clubs.add_rules(request.user, club, fields["name"], fields["game"], fields["rules"])
        answer = ClubRulesSerializer(kept, context={"request": request}).data
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Location": answer["address"]})


class ClubRulesDetail(APIView):
    """One of them."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(operation_id="read_club_rules", summary="Its rules", responses={200: ClubRulesSerializer, **READS})
    def get(self, request: Request, slug: str, rules_id: uuid.UUID) -> Response:
        """Rules of the club: their name, game and line."""
        return Response(ClubRulesSerializer(_found(request, slug, rules_id), context={"request": request}).data)

    @extend_schema(
        operation_id="change_club_rules",
        summary="Change rules",
        request=ChangedClubRulesSerializer,
        responses={200: ClubRulesSerializer, **REFUSALS},
    )
    @once_per_key
    def patch(self, request: Request, slug: str, rules_id: uuid.UUID) -> Response:
        """Change the name or the line. What was played by the former line keeps it. For organizers."""
        kept = _found(request, slug, rules_id)
        fields = validated(request, ChangedClubRulesSerializer)
        changed = clubs.change_rules(request.user, kept, fields.get("name"), fields.get("rules"))
        return Response(ClubRulesSerializer(changed, context={"request": request}).data)

    @extend_schema(operation_id="remove_club_rules", summary="Remove rules", responses={204: None, **refusals(401, 403, 404)})
    def delete(self, request: Request, slug: str, rules_id: uuid.UUID) -> Response:
        """Take the name off the club. Records keep the line. For organizers."""
        clubs.remove_rules(request.user, _found(request, slug, rules_id))
        return Response(status=status.HTTP_204_NO_CONTENT)


def _found(request: Request, slug: str, rules_id: uuid.UUID) -> ClubRules:
    """The rules in a request's address. Raises Refusal (404)."""
    return or_404(clubs.find_rules(club_of(request, slug), rules_id), _("The club has no such rules."))
