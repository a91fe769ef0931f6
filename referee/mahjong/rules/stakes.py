"""How many times everything is paid in a round: the dealer's dice, and what the round before came to (TBL-18)."""

from __future__ import annotations

from referee.core.record import Round
from referee.core.verdict import RoundVerdict
from referee.mahjong.options import Options
from referee.mahjong.table import wall_break
from referee.rulebook import Rules


def times(rules: Rules, round_: Round, before: tuple[Round, RoundVerdict] | None) -> int | None:
    """How many times everything is paid in this round; None where the record does not tell."""
    options, found = Options.of(rules), 1
    if options.dice_double == "on":
        dice = wall_break.dice_of(round_)
        if dice is None:
            return None
        found *= 2 if dice[0] == dice[1] else 1
    if options.double_next == "on":
        doubled = _doubles_next(round_, before)
        if doubled is None:
            return None
        found *= 2 if doubled else 1
    return found


def _doubles_next(round_: Round, before: tuple[Round, RoundVerdict] | None) -> bool | None:
    """Whether the round before was drawn, or several won on one tile; None where nobody knows."""
    if before is None:
        return False if round_.number == 1 else None
    last, verdict = before
    if last.number + 1 != round_.number or verdict.outcome in ("unfinished", "unknown"):
        return None
    return verdict.outcome == "drawn" or len(verdict.wins) > 1
