"""The records that are measured: the clean golden records of every game, their score sheets, and files of one-round matches."""

from __future__ import annotations

from collections.abc import Iterator

import referee
from tests.golden import HOME as GOLDEN


def clean(game: str) -> list[str]:
    """The texts of a game's clean golden records."""
    return [path.read_text(encoding="utf-8") for path in sorted((GOLDEN / game).glob("clean-*.ppn"))]


def records(texts: list[str]) -> list[referee.Record]:
    """The records of these texts."""
    return [record for text in texts for record in referee.parse_file(text) if isinstance(record, referee.Record)]


def sheets(game: str) -> list[str]:
    """The score sheets of a game's clean golden records, as texts."""
    return [referee.write(referee.sheet_of(record)) for record in records(clean(game))]


def moves(found: list[referee.Record]) -> int:
    """The number of moves in these records."""
    return sum(len(round_.moves) for record in found for round_ in record.rounds)


def one_round_matches(number: int) -> Iterator[str]:
    """So many different matches of one round each, of all games in turn."""
    heads = []
    for game in referee.games():
        for record in records(clean(game.id)):
            heads += [record._replace(rounds=(round_,), totals=None) for round_ in record.rounds[:1]]
    texts = [referee.write(head._replace(tags={**head.tags, "Event": "@"})) for head in heads]
    for count in range(number):
        yield texts[count % len(texts)].replace('[Event "@"]', f'[Event "{count}"]', 1) + "\n"
