"""The review of a round: the distance of every hand from winning, the outcome of each choice, and missed chances.

A review judges nobody and is no part of a verdict: the rules are not broken by playing badly.
"""

from __future__ import annotations

from collections.abc import Callable

from referee.core.game.protocol import Analysed, Analysis, Play
from referee.core.game.sheets import kind_of
from referee.core.record import Move, Record
from referee.core.replay import set_up
from referee.core.verdict import JSON

Review = dict[str, JSON]


def review(record: Record, round_number: int, view: str | None = None) -> Review:
    """The review of a round; with a ``view`` of that seat alone.

    Raises LookupError where the record has no such round, no such game, no table could be laid, or where nothing can be said
    of the choices of this game.
    """
    play, new_analysis, moves = _play(record, round_number)
    analysis = new_analysis(view)
    for number, made in enumerate(moves, 1):
        analysis.before(number, made)
        if not play.move(number, made):
            break
    analysis.finish(len(moves))
    return {"game": record.game, "round": round_number, "view": view, **analysis.as_dict()}


def review_turn(record: Record, round_number: int, move: int, view: str | None = None) -> JSON:
    """One turn of the review, by the move that was made, with what is too dear to be worked out for every turn: what a hand
    may win that is one tile from ready.

    Raises LookupError like ``review``, and where nobody, or not the seat of the ``view``, had to choose at this move.
    """
    play, new_analysis, moves = _play(record, round_number)
    for number, made in enumerate(moves[: max(0, move - 1)], 1):
        if not play.move(number, made):
            break
    else:
        if 0 < move <= len(moves):
            analysis = new_analysis(view, ahead=True)
            analysis.before(move, moves[move - 1])
            turns = analysis.as_dict()["turns"]
            if isinstance(turns, list) and turns:
                return turns[-1]
    raise LookupError(f"nobody had to choose at move {move} of round {round_number}")


def _play(record: Record, round_number: int) -> tuple[Play, Callable[..., Analysis], tuple[Move, ...]]:
    """The play of a round, its analyses and its moves."""
    round_, start = set_up(record, round_number)
    if start.play is None:
        raise LookupError(f"round {round_.number} cannot be laid out: its deal is wrong")
    if kind_of(round_):
        raise LookupError(f"round {round_.number} is a score sheet: nobody knows what choices there were")
    if not isinstance(start.play, Analysed):
        raise LookupError(f"nothing is said of the choices of {record.game}")
    return start.play, start.play.analysis, round_.moves
