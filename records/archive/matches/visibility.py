"""Visibility: which matches and judgements a person may see."""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet

from records.accounts.access.actor import opened_to
from records.accounts.access.models import Role
from records.accounts.access.roles import (
    LEAST,
    Right,
    may_with,
    memberships_of,
    owned_by,
    role_in,
    sees_all,
    signed_in,
    token_club_id,
)
from records.accounts.clubs.models import Club
from records.accounts.clubs.visibility import visible_club_ids
from records.archive.matches.models import SHOWN, STORED, Judgement, Match
from records.core.people import Actor

NEWEST = ("-created_at", "-id")


def matches_without_texts() -> QuerySet[Match]:
    """All matches, the newest first, with seats and judgement fetched and without the long columns; nobody's rights are asked."""
    matches = Match.objects.select_related("current_judgement", "upload", "user", "club").prefetch_related("seats")
    return matches.defer("source", "upload__source", "current_judgement__verdict").order_by(*NEWEST)


def visible_to(user: Actor) -> QuerySet[Match]:
    """The matches that a person may see: public ones, their own, those of their clubs and of the events that they serve as
    arbiters; for the staff all."""
    # These are read first: with their ids in the query PostgreSQL uses an index for each, with a subquery it reads the table.
    reach = reach_of(user)
    return matches_without_texts().filter(visibility_condition(user, *reach))


class Reach(NamedTuple):
    """What somebody sees besides public matches and their own, by its ids: clubs, the matches of events that they serve, and
    those of the clubs into which they may write, so that no match of these is held from them."""

    clubs: list[int]
    served: list[uuid.UUID]
    writes: list[int]


def reach_of(user: Actor) -> Reach:
    """The clubs of a person and the matches of the events that they serve; the staff need neither."""
    if not signed_in(user) or sees_all(user):
        return Reach([], [], [])
    if user.is_staff:  # by a token of one club: owners there
        limited = visible_club_ids(user)
        return Reach(limited, [], limited)
    roles = dict(memberships_of(user).order_by().values_list("club", "role"))
    served = _served_by(user).order_by().values_list("pk", flat=True) if token_club_id(user) is None else ()
    return Reach(list(roles), list(served), [club for club, role in roles.items() if role in WRITERS])


def _served_by(user: Actor) -> QuerySet[Match]:
    """The matches at the tables of events that somebody serves as an arbiter."""
    return Match.objects.filter(tables__event__arbiters__user=user.pk)


def visibility_condition(user: Actor, clubs: Any, served: Any = (), writes: Any = ()) -> Q:
    """The condition under which a person may see a match; ``clubs``, ``served`` and ``writes`` are those of ``reach_of``."""
    if not signed_in(user):
        return Q(public=True) & SHOWN
    if sees_all(user):
        return STORED
    found = (Q(public=True) | Q(club__in=clubs)) & SHOWN | owned_by(user) | Q(club__in=writes)
    return found | Q(pk__in=served) if served else found


WRITERS: Final = frozenset(role.value for role in Role if role.covers(LEAST[Right.SCORE]))
"""The roles of those who may write a club's matches."""


def judgements_of(user: Actor, match: Match) -> QuerySet[Judgement]:
    """The judgements of a match that a person may see, the newest first: all for its owner or club, else the current one."""
    every = match.judgements.order_by("-created_at", "-id")
    if may_with(user, Right.READ, match):
        return every
    return every.none() if match.current_judgement_id is None else every.filter(pk=match.current_judgement_id)


def find(user: Actor, match_id: uuid.UUID | str) -> Match | None:
    """A match by its id, None where there is none that this actor may see; its seats are fetched when they are used."""
    try:
        match = matches_without_texts().prefetch_related(None).get(pk=match_id)
    except (Match.DoesNotExist, ValueError, TypeError, ValidationError):
        return None
    if not _sees(user, match):
        match.by_link = _is_opened(user, match)
        return match if match.by_link else None
    return match


def _sees(user: Actor, match: Match) -> bool:
    """Whether a person may see a match that was read: what ``visibility_condition`` says of rows, with fewer queries."""
    if sees_all(user):
        return not match.is_deleted
    if match.public and not match.is_held:
        return True
    if not signed_in(user):
        return False
    if match.club_id is not None:
        role = role_in(user, match.club_id)
        if role is not None and (not match.is_held or role in WRITERS):
            return True
    if token_club_id(user) is not None:
        return False
    return (match.club_id is None and match.user_id == user.pk) or _served_by(user).filter(pk=match.pk).exists()


def _is_opened(user: Actor, match: Match) -> bool:
    """Whether a link that the actor holds opens a match that was read."""
    opened = opened_to(user)
    return opened is not None and Match.objects.filter(STORED, SHOWN, opened, pk=match.pk).exists()


def visible_among(user: Actor, match_ids: Iterable[Any]) -> set[Any]:
    """The ids of those of these matches that an actor may see."""
    ids = list(match_ids)
    seen = set(visible_to(user).filter(pk__in=ids).order_by().values_list("pk", flat=True))
    opened = opened_to(user)
    if opened is None:
        return seen
    return seen | set(Match.objects.filter(STORED, SHOWN, opened, pk__in=ids).order_by().values_list("pk", flat=True))


def of_club(user: Actor, club: Club) -> QuerySet[Match]:
    """The matches of a club that a person may see; members see all."""
    return visible_to(user).filter(club=club)


def judgement_for(user: Actor, match: Match, number: str) -> Judgement | None:
    """A judgement of a match by its number, None where there is none that this person may see."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return judgements_of(user, match).filter(pk=int(number)).first()
