"""The clock and the call of a table: the time that is left, where it is, and the form to call a referee."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.utils.translation import gettext as _

from frontend.components.access import at_table
from records.tournament import hall
from records.tournament.events import SeatLink
from records.tournament.models import EventRound, RefereeCall


def written(left: timedelta) -> str:
    """Time that is left: ``47:05``, ``1:02:00``, or ``−0:30`` where it is over. A begun second counts whole."""
    seconds = -(-left // timedelta(seconds=1))
    hours, rest = divmod(abs(seconds), 3600)
    minutes, rest = divmod(rest, 60)
    text = f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
    return f"−{text}" if seconds < 0 else text


def phase_names() -> dict[str, str]:
    """Where a clock is, in the reader's language."""
    return {
        "waiting": _("not started yet"),
        "running": _("running"),
        "warning": _("almost over"),
        "over": _("time is over"),
        "paused": _("paused"),
        "ended": _("ended"),
    }


def clock_context(round_: EventRound, extra: int = 0) -> dict[str, Any]:
    """The clock of a round for ``clock.html``, for a table that has so many minutes more."""
    now = hall.now()
    document = hall.clock_document(round_)
    return {
        "left": written(hall.left(round_, now, extra)),
        "phase": str(hall.phase(round_, now, extra)),
        "phase_name": phase_names()[hall.phase(round_, now, extra)],
        "phases": phase_names(),
        "ends_at": document["ends_at"] or "",
        "warning": document["warning"],
        "extra": extra,
    }


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
    """The facts that ``call.html`` shows, without the time. The call is drawn again only when they change."""
    table, call = link.table, hall.open_call(link.table)
    return {
        "clock": hall.clock_document(table.round),
        "extra": table.extra,
        "call": [call.pk, call.state, call.taken_by_id] if call else None,
    }
