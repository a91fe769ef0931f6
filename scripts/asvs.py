"""``python -m scripts.asvs``: writes docs/reference/asvs.md, the table of OWASP ASVS 5.0, from docs/reference/asvs.toml.

With ``--check`` nothing is written: the program fails where the page does not say what the file says.
"""

from __future__ import annotations

import sys
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any, NamedTuple

ROOT = Path(__file__).resolve().parent.parent
SOURCE, PAGE = ROOT / "docs" / "reference" / "asvs.toml", ROOT / "docs" / "reference" / "asvs.md"
STATES = ("met", "partly", "not met", "not applicable")
HEAD = """\
# OWASP ASVS 5.0, levels 1 and 2

What the [Application Security Verification Standard][asvs] 5.0 asks of an application at its levels 1 and 2, requirement by
requirement, and what this service has: *met*, *partly* with what is missing, *not applicable* with the reason. What each asks is
said in our own short words; the standard's text counts. The last column names a test that shows it, or where it stands. A test of
the project holds that no requirement is left out and that everything named is there. Assessed by the project itself, by reading
and by trying; nobody from outside has certified it.

The source of this page is `docs/reference/asvs.toml`; `python -m scripts.asvs` writes it. Why the service is built so:
[threats](../explanation/threats.md), [how it is secured](../explanation/security.md).

[asvs]: https://owasp.org/www-project-application-security-verification-standard/
"""

COLUMNS = "| | level | asks | | how, or why not | shown by |"


class Requirement(NamedTuple):
    """A row of the table."""

    id: str
    level: int
    asks: str
    state: str
    how: str
    shown: tuple[str, ...]


class Chapter(NamedTuple):
    """A chapter of the standard and its requirements."""

    number: int
    title: str
    requirements: tuple[Requirement, ...]

    def counted(self) -> Counter[str]:
        """How many of its requirements are in each state."""
        return Counter(requirement.state for requirement in self.requirements)


def chapters() -> list[Chapter]:
    """Everything that the file says. Raises ValueError for a state that there is not."""
    source = tomllib.loads(SOURCE.read_text(encoding="utf-8"))
    return [_chapter(int(name.removeprefix("V")), table) for name, table in source.items()]


def _chapter(number: int, table: dict[str, Any]) -> Chapter:
    rows = []
    for id_, row in table.items():
        if id_ == "title":
            continue
        if row["state"] not in STATES:
            raise ValueError(f"{id_}: {row['state']}")
        rows.append(Requirement(id_, row["level"], row["asks"], row["state"], row["how"], tuple(row.get("shown", ()))))
    return Chapter(number, table["title"], tuple(rows))


def page() -> str:
    """The page as it stands in the documentation."""
    found = chapters()
    lines = [HEAD, "| chapter | " + " | ".join(STATES) + " |", "|---|" + "---|" * len(STATES)]
    for chapter in found:
        counts = chapter.counted()
        lines.append(f"| V{chapter.number} {chapter.title} | " + " | ".join(str(counts[state] or "") for state in STATES) + " |")
    whole = sum((chapter.counted() for chapter in found), Counter[str]())
    lines.append("| all | " + " | ".join(str(whole[state]) for state in STATES) + " |")
    for chapter in found:
        lines += [
            "",
            f"## V{chapter.number} {chapter.title}",
            "",
            "| | level | asks | | how, or why not | shown by |",
            "|---|---|---|---|---|---|",
        ]
        lines += [_line(requirement) for requirement in chapter.requirements]
    return "\n".join(lines) + "\n"


def _line(row: Requirement) -> str:
    shown = "<br>".join(f"`{one}`" for one in row.shown)
    return f"| {row.id} | {row.level} | {row.asks} | {row.state} | {row.how} | {shown} |"


def main(check: bool) -> None:
    """Write the page, or with ``check`` compare it."""
    text = page()
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("stale: docs/reference/asvs.md; run: python -m scripts.asvs")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
