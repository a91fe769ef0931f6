"""What tables agree on for the end of the wall, read from TBL-8: which waits are dead, who receives, what pigs cost."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any

from tests.oracle.mahjong.table import tiles_of

Laid = tuple[str, list[str]]
"""The kind of a meld, and its tiles."""
DEFAULTS: dict[str, Any] = {"ready_value": "discard", "dead_wait": "ready"}
ADDED: dict[str, list[Any]] = {"ready_value": ["draw"], "dead_wait": ["not"]}


def discards(moves: Iterable[str]) -> list[str]:
    """The tiles that lie as discards after these moves: what was claimed lies there no more, a robbed kong's tile does."""
    river, laid = list[str](), ""
    for token in moves:
        verb, _, told = token[2:].partition(":")
        if token[1] == "?" or verb == "guo":
            continue
        if token[1] == "-":
            river += tiles_of(token[1:])
        elif verb in ("chi", "peng", "gang") and token[1] == ".":
            river.pop()
        elif verb == "hu" and laid:
            river.append(laid)
        laid = tiles_of(told.partition("=")[2] or told)[0] if verb in ("bugang", "angang") and token[1] == "." else ""
    return river


def dead(
    moves: Iterable[str], melds: list[list[Laid]], seat: int, waits: Collection[str], copies: Mapping[str, int] | None = None
) -> bool:
    """Whether of every wait all copies (four) lie open, or in the seat's own melds."""
    lying = discards(moves)
    for owner, own in enumerate(melds):
        lying += [tile for kind, tiles in own if kind not in ("concealed", "angang") or owner == seat for tile in tiles]
    return bool(waits) and all(lying.count(tile) >= (copies or {}).get(tile, 4) for tile in waits)


def last_copy(table: Any, tile: str, melds: list[list[Laid]]) -> bool:
    """Whether the other three of a tile that somebody wins on lie open, as discards or in melds that all can see (TBL-2)."""
    lying = discards(table.moves)
    if table.phase not in ("act", "kong") and tile in lying:
        lying.remove(tile)  # the tile itself
    for own in melds:
        lying += [tile for kind, tiles in own if kind not in ("concealed", "angang") for tile in tiles]
    return lying.count(tile) - (table.phase == "kong" and table.how == "added") >= 3


def of_pairs(melds: list[list[tuple[str, str]]]) -> list[list[Laid]]:
    """Melds that are told by kind and tile."""
    return [[(kind, [tile] * (3 if kind == "peng" else 4)) for kind, tile in own] for own in melds]


def pig(figure: Any, cap_value: int | None, usual: int, worth: int) -> int:
    """What a pig pays to somebody who waits for so much; ``usual``: what the figure means where it is a number."""
    if figure == "cap":
        assert cap_value is not None
        return cap_value
    return {"best*2": 2, "best*3": 3}[figure] * worth if isinstance(figure, str) else usual


def checked(unready: Iterable[int], best: Mapping[int, int], but: Collection[int] = ()) -> list[tuple[int, int, int]]:
    """Payer, payee and points: who is not ready pays everybody who waits for something, but some."""
    return [(payer, payee, best[payee]) for payer in unready for payee in best if best[payee] and payee not in but]
