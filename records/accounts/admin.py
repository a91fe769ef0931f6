"""The administration pages of clubs, tokens, webhooks and the audit log."""

from __future__ import annotations

from typing import TypedDict

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from allauth.usersessions.models import UserSession
from django.contrib import admin
from django.db.models import Count, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext_lazy as _
from django_stubs_ext import WithAnnotations

from records.accounts import access
from records.accounts.models import ApiToken, AuditEntry, Club, Membership, ShareLink, Webhook, WebhookDelivery
from records.core.admin import ReadOnly


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
