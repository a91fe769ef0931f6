"""Moving a match out of somebody's own archive into a club: it keeps its address, its verdicts and its comments."""

from __future__ import annotations

from django.db import IntegrityError, transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import signed_in, token_club_id
from records.accounts.clubs.models import Club
from records.archive.matches.deletion import match_moves
from records.archive.matches.judging.seat_results import add_results_of
from records.archive.matches.models import Match, Upload
from records.archive.matches.uploading import matches_stored, owner_key, require_upload_right
from records.archive.matches.visibility import matches_without_texts
from records.core.errors import Refusal
from records.core.people import Actor


def is_own(actor: Actor, match: Match) -> bool:
    """Whether somebody uploaded a match; by a token that is limited to one club they move nothing."""
    return signed_in(actor) and token_club_id(actor) is None and match.user_id == actor.pk


@audit.atomic()
def move_to_club(actor: Actor, match: Match, club: Club) -> Match:
    """Make one's own match a club's: its events take it where its tags fit. Raises Refusal (403, 404, 409)."""
    match_moves.send(Match, club_id=club.pk)
    if not is_own(actor, match):
        raise Refusal("permission-denied", _("Only who uploaded the match may give it to a club."), 403)
    require_upload_right(actor, club, match.public)
    locked = Match.objects.select_for_update(no_key=True).filter(pk=match.pk).first()
    if locked is None or locked.is_deleted:
        raise Refusal("not-found", _("This match is deleted already."), 404)
    if locked.club_id is not None:
        raise Refusal("of-a-club", _("This match is a club's already."), 409)
    upload = Upload.objects.select_for_update(no_key=True).defer("source").get(pk=locked.upload_id)
    if upload.matches.exclude(pk=locked.pk).exists() or hasattr(upload, "batch_file"):
        raise Refusal(
            "one-of-many", _("Its file holds other matches too, or came in a batch; upload the file into the club."), 409
        )
    _give(locked, upload, club)
    told = {"into": club.slug, "name": str(locked), "sha256": locked.sha256}
    audit.record("match.move", f"match:{locked.pk}", by=actor, club=club.pk, **told)
    matches_stored.send(Match, club_id=club.pk, matches=[locked], placed=False)
    return matches_without_texts().get(pk=locked.pk)


def _give(match: Match, upload: Upload, club: Club) -> None:
    """Make a match and its file a club's, and count its results for the club's players. Raises Refusal (409)."""
    match.club = upload.club = club
    match.owner_key = owner_key(match)
    try:
        with transaction.atomic():
            match.save(update_fields=["club", "owner_key"])
    except IntegrityError as error:
        raise Refusal("stored-already", _("The club has this record already."), 409) from error
    upload.save(update_fields=["club"])
    add_results_of(match)
