"""Checks of locked hands, of declaring a ready hand, and of wins after a missed win. Each returns a violation or None.

Each game raises it by a clause of its own, which the mechanism hands in.
"""

from __future__ import annotations

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES, UNSEEN, without
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table.table import IN, Table
from referee.rulebook import FindingTemplate


def locked_discard(table: Table, seat: int, kind: int, lock: FindingTemplate) -> Violation | None:
    """The violation by a locked hand that discards another tile than the one just drawn; not where the discard is out of turn
    anyway."""
    if not table.has_drawn(seat):
        return None
    drawn = (table.drawn, table.also)
    free = kind in drawn or kind == UNSEEN or UNSEEN in drawn
    return None if free else Violation(lock, False, {"tile": NAMES[kind]})


def locked_claim(round_: RoundState, seat: int, kind: str, own: tuple[int, ...], lock: FindingTemplate) -> Violation | None:
    """The violation by a locked hand that claims anything but a kong that leaves its waits unchanged."""
    offer = round_.table.offer
    if kind == "direct" and offer is not None and _same_waits(round_, seat, own, Meld(kind, offer, (*own, offer)), None):
        return None
    return Violation(lock)


def locked_kong(round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld, lock: FindingTemplate) -> Violation | None:
    """The violation by a kong of a locked hand that changes its waits, or is laid with two tiles drawn at once."""
    table = round_.table
    if not table.has_drawn(seat):
        return None
    same = table.also is None and _same_waits(round_, seat, own, meld, table.drawn)
    return None if same else Violation(lock)


def _same_waits(round_: RoundState, seat: int, own: tuple[int, ...], meld: Meld, drawn: int | None) -> bool:
    """Whether a kong of these own tiles leaves the waits unchanged. ``drawn`` is None on a claim."""
    table = round_.table
    if table.hidden(seat) or UNSEEN in own or drawn == UNSEEN:
        return True
    melds, flags = table.melds[seat], round_.standing(seat)
    game, rules = round_.game, round_.rules
    before = game.ready(rules, without(table.keys[seat], () if drawn is None else (drawn,)), melds, flags)
    others = [other for other in melds if other.kind != "peng" or other.tile != meld.tile]
    return before == game.ready(rules, without(table.keys[seat], own), [*others, meld], flags)


def declaring(
    round_: RoundState, seat: int, in_time: bool, late: FindingTemplate, not_ready: FindingTemplate
) -> Violation | None:
    """The violation by declaring a ready hand: too late, after an own win, or with a hand that is not ready."""
    if not in_time or round_.table.states[seat] != IN:
        return Violation(late, False, {"reason": "late"})
    if not round_.table.hidden(seat) and not round_.ready(seat):
        return Violation(not_ready, False, {"reason": "not-ready"})
    return None


def missed_win(passed: int, win_value: WinValue, raises: FindingTemplate) -> Violation | None:
    """The violation by a win on another's tile that is worth no more than one that its seat has passed."""
    if win_value.growth > passed:
        return None
    return Violation(raises, False, {"expected": passed, "actual": win_value.growth}, false_win=True)


def declined_win(tile: int | None, raises: FindingTemplate, advised: bool) -> Violation:
    """The violation by a seat that had to win on this tile, or should have, and lets the play go on."""
    name = None if tile is None else NAMES[tile]
    return Violation(raises, False, {"tile": name, "reason": "advised"} if advised else {"tile": name})
