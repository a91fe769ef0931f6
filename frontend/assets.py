"""Scripts and styles as they are: ES modules and ``@import``, under names that change with what is in them."""

from __future__ import annotations

import posixpath
import re
from functools import cache
from pathlib import Path
from typing import Final

from django.contrib.staticfiles import finders
from whitenoise.storage import CompressedManifestStaticFilesStorage

IMPORTS: Final = {
    ".js": re.compile(r'^import (?:\{[^}]*\} from )?"(\.[^"]+)";$', re.MULTILINE),
    ".css": re.compile(r'^@import url\("([^"]+)"\);$', re.MULTILINE),
}
"""How a script and a style import another one, by the ending of their names."""
LATER: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
"""How a script imports another one when it is needed."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]  # WhiteNoise has no types
    """WhiteNoise's storage, which names imported modules by the names that change."""

    support_js_module_import_aggregation = True
    # Each pass settles the names of the modules that import only what is settled: one for each step of the longest chain.
    max_post_process_passes = 15


@cache
def imports_of(name: str) -> tuple[str, ...]:
    """The names of all static files that a script or style imports, and that these import, each once.

    A page names them all in its head, so that a browser asks for them at once, and not for each when it has read another.
    """
    found: dict[str, None] = {}
    for other in named_in(name, IMPORTS[posixpath.splitext(name)[1]]):
        found |= dict.fromkeys((other, *imports_of(other)))
    return tuple(found)


def imported_later_by(name: str) -> tuple[str, ...]:
    """The names of the scripts that a script imports when they are needed."""
    return tuple(named_in(name, LATER))


def named_in(name: str, pattern: re.Pattern[str]) -> list[str]:
    """The names of the static files that a pattern finds in another. Raises ValueError where there is no such file."""
    path = finders.find(name)
    if path is None:
        raise ValueError(f"there is no static file {name}")
    beside = posixpath.dirname(name)
    references: list[str] = pattern.findall(Path(path).read_text(encoding="utf-8"))
    return [posixpath.normpath(posixpath.join(beside, reference)) for reference in references]
