"""The API's own description, which takes a second to make: once in a run."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from tests.once import once, run_folder

METHODS = {"get", "post", "put", "patch", "delete"}


@cache
def described() -> dict[str, Any]:
    """The OpenAPI document of this service."""

    def make(folder: Path) -> None:
        from drf_spectacular.generators import SchemaGenerator

        document = SchemaGenerator().get_schema(request=None, public=True)
        (folder / "openapi.json").write_text(json.dumps(document, default=str), encoding="utf-8")

    run = run_folder()
    assert run is not None
    found: dict[str, Any] = json.loads((once(run, "description", make) / "openapi.json").read_text(encoding="utf-8"))
    return found


def names() -> list[str]:
    """Every method of every address."""
    return [f"{method.upper()} {path}" for path, item in described()["paths"].items() for method in item if method in METHODS]
