"""The options that change what a table pays: a least value (``min_value=N``, TBL-5) and the fees of kongs (``kong.direct=N:all``,
TBL-7)."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, Final, NamedTuple

from referee.chinese import OwnText
from referee.core.texts import filled
from referee.core.verdict import Text
from referee.rulebook import Rulebook, Rules, UnsupportedOptions
from referee.rulebook.options import Family, NotAllowed

MIN_VALUE, KONG = "min_value", "kong"
DISCARD: Final = "discard"
DISCARDER, ALL = "discarder", "all"
PAYERS: Final[Mapping[str, tuple[str, ...]]] = {"direct": (DISCARDER, ALL), "added": (ALL, DISCARDER), "concealed": (ALL,)}
"""Who may pay for a kong, by its kind: who fed it, or everybody else."""
MOST: Final = 999
OF_GAMES: Final = ("kong_unit", "direct_kong")
"""Options of games that say what kongs cost."""
_LEAST: Final = re.compile(r"([1-9]\d{0,2})(:discard)?")
_FEE: Final = re.compile(r"(0|[1-9]\d{0,2}):(discarder|all)")


@dataclass(frozen=True)
class LeastValue(Family):
    """``min_value=N``, or ``min_value=N:discard`` for wins on another's tile alone."""

    clause: ClassVar[str] = "TBL-5"

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The value. Raises NotAllowed."""
        if not _LEAST.fullmatch(value):
            raise NotAllowed("value", [f"1..{MOST}", f"1..{MOST}:{DISCARD}"])
        return value

    def example(self, book: Rulebook) -> str:
        """Two, for wins on another's tile."""
        return f"{MIN_VALUE}=2:{DISCARD}"

    def said(self, book: Rulebook, value: str) -> Text:
        """The value, and for which wins it holds."""
        figure, _, on_discards = value.partition(":")
        said = book.words.of("families")[f"{MIN_VALUE}-{DISCARD}" if on_discards else f"{MIN_VALUE}-any"]
        return OwnText(filled(said, {"n": figure}))


@dataclass(frozen=True)
class KongFeeTable(Family):
    """``kong.direct=N:discarder|all``, ``kong.added=N:all|discarder``, ``kong.concealed=N:all``."""

    clause: ClassVar[str] = "TBL-7"
    single: ClassVar[bool] = False

    def read(self, book: Rulebook, name: str, value: str) -> str:
        """The fee and who pays. Raises NotAllowed."""
        if name not in PAYERS:
            raise NotAllowed("option", [f"{KONG}.{kind}" for kind in PAYERS])
        found = _FEE.fullmatch(value)
        if found is None or found[2] not in PAYERS[name]:
            raise NotAllowed("value", [f"0..{MOST}:{payer}" for payer in PAYERS[name]])
        return value

    def together(self, book: Rulebook, name: str, chosen: Mapping[str, str]) -> None:
        """Refuse a fee beside an option of the game that says the same."""
        for other in OF_GAMES:
            if other in chosen:
                raise UnsupportedOptions("kongs-twice", name=name, other=other)

    def example(self, book: Rulebook) -> str:
        """Three for a direct kong, by who fed it."""
        return f"{KONG}.direct=3:{DISCARDER}"

    def names(self, book: Rulebook) -> Mapping[str, tuple[Text, str]]:
        """The kinds of kongs."""
        return {kind: (book.words.of("kongs")[kind], "") for kind in PAYERS}

    def said(self, book: Rulebook, value: str) -> Text:
        """The fee, and who pays it."""
        fee, _, payer = value.partition(":")
        return OwnText(filled(book.words.of("families")[f"{KONG}-{payer}"], {"n": fee}))


class KongPrice(NamedTuple):
    """What each payer pays for a kong, and whether who fed it pays alone."""

    units: int
    fed: bool


@lru_cache
def kong_prices(rules: Rules) -> Mapping[str, KongPrice]:
    """The fees that the table has for kongs, by their kinds; none where the game's hold."""
    told = {kind: value.partition(":") for kind, value in rules.family(KONG).items()}
    return {kind: KongPrice(int(units), payer == DISCARDER) for kind, (units, _, payer) in told.items()}


@lru_cache
def least_value(rules: Rules, by: str) -> int:
    """The least that a win by ``draw``, ``discard`` or ``rob`` must be worth; 0 where the table has no least."""
    figure, _, on_discards = rules.family(MIN_VALUE).get("", "0").partition(":")
    return int(figure) if by in (DISCARD, "rob") or not on_discards else 0


def feeders_pay(rules: Rules) -> bool:
    """Whether who fed a peng pays for the tile that is added to it (TBL-7)."""
    price = kong_prices(rules).get("added")
    return price is not None and price.fed
