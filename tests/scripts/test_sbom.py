"""The bill of materials lists everything that the service is built of, and is CycloneDX."""

from __future__ import annotations

import json
import re
from pathlib import Path

from scripts import sbom

ROOT = Path(__file__).parents[2]


def test_bill_of_materials_lists_every_pinned_package_with_its_hashes(tmp_path: Path) -> None:
    sbom.main(tmp_path / "sbom.json")
    made = json.loads((tmp_path / "sbom.json").read_text(encoding="utf-8"))
    assert (made["bomFormat"], made["specVersion"]) == ("CycloneDX", "1.6")
    lock = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    listed = {(part["name"], part["version"]) for part in made["components"] if part["type"] == "library"}
    assert listed == set(re.findall(r"^([\w.-]+)(?:\[[\w,-]+\])?==([^ \\]+)", lock, re.M))
    assert sum(len(part["hashes"]) for part in made["components"] if part["type"] == "library") == lock.count("--hash=sha256:")
    assert made["metadata"]["component"]["name"] == "referee"


def test_bill_of_materials_lists_every_file_of_others_with_its_version_and_licence() -> None:
    files = {part.path: part for part in sbom.carried()}
    assert files["frontend/static/frontend/vendor/htmx.min.js"].version
    assert files["referee/chinese/opencc.txt"].version
    vendored = [path for path in (ROOT / "frontend/static/frontend/vendor").rglob("*") if path.is_file()]
    assert {str(path.relative_to(ROOT)) for path in vendored if path.suffix != ".LICENSE" and path.name != "SHA256SUMS"} <= set(
        files
    )
    for path in files:
        assert next((ROOT / path).parent.glob("*LICENSE")).is_file()
