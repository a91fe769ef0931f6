"""The addresses of the log: anybody may read them, any cache may keep the answers."""

from __future__ import annotations

import base64
import re
from collections.abc import Sequence
from itertools import pairwise

from django.http import HttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, extend_schema
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.views import APIView

from api.http import parameters
from api.http.lists import serialized_rows
from api.http.pagination import PAGES, NewestFirst, page_of
from api.http.problems import Problem, refusals
from api.log.serializers import (
    ConsistenciesSerializer,
    HeadSerializer,
    InclusionSerializer,
    LoggedPublicationSerializer,
    LogSerializer,
)
from records import publications
from records.audit.merkle import heads, tree
from records.models import LogHead
from referee.results.log import tree as merkle

MOST_SIZES = 64
"""Sizes that are asked about at once."""
_SIZES = re.compile(rf"[0-9]{{1,18}}(,[0-9]{{1,18}}){{1,{MOST_SIZES - 1}}}", re.ASCII)
FOR_A_MINUTE = {"Cache-Control": "public, max-age=60"}
FOR_GOOD = {"Cache-Control": "public, max-age=31536000, immutable"}
"""What is proven of a size once is proven for good."""


class LogView(APIView):
    """What all addresses of the log have in common: nobody is asked who they are."""

    authentication_classes = ()
    permission_classes = [AllowAny]


class Log(LogView):
    """The log."""

    @extend_schema(
        operation_id="read_log", summary="The log", auth=[], responses={200: LogSerializer, **refusals(404, 429)}, tags=["log"]
    )
    def get(self, request: Request) -> Response:
        """The latest signed head, the key to check it by, and where older heads and proofs are. Keep the head: no entry that it
        covers can be changed, removed or inserted from then on without your seeing it. `referee verify-log` compares."""
        return Response(LogSerializer(_latest(), context={"request": request}).data, headers=FOR_A_MINUTE)


class LogCheckpoint(LogView):
    """The latest signed head as a file."""

    @extend_schema(
        operation_id="read_log_checkpoint",
        summary="Its latest signed head",
        auth=[],
        responses={(200, "text/plain"): OpenApiTypes.STR, **refusals(404, 429)},
        tags=["log"],
    )
    def get(self, request: Request) -> HttpResponse:
        """The signed note alone, in the form of c2sp.org/tlog-checkpoint."""
        return HttpResponse(_latest().note, "text/plain; charset=utf-8", headers=FOR_A_MINUTE)


class LastHeadFirst(NewestFirst):
    """In the order in which they were signed, the last one first."""

    ordering = ("-pk",)


class LogHeads(LogView):
    """The signed heads."""

    @extend_schema(
        operation_id="list_log_heads",
        summary="All signed heads",
        auth=[],
        parameters=PAGES,
        responses={200: page_of(HeadSerializer), **refusals(400, 429)},
        tags=["log"],
    )
    def get(self, request: Request) -> Response:
        """Every head that was ever signed, the last one first, in pages."""
        pages = LastHeadFirst()
        page = pages.paginate_queryset(heads.heads(), request, self)
        answer = pages.get_paginated_response(serialized_rows(HeadSerializer, page, {"request": request}))
        answer["Cache-Control"] = FOR_A_MINUTE["Cache-Control"]
        return answer


class LogHeadDetail(LogView):
    """One signed head."""

    @extend_schema(
        operation_id="read_log_head",
        summary="A signed head",
        auth=[],
        responses={200: HeadSerializer, **refusals(404, 429)},
        tags=["log"],
    )
    def get(self, request: Request, size: int) -> Response:
        """The head of so many entries, where one was signed."""
        head = heads.head_of(min(size, 1 << 62))
        if head is None:
            raise Problem(404, "not-found", _("No head of so many entries was signed."))
        return Response(HeadSerializer(head, context={"request": request}).data, headers=FOR_GOOD)


class LogConsistency(LogView):
    """Proofs that the log only grew."""

    @extend_schema(
        operation_id="read_log_consistency",
        summary="That it only grew",
        auth=[],
        parameters=[
            OpenApiParameter("sizes", str, required=True, description=f"2 to {MOST_SIZES} sizes, the smallest first: `17,42`")
        ],
        responses={200: ConsistenciesSerializer, **refusals(400, 404, 429)},
        tags=["log"],
    )
    def get(self, request: Request) -> Response:
        """For each of the sizes and the one after it: the proof that the smaller tree is the beginning of the larger one."""
        text = parameters.text(request, "sizes")
        sizes = [int(one) for one in text.split(",")] if _SIZES.fullmatch(text) else []
        if not sizes or sizes != sorted(sizes):
            zh, en = (
                f"應為 2 至 {MOST_SIZES} 個由小到大的數，以逗號隔開。",
                f"expected 2 to {MOST_SIZES} numbers, the smallest first.",
            )
            raise parameters.refused("sizes", zh, en)
        _require_covered(sizes[-1])
        nodes = tree.Nodes()
        proofs = [
            {"first": first, "second": second, "path": _base64(merkle.consistency_path(first, second, nodes))}
            for first, second in pairwise(sizes)
        ]
        return Response({"consistency": proofs}, headers=FOR_GOOD)


class LogInclusion(LogView):
    """Proofs that an entry is in the log."""

    @extend_schema(
        operation_id="read_log_inclusion",
        summary="That an entry is in it",
        auth=[],
        parameters=[
            OpenApiParameter("index", int, required=True, description="the leaf, counted from 0: entry 1 is leaf 0"),
            OpenApiParameter("size", int, required=True, description="of the tree"),
        ],
        responses={200: InclusionSerializer, **refusals(400, 404, 429)},
        tags=["log"],
    )
    def get(self, request: Request) -> Response:
        """The hash of a leaf and the proof that it is in the tree of a size. Whoever has the entry hashes it and compares."""
        index, size = _required(request, "index", 0), _required(request, "size", 1)
        _require_covered(max(index + 1, size))
        if index >= size:
            raise parameters.refused("index", "應小於 size。", "expected less than `size`.")
        nodes = tree.Nodes()
        answer = {"index": index, "size": size, "leaf": _base64([nodes(0, index)])[0]}
        return Response({**answer, "path": _base64(merkle.inclusion_path(index, size, nodes))}, headers=FOR_GOOD)


class LogPublication(LogView):
    """A publication in the log."""

    @extend_schema(
        operation_id="read_logged_publication",
        summary="That a publication is in it",
        auth=[],
        responses={200: LoggedPublicationSerializer, **refusals(404, 429)},
        tags=["log"],
    )
    def get(self, request: Request, digest: str) -> Response:
        """By the hash of its document, which who has the file knows: the proof that it is in the log, and which is the latest
        publication of its event."""
        logged = publications.logged(digest)
        if logged is None:
            raise Problem(404, "not-found", _("There is no such publication."))
        return Response(LoggedPublicationSerializer(logged).data, headers=FOR_A_MINUTE)


def _latest() -> LogHead:
    head = heads.latest()
    if head is None:
        raise Problem(404, "not-found", _("No head of the log has been signed yet."))
    return head


def _require_covered(size: int) -> None:
    """Raises Problem (404) for a size that no signed head covers: what is not signed is not shown."""
    head = heads.latest()
    if head is None or size > head.size:
        raise Problem(404, "not-found", _("No signed head of the log covers so many entries."))


def _required(request: Request, name: str, least: int) -> int:
    value = parameters.number(request, name, least)
    if value is None:
        raise parameters.refused(name, f"應為 {least} 以上的整數。", f"expected a whole number from {least} on.")
    return value


def _base64(hashes: Sequence[bytes]) -> list[str]:
    return [base64.b64encode(one).decode() for one in hashes]
