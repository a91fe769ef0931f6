"""What is stored of the commitment to a wall: of which round at which table, what was published, and when."""

from __future__ import annotations

from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.db.fields import LINE
from records.events.models import Event, Table


class WallCommitment(models.Model):
    """A commitment to the wall of a round, or the seal that was published later, with the commitment that it belongs to.

    It names its table in words too: it stays when the table is removed.
    """

    event = models.ForeignKey(Event, models.CASCADE, verbose_name=_("event"), related_name="wall_commitments")
    table = models.ForeignKey(
        Table, models.SET_NULL, verbose_name=_("table"), related_name="wall_commitments", null=True, blank=True
    )
    stage = models.PositiveIntegerField(_("stage"))
    round = models.PositiveIntegerField(_("round of the event"))
    name = models.CharField(_("table"), max_length=LINE)
    number = models.PositiveIntegerField(_("round of the match"))
    scheme = models.CharField(_("scheme"), max_length=LINE)
    commit = models.CharField(_("commitment"), max_length=LINE)
    sealed = models.CharField(_("seal"), max_length=LINE, blank=True)
    beacon = models.CharField(_("beacon"), max_length=LINE, blank=True)
    at = models.DateTimeField(_("published"), default=timezone.now)

    class Meta:
        verbose_name = _("commitment to a wall")
        verbose_name_plural = _("commitments to walls")
        ordering = ["-id"]
        constraints = [models.UniqueConstraint(fields=["table", "number", "sealed"], name="wall_committed_once")]

    def __str__(self) -> str:
        return self.commit
