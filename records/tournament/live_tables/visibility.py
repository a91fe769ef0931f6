"""Who writes at a live table, who may watch it, and what a watcher sees when.

Who scores in its club, whose own it is, or who has the link of the table of an event writes. The table's own link is for whoever
writes down what is played there. A link of a seat is a player's, who sees one hand: it does not write. A link writes and no more:
it shows no hands, sets no delay, and ends nothing.

What is hidden at the table is hidden from watchers until its delay is over: else a player's friend would tell what the others
hold. A seat's view, too, is nobody's to see at once but theirs who write all of it down.
"""

from __future__ import annotations

import uuid
from datetime import timedelta
from typing import Any, Final, NamedTuple, TypeAlias

from django.contrib.auth.models import User
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, sees_all, signed_in, token_club_id
from records.core.db.fields import Document
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor, person
from records.tournament import events
from records.tournament.events.models import Table
from records.tournament.live_tables.models import LiveTable
from records.tournament.live_tables.referees import new_referee
from records.tournament.tables.seat_links import SeatLink
from referee.core.match_referee import NOBODY
from referee.notation.ppn.tags import MATCH_TAGS

Writer: TypeAlias = Actor | SeatLink
"""Somebody with an account, or with a link."""


def is_own(actor: Actor, table: LiveTable) -> bool:
    """Whether a table is somebody's own, of no club."""
    return signed_in(actor) and table.user_id == actor.pk and token_club_id(actor) is None


def may_write(writer: Writer, table: LiveTable) -> bool:
    """Whether somebody may write at a live table."""
    if isinstance(writer, SeatLink):
        return table.at is not None and may_write_by_link(writer, table.at)
    return may(writer, Right.SCORE, table.club) if table.club is not None else is_own(writer, table)


def may_write_by_link(link: SeatLink, at: Table) -> bool:
    """Whether a link is for writing at a table of an event."""
    return link.table.pk == at.pk and not link.seat


def require_writer(writer: Writer, table: LiveTable) -> None:
    """Raises Refusal (403) where somebody may not write at a live table."""
    if not may_write(writer, table):
        raise Refusal("permission-denied", _("You may not write at this table."), 403)


def count_request(writer: Writer) -> None:
    """Count a draft that is written, for the account or for the table's link. Raises Refusal (429) where there are too many."""
    client = f"table:{writer.table.pk}" if isinstance(writer, SeatLink) else f"user:{writer.pk}"
    if seconds := rate_limit.hit("draft", client):
        raise Refusal("too-many-requests", _("Too many requests; please wait a moment."), 429, retry_after=seconds)


def account_of(writer: Writer) -> User | None:
    """The account of who writes; None for who has a link."""
    return None if isinstance(writer, SeatLink) else person(writer)


def note(action: str, writer: Writer, table: LiveTable, **details: Any) -> None:
    """Write an entry about a live table into the audit log; it says so where it was done by a link."""
    target = f"event:{table.at.event_id}" if table.at is not None else f"live:{table.pk}"
    by_link = {"link": True} if isinstance(writer, SeatLink) else {}
    audit.record(action, target, by=account_of(writer), club=table.club_id, live=str(table.pk), **by_link, **details)


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
