"""The heads of columns: the names of the notation's tags, in Chinese too; words for totals and remarks."""

from __future__ import annotations

import unicodedata
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
SCORE, REMARK, SUM = "Score", "Remark", "Sum"
"""Columns that are no tags: one seat's scores, whose head is the seat or a person's name; remarks; the sum of a row's scores."""
IN_CHINESE: Final = {
    "Game": "遊戲 游戏",
    "Rules": "規則 规则",
    "Base": "底",
    "Event": "賽事 赛事",
    "Site": "地點 地点",
    "Date": "日期",
    "Table": "桌號 桌号 桌",
    "Stage": "階段 阶段",
    "Source": "來源 来源",
    "Recorder": "記錄人 记录人",
    "Totals": "總分 总分",
    "Round": "局 局數 局数 局號 局号 局次 盤 盘 序號 序号",
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
    REMARK: "備註 备注 附註 附注 註 注 說明 说明 Remarks Note Notes Comment Comments",
    SUM: "合計 合计 小計 小计 校驗 校验 Sum Check",
}
CHINESE: Final = {word: tag for tag, words in IN_CHINESE.items() for word in words.split()}
"""Heads in Chinese."""
TOTAL_WORDS: Final = frozenset("合計 合计 總計 总计 總分 总分 總和 总和 小計 小计 累計 累计 total totals sum subtotal".split())
"""What a row of totals is called."""
SUBTOTAL_WORDS: Final = frozenset("小計 小计 subtotal".split())
"""What one of the rounds since the last such row may be called, when it stands below all rounds."""


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
    name = plain(name)
    seat = seats.seat(name)
    if seat:
        return Head(SCORE, seat)
    tag, dot, whose = name.partition(".")
    tag = CHINESE.get(tag, tag)
    if dot:
        seat = seats.seat(whose)
        return Head(tag, seat) if seat and tag in OF_SEAT else None
    return Head(tag) if tag in (*MATCH, *OF_ROUND, ROUND, MOVES, REMARK, SUM) else None


def plain(text: str) -> str:
    """A text with full-width letters, digits and signs as narrow ones."""
    return text if text.isascii() else unicodedata.normalize("NFKC", text).replace("−", "-").strip()


def is_total(text: str, words: frozenset[str] = TOTAL_WORDS) -> bool:
    """Whether a row that begins so is one of totals."""
    return plain(text).rstrip(":").strip().casefold() in words
