"""What a verdict says of a round beside its points, read off the moves alone: wins, kongs, what was paid for them, the end.

The rounds are legal, so that the moves tell it without any rule but a few of the games' own. Who wins as dealt wins on no tile.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.oracle.mahjong import payments
from tests.oracle.mahjong.table import KINDS, SEATS, tiles_of
from tests.oracle.text import Match, Sheet

KONGS = (".gang", ".angang", ".bugang")
AT = {
    "win": (".hu",),
    "kans": (".hu",),
    "horse": (".ma",),
    "graze": (".gang",),
    "piao": (".hu",),
    "agreed": (".pay",),
    "kong": KONGS,
    "kong-transfer": (".hu",),
    "leave": (".tao",),
    "ban": (".ban",),
    "penalty": (".fa",),
}
"""The moves at which a payment stands; what is not here stands at the round's last …"""
OR_AT = {"kong-refund": (".hu", ".fa", "+", *KONGS)}
"""… or at one of these: a hand that an arbiter has called dead gives back what it gets for kongs (SBR-3.7), for an added one
when it can no longer be robbed."""
BANK = "BANK"


class VerdictDetails:
    """What only one game's verdicts say; each game has its own."""

    fees: Mapping[str, int]
    """What each payer of a kong pays, in units, where no option changes it."""
    reasons: frozenset[str]
    """What may be paid for."""
    no_tile: str | None = None
    """The tile after which no kong is called."""

    def chained(self, match: Match) -> bool:
        """Whether a kong right after another is worth twice as much."""
        return False

    def fees_of(self, match: Match) -> Mapping[str, int]:
        """What each payer of a kong pays, in units."""
        return self.fees

    def times(self, match: Match, kind: str, tile: str, drawn: list[str]) -> int:
        """How many times its fee a kong earns that follows no other; ``drawn``: what its maker has drawn since the last discard
        or claim."""
        return 1

    def winners(self, match: Match) -> int:
        """How many wins end a round."""
        return 1

    def stay(self, match: Match) -> bool:
        """Whether who has won goes on."""
        return False

    def ledger(self, sheet: Sheet) -> Counter[tuple[str, str, str]] | None:
        """What was paid, by whom, to whom and what for, where the game's table keeps it."""
        return None

    def base(self, match: Match) -> int:
        """What a unit is worth (MJ-6.2)."""
        return match.base

    def possible_values(self, match: Match, fans: list[dict[str, Any]], by: str) -> set[int]:
        """What fans may amount to."""
        raise NotImplementedError


@dataclass
class ExpectedLedger:
    """What happened in a round."""

    rules: VerdictDetails
    match: Match
    sheet: Sheet
    wins: list[tuple[str, str | None, str, tuple[str, ...], int]] = field(default_factory=list)
    """Who, from whom, how, on one of which tiles, at which move."""
    kongs: list[tuple[str, str, str, int, int]] = field(default_factory=list)
    """Who, of which kind, of which tile, at which move, how many times its fee."""
    fees: Counter[tuple[str, str, int]] = field(default_factory=Counter)
    """What was paid for kongs: by whom, to whom, at which move; in units."""
    fed: dict[tuple[str, str], str] = field(default_factory=dict)
    """Whose discard each peng was made of."""
    out: list[str] = field(default_factory=list)
    """Who has won or left."""
    abandoned: bool = False

    def __post_init__(self) -> None:
        self.seats = SEATS[: len(self.sheet.hands)]
        self.actor, self.how, self.tiles, self.chain = self.seats[self.sheet.dealer], "draw", tuple[str, ...](), 0
        self.replaced, self.laid, self.drawn = False, "", list[str]()
        """Whether the last draw was a replacement; the kind of the kong that was just laid."""
        for number, token in enumerate(self.sheet.moves, 1):
            self.read(number, token[0], token[1:])
        self.stands()

    def read(self, number: int, seat: str, what: str) -> None:
        """One move; words are none."""
        verb = what.split(":")[0]
        if verb == ".hu":
            self.win(number, seat)
        elif verb == ".tao":
            self.abandoned = self.abandoned or seat not in self.out
            self.out.append(seat)
        elif what[0] in "+-" or verb in (".chi", ".peng", ".gang", ".angang", ".bugang"):
            self.stands()
            self.act(number, seat, what)

    def act(self, number: int, seat: str, what: str) -> None:
        """A move that changes the table."""
        verb, _, arguments = what[1:].partition(":")
        if what[0] == "+":
            self.replaced = bool(self.laid)
            self.how, self.tiles, self.laid = "draw", tuple(tiles_of(what)), ""
            self.chain *= self.replaced
            self.drawn = [*(self.drawn if self.replaced else []), *self.tiles]
        elif what[0] == "-":
            self.chain *= self.replaced
            self.how, self.tiles, self.replaced = "discard", tuple(tiles_of(what)), False
        elif verb in ("chi", "peng"):
            self.fed[seat, self.tiles[0]] = self.actor
            self.how, self.chain, self.replaced, self.drawn = "claim", 0, False, []
        else:
            named = tiles_of(arguments.partition("=")[2] or arguments)
            tile = next(tile for tile in [*named, *self.tiles] if tile != self.rules.no_tile)
            self.laid, self.how, self.giver = KINDS[verb], "rob", self.actor
            self.drawn = [] if verb == "gang" else self.drawn
            times = self.rules.times(self.match, self.laid, tile, self.drawn)
            self.chain = self.chain * 2 if self.chain and self.rules.chained(self.match) else times
            self.tiles, self.replaced = (self.tiles if verb == "gang" else (tile,)), False
            self.pending = (seat, self.laid, self.tiles[0], number, self.chain)
        self.actor = seat

    def stands(self) -> None:
        """The kong just laid was not robbed: it is paid."""
        if not self.laid or (self.kongs and self.kongs[-1][3] == self.pending[3]) or self.how != "rob":
            return
        self.kongs.append(self.pending)
        seat, kind, _, number, times = self.pending
        others = [other for other in self.seats if other not in (seat, *self.out)]
        feeder = self.giver if kind == "direct" else self.fed.get((seat, self.pending[2]))
        units, payers = payments.fee(self.match.options, kind, self.rules.fees_of(self.match)[kind], others, feeder)
        for payer in payers:
            self.fees[payer, seat, number] += units * times

    def win(self, number: int, seat: str) -> None:
        """On the own draw, a discard, or a kong that thereby fails."""
        drawn = self.how == "draw"
        self.wins.append((seat, None if drawn else self.actor, self.how, self.tiles, number))
        self.out += [] if self.rules.stay(self.match) else [seat]
        self.laid, self.chain = "", 0
        self.actor = seat if drawn else self.actor

    def outcome(self, winners: int) -> str:
        """How the round ended, where so many wins end it."""
        return "abandoned" if self.abandoned else "win" if len(self.wins) >= winners else "drawn"


def differing(rules: VerdictDetails, match: Match, number: int, round_: dict[str, Any], clauses: set[str]) -> list[str]:
    """What a verdict says of a legal round (counted from 1) otherwise than its moves do."""
    sheet = match.sheets[number - 1]
    account = ExpectedLedger(rules, match, sheet)
    kongs = [tuple(kong[key] for key in ("seat", "kind", "tile", "move", "multiplier")) for kong in round_["kongs"]]
    told = {
        "round": (round_["round"], number),
        "dealer": (round_["dealer"], SEATS[sheet.dealer]),
        "kongs": (kongs, account.kongs),
        "wins": (
            [(win["seat"], win["from"], win["by"], win["move"]) for win in round_["wins"]],
            [(*win[:3], win[4]) for win in account.wins],
        ),
        "outcome": (round_["outcome"], account.outcome(rules.winners(match))),
        "checked": (round_["checked"], {"hands": True, "wall": sheet.wall is not None, **agreed(sheet)}),
        "clauses": ({line["clause"] for line in round_["ledger"]} - clauses, set()),
        "reasons": ({line["reason"] for line in round_["ledger"]} - rules.reasons - {"agreed"}, set()),
        "kong fees": (
            paid(round_, "kong"),
            {key: units * rules.base(match) * sheet.times for key, units in account.fees.items() if units},
        ),
    }
    wrong = [f"{what}: {said} for {right}" for what, (said, right) in told.items() if said != right]
    for win, (_, _, _, tiles, _) in zip(round_["wins"], account.wins, strict=False):
        if win["tile"] not in (tiles or (None,)):
            wrong.append(f"won on {win['tile']} for {tiles}")
        if win["value"] not in rules.possible_values(match, win["fans"], win["by"]):
            wrong.append(f"value {win['value']} of {win['fans']}")
    told_ledger = Counter[tuple[str, str, str]]()
    for line in [line for line in round_["ledger"] if line["reason"] != "agreed"]:
        told_ledger[line["from"], line["to"], line["reason"]] += line["points"]
    ledger = rules.ledger(sheet)
    if ledger is not None and told_ledger != ledger:
        wrong.append(f"ledger {told_ledger - ledger} too much, {ledger - told_ledger} too little")
    return wrong + unlike_ledger(round_, sheet)


def agreed(sheet: Sheet) -> dict[str, list[int]]:
    """The moves by which something was paid that the table has agreed on, where there are any (TBL-15)."""
    moves = [number for number, token in enumerate(sheet.moves, 1) if ".pay" in token]
    return {"agreed": moves} if moves else {}


def unlike_ledger(round_: dict[str, Any], sheet: Sheet) -> list[str]:
    """Lines that stand where nothing of the kind happened, and scores that are not their sums (MJ-6.1)."""
    wrong, sums = [], Counter(dict.fromkeys(round_["scores"]["computed"], 0))
    for line in round_["ledger"]:
        there = sheet.moves[line["move"] - 1]
        last = line["move"] == len(sheet.moves)
        at, or_at = AT.get(line["reason"]), OR_AT.get(line["reason"], ())
        stands = there[1:].startswith(at) if at else last or there[1:].startswith(or_at)
        if not stands or line["points"] <= 0:
            wrong.append(f"{line} at {there}")
        sums[line["from"]] -= line["points"]
        sums[line["to"]] += line["points"]
    del sums[BANK]
    return wrong + [f"scores {round_['scores']} of {sums}"] * (dict(sums) != round_["scores"]["computed"])


def paid(round_: dict[str, Any], reason: str) -> dict[tuple[str, str, int], int]:
    """What a ledger says was paid for a reason: by whom, to whom, at which move."""
    return {(line["from"], line["to"], line["move"]): line["points"] for line in round_["ledger"] if line["reason"] == reason}
