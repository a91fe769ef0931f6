"""Uploading a match to the table where it was played, whatever its own tags would say."""

from __future__ import annotations

from typing import Final

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive import matches
from records.archive.matches.models import Match
from records.core.errors import Refusal
from records.core.people import Actor
from records.tournament.events.lock import current_table, lock_event, require_right
from records.tournament.events.models import Table
from records.tournament.events.tables.changing import attach_match
from referee.core.verdict import Text

UNREADABLE: Final[Text] = {"zh": "無法讀取的譜", "en": "a record that cannot be read"}


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
        raise Refusal("one-match", f"檔案要有一場對局，讀到 {found} 場。", f"Expected a file of one match, found {found}.", 422)
    match = uploaded.matches[0]
    if event.game and match.game != event.game:
        zh, en = (
            f"賽事的遊戲是 {event.game}，讀到 {match.game or UNREADABLE['zh']}。",
            f"The event plays {event.game}, found {match.game or UNREADABLE['en']}.",
        )
        raise Refusal("another-game", zh, en, 422)
    if current.match_id not in (None, match.pk):
        zh = f"第 {current.round.number} 輪的第 {current.name} 桌已有對局。"
        raise Refusal(
            "table-taken", zh, f"There is a match at table {current.name} of round {current.round.number} already.", 409
        )
    elsewhere = event.tables.filter(match=match).exclude(pk=current.pk).select_related("round").first()
    if elsewhere is not None:
        zh = f"這場對局已在第 {elsewhere.round.number} 輪的第 {elsewhere.name} 桌。"
        en = f"This match is at table {elsewhere.name} of round {elsewhere.round.number} already."
        raise Refusal("at-another-table", zh, en, 409)
    if current.match_id is None:
        attach_match(actor, event, match, current.round.stage, current.round.number, current.name)
    return match
