"""By which rules the sheets of an event are kept, and when they are finished."""

from __future__ import annotations

from django.db import transaction
from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.sheet_entries import ROUNDS
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.rules_line import game_of
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event
from records.tournament.sheets.models import ScoreSheet, SheetRound

BASE = 1_000_000
"""The points of one unit at most."""


@transaction.atomic
def change_settings(actor: Actor, event: Event, game: str, rules: str, rounds: int, base: int | None = None) -> None:
    """Set the game and the rules of an event's sheets, the points of one unit (None: as the game has it), and after how many
    rounds they are finished (0: a scorer says so).

    Sheets that are open take the rules over: what was confirmed by other rules is to be confirmed again.
    Raises Refusal: 403, 404, 409 where an open sheet is of another game, 422.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    if found.game and game != found.game:
        raise Refusal("another-game", _("The event plays {game}, found {found}."), 422, game=found.game, found=game)
    game_of(game, rules)
    if not 0 <= rounds <= ROUNDS:
        raise Refusal("invalid-rounds", _("Expected 0 to {most} rounds, found {rounds}."), 422, most=ROUNDS, rounds=rounds)
    if base is not None and not 1 <= base <= BASE:
        raise Refusal("invalid-base", _("Expected 1 to {most:,} points of one unit, found {base}."), 422, most=BASE, base=base)
    open_sheets = ScoreSheet.objects.filter(table__event=found, state=ScoreSheet.State.OPEN)
    if open_sheets.exclude(game=game).exists():
        raise Refusal("another-game", _("There are open sheets of another game."), 409)
    other = open_sheets.exclude(rules=rules, base=base)
    SheetRound.objects.filter(sheet__in=list(other)).update(closed_at=None)
    other.update(rules=rules, base=base)
    told = {"game": game, "rules": rules, "base": base, "rounds": rounds}
    found.sheet_game, found.sheet_rules, found.sheet_base, found.sheet_rounds = game, rules, base, rounds
    found.save(update_fields=["sheet_game", "sheet_rules", "sheet_base", "sheet_rounds"])
    audit.record("sheet.settings", f"event:{event.pk}", by=actor, club=event.club_id, **told)
