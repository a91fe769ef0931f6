"""A round looked back on: how far every hand was from winning, what each choice would have left, what was let go.

A review judges nobody and is no part of a verdict: the rules are not broken by playing badly.
"""

from __future__ import annotations

from referee.game import Studied
from referee.record import Record
from referee.replay import set_up
from referee.verdict import JSON

Review = dict[str, JSON]


def review(record: Record, round_number: int, view: str | None = None) -> Review:
    """The review of one round; with a ``view`` of that seat alone.

    Raises LookupError where the record has no such round, no such game, no table could be laid, or where nothing can be said
    of the choices of this game.
    """
    round_, start = set_up(record, round_number)
    play = start.play
    if play is None:
        raise LookupError(f"round {round_.number} cannot be laid out: its deal is wrong")
    if not isinstance(play, Studied):
        raise LookupError(f"nothing is said of the choices of {record.game}")
    study = play.study(view)
    for number, token in enumerate(round_.moves, 1):
        study.before(number, token)
        if not play.move(number, token):
            break
    study.finish(len(round_.moves))
    return {"game": record.game, "round": round_.number, "view": view, **study.told()}
