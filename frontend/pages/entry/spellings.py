"""How a move may be typed on the entry page: by its token, or by less of it where nothing else is meant."""

from __future__ import annotations

from collections.abc import Iterable

from frontend.i18n.move_text import call, pieces_shown
from referee.core.record import CALL, INTENT, Move
from referee.rulebook import Rulebook


def spellings(move: Move, book: Rulebook, last: str) -> list[str]:
    """The words that mean a move, without its seat: ``-5p`` and ``5p``; ``peng``, ``p``, the word in Chinese, and with the
    piece of the ``last`` move, which it takes, ``p5s``."""
    if move.sign not in (CALL, INTENT):
        return [move.token[1:], move.token[2:]]
    behind = move.token[2 + len(move.verb) :]
    bare = behind.removeprefix(":")
    tails = [behind, bare, *_one_for_all(book, bare)] if behind else ["", *_one_for_all(book, last)]
    heads = heads_of(move, book)
    return list(dict.fromkeys(head + tail for head in heads for tail in tails))


def heads_of(move: Move, book: Rulebook) -> list[str]:
    """The words for what is done in a move, the longest first, without its seat and what stands behind."""
    if move.sign not in (CALL, INTENT):
        return [move.sign, ""]
    mark = move.sign if move.sign == INTENT else ""
    called = call(move.verb, book).lower()
    names = [move.verb, *_written(move.verb, book), called, move.verb[:1], called[:1]]
    return [move.sign + move.verb, *(mark + name for name in dict.fromkeys(names) if name)]


def _written(verb: str, book: Rulebook) -> Iterable[str]:
    return book.verbs[verb].written if verb in book.verbs else ()


def _one_for_all(book: Rulebook, pieces: str) -> list[str]:
    """Equal pieces as one of them: ``5s`` for ``555s``; unchanged where they are one; nothing where they differ."""
    kinds = set(book.words.pieces(pieces)) if pieces else set()
    return [*kinds] if len(kinds) == 1 and kinds <= set(book.words.tiles) else []


def pieces_of_last(made: Iterable[Move], book: Rulebook) -> str:
    """The pieces that the last of these moves has shown; empty where it has shown none."""
    last = [*made][-1:]
    return pieces_shown(last[0], book) if last else ""
