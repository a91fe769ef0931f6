"""What hands of 血流成河 are worth, by trying every reading of them (XLC-3.1), and what they wait for (MJ-4.3)."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

from tests.oracle.mahjong import beside, end_of_wall, next_dealer, table_rules
from tests.oracle.mahjong.deals import hand_of, kinds_of
from tests.oracle.mahjong.shapes import after, readings, sets_of

Meld = tuple[str, str]
"""``peng``, ``direct``, ``concealed`` or ``added``, and its tile."""

DEFAULTS: dict[str, Any] = {
    **beside.DEFAULTS,
    "horses": "off",
    "horses_when": "draw",
    "exchange": "three",
    "exchange_suit": "one",
    "que": "declared",
    "after_win": "stay",
    "pass_lock": "turn",
    "cap": 6,
    "jiangdui": "off",
    "self_draw": "bonus",
    "daiyaojiu": "off",
    "menqing_zhongzhang": "off",
    "replacement_payer": "all",
    "kong_on_pao": "move",
    "pig": 4,
    "players": 4,
    "multi_win": "all",
    "peng_lock": "off",
    **next_dealer.DEFAULTS,
    **end_of_wall.DEFAULTS,
    "forced_win": "off",
    "late_kong": "paid",
    "ready_check": "on",
    "ready_payees": "all",
    "kong_refund": "drawn",
    "suits": "mps",
    "ranks": "1-9",
    "hand": 13,
}
"""The options of the preset ``xueliu``."""
PRESETS: dict[str, dict[str, Any]] = {"xueliu": {}, "xuezhan_ding": {"after_win": "leave", "ready_payees": "ready"}}
"""What each preset changes in them."""


def options_of(rules: str) -> dict[str, Any]:
    """``xuezhan_ding cap=none`` as options."""
    words = rules.split()
    preset = next((word for word in words if "=" not in word), "xueliu")
    given = dict(word.split("=", 1) for word in words if "=" in word)
    told = {name: None if value == "none" else int(value) if value.isdigit() else value for name, value in given.items()}
    found = DEFAULTS | PRESETS[preset] | told
    return found | ({"ready_payees": "ready"} if found["after_win"] == "leave" and "ready_payees" not in told else {})


def tiles_with(hand: list[str], melds: list[Meld]) -> list[str]:
    """Hand and melds as tiles."""
    return hand + [tile for kind, tile in melds for _ in range(3 if kind == "peng" else 4)]


def allowed(hand: list[str], melds: list[Meld], missing: str) -> bool:
    """Whether the suits may win: two at most, and none that was declared missing (XLC-1.2)."""
    suits = {tile[1] for tile in hand} | {tile[1] for _, tile in melds}
    return len(suits) < 3 and missing not in suits


@lru_cache(200_000)
def suit_fits(tiles: tuple[str, ...], with_pair: bool) -> bool:
    """Whether the tiles of one suit are sets, and a pair where one is wanted."""
    if not with_pair:
        return bool(sets_of(tiles))
    pairs = [tile for tile in set(tiles) if tiles.count(tile) >= 2]
    return any(sets_of(tuple(sorted((Counter(tiles) - Counter([pair, pair])).elements()))) for pair in pairs)


def fits(hand: list[str], melds: list[Meld]) -> bool:
    """Whether the tiles have the shape of a win (MJ-4.1), whatever their suits."""
    if (len(hand) + 3 * len(melds)) % 3 != 2:
        return False
    if len(hand) == 14 and all(number % 2 == 0 for number in Counter(hand).values()):
        return True
    suits = [tuple(sorted(tile for tile in hand if tile[1] == suit)) for suit in "mps"]
    return sorted(len(tiles) % 3 for tiles in suits) == [0, 0, 2] and all(suit_fits(it, len(it) % 3 == 2) for it in suits)


def worth(
    hand: list[str],
    melds: list[Meld],
    options: dict[str, Any],
    missing: str = "",
    by: str = "",
    flags: frozenset[str] = frozenset(),
    tile: str = "",
) -> int:
    """The value of a hand with its winning tile, the last one if it is not told, without the bonus of a self-draw; 0 where it
    does not win (XLC-1.2, XLC-3.1)."""
    if not allowed(hand, melds, missing) or not fits(hand, melds):
        return 0
    if table_rules.changes_values(options):
        return by_the_table(hand, melds, options, by or "discard", flags, tile or hand[-1])
    fan = max(fan for fan, _ in shapes(hand, melds, options, by, flags))
    value: int = 2 ** min(fan, options["cap"] or fan)
    return value


def by_the_table(hand: list[str], melds: list[Meld], options: dict[str, Any], by: str, flags: frozenset[str], tile: str) -> int:
    """The value by a table with values and fans of its own (TBL-1, TBL-2, TBL-14)."""
    values, own, ladder = table_rules.of_options(options)
    laid = [(table_rules.KONGS.get(kind, kind), meld) for kind, meld in melds]
    beside: table_rules.Fans = {}
    if options["daiyaojiu"] == "on":
        beside["daiyaojiu"] = (2, table_rules.outside)
    if options["menqing_zhongzhang"] == "on":
        beside |= {"menqing": (1, table_rules.C["concealed"]), "zhongzhang": (1, table_rules.C["simples"])}
    if options["self_draw"] == "double":
        beside["zimojiafan"] = (1, table_rules.C["self_drawn"])
    jiangdui = {"jiangdui": (3, table_rules.both("triplets", "all_258"))} if options["jiangdui"] == "on" else {}
    hands = table_rules.hands_of(hand, laid, tile, by, flags, kinds_of(options))
    return table_rules.worth("xueliu", hands, values, own, ladder, options["cap"], (jiangdui, beside)) or 0


def shapes(hand: list[str], melds: list[Meld], options: dict[str, Any], by: str, flags: frozenset[str]) -> list[tuple[int, str]]:
    """Every shape that the hand has by some reading: all fan with it, and its name."""
    every = tiles_with(hand, melds)
    pure = len({tile[1] for tile in every}) == 1
    kongs = [tile for kind, tile in melds if kind != "peng"]
    fours = sum(number == 4 and tile not in kongs for tile, number in Counter(every).items())
    added = len(kongs) + fours + len(flags & {"gangshanghua", "gangshangpao", "haidi"}) + (by == "rob")
    added += by == "draw" and options["self_draw"] == "double"
    if options["menqing_zhongzhang"] == "on":
        added += all(kind == "concealed" for kind, _ in melds)
        added += not any(tile[0] in "19" for tile in every)
    dealt = [(6, flag) for flag in sorted(flags & {"tianhu", "dihu"})]
    found = []
    for pair, sets in readings(tuple(sorted(hand))):
        if pair is not None:
            whole = [*sets, *(("triplet", tile) for _, tile in melds)]
            more = 2 if options["daiyaojiu"] == "on" and ends(pair, whole) else 0
            found += [(fan + more, name) for fan, name in dealt + of_sets(whole, every, melds, options, pure)]
        elif not melds:
            found += [*dealt, (4, "qingqidui") if pure else (2, "qidui")]
            if fours:  # the four that makes it is no 根
                found.append((5 - 1, "qinglongqidui") if pure else (3 - 1, "longqidui"))
    return [(fan + added, name) for fan, name in found]


def ends(pair: str, sets: list[tuple[str, str]]) -> bool:
    """帶幺九: a 1 or 9 in every set and in the pair."""
    return pair[0] in "19" and all(tile[0] in ("19" if kind == "triplet" else "17") for kind, tile in sets)


def of_sets(
    sets: list[tuple[str, str]], every: list[str], melds: list[Meld], options: dict[str, Any], pure: bool
) -> list[tuple[int, str]]:
    """The shapes of four sets and a pair: their fan, without what is added."""
    found = [(2, "qingyise") if pure else (0, "pinghu")]
    if all(kind == "triplet" for kind, _ in sets):
        found.append((3, "qingdui") if pure else (1, "duiduihu"))
        if options["jiangdui"] == "on" and all(tile[0] in "258" for tile in every):
            found.append((3, "jiangdui"))
    if melds and 3 * len(melds) + 1 == hand_of(options):
        found.append((4, "qingjingoudiao") if pure else (2, "jingoudiao"))
        if all(kind != "peng" for kind, _ in melds):  # its own kongs are not added
            found.append((8 - len(melds), "qingshibaluohan") if pure else (6 - len(melds), "shibaluohan"))
    return found


def waits(hand: list[str], melds: list[Meld], options: dict[str, Any], missing: str, by: str = "") -> dict[str, int]:
    """The kinds that complete a hand and what each is worth, nothing of the moment added; a kind of which the player holds all
    four is none (MJ-4.3)."""
    held = Counter(tiles_with(hand, melds))
    near = {after(tile, step) for tile in hand for step in (-1, 0, 1)}
    able = [tile for tile in kinds_of(options) if tile in near and held[tile] < 4]
    values = {tile: worth([*hand, tile], melds, options, missing, by) for tile in able}
    return {tile: value for tile, value in values.items() if value}
