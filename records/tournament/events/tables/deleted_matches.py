"""What events do when a match is deleted, replaced by a corrected record, or brought back."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from records.archive.matches.deletion import match_left, match_moves, match_replaced, match_returned
from records.archive.matches.models import Match
from records.core.people import Actor
from records.tournament.events.lock import changed
from records.tournament.events.models import Event, ExcludedMatch, Table
from records.tournament.events.tables.changing import empty, fill, remove_if_empty


@receiver(match_moves)
def lock_events(sender: Any, club_id: int | None, **kwargs: Any) -> None:
    """Lock the events of the club, so that no match is attached or ruled on while it is deleted."""
    list(Event.objects.filter(club=club_id).select_for_update().order_by("pk").values_list("pk"))


@receiver(match_left)
def empty_tables(sender: Any, match: Match, actor: Actor, **kwargs: Any) -> None:
    """The tables of a deleted match are without one; that it was taken away by hand before is kept."""
    for table in Table.objects.filter(match=match):
        empty(table, actor, deleted=True)
        changed(table.event_id)


@receiver(match_replaced)
def swap(sender: Any, match: Match, replacement: Match, actor: Actor, **kwargs: Any) -> None:
    """The corrected record takes the tables of the former one, wherever its own tags would have put it."""
    for table in Table.objects.filter(match=match):
        for other in Table.objects.filter(event=table.event_id, match=replacement):
            Table.objects.filter(pk=other.pk).update(match=None, seated={})
            remove_if_empty(other)
        seated = table.seated
        empty(table, actor, deleted=not match.rulings.exists())
        table.match, table.seated = replacement, seated
        table.save(update_fields=["match", "seated"])
        changed(table.event_id)


@receiver(match_returned)
def fill_tables(sender: Any, match: Match, **kwargs: Any) -> None:
    """A match that is back goes to its tables where there is a place; else it is among those taken away by hand."""
    for excluded in ExcludedMatch.objects.filter(match=match, deleted=True).select_related("event", "table", "match"):
        if not fill(excluded):
            ExcludedMatch.objects.filter(pk=excluded.pk).update(deleted=False)
        changed(excluded.event_id)
