"""The engine's texts for readers that stand beside or in its code in both languages, but for the rulebooks."""

from __future__ import annotations

import ast
import re
import tomllib
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
HAN = re.compile(r"[\u4e00-\u9fff]")


def code_texts() -> list[tuple[str, str]]:
    """English and Chinese of every pair of texts, however it is written down: ``{"zh": …, "en": …}``, one argument after the
    other, or ``zh, en = …``. What is put into a text is ``{}``."""
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "referee").rglob("*.py")]
    found = {pair for text in files if HAN.search(text) or re.search(r"\\[uUN]", text) for pair in _pairs(ast.parse(text))}
    tables = [path for folder in ("cli", "notation", "tournament") for path in (ROOT / "referee" / folder).rglob("*.toml")]
    return sorted(found.union(*(_told(tomllib.loads(path.read_text(encoding="utf-8"))) for path in tables)))


def _told(document: Any) -> Iterator[tuple[str, str]]:
    """Every text of a document that has both languages."""
    if isinstance(document, list):
        for part in document:
            yield from _told(part)
    elif isinstance(document, dict) and {"zh", "en"} <= document.keys():
        yield document["en"], document["zh"]
    elif isinstance(document, dict):
        yield from _told(list(document.values()))


def _pairs(tree: ast.AST) -> Iterator[tuple[str, str]]:
    """Wherever a text with Chinese characters stands beside one without."""
    for node in ast.walk(tree):
        for one, other in pairwise(_beside(node)):
            zh, en = _text(one), _text(other)
            if HAN.search(zh) and re.search(r"[a-z]", en) and not HAN.search(en):
                yield en, zh


def _beside(node: ast.AST) -> list[ast.expr]:
    """The expressions that stand one after the other in a node: arguments, values, and what the lines of a body set."""
    if isinstance(node, ast.Call):
        return [*node.args, *(keyword.value for keyword in node.keywords)]
    if isinstance(node, ast.Dict):
        return node.values
    if isinstance(node, ast.Tuple | ast.List):
        return node.elts
    body = getattr(node, "body", None)
    return [line.value for line in body if isinstance(line, ast.Assign)] if isinstance(body, list) else []


def _text(node: ast.expr) -> str:
    """A text with ``{}`` for what is put into it; nothing for what is no text."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return ""
