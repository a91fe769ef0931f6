"""The moves that may be written next in a record: every candidate is tried by replaying it.

The checks are the only source of legality; a move is offered where the replay has nothing against it, and with what it has
against it where it does: records are also written of what should not have been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final, NamedTuple

from referee import registry
from referee.game.protocol import Offering, Play, Routine, Start
from referee.game.round_form import MoveTemplate
from referee.notation import moves
from referee.record import Move, Record
from referee.replay import set_up_again
from referee.rulebook.verbs import NONE
from referee.verdict import Finding

MOST: Final = 3
"""Seats that could make the same bare declaration at once, from which on it is no answer to what was just played."""
LONGEST_RUN = 12
"""Moves that go without saying one after the other, at most: twice round the largest table."""


class Step(NamedTuple):
    """A move that goes without saying, and the seat that acts after it (empty: nobody)."""

    move: Move
    acts: str


class Choices(NamedTuple):
    """The moves that may come after the last one of a round.

    ``legal``: moves that nothing stands against. ``breaches``: moves that could be made as well, each with the first finding on
    it. ``templates``: moves that are put together; what becomes of one is only known when it is made. ``run``: the moves that go
    without saying from here on, in their order. ``after``: the choices after the first of these, where its own seat goes on.
    """

    legal: list[Move]
    breaches: list[tuple[Move, Finding]]
    templates: list[MoveTemplate]
    run: Sequence[Step] = ()
    after: Choices | None = None


def offers(record: Record, round_number: int) -> list[str]:
    """The moves, as tokens, that are legal after the last one of a round; none after its end.

    Raises LookupError where the record has no such round or no such game, or no table can be laid.
    """
    return [move.token for move in choices(record, round_number).legal]


def allowed(record: Record, round_number: int, number: int) -> list[Move]:
    """The moves that would have been legal in the place of one, and usual: of its own seat where it had any, else of everybody.

    ``number`` counts the round's moves from 1. Raises LookupError like ``offers``, and where the round has no such move.
    """
    found = [round_ for round_ in record.rounds if round_.number == round_number]
    if not found or not 1 <= number <= len(found[0].moves):
        raise LookupError(f"round {round_number}, move {number}")
    made = found[0].moves[number - 1]
    before = found[0]._replace(moves=found[0].moves[: number - 1], scores=None, places=None)
    rounds = tuple(before if round_ is found[0] else round_ for round_ in record.rounds)
    round_, again = set_up_again(record._replace(rounds=rounds), round_number)
    usual = _usual(_choices(again, round_.moves, record.game).legal, record.game)
    return [move for move in usual if move.seat == made.seat] or usual


def _usual(legal: list[Move], game_id: str) -> list[Move]:
    """These moves without the declarations that most of the table could make at any time, which answer nothing."""
    game = registry.find(game_id)
    bare = {name for name, verb in game.rulebook.verbs.items() if verb.form == NONE} if game else set()
    by_verb = Counter(move.verb for move in legal if move.verb in bare)
    return [move for move in legal if by_verb[move.verb] < MOST]


def choices(record: Record, round_number: int) -> Choices:
    """The same with moves that break a rule, with templates, and with what goes without saying. Raises LookupError like
    ``offers``."""
    round_, again = set_up_again(record, round_number)
    found = _choices(again, round_.moves, record.game)
    run = _run(again, round_.moves, record.game)
    after = _choices(again, (*round_.moves, run[0].move), record.game) if run and run[0].acts == run[0].move.seat else None
    return found._replace(run=run, after=after)


def _choices(again: Callable[[], Start], made: tuple[Move, ...], game: str) -> Choices:
    """The choices after these moves, without what goes without saying. Raises LookupError where no table can be laid."""
    play = _played(again(), made)
    if play is None:
        raise LookupError("the round cannot be laid out: its deal is wrong")
    found = Choices([], [], [])
    if not isinstance(play, Offering):
        return found
    number, known = len(made) + 1, len(play.findings)
    for template in play.templates():
        if sum(template.pieces.values()) >= template.least and template not in found.templates:
            found.templates.append(template)
    for move in moves(dict.fromkeys(play.candidates()), game):
        tried = _played(again(), made)
        assert tried is not None
        tried.move(number, move)
        if len(tried.findings) == known:
            found.legal.append(move)
        else:
            found.breaches.append((move, tried.findings[known]))
    return found


def _run(again: Callable[[], Start], made: tuple[Move, ...], game: str) -> list[Step]:
    """The moves that go without saying after these, as long as they are legal."""
    play, run = _played(again(), made), list[Step]()
    while isinstance(play, Routine) and len(run) < LONGEST_RUN and (token := play.routine()):
        (move,) = moves([token], game)
        known = len(play.findings)
        if not play.move(len(made) + len(run) + 1, move) or len(play.findings) > known:
            break
        run.append(Step(move, _acting(play)))
    return run


def _acting(play: Play) -> str:
    """The seat that acts now, as the frame has it."""
    seats = play.frame(None)["seats"]
    assert isinstance(seats, list)
    return next((str(seat["seat"]) for seat in seats if isinstance(seat, dict) and seat["turn"]), "")


def _played(start: Start, made: tuple[Move, ...]) -> Play | None:
    if start.play is not None:
        for number, move in enumerate(made, 1):
            if not start.play.move(number, move):
                break
    return start.play
