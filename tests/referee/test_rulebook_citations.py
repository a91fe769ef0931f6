"""Code and rulebooks agree: what code cites exists, and what a rulebook calls checked is cited by code."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import referee
from referee.core import registry
from referee.core.game.protocol import Game
from referee.rulebook import CORE, Rulebook, Rules
from referee.rulebook.options import write

ROOT = Path(referee.__file__).parent
SOURCE = "\n".join(path.read_text("utf-8") for path in sorted(ROOT.rglob("*.py")))
VALUING = re.compile(r"^    valuing: ClassVar.*$", re.MULTILINE)
"""The clauses by which a game values hands: named, not raised."""
CITED = set(re.findall(r'"([A-Z]+-\d+(?:\.\d+)?)"', VALUING.sub("", SOURCE)))
"""Every clause id that stands in the code as a string."""
RAISED = set(re.findall(r'raising\(\s*"([a-z-]+)"', SOURCE)) | {"unknown-option"}
"""Codes that are raised by whichever clause of a rulebook is nearest to the game."""
SPOKEN = set(re.findall(r"\b((?:PPN|MJ|[A-Z]{2,3})-\d+\.\d+)\b", SOURCE))
"""Every clause that code or its comments and docstrings mention."""


def books() -> dict[str, Rulebook]:
    """All rulebooks in use, cores included, by id."""
    found = {CORE.id: CORE}
    for game in registry.games():
        book: Rulebook | None = game.rulebook
        while book is not None:
            found[book.id] = book
            book = book.core
    return found


BOOKS = books()
KNOWN = {id_ for book in BOOKS.values() for id_ in book.own}


def test_every_file_of_rules_is_in_use() -> None:
    assert len(BOOKS) == len(list(ROOT.rglob("rules.toml")))


def test_every_clause_that_code_cites_exists() -> None:
    assert sorted(_of_rulebooks(CITED) - KNOWN) == []


def test_every_clause_that_comments_mention_exists() -> None:
    assert sorted(_of_rulebooks(SPOKEN) - KNOWN) == []


def _of_rulebooks(ids: set[str]) -> set[str]:
    """Those that look like clauses of a rulebook in use (``UTF-8`` does not)."""
    prefixes = {id_.partition("-")[0] for id_ in KNOWN}
    return {id_ for id_ in ids if id_.partition("-")[0] in prefixes}


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.id)
def test_a_clause_is_cited_or_only_described(book: Rulebook) -> None:
    cited = CITED | {line.clause.id for line in book.fans.values()}
    for clause in book.own.values():
        nearest = any(key.partition(":")[0] in RAISED for key in clause.findings)
        assert clause.checked == (clause.id in cited or nearest), clause.id


@pytest.mark.parametrize("book", BOOKS.values(), ids=lambda book: book.id)
def test_every_option_and_preset_is_explained(book: Rulebook) -> None:
    for option in book.options:
        assert option.zh
        assert option.en
        assert option.clause in book.clauses
        assert option.kind != "choice" or set(option.meanings) == set(map(write, option.values)), option.name
    for preset in book.presets:
        assert preset.zh
        assert preset.en


@pytest.mark.parametrize("game", registry.games(), ids=lambda game: game.id)
def test_a_game_has_the_seats_of_its_rulebook(game: Game) -> None:
    rules = game.rulebook.rules("")
    assert isinstance(rules, Rules)
    assert set(game.seats(rules)) <= set(game.rulebook.seats)
