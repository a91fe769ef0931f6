"""What completes a hand (MJ-4.1, MJ-4.3), by combining what is known of its suits.

Answers are sets of kinds as bits of one int (bit ``kind``). A game's own rules (a missing suit, a minimum) are not here.
"""

from __future__ import annotations

from collections.abc import Sequence

from referee.mahjong.shapes import Suit, honours, suit


def suits_of(keys: Sequence[int]) -> tuple[Suit, Suit, Suit, Suit]:
    """What is known of each suit of the concealed tiles."""
    return suit(keys[0]), suit(keys[1]), suit(keys[2]), honours(keys[3])


def complete(keys: Sequence[int]) -> bool:
    """Whether the concealed tiles are sets and one pair."""
    pairs = 0
    for known in suits_of(keys):
        if known.paired:
            pairs += 1
        elif not known.whole:
            return False
    return pairs == 1


def seven_pairs(keys: Sequence[int]) -> bool:
    """Whether the concealed tiles are seven pairs, a four of a kind as two."""
    known = suits_of(keys)
    return not any(part.odd for part in known) and sum(part.pairs for part in known) == 7


def waits(keys: Sequence[int]) -> int:
    """The kinds that would complete the concealed tiles, by sets and a pair or by seven pairs, four held ones left out."""
    known = suits_of(keys)
    return _standard(known) | _seven(known)


def _standard(known: Sequence[Suit]) -> int:
    broken = [index for index in range(4) if not known[index].whole]
    if len(broken) > 2:
        return 0
    found = 0
    for index, part in enumerate(known):
        others = [other for other in broken if other != index]
        if not others:
            found |= part.paired_waits << 9 * index
        elif len(others) == 1 and known[others[0]].paired:
            found |= part.whole_waits << 9 * index
    return found


def _seven(known: Sequence[Suit]) -> int:
    if sum(part.pairs for part in known) != 6:
        return 0
    odd = 0
    for index, part in enumerate(known):
        odd |= part.odd << 9 * index
    return odd if odd and not odd & odd - 1 else 0
