"""Training on a player's mistakes: which puzzle comes next, and when one comes back. The progress is an account's.

A wrong answer brings the puzzle back SOON. Right ones in a row bring it back after each time of LATER, one after the other; a
right answer after the last of them, and it is learnt. An answer to a puzzle that is not due counts for nothing.
"""

from __future__ import annotations

import heapq
from collections.abc import Iterable, Iterator
from datetime import timedelta
from typing import Any

from django.contrib.auth.models import User
from django.db import transaction
from django.db.models import Exists, OuterRef, Q, QuerySet, Sum
from django.utils import timezone

from records.archive import matches
from records.archive.matches.models import DELETED, Match
from records.archive.mistakes.models import DEAREST, Mistake, PuzzleProgress
from records.archive.players.models import Player
from records.core.people import Actor

SOON = timedelta(minutes=10)
LATER = (timedelta(days=1), timedelta(days=3))
PAGE = 50
COSTS = ("points", "steps", "live")
"""What DEAREST orders by, each falling."""


def of_player(user: Actor, player: Player, mistake_id: int) -> Mistake | None:
    """A mistake of a player by its number, None where there is none that this person may see."""
    rows = Mistake.objects.select_related("match", "alias").filter(pk=mistake_id, alias__player=player)
    return next(_visible(user, rows), None)


def next_mistake(user: User, player: Player, after: Mistake | None = None) -> Mistake | None:
    """The mistake that is asked next: one that is due again, the longest first, else the dearest that was never answered.

    With ``after`` the dearest of those that are no dearer than that one.
    """
    now = timezone.now()
    if after is None:
        due = Mistake.objects.filter(alias__player=player, progress__user=user, progress__due_at__lte=now)
        found = next(_visible(user, due.order_by("progress__due_at", "pk")[:PAGE]), None)
        if found:
            return found
    settled = PuzzleProgress.objects.filter(Q(due_at__isnull=True) | Q(due_at__gt=now), user=user, mistake=OuterRef("pk"))
    return next(_visible(user, _dearest(player, ~Exists(settled), after)), None)


def _dearest(player: Player, condition: Any, after: Mistake | None) -> Iterator[Mistake]:
    """The mistakes of a player, the dearest first; an index holds those of each alias in this order."""
    each = [_of_alias(alias, condition, after) for alias in player.aliases.order_by("pk").values_list("pk", flat=True)]
    return heapq.merge(*each, key=_place)


def _place(mistake: Mistake) -> tuple[int, ...]:
    return -mistake.points, -mistake.steps, -mistake.live, mistake.pk


def _of_alias(alias: int, condition: Any, after: Mistake | None) -> Iterator[Mistake]:
    while rows := list(_beyond(Mistake.objects.filter(condition, alias=alias), after).order_by(*DEAREST)[:PAGE]):
        yield from rows
        after = rows[-1]


def _beyond(rows: QuerySet[Mistake], after: Mistake | None) -> QuerySet[Mistake]:
    """Those that come after this one in the order of dearness."""
    if after is None:
        return rows
    beyond, equal = Q(), dict[str, int]()
    for name in COSTS:
        beyond |= Q(**equal, **{f"{name}__lt": getattr(after, name)})
        equal[name] = getattr(after, name)
    # By the points alone the index is entered at the right place; the rest leaves out a few rows of it.
    return rows.filter(Q(points__lte=after.points), beyond | Q(**equal, pk__gt=after.pk))


def _visible(user: Actor, rows: Iterable[Mistake]) -> Iterator[Mistake]:
    """Those of matches that this person may see."""
    rows = iter(rows)
    while page := [row for row, _ in zip(rows, range(PAGE), strict=False)]:
        may_see = matches.visible_among(user, {row.match_id for row in page})
        yield from (row for row in page if row.match_id in may_see)


@transaction.atomic
def answer(user: User, mistake: Mistake, right: bool) -> PuzzleProgress:
    """Note an answer; the progress that the account has with this puzzle now."""
    now = timezone.now()
    rows = PuzzleProgress.objects.select_for_update(of=("self",))
    progress, _ = rows.get_or_create(user=user, mistake=mistake, defaults={"due_at": now})
    if progress.due_at is None or progress.due_at > now:
        return progress
    progress.answers += 1
    progress.right += right
    progress.streak = progress.streak + 1 if right else 0
    wait = LATER[progress.streak - 1 : progress.streak] if right else (SOON,)
    progress.due_at, progress.answered_at = (now + wait[0] if wait else None), now
    progress.save()
    return progress


def counts(user: User, player: Player) -> dict[str, int]:
    """How many puzzles of a player are due for an account, come back later, and are learnt."""
    now = timezone.now()
    mine = PuzzleProgress.objects.filter(user=user, mistake__alias__player=player)
    mine = mine.exclude(mistake__match__owner_key__startswith=DELETED)
    due, learnt = mine.filter(due_at__lte=now).count(), mine.filter(due_at__isnull=True).count()
    return {"due": due, "later": mine.filter(due_at__gt=now).count(), "learnt": learnt}


def untold_games(player: Player) -> list[str]:
    """The games of a player's matches of whose choices nothing could be said."""
    reviewed = Match.objects.filter(seats__alias__player=player).exclude(mistakes_engine="").order_by()
    choices = reviewed.values_list("game").annotate(Sum("choices_weighed"))
    return sorted(game for game, some in choices if not some)


def rows_of(user: User) -> list[dict[str, Any]]:
    """What an account has learnt, as plain values, for whoever exports their data."""
    rows = PuzzleProgress.objects.filter(user=user).select_related("mistake").order_by("pk")
    return [
        {
            "match": str(row.mistake.match_id),
            "round": row.mistake.round,
            "move": row.mistake.move,
            "seat": row.mistake.seat,
            "what": row.mistake.what,
            "answers": row.answers,
            "right": row.right,
            "right_in_a_row": row.streak,
            "answered_at": row.answered_at.isoformat(),
            "asked_again_at": row.due_at.isoformat() if row.due_at else None,
        }
        for row in rows.iterator()
    ]
