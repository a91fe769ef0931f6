"""Locked hands: only the tile just drawn may be discarded, nothing claimed but a win, a kong only where the waits stay.

A hand is locked by a declaration (``ready_lock``), or by a rule of one game; each by the clause that it then breaks.
"""

from __future__ import annotations

from mypy_extensions import mypyc_attr

from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.tiles import NAMES, SUIT, UNIT, UNSEEN, Keys
from referee.mahjong.rules.mechanism import Mechanism, Violation
from referee.mahjong.rules.round_state import RoundState
from referee.rulebook import Raise


@mypyc_attr(allow_interpreted_subclasses=True)
class HandLock(Mechanism):
    """Whose hand is locked in one round, and by what it breaks when it moves otherwise."""

    __slots__ = ("locks", "round")

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.locks: list[Raise | None] = [None] * round_.seats

    def lock(self, seat: int, raises: Raise) -> None:
        """Lock a hand: from now on there is something to ask."""
        self.locks[seat] = raises
        if self not in self.round.on_discard:
            self.round.on_discard.append(self)
            self.round.on_claim += (self,)
            self.round.on_kong += (self,)

    def release(self, seat: int) -> None:
        """The hand is free again."""
        self.locks[seat] = None
        if not any(self.locks) and self in self.round.on_discard:
            self.round.on_discard.remove(self)
            self.round.on_claim = tuple([other for other in self.round.on_claim if other is not self])
            self.round.on_kong = tuple([other for other in self.round.on_kong if other is not self])

    def objects_to_discard(self, seat: int, kind: int) -> Violation | None:
        """Another tile than the one just drawn; out of turn a discard breaks that and nothing else."""
        lock, table = self.locks[seat], self.round.table
        if lock is None or not table.has_drawn(seat):
            return None
        drawn = (table.drawn, table.also)
        free = kind in drawn or kind == UNSEEN or UNSEEN in drawn
        return None if free else Violation(lock, False, {"tile": NAMES[kind]})

    def objects_to_claim(self, seat: int, kind: str, own: tuple[int, ...]) -> Violation | None:
        """Any claim but a kong that leaves the waits as they are."""
        lock, offer = self.locks[seat], self.round.table.offer
        if lock is None:
            return None
        if kind == "direct" and offer is not None and self._same_waits(seat, own, Meld(kind, offer, (*own, offer)), None):
            return None
        return Violation(lock)

    def objects_to_own_kong(self, seat: int, own: tuple[int, ...], meld: Meld) -> Violation | None:
        """A kong after which the hand would wait for something else, or one laid with two tiles drawn at once."""
        lock, table = self.locks[seat], self.round.table
        if lock is None or not table.has_drawn(seat):
            return None
        same = table.also is None and self._same_waits(seat, own, meld, table.drawn)
        return None if same else Violation(lock)

    def _same_waits(self, seat: int, own: tuple[int, ...], meld: Meld, drawn: int | None) -> bool:
        """Whether a kong of these own tiles leaves the waits as they are. ``drawn`` is None on a claim."""
        round_, table = self.round, self.round.table
        if table.hidden(seat) or UNSEEN in own or drawn == UNSEEN:
            return True
        melds, flags = table.melds[seat], round_.standing(seat)
        game, rules = round_.game, round_.rules
        before = game.ready(rules, _without(table.keys[seat], () if drawn is None else (drawn,)), melds, flags)
        others = [other for other in melds if other.kind != "peng" or other.tile != meld.tile]
        return before == game.ready(rules, _without(table.keys[seat], own), [*others, meld], flags)


def _without(keys: Keys, tiles: tuple[int, ...]) -> Keys:
    rest = list(keys)
    for kind in tiles:
        rest[SUIT[kind]] -= UNIT[kind]
    return rest
