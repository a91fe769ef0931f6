"""``referee replay``: the table of one round after one move, drawn in the terminal."""

from __future__ import annotations

from argparse import Namespace
from itertools import islice

import referee
from referee.cli.files import InputError, hints_of, read
from referee.cli.output.terms import plain, term
from referee.core.record import Record
from referee.core.replay import Frame
from referee.notation import NotationError


def run(chosen: Namespace) -> int:
    """Draw the table. Raises InputError for a match, round, move or seat that does not exist."""
    record = _record(chosen)
    numbers = [round_.number for round_ in record.rounds]
    if chosen.round not in numbers:
        raise InputError(term("no round", chosen.lang, chosen.round, ", ".join(map(str, numbers)) or "–"))
    try:
        frames = referee.replay(record, chosen.round, chosen.view)
    except LookupError as error:
        raise InputError(term("no table", chosen.lang, chosen.round, error.args[0] if error.args else "")) from error
    seats = _seats(frames[0])
    if chosen.view not in (None, *seats):
        raise InputError(term("no seat", chosen.lang, chosen.view, " ".join(seats)))
    move = len(frames) - 1 if chosen.move is None else chosen.move
    if move >= len(frames):
        raise InputError(term("no move", chosen.lang, move, len(frames) - 1))
    # Drawing needs rich, which takes longer to load than all else here.
    from referee.cli.output.table import draw

    draw(frames[move], chosen.lang)
    return 0


def _seats(frame: Frame) -> list[str]:
    shown = frame.get("seats")
    return [str(seat["seat"]) for seat in shown if isinstance(seat, dict)] if isinstance(shown, list) else []


def _record(chosen: Namespace) -> Record:
    """The match that the command line names."""
    hints = hints_of(chosen)
    matches = referee.parse_file(read(chosen.file), hints)
    match = next(islice(matches, max(chosen.match - 1, 0), None), None)
    if match is None or chosen.match < 1:
        count = sum(1 for _ in referee.parse_file(read(chosen.file), hints)) if chosen.file != "-" else "?"
        raise InputError(term("no match", chosen.lang, plain(chosen.file), chosen.match, count))
    if isinstance(match, NotationError):
        raise InputError(f"{chosen.file}: {match.message[chosen.lang]}")
    return match
