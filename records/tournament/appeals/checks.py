"""A check of the audit log about objections: are they and their answers those that were made?"""

from __future__ import annotations

import json
from datetime import UTC
from typing import Any

from records.accounts.audit.checks import register
from records.accounts.audit.rows_check import AppendedRowsCheck
from records.core.ops.digests import sha256
from records.tournament.appeals.models import Appeal, AppealAnswer

APPEAL = ("event_id", "number", "table_id", "match", "seat", "player", "entrant_id", "against", "of", "text")
ANSWER = ("appeal_id", "outcome", "reason", "ruling", "arbiter", "arbiter_name")


def appeal_digest(appeal: Appeal) -> str:
    """The SHA-256 of a JSON array of all that an objection says."""
    return _digest([*(getattr(appeal, name) for name in APPEAL), json.dumps(appeal.finding, sort_keys=True), _at(appeal)])


def answer_digest(answer: AppealAnswer) -> str:
    """The SHA-256 of a JSON array of all that an answer says."""
    return _digest([*(getattr(answer, name) for name in ANSWER), _at(answer)])


def _at(row: Appeal | AppealAnswer) -> str:
    return row.at.astimezone(UTC).isoformat(timespec="microseconds")


def _digest(hashed: list[object]) -> str:
    return sha256(json.dumps(hashed, separators=(",", ":"), default=str).encode())


@register
class AppealCheck(AppendedRowsCheck):
    """Every objection has an entry with its digest."""

    part, unit, word = "appeals", "appeals as made", "appeal"
    model, actions = Appeal, ("event.appeal",)

    @staticmethod
    def digest_of(row: Any) -> str:
        return appeal_digest(row)


@register
class AnswerCheck(AppendedRowsCheck):
    """Every answer to an objection has an entry with its digest."""

    part, unit, word = "answers", "answers to appeals as given", "the answer to appeal"
    model, actions, event, number = AppealAnswer, ("event.appeal.answer",), "appeal__event_id", "appeal__number"

    @staticmethod
    def digest_of(row: Any) -> str:
        return answer_digest(row)
