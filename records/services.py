"""Everything that changes what is stored. Views, tasks and commands call these and hold no logic of their own."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from django.db import transaction

from records import audit
from records.arbitration import rule
from records.arranging import add_stage, change_event, change_stage, create_event, delete_event, remove_stage
from records.batches import cancel, receive, resume, sweep_batches, take_in
from records.bell import ring
from records.clubs import accept_invitation, change_role, found_club, invite, remove, rename_club
from records.delivering import deliver_due, sweep_webhooks
from records.digests import digest_of
from records.ending import end_batches
from records.entering import change_entrant, enter, enter_everybody, withdraw
from records.identifying import identify, identify_suggested
from records.intake import Intake, IntakeError, accept
from records.judging import judge, judge_all, rejudge, sweep
from records.players import merge, rename_player, split, undo
from records.publishing import carry_out, publish, sweep_publishings
from records.refusal import Refusal
from records.rejudging import go_on, start, stop, sweep_rejudgings
from records.results import count_old
from records.sharing import revoke, share
from records.tables import attach_match, attach_what_fits, detach, plan_table, remove_table, seat
from records.tokens import (
    SCOPES,
    change_token,
    expiry,
    issue_own_token,
    issue_token,
    revoke_token,
    used,
)
from records.webhooks import (
    add_webhook,
    change_webhook,
    notify,
    notify_all,
    redeliver,
    remove_webhook,
    rotate_secret,
    try_webhook,
)

__all__ = [
    "Intake",
    "IntakeError",
    "Refusal",
    "SCOPES",
    "accept",
    "accept_invitation",
    "add_stage",
    "add_webhook",
    "all_or_none",
    "attach_match",
    "attach_what_fits",
    "cancel",
    "carry_out",
    "change_entrant",
    "change_event",
    "change_role",
    "change_stage",
    "change_token",
    "change_webhook",
    "count_old",
    "create_event",
    "delete_event",
    "deliver_due",
    "detach",
    "digest_of",
    "end_batches",
    "enter",
    "enter_everybody",
    "expiry",
    "found_club",
    "go_on",
    "identify",
    "identify_suggested",
    "invite",
    "issue_own_token",
    "issue_token",
    "judge",
    "judge_all",
    "merge",
    "notify",
    "notify_all",
    "plan_table",
    "publish",
    "receive",
    "redeliver",
    "rejudge",
    "remove",
    "remove_stage",
    "remove_table",
    "remove_webhook",
    "rename_club",
    "rename_player",
    "resume",
    "revoke",
    "revoke_token",
    "ring",
    "rotate_secret",
    "rule",
    "seat",
    "share",
    "split",
    "start",
    "stop",
    "sweep",
    "sweep_batches",
    "sweep_publishings",
    "sweep_rejudgings",
    "sweep_webhooks",
    "take_in",
    "try_webhook",
    "undo",
    "used",
    "withdraw",
]


@contextmanager
def all_or_none() -> Iterator[None]:
    """Whatever is stored inside is stored together; an error takes all of it back."""
    with transaction.atomic(), audit.together():
        yield
