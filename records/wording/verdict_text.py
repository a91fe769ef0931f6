"""A verdict in words: one line that sums it up, and the ledger as an account that can be read aloud."""

from __future__ import annotations

from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from records.core.languages import localized, reader_language
from referee.chinese import ENGLISH
from referee.core.verdict import Checked
from referee.rulebook.clauses import BETWEEN

NAMED = 3
"""How many rounds the line names at most; of more, only their number is told."""


def line(status: str, findings: list[dict[str, Any]], rounds: list[dict[str, Any]], checked: Checked, off: int) -> str:
    """The verdict in one line. ``off``: how many points the claimed settlement gives to the wrong seats."""
    if status == "unreadable":
        return _("This record cannot be read.")
    if status == "clean" and not rounds:
        return _("Not checked: the record has no rounds.")
    halted = [round_["round"] for round_ in rounds if round_["status"] == "halted"]
    trusted = checked.open - len(halted)
    if status == "clean" and not checked.open:
        text = ngettext("Clean: one round, nothing to object to.", "Clean: %(n)d rounds, nothing to object to.", len(rounds))
        return text % {"n": len(rounds)}
    if status == "clean" and checked.open < len(rounds):
        return _("Not checked in full: %(n)d of %(all)d rounds. Nothing to object to in the others.") % {
            "n": checked.open,
            "all": len(rounds),
        }
    if status == "clean" and not halted:
        text = ngettext(
            "Not checked: one round, taken as it was written.", "Not checked: %(n)d rounds, taken as they were written.", trusted
        )
        return text % {"n": trusted}
    parts = [*_counted("illegal", findings, rounds), *_counted("record", findings, rounds)]
    if halted:
        text = ngettext(
            "round %(where)s could not be refereed to its end", "rounds %(where)s could not be refereed to their end", len(halted)
        )
        parts.append(text % {"where": _listed(halted)})
    if off:
        text = ngettext("the settlement is wrong by one point", "the settlement is wrong by %(n)d points", off)
        parts.append(text % {"n": off})
    elif not parts:
        text = ngettext("one finding", "%(n)d findings", len(findings))
        parts = _counted("score", findings, rounds) or [text % {"n": len(findings)}]
    if trusted:
        parts.append(ngettext("one round not checked in full", "%(n)d rounds not checked in full", trusted) % {"n": trusted})
    sentence = ("; " if reader_language() == ENGLISH else "；").join(parts)
    return sentence[0].upper() + sentence[1:] + ("." if reader_language() == ENGLISH else "。")


def in_short(judgement: Any) -> str:
    """What a chip says of a judgement: its status, how many findings it has, and how many rounds were not checked."""
    not_checked = open_rounds(judgement.checked)
    if judgement.status == "clean":
        return _("clean") if judgement.checked.complete else not_checked or _("not checked")
    if judgement.status != "flagged":
        return _("unreadable")
    found = ngettext("one finding", "%(n)d findings", judgement.findings_count) % {"n": judgement.findings_count}
    return f"{found} · {not_checked}" if not_checked else found


def open_rounds(checked: Checked) -> str:
    """How many rounds were not checked; nothing where all were."""
    if not checked.open:
        return ""
    said = {"n": checked.open, "all": checked.of}
    return _("%(n)d of %(all)d rounds not checked") % said if checked.of > 1 else _("not checked")


def _counted(severity: str, findings: list[dict[str, Any]], rounds: list[dict[str, Any]]) -> list[str]:
    """How many findings of a kind there are, and in which rounds."""
    found = [finding for finding in findings if finding["severity"] == severity]
    if not found:
        return []
    number = len(found)
    text = {
        "illegal": ngettext("one rule broken", "%(n)d rules broken", number),
        "record": ngettext("one fault in the record", "%(n)d faults in the record", number),
        "score": ngettext("one figure wrong", "%(n)d figures wrong", number),
    }[severity] % {"n": number}
    where = sorted({finding["round"] for finding in found if finding["round"]})
    if len(rounds) == 1 or not 1 <= len(where) <= NAMED:
        return [text]
    return [_("%(what)s in round %(where)s") % {"what": text, "where": _listed(where)}]


def _listed(numbers: list[int]) -> str:
    return localized(BETWEEN).join(map(str, numbers))


def wrong_by(verdict: dict[str, Any]) -> int:
    """How many points the claimed scores give to the wrong seats: in the rounds, or where those are right, in the totals."""
    rounds = sum(_apart(round_["scores"]) for round_ in verdict["rounds"])
    return rounds or _apart(verdict["totals"])


def _apart(scores: dict[str, Any]) -> int:
    computed, claimed = scores["computed"] or {}, scores["claimed"] or {}
    if not computed or not claimed:
        return 0
    off: int = sum(abs(computed.get(seat, 0) - claimed.get(seat, 0)) for seat in {*computed, *claimed})
    return (off + 1) // 2


def account(lines: list[dict[str, Any]], wins: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The lines of a ledger, grouped by move and reason; wins have a value. ``again``: the clause is that of the line before."""
    entries: list[dict[str, Any]] = []
    for one in lines:
        if not entries or entries[-1]["move"] != one["move"] or entries[-1]["reason"] != one["reason"]:
            won = next((win for win in wins if win["move"] == one["move"]), None) if one["reason"] == "win" else None
            entries.append(
                {
                    "move": one["move"],
                    "reason": one["reason"],
                    "reason_text": one["reason_text"],
                    "at": one["at"],
                    "win": won,
                    "lines": [],
                }
            )
        last = entries[-1]["lines"][-1:]
        again = bool(last) and last[0]["clause"]["id"] == one["clause"]["id"]
        entries[-1]["lines"].append({**one, "again": again})
    return entries


def balance(scores: list[dict[str, Any]], lines: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """What each seat receives and pays in total."""
    return [
        {
            **row,
            "receives": sum(line["points"] for line in lines if line["to"] == row["seat"]),
            "pays": sum(line["points"] for line in lines if line["from"] == row["seat"]),
        }
        for row in scores
    ]
