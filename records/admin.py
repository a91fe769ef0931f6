"""The administration pages: stored rows to look at, and matches to judge again."""

from __future__ import annotations

from typing import TypedDict, TypeVar

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Count, Model, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import WithAnnotations

from records import access, matches
from records.models import (
    ApiToken,
    AuditEntry,
    Club,
    Finding,
    Judgement,
    Match,
    MatchSeat,
    Membership,
    ShareLink,
    Tombstone,
    Upload,
    Webhook,
    WebhookDelivery,
)

Row = TypeVar("Row", bound=Model)


class ReadOnly(admin.ModelAdmin[Row]):
    """Rows that cannot be edited by hand."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


class SeatsInline(admin.TabularInline[MatchSeat, Match]):
    model = MatchSeat
    extra = 0
    can_delete = False

    def has_add_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Match)
class MatchAdmin(ReadOnly[Match]):
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

    @admin.action(description=_("Re-judge"))
    def judge_again(self, request: HttpRequest, chosen: QuerySet[Match]) -> None:
        for match in chosen:
            matches.rejudge(match)


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
    list_display = ["match", "status", "findings_count", "engine_version", "rulebook_edition", "created_at"]
    list_filter = ["status", "engine_version", "rulebook_edition"]
    inlines = [FindingsInline]
    list_select_related = ["match"]


@admin.register(Upload)
class UploadAdmin(ReadOnly[Upload]):
    list_display = ["id", "filename", "media_type", "user", "club", "created_at"]
    search_fields = ["id", "filename", "sha256"]
    exclude = ["source"]


class MembershipInline(admin.TabularInline[Membership, Club]):
    model = Membership
    fk_name = "club"
    extra = 0
    fields = ["user", "role", "accepted_at", "invited_by", "created_at"]
    readonly_fields = ["invited_by", "created_at"]
    autocomplete_fields = ["user"]


class Counted(TypedDict):
    """What a club's row shows beside the club's own columns."""

    count: int


@admin.register(Club)
class ClubAdmin(admin.ModelAdmin[Club]):
    """Clubs. A club that has matches cannot be deleted."""

    list_display = ["name", "slug", "people"]
    search_fields = ["name", "slug"]
    prepopulated_fields = {"slug": ["name"]}
    inlines = [MembershipInline]

    def get_queryset(self, request: HttpRequest) -> QuerySet[WithAnnotations[Club, Counted]]:
        return super().get_queryset(request).annotate(count=Count("memberships"))

    @admin.display(description=_("people"), ordering="count")
    def people(self, club: WithAnnotations[Club, Counted]) -> int:
        return club.count


@admin.register(ShareLink)
class ShareLinkAdmin(ReadOnly[ShareLink]):
    """Share links. They are made on a match's page, which shows their secret once."""

    list_display = ["match", "name", "created_by", "created_at", "revoked_at"]
    list_filter = ["match__club"]
    actions = ["close"]
    list_select_related = ["match", "created_by"]

    @admin.action(description=_("Revoke"))
    def close(self, request: HttpRequest, links: QuerySet[ShareLink]) -> None:
        for link in links.select_related("match"):
            access.revoke_link(request.user, link)


@admin.register(ApiToken)
class ApiTokenAdmin(admin.ModelAdmin[ApiToken]):
    """API tokens. They are issued by ``manage.py issue_token``, which prints their text once."""

    list_display = ["name", "user", "scopes", "club", "created_at", "last_used_at", "expires_at"]
    readonly_fields = ["user", "scopes", "club", "created_at", "last_used_at"]
    exclude = ["digest"]

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def save_model(self, request: HttpRequest, token: ApiToken, form: object, change: bool) -> None:
        access.change_token(token)

    def delete_model(self, request: HttpRequest, token: ApiToken) -> None:
        access.revoke_token(token)


@admin.register(AuditEntry)
class AuditEntryAdmin(ReadOnly[AuditEntry]):
    """The audit log, read only: nobody may change or delete an entry."""

    list_display = ["number", "at", "actor_name", "action", "target", "request_id"]
    list_filter = ["action"]
    search_fields = ["actor", "actor_name", "target", "request_id"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Tombstone)
class TombstoneAdmin(ReadOnly[Tombstone]):
    """What is left of erased rows, read only."""

    list_display = ["at", "kind", "key", "digest", "actor_name", "role"]
    list_filter = ["kind"]
    search_fields = ["key", "digest", "actor", "actor_name", "request_id"]

    def has_delete_permission(self, request: HttpRequest, obj: object = None) -> bool:
        return False


@admin.register(Webhook)
class WebhookAdmin(ReadOnly[Webhook]):
    """Webhooks, read only: clubs' owners manage them, the staff looks at failures."""

    list_display = ["club", "url", "off", "failing_since", "created_at"]
    list_filter = ["off"]
    search_fields = ["url", "club__name"]
    list_select_related = ["club"]


@admin.register(WebhookDelivery)
class WebhookDeliveryAdmin(ReadOnly[WebhookDelivery]):
    list_display = ["id", "webhook", "kind", "state", "attempts", "next_at", "created_at"]
    list_filter = ["state", "kind"]
    search_fields = ["id", "subject"]
    list_select_related = ["webhook"]


# What protects an account is its owner's to change, by pages that ask who they are; ``manage.py end_second_factors`` is for who
# has lost theirs.
admin.site.unregister([EmailAddress, Authenticator, UserSession])
