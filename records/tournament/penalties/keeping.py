"""Keeps what penalties and objections are about: a table, an entrant or a stage that has one cannot be removed."""

from __future__ import annotations

from typing import Any

from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal
from records.tournament.events.models import Entrant, Stage, Table


@receiver(pre_delete, sender=Table)
def keep_table(sender: Any, instance: Table, **kwargs: Any) -> None:
    """Raises Refusal (409) where a penalty was given, or an objection made, at this table."""
    if instance.penalties.exists() or instance.appeals.exists():
        raise Refusal(
            "table-has-penalties", _("There are penalties or appeals at table {name}: it stays."), 409, name=instance.name
        )


@receiver(pre_delete, sender=Entrant)
def keep_entrant(sender: Any, instance: Entrant, **kwargs: Any) -> None:
    """Raises Refusal (409) where an entrant was given a penalty, or made an objection."""
    if instance.penalties.exists() or instance.appeals.exists():
        raise Refusal(
            "entrant-has-penalties",
            _("There are penalties or appeals of {name}, who stays on the list."),
            409,
            name=instance.name,
        )


@receiver(pre_delete, sender=Stage)
def keep_stage(sender: Any, instance: Stage, **kwargs: Any) -> None:
    """Raises Refusal (409) where a penalty was given in this stage."""
    if instance.event.penalties.filter(stage=instance.number).exists():
        raise Refusal("stage-has-penalties", _("There are penalties of stage {number}: it stays."), 409, number=instance.number)
