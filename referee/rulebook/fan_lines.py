"""The fans of a game as its ``rules.toml`` lists them: what each is called, worth and made of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from referee.core.verdict import Text
from referee.rulebook.clauses import Clause
from referee.rulebook.toml import TomlTable


class FanLine(NamedTuple):
    """A line of ``[fans]``.

    ``kind`` is the part of the game's table in which it stands, a word of the game's own. ``draw`` and ``discard`` are its value
    in the unit in which a verdict prints it, 0 where it does not count. ``when`` names the conditions of a hand that has it
    (``referee.mahjong.hand.conditions``, and the game's own). ``option`` is the option by which a table has the fan or not.
    ``plain``: what a hand is worth that has nothing else; it is never off."""

    code: str
    text: Text
    kind: str
    draw: int
    discard: int
    clause: Clause
    when: tuple[str, ...]
    option: str | None
    plain: bool

    @property
    def written(self) -> str:
        """The value as a table writes it: ``3``, or ``3/6`` where a draw and a discard differ."""
        return str(self.draw) if self.draw == self.discard else f"{self.draw}/{self.discard}"

    def worth(self, draw: int, discard: int) -> FanLine:
        """The same with other values."""
        return self._replace(draw=draw, discard=discard)

    def counts(self) -> bool:
        """Whether it has a value in some way of winning."""
        return self.draw > 0 or self.discard > 0


def names(table: TomlTable) -> dict[str, Text]:
    """What each fan is called, by its code."""
    within = table.table("fans")
    return {code: within.table(code).localized_text() for code in within.names()}


def lines(table: TomlTable, clauses: Mapping[str, Clause]) -> dict[str, FanLine]:
    """The lines of ``[fans]``, in their order. Raises RulebookError for one that is unsound."""
    within = table.table("fans")
    return {code: _line(code, within.table(code), clauses) for code in within.names()}


def _line(code: str, entry: TomlTable, clauses: Mapping[str, Clause]) -> FanLine:
    clause, value = clauses.get(entry.text("clause")), entry.number("value", 0)
    if clause is None:
        raise entry.fail(f"no clause {entry.text('clause')}")
    found = FanLine(
        code,
        entry.localized_text(),
        entry.text("kind"),
        value,
        entry.number("discard", value),
        clause,
        tuple(entry.text("when").split(",")) if entry.has("when") else (),
        entry.text("option") if entry.has("option") else None,
        entry.flag("plain", False),
    )
    entry.close()
    return found
