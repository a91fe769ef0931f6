"""Tags: their order in canonical text, and reading and writing the values of known ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from referee.notation.faces import CARDS_AT_LEAST, cards, is_cards, is_low_to_high, is_single, is_sorted, is_tiles, tiles, wall

MATCH_TAGS: Final = ("Event", "Site", "Date", "Table", "Stage", "Recorder", "Source")
"""The match tags that are kept as they are, in their order."""

ROUND_TAGS: Final = ("Exchange", "Daluo", "Kind")
"""The round tags that are kept as they are, in their order: what a game's own clauses speak of, and the kind of the round."""

_PLAIN: Final = ("Break", "Draw", "Start", "End")
_KNOWN_OF_MATCH: Final = frozenset({"PPN", "Game", "Rules", "Base", "Totals", "Round"})
_KNOWN_OF_ROUND: Final = frozenset({"PPN", "Round", "Dealer", "Leader", "Dice", "Wall", "Scores", "Places", *_PLAIN})

_ROUND_NUMBER: Final = re.compile("[1-9][0-9]{0,8}")
_ESCAPE = re.compile(r"\\([\"\\])")

Expected = dict[str, str]
Reader = Callable[[str], str | None]
"""Reads a tag's value into canonical form; None where it is malformed."""

SCORES: Expected = {"zh": "各家的分數，如 E-16 S+16 W0", "en": "every seat's score, as E-16 S+16 W0"}
SEAT: Expected = {"zh": "座位字母，如 E", "en": "a seat's letter, as E"}
WHOLE: Expected = {"zh": "整數", "en": "an integer"}
ROUND: Expected = {"zh": "從 1 起、不倒退的局號", "en": "a round number from 1 that does not go backwards"}
DICE: Expected = {"zh": "骰子點數，如 34", "en": "the faces of the dice, as 34"}
TILES: Expected = {"zh": "牌，如 123m55p7z 或 ?", "en": "tiles, as 123m55p7z, or ?"}
HAND: Expected = {"zh": "手牌，如 123m55p7z、334TJxX 或 ?", "en": "a hand, as 123m55p7z, 334TJxX or ?"}
PLACES: Expected = {"zh": "名次，如 C A E B D F", "en": "the places, as C A E B D F"}


def signed(side: str, points: str) -> Expected:
    """What is expected for a score that has no sign."""
    zh = f"各家帶正負號的分數（{side}{points} 缺正負號：{side}+{points} 或 {side}-{points}）"
    en = f"every seat's score with its sign ({side}{points} has none: {side}+{points} or {side}-{points})"
    return {"zh": zh, "en": en}


def signed_move(seat: str, pieces: str) -> Expected:
    """What is expected for tiles or cards that follow a seat without a sign."""
    if is_tiles(pieces):
        zh = f"{seat}+{pieces}（摸牌）或 {seat}-{pieces}（打牌），座位與牌之間要有加號或減號"
        return {"zh": zh, "en": f"a plus or a minus between: {seat}+{pieces} (a draw) or {seat}-{pieces} (a discard)"}
    return {"zh": f"{seat}:{pieces}，座位與牌之間要有冒號", "en": f"a colon between: {seat}:{pieces}"}


def is_match_tag(name: str) -> bool:
    """Whether the record of a match stores this tag elsewhere than among its ``tags``."""
    return name in _KNOWN_OF_MATCH or name[:5] == "Seat."


def is_round_tag(name: str) -> bool:
    """Whether the record of a round stores this tag elsewhere than among its ``tags``."""
    return name in _KNOWN_OF_ROUND or name[:5] == "Hand." or name[:4] == "Sit."


def ordered(found: Mapping[str, str], known_ones: Sequence[str] = MATCH_TAGS) -> dict[str, str]:
    """Tags in canonical order: the known ones, of a match or of a round, then the others by name."""
    known = {name: found[name] for name in known_ones if name in found}
    return known | {name: found[name] for name in sorted(found) if name not in known}


def is_name(text: str) -> bool:
    """Whether this text is allowed as the name of a tag."""
    return re.fullmatch(r"[A-Za-z0-9.]+", text) is not None


def unescaped(value: str) -> str:
    """The value of a tag without escapes."""
    return _ESCAPE.sub(r"\1", value) if "\\" in value else value


def tag(name: str, value: str) -> str:
    """A tag as text."""
    if "\\" in value or '"' in value:
        value = value.replace("\\", "\\\\").replace('"', '\\"')
    return f'[{name} "{value}"]\n'


def rules_text(value: str) -> str:
    """The rules of a match in canonical form: options with a dot in their name (``fan.CODE``) behind the others, by name."""
    if "." not in value:
        return value
    words = value.split()
    in_order = sorted(words, key=_behind)
    return value if in_order == words else " ".join(in_order)


def _behind(word: str) -> str:
    """By what an option is put in its place: nothing, or a name with a dot."""
    name = word.partition("=")[0]
    return name if "." in name else ""


def scores_text(found: Mapping[str, int]) -> str:
    """Scores as text."""
    return " ".join(f"{seat}{points:+d}" if points else f"{seat}0" for seat, points in found.items())


def round_number(text: str) -> int:
    """The number of a round; 0 if the text is none."""
    return int(text) if _ROUND_NUMBER.fullmatch(text) else 0


def whole(text: str) -> str | None:
    """An integer in canonical form; None if the text is none."""
    return str(int(text)) if re.fullmatch(r"[-+]?[0-9]{1,9}", text) else None


def dice(text: str) -> str | None:
    """The faces of dice."""
    return text if re.fullmatch("[1-6]+", text) else None


def hand(text: str) -> str | None:
    """A hand of tiles or cards in canonical form; None where the text is neither."""
    if is_sorted(text) if len(text) < CARDS_AT_LEAST else is_low_to_high(text):
        return text
    bare = "".join(text.split())
    if is_tiles(bare):
        return tiles(bare) if not is_cards(bare) or len(bare) < CARDS_AT_LEAST else cards(bare)
    return cards(bare) if is_cards(bare) else None


def wall_text(text: str) -> str | None:
    """A wall in canonical form: single tiles in drawing order."""
    if is_single(text):
        return text
    bare = "".join(text.split())
    return wall(bare) if is_tiles(bare) else None
