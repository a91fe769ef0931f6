"""How scripts and styles are collected for the service: compressed, under names that change with what is in them, and each with
what it imports put into it.

A page then asks for one script and one style. Left apart, the replay has a browser ask for forty files, six at a time over
HTTP/1.1, and learn of some of them only from others: a second more on a telephone. In development files are served as they lie.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from django.contrib.staticfiles import finders
from django.core.files.base import ContentFile
from whitenoise.storage import CompressedManifestStaticFilesStorage

OWN = re.compile(r"frontend/(?!vendor/).*\.(?:js|css)")
STYLE = re.compile(r'^@import url\("([^"]+)"\);$', re.MULTILINE)
IMPORT = re.compile(r'^import (?:\{([^}]*)\} from )?"(\.[^"]+)";$', re.MULTILINE)
LATER = re.compile(r'\bimport\("(\.[^"]+)"\)')
EXPORT = re.compile(r"^export ((?:async )?(?:function|const|class) (\w+))", re.MULTILINE)
LEFT = re.compile(r"^(?:import|export)\b.*|^await\b.*|\bimport\((?!\"\.).*", re.MULTILINE)
"""What the scripts may not have, since it would mean something else in one file: every other way to import and to export."""


class StaticFiles(CompressedManifestStaticFilesStorage):  # type: ignore[misc]
    """WhiteNoise's storage, which reads our own scripts and styles as they are put together."""

    patterns = (
        *CompressedManifestStaticFilesStorage.patterns,
        ("frontend/*.js", ((r'(?P<matched>\bimport\("(?P<url>\.[^"]+)"\))', 'import("%(url)s")'),)),
    )

    def post_process(self, paths: dict[str, Any], **options: Any) -> Iterator[tuple[str, str, bool]]:
        """Store every file under its new names; ``paths``: the storage and the path of each."""
        whole = {name: (_Bundles(), path) if OWN.fullmatch(name) else (storage, path) for name, (storage, path) in paths.items()}
        yield from super().post_process(whole, **options)


class _Bundles:
    """What stands in for the storage of our own files."""

    def open(self, name: str) -> ContentFile[bytes]:
        """A script or a style with what it imports."""
        return ContentFile((script(name) if name.endswith(".js") else style(name)).encode())


def style(name: str) -> str:
    """A style with those that it imports in their place."""
    return STYLE.sub(lambda found: style(_beside(name, found[1])), _text(name))


def script(name: str) -> str:
    """A module behind all that it imports, each once, run in the order in which a browser would run them.

    A module becomes a function that is called at once and returns what it exports. What is imported only when it is needed stays
    a file of its own. Raises ValueError where modules import each other in a circle, or have a form of import or export that this
    does not know.
    """
    done: dict[str, _Module] = {}
    _put(name, name, done, ())
    exported = f"export const {{ {', '.join(done[name].exported)} }} = {done[name].result};\n" if done[name].exported else ""
    return "".join(module.text for module in done.values()) + exported


class _Module(NamedTuple):
    """A module as it stands in one file: its text, the constant that has what it exports, and the names of that."""

    text: str
    result: str
    exported: list[str]


def _put(name: str, root: str, done: dict[str, _Module], above: tuple[str, ...]) -> None:
    """Put the modules that ``name`` imports behind those that are done, then it itself, for the file of ``root``."""
    if name in above:
        raise ValueError(f"{name} imports itself by way of {', '.join(above)}")
    text = _text(name)
    for _names, reference in IMPORT.findall(text):
        if (other := _beside(name, reference)) not in done:
            _put(other, root, done, (*above, name))
    body = IMPORT.sub(lambda found: _taken(name, found[1], done[_beside(name, found[2])]), text)
    body = LATER.sub(lambda found: f'import("{_reference(root, _beside(name, found[1]))}")', EXPORT.sub(r"\1", body))
    if left := LEFT.search(body):
        raise ValueError(f"{name}: {left[0]!r} is of no form that can be put into one file")
    exported, result = [found[2] for found in EXPORT.finditer(text)], f"${len(done)}"
    whole = f"const {result} = (() => {{\n{body}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
    done[name] = _Module(whole, result, exported)


def _taken(name: str, names: str | None, module: _Module) -> str:
    """The constants of what a module takes from another one; nothing where it only has it run."""
    wanted = [one.split(" as ") for one in (names or "").replace("\n", " ").split(",") if one.strip()]
    if lost := {one[0].strip() for one in wanted} - set(module.exported):
        raise ValueError(f"{name} imports {', '.join(lost)}: every name is to be exported by a line of its own")
    return (
        f"const {{ {', '.join(': '.join(part.strip() for part in one) for one in wanted)} }} = {module.result};" if wanted else ""
    )


def _beside(name: str, reference: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), reference))


def _reference(name: str, other: str) -> str:
    return f"./{posixpath.relpath(other, posixpath.dirname(name))}"


def _text(name: str) -> str:
    """A static file as it lies in its application. Raises ValueError where there is none."""
    found: Any = finders.find(name)
    if found is None:
        raise ValueError(f"The file {name!r} could not be found")
    return Path(found).read_text(encoding="utf-8")
