"""``python -m scripts.packages.javascript``: the engine as a package for npm, ``referee-js``, put together in build/referee-js.

``--types``: only writes the TypeScript types of what it takes and gives, made of the JSON Schemas; ``--check``: only says whether
they are those of the schemas as they are.
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from referee import schemas
from scripts.packages import ROOT

HOME: Final = ROOT / "distributions" / "js"
TYPES: Final = HOME / "documents.d.ts"
OWN: Final = ("package.json", "README.md", "index.js", "index.d.ts", "documents.d.ts")
PYTHON: Final = ROOT / "frontend" / "static" / "frontend" / "offline" / "python.js"
"""How the pages start Python; the package does it in the same way."""


def main() -> None:
    """Put the package together, or see to its types."""
    parser = argparse.ArgumentParser(prog="python -m scripts.packages.javascript")
    parser.add_argument("--types", action="store_true", help="only write the types")
    parser.add_argument("--check", action="store_true", help="only check the types")
    chosen = parser.parse_args()
    if chosen.check:
        sys.exit(None if TYPES.read_text(encoding="utf-8") == types() else f"stale: {TYPES.relative_to(ROOT)}; run: make types")
    if chosen.types:
        TYPES.write_text(types(), encoding="utf-8")
        return
    put_together(ROOT / "build" / "referee-js")
    subprocess.run(["npm", "pack", "--pack-destination", str(ROOT / "build")], cwd=ROOT / "build" / "referee-js", check=True)


def put_together(target: Path) -> None:
    """Write what the package consists of into a folder, which is emptied before."""
    shutil.rmtree(target, ignore_errors=True)
    (target / "schemas").mkdir(parents=True)
    for path in (*(HOME / name for name in OWN), PYTHON, ROOT / "LICENSE"):
        shutil.copy(path, target)
    (target / "engine.js").write_text(f"export default {_engine()};\n", encoding="utf-8")
    for name in schemas.NAMES:
        written = json.dumps(schemas.schema(name), ensure_ascii=False, indent=2)
        (target / "schemas" / f"{name}.json").write_text(written + "\n", encoding="utf-8")


def types() -> str:
    """The types of all documents, made of their schemas."""
    with tempfile.TemporaryDirectory() as folder:
        for name in schemas.NAMES:
            document = {key: value for key, value in schemas.schema(name).items() if key not in ("$id", "examples")}
            (Path(folder) / f"{name}.json").write_text(json.dumps(_apart(document)), encoding="utf-8")
        made = subprocess.run(["node", HOME / "types.js", folder], cwd=ROOT, capture_output=True, text=True, check=True)
        return made.stdout


def _apart(part: Any) -> Any:
    """A part of a schema whose references stand alone: what is said beside one would make another type of it."""
    if isinstance(part, list):
        return [_apart(one) for one in part]
    if not isinstance(part, dict):
        return part
    found = {key: _apart(one) for key, one in part.items()}
    if len(found) > 1 and isinstance(found.get("$ref"), str):
        return {key: one for key, one in found.items() if key != "$ref"} | {"allOf": [{"$ref": found["$ref"]}]}
    return found


def _engine() -> str:
    """The engine's sources as the pages load them."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings")
    from frontend.pages.offline.bundle import BUNDLES, content

    return content(BUNDLES[0]).decode()


if __name__ == "__main__":
    main()
