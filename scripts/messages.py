"""``python -m scripts.messages``: compiles the translations (.po) for Django (.mo), without gettext on the machine.

With ``--check`` nothing is written: the program fails where a compiled file does not say what its source says.
"""

from __future__ import annotations

import sys
from pathlib import Path

import polib

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = ["api", "frontend", "records"]


def main(check: bool) -> None:
    """Compile, or with ``check`` compare. Ends the program with the names of stale files."""
    stale = []
    for source in sorted(path for package in PACKAGES for path in (ROOT / package).rglob("locale/*/LC_MESSAGES/*.po")):
        compiled, wanted = source.with_suffix(".mo"), polib.pofile(str(source)).to_binary()
        if check and (not compiled.exists() or compiled.read_bytes() != wanted):
            stale.append(str(compiled.relative_to(ROOT)))
        elif not check:
            compiled.write_bytes(wanted)
    if stale:
        sys.exit(f"stale: {', '.join(stale)}; run: make messages")


if __name__ == "__main__":
    main("--check" in sys.argv[1:])
