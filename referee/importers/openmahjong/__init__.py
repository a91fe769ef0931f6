"""The importer of records of open_mahjong_unity, as far as they are of its Sichuan rules."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final

from referee.core.texts import Texts
from referee.importers.common.drafts import MatchDraft
from referee.importers.common.json_reading import Node, document
from referee.importers.common.protocol import Converted, Hints, declared
from referee.importers.openmahjong.round import SEATS, RoundReader

TEXTS: Final = Texts(__file__)
GAME: Final = "sbr"
RULE: Final = "sichuan"
SUB_RULE: Final = "sichuan/standard"
_BEGINS: Final = re.compile(rb'\s*+\{.*"game_title"\s*+:\s*+\{', re.DOTALL)
_DATE: Final = re.compile(r"(\d{4})-(\d\d)-(\d\d)[T ]")
UIDS: Final = tuple(f"p{at}_uid" for at in range(4))
WALL: Final = ("master_seed_hex", "salt", "commitment_hex")
SILENT: Final = ("end_time", "max_round", "room_type", "tips", "show_moqie_hint", *UIDS, *WALL)
"""What the title says of the room and of its wall, not of the match."""


class OpenMahjong:
    """A file is one match: ``game_title`` says of what rules, and ``game_round`` has its rounds, whose actions are ticks."""

    declaration = declared(__file__)

    def recognizes(self, head: bytes) -> bool:
        """Whether it is an object that has a title as these records have."""
        return _BEGINS.match(head) is not None

    def convert(self, data: bytes, hints: Hints) -> Iterable[Converted]:
        """The match of a file. Raises NotationError for other rules, and at the first action that is not known."""
        whole = document(data)
        title = whole.at("game_title")
        title.at("rule").one_of([RULE])
        title.at("sub_rule").one_of([SUB_RULE])
        draft = MatchDraft(hints.game or GAME, title.place)
        if hints.rules:
            draft.tags["Rules"] = hints.rules
        self._titled(draft, title)
        for round_ in _rounds(whole.at("game_round")):
            draft.rounds.append(RoundReader(round_, len(draft.rounds) + 1, draft).round())
        for code in ("suits", "fans"):
            draft.lacks(code)
        ignored = [*title.unused(SILENT), *whole.unused()]
        if ignored:
            draft.lacks("ignored", *ignored)
        yield draft.converted()

    def _titled(self, draft: MatchDraft, title: Node) -> None:
        for at, seat in enumerate(SEATS):
            named = title.at(f"p{at}_name")
            draft.tag(f"Seat.{seat}", named.text(), named.place)
        if title.has("start_time"):
            start = title.at("start_time")
            if date := _DATE.match(start.text()):
                draft.tag("Date", ".".join(date.groups()), start.place)
        if title.has("open_cuohe") and title.at("open_cuohe").flag():
            title.at("open_cuohe").refuse(TEXTS("no-false-wins"))
        if title.has("hepai_limit") and title.at("hepai_limit").whole():
            title.at("hepai_limit").refuse(TEXTS("any-win"))


def _rounds(rounds: Node) -> Iterable[Node]:
    """The rounds by their numbers, none of them left out."""
    names = list(rounds.object())
    for number in range(1, len(names) + 1):
        name = f"round_index_{number}"
        if not rounds.has(name):
            rounds.at(name).refuse(TEXTS("rounds"))
        yield rounds.at(name)


IMPORTER: Final = OpenMahjong()
