"""A mahjong round as the house sees it: the fold's moves go in, the round's verdict and its frames come out."""

from __future__ import annotations

from collections.abc import Mapping

from referee.game import Refereed
from referee.mahjong.fans import Meld
from referee.mahjong.moves import SEATS
from referee.mahjong.rounds import MahjongRound
from referee.mahjong.state import HALTED
from referee.mahjong.table import IN, OFFERED, WON, Table
from referee.mahjong.tiles import NAMES, UNSEEN, listed
from referee.record import Round
from referee.verdict import JSON, RoundVerdict


class MahjongPlay(Refereed[MahjongRound]):
    """One round in progress."""

    def __init__(self, round_: MahjongRound, names: Mapping[str, str]) -> None:
        super().__init__(round_, names)
        self._told = 0

    def verdict(self, round_: Round) -> RoundVerdict:
        """What is said of the round; ``computed`` is None where its settlement is not determined (MJ-5.1, MJ-5.2)."""
        played = self.round
        halted = played.state == HALTED
        settled = played.determined and not halted and played.outcome != "unfinished"
        dealer = None if halted or played.outcome == "unfinished" else played.game.next_dealer(played)
        return RoundVerdict(
            round_.number, "halted" if halted else "flagged" if played.findings else "clean", played.outcome,
            tuple(played.findings), round_.dealer, None if dealer is None else SEATS[dealer], tuple(played.wins),
            tuple(played.kongs), played.ledger.ordered(), played.ledger.scores() if settled else None, round_.scores,
            {"hands": played.deal.whole_hands, "wall": played.deal.whole_wall},
        )  # fmt: skip

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands. With a ``view`` the other seats' concealed tiles are unseen, until they lie open."""
        played, table = self.round, self.round.table
        scores = played.ledger.scores()
        lines = played.ledger.lines[self._told :]
        self._told = len(played.ledger.lines)
        return {
            "faces": "tiles",
            "seats": [self._seat(seat, view, scores) for seat in range(played.ruleset.seats)],
            "wall": {"count": table.wall_left, "tiles": _wall(table) if view is None else None},
            "ghost": None if played.ruleset.ghost is None else NAMES[played.ruleset.ghost],
            "birds": [self._bird(kind) for kind in table.birds],
            "last": _last(table, played),
            "ledger": [line.as_dict() for line in lines],
        }

    def _seat(self, seat: int, view: str | None, scores: Mapping[str, int]) -> dict[str, JSON]:
        played, table, letter = self.round, self.round.table, SEATS[seat]
        lies_open = played.game.lies_open(played, seat)
        hidden = view is not None and letter != view and table.states[seat] != WON and not lies_open
        hand, drawn = self._hand(seat)
        concealed: list[JSON] = ["?" if hidden else NAMES[kind] for kind in hand]
        return {
            "seat": letter, "name": self.names.get(letter, ""), "dealer": seat == table.dealer,
            "state": table.states[seat], "turn": table.turn == seat and table.phase != OFFERED,
            "score": scores[letter], "hand": concealed,
            "drawn": None if drawn is None else "?" if hidden else NAMES[drawn],
            "stands": [NAMES[kind] for kind in played.game.stand_ins(played, seat)],
            "open": lies_open, "marks": [dict(mark) for mark in played.game.marks(played, seat)],
            "melds": [_meld(meld) for meld in table.melds[seat]],
            "river": self._river(seat),
            "wins": [
                {"tile": win.tile, "from": win.source, "by": win.by, "move": win.move, "value": win.value}
                for win in played.wins if win.seat == letter
            ],
        }  # fmt: skip

    def _hand(self, seat: int) -> tuple[list[int], int | None]:
        """The concealed tiles, and the one just drawn apart from them."""
        table = self.round.table
        hand = [*listed(table.keys[seat]), *[UNSEEN] * table.unseen[seat]]
        drawn = table.drawn if seat == table.turn and table.states[seat] == IN else None
        if drawn is None or drawn not in hand:
            return hand, None
        hand.remove(drawn)
        return hand, drawn

    def _bird(self, kind: int) -> dict[str, JSON]:
        named = self.round.game.bird(self.round, kind)
        return {"tile": NAMES[kind], "seat": None if named is None else SEATS[named]}

    def _river(self, seat: int) -> list[JSON]:
        marks = self.round.marks
        return [
            {"tile": NAMES[tile], "move": move, "mark": marks.get((seat, move))}
            for tile, move in self.round.table.rivers[seat]
        ]  # fmt: skip


def _meld(meld: Meld) -> dict[str, JSON]:
    return {
        "kind": meld.kind, "tile": NAMES[meld.tile], "tiles": [NAMES[tile] for tile in meld.tiles],
        "from": None if meld.source is None else SEATS[meld.source], "move": meld.move,
    }  # fmt: skip


def _wall(table: Table) -> list[JSON] | None:
    if table.wall is None:
        return None
    rest = table.wall[table.wall_front : table.wall_front + table.wall_left]
    return [NAMES[kind] for kind in rest]


def _last(table: Table, played: MahjongRound) -> dict[str, JSON] | None:
    if table.offer is not None:
        also = None if table.also is None else NAMES[table.also]
        return {"seat": SEATS[table.offerer], "tile": NAMES[table.offer], "also": also, "kind": table.offered}
    if table.drawn is not None:
        also = None if table.also is None else NAMES[table.also]
        return {"seat": SEATS[table.turn], "tile": NAMES[table.drawn], "also": also, "kind": "draw"}
    return None
