"""Problems found in a results file: each has a code, a sentence in zh and en, and its place as a JSON pointer."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from referee.core.verdict import JSON, Text
from referee.tournament.published.canonical import Unreadable, canonical

SHOWN = 80
"""Characters of a value that a sentence quotes."""

SAID: Mapping[str, Text] = {
    "not-canonical": {"zh": "從第 {at} 個位元組起不是標準寫法。", "en": "Not in canonical form from byte {at} on."},
    "key": {"zh": "公鑰不是標準寫法。", "en": "The public key is not in canonical form."},
    "signature": {
        "zh": "簽章不是這把金鑰對這份內容所簽。",
        "en": "The signature is not this key's over this content.",
    },
    "untrusted": {"zh": "簽署的金鑰不在你所給的金鑰之中。", "en": "It was signed by none of the keys that you gave."},
    "another-key": {
        "zh": "簽署的金鑰不是為社團「{club}」（{since} 起）記下的那一把。社團若換了金鑰，請向社團查證，再用 --key 給出新的。",
        "en": "It was signed by another key than the one kept for the club “{club}” since {since}. If the club says that it "
        "has a new key, give that one with --key.",
    },
    "withdrawn": {
        "zh": "簽署的金鑰已於名單（{at}）中撤銷，不可再信。",
        "en": "The key that signed it was withdrawn by the list of {at}: trust it no longer.",
    },
    "differs": {"zh": "應為 {expected}，寫的是 {actual}。", "en": "It should be {expected}, and says {actual}."},
    "twice": {"zh": "「{value}」出現兩次。", "en": "“{value}” is there twice."},
    "missing": {"zh": "文件裡沒有對應的「{value}」。", "en": "Nothing in the document belongs to “{value}”."},
    "ruling": {
        "zh": "改判的裁決才有分數，也必有。",
        "en": "Scores are given where they are corrected, and only there.",
    },
    "taken-out": {
        "zh": "「{value}」仍在賽事中，其裁決卻列為已移出。",
        "en": "“{value}” is in the event; a ruling on it is listed as taken out.",
    },
    "amount": {
        "zh": "處罰的數額與其效果不合：{value}。",
        "en": "The amount of the penalty does not fit what it does: {value}.",
    },
    "cancels": {
        "zh": "處罰 {value} 不是同一參賽者先前的處罰，或已經取消。",
        "en": "Penalty {value} is no earlier one of the same entrant, or was cancelled before.",
    },
    "against": {
        "zh": "申訴所針對的「{value}」與所列的不合。",
        "en": "The appeal is against a “{value}”, and names something else.",
    },
    "stage": {"zh": "階段的規則不成立：{value}。", "en": "These are no rules of a stage: {value}."},
    "rounds": {"zh": "判定的局不是牌譜的局。", "en": "The verdict's rounds are not those of the record."},
    "unjudged": {"zh": "沒有判定，卻有其雜湊。", "en": "There is the hash of a verdict, and no verdict."},
    "verdict": {
        "zh": "裁判程式 {engine} 對這份牌譜的判定不是這樣。",
        "en": "Engine {engine} does not come to this verdict on the record.",
    },
    "other-engine": {
        "zh": "這是裁判程式 {theirs} 的判定；裁判程式 {engine} 判得不同。",
        "en": "The verdict is engine {theirs}'s; engine {engine} comes to another.",
    },
    "newer-engine": {
        "zh": "裁判程式 {theirs} 比此處的 {engine} 新：它的判定要用它才能核對。",
        "en": "Engine {theirs} is newer than this one, {engine}: its verdicts can be checked by it alone.",
    },
    "fault": {"zh": "裁判程式在這份牌譜上出錯：{value}。", "en": "The referee itself failed on this record: {value}."},
    "first": {
        "zh": "第一份公告之前沒有公告，其後各份都有。",
        "en": "Before the first publication there is none, before every later one there is.",
    },
    "two-of-one-number": {
        "zh": "公告 {value} 有兩份不同的內容。",
        "en": "There are two different publications {value}.",
    },
}


class Problem(NamedTuple):
    """A problem and its place."""

    place: str
    code: str
    message: Text

    def as_dict(self) -> dict[str, JSON]:
        return {"place": self.place, "code": self.code, "message": dict(self.message)}


class Malformed(Unreadable):
    """Raised for JSON that is not a results file, with the faults of its form."""

    def __init__(self, problems: Sequence[Problem]) -> None:
        self.problems = problems
        first = problems[0]
        super().__init__(first.message["zh"], first.message["en"], first.place)


def problem(place: str, code: str, **facts: object) -> Problem:
    """The problem with this code."""
    quoted = {name: shown(fact) for name, fact in facts.items()}
    return Problem(place, code, {language: text.format(**quoted) for language, text in SAID[code].items()})


def differs(place: str, code: str, expected: object, actual: object) -> Problem:
    """The problem that a value is not the expected one."""
    return problem(place, "differs", expected=expected, actual=actual)._replace(code=code)


def shown(value: object) -> str:
    """A value as a message quotes it."""
    text = str(value)
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def compare(place: str, code: str, found: JSON, told: JSON) -> Iterator[Problem]:
    """The problem that stated and computed values first differ; for lists one problem for every item."""
    if isinstance(found, list) and isinstance(told, list):
        for number in range(max(len(found), len(told))):
            one, other = (many[number] if number < len(many) else None for many in (found, told))
            yield from compare(f"{place}/{number}", code, [one] if isinstance(one, list) else one, other)
    elif canonical(found) != canonical(told):
        part = parting(found, told)
        yield differs(f"{place}{part}", code, _quoted(found, part), _quoted(told, part))


def parting(one: JSON, other: JSON) -> str:
    """The JSON pointer to the first difference of two values, in the order of keys; empty if they differ as a whole."""
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        return next((_step(key, one[key], other[key]) for key in sorted(one) if canonical(one[key]) != canonical(other[key])), "")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        pairs = enumerate(zip(one, other, strict=True))
        return next((_step(str(n), left, right) for n, (left, right) in pairs if canonical(left) != canonical(right)), "")
    return ""


def _step(key: str, one: JSON, other: JSON) -> str:
    return f"/{key.replace('~', '~0').replace('/', '~1')}{parting(one, other)}"


def _quoted(value: JSON, pointer: str) -> str:
    for part in pointer.split("/")[1:]:
        if isinstance(value, list):
            value = value[int(part)]
        elif isinstance(value, dict):
            value = value[part.replace("~1", "/").replace("~0", "~")]
    return canonical(value).decode()
