"""A sheet follows its match where a corrected record takes that one's place, and back where this is undone."""

from __future__ import annotations

from typing import Any

from django.dispatch import receiver

from records.archive.matches.deletion import match_replaced, match_returned
from records.archive.matches.models import Match
from records.tournament.sheets.models import ScoreSheet


@receiver(match_replaced)
def follow(sender: Any, match: Match, replacement: Match, **kwargs: Any) -> None:
    """The sheet of a match that is replaced has the new one."""
    ScoreSheet.objects.filter(match=match).update(match=replacement)


@receiver(match_returned)
def come_back(sender: Any, match: Match, **kwargs: Any) -> None:
    """A sheet whose match was deleted has the one that came back to its table."""
    for sheet in ScoreSheet.objects.filter(table__match=match).select_related("match"):
        if sheet.match is None or sheet.match.is_deleted:
            ScoreSheet.objects.filter(pk=sheet.pk).update(match=match)
