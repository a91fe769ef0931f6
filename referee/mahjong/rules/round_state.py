"""The state of a mahjong round: its table, findings, wins and ledger so far, and who is asked at each moment.

It decides nothing: what is wrong with a move is asked of ``legality``, what is paid of the game.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Final

from referee.core.game.round_referee import is_counted
from referee.core.game.rulings import fine, is_ruling
from referee.core.record import NO_MOVE, Round
from referee.core.verdict import JSON, NOTE, Finding, Kong, Penalty, Text, Win
from referee.mahjong.hand.candidate import CandidateHand, Meld
from referee.mahjong.hand.fans import WinValue
from referee.mahjong.hand.tiles import NAMES, UNSEEN, listed, without
from referee.mahjong.ledger import Ledger
from referee.mahjong.rules.game_rules import GameRules
from referee.mahjong.rules.hooks import Hooks
from referee.mahjong.rules.noted import Noted
from referee.mahjong.rules.violation import Violation
from referee.mahjong.table import winning
from referee.mahjong.table.deal import Deal
from referee.mahjong.table.kongs import Laying
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.table import IN, OWES, WON, Table
from referee.mahjong.table.winning import open_copies
from referee.rulebook import CORE, Clause, FindingTemplate, Rules

OPEN: Final = 0
ENDED: Final = 1
HALTED: Final = 2
"""How far a round is: in play, over, or halted where it could not go on (MJ-5.1)."""

RULINGS: Final = CORE["PPN-8"]


class RoundState:
    """The state of a round in progress."""

    __slots__ = (
        "agreed",
        "carried",
        "deal",
        "determined",
        "findings",
        "game",
        "header",
        "hooks",
        "known_dearest",
        "known_values",
        "kongs",
        "ledger",
        "made",
        "marks",
        "more",
        "noted",
        "number",
        "outcome",
        "penalties",
        "progress",
        "rules",
        "ruleset",
        "seats",
        "table",
        "wins",
        "won_on",
        "won_with",
    )

    def __init__(self, game: GameRules, rules: Rules, deal: Deal, base: int, header: Round) -> None:
        self.game = game
        self.rules = rules
        self.deal = deal
        self.header = header
        """The round as it was written: its dice, its break, what a game's own tags say."""
        self.ruleset = deal.ruleset
        self.seats = deal.ruleset.seats
        self.table = Table(deal)
        self.ledger = Ledger(SEATS[: self.seats], base)
        self.findings: list[Finding] = []
        self.more: dict[str, int] = {}
        """How many violations were counted instead of listed, by their codes."""
        self.wins: list[Win] = []
        self.kongs: list[Kong] = []
        self.penalties: list[Penalty] = []
        """The rulings of the round."""
        self.agreed: list[int] = []
        """The moves by which something was paid that the table has agreed on (TBL-15)."""
        self.carried: dict[str, int] = {}
        """What later rounds of the match go by, a figure a seat."""
        self.number = 0
        self.made = NO_MOVE
        """The present move."""
        self.progress = OPEN
        self.outcome = "unfinished"
        self.determined = True
        self.marks: dict[tuple[int, int], str] = {}
        """Discards that were won on and tiles that were robbed, by seat and move."""
        self.won_on: list[int] = []
        """For each win the move that brought its tile."""
        self.won_with: dict[int, list[CandidateHand]] = {}
        """The hand of each winner as it won, win by win."""
        self.known_values: dict[object, WinValue | FindingTemplate] = {}
        """What the hands of this round were found to be worth so far."""
        self.known_dearest: dict[object, int] = {}
        """The dearest wins that they were found to be waiting for."""
        self.noted: Noted | None = None
        """What a score sheet says of hands that were not shown; None in a record of moves."""
        self.hooks = Hooks(self.seats)
        """The mechanisms that this table has."""

    # -- what is noted -----------------------------------------------------------------------------------------------------

    def note(self, violation: Violation, seat: int | None) -> bool:
        """Note a violation by the present move; True if the round halts there. No other function writes findings."""
        raises = violation.raises
        if violation.once and any(finding.code == raises.code for finding in self.findings):
            self.more[raises.code] = self.more.get(raises.code, 0) + 1
            return False
        if not is_counted(self.findings, self.more, raises.code):
            self._find(self.game.own.get(raises, raises), seat, violation.facts)
        halts = violation.halts and not self.carries_out(violation)
        if halts:
            self.progress, self.outcome = HALTED, "unfinished"
        if seat is not None and self.hooks.faulted and raises.severity != NOTE and not self.is_unrefereed(raises):
            for mechanism in self.hooks.faulted:
                mechanism.faulted(self, violation, seat)
        return halts

    def carries_out(self, violation: Violation) -> bool:
        """Whether this is a win that was none, and the game has it carried out like a win."""
        return violation.false_win and bool(self.hooks.false_win) and not self.is_unrefereed(violation.raises)

    def is_unrefereed(self, raises: FindingTemplate) -> bool:
        """Whether the table does not have the clause of this finding refereed (TBL-17)."""
        return self.game.own.get(raises, raises).clause in self.rules.unrefereed

    def _find(self, raises: FindingTemplate, seat: int | None, facts: Mapping[str, JSON]) -> None:
        """Write down a finding at the present move."""
        letter = None if seat is None else SEATS[seat]
        named = {name: SEATS[fact] if name == "player" and isinstance(fact, int) else fact for name, fact in facts.items()}
        said = raises.in_words(self.game.rulebook.words)
        found = said.finding(named, self.number, letter, self.made.token or None)
        self.findings.append(found._replace(severity=NOTE) if found.clause in self.rules.unrefereed else found)

    def may_rule(self, ruling: str) -> bool:
        """Whether an arbiter may rule so: as in every game, or as in this one, which may say what the fines are."""
        points, fines = fine(ruling), self.game.fines
        if points and fines is not None:
            return points in fines
        return is_ruling(ruling) or ruling in self.game.rulebook.rulings

    def rule(self, seat: int, ruling: str) -> None:
        """Write down an arbiter's ruling, and carry it out where the game has it. A fine takes points off the seat's score
        (PPN-8)."""
        self.penalties.append(Penalty(self.number, SEATS[seat], ruling))
        self.ledger.move(seat, None, fine(ruling), "penalty", RULINGS, self.number)
        carry_out = self.hooks.rulings.get(ruling)
        if carry_out is not None:
            carry_out(self, seat)

    def end(self, outcome: str) -> None:
        """The round is over; wins on the tile that ended it may still follow."""
        self.progress, self.outcome = ENDED, outcome

    # -- what hands are worth ----------------------------------------------------------------------------------------------

    def best(self, seat: int, by: str) -> WinValue | FindingTemplate | None:
        """The value of a win by this seat now, with the tile that gives most; a finding if it does not win, None if tiles are
        unseen."""
        table, found = self.table, None
        if table.hidden(seat):
            return None
        flags = self.circumstances(seat, by)
        for tile in winning.winning_tiles(table, by):
            if tile == UNSEEN:
                return None
            held = flags.union(self.circumstances_of(tile, by)) if self.hooks.circumstances_of else flags
            win_value = self.win_value(winning.candidate(table, seat, tile, by, held))
            if found is None or (
                isinstance(win_value, WinValue) and (isinstance(found, FindingTemplate) or win_value.rank > found.rank)
            ):
                found = win_value
        return found

    def win_value(self, candidate: CandidateHand) -> WinValue | FindingTemplate:
        """The value of a hand, cached: the same hand is valued when its tile is offered, when it wins and when it passes."""
        hand = (candidate.keys, candidate.melds, candidate.tile, candidate.by, candidate.flags)
        win_value = self.known_values.get(hand)
        if win_value is None:
            win_value = self.known_values[hand] = self.game.win_value(self.rules, candidate)
        return win_value

    def winning(self, seat: int, by: str) -> WinValue | None:
        """The value of the win that this seat may make now; None if it may make none, or tiles are unseen."""
        win_value = self.best(seat, by)
        return win_value if isinstance(win_value, WinValue) and win_value.violates is None else None

    def takers(self) -> list[int]:
        """The seats that may win on the tile on offer."""
        return [seat for seat in range(self.seats) if self.takes(seat)]

    def takes(self, seat: int) -> bool:
        """Whether a seat may win on the tile on offer."""
        table, tile = self.table, self.table.offer
        if tile is None or table.phase == OWES or table.offered not in ("discard", "rob") or tile == self.ruleset.ghost:
            return False
        if table.states[seat] != IN or seat == table.offerer or seat in table.takers or table.hidden(seat):
            return False
        if self.ruleset.one_winner and self.winners_on_offer():
            return False
        return self.game.completes(self.rules, table, seat, tile) and self.winning(seat, table.offered) is not None

    def winners_on_offer(self) -> list[int]:
        """The seats that have won on the tile on offer, in order; those whose win was none are not among them."""
        table = self.table
        if not table.takers or not table.rivers[table.offerer]:
            return []
        brought, made = table.rivers[table.offerer][-1][1], zip(self.wins, self.won_on, strict=True)
        return [SEATS.index(win.seat) for win, at in made if at == brought and win.by != "draw"]

    def precedes(self, seat: int, winner: int) -> bool:
        """Whether a seat comes before one that has won on the tile on offer, and could have won in its place (TBL-6)."""
        return self.table.distance(seat) < self.table.distance(winner)

    def ready(self, seat: int) -> bool:
        """Whether this hand would win by itself on some kind of tile (MJ-4.3); unseen tiles count as missing."""
        return bool(self.game.ready(self.rules, self.table.keys[seat], self.table.melds[seat], self.standing(seat)))

    def dearest(self, seat: int, flags: frozenset[str] = frozenset()) -> int:
        """The highest value that this hand could have won on a discard, or by self-draw where the table counts so (TBL-8); 0 if
        it is not ready."""
        table = self.table
        if self.noted is not None and (table.hidden(seat) or seat in self.noted.dead):
            return self.noted.worth(seat)
        if not self.ruleset.dead_waits_count and self.waits_in_vain(seat, flags):
            return 0
        return self.dearest_of(table.keys[seat], table.melds[seat], flags)

    def dearest_of(self, keys: Sequence[int], melds: Sequence[Meld], flags: frozenset[str]) -> int:
        """The highest value of a win that these tiles wait for; 0 if they are not ready."""
        hand = (tuple(keys), tuple(melds), flags)
        found = self.known_dearest.get(hand)
        if found is None:
            wins = self.game.completions(self.rules, keys, melds, self.ruleset.ready_value, flags)
            found = max((self.game.ready_worth(win_value) for _, win_value in wins), default=0)
            self.known_dearest[hand] = found
        return found

    def waits_in_vain(self, seat: int, flags: frozenset[str] = frozenset()) -> bool:
        """Whether of every kind that a ready hand waits for all copies lie open or in its own melds (TBL-8)."""
        table, copies = self.table, self.ruleset.copies
        wins = self.game.completions(self.rules, table.keys[seat], table.melds[seat], self.ruleset.ready_value, flags)
        kinds = [kind for kind, _ in wins]
        if kinds and self.ruleset.ghost is not None:
            kinds.append(self.ruleset.ghost)
        return bool(kinds) and all(open_copies(table, kind, seat) >= copies[kind] for kind in kinds)

    def dearest_before_win(self, seat: int) -> int:
        """The highest value of a win that a winner's hand waited for before the last win; undetermined where it was not seen."""
        hands = self.won_with.get(seat)
        if not hands:
            self.determined = False
            return 0
        hand, flags = hands[-1], self.standing(seat)
        tiles = listed(hand.keys) if hand.tile is None else [hand.tile]
        return max([self.dearest_of(without(hand.keys, (tile,)), hand.melds, flags) for tile in dict.fromkeys(tiles)])

    def circumstances(self, seat: int, by: str) -> frozenset[str]:
        """Circumstances of a win now: the core's own (``gangshanghua`` …) and those of the mechanisms."""
        found = winning.of_win(self.table, seat, by)
        for mechanism in self.hooks.standing:
            found += mechanism.standing(self, seat)
        for mechanism in self.hooks.circumstances:
            found += mechanism.circumstances(self, seat, by)
        return frozenset(found)

    def circumstances_of(self, tile: int | None, by: str) -> list[str]:
        """Circumstances of a win on this one of the tiles that can be won on now; none where its kind is not known."""
        if tile is None or tile == UNSEEN:
            return []
        return [flag for mechanism in self.hooks.circumstances_of for flag in mechanism.circumstances_of(self, tile, by)]

    def mechanism_flags(self, seat: int, by: str) -> frozenset[str]:
        """Circumstances of a win now that come from mechanisms."""
        moments = [flag for mechanism in self.hooks.circumstances for flag in mechanism.circumstances(self, seat, by)]
        return self.standing(seat).union(moments)

    def standing(self, seat: int) -> frozenset[str]:
        """Circumstances that hold for a seat whatever tile it wins on."""
        found: list[str] = []
        for mechanism in self.hooks.standing:
            found += mechanism.standing(self, seat)
        return frozenset(found)

    def hands_known(self, seats: Sequence[int]) -> bool:
        """Whether these hands were seen whole; if not, the settlement that depends on them becomes undetermined."""
        noted = () if self.noted is None else self.noted.ready
        known = not any(self.table.hidden(seat) and seat not in noted for seat in seats)
        self.determined = self.determined and known
        return known

    def pig(self, seat: int) -> bool:
        """Whether a hand holds, with its melds, the suit that it was declared to be without, or all three suits (花豬)."""
        if self.noted is not None and self.table.hidden(seat):
            return self.noted.is_pig(seat)
        hand = winning.candidate(self.table, seat, None, "draw", self.standing(seat))
        return hand.barred() or hand.suits() > 2

    def lies_open(self, seat: int) -> bool:
        """Whether the hand of a seat still in play is visible to everybody."""
        return any(mechanism.lies_open(self, seat) for mechanism in self.hooks.mechanisms)

    def shows_hand(self, seat: int) -> bool:
        """Whether the others see the hand of a seat: it lies open, or has won, where winners do not cover it until the end."""
        covered = self.ruleset.covered and self.outcome == "unfinished" and self.noted is None
        if self.table.states[seat] == WON and not covered:
            return True
        return self.lies_open(seat) and not any(mechanism.covers_part(self, seat) for mechanism in self.hooks.mechanisms)

    def to_act(self) -> list[int]:
        """The seats that must act before the first draw; none once play has begun."""
        return [seat for mechanism in self.hooks.mechanisms for seat in mechanism.to_act(self)]

    def marks_of(self, seat: int) -> list[Text]:
        """What the board shows about a seat, for example that it has declared."""
        return [mark for mechanism in self.hooks.mechanisms for mark in mechanism.marks(self, seat)]

    # -- who pays ----------------------------------------------------------------------------------------------------------

    def others(self, seat: int) -> list[int]:
        """The other seats still in play."""
        return [other for other in self.table.playing() if other != seat]

    def collect(self, payee: int, payers: Sequence[int], units: int, reason: str, clause: Clause, move: int) -> None:
        """Transfer this many units from each of these seats to one."""
        points = units * self.ledger.base
        for payer in payers:
            self.ledger.move(payer, payee, points, reason, clause, move)

    def multiplier(self, kong: Laying) -> int:
        """The factor by which the fee of a kong is multiplied; 1 unless a mechanism changes it."""
        times = 1
        for mechanism in self.hooks.multiplies:
            times *= mechanism.multiplies(self, kong)
        return times

    def kong_stands(self, kong: Laying, payers: Sequence[int]) -> None:
        """Tell the mechanisms that a kong stands and which seats paid for it."""
        self.kongs.append(Kong(SEATS[kong.seat], kong.kind, NAMES[kong.tile], kong.move, self.multiplier(kong)))
        for mechanism in self.hooks.kong_stands:
            mechanism.kong_stands(self, kong, payers)
