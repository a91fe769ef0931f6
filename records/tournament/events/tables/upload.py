"""Uploading a match to the table where it was played, whatever its own tags would say."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive import matches
from records.archive.matches.models import Match
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import current_table, lock_event, require_right
from records.tournament.events.models import Table
from records.tournament.events.tables.changing import attach_match


@audit.atomic()
def upload_to_table(actor: Actor, table: Table, data: bytes, *, media_type: str, filename: str = "") -> Match:
    """Store a file of one match as the club's and attach it to a table. Uploaded again, it stays there.

    Raises Refusal with nothing stored: 403, 404 where the table is gone, 409 where another match is at it or this one is at
    another table, 413, 415, 422 where it is not one match, or of another game than the event's.
    """
    require_right(actor, Right.SCORE, table.event.club_id)
    event = lock_event(table.event)
    current = current_table(event, table)
    uploaded = matches.upload(
        data,
        media_type=media_type,
        filename=filename,
        user=actor,
        club=event.club,
        placed=True,
    )
    if (found := len(uploaded.matches)) != 1:
        raise Refusal("one-match", _("Expected a file of one match, found {found}."), 422, found=found)
    match = uploaded.matches[0]
    if event.game and match.game != event.game:
        found_game = match.game or _("a record that cannot be read")
        raise Refusal("another-game", _("The event plays {game}, found {found}."), 422, game=event.game, found=found_game)
    if current.match_id not in (None, match.pk):
        raise Refusal(
            "table-taken",
            _("There is a match at table {name} of round {round} already."),
            409,
            name=current.name,
            round=current.round.number,
        )
    elsewhere = event.tables.filter(match=match).exclude(pk=current.pk).select_related("round").first()
    if elsewhere is not None:
        raise Refusal(
            "at-another-table",
            _("This match is at table {name} of round {round} already."),
            409,
            name=elsewhere.name,
            round=elsewhere.round.number,
        )
    if current.match_id is None:
        attach_match(actor, event, match, current.round.stage, current.round.number, current.name)
    return match
