"""What is stored of accounts beside django-allauth's tables: invitations to sign up."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.access.models import DIGEST, Role
from records.core.db.fields import LINE


class Invitation(models.Model):
    """A link by which one person may make an account, and joins a club with it, if it is a club's. Only its digest is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(_("digest"), max_length=DIGEST, unique=True, editable=False)
    club = models.ForeignKey(
        "accounts.Club", models.CASCADE, verbose_name=_("club"), related_name="invitations", null=True, blank=True
    )
    role = models.CharField(_("role"), max_length=9, choices=Role.choices, default=Role.MEMBER)
    name = models.CharField(_("name"), max_length=LINE, blank=True)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("invited by"), related_name="+", null=True, blank=True
    )
    created_at = models.DateTimeField(_("created"), default=timezone.now)
    expires_at = models.DateTimeField(_("expires"))
    used_at = models.DateTimeField(_("used"), null=True, blank=True)
    used_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("used by"), related_name="+", null=True, blank=True
    )

    class Meta:
        app_label = "accounts"
        verbose_name = _("invitation")
        verbose_name_plural = _("invitations")
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name or str(self.id)


class AccountDeletion(models.Model):
    """An account whose owner wants it deleted. Who signs in before ``ends_at`` keeps it; after that it is erased."""

    user = models.OneToOneField(
        settings.AUTH_USER_MODEL, models.CASCADE, verbose_name=_("user"), primary_key=True, related_name="deletion"
    )
    requested_at = models.DateTimeField(_("requested"), default=timezone.now)
    ends_at = models.DateTimeField(_("is kept until"), db_index=True)

    class Meta:
        app_label = "accounts"
        verbose_name = _("deletion of an account")
        verbose_name_plural = _("deletions of accounts")

    def __str__(self) -> str:
        return str(self.user_id)
