"""``python -m scripts.offline [FOLDER]``: the offline pages as a folder, by default ``build/offline``; prints how large it is.

The folder has everything: the documents, the engine, and scripts that serve it from a stick, since a page that is opened as a
file may have no worker. It needs no database and no service.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import shutil
import tempfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
BESIDE = Path(__file__).parent / "folder"
"""What starts the pages from a stick."""
OTHERS = ["admin", "rest_framework", "drf_spectacular_sidecar"]
"""Static files of other parts of the service."""
LEVEL = 9
"""How hard web servers compress, as far as the printed size goes."""


def build(folder: Path) -> None:
    """Make the folder anew. Needs settings whose static files are to be collected into an empty folder."""
    from django.conf import settings
    from django.core.management import call_command

    from frontend.pages.offline import parts, site
    from frontend.pages.offline.bundle import BUNDLES

    call_command("collectstatic", interactive=False, verbosity=0, ignore_patterns=OTHERS)
    collected = Path(settings.STATIC_ROOT)
    names = json.loads((collected / "staticfiles.json").read_text(encoding="utf-8"))["paths"]
    shutil.rmtree(folder, ignore_errors=True)
    shutil.copytree(BESIDE, folder)
    for name, file in site.files(served=False).items():
        (folder / name).write_bytes(file.content)
    engine = [*parts.PYTHON.values(), *parts.SCRIPTS, *(bundle.path for bundle in BUNDLES)]
    for name in map(names.__getitem__, [*parts.static_names(), *engine]):
        (folder / "static" / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(collected / name, folder / "static" / name)
    for licence in parts.licences():
        shutil.copy(licence, folder)


def compressed(folder: Path) -> int:
    """The bytes of all files as a web server sends them, each compressed where that makes it smaller."""
    contents = (path.read_bytes() for path in folder.rglob("*") if path.is_file())
    return sum(min(len(content), len(gzip.compress(content, LEVEL, mtime=0))) for content in contents)


def main() -> None:
    """Build and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "offline")
    folder = parser.parse_args().folder
    with tempfile.TemporaryDirectory() as work:
        os.environ |= {"REFEREE_VAR": work, "STATIC_ROOT": f"{work}/static", "DJANGO_SETTINGS_MODULE": "config.settings"}
        import django

        django.setup()
        build(folder)
    raw = sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())
    print(f"{folder}: {raw / 1e6:.2f} MB, compressed {compressed(folder) / 1e6:.2f} MB")


if __name__ == "__main__":
    main()
