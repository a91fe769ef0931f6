"""What may be written next in a record that is being written: every likely move, tried by a replay with it.

The checks are the only source of legality; a move is offered where the replay has nothing against it.
"""

from __future__ import annotations

from referee.game import Offering, Play, Start
from referee.record import Record
from referee.replay import set_up_again


def offers(record: Record, round_number: int) -> list[str]:
    """The moves, as a record writes them, that would be legal after the last one of a round; none after its end.

    Raises LookupError where the record has no such round or no such game, or no table can be laid.
    """
    round_, again = set_up_again(record, round_number)
    play = _played(again(), round_.moves)
    if play is None:
        raise LookupError(f"round {round_.number} cannot be laid out: its deal is wrong")
    if not isinstance(play, Offering):
        return []
    number, found = len(round_.moves) + 1, len(play.findings)
    legal = []
    for token in play.candidates():
        tried = _played(again(), round_.moves)
        if tried is not None and tried.move(number, token) and len(tried.findings) == found:
            legal.append(token)
    return legal


def _played(start: Start, moves: tuple[str, ...]) -> Play | None:
    if start.play is not None:
        for number, token in enumerate(moves, 1):
            if not start.play.move(number, token):
                break
    return start.play
