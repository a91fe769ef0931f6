"""Who may do what in an event's hall."""

from __future__ import annotations

from records.accounts.access.roles import Right, require
from records.core.people import Actor
from records.tournament.events.lock import may_in, require_event_right
from records.tournament.events.models import Event


def may_run(actor: Actor, event: Event) -> bool:
    """Whether somebody may run the clock, give extra time and call a referee to a table: scorers, arbiters, organizers."""
    return may_in(actor, Right.SCORE, event) or may_in(actor, Right.RULE, event)


def require_run(actor: Actor, event: Event) -> None:
    """Raises Refusal (403) where somebody may not run the clock."""
    require(may_run(actor, event))


def may_answer(actor: Actor, event: Event) -> bool:
    """Whether somebody may see, take and close calls: arbiters and organizers."""
    return may_in(actor, Right.RULE, event)


def require_answer(actor: Actor, event: Event) -> None:
    """Raises Refusal (403) where somebody may not answer calls."""
    require_event_right(actor, Right.RULE, event)
