"""Links for the players of a table, one for each seat and one for the table: they open its page without an account.

A link is signed and not stored, so that it can be printed again; a table's links end when its ``link_version`` grows.
"""

from __future__ import annotations

from typing import NamedTuple

from django.core.signing import BadSignature, Signer
from django.db.models import F

from records.errors import Refusal
from records.events.models import Table
from records.ops import rate_limit

SIGNER = Signer(salt="records.events.seat_links", sep=".")


class SeatLink(NamedTuple):
    """What a link opens: a table, and the seat whose player has it; no seat for the table's own."""

    table: Table
    seat: str


def secret_for(table: Table, seat: str = "") -> str:
    """The secret of the link of a seat, or of the table."""
    return SIGNER.sign(f"{table.pk}.{seat}.{table.link_version}")


def find_seat_link(secret: str) -> SeatLink | None:
    """What the link with this secret opens; None where it is not one of ours, or its table's links ended."""
    try:
        table_id, seat, version = SIGNER.unsign(secret).split(".")
    except BadSignature:
        return None
    found = Table.objects.filter(pk=int(table_id), link_version=int(version))
    table = found.select_related("event__club", "round__stage", "match").first()
    return SeatLink(table, seat) if table else None


def require_few_objections(link: SeatLink) -> None:
    """Count an objection by a link: to a round of the score sheet, a finding, a ruling, a penalty. Raises Refusal (429)."""
    if seconds := rate_limit.hit("objection", f"table:{link.table.pk}.{link.seat}"):
        zh, en = "異議太頻繁，請舉手找裁判。", "Too many objections; raise a hand for a referee."
        raise Refusal("throttled", zh, en, 429, retry_after=seconds)


def end_links(table: Table) -> None:
    """End all links of a table; new ones are printed after it."""
    Table.objects.filter(pk=table.pk).update(link_version=F("link_version") + 1)
