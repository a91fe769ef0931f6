"""Erasing deleted matches that can no longer be brought back."""

from __future__ import annotations

from typing import Any

from django.db import transaction
from django.utils import timezone

from records.archive.matches.deletion import versions
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.matches.models import Match

ERASED = 100
"""Matches that one sweep erases at most."""


def erase_expired(at_most: int = ERASED) -> int:
    """Erase what can no longer be brought back, with its upload where nothing else is of it; returns the number of matches."""
    erased = 0
    for key in DeletedMatch.objects.filter(ends_at__lte=timezone.now()).values_list("pk", flat=True)[:at_most]:
        erased += _erase(key)
    return erased


@transaction.atomic
def _erase(key: Any) -> int:
    expired = DeletedMatch.objects.select_for_update(of=("self",), skip_locked=True)
    found = expired.filter(pk=key, ends_at__lte=timezone.now()).first()
    if found is None:
        return 0
    match = Match.objects.select_related("upload").get(pk=key)
    match.club_id = found.club_id  # its entry in the audit log is for the club to read
    file = match.upload
    versions.forget_empty(match.pk)
    match.delete()
    if not file.matches.exists():
        file.delete()
    return 1
