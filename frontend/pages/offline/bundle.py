"""Python sources as single files for browsers: the same bytes for the same sources, on any machine.

They are JSON, not archives: every web server compresses it on the way, and no compressor's version decides about its bytes.
"""

from __future__ import annotations

import json
from base64 import b64encode
from collections.abc import Callable, Iterable, Iterator
from fnmatch import fnmatch
from functools import cache
from pathlib import Path
from typing import Any, Final, NamedTuple

from django.conf import settings
from django.contrib.staticfiles.finders import BaseFinder
from django.core.files.storage import FileSystemStorage, Storage

import referee
from frontend.pages.offline import drawn

FOLDER: Final = "frontend/offline"
"""Where they lie among the static files."""
KINDS: Final = {".py", ".toml", ".txt", ".json"}
LEFT_OUT: Final = ("__main__.py", "cli/*", "*/cases/*", "worker/__main__.py")
"""What no browser needs: the command line, worked examples, the process that judges and its limits."""
_HOME: Final = Path(referee.__file__).parent
_FOR_THE_COMPILER: Final = b"def mypyc_attr(*attributes, **values):\n    return lambda decorated: decorated\n"
"""All that the engine imports besides Python's own library."""


class Bundle(NamedTuple):
    """A file of sources: its name, what is in it by path, and the module whose ``JOBS`` a page may ask for."""

    name: str
    files: Callable[[], Iterable[tuple[str, bytes]]]
    jobs: str

    @property
    def path(self) -> str:
        """Its name among the static files."""
        return f"{FOLDER}/{self.name}"


def engine() -> Iterator[tuple[str, bytes]]:
    """The path and the content of each file of the engine."""
    yield "mypy_extensions.py", _FOR_THE_COMPILER
    for path in _HOME.rglob("*"):
        inside = path.relative_to(_HOME)
        if path.suffix in KINDS and not any(fnmatch(inside.as_posix(), pattern) for pattern in LEFT_OUT):
            yield f"{_HOME.name}/{inside.as_posix()}", path.read_bytes()


BUNDLES: Final = (
    Bundle("engine.json", engine, "referee.worker.jobs"),
    Bundle("pages.json", drawn.files, "frontend.in_browser.jobs"),
)


@cache
def content(bundle: Bundle) -> bytes:
    """The bytes of a bundle: its files by their paths, in order, those that are no text as Base64."""
    files: dict[str, str] = {}
    binary: dict[str, str] = {}
    for path, data in sorted(bundle.files()):
        try:
            files[path] = data.decode()
        except UnicodeDecodeError:
            binary[path] = b64encode(data).decode("ascii")
    return json.dumps({"files": files, "binary": binary}, ensure_ascii=False, separators=(",", ":")).encode()


def _stored() -> FileSystemStorage:
    """The bundles as files in the service's own folder, written where they are not what they should be."""
    storage = FileSystemStorage(settings.VAR / "bundles")
    for bundle in BUNDLES:
        path = Path(storage.path(bundle.path))
        if not path.is_file() or path.read_bytes() != content(bundle):
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(content(bundle))
    return storage


class BundleFinder(BaseFinder):
    """Has the bundles among the static files, where they get their addresses and are compressed."""

    def find(self, path: str, find_all: bool = False, **options: Any) -> Any:
        """Where this file lies, if it is a bundle."""
        found = [_stored().path(bundle.path) for bundle in BUNDLES if bundle.path == path]
        return found if find_all else next(iter(found), [])

    def list(self, ignore_patterns: Iterable[str] | None) -> Iterable[tuple[str, Storage]]:
        """Each bundle and what opens it."""
        storage = _stored()
        return [(bundle.path, storage) for bundle in BUNDLES]
