"""The result of a check that found something wrong: the finding to raise, its facts, and whether the round can go on (MJ-5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.verdict import JSON
from referee.rulebook import FindingTemplate


class Violation(NamedTuple):
    """A rule broken by a move: the finding to raise, its facts, and whether the replay of the round stops there (MJ-5.1).

    ``once``: of several of its code in a round only the first is a finding, the others are counted. ``false_win``: a win that
    was none; some games have it carried out like a win.
    """

    raises: FindingTemplate
    halts: bool = False
    facts: Mapping[str, JSON] = {}
    once: bool = False
    false_win: bool = False
