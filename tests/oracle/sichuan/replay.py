"""A round of 四川麻將 that others played, settled again: the players of ``round.py`` do what the record says."""

from __future__ import annotations

from typing import Any

from tests.oracle.mahjong.table import SEATS
from tests.oracle.sichuan.round import GONE, IN, Round, worth


class Replay(Round):
    """A round whose every choice is the next move of a record, which is known to be legal and whole."""

    def __init__(
        self,
        hands: list[list[str]],
        wall: list[str],
        dealer: int,
        options: dict[str, Any],
        moves: list[str],
        piao: list[int],
    ) -> None:
        self.told, self.full_wall, self.dealt = list(moves), list(wall), [list(hand) for hand in hands]
        self.dealer, self.options, self.moves, self.next_dealer = dealer, options, [], None
        self.piao, self.first = piao, None
        self.hands, self.wall = [list(hand) for hand in hands], list(wall)
        self.melds, self.states = [[] for _ in hands], [IN for _ in hands]
        self.scores, self.won, self.draws, self.locks = [[0 for _ in hands] for _ in range(4)]
        self.turn_drawn, self.fees, self.before, self.fed_peng = [], [], {}, {}
        self.seat, self.how, self.drawn, self.fee = dealer, "dealt", None, None
        while self.turn():
            pass
        for seat, state in enumerate(self.states):
            if state == GONE:  # SCM-5.3
                self.scores[seat] -= self.won[seat]

    def next(self) -> tuple[int, str, str]:
        """The move that comes next: its seat, its verb or sign, and what stands behind."""
        if len(self.moves) >= len(self.told):
            return -1, "", ""
        token = self.told[len(self.moves)]
        verb, _, told = token[1:].partition(":")
        return SEATS.index(token[0]), verb if verb[0] == "." else token[1], told or token[2:]

    def turn(self) -> bool:
        """As its player chose."""
        seat, verb, _ = self.next()
        if verb == ".hu":
            by = "discard" if self.fed_once() else "draw"
            return self.draw_and_win(worth(self.hands[seat], self.melds[seat], self.options, by, self.flags(), self.drawn))
        if verb in (".angang", ".bugang"):
            return bool(self.own_kong())
        return not self.somebody_leaves() and self.discard()

    def takers(self, tile: str, by: str, eager: float) -> list[tuple[int, int]]:
        """Who wins on another's tile in the record, and with what value."""
        flags = frozenset(["gangshangpao"] * (by == "discard" and self.fee is not None) + ["haidi"] * (not self.wall))
        found, at = [], len(self.moves)
        while at < len(self.told) and self.told[at][1:].startswith(".hu"):
            seat = SEATS.index(self.told[at][0])
            found.append((seat, worth([*self.hands[seat], tile], self.melds[seat], self.options, by, flags)))
            at += 1
        return found

    def chosen_kong(self) -> tuple[str, str]:
        """The kong of the record."""
        _, verb, told = self.next()
        return "concealed" if verb == ".angang" else "added", told[0] + told[-1]

    def claims(self, seat: int, kind: str, eager: float) -> bool:
        """Whether the discard is melded in the record."""
        return self.next()[:2] == (seat, ".peng" if kind == "peng" else ".gang")

    def unwanted(self) -> str:
        """The tile that is discarded in the record."""
        return self.next()[2]

    def leaver(self) -> int | None:
        """Who leaves in the record now."""
        seat, verb, _ = self.next()
        return seat if verb == ".tao" else None
