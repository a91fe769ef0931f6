"""The administration pages of matches, to look at and to judge again."""

from __future__ import annotations

from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from records.archive import matches
from records.archive.models import Finding, Judgement, Match, MatchSeat, Upload
from records.core.admin import ReadOnly


class SeatsInline(admin.TabularInline[MatchSeat, Match]):
    model = MatchSeat
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly[Match]):
    list_display = ["id", "game", "event", "table", "state", "verdict", "user", "club", "public", "created_at"]
    list_filter = ["state", "current_judgement__shown_as", "game", "public", "club"]
    search_fields = ["id", "event", "seats__name", "sha256", "upload__filename"]
    exclude = ["source", "owner_key"]
    inlines = [SeatsInline]
    actions = ["judge_again"]
    list_select_related = ["current_judgement", "user", "club"]

    @admin.display(description=_("verdict"))
    def verdict(self, match: Match) -> str:
        return _told(match.current_judgement) if match.current_judgement else "–"

    @admin.action(description=_("Re-judge"))
    def judge_again(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        for match in chosen:
            matches.rejudge(request.user, match)


def _told(judgement: Judgement) -> str:
    """The status as people see it, and how many rounds were checked where not all were."""
    rounds, of = judgement.checked
    return f"{judgement.shown_as} ({rounds}/{of})" if rounds < of else judgement.shown_as


class FindingsInline(admin.TabularInline[Finding, Judgement]):
    model = Finding
    extra = 0
    fields = ["round", "move", "seat", "code", "severity", "clause", "token", "line", "column"]
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Judgement)
class JudgementAdmin(ReadOnly[Judgement]):
    list_display = ["match", "told", "findings_count", "engine_version", "rulebook_edition", "created_at"]
    list_filter = ["shown_as", "engine_version", "rulebook_edition"]
    inlines = [FindingsInline]
    list_select_related = ["match"]

    @admin.display(description=_("verdict"), ordering="shown_as")
    def told(self, judgement: Judgement) -> str:
        return _told(judgement)


@admin.register(Upload)
class UploadAdmin(ReadOnly[Upload]):
    list_display = ["id", "filename", "media_type", "user", "club", "created_at"]
    search_fields = ["id", "filename", "sha256"]
    exclude = ["source"]
