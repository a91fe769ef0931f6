"""Who may watch a live table, and what a watcher sees when.

What is hidden at the table is hidden from watchers until its delay is over: else a player's friend would tell what the others
hold. A seat's view, too, is nobody's to see at once but theirs who write all of it down.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Final, NamedTuple

from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts.access.roles import Right, may, sees_all
from records.core.db.fields import Document
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament import events
from records.tournament.live_tables.models import LiveTable
from records.tournament.live_tables.referees import new_referee
from records.tournament.live_tables.writers import is_own, may_write
from referee.core.match_referee import NOBODY
from referee.notation.ppn.tags import MATCH_TAGS

PUBLIC: Final = "public"
"""The view of what everybody at the table sees; it is shown at once."""
OPEN: Final = "open"
"""The view of all hands."""


class Watching(NamedTuple):
    """What somebody watches: a table in a view (a seat's, ``NOBODY``, None: all hands), each line so long after it came."""

    table_id: uuid.UUID
    view: str | None
    delay: timedelta


def find(user: Actor, table_id: uuid.UUID) -> LiveTable | None:
    """A live table that an actor may watch, None where there is none."""
    table = _rows().filter(pk=table_id).first()
    return table if table is not None and _may_watch(user, table) else None


def _rows() -> QuerySet[LiveTable]:
    return LiveTable.objects.select_related("at__event__club", "at__round__stage", "club")


def _may_watch(user: Actor, table: LiveTable) -> bool:
    if table.at is not None:
        return events.find(user, table.at.event_id) is not None
    if table.public or sees_all(user):
        return True
    if table.club is not None:
        return may(user, Right.READ, table.club)
    return is_own(user, table)


def may_arrange(user: Actor, table: LiveTable) -> bool:
    """Whether somebody may say when watchers see what is hidden: organizers, or whose own it is."""
    return may(user, Right.ARRANGE, table.club) if table.club is not None else is_own(user, table)


def watching(user: Actor, table: LiveTable, view: str = PUBLIC) -> Watching:
    """What somebody sees who asks for a view: ``public``, ``open`` or a seat. Raises Refusal (422) for a view that is none."""
    match = new_referee(table)
    seats = match.game.seats(match.rules)
    if view == PUBLIC:
        return Watching(table.pk, NOBODY, timedelta(0))
    if view != OPEN and view not in [*seats]:
        known, shown = ", ".join((PUBLIC, OPEN, *seats)), view[:20]
        raise Refusal("invalid-view", _("Expected view as {known}, found {shown}."), 422, known=known, shown=shown)
    delay = timedelta(0) if may_write(user, table) else timedelta(seconds=table.delay)
    return Watching(table.pk, None if view == OPEN else view, delay)


OPEN_HEADER: Final[tuple[str, ...]] = ("ppn", "game", "rules", "base", "seats")


def open_header(table: LiveTable) -> Document:
    """The header of a table for watchers: a tag of another program may tell how its wall was made."""
    tags = {name: text for name, text in table.header.get("tags", {}).items() if name in MATCH_TAGS}
    shown: Document = {name: table.header[name] for name in OPEN_HEADER if name in table.header}
    return {**shown, **({"tags": tags} if tags else {})}
