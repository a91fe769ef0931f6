"""Administration pages: to look at what is stored, and to have matches judged again."""

from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _

from records import services
from records.models import ApiToken, Club, Finding, Judgement, Match, MatchSeat, Upload


class ReadOnly(admin.ModelAdmin):
    """Rows that nobody edits by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class SeatsInline(admin.TabularInline):
    model = MatchSeat
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly):
    list_display = ["id", "game", "event", "table", "state", "verdict", "user", "club", "public", "created_at"]
    list_filter = ["state", "current_judgement__status", "game", "public", "club"]
    search_fields = ["id", "event", "seats__name", "sha256", "upload__filename"]
    exclude = ["source", "owner_key"]
    inlines = [SeatsInline]
    actions = ["judge_again"]
    list_select_related = ["current_judgement", "user", "club"]

    @admin.display(description=_("verdict"))
    def verdict(self, match: Match) -> str:
        return match.current_judgement.status if match.current_judgement else "–"

    @admin.action(description=_("Judge again"))
    def judge_again(self, request: HttpRequest, matches) -> None:
        for match in matches:
            services.rejudge(match)


class FindingsInline(admin.TabularInline):
    model = Finding
    extra = 0
    fields = ["round", "move", "seat", "code", "severity", "clause", "token", "line", "column"]
    can_delete = False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Judgement)
class JudgementAdmin(ReadOnly):
    list_display = ["match", "status", "findings_count", "engine_version", "rulebook_edition", "created_at"]
    list_filter = ["status", "engine_version", "rulebook_edition"]
    inlines = [FindingsInline]
    list_select_related = ["match"]


@admin.register(Upload)
class UploadAdmin(ReadOnly):
    list_display = ["id", "filename", "media_type", "user", "club", "created_at"]
    search_fields = ["id", "filename", "sha256"]
    exclude = ["source"]


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin):
    list_display = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    filter_horizontal = ["members"]


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin):
    """Tokens are issued by ``manage.py issue_token``: their text is shown there once."""

    list_display = ["name", "user", "created_at", "last_used_at", "expires_at"]
    readonly_fields = ["user", "created_at", "last_used_at"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False
