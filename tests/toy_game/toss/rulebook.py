"""The rulebook of 擲注: what its tables agree on, and its clauses as objects: ``TOS["TOS-2.1"]``."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from referee.rulebook import CORE, Rulebook, UnsupportedOptions
from referee.rulebook import Options as RulebookOptions


@dataclass(frozen=True)
class Options(RulebookOptions):
    """The options of 擲注, as its ``rules.toml`` explains them."""

    limit: int | None
    open: bool
    worth: Literal["single", "double"]

    def __post_init__(self) -> None:
        if self.worth == "double" and self.limit is None:
            raise UnsupportedOptions("no-limit")


TOS = Rulebook.load(Path(__file__).with_name("rules.toml"), core=CORE, options=Options)
