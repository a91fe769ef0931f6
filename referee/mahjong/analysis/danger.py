"""The danger of discards: who of the others would have won on each, by their hands in the record, and what.

Asked by the same checks as a win in play, of the table as it would be with the tile on offer; the table is put back after.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager

from referee.mahjong.analysis.discard_analysis import DiscardAnalysis, kinds_of
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.distance import Form, laid_tiles, possible
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import SUIT, UNIT, count
from referee.mahjong.rules import legality
from referee.mahjong.rules.checks import table_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.table.table import Table

CHANGED = (
    "also",
    "declined",
    "drawn",
    "intents",
    "kong",
    "laid",
    "next",
    "offer",
    "offered",
    "offerer",
    "owed",
    "phase",
    "takers",
    "turn",
)
"""What a discard changes of a table besides its hands and rivers."""


class PossibleWaits:
    """The possible waits of others, as the table of a round stands."""

    def __init__(self, discards: DiscardAnalysis) -> None:
        self.discards, self.round, self.game = discards, discards.round, discards.game

    def of(self, viewer: int) -> dict[int, list[int]]:
        """For each other seat still in play the kinds that it could wait for, as this seat sees the table."""
        unseen = self.discards.live(viewer)
        return {other: list(self._of_seat(viewer, other, unseen)) for other in self.round.others(viewer)}

    def _of_seat(self, viewer: int, seat: int, unseen: Sequence[int]) -> Iterator[int]:
        """The kinds that a seat could wait for and that can still come."""
        round_, table, ghost = self.round, self.round.table, self.round.ruleset.ghost
        own = table.keys[viewer]
        if round_.lies_open(seat) and not table.hidden(seat):
            found = self.game.ready(round_.rules, table.keys[seat], table.melds[seat], round_.standing(seat))
        else:
            found = self._hidden(own, table.melds[seat], unseen, self.game.forms_of(round_, seat))
        return (kind for kind in kinds_of(found) if kind != ghost and (unseen[kind] or count(own, kind)))

    def _hidden(self, own: Sequence[int], melds: Sequence[Meld], unseen: Sequence[int], forms: Sequence[Form]) -> int:
        """The kinds that complete some hand of unseen tiles beside these melds, one bit each; one tile may come from the ``own``
        hand."""
        ruleset, laid, rooms = self.round.ruleset, laid_tiles(melds), [0, 0, 0, 0]
        ghosts = 0 if ruleset.ghost is None else unseen[ruleset.ghost]
        more: list[int] = []
        for kind, copies in enumerate(ruleset.copies):
            if kind != ruleset.ghost:
                most = copies - laid.count(kind)
                rooms[SUIT[kind]] += UNIT[kind] * max(0, min(most, unseen[kind] + ghosts))
                if unseen[kind] + ghosts < most and count(own, kind):
                    more.append(kind)
        found = possible(forms, rooms, melds)
        for kind in more:
            if not found >> kind & 1:
                with_it = list(rooms)
                with_it[SUIT[kind]] += UNIT[kind]
                found |= possible(forms, with_it, melds) & 1 << kind
        return found


class Danger:
    """What discards would let the others win, as the table of a round stands."""

    def __init__(self, round_: RoundState) -> None:
        self.round = round_
        self.known: dict[int, tuple[object, int]] = {}
        """What each seat waits for, with the hand that does."""

    def of(self, seat: int, kinds: Iterable[int], move: int) -> dict[int, dict[int, int]] | None:
        """For each of these kinds who would have won on it, were this seat to discard it with this move, and the value of the
        win; None where a hand that is still in play is not in the record."""
        round_, table = self.round, self.round.table
        others = round_.others(seat)
        if any(table.hidden(other) for other in others):
            return None
        waiting = {other: self._waits(other) for other in others}
        found: dict[int, dict[int, int]] = {kind: {} for kind in kinds}
        for kind, wins in found.items():
            takers = [other for other in others if waiting[other] >> kind & 1]
            if takers:
                with _discarded(table, seat, kind, move):
                    wins |= {other: win.value for other in takers if (win := win_on_offer(round_, other))}
        return found

    def _waits(self, seat: int) -> int:
        """The kinds that complete a hand by a shape of its game, one bit each; looked up again when the hand has changed."""
        table = self.round.table
        hand = (*table.keys[seat], *table.melds[seat])
        known, waits = self.known.get(seat, ((), 0))
        if known != hand:
            waits = self.round.game.waits(self.round.rules, table.keys[seat], table.melds[seat])
            self.known[seat] = hand, waits
        return waits


def win_on_offer(round_: RoundState, seat: int) -> WinValue | None:
    """The value of the win that this seat may make on the tile on offer, no lock against it; None if it may make none."""
    table = round_.table
    if table_checks.win_turn(table, seat) or not round_.takes(seat):
        return None
    win_value = round_.winning(seat, table.offered)
    if win_value is None or legality.win_violations(round_, seat, table.offered, win_value):
        return None
    return win_value


@contextmanager
def _discarded(table: Table, seat: int, kind: int, move: int) -> Iterator[None]:
    """The table as if this seat had discarded a tile of its hand, for as long as somebody asks."""
    before, waiting = [getattr(table, name) for name in CHANGED], table.waiting[seat]
    table.discard(seat, kind, move)
    try:
        yield
    finally:
        table.rivers[seat].pop()
        table.discards[seat] -= 1
        table.give(seat, kind)
        table.waiting[seat] = waiting
        for name, value in zip(CHANGED, before, strict=True):
            setattr(table, name, value)
