"""``python -m scripts.sbom [FILE]``: what the service is built of, as CycloneDX JSON; by default in ``build/sbom.cdx.json``.

It lists what the image is built of: every package of the lock file with the hashes that are installed, and what the repository
carries of others. Its content depends on the repository alone, but for the serial number and the time that CycloneDX asks for.
"""

from __future__ import annotations

import re
import sys
import tomllib
from collections.abc import Iterator
from hashlib import sha256
from pathlib import Path
from typing import NamedTuple

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from packageurl import PackageURL

from scripts import vendor_pyodide

ROOT = Path(__file__).resolve().parent.parent
RUNTIME = vendor_pyodide.VENDOR.relative_to(ROOT).as_posix()
PINNED = re.compile(r"^([A-Za-z0-9._-]+)(?:\[[^\]]*\])?==([^\s;\\]+)((?:[^\n]*\\\n\s+--hash=sha256:[0-9a-f]{64})+)", re.M)
"""A package of the lock file: its name, its version, its hashes."""


class Carried(NamedTuple):
    """What the repository carries of others: the file, what it is, its version where it has one, its licence."""

    path: str
    name: str
    version: str | None
    licence: str


def carried() -> list[Carried]:
    """Every file of others that is part of the service."""
    htmx = re.search(r'version:"([\d.]+)"', (ROOT / "frontend/static/frontend/vendor/htmx.min.js").read_text(encoding="utf-8"))
    table = re.search(r"OpenCC ([\d.]+)", (ROOT / "referee/chinese/opencc.txt").read_text(encoding="utf-8"))
    python = [Carried(f"{RUNTIME}/{name}", f"pyodide/{name}", vendor_pyodide.VERSION, "MPL-2.0") for name in vendor_pyodide.FILES]
    return [
        Carried("frontend/static/frontend/vendor/htmx.min.js", "htmx", htmx and htmx[1], "0BSD"),
        *python,
        Carried("records/core/fonts/referee-serif.otf", "Noto Serif CJK TC", None, "OFL-1.1"),
        Carried("referee/chinese/opencc.txt", "OpenCC", table and table[1], "Apache-2.0"),
    ]


def pinned(lock: str) -> Iterator[tuple[str, str, list[str]]]:
    """Name, version and hashes of each package of a lock file."""
    for name, version, hashes in PINNED.findall(lock):
        yield name, version, re.findall(r"sha256:([0-9a-f]{64})", hashes)


def bill() -> Bom:
    """The bill of the service."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    bom = Bom()
    bom.metadata.component = Component(
        name=project["name"],
        version=project["version"],
        type=ComponentType.APPLICATION,
        licenses=[LicenseExpression(project["license"])],
    )
    for name, version, hashes in pinned((ROOT / "requirements.lock").read_text(encoding="utf-8")):
        url = PackageURL("pypi", name=name, version=version)
        bom.components.add(
            Component(
                name=name,
                version=version,
                purl=url,
                bom_ref=str(url),
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content) for content in hashes],
            )
        )
    for path, name, found, licence in carried():
        content = sha256((ROOT / path).read_bytes()).hexdigest()
        bom.components.add(
            Component(
                name=name,
                version=found,
                type=ComponentType.FILE,
                bom_ref=path,
                hashes=[HashType(alg=HashAlgorithm.SHA_256, content=content)],
                licenses=[LicenseExpression(licence)],
                description=path,
            )
        )
    bom.register_dependency(bom.metadata.component, bom.components)
    return bom


def main(target: Path) -> None:
    """Write the bill and say how much it lists."""
    made = bill()
    target.parent.mkdir(parents=True, exist_ok=True)
    make_outputter(made, OutputFormat.JSON, SchemaVersion.V1_6).output_to_file(str(target), allow_overwrite=True, indent=2)
    print(f"{target}: {len(made.components)} components")


if __name__ == "__main__":
    main(Path(sys.argv[1]) if len(sys.argv) > 1 else ROOT / "build" / "sbom.cdx.json")
