"""``python smoke.py FOLDER [--compiled]``: the engine that is installed gives the golden verdicts of this folder, byte for byte.

Needs nothing but the engine. With ``--compiled`` it must be a compiled one, without it a plain one.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import sys
from pathlib import Path

import referee
from referee import schemas
from referee.cli import main as command

ONLY_HERE = ("django", "rest_framework", "celery")
"""What the engine must not have brought along."""


def main(folder: Path, compiled: bool) -> None:
    """Ends the program with what is wrong."""
    if referee.COMPILED is not compiled:
        sys.exit(f"the engine in {referee.__file__} is {'compiled' if referee.COMPILED else 'plain'}")
    if brought := [name for name in ONLY_HERE if importlib.util.find_spec(name)]:
        sys.exit(f"there is {', '.join(brought)}")
    records = sorted(folder.glob("*/*.ppn"))
    wrong = [path for path in records if not _is_right(path)]
    if wrong or not records:
        sys.exit(f"{len(wrong)} of {len(records)} verdicts differ: {', '.join(map(str, wrong[:5]))}")
    with contextlib.redirect_stdout(io.StringIO()) as said:
        status = command(["verify", str(records[0])])
    if status > 1 or not said.getvalue():
        sys.exit(f"the command line ends with {status}")
    for name in schemas.NAMES:
        schemas.schema(name)
    form = "compiled" if compiled else "plain"
    print(f"referee {referee.ENGINE_VERSION}, {form}: {len(records)} golden verdicts are the same", file=sys.stderr)


def _is_right(path: Path) -> bool:
    said = "".join(
        json.dumps(referee.verify(record).as_dict(), ensure_ascii=False, indent=1) + "\n"
        for record in referee.parse_file(path.read_bytes())
    )
    return said == path.with_suffix(".json").read_text(encoding="utf-8") or path.stem == "unknown-game"


if __name__ == "__main__":
    main(Path(sys.argv[1]), "--compiled" in sys.argv[2:])
