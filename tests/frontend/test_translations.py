"""Every sentence of the pages is there in Chinese, and the compiled catalogue is that of its source."""

from __future__ import annotations

import re
from pathlib import Path

import polib

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "frontend" / "i18n" / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"


def sentences() -> set[str]:
    """What templates and views ask to have translated, plain sentences only."""
    found: set[str] = set()
    for path in (ROOT / "frontend").rglob("*.html"):
        text = path.read_text(encoding="utf-8")
        found.update(re.findall(r"""\{% translate "([^"]+)\"""", text))
        found.update(re.findall(r"""\{% translate '([^']+)'""", text))
    for path in [*(ROOT / "frontend").rglob("*.py"), *(ROOT / "api").glob("*.py")]:
        found.update(re.findall(r"""\b_\("([^"]+)"\)""", path.read_text(encoding="utf-8")))
    return found


def test_every_text_of_the_pages_is_translated() -> None:
    known = {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if entry.translated()}
    assert sentences() - known == set()


def test_compiled_catalogue_matches_its_source() -> None:
    source, compiled = polib.pofile(str(CATALOGUE)), polib.mofile(str(CATALOGUE.with_suffix(".mo")))
    assert {(entry.msgid, entry.msgstr) for entry in source} == {(entry.msgid, entry.msgstr) for entry in compiled}
