"""What tables of 擲注 agree on."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from referee.rulebook import Options as RulebookOptions
from referee.rulebook import UnsupportedOptions


@dataclass(frozen=True)
class Options(RulebookOptions):
    """The options of 擲注, as its ``rules.toml`` explains them."""

    limit: int | None
    open: bool
    worth: Literal["single", "double"]

    def __post_init__(self) -> None:
        if self.worth == "double" and self.limit is None:
            raise UnsupportedOptions("no-limit")
