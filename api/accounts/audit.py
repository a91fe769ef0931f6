"""The audit log: a club's for its owners, and number and hash of every entry for anybody."""

from __future__ import annotations

import json
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import AllowAny, IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.accounts.lookup import owned_club
from api.http.pagination import PAGES, LastFirst, page_of, serialized_rows
from api.http.problems import or_404, refusals
from records.accounts import audit
from records.accounts.models import AuditEntry


class AuditEntrySerializer(serializers.Serializer[AuditEntry]):
    """An entry of the audit log: who did what, and when. Its hash covers the entry before it, so that changes show."""

    number = serializers.IntegerField()
    at = serializers.CharField(help_text="ISO 8601, UTC")
    actor = serializers.CharField(source="actor_name", help_text="the name at that time; empty: the service itself")
    action = serializers.CharField()
    target = serializers.CharField()
    details = serializers.SerializerMethodField()
    request_id = serializers.CharField()
    hash = serializers.CharField()

    @extend_schema_field(OpenApiTypes.OBJECT)
    def get_details(self, entry: AuditEntry) -> Any:
        return json.loads(entry.details)


class AuditHashSerializer(serializers.Serializer[AuditEntry]):
    """The hash of an audit entry, and nothing of what the entry says."""

    number = serializers.IntegerField()
    hash = serializers.CharField(help_text="SHA-256 of the entry, which holds the hash before")
    previous = serializers.CharField(help_text="the hash of the entry before; zeros in the first")


class ClubAudit(APIView):
    """A club's audit log."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_club_audit",
        summary="A club's audit log",
        parameters=PAGES,
        responses={200: page_of(AuditEntrySerializer), **refusals(401, 403, 404)},
    )
    def get(self, request: Request, slug: str) -> Response:
        """The audit log of the club, the newest entry first, in pages. For owners."""
        pages = LastFirst()
        page = pages.paginate_queryset(audit.entries_of(owned_club(request, slug)), request, self)
        return pages.get_paginated_response(serialized_rows(AuditEntrySerializer, page))


class AuditEntryHash(APIView):
    """The hash of one audit entry."""

    permission_classes = [AllowAny]

    @extend_schema(
        operation_id="read_audit_entry",
        summary="The hash of an audit entry",
        responses={200: AuditHashSerializer, **refusals(404, 429)},
    )
    def get(self, request: Request, number: int) -> Response:
        """Compare it with the `audit` part of published results: a different hash, or a 404, shows that the audit log was
        rewritten or cut off since."""
        entry = or_404(audit.entry_of(number), _("There is no such entry."))
        return Response(AuditHashSerializer(entry).data)
