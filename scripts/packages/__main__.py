"""``python -m scripts.packages``: builds both distributions and the conformance suite in build/dist.

``--compiled``: the engine's compiled wheel for this platform too. ``--smoke``: nothing is built, the engine's wheels that are
there are tried.
"""

from __future__ import annotations

import argparse
import shutil

from scripts.packages import ROOT, build_compiled, build_conformance, build_engine, build_service, smoke

DIST = ROOT / "build" / "dist"


def main() -> None:
    """Build, or try what was built."""
    parser = argparse.ArgumentParser(prog="python -m scripts.packages")
    parser.add_argument("--compiled", action="store_true", help="also a compiled wheel of the engine, which takes some minutes")
    parser.add_argument("--smoke", action="store_true", help="only try the wheels that are there")
    chosen = parser.parse_args()
    if chosen.smoke:
        for wheel in sorted(DIST.glob("referee-*.whl")):
            smoke(wheel)
        return
    shutil.rmtree(DIST, ignore_errors=True)
    engine = build_engine(DIST)
    build_service(DIST)
    build_conformance(DIST)
    if chosen.compiled:
        build_compiled(engine, DIST)
    for path in sorted(DIST.glob("referee*")):
        print(f"{path.stat().st_size:>11,}  {path.relative_to(ROOT)}")


if __name__ == "__main__":
    main()
