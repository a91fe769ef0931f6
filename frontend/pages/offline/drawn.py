"""What a browser needs to draw the pages: the part of Django that does, our templates and what prepares their contexts."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import asgiref
import django
from django.conf import settings

HOME: Final = Path(__file__).resolve().parents[3]
SUBJECTS: Final = ("archive/matches", "archive/replay", "calculator", "entry", "rulebooks", "tournament/sheets")
"""The folders of pages that are drawn in the browser."""
OURS: Final = (
    "frontend/*.py",
    "records/wording/**/*.*",
    *(f"frontend/{folder}/**/*.*" for folder in ("components", "in_browser", "templatetags")),
    *(f"frontend/pages/{subject}/*.*" for subject in SUBJECTS),
    *(f"frontend/pages/{package}__init__.py" for package in ("", "archive/", "tournament/")),
    *(
        f"records/{name}"
        for name in (
            "__init__.py",
            "core/__init__.py",
            "core/entered_text.py",
            "core/errors.py",
            "core/languages.py",
            "core/rules_line.py",
            "core/sandbox/*.py",
            "tournament/sheets/entries.py",
        )
    ),
)
KINDS: Final = {".py", ".html", ".mo"}
STAND_INS: Final = {
    "django/core/serializers/__init__.py": b"",
    "django/core/serializers/json.py": b"from json import JSONEncoder as DjangoJSONEncoder\n",
    "django/views/generic/__init__.py": b"",
    "django/views/generic/base.py": b"class View:\n    pass\n",
    "records/tournament/__init__.py": b"",
    "records/tournament/sheets/__init__.py": b"",
}
"""Modules in the place of those that would import the database, for what is imported beside or through them."""
NOT_OF_DJANGO: Final = {
    *("commands", "contrib", "forms", "generic", "handlers", "migrations", "models", "serializers", "servers", "test"),
    *("app_template", "project_template"),
}
"""Folders of Django that nothing imports which draws a page: the database, forms, the administration, the tests."""


def files() -> Iterator[tuple[str, bytes]]:
    """The path and the content of each file, as Python in the browser finds it."""
    for pattern in OURS:
        for path in HOME.glob(pattern):
            if path.suffix in KINDS:
                yield path.relative_to(HOME).as_posix(), path.read_bytes()
    yield from STAND_INS.items()
    for package in (asgiref, django):
        home = Path(str(package.__file__)).parent
        for path in home.rglob("*.py"):
            inside = path.relative_to(home)
            if _is_needed(inside):
                yield f"{home.name}/{inside.as_posix()}", path.read_bytes()


def _is_needed(inside: Path) -> bool:
    """Whether a file of Django or asgiref is: of the formats of languages those that there are pages in."""
    folders = inside.parts[:-1]
    if folders[:2] == ("conf", "locale") and folders[2:]:
        return folders[2].replace("_", "-").lower() in dict(settings.LANGUAGES)
    return NOT_OF_DJANGO.isdisjoint(folders) and (folders[:2] != ("db", "backends"))
