"""A score sheet as the rest of the engine uses it: its verdict and its frames. Nothing on it is offered or analysed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game.protocol import Play, Start
from referee.core.game.rulings import is_ruling
from referee.core.game.sheets import SCORES, STATED, Unchecked, checked, kind_of, stated_scores
from referee.core.record import Move, Record, Round
from referee.core.verdict import JSON, Finding, Penalty, RoundVerdict
from referee.mahjong.play import MahjongFrames
from referee.mahjong.round import MahjongRound
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import tags
from referee.mahjong.sheet.round import SheetRound
from referee.mahjong.table.deal import UNSEEN_TEXT, Deal
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import Rules


class ScoresRound(MahjongRound):
    """The referee of a round of scores alone: they are its settlement, with fines in them."""

    __slots__ = ("scores",)

    def __init__(self, game: Settlement, state: RoundState) -> None:
        super().__init__(game, state)
        state.hooks.waiting.clear()
        state.outcome = "unknown"
        found, self.scores = stated_scores(state.header, SEATS[: state.seats], game.rulebook.words, self._banked)
        state.findings += found
        for seat in range(state.seats):
            points = (self.scores or {}).get(SEATS[seat], 0)
            payer, payee = (None, seat) if points > 0 else (seat, None)
            state.ledger.move(payer, payee, abs(points), "stated", STATED, len(state.header.moves))

    def _banked(self, points: int) -> bool:
        """Whether clauses of the game may have paid so many points to the bank."""
        base = self.state.ledger.base
        return base > 0 and points % base == 0 and self.game.may_bank(self.state.rules, points // base)

    def move(self, number: int, move: Move) -> bool:
        """Note a ruling; other moves do not belong here."""
        if move.verb == "fa" and is_ruling(move.text):
            self.state.penalties.append(Penalty(number, move.seat, move.text))
        return True

    def moves(self, moves: Sequence[Move]) -> None:
        """Note the rulings."""
        for number, move in enumerate(moves, 1):
            self.move(number, move)

    def finish(self) -> None:
        """Nothing is left to settle."""

    def verdict(self, round_: Round) -> RoundVerdict:
        """The verdict: the scores as they stand there."""
        verdict = super().verdict(round_)
        unchecked = [Unchecked("scores")] if self.scores is not None else []
        return verdict._replace(next_dealer=None, computed=self.scores, checked=checked(SCORES, False, unchecked))


class SheetPlay(MahjongFrames):
    """The frames of a score sheet: hands lie open where they were shown."""

    def frame(self, view: str | None) -> dict[str, JSON]:
        """The table as far as the sheet tells; of the wall nobody knows anything."""
        return {**super().frame(view), "wall": None}


def start(
    game: Settlement,
    table: tuple[Rules, Ruleset, int],
    record: Record,
    round_: Round,
    header: Sequence[Finding],
    carried: Mapping[str, int],
) -> Start:
    """Set up a score sheet at a ``table``: by which rules, for whom, for what unit. ``header`` are the findings on its dealer and
    header, ``carried`` is what earlier rounds carry over."""
    rules, ruleset, base = table
    seats = SEATS[: ruleset.seats]
    there = [letter for seat, letter in enumerate(seats) if seat not in ruleset.absent]
    unseen = round_._replace(hands=dict.fromkeys(there, UNSEEN_TEXT), wall=None)
    if kind_of(round_) == SCORES:
        deal = Deal(ruleset, unseen._replace(dealer=round_.dealer or seats[0]))
        state = RoundState(game, rules, deal, base, round_)
        state.carried.update(carried)
        return Start(header, SheetPlay(ScoresRound(game, state), record.people(round_)))
    deal = dealt = Deal(ruleset, unseen)
    if round_.hands:
        dealt = Deal(ruleset, unseen._replace(hands={**unseen.hands, **round_.hands}))
    found = tags.read(game, rules, round_)
    findings = [*header, *deal_checks.deal(dealt, round_), *found.findings]
    play: Play | None = None
    if deal.playable:
        if dealt.playable:
            deal.hands = dealt.hands
        state = RoundState(game, rules, deal, base, round_)
        state.carried.update(carried)
        play = SheetPlay(SheetRound(game, state, found), record.people(round_))
    return Start(findings, play)
