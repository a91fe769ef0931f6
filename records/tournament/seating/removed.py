"""Who left an event, or took the place of one who did, has done so still when they are removed from the list and brought back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.dispatch import receiver

from records.tournament.events.models import Entrant, Stage
from records.tournament.events.removals import entrant_asked, entrant_returned
from records.tournament.seating.models import Departure


@receiver(entrant_asked)
def of_departures(sender: Any, entrant: Entrant, **kwargs: Any) -> dict[str, Any]:
    """Since when an entrant plays no more, and for whom they stand in, as JSON."""
    left = Departure.objects.filter(entrant=entrant).first()
    told = left and {
        "stage": left.stage_id,
        "round": left.round,
        "seats": left.seats,
        "substitute": left.substitute_id,
        "at": left.at.isoformat(),
    }
    return {"left": told, "stands_in_for": list(Departure.objects.filter(substitute=entrant).values_list("pk", flat=True))}


@receiver(entrant_returned)
def bring_back(sender: Any, entrant: Entrant, removed: Mapping[str, Any], **kwargs: Any) -> None:
    """Have an entrant gone again, and stand in again where nobody else does."""
    left = removed.get("left")
    stage = left and Stage.objects.filter(event=entrant.event_id, pk=left["stage"]).first()
    if left and stage:
        substitute = Entrant.objects.filter(event=entrant.event_id, pk__in=[left["substitute"]]).first()
        told = {"round": left["round"], "seats": left["seats"], "at": left["at"]}
        Departure.objects.create(event_id=entrant.event_id, entrant=entrant, stage=stage, substitute=substitute, **told)
    Departure.objects.filter(pk__in=removed.get("stands_in_for", []), substitute=None).update(substitute=entrant)
