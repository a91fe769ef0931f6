"""What is stored about access: API tokens, roles in clubs, share links."""

from __future__ import annotations

import uuid
from typing import Any

from django.conf import settings
from django.db import models
from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.access.grants import ShareGrant, secret_of
from records.core.db.fields import LINE

DIGEST = 64


class ApiToken(models.Model):
    """A token for the API. Only its digest is stored.

    ``scopes`` are words of ``records.accounts.access.tokens.SCOPES``; with a ``club`` it is for that one alone.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("user"), related_name="api_tokens")
    name = models.CharField(_("name"), max_length=LINE)
    digest = models.CharField(max_length=DIGEST, unique=True)
    scopes = models.CharField(_("scopes"), max_length=40, default="read upload manage")
    club = models.ForeignKey("accounts.Club", models.CASCADE, verbose_name=_("club"), related_name="+", null=True, blank=True)
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    last_used_at = models.DateTimeField(_("last used"), null=True, blank=True)
    expires_at = models.DateTimeField(_("expires"), null=True, blank=True)

    class Meta:
        verbose_name = _("API token")
        verbose_name_plural = _("API tokens")
        ordering = ["-created_at"]

    def __str__(self) -> str:
        return f"{self.user} · {self.name}"


class Role(models.TextChoices):
    """A person's role in a club, the most powerful first. ``records.accounts.access.roles`` says what each may do."""

    OWNER = "owner", _("owner")
    ORGANIZER = "organizer", _("organizer")
    SCORER = "scorer", _("scorer")
    MEMBER = "member", _("member")

    def covers(self, least: Role) -> bool:
        """Whether this role may do what ``least`` may."""
        order = list(Role)
        return order.index(self) <= order.index(least)


class Membership(models.Model):
    """A person's role in a club. It counts once the invitation is accepted.

    A name that no account has can be invited like any other, and stays so: who invites is not told which accounts there are. Then
    ``user`` is empty, and whoever takes the name later is not invited by it.
    """

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    club = models.ForeignKey("accounts.Club", models.CASCADE, verbose_name=_("club"), related_name="memberships")
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("user"), related_name="memberships", null=True, blank=True
    )
    invited_name = models.CharField(_("invited name"), max_length=150, default="", db_default="", blank=True)
    role = models.CharField(_("role"), max_length=9, choices=Role.choices, default=Role.MEMBER)
    invited_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("invited by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    accepted_at = models.DateTimeField(_("accepted"), null=True, blank=True)

    class Meta:
        verbose_name = _("membership")
        verbose_name_plural = _("memberships")
        ordering = ["created_at", "id"]
        constraints = [
            models.UniqueConstraint(fields=["club", "user"], name="member_once_per_club"),
            models.UniqueConstraint(fields=["club", "invited_name"], condition=Q(user=None), name="name_invited_once_per_club"),
            models.CheckConstraint(condition=Q(user__isnull=False) | Q(accepted_at=None), name="only_accounts_join"),
            models.CheckConstraint(condition=Q(role__in=Role.values), name="member_role_known"),
        ]

    def __str__(self) -> str:
        return f"{self.username} · {self.club} · {self.role}"

    def told(self) -> dict[str, Any]:
        """What an audit entry says of it: of who has not joined not whether there is such an account, since inviters read it."""
        told = {"club": self.club_id, "name": self.username, "role": self.role, "accepted": self.accepted_at is not None}
        return {**told, "user": self.user_id} if self.accepted_at else told

    @property
    def username(self) -> str:
        """The name of the account, or the one that was invited."""
        return self.user.get_username() if self.user else self.invited_name


class ShareLink(models.Model):
    """A link that opens one match or one event to whoever has it, until it is revoked or expires. Its secret is its id with a
    signature (``records.accounts.access.grants``)."""

    observed = True
    """Receivers of signals write audit entries about its rows, wherever they are changed."""
    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    match = models.ForeignKey("archive.Match", models.CASCADE, verbose_name=_("match"), related_name="links", null=True)
    event = models.ForeignKey("tournament.Event", models.CASCADE, verbose_name=_("event"), related_name="links", null=True)
    name = models.CharField(_("name"), max_length=LINE)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("created by"), related_name="+", null=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"), null=True)
    revoked_at = models.DateTimeField(_("revoked"), null=True)

    class Meta:
        verbose_name = _("share link")
        verbose_name_plural = _("share links")
        ordering = ["-created_at", "-id"]
        constraints = [
            models.CheckConstraint(
                condition=Q(match__isnull=False, event__isnull=True) | Q(match__isnull=True, event__isnull=False),
                name="link_opens_one_thing",
            )
        ]

    def __str__(self) -> str:
        return self.name or str(self.id)

    @property
    def secret(self) -> str:
        """The secret by which it is opened."""
        return secret_of(ShareGrant(self.pk))
