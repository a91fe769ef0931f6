"""Giving penalties and cancelling them. They are only proposed by anything else, never given (PEN-2).

The audit log has a digest of each. A table, an entrant or a stage that has one stays.
"""

from __future__ import annotations

import json
from datetime import UTC
from fractions import Fraction
from typing import Any, NamedTuple

from django.db import transaction
from django.db.models import Max
from django.db.models.signals import pre_delete
from django.dispatch import receiver
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.accounts.audit.checks import register
from records.accounts.audit.rows_check import AppendedRowsCheck
from records.core.db.fields import LINE, storable
from records.core.entered_text import one_line
from records.core.errors import Refusal
from records.core.ops.digests import sha256
from records.core.people import Actor, person
from records.tournament.events.lock import current_entrant, current_table, lock_event, require_event_right
from records.tournament.events.models import Entrant, Event, Stage, Table
from records.tournament.events.rulings import reason_of
from records.tournament.penalties.catalogues import catalogue_of, offence_or_refuse
from records.tournament.penalties.models import Penalty
from records.tournament.tables.planned_seats import people_at
from referee.rulebook.penalties import AT_TABLE, Catalogue, Grade
from referee.tournament.ranking.rulings import FindingKey

MOST = 10_000
"""Penalties of an event."""
CLAUSE = 40
COLUMNS = ("event_id", "number", "entrant_id", "entrant_name", "stage", "table_id", "match", "seat", "cancels", "grade", "effect")
MORE = ("amount", "offence", "reason", "clause", "round", "move", "arbiter", "arbiter_name")


class Moment(NamedTuple):
    """Where in a match it was: the round, the move, and the finding that proposed the penalty if one did."""

    round: int = 0
    move: int = 0
    finding: FindingKey | None = None


NO_MOMENT = Moment()


@transaction.atomic
def give(
    actor: Actor,
    event: Event,
    entrant: Entrant,
    grade: str,
    *,
    table: Table | None = None,
    stage: int | None = None,
    amount: str = "",
    offence: str = "",
    reason: str = "",
    clause: str = "",
    moment: Moment = NO_MOMENT,
    after: int | None = None,
) -> Penalty:
    """Give a penalty to an entrant, at a table or in a stage, in one's own name and for good.

    ``after`` is the number of the event's last penalty as the form was shown: what was sent twice is stored once. Raises Refusal:
    403, 404, 422 for what the catalogue does not have, an entrant who is not at the table, or one of the house.
    """
    require_event_right(actor, Right.RULE, event)
    locked = lock_event(event)
    catalogue = catalogue_of(locked)
    found, said = _grade(catalogue, grade), offence_or_refuse(catalogue, offence) if offence else None
    current = _entrant(locked, entrant)
    at = current_table(locked, table) if table else None
    if at is None and found.effect in AT_TABLE:
        raise Refusal("table-needed", _("This grade is given at a table: say which."), 422)
    penalty = Penalty(
        event=locked,
        entrant=current,
        entrant_name=current.name,
        stage=at.round.stage.number if at else _stage(locked, stage).number,
        table=at,
        match=at.match_id if at else None,
        seat=_seat(at, current) if at else "",
        grade=found.code,
        name=dict(found.name),
        effect=found.effect,
        amount=_amount(found, amount),
        offence=said.code if said else "",
        said=dict(said.name) if said else {},
        reason=reason_of(reason, needed=said is None),
        clause=one_line(clause, CLAUSE) or (said.clause if said else ""),
        round=moment.round,
        move=moment.move,
        finding=moment.finding.as_dict() if moment.finding else None,
        arbiter=person(actor).pk,
        arbiter_name=storable(actor.get_username(), LINE),
    )
    return _sent_before(locked, penalty, after) or _store(penalty, actor)


@transaction.atomic
def cancel(actor: Actor, event: Event, number: int, reason: str) -> Penalty:
    """Cancel a penalty by a further entry. Raises Refusal: 403, 404, 409 where it is cancelled already, 422 without a reason."""
    require_event_right(actor, Right.RULE, event)
    locked = lock_event(event)
    given = locked.penalties.filter(number=number).first()
    if given is None:
        raise Refusal("not-found", _("There is no such penalty."), 404)
    if given.cancels is not None or locked.penalties.filter(cancels=number).exists():
        raise Refusal("cancelled", _("This penalty is cancelled already, or cancels another itself."), 409)
    kept = (
        "entrant_id",
        "entrant_name",
        "stage",
        "table_id",
        "match",
        "seat",
        "grade",
        "name",
        "effect",
        "amount",
        "offence",
        "said",
    )
    entry = Penalty(
        event=locked,
        **{name: getattr(given, name) for name in kept},
        cancels=number,
        reason=reason_of(reason),
        clause=given.clause,
        round=given.round,
        move=given.move,
        finding=given.finding,
        arbiter=person(actor).pk,
        arbiter_name=storable(actor.get_username(), LINE),
    )
    return _store(entry, actor)


def _store(penalty: Penalty, actor: Actor) -> Penalty:
    """Store a penalty under the event's next number, and write it to the audit log."""
    event = penalty.event
    penalty.number = (event.penalties.aggregate(Max("number"))["number__max"] or 0) + 1
    if penalty.number > MOST:
        raise Refusal("too-many", _("An event has at most {most} penalties."), 409, most=MOST)
    penalty.save(force_insert=True)
    audit.record(
        "event.penalty" if penalty.cancels is None else "event.penalty.cancel",
        f"event:{event.pk}",
        by=actor,
        club=event.club_id,
        number=penalty.number,
        entrant=penalty.entrant_name,
        table=penalty.table.name if penalty.table else "",
        grade=penalty.grade,
        amount=penalty.amount,
        offence=penalty.offence,
        reason=penalty.reason,
        cancels=penalty.cancels,
        finding=penalty.finding,
        sha256=penalty_digest(penalty),
    )
    return penalty


def _sent_before(event: Event, penalty: Penalty, after: int | None) -> Penalty | None:
    """The same penalty, where it was stored already since the form was shown."""
    if after is None:
        return None
    names = ("entrant_id", "table_id", "grade", "amount", "offence", "reason", "round", "move", "finding", "arbiter")
    since = event.penalties.filter(number__gt=after, cancels=None).order_by("number")
    return next((one for one in since if all(getattr(one, name) == getattr(penalty, name) for name in names)), None)


def _grade(catalogue: Catalogue, code: str) -> Grade:
    grade = catalogue.grade(code)
    if grade is None:
        known, came = ", ".join(one.code for one in catalogue.grades), storable(code, 40)
        raise Refusal("unknown-grade", _("Expected a grade of {known}, found “{came}”."), 422, known=known, came=came)
    return grade


def _amount(grade: Grade, text: str) -> str:
    """The amount as an exact fraction, empty where the grade has none. Raises Refusal (422) for one that it does not allow."""
    text = text.strip()
    if not grade.amounts:
        if text:
            raise Refusal("invalid-amount", _("This grade has no amount; found “{found}”."), 422, found=text[:20])
        return ""
    allowed: dict[str, Any] = {str(amount): amount for amount in grade.amounts}
    decimals = {str(float(amount)): str(amount) for amount in grade.amounts}
    found = text if text in allowed else decimals.get(text)
    if found is None and len(grade.amounts) == 1 and not text:
        found = str(grade.amounts[0])
    if found is None:
        known = ", ".join(allowed)
        raise Refusal("invalid-amount", _("Expected an amount of {known}, found “{found}”."), 422, known=known, found=text[:20])
    return str(Fraction(found))


def _entrant(event: Event, entrant: Entrant) -> Entrant:
    current = current_entrant(event, entrant)
    if current.house:
        raise Refusal("of-the-house", _("{name} fills a seat for the house, and has no place to lose."), 422, name=current.name)
    return current


def _stage(event: Event, number: int | None) -> Stage:
    """The stage with this number; without one the last stage that has a table, else the first."""
    stages = event.stages.order_by("number")
    if number is not None:
        found = stages.filter(number=number).first()
        if found is None:
            raise Refusal("not-found", _("There is no such stage."), 404)
        return found
    begun = stages.filter(rounds__tables__isnull=False).distinct().last()
    first = begun or stages.first()
    assert first is not None, "an event has a stage"
    return first


def _seat(table: Table, entrant: Entrant) -> str:
    """The seat of an entrant at a table; empty where nobody knows who sits there. Raises Refusal (422) for one who does not."""
    people = people_at(table)
    here = next((one for one in people if one.entrant and one.entrant.pk == entrant.pk), None)
    if here is None and people and all(one.entrant for one in people):
        raise Refusal("not-at-the-table", _("{name} is not at this table."), 422, name=entrant.name)
    return here.seat if here else ""


def penalty_digest(penalty: Penalty) -> str:
    """The SHA-256 of a JSON array of all that a penalty says, in the order of its columns."""
    at = penalty.at.astimezone(UTC).isoformat(timespec="microseconds")
    texts = [json.dumps(part, sort_keys=True) for part in (penalty.name, penalty.said, penalty.finding)]
    hashed = [*(getattr(penalty, name) for name in (*COLUMNS, *MORE)), *texts, at]
    return sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@register
class PenaltyCheck(AppendedRowsCheck):
    """Every penalty has an entry with its digest."""

    part, unit, word = "penalties", "penalties as given", "penalty"
    model, actions = Penalty, ("event.penalty", "event.penalty.cancel")

    @staticmethod
    def digest_of(row: Any) -> str:
        return penalty_digest(row)


@receiver(pre_delete, sender=Table)
def keep_table(sender: Any, instance: Table, **kwargs: Any) -> None:
    """Raises Refusal (409) where a penalty was given, or an appeal made, at this table."""
    if instance.penalties.exists() or instance.appeals.exists():
        raise Refusal(
            "table-has-penalties", _("There are penalties or appeals at table {name}: it stays."), 409, name=instance.name
        )


@receiver(pre_delete, sender=Entrant)
def keep_entrant(sender: Any, instance: Entrant, **kwargs: Any) -> None:
    """Raises Refusal (409) where an entrant was given a penalty, or made an appeal."""
    if instance.penalties.exists() or instance.appeals.exists():
        raise Refusal(
            "entrant-has-penalties",
            _("There are penalties or appeals of {name}, who stays on the list."),
            409,
            name=instance.name,
        )


@receiver(pre_delete, sender=Stage)
def keep_stage(sender: Any, instance: Stage, **kwargs: Any) -> None:
    """Raises Refusal (409) where a penalty was given in this stage."""
    if instance.event.penalties.filter(stage=instance.number).exists():
        raise Refusal("stage-has-penalties", _("There are penalties of stage {number}: it stays."), 409, number=instance.number)
