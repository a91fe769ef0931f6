"""A mahjong round as the rest of the engine uses it: moves go in, the round's verdict and its frames come out."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from referee.core.game.protocol import Analysis, Refereed
from referee.core.game.round_form import MoveTemplate
from referee.core.record import Round
from referee.core.verdict import JSON, RoundVerdict
from referee.mahjong.analysis.offers import candidates, routine, templates
from referee.mahjong.analysis.review import RoundReview
from referee.mahjong.hand.candidate import Meld, barred_suits
from referee.mahjong.hand.tiles import HONOURS, NAMES, SUIT, SUITS, UNIT, UNSEEN, count, listed, size
from referee.mahjong.round import MahjongRound
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, OFFERED, Table


class MahjongFrames(Refereed[MahjongRound]):
    """A round with its frames: the table as it stands, seat by seat."""

    def __init__(self, round_: MahjongRound, names: Mapping[str, str]) -> None:
        super().__init__(round_, names)
        self._told = 0
        self._ready: dict[int, tuple[tuple[object, ...], list[tuple[int, int]]]] = {}

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict on the round."""
        return self.round.verdict(round_)

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as it stands. With a ``view`` the other seats' concealed tiles are unseen, unless they lie open."""
        played, table = self.round.state, self.round.state.table
        scores = played.ledger.scores()
        self._told = min(self._told, len(played.ledger.lines))
        lines = played.ledger.lines[self._told :]
        self._told = len(played.ledger.lines)
        return {
            "faces": "tiles",
            "seats": [self._seat(seat, view, scores) for seat in range(played.ruleset.seats)],
            "wall": {"count": table.wall.left, "tiles": _wall(table) if view is None else None},
            "ghost": None if played.ruleset.ghost is None else NAMES[played.ruleset.ghost],
            "birds": [self._bird(kind) for kind in table.birds],
            "last": _last(table, self._drawn(view)),
            "ledger": [line.as_dict() for line in lines],
        }

    def _seat(self, seat: int, view: str | None, scores: Mapping[str, int]) -> dict[str, JSON]:
        played, table, letter = self.round.state, self.round.state.table, SEATS[seat]
        hidden, to_act = self._hidden(seat, view), played.to_act()
        hand, drawn = self._hand(seat)
        concealed: list[JSON] = ["?" if hidden else NAMES[kind] for kind in hand]
        return {
            "seat": letter,
            "name": self.names.get(letter, ""),
            "dealer": seat == table.dealer,
            "state": table.states[seat],
            "turn": seat in to_act if to_act else table.turn == seat and table.phase != OFFERED,
            "score": scores[letter],
            "hand": concealed,
            "drawn": None if drawn is None else "?" if hidden else NAMES[drawn],
            "stands": [NAMES[kind] for kind in self.round.game.stand_ins(played, seat)],
            "waits": [] if hidden else self._waits(seat),
            "open": played.lies_open(seat),
            "locked": any(mechanism.locks_hand(played, seat) for mechanism in played.hooks.mechanisms),
            "barred": [SUITS[suit] for suit in range(HONOURS) if barred_suits(played.standing(seat)) >> suit & 1],
            "marks": [dict(mark) for mark in played.marks_of(seat)],
            "melds": [_meld(meld) for meld in table.melds[seat]],
            "river": self._river(seat),
            "apart": [NAMES[kind] for kind in table.apart[seat]],
            "wins": [
                {"tile": win.tile, "from": win.source, "by": win.by, "move": win.move, "value": win.value}
                for win in played.wins
                if win.seat == letter
            ],
        }

    def _hidden(self, seat: int, view: str | None) -> bool:
        """Whether a seat's concealed tiles are unseen."""
        return view not in (None, SEATS[seat]) and not self.round.state.shows_hand(seat)

    def _drawn(self, view: str | None) -> str:
        """The tile just drawn; unseen in a hidden hand, unless dice turned it up for everybody."""
        table = self.round.state.table
        if table.drawn is None or table.also is None and self._hidden(table.turn, view):
            return NAMES[UNSEEN]
        return NAMES[table.drawn]

    def _hand(self, seat: int) -> tuple[list[int], int | None]:
        """The concealed tiles without the one just drawn, and that one."""
        table = self.round.state.table
        hand = [*listed(table.keys[seat]), *[UNSEEN] * table.unseen[seat]]
        drawn = table.drawn if seat == table.turn and table.states[seat] == IN else None
        if drawn is None or drawn not in hand:
            return hand, None
        hand.remove(drawn)
        return hand, drawn

    def _waits(self, seat: int) -> list[JSON]:
        """The kinds that would complete the hand without the tile just drawn: each with its value on a discard (on a draw if it
        does not win on a discard), and the number of copies that this seat cannot see."""
        played, table = self.round.state, self.round.state.table
        if table.states[seat] != IN or table.hidden(seat):
            return []
        keys, drawn = list(table.keys[seat]), self._hand(seat)[1]
        if drawn is not None:
            keys[SUIT[drawn]] -= UNIT[drawn]
        if size(keys) % 3 != 1:
            return []
        flags = played.mechanism_flags(seat, "discard")
        known = (tuple(keys), tuple(table.melds[seat]), flags)
        if seat not in self._ready or self._ready[seat][0] != known:
            self._ready[seat] = known, self._winning_values(keys, table.melds[seat], flags)
        copies = played.ruleset.copies
        return [
            {"tile": NAMES[kind], "value": value, "left": max(0, copies[kind] - self._seen(seat, kind))}
            for kind, value in self._ready[seat][1]
        ]

    def _winning_values(self, keys: list[int], melds: Sequence[Meld], flags: frozenset[str]) -> list[tuple[int, int]]:
        """Every kind that wins, with its value."""
        game, rules = self.round.game, self.round.state.rules
        found: dict[int, int] = {}
        for by in ("draw", "discard"):
            for kind, win_value in game.completions(rules, keys, melds, by, flags):
                if win_value.violates is None and kind != self.round.state.ruleset.ghost:
                    found[kind] = win_value.value
        return sorted(found.items())

    def _seen(self, seat: int, kind: int) -> int:
        """The number of tiles of a kind that this seat sees: in its hand, all melds, all rivers, hands that lie open."""
        played, table = self.round.state, self.round.state.table
        seen = sum(tiles.count(kind) for melds in table.melds for tiles in (meld.tiles for meld in melds))
        seen += sum(1 for river in table.rivers for tile, _ in river if tile == kind)
        seen += sum(tiles.count(kind) for tiles in table.apart)
        for other in range(played.ruleset.seats):
            if other == seat or played.shows_hand(other):
                seen += count(table.keys[other], kind)
        return seen

    def _bird(self, kind: int) -> dict[str, JSON]:
        named = self.round.game.bird(self.round.state, kind)
        return {"tile": NAMES[kind], "seat": None if named is None else SEATS[named]}

    def _river(self, seat: int) -> list[JSON]:
        marks, river = self.round.state.marks, self.round.state.table.rivers[seat]
        return [{"tile": NAMES[tile], "move": move, "mark": marks.get((seat, move))} for tile, move in river]


class MahjongPlay(MahjongFrames):
    """One round in progress, of which the next moves can be offered and the choices analysed."""

    def candidates(self) -> Iterable[str]:
        """Tokens of moves that may come next, legal or not."""
        return candidates(self.round.state)

    def templates(self) -> Iterable[MoveTemplate]:
        """Templates of moves that may come next and need pieces to be chosen."""
        return templates(self.round.state)

    def routine(self) -> str:
        """The draw that is due: of a tile that nobody saw where the wall is not known."""
        return routine(self.round.state)

    def analysis(self, view: str | None, ahead: bool = False) -> Analysis:
        """An analysis of what the players could have done."""
        return RoundReview(self.round, view, ahead)


def _meld(meld: Meld) -> dict[str, JSON]:
    return {
        "kind": meld.kind,
        "tile": NAMES[meld.tile],
        "tiles": [NAMES[tile] for tile in meld.tiles],
        "from": None if meld.source is None else SEATS[meld.source],
        "move": meld.move,
    }


def _wall(table: Table) -> list[JSON] | None:
    rest = table.wall.rest()
    return None if rest is None else [NAMES[kind] for kind in rest]


def _last(table: Table, drawn: str) -> dict[str, JSON] | None:
    """The tile on offer, else the one just drawn, as the frame names it."""
    also = None if table.also is None else NAMES[table.also]
    if table.offer is not None:
        return {"seat": SEATS[table.offerer], "tile": NAMES[table.offer], "also": also, "kind": table.offered}
    if table.drawn is not None:
        return {"seat": SEATS[table.turn], "tile": drawn, "also": also, "kind": "draw"}
    return None
