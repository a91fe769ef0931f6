"""What is made where the environment says nothing."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Any

import pytest

from config import environment


def test_concurrently_starting_processes_read_one_whole_secret_key(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Another is at the same place at every step at which this one touches a file."""
    monkeypatch.delenv("SECRET_KEY", raising=False)
    keys: set[str] = set()

    def meanwhile(step: Any) -> Any:
        def stepping(*args: Any, **kwargs: Any) -> Any:
            if not keys:
                keys.add("asked")
                keys.add(environment.secret_key(tmp_path))
            done = step(*args, **kwargs)
            if (kept := tmp_path / "secret-key").exists():
                keys.add(kept.read_text(encoding="ascii"))
            return done

        return stepping

    for step in ("open", "fdopen", "link"):
        monkeypatch.setattr(os, step, meanwhile(getattr(os, step)))
    keys.add(environment.secret_key(tmp_path))
    keys.discard("asked")
    assert len(keys) == 1
    assert len(keys.pop()) > 50
    assert [path.name for path in tmp_path.iterdir()] == ["secret-key"]
    assert (tmp_path / "secret-key").stat().st_mode & 0o777 == 0o600
