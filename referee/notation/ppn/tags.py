"""Tags: their order in canonical text, and reading and writing the values of known ones."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from referee.notation.errors import TEXTS, Text
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

Reader = Callable[[str], str | None]
"""Reads a tag's value into canonical form; None where it is malformed."""


def signed_move(seat: str, pieces: str) -> Text:
    """What is expected for tiles or cards that follow a seat without a sign."""
    facts = {"seat": seat, "pieces": pieces}
    return TEXTS("signed-tile", **facts) if is_tiles(pieces) else TEXTS("signed-card", **facts)


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
