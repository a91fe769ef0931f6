"""Calling a referee from the page of a table: the table's clock, its open call, and the form to call."""

from __future__ import annotations

from typing import Any

from frontend.components.access import at_table
from frontend.components.event_tables.clock import clock_context
from records.tournament import hall
from records.tournament.events import SeatLink
from records.tournament.models import RefereeCall


def call_context(link: SeatLink) -> dict[str, Any]:
    """The context of ``call.html`` for who has a link of a table."""
    table = link.table
    call = hall.open_call(table)
    return {
        "link": link,
        "address": at_table("table", link),
        "call": call,
        "mine": call is not None and call.seat == link.seat and call.called_by_id is None,
        "clock": clock_context(table.round, table.extra),
        "extra": table.extra,
        "reasons": RefereeCall.Reason.choices,
    }


def call_document(link: SeatLink) -> dict[str, Any]:
    """What ``call.html`` shows, but for the time: while it is the same nothing has to be drawn anew."""
    table, call = link.table, hall.open_call(link.table)
    return {
        "clock": hall.clock_document(table.round),
        "extra": table.extra,
        "call": [call.pk, call.state, call.taken_by_id] if call else None,
    }
