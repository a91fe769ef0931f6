"""Answering an appeal, once and for good; with it a ruling can be given, or the penalty cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.matches.models import Match
from records.core.db.fields import LINE, storable
from records.core.errors import Refusal
from records.core.people import Actor, person
from records.tournament import penalties
from records.tournament.appeals.making import answer_digest
from records.tournament.appeals.models import Appeal, AppealAnswer
from records.tournament.events.lock import lock_event, require_event_right
from records.tournament.events.models import Event
from records.tournament.events.rulings import key_of, reason_of, rule
from referee.tournament.ranking.rulings import FindingKey


class NewRuling(NamedTuple):
    """A ruling that is given with an answer."""

    decision: str
    scores: Mapping[str, int] | None = None


@transaction.atomic
def answer(
    actor: Actor,
    event: Event,
    number: int,
    outcome: str,
    reason: str,
    ruling: NewRuling | None = None,
    cancel_penalty: bool = False,
) -> AppealAnswer:
    """Answer an appeal: upheld or dismissed, with a reason; a ruling is given, or the penalty cancelled, in the same breath.

    Raises Refusal: 403, 404; 409 where it was answered, or there is nothing to rule on; 422.
    """
    require_event_right(actor, Right.RULE, event)
    locked = lock_event(event)
    appeal = locked.appeals.filter(number=number).select_related("table").first()
    if appeal is None:
        raise Refusal("not-found", _("There is no such appeal."), 404)
    if AppealAnswer.objects.filter(appeal=appeal).exists():
        raise Refusal("answered", _("This appeal has been answered."), 409)
    if outcome not in AppealAnswer.Outcome.values:
        came = storable(outcome, 20)
        raise Refusal("invalid-outcome", _("Expected upheld or dismissed, found “{came}”."), 422, came=came)
    said = reason_of(reason)
    if cancel_penalty and outcome == AppealAnswer.Outcome.DISMISSED:
        raise Refusal("penalty-stays", _("Where an appeal is dismissed, the penalty stays."), 422)
    if cancel_penalty and appeal.against == Appeal.Against.PENALTY and appeal.of:
        penalties.cancel(actor, locked, appeal.of, said)
    given = AppealAnswer(
        appeal=appeal,
        outcome=outcome,
        reason=said,
        ruling=_rule(actor, locked, appeal, ruling, said) if ruling else None,
        arbiter=person(actor).pk,
        arbiter_name=storable(actor.get_username(), LINE),
    )
    given.save(force_insert=True)
    audit.record(
        "event.appeal.answer",
        f"event:{locked.pk}",
        by=actor,
        club=locked.club_id,
        number=appeal.number,
        entrant=appeal.player,
        table=appeal.table.name,
        outcome=given.outcome,
        reason=given.reason,
        ruling=given.ruling,
        sha256=answer_digest(given),
    )
    return given


def finding_of(appeal: Appeal) -> FindingKey | None:
    """The finding that an appeal is about: its own, or that of the ruling; None for a penalty."""
    if appeal.finding is not None:
        return FindingKey(**appeal.finding)
    if appeal.against == Appeal.Against.RULING:
        return key_of(appeal.event.rulings.get(number=appeal.of or 0))
    return None


def match_of(appeal: Appeal) -> Match | None:
    """The match that an appeal is about, as it is now; None where there is none any more."""
    if appeal.against == Appeal.Against.RULING:
        return appeal.event.rulings.select_related("match__current_judgement").get(number=appeal.of or 0).match
    wanted = appeal.match or appeal.table.match_id
    return Match.objects.select_related("current_judgement").filter(pk=wanted).first() if wanted else None


def _rule(actor: Actor, event: Event, appeal: Appeal, new: NewRuling, reason: str) -> int:
    finding, match = finding_of(appeal), match_of(appeal)
    if finding is None or match is None:
        raise Refusal("nothing-to-rule-on", _("There is no finding to rule on in this appeal."), 409)
    return rule(actor, event, match, finding, new.decision, reason, new.scores).number
