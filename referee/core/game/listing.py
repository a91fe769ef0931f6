"""Which findings of a round are listed, and which are counted because there are too many (``referee.notation.limits``)."""

from __future__ import annotations

from collections.abc import Sequence

from referee.core.verdict import Finding
from referee.notation import limits


def is_counted(findings: Sequence[Finding], more: dict[str, int], code: str) -> bool:
    """Whether a round lists enough findings, and one of this code: then another is counted in ``more``."""
    if len(findings) < limits.ROUND_FINDINGS:
        return False
    if code not in more and all(finding.code != code for finding in findings):
        return False
    more[code] = more.get(code, 0) + 1
    return True


def listed(findings: Sequence[Finding], more: dict[str, int], most: int) -> list[Finding]:
    """The first ``most`` findings, and the first of each code; the others are counted in ``more``."""
    if len(findings) <= most:
        return list(findings)
    found, codes = list(findings[:most]), {finding.code for finding in findings[:most]}
    for finding in findings[most:]:
        if finding.code in codes:
            more[finding.code] = more.get(finding.code, 0) + 1
        else:
            codes.add(finding.code)
            found.append(finding)
    return found
