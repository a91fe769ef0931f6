"""Erasing accounts whose owners wanted that, with what is theirs alone: uploads leave tombstones, clubs keep their matches."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone

from records.accounts.models import AccountDeletion
from records.models import Batch, Upload

ERASED = 100
"""Rows of one kind that one sweep erases at most of an account: the rest, and then the account, is for the next ones."""

log = logging.getLogger(__name__)


def uploads(user: User) -> int:
    """Erase uploads outside of clubs with their matches and verdicts; how many there were."""
    own = list(Upload.objects.filter(user=user, club=None).defer("source")[:ERASED])
    for upload in own:
        upload.delete()
    return len(own)


def batches(user: User) -> int:
    """Delete batches outside of clubs; how many there were."""
    own = Batch.objects.filter(pk__in=list(Batch.objects.filter(user=user, club=None).values_list("pk", flat=True)[:ERASED]))
    return own.delete()[1].get("records.Batch", 0)


PARTS: tuple[Callable[[User], int], ...] = (uploads, batches)
"""What goes with an account beside the rows that the database deletes with it: each erases some and says how many."""


def erase_expired(at_most: int = 10) -> int:
    """Erase accounts that nobody has signed in to since they were to be deleted; returns their number."""
    expired = AccountDeletion.objects.filter(ends_at__lte=timezone.now()).order_by("ends_at")
    return sum(_erase(key) for key in list(expired.values_list("pk", flat=True)[:at_most]))


@transaction.atomic
def _erase(key: Any) -> bool:
    """Erase some of an account; whether it is gone. Who signs in at this moment waits, and finds the account gone or kept."""
    waiting = AccountDeletion.objects.select_for_update(of=("self",), skip_locked=True)
    found = waiting.select_related("user").filter(pk=key, ends_at__lte=timezone.now()).first()
    if found is None:
        return False
    if any(erase(found.user) for erase in PARTS):
        return False
    found.user.delete()
    log.info("account %s: erased", key)
    return True
