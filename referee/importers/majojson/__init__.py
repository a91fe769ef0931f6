"""The importer of Majo replay JSON (majojson), as far as it is of its Sichuan rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft
from referee.importers.common.errors import refused
from referee.importers.common.json_reading import Node, document
from referee.importers.common.protocol import Converted, Hints, declared
from referee.importers.majojson.hand import HandReader

TEXTS: Final = Texts(__file__)
GAME: Final = "xueliu"
RULES: Final = "xuezhan_ding exchange=off pass_lock=off cap={}"
"""The format tells of no lock on who let a win pass, so that nobody is said to have broken one."""
CAP: Final = 5
"""The limit in fan where the file names none."""
CAPS: Final = (3, 4, 5)
OTHER_RULES: Final = ("mcrFanCap", "riichiNagashiMangan", "guangdongLaiziSource", "guangdongMaima", "matchLength")
"""Options of other rules, and how many hands are played: they change no hand of these."""
FORMATS: Final = (1, 2)
HANDS: Final = 40
"""Hands of a file, by the specification."""
_BEGINS: Final = re.compile(rb'\s*+\{.*"majo"\s*+:\s*+\{', re.DOTALL)
DERIVED: Final = ("title", "name", "rule", "log")
"""The view for other programs that a file may have besides; by the specification nobody converts from it."""


class Majojson:
    """A file is one hand (format 1) or the hands of a match (format 2): frames of the table, between which the moves are."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether it is an object with a part ``majo``."""
        return _BEGINS.match(head) is not None

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted]:
        """The match of a file. Raises NotationError for another game, and for frames between which the moves are not certain."""
        whole = document(data)
        majo = whole.at("majo")
        if majo.at("format").value not in FORMATS:
            majo.at("format").refuse(TEXTS("format"))
        if majo.at("ruleset").value != "sichuan":
            majo.at("ruleset").refuse(TEXTS("played"))
        hands = [majo] if majo.at("format").value == 1 else majo.at("hands").array()
        if not 0 < len(hands) <= HANDS:
            majo.at("hands").refuse(TEXTS("count"))
        draft = MatchDraft(hints.game or GAME, majo.place)
        rules = hints.rules or ("" if hints.game else RULES.format(_cap(majo)))
        if rules:
            draft.tags["Rules"] = rules
        self._hands(draft, hands)
        ignored = [*whole.unused(DERIVED), *majo.unused(("app", "meta", "replay", "hands", "options"))]
        if majo.has("options"):
            ignored += majo.at("options").unused(("sichuanFanCap", *OTHER_RULES))
        if ignored:
            draft.lacks("ignored", *ignored)
        for code in ("settlement", "values", "intents"):
            draft.lacks(code)
        yield draft.converted()

    def _hands(self, draft: MatchDraft, hands: list[Node]) -> None:
        names: dict[str, str] = {}
        for number, hand in enumerate(hands, 1):
            hand.at("meta").object()
            reader = HandReader(hand.at("replay"), number, draft)
            draft.rounds.append(reader.round())
            if names and names != reader.names:
                raise refused(hand.where, ", ".join(reader.names.values()), TEXTS("same"))
            names = reader.names
        draft.tags |= {f"Seat.{seat}": name for seat, name in names.items()}


def _cap(majo: Node) -> int:
    """The limit in fan."""
    options = majo.at("options")
    if not majo.has("options") or not options.has("sichuanFanCap"):
        return CAP
    cap = options.at("sichuanFanCap")
    return cap.whole() if cap.value in CAPS else cap.refuse(TEXTS("cap"))


IMPORTER: Final = Majojson()
