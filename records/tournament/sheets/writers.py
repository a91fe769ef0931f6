"""Who writes on the score sheet of a table: the players by its links, scorers and arbiters by their accounts."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.contrib.auth.models import User
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right, require
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.tournament.events.lock import may_in
from records.tournament.events.models import Event, Table
from records.tournament.tables.planned_seats import names_planned
from records.tournament.tables.seat_links import SeatLink, end_links


class Writer(NamedTuple):
    """Somebody at the sheet of a table: by the link of a ``seat``, by the table's own (no seat), or by an account."""

    table: Table
    seat: str = ""
    user: User | None = None

    @property
    def key(self) -> str:
        """Whose requests and repeats these are: the account's, or those of the link of a table or seat."""
        return f"user:{self.user.pk}" if self.user else f"seat:{self.table.pk}.{self.seat}.{self.table.link_version}"

    @property
    def name(self) -> str:
        """The name to put on what they write: the account's, else who is planned for the seat."""
        if self.user is not None:
            return self.user.get_username()
        return names_planned([self.table]).get(self.table.pk, {}).get(self.seat, "")


def by_link(link: SeatLink) -> Writer:
    """The writer who has this link."""
    return Writer(link.table, link.seat)


def require_writer(user: Any, event: Event) -> None:
    """Raises Refusal (403) for an account that may not write on the event's sheets: scorers and arbiters may."""
    require(may_in(user, Right.SCORE, event) or may_in(user, Right.RULE, event))


def by_account(user: Any, table: Table) -> Writer:
    """The writer with this account. Raises Refusal (403)."""
    require_writer(user, table.event)
    return Writer(table, user=user)


def count_request(writer: Writer, what: str) -> None:
    """Count a request of a writer, by its kind. Raises Refusal (429) where there are too many."""
    if seconds := rate_limit.hit("sheet", f"{writer.key} {what}"):
        raise Refusal("too-many-requests", _("Too many requests; please wait a moment."), 429, retry_after=seconds)


def require_account(writer: Writer) -> User:
    """The account of a scorer or arbiter. Raises Refusal (403) for who has a link."""
    if writer.user is None:
        raise Refusal("permission-denied", _("Only scorers and arbiters may do this."), 403)
    return writer.user


def renew_links(writer: Writer) -> dict[str, Any]:
    """End all links of a table, as where one was seen by others; its page has new ones. Raises Refusal (403)."""
    require_account(writer)
    end_links(writer.table)
    note("sheet.links", writer)
    return {"links": True}


def note(action: str, writer: Writer, **details: Any) -> None:
    """Write an entry about a sheet into the audit log; it names the seat where there is no account."""
    event, table = writer.table.event, writer.table
    named = {} if writer.user is not None else {"seat": writer.seat, "name": writer.name}
    audit.record(action, f"event:{event.pk}", by=writer.user, club=event.club_id, table=table.name, **named, **details)
