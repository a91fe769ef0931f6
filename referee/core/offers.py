"""The moves that may be written next in a record: every candidate is tried on the round as it stands, and taken back.

The checks are the only source of legality; a move is offered where the replay has nothing against it, and with what it has
against it where it does: records are also written of what should not have been played.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final, NamedTuple

from referee.core import registry
from referee.core.game.protocol import Game, Offering, Play, Routine
from referee.core.game.round_form import MoveTemplate
from referee.core.game.trial import Trial
from referee.core.record import Move, Record
from referee.core.replay import set_up
from referee.core.verdict import NOTE, Finding
from referee.notation import moves
from referee.rulebook.verbs import ALONE

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
    game, play = _played(record._replace(rounds=rounds), round_number)
    usual = _usual(legal_after(play, number - 1, game), game)
    return [move for move in usual if move.seat == made.seat] or usual


def _usual(legal: list[Move], game: Game) -> list[Move]:
    """These moves without the declarations that most of the table could make at any time, which answer nothing."""
    bare = {name for name, verb in game.rulebook.verbs.items() if verb.form in ALONE}
    by_verb = Counter(move.verb for move in legal if move.verb in bare)
    return [move for move in legal if by_verb[move.verb] < MOST]


def choices(record: Record, round_number: int) -> Choices:
    """The same with moves that break a rule, with templates, and with what goes without saying. Raises LookupError like
    ``offers``."""
    game, play = _played(record, round_number)
    made = next(len(round_.moves) for round_ in record.rounds if round_.number == round_number)
    found = _choices(play, made, game)
    run, after = _run(play, made, game), None
    if run and run[0].acts == run[0].move.seat:
        with Trial(play, (game,)).take_back():
            play.move(made + 1, run[0].move)
            after = _choices(play, made + 1, game)
    return found._replace(run=run, after=after)


def legal_after(play: Play, made: int, game: Game) -> list[Move]:
    """The moves that nothing stands against in a round in progress, of which so many were made. It stays as it is."""
    return [move for move, finding in _tried(play, made, game) if finding is None]


def _choices(play: Play, made: int, game: Game) -> Choices:
    """The choices after so many moves, without what goes without saying."""
    found = Choices([], [], [])
    if not isinstance(play, Offering):
        return found
    for template in play.templates():
        if sum(template.pieces.values()) >= template.least and template not in found.templates:
            found.templates.append(template)
    for move, finding in _tried(play, made, game):
        if finding is None:
            found.legal.append(move)
        else:
            found.breaches.append((move, finding))
    return found


def _tried(play: Play, made: int, game: Game) -> list[tuple[Move, Finding | None]]:
    """Every candidate for the next move, with the first finding on it that is more than a note."""
    if not isinstance(play, Offering):
        return []
    known, tried = len(play.findings), list[tuple[Move, Finding | None]]()
    trial = Trial(play, (game,))
    for move in moves(dict.fromkeys(play.candidates()), game.id):
        with trial.take_back():
            play.move(made + 1, move)
            tried.append((move, next((found for found in play.findings[known:] if found.severity != NOTE), None)))
    return tried


def _run(play: Play, made: int, game: Game) -> list[Step]:
    """The moves that go without saying after so many, as long as they are legal."""
    run, known = list[Step](), len(play.findings)
    with Trial(play, (game,)).take_back():
        while isinstance(play, Routine) and len(run) < LONGEST_RUN and (token := play.routine()):
            (move,) = moves([token], game.id)
            if not play.move(made + len(run) + 1, move) or len(play.findings) > known:
                break
            run.append(Step(move, _acting(play)))
    return run


def _acting(play: Play) -> str:
    """The seat that acts now, as the frame has it."""
    seats = play.frame(None)["seats"]
    assert isinstance(seats, list)
    return next((str(seat["seat"]) for seat in seats if isinstance(seat, dict) and seat["turn"]), "")


def _played(record: Record, round_number: int) -> tuple[Game, Play]:
    """The game and the round with its moves as far as its replay goes. Raises LookupError where no table can be laid."""
    round_, start = set_up(record, round_number)
    game = registry.find(record.game)
    if game is None or start.play is None:
        raise LookupError("the round cannot be laid out: its deal is wrong")
    start.play.moves(round_.moves)
    return game, start.play
