"""Small texts that the tests of the notation are written with."""

from __future__ import annotations

from referee.core.record import Record, Round
from referee.notation import NotationError, parse, write

HEAD = '[PPN "1"]\n[Game "sichuan"]\n'


def match(moves: str = "", *, tags: str = "", head: str = "") -> str:
    """A match of one round: its moves, more tags of its round, more tags of its own."""
    return f'{HEAD}{head}\n[Round "1"]\n{tags}{moves}\n'


def round_of(moves: str = "", *, tags: str = "") -> Round:
    """The round that this text is read as."""
    return parse(match(moves, tags=tags)).rounds[0]


def error_of(text: str | bytes) -> NotationError:
    """The error that this text is refused with."""
    try:
        read = parse(text)
    except NotationError as error:
        return error
    raise AssertionError(f"read as {read}")


def canonical(record: Record) -> str:
    """A record's text, which is read as the same record and written as the same text."""
    text = write(record)
    assert parse(text) == record
    assert write(parse(text)) == text
    return text
