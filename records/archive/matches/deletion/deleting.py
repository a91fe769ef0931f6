"""Deleting a match, putting a corrected record in its place, and erasing what can no longer be brought back."""

from __future__ import annotations

from typing import Any, NamedTuple

from django.db import transaction
from django.dispatch import Signal
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.accounts import audit, webhooks
from records.accounts.access.roles import Right, may_with, signed_in
from records.accounts.webhooks.models import WebhookKind
from records.archive.matches.deletion import versions
from records.archive.matches.deletion.models import DeletedMatch
from records.archive.matches.models import DELETED, UNJUDGED, Match
from records.archive.matches.uploading import Uploaded, hold, upload
from records.core.db.fields import LINE, storable
from records.core.errors import Refusal
from records.core.ops.erasure import undo_ends
from records.core.people import Actor

ERASED = 100
"""Matches that one sweep erases at most."""
match_moves = Signal()
"""Sent with ``club_id`` before a match of the club is locked to be deleted, replaced or brought back: events lock themselves."""
match_left = Signal()
"""Sent with ``match``, which belongs to nobody by now, and ``actor``."""
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
    locked = _lock(actor, match)
    if locked.rulings.exists():
        raise Refusal("ruled-on", _("An arbiter has ruled on this match; it cannot be deleted."), 409)
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
    locked.counts = False
    locked.save(update_fields=["owner_key", "user", "club", "public", "state", "state_since", "counts"])
    locked.seats.update(alias=None)
    match_left.send(Match, match=locked, actor=actor)
    webhooks.notify(deletion.club, WebhookKind.MATCH_DELETED, locked.pk, message_of(locked))
    audit.record("match.remove", f"match:{match.pk}", by=actor, club=deletion.club_id, **details_of(deletion))
    return deletion


@audit.atomic()
def replace(actor: Actor, match: Match, data: bytes, *, media_type: str, filename: str = "") -> Replaced:
    """Upload a corrected record in the place of a match: it takes its tables in events, and the former one is deleted.

    Raises Refusal: 403, 404, 409 where the record is not another one or the match was replaced already, 413, 415, 422 where it is
    not one match.
    """
    locked = _lock(actor, match)
    versions.require_counting(locked)
    owner_key = locked.owner_key
    whose = actor if locked.club_id else locked.user  # what the staff corrects stays its owner's
    uploaded = upload(data, media_type=media_type, filename=filename, user=whose, club=locked.club, public=locked.public)
    replacement = _require_correction(uploaded)
    hold(replacement, locked.held_until)
    ruled = locked.rulings.exists()
    match_replaced.send(Match, match=locked, replacement=replacement, actor=actor)
    deletion = None if ruled else delete(actor, locked)
    if deletion:
        deletion.replacement = replacement
        deletion.save(update_fields=["replacement"])
    versions.succeed(locked, replacement, owner_key)
    told = {"club": replacement.club_id, "into": str(replacement.pk), "name": str(locked)}
    audit.record("match.replace", f"match:{locked.pk}", by=actor, **told)
    return Replaced(replacement, deletion)


def _lock(actor: Actor, match: Match) -> Match:
    """A match as it is stored, locked with its versions. Raises Refusal: 403, 404, 409 where another club has it by now, whose
    events are not locked."""
    match_moves.send(Match, club_id=match.club_id)
    versions.lock(match.pk)
    locked = Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    if locked is None or locked.is_deleted:
        raise Refusal("not-found", _("This match is deleted already."), 404)
    require_right(actor, locked)
    if locked.club_id != match.club_id:
        raise Refusal("moved-meanwhile", _("This match was just moved or brought back. Reload and try again."), 409)
    return locked


def _require_correction(uploaded: Uploaded) -> Match:
    """The one new match of an upload. Raises Refusal where it is none that can take another's place."""
    if (found := len(uploaded.matches)) != 1:
        raise Refusal("one-match", _("Expected a file of one match, found {found}."), 422, found=found)
    if not uploaded.created[0]:
        raise Refusal("same-record", _("This record is stored already; upload a corrected one."), 409)
    if not uploaded.matches[0].game:
        raise Refusal("unreadable", _("This record cannot be read, so it does not replace the match."), 422)
    return uploaded.matches[0]


def require_right(actor: Actor, thing: Match | DeletedMatch) -> None:
    """Raises Refusal (403) where somebody may neither delete a match nor bring it back."""
    if not may_delete(actor, thing):
        raise Refusal("permission-denied", _("Only its uploader and the club's organizers may do this."), 403)


def message_of(match: Match) -> dict[str, Any]:
    """What webhooks are told of a match that is deleted or back."""
    return {"match": str(match.pk), "game": match.game, "event": match.event, "table": match.table, "sha256": match.sha256}


def details_of(deletion: DeletedMatch) -> dict[str, Any]:
    """What an audit entry says of a deletion."""
    return {"name": str(deletion.match), "sha256": deletion.match.sha256, "expires": deletion.ends_at}


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
