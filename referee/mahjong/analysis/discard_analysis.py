"""Analysis of discards: how far a hand is from winning, and what every discard would leave it to win.

Nothing here changes the table. Distances are of ``distance``, waits and values of the game itself.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from referee.core.verdict import JSON
from referee.mahjong.hand.candidate import Meld
from referee.mahjong.hand.distance import Distance, distance
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import KINDS, NAMES, SUIT, UNIT, UNSEEN, Keys, listed
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules import legality

MOMENTARY = frozenset({"gangshanghua", "gangshangpao", "haidi", "tianhu", "dihu", "dice"})
"""Circumstances that a later win will not have; what a game adds to these lasts."""
HOPELESS = 99


class Choice(NamedTuple):
    """The state of a hand after one discard: its distance (None: it cannot win), and how many tiles of each kind are left that
    bring it nearer or, when it is ready, win."""

    steps: int | None
    kind: int
    live: dict[int, int]
    values: dict[int, int]

    @property
    def order(self) -> tuple[int, int, int, int]:
        """The sort key of choices: the nearest to winning first, then the most tiles, then the highest value."""
        steps = HOPELESS if self.steps is None else self.steps
        return steps, -sum(self.live.values()), -(self.value or 0), self.kind

    @property
    def value(self) -> int | None:
        """The highest value of a win with tiles that may still come."""
        return max((value for kind, value in self.values.items() if self.live[kind]), default=None)

    def as_dict(self) -> dict[str, JSON]:
        """The choice as JSON for a review."""
        return {
            "discard": NAMES[self.kind],
            "distance": self.steps,
            "live": sum(self.live.values()),
            "tiles": {NAMES[kind]: number for kind, number in self.live.items()},
            "values": {NAMES[kind]: value for kind, value in self.values.items()},
            "value": self.value,
        }


class DiscardAnalysis:
    """Analyses the hands of a round as the table stands."""

    def __init__(self, round_: MahjongRound) -> None:
        self.round, self.game = round_.state, round_.game

    def distance(self, seat: int, keys: Sequence[int], melds: Sequence[Meld]) -> Distance | None:
        """The distance of a hand of this seat from winning; None where it cannot win."""
        ruleset = self.round.ruleset
        return distance(self.game.forms_of(self.round, seat), ruleset.copies, keys, melds, ruleset.ghost)

    def choices(self, seat: int, ahead: bool = False) -> list[Choice]:
        """The hand after each possible discard, best first. ``ahead``: also the values that may be won by a hand that is one
        tile from ready."""
        live = self.live(seat)
        may = legality.may_discard(self.round, seat)
        known: dict[tuple[int, ...], dict[int, int]] = {}
        return sorted((self._choice(seat, kind, live, known if ahead else None) for kind in may), key=lambda choice: choice.order)

    def _choice(self, seat: int, kind: int, live: Sequence[int], known: dict[tuple[int, ...], dict[int, int]] | None) -> Choice:
        table = self.round.table
        rest = moved(table.keys[seat], out=(kind,))
        away = self.distance(seat, rest, table.melds[seat])
        if away is None:
            return Choice(None, kind, {}, {})
        nearer = {other: live[other] for other in kinds_of(away.nearer)}
        if away.steps == 0:
            values = self._values(seat, rest, nearer)
            return Choice(0, kind, {other: nearer[other] for other in values}, values)
        if away.steps > 1 or known is None:
            return Choice(away.steps, kind, nearer, {})
        return Choice(1, kind, nearer, dict(self._ahead(seat, rest, nearer, known)))

    def _ahead(
        self, seat: int, keys: Keys, nearer: dict[int, int], known: dict[tuple[int, ...], dict[int, int]]
    ) -> Iterator[tuple[int, int]]:
        """The values that may be won after each useful draw, by the best discard and the most valuable winning tile after it.

        ``known``: what hands have been looked at; two ways lead to most of them.
        """
        round_, melds, live = self.round, self.round.table.melds[seat], self.live(seat)
        for kind, number in nearer.items():
            best = 0
            more = moved(keys, into=(kind,))
            for other in dict.fromkeys(listed(more)) if number else ():
                rest = moved(more, out=(other,))
                values = known.get(tuple(rest))
                if values is None:
                    waits = kinds_of(round_.game.waits(round_.rules, rest, melds))
                    values = known[tuple(rest)] = self._values(seat, rest, waits)
                best = max(best, *(value for win, value in values.items() if live[win] > (win == kind)), 0)
            if best:
                yield kind, best

    def _values(self, seat: int, keys: Keys, kinds: Sequence[int] | dict[int, int]) -> dict[int, int]:
        """The value of a win by drawing each kind that a ready hand waits for, without circumstances of the moment."""
        round_, melds = self.round, tuple(self.round.table.melds[seat])
        if not kinds:
            return {}
        flags = frozenset(round_.mechanism_flags(seat, "draw")) - MOMENTARY
        values = {}
        for kind in kinds:
            win_value = round_.game.win_value(round_.rules, round_.game.with_tile(keys, melds, kind, "draw", flags))
            if isinstance(win_value, WinValue):
                values[kind] = win_value.value
        return values

    def live(self, seat: int) -> list[int]:
        """The number of tiles of each kind that this seat cannot see."""
        table, left = self.round.table, list(self.round.ruleset.copies)
        shown: list[Sequence[int]] = [listed(table.keys[seat]), table.birds, *table.apart]
        for other in range(self.round.seats):
            shown += [[tile for tile, _ in table.rivers[other]], *(meld.tiles for meld in table.melds[other])]
            if other != seat and self.round.shows_hand(other):
                shown.append(listed(table.keys[other]))
        for tiles in shown:
            for kind in tiles:
                if kind != UNSEEN:
                    left[kind] = max(0, left[kind] - 1)
        return left


def cost_of(made: Choice, choices: Sequence[Choice]) -> tuple[int, int]:
    """What a discard cost beside the best of these choices: tiles further from ready, and at equal distance fewer live tiles.

    More tiles that win less are not better for certain: they count only where their highest value is no lower.
    """
    if made.steps is None or (steps := made.steps - (choices[0].steps or 0)):
        return 0 if made.steps is None else steps, 0
    equal = [one for one in choices if one.steps == made.steps and (one.value or 0) >= (made.value or 0)]
    return 0, max(sum(one.live.values()) for one in equal) - sum(made.live.values())


def kinds_of(bits: int) -> list[int]:
    """The kinds whose bits are set in a mask."""
    return [kind for kind in range(KINDS) if bits >> kind & 1]


def moved(keys: Sequence[int], out: Sequence[int] = (), into: Sequence[int] = ()) -> list[int]:
    """The suit keys with some tiles taken out and others added."""
    rest = list(keys)
    for kind in out:
        rest[SUIT[kind]] -= UNIT[kind]
    for kind in into:
        rest[SUIT[kind]] += UNIT[kind]
    return rest
