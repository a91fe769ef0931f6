"""What a game declares of its moves is what the notation reads; nothing of it stands in the notation."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from referee import notation
from referee.core import registry
from referee.notation import NotationError, grammar_of, parse
from referee.rulebook import CORE, Rulebook

RULES = """
id = "{id}"
edition = "1"
name = {{ zh = "擲幣", en = "Toss" }}
{verbs}
[words.seats]
{seats}

[sections.TOS-1]
zh = "玩法"
en = "Play"

[[preset]]
name = "plain"
default = true
mark = "T"
zh = "普通"
en = "Plain"
"""
VERB = """
[verbs.{name}]
form = "{form}"
written = ["{written}"]
said = {{ zh = "{{seat}}", en = "{{seat}}" }}
"""


def rulebook(folder: Path, id_: str, seats: str, **verbs: tuple[str, str]) -> Rulebook:
    """A rulebook of these seats, and of verbs each with its form and another spelling."""
    written = "".join(VERB.format(name=name, form=form, written=spelling) for name, (form, spelling) in verbs.items())
    named = "\n".join(f'{seat} = {{ zh = "{seat}", en = "{seat}" }}' for seat in seats)
    path = folder / f"{id_}.toml"
    path.write_text(RULES.format(id=id_, verbs=written, seats=named), encoding="utf-8")
    return Rulebook.load(path, core=CORE)


@pytest.fixture
def two_games(tmp_path: Path) -> Iterator[None]:
    """The notation knows two games and no other: both have a verb ``flip``, each in its own form, and seats of their own."""
    coins = rulebook(tmp_path, "coins", "XYZ", flip=("number", "翻"), stand=("word", "停"))
    cards = rulebook(tmp_path, "cards", "PQ", flip=("cards", "翻"), deal=("cards", "發"))
    games = SimpleNamespace(id="coins", rulebook=coins), SimpleNamespace(id="cards", rulebook=cards)
    notation.found_by(lambda: games)
    yield
    notation.found_by(registry.games)


def read(token: str, game: str) -> str:
    """A move as a canonical record of a game writes it."""
    return parse(f'[PPN "1"]\n[Game "{game}"]\n\n[Round "1"]\n{token}\n').rounds[0].tokens[0]


@pytest.mark.usefixtures("two_games")
def test_verb_is_read_in_the_form_that_the_game_declares() -> None:
    assert read("X.flip:007", "coins") == "X.flip:7"
    assert read("P.flip:K3", "cards") == "P.flip:3K"
    with pytest.raises(NotationError):
        read("X.flip:K3", "coins")


@pytest.mark.usefixtures("two_games")
def test_verb_of_another_game_is_read_in_that_games_form() -> None:
    assert read("X.deal:K3", "coins") == "X.deal:3K"
    assert not grammar_of("coins").has("shuffle")
    assert grammar_of("coins").has("deal")


@pytest.mark.usefixtures("two_games")
def test_other_spelling_of_a_verb_is_read_as_the_verb() -> None:
    assert read("Y.停:now", "coins") == "Y.stand:now"


@pytest.mark.usefixtures("two_games")
def test_seats_of_all_games_are_read_and_of_no_other() -> None:
    assert [read(f"{seat}.guo", "coins") for seat in "XYZPQ"] == [f"{seat}.guo" for seat in "XYZPQ"]
    with pytest.raises(NotationError):
        read("E.guo", "coins")


@pytest.mark.usefixtures("two_games")
def test_tags_and_scores_name_the_games_own_seats() -> None:
    text = '[PPN "1"]\n[Game "coins"]\n[Seat.X "Li"]\n\n[Round "1"]\n[Dealer "Y"]\n[Scores "X+1 Y-1 Z0"]\nX.guo\n'
    record = parse(text)
    assert notation.write(record) == text
    assert (record.seats, record.rounds[0].dealer, record.rounds[0].scores) == ({"X": "Li"}, "Y", {"X": 1, "Y": -1, "Z": 0})


@pytest.mark.usefixtures("two_games")
def test_word_that_no_game_has_is_read_as_it_stands() -> None:
    assert read("X.shuffle:K3", "coins") == "X.shuffle:K3"
