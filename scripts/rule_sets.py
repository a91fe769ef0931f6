"""``python -m scripts.rule_sets``: writes docs/reference/rule-sets.md, the rule sets that people play by, from rule-sets.toml.

With ``--check`` nothing is written: the program fails where the page does not say what the file says.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import NamedTuple

import referee
from referee.core import registry
from referee.rulebook import Rulebook

ROOT = Path(__file__).resolve().parent.parent
SOURCE, PAGE = ROOT / "docs" / "reference" / "rule-sets.toml", ROOT / "docs" / "reference" / "rule-sets.md"
HEAD = """\
# Rule sets that people play by

{whole} public rule sets of the {games} games: room screens and settings of servers, competition texts, open-source tables.
{without} of them can be said in a `Rules` tag without loss. For each of the others this page says what is lost. A table that
plays by such a rule names the clause in [`unrefereed`](verdict.md#clauses-that-are-not-refereed): then nobody is accused by a
rule that the table does not have.

A set's line has the figures that its publisher states. A room that leaves a figure to its players writes the options of the
set's letters with its own figures: [rules that tables add](table-rules.md) explains them. Tests hold that every line is read,
and that worked hands and rounds of the sets have the value that the set's own rules give them
(`referee/games/*/cases/rule_sets.toml`).

The source of this page is `docs/reference/rule-sets.toml`; `python -m scripts.rule_sets` writes it.
"""


class Letter(NamedTuple):
    """Something in which sets differ, and the options that answer it in the games that have them."""

    name: str
    clause: str
    zh: str
    en: str
    options: tuple[str, ...]

    def of(self, book: Rulebook) -> list[str]:
        """Its options that a game has."""
        known = {option.name for option in book.options} | set(book.families)
        return [name for name in self.options if name in known]


class RuleSet(NamedTuple):
    """A set of rules: ``lines`` are those of its tables, the first the usual one; ``lost`` is what no option says;
    ``differs`` are worked cases that are wrong, with the reason."""

    name: str
    game: str
    zh: str
    en: str
    letters: tuple[str, ...]
    unsaid: tuple[str, ...]
    lines: tuple[str, ...]
    lost: tuple[str, ...]
    differs: tuple[str, ...]

    @property
    def book(self) -> Rulebook:
        """The rulebook of its game."""
        found = registry.find(self.game)
        if found is None:
            raise LookupError(self.game)
        return found.rulebook


def letters() -> dict[str, Letter]:
    """Everything in which sets differ, by its letter."""
    return {
        name: Letter(name, row["clause"], row["zh"], row["en"], tuple(row["options"]))
        for name, row in _source()["letters"].items()
    }


def sets() -> list[RuleSet]:
    """Every set, in the order of the file."""
    return [
        RuleSet(
            name,
            row["game"],
            row["zh"],
            row["en"],
            tuple(row["letters"].split()),
            tuple(row.get("unsaid", "").split()),
            (row["rules"], *row.get("also", ())),
            tuple(row.get("lost", ())),
            tuple(row.get("differs", ())),
        )
        for name, row in _source()["sets"].items()
    ]


def _source() -> dict[str, dict[str, dict[str, str]]]:
    return tomllib.loads(SOURCE.read_text(encoding="utf-8"))


def page() -> str:
    """The page as it stands in the documentation."""
    every = sets()
    whole, without = Counter(one.game for one in every), Counter(one.game for one in every if not one.lost)
    lines = [HEAD.format(whole=len(every), without=sum(without.values()), games=_number(len(whole)))]
    lines += ["| game | sets | without loss |", "|---|---|---|"]
    lines += [f"| {_named(game)} | {whole[game]} | {without[game]} |" for game in whole]
    lines += [f"| all | {whole.total()} | {without.total()} |", "", "## What sets differ in", ""]
    lines += ["| | | clause | options |", "|---|---|---|---|", *map(_letter, letters().values())]
    for game in whole:
        lines += ["", f"## {_named(game)}", "", *_table(one for one in every if one.game == game)]
    lines += ["", "## Worked cases that are wrong", "", *(f"- {one.name}: {why}" for one in every for why in one.differs)]
    return "\n".join(lines) + "\n"


def _number(count: int) -> str:
    return ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine")[count]


def _named(game: str) -> str:
    name = next(found for found in referee.games() if found.id == game).rulebook.name
    return f"{name['zh']} ({name['en']})"


def _letter(letter: Letter) -> str:
    return f"| {letter.name} | {letter.zh}: {letter.en} | {letter.clause} | {', '.join(f'`{name}`' for name in letter.options)} |"


def _table(some: Iterable[RuleSet]) -> list[str]:
    return ["| set | | line | letters | lost |", "|---|---|---|---|---|", *map(_row, some)]


def _row(one: RuleSet) -> str:
    lines = "<br>".join(f"`{line}`" for line in one.lines)
    lost = "<br>".join(one.lost) if one.lost else "nothing"
    return f"| {one.name} | {one.zh}<br>{one.en} | {lines} | {' '.join(one.letters)} | {lost} |"


def main(check: bool) -> None:
    """Write the page, or with ``check`` compare it."""
    text = page()
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("stale: docs/reference/rule-sets.md; run: python -m scripts.rule_sets")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
