"""The options that change a game's table of fans: other values (``fan.CODE=N``, TBL-1), fans of the table's own
(``house.CODE=VALUE,CONDITION,…``, TBL-2), and what fan are worth (``ladder``, TBL-14)."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from referee.chinese import OwnText
from referee.core.texts import filled
from referee.core.verdict import JSON, Text
from referee.rulebook import Rulebook, Rules, UnsupportedOptions
from referee.rulebook.clauses import BETWEEN
from referee.rulebook.fan_lines import FanLine
from referee.rulebook.options import Family, NotAllowed

FAN, HOUSE, LADDER = "fan", "house", "ladder"
GAME, SUM = "game", "sum"
OFF: Final = "off"
MOST: Final = 999
"""The most that a table may make a fan worth."""
MOST_STEP: Final = 999_999
MOST_STEPS: Final = 64
CONDITIONS: Final = (
    *("after_kong", "all_258", "concealed", "earth", "edge_wait", "four_in_hand", "four_kongs", "four_melds", "four_open_melds"),
    *("four_sets", "heaven", "last_copy", "last_tile", "long_run", "middle_wait", "on_discard", "on_replacement", "one_suit"),
    *("outside", "pair_258", "pair_wait", "pure", "robbing", "self_drawn", "seven_pairs", "shaped", "simples", "single_wait"),
    *("triplets", "with_honours"),
    *(f"concealed_triplets:{number}" for number in range(1, 5)),
    *(f"dragon_pair:{number}" for number in range(1, 4)),
    *(f"kongs:{kind}" for kind in ("added", "concealed", "direct")),
    *(f"middle_wait:{rank}" for rank in range(2, 9)),
)
"""What a fan of the table's own may ask for; ``referee.mahjong.hand.conditions`` says what each means."""
OF_SUITS: Final = tuple([name for name in CONDITIONS if name != "with_honours" and not name.startswith("dragon_pair:")])
"""What it may ask for where there are no dragons."""
ADDED, SHAPE, FACTOR = "+", "=", "x"
EXCLUDES: Final = "excludes"
_VALUE: Final = re.compile(r"([+=x])([1-9]\d{0,2}|0)")
_CODE: Final = re.compile(r"[a-z][a-z0-9]{0,31}")


@dataclass(frozen=True)
class FanValues(Family):
    """``fan.CODE=N``, ``N/M`` for a draw and a discard, or ``off``."""

    clause: ClassVar[str] = "TBL-1"
    valuing: ClassVar[bool] = True
    single: ClassVar[bool] = False
    least: int = 0
    """The least that a plain hand may be worth."""

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value; empty where the game has it so. Raises NotAllowed."""
        line = book.fans.get(name)
        if line is None:
            raise NotAllowed("option", [f"{FAN}.{code}" for code in book.fans])
        if value == OFF and not line.plain:
            return OFF
        if not line.plain and not line.counts():
            raise NotAllowed("value", [OFF])
        drawn, sign, discarded = value.partition("/")
        two = line.draw != line.discard
        least = self.least if line.plain else 0 if two and sign else 1
        if not _number(drawn, least) or sign and not (two and _number(discarded, 0)) or value == "0/0":
            raise NotAllowed("value", _expected(line, least))
        return "" if value == line.written and line.option is None else value

    def together(self, book: Rulebook, name: str, chosen: Mapping[str, str]) -> None:
        """Refuse the value of a fan beside the option by which the table has that fan or not."""
        option = book.fans[name.partition(".")[2]].option
        if option in chosen:
            raise UnsupportedOptions("fan-twice", name=name, option=option)

    def example(self, book: Rulebook) -> str:
        """The first fan that can be taken out."""
        return f"{FAN}.{next(code for code, line in book.fans.items() if line.counts() and not line.plain)}={OFF}"

    def names(self, book: Rulebook) -> Mapping[str, tuple[Text, str]]:
        """The fans of the game, each with its value."""
        return {code: (line.text, line.written) for code, line in book.fans.items() if line.plain or line.counts()}

    def said(self, book: Rulebook, value: str) -> Text:
        """The value, or that the fan does not count."""
        return book.words.of("families")["fan-off"] if value == OFF else super().said(book, value)


def _number(text: str, least: int, most: int = MOST) -> bool:
    return text.isascii() and text.isdigit() and text == str(int(text[:7])) and least <= int(text) <= most


def _expected(line: FanLine, least: int) -> list[JSON]:
    written = f"{least}..{MOST}"
    two: list[JSON] = [f"{written}/0..{MOST}"] if line.draw != line.discard else []
    return [written, *two, *([] if line.plain else [OFF])]


class HouseFan(NamedTuple):
    """A fan that a table has added: its code, how it counts (``+`` beside the shape, ``=`` a shape of its own, ``x`` a factor),
    its value, the names of its conditions, and the fans that do not count beside it."""

    code: str
    sign: str
    value: int
    when: tuple[str, ...]
    excludes: tuple[str, ...]


@dataclass(frozen=True)
class HouseFans(Family):
    """``house.CODE=VALUE,CONDITION,…``. A game that reads hands otherwise than as sets names the conditions that it can
    answer."""

    conditions: tuple[str, ...] = OF_SUITS
    clause: ClassVar[str] = "TBL-2"
    valuing: ClassVar[bool] = True
    single: ClassVar[bool] = False

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value with its conditions in order. Raises NotAllowed."""
        if not _CODE.fullmatch(name) or name in book.fans:
            raise NotAllowed("option", [f"{HOUSE}.[a-z0-9]+ ≠ {', '.join(book.fans)}"])
        worth, *rest = value.split(",")
        if not _VALUE.fullmatch(worth) or worth in ("x0", "x1", "+0"):
            raise NotAllowed("value", [f"+1..{MOST},…", f"=0..{MOST},…", f"x2..{MOST},…"])
        excluded = [one for one in rest if one.startswith(EXCLUDES + ":")]
        asked = [one for one in rest if one not in excluded]
        if len(excluded) > 1 or not asked or len(set(asked)) < len(asked) or not set(asked) <= set(self.conditions):
            raise NotAllowed("value", [*self.conditions, f"{EXCLUDES}:CODE+CODE"])
        codes = excluded[0].partition(":")[2].split("+") if excluded else []
        if not all(map(_CODE.fullmatch, codes)) or any(code in book.fans and book.fans[code].plain for code in codes):
            raise NotAllowed("value", [f"{EXCLUDES}:{code}" for code, line in book.fans.items() if not line.plain])
        return ",".join([worth, *sorted(asked), *excluded])

    def together(self, book: Rulebook, name: str, chosen: Mapping[str, str]) -> None:
        """Refuse one that excludes a fan which this table does not have."""
        fan = house_fan(name.partition(".")[2], chosen[name])
        for code in fan.excludes:
            if code not in book.fans and f"{HOUSE}.{code}" not in chosen:
                raise UnsupportedOptions("excludes-no-fan", name=name, fan=code)

    def example(self, book: Rulebook) -> str:
        """A long run, or seven pairs where a hand is valued without its sets."""
        return f"{HOUSE}.yitiaolong=+1,{'long_run' if 'long_run' in self.conditions else 'seven_pairs'}"

    def said(self, book: Rulebook, value: str) -> Text:
        """How the fan counts, and its conditions."""
        fan = house_fan("", value)
        asked = [self.condition(book, one) for one in fan.when]
        beside = [book.fans[code].text if code in book.fans else OwnText(zh=code, en=code) for code in fan.excludes]
        words = book.words.of("families")
        facts = {"worth": filled(words[f"house{fan.sign}"], {"n": fan.value}), "when": _listed(asked), "beside": _listed(beside)}
        return OwnText(filled(words["house-beside" if beside else "house-when"], facts))


def _listed(texts: Sequence[Text]) -> Text:
    return {language: between.join(one[language] for one in texts) for language, between in BETWEEN.items()}


def without_earth(conditions: Sequence[str]) -> HouseFans:
    """A table's own fans in a game that has no 地胡; they ask for nothing but these conditions."""
    return HouseFans(tuple([name for name in conditions if name != "earth"]))


def house_fan(code: str, written: str) -> HouseFan:
    """A fan that a table has added, of the text that ``HouseFans`` have read."""
    worth, *rest = written.split(",")
    excluded = [one.partition(":")[2] for one in rest if one.startswith(EXCLUDES + ":")]
    codes = tuple(excluded[0].split("+")) if excluded else ()
    return HouseFan(code, worth[0], int(worth[1:]), tuple(one for one in rest if not one.startswith(EXCLUDES + ":")), codes)


def changed(lines: Mapping[str, FanLine], values: Mapping[str, str]) -> dict[str, FanLine]:
    """The lines with the values that a table has given them; those that are off are left out."""
    found = dict(lines)
    for code, value in values.items():
        if value == OFF:
            del found[code]
            continue
        line = lines[code]
        drawn, sign, discarded = value.partition("/")
        if sign:
            found[code] = line.worth(int(drawn), int(discarded))
        else:
            only_draw, only_discard = line.draw and not line.discard, line.discard and not line.draw
            found[code] = line.worth(0 if only_discard else int(drawn), 0 if only_draw else int(drawn))
    return found


class LadderSteps(Family):
    """``ladder=game|sum|2,5,10``: what fan are worth."""

    clause: ClassVar[str] = "TBL-14"
    valuing: ClassVar[bool] = True

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value; empty where the game's own ladder holds. Raises NotAllowed."""
        steps = value.split(",")
        if value in (GAME, SUM):
            return "" if value == GAME else SUM
        rising = all(_number(step, 0, MOST_STEP) for step in steps) and [*map(int, steps)] == sorted({*map(int, steps)})
        if len(steps) < 2 or len(steps) > MOST_STEPS or not rising:
            raise NotAllowed("value", [GAME, SUM, "2,5,10,20"])
        return value

    def example(self, book: Rulebook) -> str:
        """A ladder of five steps."""
        return f"{LADDER}=2,5,10,20,40"

    def said(self, book: Rulebook, value: str) -> Text:
        """The steps, or that their number counts."""
        return book.words.of("families")["ladder-sum"] if value == SUM else super().said(book, value)


def ladder_steps(rules: Rules) -> tuple[int, ...] | str:
    """The steps of the ladder, the least first; else ``game`` or ``sum``."""
    written = rules.family(LADDER).get("", GAME)
    return written if written in (GAME, SUM) else tuple(map(int, written.split(",")))


def lines_of(book: Rulebook, rules: Rules, left_out: Collection[str] = ()) -> dict[str, FanLine]:
    """The lines of the game's table by these rules: without the fans that options leave out, with other values (TBL-1)."""
    values = rules.family(FAN)
    kept = {code: line for code, line in book.fans.items() if code not in left_out or code in values}
    return changed(kept, values)


def house_fans(rules: Rules) -> list[HouseFan]:
    """The fans that the table has added, in the order of their codes (TBL-2)."""
    return [house_fan(code, written) for code, written in rules.family(HOUSE).items()]


def revalued(rules: Rules) -> bool:
    """Whether the table has changed what hands are worth, so that values are none of the game's own series."""
    return any(rules.family(word) for word in (FAN, HOUSE, LADDER))


@lru_cache
def asks(rules: Rules, condition: str) -> bool:
    """Whether a fan that the table has added asks for this condition."""
    return any(condition in fan.when for fan in house_fans(rules))


@lru_cache
def pairs_win(book: Rulebook, rules: Rules) -> bool:
    """Whether seven pairs win: the table has left some fan of theirs, or added one."""
    asked = [*[line.when for line in lines_of(book, rules).values()], *[fan.when for fan in house_fans(rules)]]
    return any("seven_pairs" in when for when in asked)
