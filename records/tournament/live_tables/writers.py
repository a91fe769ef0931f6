"""Who writes at a live table: who scores in its club, whose own it is, or who has the link of the table of an event.

The table's own link is for whoever writes down what is played there. A link of a seat is a player's, who sees one hand: it does
not write. A link writes and no more: it shows no hands, sets no delay, and ends nothing.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, may, signed_in, token_club_id
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor, person
from records.tournament.events.models import Table
from records.tournament.events.tables.seat_links import SeatLink
from records.tournament.live_tables.models import LiveTable

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
