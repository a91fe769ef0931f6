"""Deleting matches: each can be brought back for UNDO_DAYS, a setting, and is then erased, which leaves tombstones.

A deleted match belongs to nobody. Its seats are of no player, it waits for no worker, and events have taken it from their tables.
Events are locked before matches are, as where they attach some.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction
from django.db.models import Q, QuerySet
from django.dispatch import Signal
from django.utils import timezone

from records import audit, queue, webhooks
from records.access.models import Role
from records.access.roles import LEAST, Right, may_with, memberships_of, sees_all, signed_in, token_club_id
from records.clubs.models import Club
from records.db.fields import LINE, storable
from records.errors import Refusal
from records.matches.deletion_models import DeletedMatch
from records.matches.models import DELETED, UNJUDGED, Judgement, Match
from records.matches.seat_results import assign_aliases
from records.matches.uploading import Uploaded, upload
from records.matches.visibility import matches_without_texts
from records.ops.erasure import undo_ends
from records.people import Actor
from records.players.name_key import key_of
from records.webhooks.models import WebhookKind

WORK = ("state", "attempts", "state_since", "waiting_since", "enqueued_at")
"""The columns of the work on a match."""
ERASED = 100
"""Matches that one sweep erases at most."""

match_moves = Signal()
"""Sent with ``club_id`` before a match of the club is locked to be deleted, replaced or brought back: events lock themselves."""
match_left = Signal()
"""Sent with ``match``, which belongs to nobody by now, and ``actor``."""
match_returned = Signal()
"""Sent with ``match``, which is whose it was again."""
match_replaced = Signal()
"""Sent with ``match``, ``replacement`` and ``actor``, before the match is deleted."""


class Replaced(NamedTuple):
    """The corrected record that is in the place of a match now. ``deletion`` is None where an arbiter has ruled on the former
    one: that one stays in the archive."""

    replacement: Match
    deletion: DeletedMatch | None


def may_delete(user: Actor, thing: Match | DeletedMatch) -> bool:
    """Whether somebody may delete a match or bring it back: who uploaded it, while they score for its club, and organizers."""
    own = signed_in(user) and thing.user_id == user.pk
    return may_with(user, Right.DELETE, thing) or (own and may_with(user, Right.SCORE, thing))


@audit.atomic()
def delete(actor: Actor, match: Match) -> DeletedMatch:
    """Delete a match. Raises Refusal: 403, 404, 409 where an arbiter has ruled on it."""
    match_moves.send(Match, club_id=match.club_id)
    locked = Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    if locked is None or locked.is_deleted:
        raise Refusal("not-found", "這場對局已經刪除。", "This match is deleted already.", 404)
    _require_right(actor, locked)
    if locked.rulings.exists():
        zh, en = "仲裁已裁決這場對局，不能刪除。", "An arbiter has ruled on this match; it cannot be deleted."
        raise Refusal("ruled-on", zh, en, 409)
    deletion = DeletedMatch.objects.create(
        match=locked,
        owner_key=locked.owner_key,
        user=locked.user,
        club=locked.club,
        public=locked.public,
        waiting=locked.state in UNJUDGED,
        deleted_by=storable(actor.get_username(), LINE),
        ends_at=undo_ends(),
    )
    locked.owner_key, locked.user, locked.club, locked.public = f"{DELETED}{locked.pk.hex}", None, None, False
    if deletion.waiting:
        locked.state, locked.state_since = Match.State.STOPPED, timezone.now()
    locked.save(update_fields=["owner_key", "user", "club", "public", "state", "state_since"])
    locked.seats.update(alias=None)
    match_left.send(Match, match=locked, actor=actor)
    webhooks.notify(deletion.club, WebhookKind.MATCH_DELETED, locked.pk, _payload(locked))
    audit.record("match.remove", f"match:{match.pk}", by=actor, club=deletion.club_id, **_told(deletion))
    return deletion


@audit.atomic()
def replace(actor: Actor, match: Match, data: bytes, *, media_type: str, filename: str = "") -> Replaced:
    """Upload a corrected record in the place of a match: it takes its tables in events, and the former one is deleted.

    Raises Refusal: 403, 404, 409 where the record is not another one, 413, 415, 422 where it is not one match.
    """
    match_moves.send(Match, club_id=match.club_id)
    _require_right(actor, match)
    whose = actor if match.club_id else match.user  # what the staff corrects stays its owner's
    uploaded = upload(data, media_type=media_type, filename=filename, user=whose, club=match.club, public=match.public)
    replacement = _require_correction(uploaded)
    ruled = match.rulings.exists()
    match_replaced.send(Match, match=match, replacement=replacement, actor=actor)
    deletion = None if ruled else delete(actor, match)
    if deletion:
        deletion.replacement = replacement
        deletion.save(update_fields=["replacement"])
    told = {"club": replacement.club_id, "into": str(replacement.pk), "name": str(match)}
    audit.record("match.replace", f"match:{match.pk}", by=actor, **told)
    return Replaced(replacement, deletion)


def _require_correction(uploaded: Uploaded) -> Match:
    """The one new match of an upload. Raises Refusal where it is none that can take another's place."""
    if (found := len(uploaded.matches)) != 1:
        raise Refusal("one-match", f"檔案要有一場對局，讀到 {found} 場。", f"Expected a file of one match, found {found}.", 422)
    if not uploaded.created[0]:
        zh, en = "這份譜已經上傳過；請上傳更正過的譜。", "This record is stored already; upload a corrected one."
        raise Refusal("same-record", zh, en, 409)
    if not uploaded.matches[0].game:
        zh, en = "這份譜讀不懂，不能取代原來的對局。", "This record cannot be read, so it does not replace the match."
        raise Refusal("unreadable", zh, en, 422)
    return uploaded.matches[0]


@audit.atomic()
def restore(actor: Actor, deletion: DeletedMatch) -> Match:
    """Bring a deleted match back, to its tables too where these are free. What was uploaded in its place is deleted.

    Raises Refusal: 403, 404 where it is erased or back already, 409 where its record was uploaded again.
    """
    match_moves.send(Match, club_id=deletion.club_id)
    here = DeletedMatch.objects.select_for_update(of=("self",)).select_related("club", "replacement")
    current = here.filter(pk=deletion.pk, ends_at__gt=timezone.now()).first()
    if current is None:
        raise Refusal("not-found", "這場對局已經還原，或已永久刪除。", "This match is back already, or erased.", 404)
    _require_right(actor, current)
    if current.replacement and not current.replacement.is_deleted:
        delete(actor, current.replacement)
    match = _given_back(current)
    told = _told(current)
    current.delete()
    match_returned.send(Match, match=match)
    if match.state == Match.State.PENDING:
        queue.enqueue_matches([match.pk])
    webhooks.notify(match.club, WebhookKind.MATCH_RESTORED, match.pk, _payload(match))
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
        zh, en = "同一份譜已重新上傳，不必還原。", "The same record was uploaded again, so there is nothing to bring back."
        raise Refusal("stored-again", zh, en, 409) from error
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
    match.delete()
    if not file.matches.exists():
        file.delete()
    return 1


def _require_right(actor: Actor, thing: Match | DeletedMatch) -> None:
    if not may_delete(actor, thing):
        zh, en = "只有上傳的人和社團的幹事可以這樣做。", "Only its uploader and the club's organizers may do this."
        raise Refusal("permission-denied", zh, en, 403)


def _payload(match: Match) -> dict[str, Any]:
    return {"match": str(match.pk), "game": match.game, "event": match.event, "table": match.table, "sha256": match.sha256}


def _told(deletion: DeletedMatch) -> dict[str, Any]:
    """What an audit entry says of a deletion."""
    return {"name": str(deletion.match), "sha256": deletion.match.sha256, "expires": deletion.ends_at}
