"""Players of the competition rules SBR: they play by the rules, more or less well; the careless ones break them now and then."""

from __future__ import annotations

import random
from collections import Counter
from dataclasses import dataclass, field

from tests.oracle.mahjong import payments
from tests.oracle.mahjong.table import SEATS
from tests.oracle.sbr.scoring import fits
from tests.oracle.sbr.table import Table

SLIPS = (
    "que-missing que-twice pig pig-meld false-win false-claim three-suits passed-win dead-win dead-claim second-draw "
    "peng-and-draw kong-without-draw no-draw no-draw-made-good early-draw wrong-peng wrong-bugang void"
).split()
"""What careless players do; the chance of each at every occasion is for the match to say."""


@dataclass
class Players:
    """Four people at a table, who play a round to its end."""

    dice: random.Random
    table: Table
    slips: dict[str, float] = field(default_factory=dict)
    """The chance of each slip; what is not here never happens."""
    rulings: float = 0.0
    """The chance of an arbiter's ruling, at each turn."""

    def __post_init__(self) -> None:
        self.wildness = self.dice.choice([0.5, 3, 12])
        self.eager = self.dice.choice([0.95, 0.85, 0.5, 0.5])
        self.skill = self.dice.choice([0, 0.5, 0.9])
        """How often they see which discard leaves them ready."""
        self.claiming = self.dice.choice([0.55, 0.55, 0.9])

    def chance(self, slip: str) -> bool:
        return slip in self.slips and self.dice.random() < self.slips[slip]

    def say(self, seat: int, what: str) -> None:
        self.table.move(SEATS[seat] + what)

    def play(self) -> Table:
        """The round from the declarations to its end."""
        table = self.table
        if table.phase == "que":
            self.declare()
        while not table.over:
            if self.chance("void") and table.opened and not any(line[3] == "penalty" for line in table.account.lines):
                self.say(self.dice.choice(table.playing()), ".fa:void")
            elif table.phase in ("act", "que"):
                self.turn()
            elif table.phase == "kong":
                self.after_kong()
            elif table.phase == "won" or not self.claimed():
                if not table.wall:
                    break
                self.next_draws()
        if not table.over:
            self.leave_unready()
            table.finish()
        return table

    def declare(self) -> None:
        """Each the suit of which there is least, or any."""
        for seat in self.dice.sample(self.table.playing(), len(self.table.playing())):
            if self.chance("que-missing"):
                continue
            held = Counter(tile[1] for tile in self.table.hands[seat])
            suit = min("mps", key=lambda suit: held[suit]) if self.dice.random() < 0.9 else self.dice.choice("mps")
            self.say(seat, f".que:{suit}")
            if self.chance("que-twice"):
                self.say(seat, f".que:{self.dice.choice('mps')}")

    def rule(self) -> None:
        """An arbiter's ruling, perhaps; nobody is fined 24 twice where nothing may be found (SBR-4.2, SBR-4.3)."""
        if self.dice.random() >= self.rulings or self.table.phase == "que":
            return
        seat = self.dice.choice([seat for seat, hand in enumerate(self.table.hands) if hand or self.table.melds[seat]])
        words = ["warning", "severe-warning", f"fine-{self.dice.randint(1, 8)}"]
        if seat not in self.table.out:
            words += ["dead-hand", "dead-hand"]
        if self.slips or not self.table.account.strikes[seat]:
            words.append("fine-24")
        self.say(seat, f".fa:{self.dice.choice(words)}")

    # -- the own turn --------------------------------------------------------------------------------------------------

    def turn(self) -> None:
        """Win, lay a kong or discard."""
        table = self.table
        seat = table.seat
        self.rule()
        if self.chance("second-draw" if table.how != "claimed" else "peng-and-draw") and table.wall:
            self.say(seat, f"+{table.wall[0]}")
            return
        if table.how != "claimed":
            value, dead = table.winning(seat), seat in table.dead
            small = bool(value) and not table.enough(value, "draw")
            if value and not small and (self.chance("dead-win") if dead else self.dice.random() < self.eager):
                self.say(seat, ".hu" if dead else f".hu:{value}")
                return
            if not value and not dead and self.mistakes(seat, "false-win", []):
                self.say(seat, ".hu")
                return
            if table.wall and self.own_kong(seat):
                return
        self.draw_early()
        self.discard(seat)

    def mistakes(self, seat: int, slip: str, tile: list[str]) -> bool:
        """Whether a seat takes tiles for a win that are none; where only the suits are wrong, more easily."""
        table = self.table
        return self.chance("three-suits") and fits([*table.hands[seat], *tile], table.melds[seat]) or self.chance(slip)

    def discard(self, seat: int) -> None:
        """What is least wanted; of the declared suit first, but for a slip."""
        tiles = sorted(set(self.table.hands[seat])) if self.chance("pig") else self.table.may_discard(seat)
        self.say(seat, f"-{self.unwanted(seat, tiles)}")

    def draw_early(self) -> None:
        """The next player draws before the discard; one who waits for nothing, so that nothing hangs on it."""
        table = self.table
        seat = table.after(table.seat)
        quiet = table.opened and table.early is None and seat not in table.dead and not table.largest(seat)
        if len(table.wall) > 9 and quiet and table.how != "replaced" and self.chance("early-draw"):
            self.say(seat, f"+{table.wall[0]}")

    def own_kong(self, seat: int) -> bool:
        """A concealed or an added kong, perhaps."""
        table, held = self.table, Counter(self.table.hands[seat])
        able = [("angang", tile) for tile in sorted(held) if held[tile] == 4]
        pengs = [tile for kind, tile in table.melds[seat] if kind == "peng"]
        able += [("bugang", tile) for tile in sorted(held) if tile in pengs]
        able = [(verb, tile) for verb, tile in able if self.allowed(seat, verb, tile)]
        others = [tile for tile in sorted(held) if tile not in pengs]
        if pengs and others and self.chance("wrong-bugang"):
            self.say(seat, f".bugang:{self.dice.choice(others)}={self.dice.choice(pengs)}")
            return True
        if not able or self.dice.random() > 0.75:
            return False
        verb, tile = self.dice.choice(able)
        self.say(seat, f".angang:{tile[0] * 4}{tile[1]}" if verb == "angang" else f".bugang:{tile}")
        return True

    def allowed(self, seat: int, verb: str, tile: str) -> bool:
        """Whether a meld breaks no rule, or a slip wills it (SBR-2.2, SBR-3.7)."""
        table = self.table
        if tile[1] == table.que[seat]:
            return self.chance("pig-meld")
        return seat not in table.dead or table.makes_ready(seat, verb, tile) or self.chance("dead-claim")

    def unwanted(self, seat: int, tiles: list[str]) -> str:
        """The loneliest tile, more or less; of the scarcest of three suits first."""
        table, held = self.table, Counter(self.table.hands[seat])
        suits = Counter(tile[1] for tile in [*table.hands[seat], *(meld[1] for meld in table.melds[seat] for _ in range(4))])
        scarce = min(sorted(suits), key=suits.__getitem__) if len(suits) == 3 else ""

        def wanted(tile: str) -> float:
            near = sum(held[f"{int(tile[0]) + step}{tile[1]}"] * (3 - abs(step)) for step in (-2, -1, 1, 2))
            return near + 5 * held[tile] - 50 * (tile[1] == scarce) + self.dice.random() * self.wildness

        worst = sorted(tiles, key=wanted)
        if self.dice.random() < self.skill and len(table.wall) < 45:
            return next((tile for tile in worst[:4] if table.waits_without(seat, tile)), worst[0])
        return worst[0]

    # -- others' tiles -------------------------------------------------------------------------------------------------

    def takers(self, locked_too: bool) -> bool:
        """Who wins on what lies there, in turn order; whether anybody does."""
        table, won = self.table, False
        source = table.seat
        for seat in [(source + step) % len(table.hands) for step in range(1, len(table.hands))]:
            if table.over or seat in (*table.out, table.early):
                continue
            value, dead = table.winning(seat), seat in table.dead
            locked = locked_too and value <= table.locks[seat]
            if value and not table.enough(value, table.by()):
                continue
            if not value:
                wins = not dead and self.mistakes(seat, "false-claim", [table.tile])
            elif dead or locked:
                wins = self.chance("dead-win" if dead else "passed-win")
            else:
                wins = self.dice.random() < self.eager
            if wins:
                stands = value and not dead and not locked
                self.say(seat, f".hu:{value}" if stands else ".hu")
                won = True
                if stands and table.options.get("multi_win") == "next":  # TBL-6
                    break
        return won

    def after_kong(self) -> None:
        """An added kong may be robbed; then the replacement."""
        table = self.table
        if table.how == "added" and self.takers(locked_too=False):
            return
        if table.hands[table.seat] and self.chance("kong-without-draw"):
            self.discard(table.seat)
        else:
            self.say(table.seat, f"+{table.wall[0]}")

    def claimed(self) -> bool:
        """Somebody wins on the discard or melds it, perhaps."""
        table = self.table
        if self.takers(locked_too=True):
            return True
        source, tile = table.seat, table.tile
        for seat in [(source + step) % len(table.hands) for step in range(1, len(table.hands))]:
            if seat in (*table.out, table.early):
                continue
            held = table.hands[seat].count(tile)
            for verb, number in (("gang", 3), ("peng", 2)):
                able = held >= number and (verb == "peng" or bool(table.wall))
                able = able and not (verb == "peng" and payments.peng_locked(table.options, table.moves, SEATS[seat], tile))
                if able and self.dice.random() < self.claiming and self.allowed(seat, verb, tile):
                    self.say(seat, f".{verb}")
                    return True
            others = [other for other in sorted(set(table.hands[seat])) if other != tile]
            if table.opened and seat not in table.dead and others[1:] and self.chance("wrong-peng"):
                self.say(seat, f".peng:{''.join(self.dice.sample(others, 2))}")
                return True
        return False

    def next_draws(self) -> None:
        """The next player draws, and nothing more, or throws a tile without."""
        table = self.table
        seat = table.next_to_draw()
        if table.early == seat:
            self.discard(seat)
            return
        good, bad = self.chance("no-draw-made-good"), self.chance("no-draw")
        if (good or bad) and table.phase == "open" and table.undrawn is None and table.opened:
            self.discard(seat)
            if good:
                self.say(seat, f"+{table.wall[0]}")
        else:
            self.say(seat, f"+{table.wall[0]}")

    def leave_unready(self) -> None:
        """Who is ready says that he is not, and is believed or corrected, perhaps (SBR-6.7)."""
        table = self.table
        for seat in table.playing():
            if table.phase == "open" and table.largest(seat) and seat not in table.dead and self.dice.random() < 0.1:
                self.say(seat, ".wuting")
                others = table.playing(seat)
                if self.dice.random() < 0.3:
                    self.say(self.dice.choice(others), f".jiuzheng>{SEATS[seat]}")
