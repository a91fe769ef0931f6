"""Where a move or a tag stands, worked out from its round."""

from __future__ import annotations

import pytest

from referee.core.record import Position
from referee.notation import locate, locate_tag, parse
from tests.referee.notation.texts import match

MOVES = "1. 東-1p {E-9p\n3. S+9p} S+2p;oh S-9p\nS.碰:7z5p{x}W-1p"


def position() -> Position:
    """That of a round that has comments, move numbers and Chinese in it."""
    found = parse(
        match(MOVES, tags='[Dealer "E"]\n  [Hand.E "1m"] [Hand.S "2m"]\n') + '[Round "2"]\n[Hand.W "1m"]\nE-5m', first_line=11
    )
    assert found.rounds[0].position
    return found.rounds[0].position


@pytest.mark.parametrize(
    ("move", "told"),
    [
        (0, (None, 14, 1)),
        (1, ("東-1p", 17, 4)),
        (2, ("S+2p", 18, 10)),
        (3, ("S.碰:7z5p", 19, 1)),
        (4, ("W-1p", 19, 12)),
        (5, (None, 14, 1)),
    ],
)
def test_error_in_a_move_says_its_line_and_column(move: int, told: tuple[str | None, int, int]) -> None:
    assert locate(position(), move) == told


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Dealer", ('[Dealer "E"]', 15, 1)),
        ("Hand.E", ('[Hand.E "1m"]', 16, 3)),
        ("Hand.S", ('[Hand.S "2m"]', 16, 17)),
        ("Hand.W", (None, 14, 1)),
    ],
)
def test_error_in_a_tag_says_its_line_and_column(name: str, told: tuple[str | None, int, int]) -> None:
    assert locate_tag(position(), name) == told
