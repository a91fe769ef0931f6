"""What the others could still wait for, by what one seat has seen and no more.

A tile is one of these if it can still come (from this seat's hand, or unseen) and some hand of tiles that the seat has not seen
would be complete with it, beside the melds that lie there, by the shapes of the game and the suits that it allows. What such
a win would be worth is not asked. A ghost that was not seen may stand for any tile: while there are such, every kind counts
as held that much oftener, so that more may be told than can be, never less. A hand that lies open waits for what it waits for.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from referee.mahjong.analysis.discard_analysis import DiscardAnalysis, kinds_of
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.distance import Form, laid_tiles, possible
from referee.mahjong.hand.tiles import SUIT, UNIT, count


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
