"""The heads of columns: the names of the notation's tags, in Chinese too."""

from __future__ import annotations

from typing import Final, NamedTuple

from referee.notation.ppn.grammar import grammar_of

ROUND, MOVES, KIND, DATE, TOTALS = "Round", "Moves", "Kind", "Date", "Totals"
MATCH: Final = ("Game", "Rules", "Base", "Event", "Site", "Date", "Table", "Stage", "Recorder", "Source", TOTALS)
"""Tags of a match."""
REPEATED: Final = frozenset({"Game", "Rules", "Base", "Event", "Site", "Date", "Stage", "Recorder", "Source"})
"""Those of which an empty cell means the one above it in another match too."""
OF_ROUND: Final = (
    "Dealer",
    "Leader",
    "Scores",
    "Places",
    "Dice",
    "Break",
    "Draw",
    "Exchange",
    "Daluo",
    "Start",
    "End",
    KIND,
    "Left",
    "Opened",
    "Muffled",
)
"""Tags of a round that stand alone."""
OF_SEAT: Final = ("Seat", "Sit", "Shown", "Melds", "Flags", "Ready", "Kongs", "Ghosts")
"""Tags that name a seat: ``Shown.S``."""
SHEET: Final = frozenset({"Shown", "Melds", "Flags", "Ready", "Kongs", "Ghosts", "Left", "Opened", "Muffled", "Places"})
"""What makes a round a score sheet, and not one of scores alone."""
_IN_CHINESE: Final = {
    "Game": "遊戲 游戏",
    "Rules": "規則 规则",
    "Base": "底",
    "Event": "賽事 赛事",
    "Site": "地點 地点",
    "Date": "日期",
    "Table": "桌 桌號 桌号",
    "Stage": "階段 阶段",
    "Recorder": "記錄人 记录人",
    "Totals": "總分 总分",
    "Round": "局",
    "Dealer": "莊 庄 莊家 庄家",
    "Leader": "頭家 头家",
    "Scores": "分數 分数",
    "Places": "名次",
    "Moves": "牌步",
    "Seat": "姓名",
    "Sit": "坐",
    "Shown": "亮牌",
    "Melds": "副露",
    "Flags": "標記 标记",
    "Ready": "聽 听",
    "Kongs": "槓 杠",
    "Ghosts": "鬼",
    "Left": "餘牌 余牌",
}
CHINESE: Final = {word: tag for tag, words in _IN_CHINESE.items() for word in words.split()}
"""Heads in Chinese."""
SCORE: Final = "Score"
"""A column of one seat's scores, whose head is the seat alone."""


class Head(NamedTuple):
    """A column: the tag that it gives, and the seat that the tag names, if it names one."""

    tag: str
    seat: str = ""

    @property
    def name(self) -> str:
        """The name of the tag in a record."""
        return f"{self.tag}.{self.seat}" if self.seat else self.tag

    @property
    def is_of_match(self) -> bool:
        return self.tag in MATCH or self.tag == "Seat"


def head_of(name: str) -> Head | None:
    """The column with this head; None for one that is not known."""
    seats = grammar_of().seats
    seat = seats.seat(name)
    if seat:
        return Head(SCORE, seat)
    tag, dot, whose = name.partition(".")
    tag = CHINESE.get(tag, tag)
    if dot:
        seat = seats.seat(whose)
        return Head(tag, seat) if seat and tag in OF_SEAT else None
    return Head(tag) if tag in (*MATCH, *OF_ROUND, ROUND, MOVES) else None
