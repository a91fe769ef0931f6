"""Links for the players of a table, one for each seat and one for the table: they open its page without an account.

A link is signed and not stored (``records.accounts.access.actor``), so that it can be printed again. A table's links end when its
``link_version`` grows.
"""

from __future__ import annotations

from typing import NamedTuple

from django.db.models import F
from django.utils.translation import gettext_lazy as _

from records.accounts.access.actor import grants_of, working_links
from records.accounts.access.grants import Grant, SeatGrant, ShareGrant, secret_of
from records.accounts.access.models import ShareLink
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor
from records.tournament.events.models import Table


class SeatLink(NamedTuple):
    """What a link opens: a table, and the seat whose player has it; no seat for the table's own."""

    table: Table
    seat: str


def secret_for(table: Table, seat: str = "") -> str:
    """The secret of the link of a seat, or of the table."""
    return secret_of(SeatGrant(table.pk, seat, table.link_version))


def seat_link_of(actor: Actor, table_id: int, seat: str | None = None) -> SeatLink | None:
    """The link to a table that an actor holds, that of this seat where one is named (empty: the table's own). None where there is
    none or the table's links ended."""
    held = [grant for grant in grants_of(actor) if isinstance(grant, SeatGrant) and grant.table_id == table_id]
    wanted = [grant for grant in held if seat is None or grant.seat == seat]
    if not wanted:
        return None
    table = Table.objects.filter(pk=table_id).select_related("event__club", "round__stage", "match").first()
    return next((SeatLink(table, grant.seat) for grant in wanted if table and table.link_version == grant.version), None)


def opens(grant: Grant) -> SeatLink | ShareLink | None:
    """The thing that a grant opens now; None where its link was revoked, has ended or has expired."""
    if isinstance(grant, ShareGrant):
        return working_links().filter(pk=grant.link_id).first()
    if not isinstance(grant, SeatGrant):
        return None
    table = Table.objects.filter(pk=grant.table_id, link_version=grant.version)
    found = table.select_related("event__club", "round__stage", "match").first()
    return SeatLink(found, grant.seat) if found else None


def require_few(link: SeatLink, what: str) -> None:
    """Count an ``appeal`` by a link, or an ``objection`` to a round of the score sheet. Raises Refusal (429) for too many."""
    if seconds := rate_limit.hit(what, f"table:{link.table.pk}.{link.seat}"):
        raise Refusal("throttled", _("Too often; raise a hand for a referee."), 429, retry_after=seconds)


def end_links(table: Table) -> None:
    """End all links of a table; new ones are printed after it."""
    Table.objects.filter(pk=table.pk).update(link_version=F("link_version") + 1)
