"""What is stored of seating: the drawings of rounds, and who left an event before its end."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import Document, DocumentField
from records.tournament.events.models import Entrant, Event, Stage


class Draw(models.Model):
    """A drawing of consecutive rounds of a stage: from this seed and these people the same comes out again.

    ``options`` are what was asked for besides, ``counts`` what the drawing is worth. Where its rounds were undone from one on,
    ``undone_from`` is the first of them; the drawing itself stays on record.
    """

    event = models.ForeignKey(Event, models.CASCADE, verbose_name=_("event"), related_name="draws")
    stage = models.ForeignKey(Stage, models.CASCADE, verbose_name=_("stage"), related_name="draws")
    first = models.PositiveSmallIntegerField(_("first round"))
    last = models.PositiveSmallIntegerField(_("last round"))
    method = models.CharField(_("method"), max_length=20)
    seed = models.PositiveBigIntegerField(_("seed"))
    steps = models.PositiveIntegerField(_("steps"), default=0)
    counts: DocumentField[dict[str, int], dict[str, int]] = DocumentField(_("counts"), default=dict)
    options: DocumentField[Document, Document] = DocumentField(_("options"), default=dict)
    drawn_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, models.SET_NULL, verbose_name=_("drawn by"), related_name="+", null=True, blank=True
    )
    drawn_at = models.DateTimeField(_("drawn"), default=timezone.now)
    undone_from = models.PositiveSmallIntegerField(_("undone from round"), null=True, blank=True)
    undone_at = models.DateTimeField(_("undone"), null=True, blank=True)

    class Meta:
        verbose_name = _("drawing")
        verbose_name_plural = _("drawings")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.stage_id} {self.first}–{self.last} {self.method} {self.seed}"

    @property
    def stands(self) -> range:
        """The numbers of its rounds that were not undone."""
        return range(self.first, (self.undone_from or self.last + 1))

    def option(self, name: str, default: Any = None) -> Any:
        """One of its options."""
        return self.options.get(name, default)


class Departure(models.Model):
    """An entrant who plays no more from a round of a stage on; who sits in the place that became free is the substitute.

    ``seats`` are the planned seats that became free, as pairs of a table's key and a seat.
    """

    event = models.ForeignKey(Event, models.CASCADE, verbose_name=_("event"), related_name="departures")
    entrant = models.OneToOneField(Entrant, models.CASCADE, verbose_name=_("entrant"), related_name="departure")
    stage = models.ForeignKey(Stage, models.CASCADE, verbose_name=_("stage"), related_name="+")
    round = models.PositiveSmallIntegerField(_("round"))
    seats: DocumentField[list[list[Any]], list[list[Any]]] = DocumentField(_("seats"), default=list)
    substitute = models.ForeignKey(
        Entrant, models.SET_NULL, verbose_name=_("substitute"), related_name="stands_in_for", null=True, blank=True
    )
    at = models.DateTimeField(_("at"), default=timezone.now)

    class Meta:
        verbose_name = _("departure")
        verbose_name_plural = _("departures")
        ordering = ["pk"]

    def __str__(self) -> str:
        return f"{self.entrant_id} {self.stage_id} {self.round}"
