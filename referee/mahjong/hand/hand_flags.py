"""Properties of a winning hand, one bit each. A fan names the flags that it needs, so that one comparison decides whether they
are there.

Some are of the reading, some of the whole hand however it is read, some are circumstances: what a win is besides its tiles
(``circumstances``).
"""

from __future__ import annotations

from typing import Final

SHAPED: Final = 1 << 0
"""It has a shape: either of the next two."""
FOUR_SETS: Final = 1 << 1
"""Four sets and a pair."""
SEVEN_PAIRS: Final = 1 << 2
TRIPLETS: Final = 1 << 3
"""四個刻子: four triplets or kongs and a pair."""
OUTSIDE: Final = 1 << 4
"""帶幺九: a 1 or 9 in every set and in the pair."""
PAIR_258: Final = 1 << 5
"""將: the pair is of 2, 5 or 8."""

ONE_SUIT: Final = 1 << 6
"""Its suit tiles are of one suit."""
PURE: Final = 1 << 7
"""The same, and it has no honours."""
WITH_HONOURS: Final = 1 << 8
"""Honours are among its tiles."""
ALL_258: Final = 1 << 9
"""Every tile is a 2, 5 or 8."""
FOUR_IN_HAND: Final = 1 << 10
"""Four alike are in the concealed hand."""
KONG: Final = 1 << 11
OPEN_MELD: Final = 1 << 12
"""A meld lies open: any but a concealed kong."""
FOUR_MELDS: Final = 1 << 13
"""A single tile was left in the hand."""
FOUR_OPEN_MELDS: Final = 1 << 14
"""The same, and every meld lies open."""

FOUR_KONGS: Final = 1 << 22
"""Four kongs and a pair."""

SELF_DRAWN: Final = 1 << 15
"""自摸."""
ROBBING: Final = 1 << 16
"""搶槓: on the tile of a kong being laid."""
ON_REPLACEMENT: Final = 1 << 17
"""槓上花: drawn as the replacement after an own kong."""
AFTER_KONG: Final = 1 << 18
"""槓上炮: on the discard that directly follows the discarder's kong; in some games on the tile of a further kong too."""
LAST_TILE: Final = 1 << 19
"""海底: drawn as the last tile of the wall, or discarded with the wall empty where a game counts that."""
HEAVEN: Final = 1 << 20
"""天胡: the dealer's dealt fourteen tiles."""
EARTH: Final = 1 << 21
"""地胡: right at the start, as each game defines it."""
