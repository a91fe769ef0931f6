"""The audit log of a club, for its owners."""

from __future__ import annotations

import json
from typing import Any

from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.clubs.lookup import owned_club
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, LastFirst, page_of
from api.http.problems import refusals
from records import audit
from records.models import AuditEntry


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
