"""What is stored of accounts beside django-allauth's tables: invitations to sign up."""

from __future__ import annotations

import uuid

from django.conf import settings
from django.db import models
from django.utils import timezone

from records.accounts.access.models import DIGEST, Role
from records.core.db.fields import LINE


class Invitation(models.Model):
    """A link by which one person may make an account, and joins a club with it, if it is a club's. Only its digest is stored."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    digest = models.CharField(max_length=DIGEST, unique=True, editable=False)
    club = models.ForeignKey("accounts.Club", models.CASCADE, related_name="invitations", null=True)
    role = models.CharField(max_length=9, choices=Role.choices, default=Role.MEMBER)
    name = models.CharField(max_length=LINE)
    created_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    created_at = models.DateTimeField(default=timezone.now)
    expires_at = models.DateTimeField()
    used_at = models.DateTimeField(null=True)
    used_by = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)

    class Meta:
        app_label = "accounts"
        ordering = ["-created_at", "-id"]

    def __str__(self) -> str:
        return self.name or str(self.id)


class AccountDeletion(models.Model):
    """An account whose owner wants it deleted. Who signs in before ``ends_at`` keeps it; after that it is erased."""

    user = models.OneToOneField(settings.AUTH_USER_MODEL, models.CASCADE, primary_key=True, related_name="deletion")
    requested_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "accounts"

    def __str__(self) -> str:
        return str(self.user_id)
