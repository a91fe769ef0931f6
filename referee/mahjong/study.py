"""What players could have done: at each own turn what every discard would have left, and the wins and claims that were let go.

A study looks at the table before each move and changes nothing. What may be done is asked of ``checks`` and of the game, how
far a hand is of ``distance``. A seat whose hand was not seen whole is not spoken of.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from referee.mahjong import checks, locked
from referee.mahjong.distance import Distance, distance
from referee.mahjong.fans import Judged, Meld
from referee.mahjong.moves import ANGANG, BUGANG, CHI, DISCARD, DRAW, GANG, HU, KNOWN, PENG, SEATS, Act, decode
from referee.mahjong.rounds import MahjongRound
from referee.mahjong.state import HALTED
from referee.mahjong.table import IN, KONG, OFFERED, OWES, WON
from referee.mahjong.tiles import HONOURS, KINDS, NAMES, RANK, SUIT, UNIT, UNSEEN, Keys, count, listed, text
from referee.verdict import JSON

MOMENTARY = frozenset({"gangshanghua", "gangshangpao", "haidi", "tianhu", "dihu", "dice"})
"""Circumstances that a later win will not have; what a game adds to these lasts."""

GOES_ON = (DRAW, DISCARD, CHI, PENG, GANG, ANGANG, BUGANG)
"""The moves by which the play goes on over what was on offer."""
HOPELESS = 99


class Choice(NamedTuple):
    """What a discard would leave: the distance (None: the hand cannot win), how many tiles of each kind that brings it nearer
    the seat cannot see, and where it is ready what each of them would win."""

    steps: int | None
    kind: int
    live: dict[int, int]
    values: dict[int, int]

    @property
    def order(self) -> tuple[int, int, int, int]:
        """The best choice comes first: the nearest, then that with the most tiles, then the dearest."""
        steps = HOPELESS if self.steps is None else self.steps
        return steps, -sum(self.live.values()), -max(self.values.values(), default=0), self.kind

    def as_dict(self) -> dict[str, JSON]:
        """As a review tells it."""
        return {
            "discard": NAMES[self.kind], "distance": self.steps, "live": sum(self.live.values()),
            "tiles": {NAMES[kind]: number for kind, number in self.live.items()},
            "values": {NAMES[kind]: value for kind, value in self.values.items()},
            "value": max(self.values.values(), default=None),
        }  # fmt: skip


class Claim(NamedTuple):
    """A tile that could have been claimed, with which own tiles, and how far the hand was without and with it."""

    verb: str
    own: tuple[int, ...]
    before: int
    after: int


class MahjongStudy:
    """The study of one round, move by move; ``view``: of one seat only."""

    measure = "distance"

    def __init__(self, round_: MahjongRound, view: str | None) -> None:
        self.round = round_
        self.forms = round_.game.forms(round_.rules)
        self.watched = [seat for seat in range(round_.seats) if view in (None, SEATS[seat])]
        self.turns: list[JSON] = []
        self.missed: list[JSON] = []
        self.lines: dict[int, list[JSON]] = {}
        self.steps: dict[int, int | None] = {}
        self.last: Act | None = None
        self.offered_at = 0
        self.wins: dict[int, Judged] = {}
        """Who may win on what is on offer."""
        self.claims: dict[int, list[Claim]] = {}
        """Who may claim it and would be nearer for it."""
        for seat in self.watched:
            self._mark(seat, 0)

    # -- the fold --------------------------------------------------------------------------------------------------

    def before(self, number: int, token: str) -> None:
        """Look at the table as it stands before this move."""
        if self.round.state == HALTED:
            return
        act = KNOWN.get(token) or decode(token)
        self._offered(number - 1)
        self._answered(act)
        if act.kind in GOES_ON:
            self._let_go(act)
        self._turn(number, act)
        self.last = act

    def finish(self, number: int) -> None:
        """The record ends after this move: what is on offer now is let go."""
        if self.round.state != HALTED:
            self._offered(number)
            self._let_go(None)

    def told(self) -> dict[str, JSON]:
        """What was seen."""
        lines: dict[str, JSON] = {SEATS[seat]: line for seat, line in self.lines.items()}
        return {"measure": self.measure, "lines": lines, "turns": self.turns, "missed": self.missed}

    # -- own turns -------------------------------------------------------------------------------------------------

    def _turn(self, number: int, act: Act) -> None:
        """What the seat in turn had to choose from, where it now discards, wins or lays a kong."""
        table, seat = self.round.table, act.seat
        mine = table.phase == OWES and seat == table.turn and table.owed == 1 and seat in self.watched
        if not mine or table.hidden(seat) or act.kind not in (DISCARD, HU, ANGANG, BUGANG):
            return
        choices = self._choices(seat)
        best = choices[0].steps if choices else None
        win = None if checks.win_turn(table, seat) else self.round.winning(seat, "draw")
        made = act.tiles[0] if act.kind == DISCARD and act.tiles else None
        self.turns.append({
            "move": number, "seat": SEATS[seat], "drawn": _name(table.drawn), "made": act.verb or "discard",
            "tile": _name(made), "distance": best, "wins": win.value if win else None,
            "choices": [choice.as_dict() for choice in choices],
        })  # fmt: skip
        if win and act.kind == DISCARD:
            self._missed("win", number - 1, seat, table.drawn, value=win.value, by="draw")
        self.steps[seat] = -1 if act.kind == HU else next((one.steps for one in choices if one.kind == made), best)
        self._point(seat, number)

    def _choices(self, seat: int) -> list[Choice]:
        """For every tile that may be discarded what that would leave, the best first."""
        table, round_ = self.round.table, self.round
        found = []
        live = self._live(seat)
        for kind in dict.fromkeys(listed(table.keys[seat])):
            if round_.locked[seat] and locked.discard(round_, seat, kind):
                continue
            rest = list(table.keys[seat])
            rest[SUIT[kind]] -= UNIT[kind]
            away = self._distance(rest, table.melds[seat])
            if away is None:
                found.append(Choice(None, kind, {}, {}))
                continue
            nearer = [other for other in range(KINDS) if away.nearer >> other & 1]
            values = {} if away.steps else self._values(seat, rest, nearer)
            found.append(Choice(away.steps, kind, {other: live[other] for other in (nearer if away.steps else values)}, values))
        return sorted(found, key=lambda choice: choice.order)

    def _values(self, seat: int, keys: Keys, kinds: Sequence[int]) -> dict[int, int]:
        """What a ready hand would win by drawing each kind, circumstances of the moment aside."""
        round_, melds = self.round, tuple(self.round.table.melds[seat])
        flags = frozenset(round_.game.circumstances(round_, seat, "draw")) - MOMENTARY
        worth = {}
        for kind in kinds:
            judged = round_.game.judge(round_.rules, round_.game.with_tile(keys, melds, kind, "draw", flags))
            if isinstance(judged, Judged):
                worth[kind] = judged.value
        return worth

    # -- what was let go -------------------------------------------------------------------------------------------

    def _offered(self, number: int) -> None:
        """Who may win on, or claim, the tile that the move just made has brought to the table."""
        table, last = self.round.table, self.last
        if last is None or last.kind not in (DISCARD, ANGANG, BUGANG) or table.offer in (None, UNSEEN):
            return
        self.last = None
        robbed = table.phase == KONG and table.offered == "rob"
        if not (table.phase == OFFERED or robbed):
            return
        self.offered_at, takers = number, [] if checks.ghost_on_offer(table) else self.round.takers()
        self.wins = {seat: judged for seat in self._others() if seat in takers and (judged := self._win(seat))}
        if not robbed and not self.round.state:
            self.claims = {seat: claims for seat in self._others() if (claims := self._claims(seat))}

    def _answered(self, act: Act) -> None:
        """A seat wins, or claims: of its own it has let nothing go."""
        if act.kind == HU:
            self.wins.pop(act.seat, None)
            self.claims.clear()
        elif act.kind in (CHI, PENG, GANG):
            self.wins.pop(act.seat, None)
            self.claims.pop(act.seat, None)

    def _let_go(self, act: Act | None) -> None:
        """The play goes on: what was not taken was let go. A claim that another's goes before could not have been made."""
        table, at = self.round.table, self.offered_at
        for seat, judged in sorted(self.wins.items()):
            self._missed("win", at, seat, judged.reading.holding.tile, value=judged.value, by=table.offered)
        taken = checks.PRIORITY[act.verb] if act is not None and act.kind in (CHI, PENG, GANG) else 0
        for seat, claims in sorted(self.claims.items()):
            open_ = [claim for claim in claims if checks.PRIORITY[claim.verb] > taken]
            if open_:
                best = min(open_, key=lambda claim: claim.after)
                how: dict[str, JSON] = {"verb": best.verb, "tiles": text(best.own), "from": best.before, "to": best.after}
                self._missed("claim", at, seat, table.offer, **how)
        self.wins, self.claims = {}, {}

    def _others(self) -> list[int]:
        table = self.round.table
        return [
            seat for seat in self.watched
            if seat != table.offerer and table.states[seat] == IN and not table.hidden(seat)
        ]  # fmt: skip

    def _win(self, seat: int) -> Judged | None:
        """What this seat may win on the tile on offer, no lock against it."""
        round_, table = self.round, self.round.table
        if checks.win_turn(table, seat):
            return None
        judged = round_.winning(seat, table.offered)
        return judged if judged and judged.rank > round_.lock(seat) else None

    def _claims(self, seat: int) -> list[Claim]:
        """The claims of the tile on offer that would bring this seat nearer."""
        round_, table, before = self.round, self.round.table, self.steps.get(seat)
        if before is None or before < 1 or round_.locked[seat] or table.offer is None:
            return []
        found = []
        for verb, own in self._melds(seat, table.offer):
            if round_.unclaimable(seat, gang=False):
                continue
            rest = list(table.keys[seat])
            for kind in own:
                rest[SUIT[kind]] -= UNIT[kind]
            meld = Meld(verb, min(table.offer, *own) if verb == "chi" else table.offer, tuple(sorted((*own, table.offer))))
            away = self._distance(rest, [*table.melds[seat], meld])
            if away is not None and max(0, away.steps) < before:
                found.append(Claim(verb, own, before, max(0, away.steps)))
        return found

    def _melds(self, seat: int, tile: int) -> list[tuple[str, tuple[int, ...]]]:
        """What may be melded with a tile, by which own tiles."""
        table, keys = self.round.table, self.round.table.keys[seat]
        held, ghost = count(keys, tile), self.round.ruleset.ghost
        ghosts = 0 if ghost is None else count(keys, ghost)
        found: list[tuple[str, tuple[int, ...]]] = []
        if held >= 2:
            found.append(("peng", (tile, tile)))
        elif held and ghosts and ghost is not None:
            found.append(("peng", (tile, ghost)))
        if self.round.ruleset.chi and checks.previous(table, seat) and SUIT[tile] < HONOURS:
            for low in range(max(1, RANK[tile] - 2), min(7, RANK[tile]) + 1):
                own = tuple(kind for kind in range(tile - RANK[tile] + low, tile - RANK[tile] + low + 3) if kind != tile)
                if all(count(keys, kind) for kind in own):
                    found.append(("chi", own))
        return found

    def _missed(self, what: str, move: int, seat: int, tile: int | None, **more: JSON) -> None:
        self.missed.append({"what": what, "move": move, "seat": SEATS[seat], "tile": _name(tile), **more})

    # -- hands -----------------------------------------------------------------------------------------------------

    def _distance(self, keys: Sequence[int], melds: Sequence[Meld]) -> Distance | None:
        ruleset = self.round.ruleset
        return distance(self.forms, ruleset.copies, keys, melds, ruleset.ghost)

    def _mark(self, seat: int, number: int) -> None:
        """How far the hand as it stands is, as the deal or a claim has left it."""
        table = self.round.table
        if table.hidden(seat):
            return
        away = self._distance(table.keys[seat], table.melds[seat])
        self.steps[seat] = None if away is None else max(0, away.steps)
        self._point(seat, number)

    def _point(self, seat: int, number: int) -> None:
        steps = self.steps.get(seat)
        self.lines.setdefault(seat, []).append([number, steps])

    def _live(self, seat: int) -> list[int]:
        """How many tiles of each kind this seat cannot see."""
        table, left = self.round.table, list(self.round.ruleset.copies)
        shown: list[Sequence[int]] = [listed(table.keys[seat]), table.birds]
        for other in range(self.round.seats):
            shown += [[tile for tile, _ in table.rivers[other]], *(meld.tiles for meld in table.melds[other])]
            if other != seat and (table.states[other] == WON or self.round.game.lies_open(self.round, other)):
                shown.append(listed(table.keys[other]))
        for tiles in shown:
            for kind in tiles:
                if kind != UNSEEN:
                    left[kind] = max(0, left[kind] - 1)
        return left


def _name(kind: int | None) -> str | None:
    return None if kind is None else NAMES[kind]
