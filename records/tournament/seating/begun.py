"""Whether a round has begun: from then on its seats are not drawn anew."""

from __future__ import annotations

from collections.abc import Iterable

from django.db.models import Q

from records.tournament.events.models import EventRound, Table

SIGNS = (Q(match__isnull=False), Q(sheet__rounds__isnull=False), Q(round__started_at__isnull=False))
"""What a table of a round has that is played, each as a condition on tables."""


def begun(rounds: Iterable[int]) -> set[int]:
    """Which of these rounds, by their keys, have begun."""
    any_sign = Q()
    for sign in SIGNS:
        any_sign |= sign
    return set(Table.objects.filter(any_sign, round__in=list(rounds)).values_list("round", flat=True))


def has_begun(round_: EventRound) -> bool:
    """Whether something was played, entered or started in a round."""
    return bool(begun([round_.pk]))
