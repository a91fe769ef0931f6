"""Visibility: which matches and judgements a person may see.

What visitors dropped is in no listing and found by ``find_to_read`` alone: ``Match.objects`` does not have it.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable
from typing import Any, Final, NamedTuple

from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.utils import timezone

from records.accounts.access.actor import opened_to
from records.accounts.access.models import Role
from records.accounts.access.roles import (
    LEAST,
    Right,
    may_with,
    memberships_of,
    owned_by,
    sees_all,
    signed_in,
    token_club_id,
)
from records.accounts.clubs.models import Club
from records.accounts.clubs.visibility import visible_club_ids
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import NOT_HELD, STORED, Match
from records.core.people import Actor
from records.core.unlisted import is_unlisted

NEWEST = ("-created_at", "-id")


def matches_without_texts() -> QuerySet[Match]:
    """All matches, the newest first, with seats and judgement fetched and without the long columns; nobody's rights are asked."""
    return _without_texts(Match.objects.all()).prefetch_related("seats").order_by(*NEWEST)


def _without_texts(matches: QuerySet[Match]) -> QuerySet[Match]:
    """These matches with their judgements, and without the long columns."""
    matches = matches.select_related("current_judgement", "upload")
    return matches.defer("source", "upload__source", "current_judgement__verdict")


def visible_to(user: Actor) -> QuerySet[Match]:
    """The matches that a person may see: public ones, their own, those of their clubs and of the events that they serve as
    arbiters; for the staff all."""
    return matches_without_texts().filter(_visible(user, _reach(user)))


class Reach(NamedTuple):
    """The ids of the clubs of a person, of the matches of events that they serve, and of the clubs into which they may write.
    Matches of the last are never held from that person."""

    clubs: list[Any]
    served: list[Any]
    writes: Iterable[Any]


def _reach(user: Actor) -> Reach:
    """The clubs of a person and the matches of the events that they serve; the staff need neither. These ids are read first: with
    them in the query PostgreSQL uses an index for each, with a subquery it reads the table."""
    if not signed_in(user) or sees_all(user):
        return Reach([], [], [])
    if user.is_staff:  # by a token of one club: owners there
        limited = list(visible_club_ids(user))
        return Reach(limited, [], limited)
    clubs = memberships_of(user).order_by().values_list("club", flat=True)
    return Reach(list(clubs), list(_served(user).values_list("pk", flat=True)), clubs.filter(role__in=WRITERS))


def _served(user: Actor) -> QuerySet[Match]:
    """The matches at the tables of the events that a person serves as an arbiter; none by a token of one club."""
    serves = signed_in(user) and token_club_id(user) is None
    return Match.objects.filter(tables__event__arbiters__user=user.pk).order_by() if serves else Match.objects.none()


def _visible(user: Actor, reach: Reach) -> Q:
    """The condition under which a person may see a match of the archive."""
    if not signed_in(user):
        return Q(public=True) & NOT_HELD
    if sees_all(user):
        return STORED
    of_clubs = Q(club__in=reach.clubs) & (NOT_HELD | Q(club__in=reach.writes))
    found = Q(public=True) & NOT_HELD | of_clubs | owned_by(user)
    return found | Q(pk__in=reach.served) if reach.served else found


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
        match = _without_texts(Match.objects.filter(pk=match_id)).get()
    except (Match.DoesNotExist, ValueError, TypeError, ValidationError):
        return None
    if not match.is_deleted and _sees(user, match):
        return match
    match.by_link = _opened(user, [match.pk]).exists()
    return match if match.by_link else None


def is_open(match: Match) -> bool:
    """Whether everybody may see a match of the archive that is not deleted."""
    return match.public and not match.is_held


def _sees(actor: Actor, match: Match) -> bool:
    """Whether an actor may see a match that is not deleted: what ``_visible`` says of many, asked of one that was read."""
    if is_open(match):
        return True
    if may_with(actor, Right.READ, match):
        return match.club_id is None or not match.is_held or may_with(actor, Right.SCORE, match)
    return _served(actor).filter(pk=match.pk).exists()


def _opened(actor: Actor, match_ids: Iterable[Any]) -> QuerySet[Match]:
    """Those of these matches that the share links of an actor open."""
    opened = opened_to(actor)
    return Match.objects.none() if opened is None else Match.objects.filter(STORED, NOT_HELD, opened, pk__in=match_ids).order_by()


def find_to_read(actor: Actor, match_id: uuid.UUID) -> Match | None:
    """A match to read and nothing else: also one that a visitor dropped, for whoever has its address, until it expires."""
    if not is_unlisted(match_id):
        return find(actor, match_id)
    found = Match.expiring.filter(pk=match_id, expires_at__gt=timezone.now())
    return found.select_related("current_judgement", "upload").first()  # with its texts, which every page of it shows


def visible_among(user: Actor, match_ids: Iterable[Any]) -> set[Any]:
    """The ids of those of these matches that an actor may see."""
    ids = list(match_ids)
    seen = set(visible_to(user).filter(pk__in=ids).order_by().values_list("pk", flat=True))
    return seen | set(_opened(user, ids).values_list("pk", flat=True))


def of_club(user: Actor, club: Club) -> QuerySet[Match]:
    """The matches of a club that a person may see: members all but those that are held."""
    return visible_to(user).filter(club=club)


def judgement_for(user: Actor, match: Match, number: str) -> Judgement | None:
    """A judgement of a match by its number, None where there is none that this person may see."""
    if not (number.isascii() and number.isdecimal() and len(number) < 19):
        return None
    return judgements_of(user, match).filter(pk=int(number)).first()
