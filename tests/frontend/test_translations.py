"""Every text of the pages is there in Chinese, and none that nobody asks for; the compiled catalogue is that of its source."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import allauth
import polib
from django.utils.translation.template import templatize

ROOT = Path(__file__).parents[2]
CATALOGUE = ROOT / "frontend" / "i18n" / "locale" / "zh_Hant" / "LC_MESSAGES" / "django.po"
FUNCTIONS = {"_", "gettext", "gettext_lazy", "ngettext"}
ASKED = re.compile(r"""\b(?:_|n?gettext)\(u?('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*")""")


def asked(*folders: Path) -> set[str]:
    """What templates and code below these folders ask to have translated; of a text with a plural the singular."""
    found: set[str] = set()
    for folder in folders:
        for path in (*folder.rglob("*.html"), *folder.rglob("*.txt")):
            code: str = templatize(path.read_text(encoding="utf-8"))
            found.update(ast.literal_eval(text) for text in ASKED.findall(code))
        for path in folder.rglob("*.py"):
            found.update(_of_code(ast.parse(path.read_text(encoding="utf-8"))))
    return found


def _of_code(tree: ast.AST) -> set[str]:
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call) and isinstance(node.func, ast.Name)]
    texts = [node.args[0] for node in calls if ast.unparse(node.func) in FUNCTIONS and node.args]
    return {text.value for text in texts if isinstance(text, ast.Constant) and isinstance(text.value, str)}


def known() -> set[str]:
    return {entry.msgid for entry in polib.pofile(str(CATALOGUE)) if entry.translated()}


def test_every_text_of_the_pages_is_translated() -> None:
    assert asked(ROOT / "frontend", ROOT / "api") - known() == set()


def test_every_translation_is_of_a_text_that_is_asked_for() -> None:
    asking = (ROOT / name for name in ("api", "config", "frontend", "records"))
    assert known() - asked(*asking, Path(allauth.__file__).parent) == set()
