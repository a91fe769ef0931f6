"""Erasing accounts whose owners wanted that, with what is theirs alone: uploads leave tombstones, clubs keep their matches."""

from __future__ import annotations

import logging
import time
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from records.accounts.sign_in.models import AccountDeletion
from records.archive.models import Batch, Upload
from records.tournament import live_tables

ERASED = 100
"""Rows of one kind that one sweep erases at most of an account: the rest, and then the account, is for the next ones."""
SECONDS = 20.0
"""Seconds after which a sweep begins with no further upload and no further account: one upload may have thousands of matches."""

log = logging.getLogger(__name__)


def uploads(user: User, until: float) -> int:
    """Erase uploads outside of clubs with their matches and verdicts; how many there were."""
    own = list(Upload.objects.filter(user=user, club=None).defer("source")[:ERASED])
    for erased, upload in enumerate(own, 1):
        upload.delete()
        if time.monotonic() >= until:
            return erased
    return len(own)


def batches(user: User, until: float) -> int:
    """Delete batches outside of clubs; how many there were."""
    own = Batch.objects.filter(pk__in=list(Batch.objects.filter(user=user, club=None).values_list("pk", flat=True)[:ERASED]))
    return own.delete()[1].get("archive.Batch", 0)


PARTS: tuple[Callable[[User, float], int], ...] = (uploads, batches, live_tables.erase_own)
"""What goes with an account beside the rows that the database deletes with it: each erases some, until a moment of the clock, and
says how many."""


def erase_expired(at_most: int = 10, seconds: float = SECONDS) -> int:
    """Erase accounts that nobody has signed in to since they were to be deleted, for so many seconds; returns their number."""
    until, erased = time.monotonic() + seconds, 0
    expired = AccountDeletion.objects.filter(ends_at__lte=timezone.now()).order_by("ends_at")
    for key in list(expired.values_list("pk", flat=True)[:at_most]):
        erased += _erase(key, until)
        if time.monotonic() >= until:
            break
    return erased


@transaction.atomic
def _erase(key: Any, until: float) -> bool:
    """Erase some of an account; whether it is gone. Who signs in at this moment waits, and finds the account gone or kept."""
    waiting = AccountDeletion.objects.select_for_update(of=("self",), skip_locked=True)
    found = waiting.select_related("user").filter(pk=key, ends_at__lte=timezone.now()).first()
    if found is None:
        return False
    if any(erase(found.user, until) for erase in PARTS):
        return False
    found.user.delete()
    log.info("account %s: erased", key)
    return True
