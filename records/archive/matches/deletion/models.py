"""What is stored of matches that were deleted and can still be brought back."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone

from records.accounts.clubs.models import Club
from records.archive.matches.models import Match
from records.core.db.fields import LINE


class DeletedMatch(models.Model):
    """A match that was deleted. Until it is erased the match belongs to nobody, so that no list, page or link has it; here stands
    whose it was.

    ``waiting``: it was not judged yet. ``replacement`` is the corrected record that was uploaded in its place.
    """

    match = models.OneToOneField(Match, models.CASCADE, primary_key=True, related_name="deletion")
    owner_key = models.CharField(max_length=40)
    user = models.ForeignKey(settings.AUTH_USER_MODEL, models.SET_NULL, related_name="+", null=True)
    club = models.ForeignKey(Club, models.PROTECT, related_name="+", null=True)
    public = models.BooleanField()
    waiting = models.BooleanField()
    replacement = models.OneToOneField(Match, models.SET_NULL, related_name="replaced", null=True)
    deleted_by = models.CharField(max_length=LINE)
    deleted_at = models.DateTimeField(default=timezone.now)
    ends_at = models.DateTimeField(db_index=True)

    class Meta:
        app_label = "archive"
        ordering = ["-deleted_at", "-match_id"]

    def __str__(self) -> str:
        return str(self.match_id)
