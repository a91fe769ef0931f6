"""The command line's own texts in both languages, and making text from records safe to print on a terminal."""

from __future__ import annotations

import re
from collections.abc import Mapping

from referee.chinese import in_language

COUNTED = re.compile(r"\{(\d)\|([^|}]*)\|([^}]*)\}")

TERMS: Mapping[str, Mapping[str, str]] = {
    "clean": {"zh": "無誤", "en": "clean"},
    "flagged": {"zh": "有誤", "en": "flagged"},
    "unreadable": {"zh": "無法讀取", "en": "unreadable"},
    "halted": {"zh": "第 {0} 局無法裁到終局，不計分", "en": "round {0} could not be refereed to its end: no score"},
    "more of match": {"zh": "整場另有 {0} 處 {1}，未逐一列出", "en": "match: {0} more of {1}, not listed one by one"},
    "more": {"zh": "第 {0} 局另有 {1} 處 {2}，未逐一列出", "en": "round {0}: {1} more of {2}, not listed one by one"},
    "partial": {
        "zh": "到那裡為止（不全）：胡 {0}、槓 {1}，帳目 {2}",
        "en": "up to there (partial): wins {0}, kongs {1}, paid {2}",
    },
    "unrefereed": {"zh": "第 {0} 局不裁的條文：{1}", "en": "round {0}: not refereed: {1}"},
    "partial places": {"zh": "到那裡為止（不全）：{0}", "en": "up to there (partial): {0}"},
    "illegal": {"zh": "違規", "en": "illegal"},
    "score": {"zh": "結算不符", "en": "score"},
    "record": {"zh": "牌譜有誤", "en": "record"},
    "note": {"zh": "提示", "en": "note"},
    "converted": {"zh": "由{0}轉換；無從得知的：{1}", "en": "converted from {0}; what could not be known: {1}"},
    "no format": {"zh": "沒有「{0}」這種格式；可用 {1}", "en": "there is no format {0}; expected one of {1}"},
    "rounds": {"zh": "{0} 局", "en": "{0|round|rounds}"},
    "findings": {"zh": "{0} 處問題", "en": "{0|finding|findings}"},
    "match": {"zh": "全場", "en": "the match"},
    "deal": {"zh": "第 {0} 局起手", "en": "round {0}, the deal"},
    "move": {"zh": "第 {0} 局第 {1} 步", "en": "round {0}, move {1}"},
    "place": {"zh": "第 {0} 行第 {1} 欄", "en": "line {0}, column {1}"},
    "penalty": {"zh": "罰則：{0}", "en": "penalty: {0}"},
    "summary": {"zh": "裁了 {0} 場，{1} 場有誤或無法讀取", "en": "{0|match|matches} judged, {1} flagged or unreadable"},
    "summary more": {"zh": "另有 {0} 場未列出", "en": "{0} more are not listed"},
    "summary head": {"zh": "| 牌譜 | 判定 |", "en": "| record | verdict |"},
    "limits": {
        "zh": "{0}：到了上限，之後的沒有裁；加上 --no-limits 就不設上限",
        "en": "{0}: past a limit; what follows was not judged. --no-limits lifts the limits",
    },
    "empty": {"zh": "{0}：裡面沒有任何一場", "en": "{0}: there is no match in it"},
    "fault": {"zh": "{0}：裁判程式出錯（{1}）", "en": "{0}: the referee itself failed ({1})"},
    "no match": {"zh": "{0}：沒有第 {1} 場，共 {2} 場", "en": "{0}: no match {1}, it holds {2}"},
    "no round": {"zh": "沒有第 {0} 局；牌譜裡有：{1}", "en": "no round {0}; the record has: {1}"},
    "no table": {"zh": "第 {0} 局擺不成桌：{1}", "en": "round {0} cannot be laid out: {1}"},
    "no move": {"zh": "沒有第 {0} 步；這一局裁到第 {1} 步", "en": "no move {0}; the round was refereed up to move {1}"},
    "no seat": {"zh": "沒有座位 {0}；有：{1}", "en": "no seat {0}; there are: {1}"},
    "no scheme": {"zh": "沒有作法 {0}；有：{1}", "en": "no scheme {0}; there are: {1}"},
    "no wall": {"zh": "做不出這個牌牆：{0}", "en": "this wall cannot be made: {0}"},
    "wall of round": {"zh": "{0} 第 {1} 場第 {2} 局：", "en": "{0}, match {1}, round {2}:"},
    "no game": {"zh": "沒有名為 {0} 的遊戲；有：{1}", "en": "no game called {0}; there are: {1}"},
    "holds": {"zh": "成立", "en": "holds"},
    "holds together": {
        "zh": "內容前後相符，但簽署它的金鑰未經你指定",
        "en": "holds together, signed by a key that you have not named",
    },
    "holds by newer": {
        "zh": "內容前後相符，但由較新的裁判程式 {0} 判定，這個版本（{1}）無法核對",
        "en": "holds together, judged by a newer engine ({0}) than this one ({1})",
    },
    "does not hold": {"zh": "不成立", "en": "does not hold"},
    "publication": {"zh": "{0}（{1}），公告 {2}，{3} 由 {4} 公告", "en": "{0} ({1}), publication {2}, published {3} by {4}"},
    "published what": {
        "zh": "{0} 場，{1} 項裁決；{2} 場重判過",
        "en": "{0|match|matches}, {1|ruling|rulings}; {2} judged again",
    },
    "other engine": {
        "zh": "{0} 場的判定出自別的裁判程式，未逐位元組比對",
        "en": "verdicts of another engine, not compared byte for byte: {0}",
    },
    "left open": {"zh": "公告時有 {0} 項待處理：{1}", "en": "published with {0|thing|things} open: {1}"},
    "hash": {"zh": "雜湊", "en": "hash"},
    "signed by": {"zh": "簽署金鑰", "en": "signed by"},
    "own key": {
        "zh": "這把金鑰只有檔案自己作證；用 --key 給出你從別處得知的金鑰或指紋",
        "en": "only the file itself vouches for this key; give the key or fingerprint that you know from elsewhere with --key",
    },
    "your key": {"zh": "與你所給的金鑰相符", "en": "matches the key you gave"},
    "kept key": {"zh": "與 {0} 為這個社團記下的金鑰相符", "en": "matches the key kept for this club on {0}"},
    "first use": {
        "zh": "初次見到社團「{0}」：已記下這把金鑰，這一次只有檔案自己作證",
        "en": "the first file of the club “{0}”: its key is kept from now on; this once only the file itself vouches for it",
    },
    "audit": {"zh": "稽核紀錄第 {0} 條", "en": "audit entry {0}"},
    "kept keys": {"zh": "{0}：記下的金鑰無法讀取", "en": "{0}: the keys that were kept cannot be read"},
    "untrusted list": {
        "zh": "{0}：簽署撤銷名單的金鑰 {1} 不是你所信的；請用 --key 給出",
        "en": "{0}: the list of withdrawn keys is signed by {1}, a key that you do not trust; give it with --key if you do",
    },
    "verifying": {"zh": "裁判中", "en": "refereeing"},
    "wall": {"zh": "牌牆剩 {0} 張", "en": "{0|tile|tiles} in the wall"},
    "after": {"zh": "第 {0} 局第 {1} 步之後", "en": "Round {0}, after move {1}"},
    "dealt": {"zh": "第 {0} 局起手", "en": "Round {0}, the deal"},
    "dealer": {"zh": "莊", "en": "dealer"},
    "leader": {"zh": "首發", "en": "leads first"},
    "bank": {"zh": "公帳", "en": "the bank"},
    "turn": {"zh": "輪到", "en": "to act"},
    "hand": {"zh": "手牌", "en": "hand"},
    "melds": {"zh": "副露", "en": "melds"},
    "river": {"zh": "牌河", "en": "river"},
    "wins": {"zh": "胡牌", "en": "won on"},
    "from": {"zh": "取自{0}", "en": "from {0}"},
    "table": {"zh": "桌上", "en": "on the table"},
    "placed": {"zh": "第 {0} 名", "en": "place {0}"},
    "points": {"zh": "{0} → {1}　{2} 分", "en": "{0} → {1}  {2|point|points}"},
    "presets": {"zh": "預設規則", "en": "Presets"},
    "options": {"zh": "選項", "en": "Options"},
    "fans": {"zh": "番種", "en": "Fans"},
    "default": {"zh": "預設", "en": "default"},
    "unless": {"zh": "{0}={1} 時預設 {2}", "en": "{2} by default with {0}={1}"},
    "clauses": {"zh": "{0} 條", "en": "{0|clause|clauses}"},
    "inferred": {"zh": "本站的解釋：", "en": "Our reading: "},
    "marks": {
        "zh": "T 原文明載；I 本站的解釋；* 只作說明，不單獨檢查",
        "en": "T the source says it; I our reading; * described only, not checked by itself",
    },
}


def term(key: str, language: str, *facts: object) -> str:
    """A text of the command line, filled with facts. ``{0|match|matches}`` is a number with the word that goes with it."""
    text = COUNTED.sub(lambda found: _counted(facts[int(found[1])], found[2], found[3]), in_language(TERMS[key], language))
    return text.format(*facts)


def _counted(number: object, one: str, many: str) -> str:
    return f"{number} {one if str(number) == '1' else many}"


def plain(text: str) -> str:
    """Text from a record in printable form: control characters and marks that change the text direction are spelt out."""
    if text.isprintable():
        return text
    return "".join(character if character.isprintable() else _spelt(character) for character in text)


def _spelt(character: str) -> str:
    return character.encode("unicode_escape").decode("ascii")
