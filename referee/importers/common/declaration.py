"""What an importer declares of itself in ``importer.toml``: its id, the name of its format, and what a file of it cannot tell."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from referee.notation.errors import Text

LANGUAGES: Final = {"zh", "en"}
_CODE: Final = re.compile(r"[a-z]+(?:-[a-z]+)*")


@dataclass(frozen=True)
class Declaration:
    """``unknown`` are the codes of what a file of the format cannot tell, with the sentence for each."""

    id: str
    name: Text
    unknown: Mapping[str, Text]


def declared(module: str) -> Declaration:
    """The declaration beside the module of an importer, whose ``__file__`` this is. Raises ValueError where it is not sound."""
    path = Path(module).with_name("importer.toml")
    document = tomllib.loads(path.read_text(encoding="utf-8"))
    found = Declaration(document.pop("id", path.parent.name), document.pop("name", {}), document.pop("unknown", {}))
    texts = {"name": found.name, **found.unknown}
    wrong = [key for key, text in texts.items() if not isinstance(text, dict) or set(text) != LANGUAGES]
    wrong += [code for code in (found.id, *found.unknown) if not _CODE.fullmatch(code)]
    if document or wrong or found.id != path.parent.name:
        raise ValueError(f"{path}: {', '.join([*document, *wrong]) or 'its id is not the name of its folder'}")
    return found
