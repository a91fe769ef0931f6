"""The command line's own texts in both languages, and making text from records safe to print on a terminal."""

from __future__ import annotations

from collections.abc import Mapping

TERMS: Mapping[str, Mapping[str, str]] = {
    "clean": {"zh": "無誤", "en": "clean"},
    "flagged": {"zh": "有誤", "en": "flagged"},
    "unreadable": {"zh": "無法讀取", "en": "unreadable"},
    "halted": {"zh": "第 {0} 局無法裁到終局，不計分", "en": "round {0} could not be refereed to its end: no score"},
    "illegal": {"zh": "違規", "en": "illegal"},
    "score": {"zh": "結算", "en": "score"},
    "record": {"zh": "記錄", "en": "record"},
    "note": {"zh": "提示", "en": "note"},
    "rounds": {"zh": "{0} 局", "en": "{0} rounds"},
    "one round": {"zh": "1 局", "en": "1 round"},
    "findings": {"zh": "{0} 處", "en": "{0} findings"},
    "one finding": {"zh": "1 處", "en": "1 finding"},
    "match": {"zh": "全場", "en": "the match"},
    "deal": {"zh": "第 {0} 局起手", "en": "round {0}, the deal"},
    "move": {"zh": "第 {0} 局第 {1} 手", "en": "round {0}, move {1}"},
    "place": {"zh": "第 {0} 行第 {1} 欄", "en": "line {0}, column {1}"},
    "penalty": {"zh": "罰則：{0}", "en": "penalty: {0}"},
    "empty": {"zh": "{0}：裡面沒有任何一場", "en": "{0}: there is no match in it"},
    "fault": {"zh": "{0}：裁判程式出錯（{1}）", "en": "{0}: the referee itself failed ({1})"},
    "no match": {"zh": "{0}：沒有第 {1} 場，共 {2} 場", "en": "{0}: no match {1}, it holds {2}"},
    "no round": {"zh": "沒有第 {0} 局；記錄裡有：{1}", "en": "no round {0}; the record has: {1}"},
    "no table": {"zh": "第 {0} 局擺不成桌：{1}", "en": "round {0} cannot be laid out: {1}"},
    "no move": {"zh": "沒有第 {0} 手；這一局裁到第 {1} 手", "en": "no move {0}; the round was refereed up to move {1}"},
    "no seat": {"zh": "沒有座位 {0}；有：{1}", "en": "no seat {0}; there are: {1}"},
    "no game": {"zh": "沒有名為 {0} 的遊戲；有：{1}", "en": "no game called {0}; there are: {1}"},
    "holds": {"zh": "成立", "en": "holds"},
    "does not hold": {"zh": "不成立", "en": "does not hold"},
    "publication": {"zh": "{0}（{1}），公告 {2}，{3} 由 {4} 發布", "en": "{0} ({1}), publication {2}, published {3} by {4}"},
    "published what": {
        "zh": "{0} 場，{1} 則裁定；{2} 場重新裁過",
        "en": "{0} matches, {1} rulings; {2} matches judged again",
    },
    "other engine": {
        "zh": "{0} 場是別的引擎版本所裁，未逐位元組比對",
        "en": "{0} verdicts are another engine's and were not compared byte for byte",
    },
    "left open": {"zh": "發布時有 {0} 項未決：{1}", "en": "published with {0} things open: {1}"},
    "hash": {"zh": "雜湊", "en": "hash"},
    "signed by": {"zh": "簽署金鑰", "en": "signed by"},
    "own key": {
        "zh": "這把金鑰只有檔案自己作證；用 --key 給出你從別處得知的金鑰或指紋",
        "en": "only the file itself vouches for this key; give the key or fingerprint that you know from elsewhere with --key",
    },
    "your key": {"zh": "這是你所給的金鑰", "en": "this is a key that you gave"},
    "no cryptography": {
        "zh": "核對簽章需要 cryptography：pip install cryptography",
        "en": "Checking signatures needs cryptography: pip install cryptography",
    },
    "verifying": {"zh": "裁判中", "en": "refereeing"},
    "wall": {"zh": "牌牆剩 {0} 張", "en": "{0} tiles in the wall"},
    "after": {"zh": "第 {0} 局第 {1} 手之後", "en": "Round {0}, after move {1}"},
    "dealt": {"zh": "第 {0} 局起手", "en": "Round {0}, the deal"},
    "dealer": {"zh": "莊", "en": "dealer"},
    "turn": {"zh": "輪到", "en": "to act"},
    "hand": {"zh": "手牌", "en": "hand"},
    "melds": {"zh": "副露", "en": "melds"},
    "river": {"zh": "牌河", "en": "river"},
    "wins": {"zh": "胡牌", "en": "won on"},
    "from": {"zh": "取自{0}", "en": "from {0}"},
    "table": {"zh": "桌上", "en": "on the table"},
    "placed": {"zh": "第 {0} 名", "en": "place {0}"},
    "points": {"zh": "{0} → {1}　{2} 分", "en": "{0} → {1}  {2} points"},
    "presets": {"zh": "預設規則", "en": "Presets"},
    "options": {"zh": "選項", "en": "Options"},
    "default": {"zh": "預設", "en": "default"},
    "unless": {"zh": "{0}={1} 時預設 {2}", "en": "{2} by default with {0}={1}"},
    "clauses": {"zh": "{0} 條", "en": "{0} clauses"},
    "inferred": {"zh": "本站讀法：", "en": "Our reading: "},
    "marks": {
        "zh": "T 原文所載；I 本站讀法；* 只作說明，不會單獨裁出",
        "en": "T the text says so; I our reading; * described only, nothing is raised by it",
    },
}


def term(key: str, language: str, *facts: object) -> str:
    """A text of the command line in a language, filled with facts."""
    return TERMS[key][language].format(*facts)


def plain(text: str) -> str:
    """Text from a record in printable form: control characters and marks that change the text direction are spelt out."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _spelt(character) for character in text)


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
