"""The tiles that complete a hand (MJ-4.1, MJ-4.3), found by combining the looked-up shapes of its suits.

Answers are sets of kinds as bits of one int (bit ``kind``). A game's own rules (a missing suit, a minimum) are not here.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.mahjong.hand.shapes import Suit, honours, suit
from referee.mahjong.hand.tiles import HONOURS, RANK, SUIT, UNSEEN


def suits_of(keys: Sequence[int]) -> tuple[Suit, Suit, Suit, Suit]:
    """The looked-up shapes of each suit of the concealed tiles."""
    return suit(keys[0]), suit(keys[1]), suit(keys[2]), honours(keys[3])


def complete(keys: Sequence[int]) -> bool:
    """Whether the concealed tiles are sets and one pair."""
    return home(suits_of(keys)) >= 0


def home(known: Sequence[Suit]) -> int:
    """The suit that holds the pair if all suits together are sets and one pair; -1 if they are not."""
    found = -1
    for index, part in enumerate(known):
        if not part.whole:
            if found >= 0 or not part.paired:
                return -1
            found = index
    return found


def all_pairs(known: tuple[Suit, Suit, Suit, Suit]) -> bool:
    """Whether these suits are seven pairs."""
    m, p, s, z = known
    return not (m.odd | p.odd | s.odd | z.odd) and m.pairs + p.pairs + s.pairs + z.pairs == 7


def completes(keys: Sequence[int], kind: int) -> bool:
    """Whether one more tile of a kind would complete the concealed tiles; its own suit is looked up first.

    Of a tile that nobody saw nobody can say so.
    """
    if kind == UNSEEN:
        return False
    index = SUIT[kind]
    known = honours(keys[HONOURS]) if index == HONOURS else suit(keys[index])
    return bool(known.taken >> RANK[kind] - 1 & 1) and bool(waits(keys) >> kind & 1)


def waits(keys: Sequence[int]) -> int:
    """The kinds that would complete the concealed tiles to sets and a pair or seven pairs, without kinds held four times."""
    known = suits_of(keys)
    return _standard(known) | _seven(known)


def _standard(known: Sequence[Suit]) -> int:
    broken = [index for index in range(4) if not known[index].whole]
    if len(broken) > 2:
        return 0
    if not broken:
        return sum(part.paired_waits << 9 * index for index, part in enumerate(known))
    first, last = broken[0], broken[-1]
    if first == last:
        found = known[first].paired_waits << 9 * first
        if known[first].paired:
            found |= sum(part.whole_waits << 9 * index for index, part in enumerate(known) if index != first)
        return found
    found = 0
    if known[first].paired:
        found |= known[last].whole_waits << 9 * last
    if known[last].paired:
        found |= known[first].whole_waits << 9 * first
    return found


def _seven(known: Sequence[Suit]) -> int:
    m, p, s, z = known
    if m.pairs + p.pairs + s.pairs + z.pairs != 6:
        return 0
    odd = m.odd | p.odd << 9 | s.odd << 18 | z.odd << 27
    return odd if odd and not odd & odd - 1 else 0
