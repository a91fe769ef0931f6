"""By which rules the sheets of an event are kept, and when they are finished."""

from __future__ import annotations

from django.db import transaction

from records.accounts import audit
from records.accounts.access.roles import Right
from records.archive.sheet_entries import ROUNDS
from records.core.errors import Refusal
from records.core.people import Actor
from records.core.rules_line import game_of
from records.tournament.events.lock import lock_event, require_right
from records.tournament.events.models import Event
from records.tournament.sheets.models import ScoreSheet, SheetRound, SheetSettings

BASE = 1_000_000
"""The points of one unit at most."""


def settings_of(event: Event) -> SheetSettings:
    """The settings of an event's sheets; where nobody made any, those that hold then, not stored."""
    return SheetSettings.objects.filter(event=event).first() or SheetSettings(event=event, game=event.game)


@transaction.atomic
def change_settings(actor: Actor, event: Event, game: str, rules: str, rounds: int, base: int | None = None) -> SheetSettings:
    """Set the game and the rules of an event's sheets, the points of one unit (None: as the game has it), and after how many
    rounds they are finished (0: a scorer says so).

    Sheets that are open take the rules over: what was confirmed by other rules is to be confirmed again.
    Raises Refusal: 403, 404, 409 where an open sheet is of another game, 422.
    """
    require_right(actor, Right.ARRANGE, event.club_id)
    found = lock_event(event)
    if found.game and game != found.game:
        zh, en = f"這個賽事的遊戲是 {found.game}，讀到 {game}。", f"The game of this event is {found.game}, found {game}."
        raise Refusal("another-game", zh, en, 422)
    game_of(game, rules)
    if not 0 <= rounds <= ROUNDS:
        zh, en = f"局數應為 0 至 {ROUNDS}，讀到 {rounds}。", f"Expected 0 to {ROUNDS} rounds, found {rounds}."
        raise Refusal("invalid-rounds", zh, en, 422)
    if base is not None and not 1 <= base <= BASE:
        zh, en = f"一個單位應為 1 至 {BASE:,} 分，讀到 {base}。", f"Expected 1 to {BASE:,} points of one unit, found {base}."
        raise Refusal("invalid-base", zh, en, 422)
    open_sheets = ScoreSheet.objects.filter(table__event=found, state=ScoreSheet.State.OPEN)
    if open_sheets.exclude(game=game).exists():
        zh, en = "已有記分表用另一種遊戲。", "There are open sheets of another game."
        raise Refusal("another-game", zh, en, 409)
    other = open_sheets.exclude(rules=rules, base=base)
    SheetRound.objects.filter(sheet__in=list(other)).update(closed_at=None)
    other.update(rules=rules, base=base)
    told = {"game": game, "rules": rules, "base": base, "rounds": rounds}
    agreed, _ = SheetSettings.objects.update_or_create(event=found, defaults=told)
    audit.record("sheet.settings", f"event:{event.pk}", by=actor, club=event.club_id, **told)
    return agreed
