"""What a check answers where something is wrong: which clause, which facts, and whether the round can go on (MJ-5.1)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.rulebook import FindingTemplate
from referee.verdict import JSON


class Violation(NamedTuple):
    """What is wrong with a move, with which facts, and whether the round halts there (MJ-5.1)."""

    raises: FindingTemplate
    halts: bool = False
    facts: Mapping[str, JSON] = {}
