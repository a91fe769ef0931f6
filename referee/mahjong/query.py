"""Questions about one hand, as ``referee score`` asks them: is it a win, what is it worth, what does it wait for."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from referee.mahjong.fans import Holding, Meld
from referee.mahjong.readiness import waits
from referee.mahjong.tiles import KINDS, NAMES, SUIT, UNIT, UNSEEN, count, keys_of, kinds
from referee.rulebook import Raise, Rules
from referee.verdict import JSON

if TYPE_CHECKING:
    from referee.mahjong.game import Judged, MahjongGame

MELDS = {"chi": "chi", "peng": "peng", "gang": "direct", "angang": "concealed", "bugang": "added"}
FLAGS = ("gangshanghua", "gangshangpao", "haidi", "tianhu", "dihu", "liang", "bao", "dice")
WAYS = ("draw", "discard", "rob")


def answer(game: MahjongGame, rules: Rules, query: dict[str, JSON]) -> dict[str, JSON]:
    """The value of ``hand`` + ``melds`` with ``win``, or with ``waits`` the value of every tile that it waits for.

    Raises ValueError, with what was expected, for a query that cannot be read.
    """
    hand = _tiles(query.get("hand", ""), "hand")
    melds = tuple(_meld(text) for text in _texts(query.get("melds", []), "melds"))
    by = query.get("by", "draw")
    if not isinstance(by, str) or by not in WAYS:
        raise ValueError(f"by: expected one of {', '.join(WAYS)}, got {by!r}")
    flags = frozenset(_texts(query.get("flags", []), "flags"))
    if flags - set(FLAGS):
        raise ValueError(f"flags: expected some of {', '.join(FLAGS)}, got {', '.join(sorted(flags - set(FLAGS)))}")
    if len(hand) + 3 * len(melds) != 13:
        raise ValueError(f"hand: expected {13 - 3 * len(melds)} tiles beside {len(melds)} melds, got {len(hand)}")
    _within_copies(game, rules, hand, melds)
    if query.get("waits"):
        return {"waits": _waits(game, rules, hand, melds, by, flags)}
    win = _tiles(query.get("win", ""), "win")
    if len(win) != 1:
        raise ValueError(f"win: expected one tile, got {query.get('win')!r}")
    _within_copies(game, rules, [*hand, *win], melds)
    judged = _judge(game, rules, hand, melds, win[0], by, flags)
    if isinstance(judged, Raise):
        return {"wins": False, "reason": judged.code}
    fans: list[JSON] = [{"code": fan.code, "value": fan.value, "clause": fan.clause} for fan in judged.fans]
    return {"wins": True, "value": judged.value, "fans": fans}


def _waits(
    game: MahjongGame, rules: Rules, hand: list[int], melds: tuple[Meld, ...], by: str, flags: frozenset[str]
) -> dict[str, JSON]:
    found: dict[str, JSON] = {}
    mask = waits(keys_of(hand))
    for kind in range(KINDS):
        held = hand.count(kind) + sum(meld.tiles.count(kind) for meld in melds)
        if not mask >> kind & 1 or held >= game.ruleset(rules).copies[kind]:
            continue
        judged = _judge(game, rules, hand, melds, kind, by, flags)
        if not isinstance(judged, Raise):
            found[NAMES[kind]] = judged.value
    return found


def _judge(
    game: MahjongGame, rules: Rules, hand: list[int], melds: tuple[Meld, ...], tile: int, by: str, flags: frozenset[str]
) -> Judged | Raise:
    keys = keys_of(hand)
    keys[SUIT[tile]] += UNIT[tile]
    return game.judge(rules, Holding(keys, melds, tile, by, flags))


def _meld(text: str) -> Meld:
    """``chi:345p``, ``peng:55p5p``, ``gang:5555p``, ``angang:…``, ``bugang:…``."""
    word, _, rest = text.partition(":")
    tiles = tuple(sorted(_tiles(rest, "melds")))
    size = 3 if word in ("chi", "peng") else 4
    run = len(tiles) == 3 and tiles[0] // 9 == tiles[2] // 9 < 3 and tiles == (tiles[0], tiles[0] + 1, tiles[0] + 2)
    good = run if word == "chi" else len(tiles) == size and len(set(tiles)) == 1
    if word not in MELDS or not good:
        raise ValueError(f"melds: expected {' '.join(MELDS)} with their tiles, as peng:555p, got {text!r}")
    return Meld(MELDS[word], tiles[0], tiles)


def _tiles(value: JSON, field: str) -> list[int]:
    try:
        found = kinds(value) if isinstance(value, str) else [UNSEEN]
    except KeyError:
        found = [UNSEEN]
    if UNSEEN in found:
        raise ValueError(f"{field}: expected tiles as 123m55p7z, got {value!r}")
    return found


def _texts(value: JSON, field: str) -> list[str]:
    if not isinstance(value, list) or not all(isinstance(entry, str) for entry in value):
        raise ValueError(f"{field}: expected a list of words, got {value!r}")
    return cast(list[str], value)


def _within_copies(game: MahjongGame, rules: Rules, hand: list[int], melds: tuple[Meld, ...]) -> None:
    keys = keys_of(hand)
    for kind, copies in enumerate(game.ruleset(rules).copies):
        held = count(keys, kind) + sum(meld.tiles.count(kind) for meld in melds)
        if held > copies:
            raise ValueError(f"hand: {held} of {NAMES[kind]}, but only {copies} are in play")
