"""How a mahjong round is dealt from a shuffled set, and what its hands and walls name (PPN-10)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.game.dealing import Dealing, Take
from referee.mahjong.hand.tiles import KINDS, NAMES, kinds
from referee.mahjong.table.moves import SEATS
from referee.mahjong.table.ruleset import Ruleset
from referee.record import Round


def dealing(ruleset: Ruleset, round_: Round) -> Dealing | None:
    """A hand for every seat that plays, in the order of the seats, then a tile for the dealer; None if no dealer is named.

    The whole set is sorted m p s z and by rank, the copies of a kind side by side.
    """
    seats = [SEATS[seat] for seat in range(ruleset.seats) if seat not in ruleset.absent]
    if round_.dealer not in seats:
        return None
    pieces = tuple([NAMES[kind] for kind in range(KINDS) for _ in range(ruleset.copies[kind])])
    return Dealing(pieces, (*[Take(seat, ruleset.hand) for seat in seats], Take(str(round_.dealer), 1)))


def pieces_of(text: str) -> tuple[str, ...]:
    """The tiles that an MPSZ text names, one by one. Raises ValueError for any other text."""
    try:
        return tuple([NAMES[kind] for kind in kinds(text)])
    except KeyError as error:
        raise ValueError(text) from error


def written(pieces: Sequence[str]) -> str:
    """Tiles one by one, as a wall is written."""
    return "".join(pieces)
