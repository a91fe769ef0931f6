"""``python -m scripts.who_sees``: writes docs/reference/who-sees-what.md from the table in ``records.accounts.access.facts``.

With ``--check`` nothing is written: the program fails where the page does not say what the table says.
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

import django

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "reference" / "who-sees-what.md"
HEAD = """\
# Who sees what

What is shown of an event, a club and a match, and to whom: on pages, in the API, in feeds and spreadsheets alike. Whether
somebody finds an event or a match at all is decided before: outsiders find public ones, a share link opens its own.

`python -m scripts.who_sees` writes this page from `records/accounts/access/facts.py`, the table that the service goes by.

- **outsider**: everybody, without an account or with one that is neither of the club nor an arbiter of the event.
- **share link**: whoever has a [link](api.md#share-links) to the event or to the match.
- **seat link**: whoever has the [link of a table](../how-to/score-sheets.md) or of a seat, for that table.
- **arbiter**: an account that [serves the event](../how-to/events.md#who-may-do-what), for this event.
- **member**, **scorer**, **organizer**, **owner**: the [roles of the club](../how-to/clubs.md). The staff of the service sees
  what owners see. A match of no club is its uploader's, who sees all of it.

*published*: seen as far as it stands in the latest [published results](results.md) of the event, without the accounts.
"""


def page() -> str:
    """The page as it stands in the documentation."""
    from records.accounts.access.facts import Fact, Reader, sees

    lines = [HEAD.rstrip("\n")]
    for thing in dict.fromkeys(fact.value.thing for fact in Fact):
        lines += ["", f"## {'An' if thing == 'event' else 'A'} {thing}", ""]
        lines += ["| | " + " | ".join(Reader) + " |", "|---|" + "---|" * len(Reader)]
        for fact in Fact:
            if fact.value.thing == thing:
                cells = [
                    "yes" if sees(reader, fact) else "published" if sees(reader, fact, published=True) else ""
                    for reader in Reader
                ]
                lines.append(f"| {fact.value.text} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


def main(check: bool) -> None:
    """Write the page, or with ``check`` compare it."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    django.setup()
    text = page()
    if not check:
        PAGE.write_text(text, encoding="utf-8")
    elif not PAGE.exists() or PAGE.read_text(encoding="utf-8") != text:
        sys.exit("stale: docs/reference/who-sees-what.md; run: python -m scripts.who_sees")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
