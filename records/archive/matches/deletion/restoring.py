"""Bringing deleted matches back, and reading what can still be brought back."""

from __future__ import annotations

from typing import Any

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, webhooks
from records.accounts.access.models import Role
from records.accounts.access.roles import LEAST, Right, memberships_of, sees_all, signed_in, token_club_id
from records.accounts.clubs.models import Club
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.deletion import versions
from records.archive.matches.deletion.deleting import delete, details_of, match_moves, message_of, require_right
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.matches.judging.models import Judgement
from records.archive.matches.judging.seat_results import assign_aliases
from records.archive.matches.models import Match
from records.archive.matches.visibility import matches_without_texts
from records.archive.players.aliases import key_of
from records.core import queue
from records.core.errors import Refusal
from records.core.people import Actor

WORK = ("state", "attempts", "state_since", "waiting_since", "enqueued_at")
"""The columns of the work on a match."""
match_returned = Signal()
"""Sent with ``match``, which is whose it was again."""


@audit.atomic()
def restore(actor: Actor, deletion: DeletedMatch) -> Match:
    """Bring a deleted match back, to its tables too where these are free. The version that counts in its place is deleted.

    Raises Refusal: 403, 404 where it is erased or back already, 409 where its record was uploaded again, or an arbiter has
    ruled on the version that counts.
    """
    match_moves.send(Match, club_id=deletion.club_id)
    versions.lock(deletion.pk)
    here = DeletedMatch.objects.select_for_update(of=("self",)).select_related("club", "match")
    current = here.filter(pk=deletion.pk, ends_at__gt=timezone.now()).first()
    if current is None:
        raise Refusal("not-found", _("This match is back already, or erased."), 404)
    require_right(actor, current)
    several = versions.versions_of(current.match, current.owner_key)
    if several and (other := versions.counting(several)):
        delete(actor, other)
    match = _given_back(current)
    if several:
        versions.make_current(several, match)
    told = details_of(current)
    current.delete()
    match_returned.send(Match, match=match)
    if match.state == Match.State.PENDING:
        queue.enqueue_matches([match.pk])
    webhooks.notify(match.club, WebhookKind.MATCH_RESTORED, match.pk, message_of(match))
    audit.record("match.restore", f"match:{match.pk}", by=actor, club=match.club_id, **told)
    return match


def _given_back(deletion: DeletedMatch) -> Match:
    """Make the match whose it was: its seats have their players again, and results are added for judgements that came meanwhile.
    Raises Refusal (409) where they have the record again."""
    match = Match.objects.select_for_update(no_key=True).get(pk=deletion.pk)
    match.owner_key, match.user, match.club, match.public = deletion.owner_key, deletion.user, deletion.club, deletion.public
    if deletion.waiting:
        match.state, match.attempts = Match.State.PENDING, 0
        match.state_since = match.waiting_since = match.enqueued_at = timezone.now()
    try:
        with transaction.atomic():
            match.save(update_fields=["owner_key", "user", "club", "public", *WORK])
    except IntegrityError as error:
        raise Refusal("stored-again", _("The same record was uploaded again, so there is nothing to bring back."), 409) from error
    if match.club is not None:
        assign_aliases(match.club, [seat for seat in match.seats.all() if key_of(seat.name)])
        Judgement.objects.filter(match=match, summary=None).update(counted=False)
    return match


def deleted_lately(user: Actor, club: Club | None = None) -> QuerySet[DeletedMatch]:
    """What somebody may bring back, the last deleted first: of a club, or of all that they see."""
    rows = DeletedMatch.objects.filter(ends_at__gt=timezone.now()).select_related("match", "club", "replacement")
    rows = rows.defer("match__source", "replacement__source").prefetch_related("match__seats")
    if club is not None:
        rows = rows.filter(club=club)
    if not signed_in(user):
        return rows.none()
    if sees_all(user):
        return rows
    roles = list(memberships_of(user).values_list("club", "role"))
    may = {right: [pk for pk, role in roles if Role(role).covers(LEAST[right])] for right in (Right.DELETE, Right.SCORE)}
    own = Q(user=user.pk, club__in=may[Right.SCORE]) | Q(club__in=may[Right.DELETE])
    return rows.filter(own if token_club_id(user) else own | Q(user=user.pk, club=None))


def find_deleted(user: Actor, match_id: Any) -> DeletedMatch | None:
    """A deleted match that somebody may bring back, None where there is none."""
    try:
        return deleted_lately(user).filter(pk=match_id).first() if match_id else None
    except (ValueError, ValidationError):
        return None


def read_deleted(deletion: DeletedMatch) -> Match:
    """A deleted match with its record and its verdict, to be shown to who may bring it back."""
    return matches_without_texts().defer(None).get(pk=deletion.pk)
