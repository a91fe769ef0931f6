"""A person's own API tokens: listing, creating and revoking them."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import club_of
from api.http.idempotency import once_per_key
from api.http.pagination import PAGES, list_answer, page_of, serialized_rows
from api.http.parsers import SmallJsonParser, validated
from api.http.problems import PROBLEM, or_404, refusals
from records.accounts import access
from records.accounts.models import ApiToken


class TokenSerializer(serializers.Serializer[ApiToken]):
    """A token. Its text is never returned again."""

    id = serializers.IntegerField()
    name = serializers.CharField()
    scopes = serializers.SerializerMethodField(help_text=", ".join(access.SCOPES))
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, help_text="the one club that it is for")
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(allow_null=True)
    last_used_at = serializers.DateTimeField(allow_null=True, help_text="to the minute")

    def get_scopes(self, token: ApiToken) -> list[str]:
        return token.scopes.split()


class MadeTokenSerializer(TokenSerializer):
    """A new token with its text, which is returned this once."""

    token = serializers.SerializerMethodField()

    def get_token(self, token: ApiToken) -> str:
        return str(self.context["plain"])


class WantedTokenSerializer(serializers.Serializer[dict[str, Any]]):
    """A token to create."""

    name = serializers.CharField(max_length=200, help_text="what it is for")
    scopes = serializers.ListField(child=serializers.CharField(max_length=10), help_text=", ".join(access.SCOPES))
    days = serializers.IntegerField(required=False, help_text="until it ends; 365 where the operator has not said otherwise")
    club = serializers.CharField(required=False, max_length=50, help_text="the short name of the one club that it is for")


class TokenList(APIView):
    """Your tokens."""

    permission_classes = [IsAuthenticated]
    parser_classes = [SmallJsonParser]

    @extend_schema(
        operation_id="list_tokens",
        summary="Your tokens",
        parameters=PAGES,
        responses={200: page_of(TokenSerializer), 401: PROBLEM},
    )
    def get(self, request: Request) -> Response:
        """Your tokens: the scopes of each, when it expires, and when it was last used."""
        return list_answer(request, access.tokens_of(request.user), lambda some: serialized_rows(TokenSerializer, some))

    @extend_schema(
        operation_id="make_token",
        summary="Make a token",
        request=WantedTokenSerializer,
        responses={201: MadeTokenSerializer, **refusals(400, 401, 403, 404, 409, 422)},
    )
    @once_per_key
    def post(self, request: Request) -> Response:
        """Create a token for yourself. Its text is in this answer only. Made with another token, it gets no scope that this one
        lacks and expires no later."""
        fields = validated(request, WantedTokenSerializer)
        club = club_of(request, fields["club"]) if fields.get("club") else None
        by = request.auth if isinstance(request.auth, ApiToken) else None
        token, plain = access.issue_own_token(request.user, fields["name"], fields["scopes"], fields.get("days"), club, by)
        answer = MadeTokenSerializer(token, context={"plain": plain}).data
        return Response(answer, status=status.HTTP_201_CREATED, headers={"Cache-Control": "no-store"})


class TokenDetail(APIView):
    """One of your tokens."""

    permission_classes = [IsAuthenticated]

    @extend_schema(operation_id="revoke_token", summary="Revoke a token", responses={204: None, **refusals(401, 403, 404)})
    def delete(self, request: Request, token_id: int) -> Response:
        """Revoke the token."""
        token = or_404(access.tokens_of(request.user).filter(pk=token_id).first(), _("There is no such token."))
        access.revoke_token(token)
        return Response(status=status.HTTP_204_NO_CONTENT)
