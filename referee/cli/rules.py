"""``referee rules``: the games, or one game's rulebook with its presets and options."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterator

from referee.chinese import in_language
from referee.cli.files import InputError
from referee.cli.output.report import folded
from referee.cli.output.terms import plain, term
from referee.core import registry
from referee.core.verdict import Text
from referee.rulebook import Clause, Option, Rulebook
from referee.rulebook.options import POINT, write

WIDTH = 96


def run(chosen: Namespace) -> int:
    """Print the games, or the rulebook of one."""
    books = {game.id: game.rulebook for game in registry.games()}
    if chosen.game is None:
        for id_, book in books.items():
            count = term("clauses", chosen.lang, len(book.clauses))
            print(f"{id_:12}{in_language(book.name, chosen.lang)}  {book.edition}  {count}")
        return 0
    if chosen.game not in books:
        raise InputError(term("no game", chosen.lang, plain(chosen.game), ", ".join(books)))
    for line in _book(books[chosen.game], chosen.lang):
        print(line)
    return 0


def _book(book: Rulebook, language: str) -> Iterator[str]:
    """Print a rulebook: the game's own clauses first, then those that it shares with others."""
    yield f"{in_language(book.name, language)}  {book.id} {book.edition}"
    yield term("marks", language)
    yield from _presets(book, language)
    yield from _options(book, language)
    yield from _fans(book, language)
    section = ""
    common = [clause for id_, clause in book.clauses.items() if id_ not in book.own]
    for clause in (*book.own.values(), *common):
        if clause.section in book.sections and clause.section != section:
            section = clause.section
            yield ""
            yield f"# {in_language(book.sections[section], language)}"
        yield from _clause(clause, language)


def _presets(book: Rulebook, language: str) -> Iterator[str]:
    yield ""
    yield f"# {term('presets', language)}"
    for number, preset in enumerate(book.presets):
        default = f" ({term('default', language)})" if number == 0 else ""
        chosen = " ".join([*(f"{name}={write(value)}" for name, value in preset.options.items()), *preset.adds])
        yield f"  {preset.name} {preset.mark}{default}  {chosen}".rstrip()
        yield from _indented(in_language(preset.text, language), language)
        yield from _reason(preset.reason, language)


def _options(book: Rulebook, language: str) -> Iterator[str]:
    yield ""
    yield f"# {term('options', language)}"
    for option in book.options:
        yield f"  {option.name}={write(option.default)}  [{' | '.join(map(str, option.expected()))}]  {option.clause}"
        yield from _indented(in_language(option.text, language), language)
        yield from _meanings(option, language)


def _fans(book: Rulebook, language: str) -> Iterator[str]:
    """Print what tables may add to the options, and the fans whose values they may change."""
    for word, family in book.families.items():
        yield f"  {word}{'' if family.single else f'{POINT}…'}=…  {family.clause}"
        yield from _indented(in_language(book.family_text(word), language), language)
    if book.fans:
        yield ""
        yield f"# {term('fans', language)}"
    for line in book.fans.values():
        worth = f"={line.written}" if line.plain or line.counts() else ""
        yield f"  fan{POINT}{line.code}{worth}  {in_language(line.text, language)}  {line.clause.id}"


def _meanings(option: Option, language: str) -> Iterator[str]:
    for value, meaning in option.meanings.items():
        yield f"      {value}: {in_language(meaning, language)}"
    for other, wanted, default in option.defaults:
        yield f"      {term('unless', language, other, write(wanted), write(default))}"


def _clause(clause: Clause, language: str) -> Iterator[str]:
    codes = sorted({key.partition(":")[0] for key in clause.findings})
    yield f"  {clause.id} {clause.mark}{'' if clause.checked else '*'}  {' '.join(codes)}".rstrip()
    yield from _indented(in_language(clause.text, language), language)
    yield from _reason(clause.reason, language)


def _reason(reason: Text | None, language: str) -> Iterator[str]:
    """Why something is read so, where it is inferred."""
    if reason:
        yield from _indented(term("inferred", language) + in_language(reason, language), language)


def _indented(text: str, language: str) -> Iterator[str]:
    return (f"      {line}" for line in folded(text, WIDTH, language))
