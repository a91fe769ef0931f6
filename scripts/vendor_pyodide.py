"""``python -m scripts.vendor_pyodide``: fetches Pyodide, the Python of browsers, from npm, and writes what is needed of it.

The package is one version, known by its hash, as npm's own lock files name it; npm, which comes with ``.venv``, fetches it. With
``--check`` nothing is written: the program fetches it again, names our files that are not those of the package, and ends with 1.

To take a newer version, change ``VERSION`` and ``INTEGRITY`` (``npm view pyodide@VERSION dist.integrity``), then run this.
"""

from __future__ import annotations

import argparse
import base64
import hashlib
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

VERSION = "314.0.7"
INTEGRITY = "sha512-0YvXxEhfEdpLfb/XkM2BFAeMROq0iMUX2bzzH9pOttyMcWkwq+HbE5uyuGD82LN7y2q+SNvi/6V5JEsOlD2R1A=="
FILES = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")
"""The loader, Python as JavaScript and WebAssembly, and Python's own library. The rest of the package is for other places: types
of TypeScript, consoles, the list of packages that could be loaded besides."""
VENDOR = Path(__file__).resolve().parent.parent / "frontend" / "static" / "frontend" / "vendor" / "pyodide"
SUMS = VENDOR / "SHA256SUMS"


def fetched(folder: Path) -> dict[str, bytes]:
    """The files of the package by their names. Ends the program where the package is not the one that is pinned."""
    subprocess.run(["npm", "pack", "--silent", f"pyodide@{VERSION}"], cwd=folder, check=True, stdout=subprocess.DEVNULL)
    package = folder / f"pyodide-{VERSION}.tgz"
    found = f"sha512-{base64.b64encode(hashlib.sha512(package.read_bytes()).digest()).decode()}"
    if found != INTEGRITY:
        sys.exit(f"pyodide {VERSION} should have the hash {INTEGRITY}; npm sent {found}")
    with tarfile.open(package) as archive:
        return {name: _read(archive, f"package/{name}") for name in FILES}


def sums(files: dict[str, bytes]) -> str:
    """Their checksums, as ``sha256sum -c`` reads them."""
    return "".join(f"{hashlib.sha256(data).hexdigest()}  {name}\n" for name, data in sorted(files.items()))


def main() -> None:
    """Fetch, then write or check."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true")
    check = parser.parse_args().check
    with tempfile.TemporaryDirectory() as folder:
        files = fetched(Path(folder))
    if check:
        differing = [name for name, data in files.items() if (VENDOR / name).read_bytes() != data]
        sys.exit(f"not those of pyodide {VERSION}: {', '.join(differing)}" if differing else 0)
    VENDOR.mkdir(exist_ok=True)
    for name, data in files.items():
        (VENDOR / name).write_bytes(data)
    SUMS.write_text(sums(files), encoding="ascii")


def _read(archive: tarfile.TarFile, name: str) -> bytes:
    file = archive.extractfile(name)
    assert file is not None, f"the package has no {name}"
    return file.read()


if __name__ == "__main__":
    main()
