"""Serializers of re-judgings and differences."""

from __future__ import annotations

from typing import Any

from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.reverse import reverse

from api.archive.matches.answers import FILTERS
from api.archive.matches.judgements import verdict_at
from api.jobs import WithJob
from records.archive.models import Difference, Rejudging


class FiltersSerializer(serializers.Serializer[dict[str, Any]]):
    """The matches to judge again, by the filters of the list of matches."""

    def get_fields(self) -> dict[str, serializers.Field[Any, Any, Any, Any]]:
        return {
            name: serializers.CharField(required=False, allow_blank=True, max_length=200, help_text=text)
            for name, text in FILTERS.items()
        }


class AskSerializer(serializers.Serializer[dict[str, Any]]):
    """The matches to judge again, and by which rules."""

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


class RejudgingSerializer(WithJob, serializers.ModelSerializer[Rejudging]):
    """A re-judging. Its job counts the matches that are `same`, `differing`, `failed`, and `skipped`: judged by somebody else
    meanwhile."""

    url = serializers.SerializerMethodField()
    page = serializers.SerializerMethodField(help_text="for people")
    differences_url = serializers.SerializerMethodField()
    report_url = serializers.SerializerMethodField()
    club = serializers.CharField(source="club.slug", allow_null=True, default=None, help_text="null: the whole service")
    filters = serializers.DictField(child=serializers.CharField())
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
            "summary",
            "created_at",
            "job",
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


class DifferenceSerializer(serializers.Serializer[Difference]):
    """A match whose new verdict differs from the old one."""

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


def rejudging_answer(request: Request, job: Rejudging) -> dict[str, Any]:
    """The answer for a re-judging."""
    return dict(RejudgingSerializer(job, context={"request": request}).data)
