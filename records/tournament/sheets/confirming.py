"""Confirming the rounds of a score sheet: each seat by its own link; when all have, a round is closed; an objection opens it.

SBR-7.8: the result stands once the players have agreed to it.
"""

from __future__ import annotations

from typing import Any

from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.fields import LINE, storable
from records.core.entered_text import several_lines
from records.core.errors import Refusal
from records.tournament.sheets.entering import Answer, require_open
from records.tournament.sheets.entries import seats_of
from records.tournament.sheets.finishing import finish_by_itself
from records.tournament.sheets.models import SENTENCE, ScoreSheet, SheetConfirmation, SheetRound
from records.tournament.sheets.reading import digest_of, round_state, stances_of
from records.tournament.sheets.writers import Writer, note, require_account
from records.tournament.tables.seat_links import SeatLink, require_few

What = SheetConfirmation.What
STANCES = 50
"""How often a seat may confirm or object to one version of a round: people who cannot agree call a referee."""


def confirm(writer: Writer, sheet: ScoreSheet, number: int, version: int) -> Answer:
    """Confirm a round as it stands; the last seat that does closes it. Raises Refusal: 403 without a seat, 404, 409."""
    seats = _require_seat(writer, sheet)
    round_ = _current(sheet, number, version)
    if stances_of(sheet, round_).get(writer.seat, ("", ""))[0] == What.CONFIRMED:
        return {"number": number, "closed": round_.closed_at is not None}
    _say(writer, sheet, round_, What.CONFIRMED, "sheet.confirm")
    said = stances_of(sheet, round_)
    if round_.closed_at is None and all(said.get(seat, ("", ""))[0] == What.CONFIRMED for seat in seats):
        note("sheet.closed", writer, round=number, number=version)
        return _closed(writer, sheet, round_)
    return {"number": number, "closed": round_.closed_at is not None}


def object_to(writer: Writer, sheet: ScoreSheet, number: int, version: int, text: str) -> Answer:
    """Object to a round, with a sentence; a closed one is open again.

    Raises Refusal: 403 without a seat, 404, 409, 422, 429 too often.
    """
    _require_seat(writer, sheet)
    sentence = _sentence(text)
    round_ = _current(sheet, number, version)
    require_few(SeatLink(writer.table, writer.seat), "objection")
    _say(writer, sheet, round_, What.OBJECTED, "sheet.object", sentence)
    round_.closed_at = None
    round_.save(update_fields=["closed_at"])
    return {"number": number, "closed": False}


def close(writer: Writer, sheet: ScoreSheet, number: int, version: int, text: str) -> Answer:
    """Close a round without all confirmations, with a reason. Raises Refusal: 403 without an account, 404, 409, 422."""
    require_account(writer)
    reason = _sentence(text)
    round_ = _current(sheet, number, version)
    _say(writer, sheet, round_, What.CLOSED, "sheet.close", reason)
    return _closed(writer, sheet, round_)


def _require_seat(writer: Writer, sheet: ScoreSheet) -> str:
    """All seats of the sheet, where the writer has the link of one. Raises Refusal (403, 409)."""
    require_open(sheet)
    seats = seats_of(sheet.game, sheet.rules)
    if not writer.seat or writer.seat not in seats:
        raise Refusal("permission-denied", _("Only the link of a seat confirms or objects."), 403)
    return seats


def _current(sheet: ScoreSheet, number: int, version: int) -> SheetRound:
    """The round, of which this is the version that was looked at. Raises Refusal (404, 409)."""
    require_open(sheet)
    found = SheetRound.objects.filter(sheet=sheet, number=number).first() if sheet.pk else None
    if found is None or found.entry is None:
        raise Refusal("not-found", _("There is no such round on the sheet."), 404)
    if found.version != version:
        raise Refusal(
            "stale",
            _("Somebody has changed round {number} meanwhile; please look again."),
            409,
            number=number,
            current=round_state(sheet, found),
        )
    return found


def _say(writer: Writer, sheet: ScoreSheet, round_: SheetRound, what: Any, action: str, text: str = "") -> None:
    """Store what was said to a round as it stands, and write it into the audit log, with the digest of what it was said to."""
    said = SheetConfirmation.objects.filter(sheet=sheet, round=round_.number, version=round_.version, seat=writer.seat)
    if said.count() >= STANCES:
        raise Refusal("too-often", _("Too much was said to this round already; please call a referee."), 409)
    digest = digest_of(sheet, round_)
    SheetConfirmation.objects.create(
        sheet=sheet,
        round=round_.number,
        version=round_.version,
        digest=digest,
        what=what,
        seat=writer.seat,
        name=storable(writer.name, LINE),
        user=writer.user.pk if writer.user else None,
        text=text,
    )
    reason = {"reason": text} if text else {}
    note(action, writer, round=round_.number, number=round_.version, **reason, sha256=digest)


def _closed(writer: Writer, sheet: ScoreSheet, round_: SheetRound) -> Answer:
    """Close a round, and with the last one that the event asks for the sheet."""
    round_.closed_at = timezone.now()
    round_.save(update_fields=["closed_at"])
    return {"number": round_.number, "closed": True} | (finish_by_itself(writer, sheet) or {})


def _sentence(text: str) -> str:
    sentence = several_lines(str(text), SENTENCE + 1)
    if not sentence or len(sentence) > SENTENCE:
        raise Refusal("no-reason", _("Expected a sentence of at most {most} characters."), 422, most=SENTENCE)
    return sentence
