"""Sheets made of clean records of gouji come to the same, and one changed figure is found at that figure."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest

import referee
from referee.core.record import Record
from referee.core.verdict import RoundVerdict
from tests.golden import records
from tests.samples import clean

SEATS = "ABCDEF"
GOLDEN = [path for path in records() if path.stem.startswith("clean") and path.parent.name == "gouji"]
CLEAN = [*GOLDEN, *clean("gouji")]


def name_of(path: Path) -> str:
    return "-".join(path.parts[-3:])


@cache
def full(path: Path) -> Record:
    return referee.parse(path.read_bytes())


@cache
def made(path: Path) -> Record:
    return referee.sheet_of(full(path))


# -- one figure changed ----------------------------------------------------------------------------------------------------

Changed = tuple[str, set[str], int | None]
"""The text of a round with one figure changed, the codes of which one must be found, and at which move (None: anywhere in it)."""
Change = Callable[[str, RoundVerdict], Changed | None]


def put(text: str, start: int, end: int, new: str) -> str:
    return text[:start] + new + text[end:]


def moves_of(text: str) -> list[re.Match[str]]:
    """The moves of a round's text."""
    at = text.rindex("]")
    return [found for found in re.finditer(r"\S+", text) if found.start() > at]


def score(text: str, verdict: RoundVerdict) -> Changed | None:
    found = re.search(r'\[Scores "ACE([-+]?\d+)', text)
    assert found is not None
    points = int(found[1]) + 1
    return put(text, found.start(1), found.end(1), f"{points:+d}" if points else "0"), {"score-mismatch"}, len(moves_of(text))


def places(text: str, verdict: RoundVerdict) -> Changed | None:
    """The first and the last change places."""
    found = re.search(r'\[Places "(.) (.*) (.)"', text)
    if found is None or (SEATS.index(found[1]) + SEATS.index(found[3])) % 2 == 0:
        return None
    new = put(text, found.start(1), found.end(3), f"{found[3]} {found[2]} {found[1]}")
    return new, {"score-mismatch", "places-mismatch"}, len(moves_of(text))


def muffled(text: str, verdict: RoundVerdict) -> Changed | None:
    """Who was the first out was muffled."""
    found, first = re.search(r'\[Muffled "(.)>(.)', text), re.search(r'\[Places "(.)', text)
    if not found or not first or found[1] == first[1]:
        return None
    return put(text, found.start(2), found.end(2), first[1]), {"places-mismatch"}, len(moves_of(text))


def opened(text: str, verdict: RoundVerdict) -> Changed | None:
    """Who has revolted where the threes are kept has not opened."""
    found, revolted = re.search(r'\[Opened "([A-F ]+)"', text), re.search(r"(.)\.geming", text)
    if not found or not revolted or revolted[1] not in found[1]:
        return None
    left = " ".join(seat for seat in found[1].split() if seat != revolted[1]) or "-"
    return put(text, found.start(1), found.end(1), left), {"opened-mismatch"}, len(moves_of(text))


def tribute_of_one_more(text: str, verdict: RoundVerdict) -> Changed | None:
    for number, move in enumerate(moves_of(text), 1):
        if ".gong>" in move[0]:
            return put(text, move.end(), move.end(), "2"), {"tribute-excess"}, number
    return None


def tribute_to_another(text: str, verdict: RoundVerdict) -> Changed | None:
    for number, move in enumerate(moves_of(text), 1):
        if ".gong>" in move[0]:
            paid = {other[0][:8] for other in moves_of(text)}
            payer, payee = move[0][0], move[0][7]
            other = next(seat for seat in SEATS if seat not in (payer, payee) and f"{payer}.gong>{seat}" not in paid)
            at = move.start() + 7
            return put(text, at, at + 1, other), {"tribute-excess", "tribute-missing"}, number
    return None


def price(text: str, verdict: RoundVerdict) -> Changed | None:
    for number, move in enumerate(moves_of(text), 1):
        if ".mai>" in move[0] and ":" in move[0]:
            return put(text, move.end() - 1, move.end(), "A"), {"bad-buy"}, number
    return None


def burner(text: str, verdict: RoundVerdict) -> Changed | None:
    """The opposite of who was burned has burned."""
    for number, move in enumerate(moves_of(text), 1):
        if ".shao>" in move[0]:
            opposite = SEATS[(SEATS.index(move[0][-1]) + 3) % 6]
            return put(text, move.start(), move.start() + 1, opposite), {"not-opposite"}, number
    return None


FIGURES = [
    score,
    places,
    muffled,
    opened,
    tribute_of_one_more,
    tribute_to_another,
    price,
    burner,
]


@pytest.mark.parametrize("change", FIGURES, ids=lambda change: change.__name__)
def test_changed_figure_is_found_at_that_figure(change: Change) -> None:
    tried = 0
    for path in CLEAN:
        parts = referee.write(made(path)).split("\n\n")
        for at, verdict in enumerate(referee.verify(made(path)).rounds, 1):
            found = change(parts[at], verdict)
            if not found:
                continue
            text, codes, move = found
            changed = referee.verify(referee.parse("\n\n".join([*parts[:at], text, *parts[at + 1 :]])))
            told = {finding.code for finding in changed.rounds[at - 1].findings if finding.move == move}
            assert told & codes, text
            assert all(before.status == "clean" for before in changed.rounds[: at - 1])
            tried += 1
            break
    assert tried


@pytest.mark.parametrize("path", CLEAN, ids=name_of)
def test_changed_first_taker_is_found_where_the_round_before_says_who_it_is(path: Path) -> None:
    record, verdicts = made(path), referee.verify(made(path)).rounds
    for number, before in enumerate(verdicts[:-1], 1):
        round_ = record.rounds[number]
        if before.next_dealer is None or record.people(round_) != record.people(record.rounds[number - 1]):
            continue
        other = next(seat for seat in SEATS if seat != round_.leader)
        rounds = (*record.rounds[:number], round_._replace(leader=other), *record.rounds[number + 1 :])
        (first, *_) = referee.verify(record._replace(rounds=rounds)).rounds[number].findings
        assert (first.code, first.move) == ("wrong-dealer", 0)
