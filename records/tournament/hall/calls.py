"""Calling a referee from a table, and answering calls. One call of a table is open at a time; whoever calls again joins it."""

from __future__ import annotations

from django.db import transaction
from django.db.models import QuerySet
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.core.db.fields import storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.core.ops import rate_limit
from records.core.people import Actor, person
from records.tournament.events.lock import lock_event, may_in, require_event_right
from records.tournament.events.models import Event, Table
from records.tournament.hall import clock as clocks
from records.tournament.hall.clock import require_run
from records.tournament.hall.models import TEXT, RefereeCall
from records.tournament.tables.seat_links import SeatLink

SHOWN = 50
"""Closed calls that are listed."""


def may_answer(actor: Actor, event: Event) -> bool:
    """Whether somebody may see, take and close calls: arbiters and organizers."""
    return may_in(actor, Right.RULE, event)


def require_answer(actor: Actor, event: Event) -> None:
    """Raises Refusal (403) where somebody may not answer calls."""
    require_event_right(actor, Right.RULE, event)


def open_call(table: Table) -> RefereeCall | None:
    """The open call of a table."""
    return _calls().filter(table=table, closed_at=None).first()


def open_calls(event: Event) -> QuerySet[RefereeCall]:
    """The open calls of an event, the oldest first; the caller checks who may see them."""
    return _calls().filter(event=event, closed_at=None).order_by("called_at", "id")


def closed_calls(event: Event) -> QuerySet[RefereeCall]:
    """The calls that were closed last, the last first; the caller checks who may see them."""
    return _calls().filter(event=event, closed_at__isnull=False).order_by("-closed_at", "-id")[:SHOWN]


def find_call(event: Event, call_id: int) -> RefereeCall | None:
    """A call of an event by its id."""
    return _calls().filter(event=event, pk=call_id).first()


def _calls() -> QuerySet[RefereeCall]:
    return RefereeCall.objects.select_related("event", "table__round__stage", "taken_by", "closed_by")


@transaction.atomic
def call_by_link(link: SeatLink, reason: str, text: str = "") -> RefereeCall:
    """Call a referee by the link of a table or a seat, without an account; where a call is open, that one.

    Raises Refusal: 422 for a reason that there is not or too long a text, 429 too often.
    """
    if seconds := rate_limit.hit("call", f"table:{link.table.pk}"):
        raise Refusal("throttled", _("Too many calls from this table; raise a hand."), 429, retry_after=seconds)
    return _call(None, link.table, RefereeCall(seat=link.seat), reason, text)


@transaction.atomic
def call_to(actor: Actor, table: Table, reason: str, text: str = "") -> RefereeCall:
    """Call a referee to a table, as who works in the hall; where a call is open, that one. Raises Refusal (403, 422)."""
    require_run(actor, table.event)
    return _call(actor, table, RefereeCall(called_by=person(actor)), reason, text)


def _call(actor: Actor | None, table: Table, call: RefereeCall, reason: str, text: str) -> RefereeCall:
    if reason not in RefereeCall.Reason.values:
        expected, found = ", ".join(RefereeCall.Reason.values), storable(reason, 40)
        raise Refusal("invalid-reason", _("Expected {expected}, found “{found}”."), 422, expected=expected, found=found)
    call.text = _bounded(text)
    event = lock_event(table.event)
    if open_ := open_call(table):
        return open_
    call.event, call.table, call.reason, call.called_at = event, table, reason, clocks.now()
    call.save(force_insert=True)
    _record("event.call", call, actor, seat=call.seat, called_for=call.reason)
    return call


@transaction.atomic
def withdraw(link: SeatLink, call: RefereeCall) -> RefereeCall:
    """Take a call back by the link that made it; what is closed stays so. Raises Refusal: 403 by another seat's link, 404."""
    if call.table_id != link.table.pk:
        raise Refusal("not-found", _("There is no such call."), 404)
    current = _locked(call)
    if current.seat != link.seat or current.called_by_id is not None:
        raise Refusal("not-yours", _("Only who called takes a call back."), 403)
    if current.closed_at is None:
        current.withdrawn, current.closed_at = True, clocks.now()
        current.save(update_fields=["withdrawn", "closed_at"])
        _record("event.call.withdraw", current, None, seat=current.seat)
    return current


@transaction.atomic
def take(actor: Actor, call: RefereeCall) -> RefereeCall:
    """Take a call: who called is told that one is coming. Raises Refusal: 403, 409 where another has it or it is closed."""
    current = _answered(actor, call)
    if current.closed_at is not None:
        raise _closed()
    if current.taken_by_id not in (None, person(actor).pk):
        name = current.taken_by.get_username() if current.taken_by else ""
        raise Refusal("taken", _("{name} has taken this call."), 409, name=name)
    if current.taken_by_id is None:
        current.taken_by, current.taken_at = person(actor), clocks.now()
        current.save(update_fields=["taken_by", "taken_at"])
        _record("event.call.take", current, actor)
    return current


@transaction.atomic
def give_back(actor: Actor, call: RefereeCall) -> RefereeCall:
    """Give a call back that was taken, so that another can take it. Raises Refusal: 403, 409 where it is closed."""
    current = _answered(actor, call)
    if current.closed_at is not None:
        raise _closed()
    if current.taken_at is not None:
        current.taken_by = current.taken_at = None
        current.save(update_fields=["taken_by", "taken_at"])
        _record("event.call.release", current, actor)
    return current


@transaction.atomic
def close(actor: Actor, call: RefereeCall, outcome: str = "") -> RefereeCall:
    """Close a call with what came of it; a call that nobody has taken is taken by who closes it. What is closed stays so.

    Raises Refusal: 403, 422 for too long a text.
    """
    said = _bounded(outcome)
    current = _answered(actor, call)
    if current.closed_at is None:
        current.closed_by, current.closed_at, current.outcome = person(actor), clocks.now(), said
        if current.taken_at is None:
            current.taken_by, current.taken_at = current.closed_by, current.closed_at
        current.save()
        _record("event.call.close", current, actor, reason=said)
    return current


@transaction.atomic
def reopen(actor: Actor, call: RefereeCall) -> RefereeCall:
    """Open a closed call again. Raises Refusal: 403, 409 where it was withdrawn or another call of the table is open."""
    current = _answered(actor, call)
    if current.closed_at is None:
        return current
    if current.withdrawn or open_call(current.table):
        raise Refusal("call-state", _("It was withdrawn, or another call of the table is open."), 409)
    current.closed_by = current.closed_at = None
    current.save(update_fields=["closed_by", "closed_at"])
    _record("event.call.reopen", current, actor)
    return current


def _answered(actor: Actor, call: RefereeCall) -> RefereeCall:
    """The call as it is now, its event locked, where this person may answer it. Raises Refusal (403, 404)."""
    require_answer(actor, call.event)
    return _locked(call)


def _locked(call: RefereeCall) -> RefereeCall:
    lock_event(call.event)
    current = _calls().filter(pk=call.pk).first()
    if current is None:
        raise Refusal("not-found", _("There is no such call."), 404)
    return current


def _bounded(text: str) -> str:
    said = several_lines(text)
    if len(said) > TEXT:
        raise Refusal("too-long", _("Expected at most {most} characters, found {found}."), 422, most=TEXT, found=len(said))
    return said


def _closed() -> Refusal:
    return Refusal("call-state", _("This call is closed already."), 409)


def _record(action: str, call: RefereeCall, actor: Actor | None, **details: str) -> None:
    where = {"table": call.table.name, "round": call.table.round.number, "number": call.pk}
    audit.record(action, f"event:{call.event_id}", by=actor, club=call.event.club_id, **where, **details)
