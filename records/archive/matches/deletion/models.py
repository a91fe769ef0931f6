"""What is stored of matches that were deleted and can still be brought back."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts.clubs.models import Club
from records.archive.matches.models import Match
from records.core.db.fields import LINE


class DeletedMatch(models.Model):
    """A match that was deleted. Until it is erased the match belongs to nobody, so that no list, page or link has it; here stands
    whose it was.

    ``waiting``: it was not judged yet. ``replacement`` is the corrected record that was uploaded in its place.
    """

    match = models.OneToOneField(Match, models.CASCADE, verbose_name=_("match"), primary_key=True, related_name="deletion")
    owner_key = models.CharField(_("owner"), max_length=40)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("user"), related_name="+", null=True, blank=True
    )
    club = models.ForeignKey(Club, models.PROTECT, verbose_name=_("club"), related_name="+", null=True, blank=True)
    public = models.BooleanField(_("public"))
    waiting = models.BooleanField(_("waiting"))
    replacement = models.OneToOneField(
        Match, models.SET_NULL, verbose_name=_("replacement"), related_name="replaced", null=True, blank=True
    )
    deleted_by = models.CharField(_("deleted by"), max_length=LINE, blank=True)
    deleted_at = models.DateTimeField(_("deleted"), default=timezone.now)
    ends_at = models.DateTimeField(_("can be brought back until"), db_index=True)

    class Meta:
        app_label = "archive"
        verbose_name = _("deleted match")
        verbose_name_plural = _("deleted matches")
        ordering = ["-deleted_at", "-match_id"]

    def __str__(self) -> str:
        return str(self.match_id)
