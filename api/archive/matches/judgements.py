"""The judgements of a match."""

from __future__ import annotations

import uuid
from typing import Any

from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema, extend_schema_field
from rest_framework import serializers
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.archive.lookup import match_of
from api.archive.matches.serializers import CheckedSerializer
from api.http.pagination import PAGES, NewestFirst, page_of, serialized_rows
from api.http.problems import refusals
from records.accounts import access
from records.archive import matches
from records.archive.models import Judgement, Match
from records.core.errors import Refusal


class JudgementSerializer(serializers.ModelSerializer[Judgement]):
    """A judgement of a match."""

    checked = CheckedSerializer(read_only=True)
    current = serializers.SerializerMethodField()
    verdict_url = serializers.SerializerMethodField()

    class Meta:
        model = Judgement
        fields = [
            "id",
            "engine_version",
            "rulebook_edition",
            "rules",
            "status",
            "findings_count",
            "checked",
            "created_at",
            "current",
            "verdict_url",
        ]

    def get_current(self, judgement: Judgement) -> bool:
        return bool(judgement.pk == self.context["match"].current_judgement_id)

    @extend_schema_field(OpenApiTypes.URI)
    def get_verdict_url(self, judgement: Judgement) -> str | None:
        return verdict_at(self.context["request"], judgement.match_id, judgement.pk)


def verdict_at(request: Request, match_id: Any, number: int | None) -> str | None:
    """The address of the current verdict or of an older one."""
    if number is None:
        return None
    return f"{reverse('api:verdict', args=[match_id], request=request)}?judgement={number}"


class MatchJudgements(APIView):
    """A match's judgements."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_judgements",
        summary="Every judgement on a match",
        parameters=PAGES,
        responses={200: page_of(JudgementSerializer), **refusals(401, 403, 404)},
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """The judgements, the newest first, in pages: by other engine versions, other editions of the rulebook, and what-ifs by
        other rules. For those whose match it is."""
        match: Match = match_of(request, match_id)
        if not access.may_with(request.user, access.Right.READ, match):
            raise Refusal("permission-denied", _("Only those whose match it is may see its judgements."), 403)
        pages = NewestFirst()
        rows = matches.judgements_of(request.user, match).defer("verdict")
        page = pages.paginate_queryset(rows, request, self)
        context = {"request": request, "match": match}
        return pages.get_paginated_response(serialized_rows(JudgementSerializer, page, context))
