"""The grammar of each game's records, built from what the games' rulebooks declare. It holds no list of games or verbs."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Protocol

from referee.chinese import simplified
from referee.core.record import Move
from referee.notation.ppn.moves import Grammar
from referee.notation.ppn.seats import Seats
from referee.rulebook import CORE, Rulebook, Rules
from referee.rulebook.verbs import ALONE, NONE, RULING

Pairs = tuple[tuple[str, str], ...]


class HasRulebook(Protocol):
    """What the notation needs of a game."""

    @property
    def id(self) -> str:
        """The name of the game in records."""

    @property
    def rulebook(self) -> Rulebook:
        """Declares the game's verbs and seats."""

    def sides(self, rules: Rules) -> Sequence[str]:
        """The seats, or teams, that have scores."""


class _Library:
    """The grammars of the games, rebuilt when the set of games changes."""

    def __init__(self) -> None:
        self.games: Callable[[], Sequence[HasRulebook]] = tuple
        self.known: Sequence[HasRulebook] = ()
        self.grammars: dict[str, Grammar] = {}


_library = _Library()


def found_by(games: Callable[[], Sequence[HasRulebook]]) -> None:
    """Set the function that finds the games; it is called whenever a text is read and must be fast."""
    _library.games = games


def grammar_of(game: str = "") -> Grammar:
    """The grammar of a game's records; for an unknown game that of all games together."""
    library = _library
    games = library.games()
    if games is not library.known:
        library.known, library.grammars = games, {"": _grammar([book.rulebook for book in games])}
    found = library.grammars.get(game)
    if found is not None:
        return found
    own = next((one.rulebook for one in games if one.id == game), None)
    if own is None:
        return library.grammars[""]
    library.grammars[game] = _grammar([own, *(book.rulebook for book in games)])
    return library.grammars[game]


def game_named(name: str) -> str:
    """The id of the game that people call so: by its id, its name in any language, or another name that its rulebook declares. An
    unknown name is returned as it is."""
    return game_called(name) or name


def game_called(name: str) -> str:
    """The id of the game that people call so; empty for an unknown name."""
    wanted = _plain(name)
    for game in _library.games():
        book = game.rulebook
        if wanted in map(_plain, (game.id, *book.name.values(), *book.called)):
            return game.id
    return ""


def _plain(name: str) -> str:
    """A name for comparing: in Simplified Chinese, without space and case."""
    return simplified("".join(name.split()).casefold())


def sides_of(game: str, rules: str) -> Sequence[str]:
    """The seats, or teams, that have scores in a game by these rules; every seat where the game or the rules are not known."""
    found = next((one for one in _library.games() if one.id == game), None)
    resolved = found.rulebook.rules(rules) if found else None
    return found.sides(resolved) if found and isinstance(resolved, Rules) else grammar_of(game).seats.letters


def seats_of_games(count: int) -> tuple[str, ...]:
    """The seats of the games that ``games_of_seats`` finds; none where it finds none."""
    return tuple(dict.fromkeys(seat for game in games_of_seats(count) for seat in sides_of(game, "")))


def games_of_seats(count: int) -> tuple[str, ...]:
    """The games in which so many seats have scores by the usual rules, each for itself."""
    every = {game.id: sides_of(game.id, "") for game in _library.games()}
    return tuple(game for game, sides in every.items() if len(sides) == count and max(map(len, sides)) == 1)


def verbs_of(game: str) -> list[str]:
    """The verbs that a game declares, without those that every game has; none of an unknown game."""
    own = next((one.rulebook.verbs for one in _library.games() if one.id == game), {})
    return [verb for verb in own if verb not in CORE.verbs]


def moves(tokens: Iterable[str], game: str = "") -> tuple[Move, ...]:
    """The moves of these tokens in a game's records. Raises ValueError for a token that is no move."""
    return grammar_of(game).moves(tokens)


def _grammar(books: Sequence[Rulebook]) -> Grammar:
    """The game's own declarations come before those of other games: a record may contain what its game lacks, and is judged for
    it.

    Where a game takes nothing behind a verb, and another does, the text there is put in the other's form, as it always was.
    """
    known = [*books, CORE]
    verbs = [(verb, one) for book in known for verb, one in book.verbs.items()]
    alone = {(verb, "") for verb, one in verbs if one.form in ALONE and not one.to}
    return _shared(
        _letters(["".join(book.words.seats) for book in known]),
        _first((spelling, seat) for book in known for spelling, seat in book.words.spellings.items()),
        _first(sorted(((verb, one.form) for verb, one in verbs), key=lambda pair: pair[1] == NONE)),
        _first((spelling, verb) for verb, one in verbs for spelling in one.written),
        tuple(sorted({*alone, *((RULING, ruling) for book in known for ruling in book.rulings)})),
    )


@lru_cache(maxsize=64)
def _shared(letters: str, seats: Pairs, forms: Pairs, verbs: Pairs, phrases: Pairs) -> Grammar:
    """The grammar with these declarations; equal grammars are one object, together with the moves that it has parsed."""
    return Grammar(Seats(letters, dict(seats)), dict(forms), dict(verbs), phrases)


def _first(pairs: Iterable[tuple[str, str]]) -> Pairs:
    """The first of the pairs of each name, by name."""
    found: dict[str, str] = {}
    for name, value in pairs:
        found.setdefault(name, value)
    return tuple(sorted(found.items()))


def _letters(seats: Sequence[str]) -> str:
    """Every seat once, those of the games with most seats first, otherwise in the order of the games."""
    found = dict.fromkeys("".join(sorted(seats, key=len, reverse=True)))
    own = seats[0]
    if [letter for letter in found if letter in own] != list(own):
        found = dict.fromkeys([*own, *found])
    return "".join(found)
