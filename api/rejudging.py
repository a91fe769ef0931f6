"""Judging an archive again over REST: asking for it, how far it has come, what came out otherwise, a match's judgements."""

from __future__ import annotations

import uuid
from typing import Any

from django.http import StreamingHttpResponse
from django.utils.translation import gettext as _
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema, extend_schema_field
from rest_framework import serializers, status
from rest_framework.permissions import IsAuthenticated
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.reverse import reverse
from rest_framework.views import APIView

from api.batches import as_json
from api.bodies import QuestionParser
from api.clubs import asked, club_of
from api.pages import PAGES, InOrder, NewestFirst, page_of
from api.problems import Problem
from api.views import FILTERS, PROBLEM, found
from records import access, matches, rejudging
from records.models import Club, Difference, Judgement, Match, Rejudging
from records.publications.spreadsheets import as_csv

COLUMNS = (
    "match",
    "url",
    "event",
    "table",
    "date",
    "kinds",
    "old_status",
    "new_status",
    "old_verdict",
    "new_verdict",
    "appeared",
    "disappeared",
    "changed",
    "totals",
    "error",
)


class FiltersSerializer(serializers.Serializer):
    """Which matches; every filter of the list of matches."""

    def get_fields(self) -> dict[str, serializers.Field]:
        return {
            name: serializers.CharField(required=False, allow_blank=True, max_length=200, help_text=text)
            for name, text in FILTERS.items()
        }


class AskSerializer(serializers.Serializer):
    """What to judge again, and how."""

    filters = FiltersSerializer(required=False)
    rules = serializers.CharField(
        required=False,
        allow_blank=True,
        max_length=200,
        help_text="in the place of the records' own: options alone (`max_fan=5`), or a preset with options",
    )
    apply = serializers.BooleanField(
        required=False,
        allow_null=True,
        default=None,
        help_text="whether the new verdicts become the current ones; left out: yes, but not with rules",
    )


class RejudgingSerializer(serializers.ModelSerializer):
    """Judging an archive again."""

    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="for people")
    differences_url = serializers.SerializerMethodField()
    report_url = serializers.SerializerMethodField()
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, help_text="null: the whole service")
    filters = serializers.DictField(child=serializers.CharField())
    total = serializers.IntegerField(allow_null=True, help_text="matches that it is about; null until it has begun")
    done = serializers.IntegerField(help_text="those that it has come to")
    skipped = serializers.IntegerField(help_text="judged by somebody else meanwhile")
    summary = serializers.DictField(
        help_text="`kinds`: matches by what differs; `clauses`: findings that appeared, disappeared, changed, by clause"
    )

    class Meta:
        model = Rejudging
        fields = [
            "id",
            "url",
            "page",
            "differences_url",
            "report_url",
            "club",
            "filters",
            "rules",
            "apply",
            "engine_version",
            "state",
            "total",
            "done",
            "same",
            "differing",
            "failed",
            "skipped",
            "summary",
            "created_at",
            "finished_at",
        ]

    def get_url(self, job: Rejudging) -> str:
        return self._at("api:rejudging", job)

    def get_page(self, job: Rejudging) -> str:
        return self._at("pages:rejudging", job)

    def get_differences_url(self, job: Rejudging) -> str:
        return self._at("api:differences", job)

    def get_report_url(self, job: Rejudging) -> str:
        return self._at("api:rejudging_report", job)

    def _at(self, name: str, job: Rejudging) -> str:
        return str(reverse(name, args=[job.pk], request=self.context["request"]))


class DifferenceSerializer(serializers.Serializer):
    """A match that came out otherwise than before."""

    match = serializers.UUIDField(source="match_id")
    url = serializers.SerializerMethodField()
    kinds = serializers.SerializerMethodField()
    old_status = serializers.CharField(source="old.status", default=None, allow_null=True)
    new_status = serializers.CharField(source="new.status", default=None, allow_null=True)
    old_verdict = serializers.SerializerMethodField()
    new_verdict = serializers.SerializerMethodField(help_text="null where the referee failed, or the engine contradicts itself")
    document = serializers.DictField(help_text="what differs, old beside new")
    error = serializers.CharField(help_text="why there is no new verdict")

    def get_url(self, difference: Difference) -> str:
        return str(reverse("api:match", args=[difference.match_id], request=self.context["request"]))

    def get_kinds(self, difference: Difference) -> list[str]:
        return difference.kinds.split()

    def get_old_verdict(self, difference: Difference) -> str | None:
        return verdict_at(self.context["request"], difference.match_id, difference.old_id)

    def get_new_verdict(self, difference: Difference) -> str | None:
        return verdict_at(self.context["request"], difference.match_id, difference.new_id)


class JudgementSerializer(serializers.ModelSerializer):
    """A judgement that was passed on a match."""

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
    """Where a verdict is, the current one or an older."""
    if number is None:
        return None
    return f"{reverse('api:verdict', args=[match_id], request=request)}?judgement={number}"


def rejudging_of(request: Request, rejudging_id: uuid.UUID) -> Rejudging:
    """One that this person may see. Raises a 404 problem."""
    job = rejudging.find(request.user, rejudging_id)
    if job is None:
        raise Problem(404, "not-found", _("There is no such judging again, or it is not yours to see."))
    return job


def shown(request: Request, job: Rejudging) -> dict[str, Any]:
    """As an answer says it."""
    return dict(RejudgingSerializer(job, context={"request": request}).data)


def started(request: Request, club: Club | None = None) -> Response:
    """Have it done."""
    body = asked(request, AskSerializer)
    job = rejudging.start(request.user, club, filters=body.get("filters"), rules=body.get("rules", ""), apply=body["apply"])
    answer = shown(request, job)
    return Response(answer, status=status.HTTP_202_ACCEPTED, headers={"Location": answer["url"]})


def listed(view: APIView, request: Request, rejudgings: Any) -> Response:
    """A page of them."""
    pages = NewestFirst()
    page = pages.paginate_queryset(rejudgings, request, view)
    return pages.get_paginated_response(RejudgingSerializer(page, many=True, context={"request": request}).data)


STARTED = {202: RejudgingSerializer, **dict.fromkeys((400, 401, 403, 404, 422), PROBLEM)}


class Rejudgings(APIView):
    """Those of one's clubs, and of the whole service."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_rejudgings",
        summary="List what was judged again",
        parameters=PAGES,
        responses={200: page_of(RejudgingSerializer), 401: PROBLEM},
    )
    def get(self, request: Request) -> Response:
        """In your clubs, newest first, in pages; the staff sees all."""
        return listed(self, request, rejudging.visible_to(request.user))

    @extend_schema(
        operation_id="rejudge_everything", summary="Judge the whole service again", request=AskSerializer, responses=STARTED
    )
    def post(self, request: Request) -> Response:
        """Every match of the service that fits the filters. For the staff."""
        return started(request)


class ClubRejudgings(APIView):
    """Those of a club."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="list_club_rejudgings",
        summary="What a club had judged again",
        parameters=PAGES,
        responses={200: page_of(RejudgingSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, slug: str) -> Response:
        """Newest first, in pages."""
        return listed(self, request, rejudging.visible_to(request.user).filter(club=club_of(request, slug)))

    @extend_schema(operation_id="rejudge_club", summary="Judge a club's archive again", request=AskSerializer, responses=STARTED)
    def post(self, request: Request, slug: str) -> Response:
        """The club's matches that fit the filters, by the present engine; with `rules`, what those would make of them. It runs in
        the background and gives way to uploads. For organizers."""
        return started(request, club_of(request, slug))


class OneRejudging(APIView):
    """One of them."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="read_rejudging",
        summary="How far judging again has come",
        responses={200: RejudgingSerializer, 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> Response:
        """Its progress, and a summary of what differs so far."""
        return Response(shown(request, rejudging_of(request, rejudging_id)))


class CancelRejudging(APIView):
    """Cancelling."""

    permission_classes = [IsAuthenticated]
    parser_classes = [QuestionParser]

    @extend_schema(
        operation_id="cancel_rejudging",
        summary="Stop judging again",
        request=None,
        responses={200: RejudgingSerializer, **dict.fromkeys((401, 403, 404), PROBLEM)},
    )
    def post(self, request: Request, rejudging_id: uuid.UUID) -> Response:
        """Judge no more of it. What was judged stays judged."""
        return Response(shown(request, rejudging.stop(request.user, rejudging_of(request, rejudging_id))))


class Differences(APIView):
    """What came out otherwise."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_differences",
        summary="What came out otherwise",
        parameters=[OpenApiParameter("kind", str, description="only those that differ in this"), *PAGES],
        responses={200: page_of(DifferenceSerializer), 401: PROBLEM, 404: PROBLEM},
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> Response:
        """The matches whose verdict differs, with both verdicts, in pages."""
        kind = request.query_params.get("kind", "").replace("\x00", "")
        rows = rejudging.differences_of(rejudging_of(request, rejudging_id), kind)
        pages = InOrder()
        page = pages.paginate_queryset(rows, request, self)
        return pages.get_paginated_response(DifferenceSerializer(page, many=True, context={"request": request}).data)


class RejudgingReport(APIView):
    """The report."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="report_rejudging",
        summary="The report of judging again",
        parameters=[OpenApiParameter("format", str, enum=["json", "csv"], description="json where left out")],
        responses={
            (200, "application/json"): OpenApiResponse(OpenApiTypes.OBJECT, description="`rejudging`, and `rows`: one a match"),
            (200, "text/csv"): OpenApiTypes.STR,
            **dict.fromkeys((400, 401, 404), PROBLEM),
        },
    )
    def get(self, request: Request, rejudging_id: uuid.UUID) -> StreamingHttpResponse:
        """A row for every match that differs; the JSON says what, old beside new. Written as it is sent."""
        job = rejudging_of(request, rejudging_id)
        wanted = request.query_params.get("format", "json")
        if wanted not in ("json", "csv"):
            raise Problem(400, "invalid-format", _("A report is json or csv."))
        rows = (_row(request, row) for row in rejudging.told(job))
        if wanted == "csv":
            body, kind = as_csv(COLUMNS, map(_flat, rows)), "text/csv; charset=utf-8"
        else:
            body, kind = as_json("rejudging", shown(request, job), rows), "application/json"
        ending = {"Content-Disposition": f'attachment; filename="{job.pk}.{wanted}"'}
        return StreamingHttpResponse(body, content_type=kind, headers=ending)


def _row(request: Request, row: dict[str, Any]) -> dict[str, Any]:
    row["url"] = reverse("api:match", args=[row["match"]], request=request)
    row["old_verdict"], row["new_verdict"] = (verdict_at(request, row["match"], row[name]) for name in ("old", "new"))
    return {name: row[name] for name in (*COLUMNS, "document")}


def _flat(row: dict[str, Any]) -> list[Any]:
    """A row in which every cell is one text or figure."""
    totals = " ".join(f"{seat}: {old} > {new}" for seat, (old, new) in row["totals"].items())
    return [*({**row, "kinds": " ".join(row["kinds"]), "totals": totals}[name] for name in COLUMNS)]


class MatchJudgements(APIView):
    """A match's judgements."""

    permission_classes = [IsAuthenticated]

    @extend_schema(
        operation_id="list_judgements",
        summary="Every judgement on a match",
        parameters=PAGES,
        responses={200: page_of(JudgementSerializer), **dict.fromkeys((401, 403, 404), PROBLEM)},
    )
    def get(self, request: Request, match_id: uuid.UUID) -> Response:
        """Newest first, in pages: by other engines, other editions of the rulebook, and under other rules as a what-if. For those
        whose match it is."""
        match: Match = found(request, match_id)
        if not access.may_with(request.user, access.Right.READ, match):
            raise Problem(403, "permission-denied", _("The judgements on a match are for those whose match it is."))
        pages = NewestFirst()
        rows = matches.judgements_of(request.user, match).defer("verdict")
        page = pages.paginate_queryset(rows, request, self)
        context = {"request": request, "match": match}
        return pages.get_paginated_response(JudgementSerializer(page, many=True, context=context).data)
