"""A score sheet as the rest of the engine uses it: its verdict and its frames. Nothing on it is offered or analysed."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from referee.core.game.protocol import Play, Start
from referee.core.game.sheets import SCORES, kind_of
from referee.core.record import Record, Round
from referee.core.verdict import JSON, Finding
from referee.mahjong.play import MahjongFrames
from referee.mahjong.rules.checks import deal_checks
from referee.mahjong.rules.round_state import RoundState
from referee.mahjong.rules.settlement import Settlement
from referee.mahjong.sheet import tags
from referee.mahjong.sheet.round import SheetRound
from referee.mahjong.sheet.scores import ScoresRound
from referee.mahjong.table.deal import UNSEEN_TEXT, Deal
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.rulebook import Rules


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
