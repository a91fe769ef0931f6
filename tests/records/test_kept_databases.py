"""A database that migrating has made is taken again by later runs of the same code, and of no other."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests import databases


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A checkout with a migration and what is installed."""
    for folder in (*databases.DECIDE, "tests"):
        (tmp_path / folder / "migrations").mkdir(parents=True)
    (tmp_path / "requirements-test.lock").write_text("django==5.2")
    (tmp_path / "records/migrations/0001_initial.py").write_text("operations = []")
    return tmp_path


@pytest.mark.parametrize(
    "file", ["requirements-test.lock", "records/migrations/0001_initial.py", "records/models.py", "config/new.toml"]
)
def test_changed_or_added_file_that_decides_changes_the_state_of_the_code(root: Path, file: str) -> None:
    before = databases.state_of_code(root)
    (root / file).write_text("something else")
    assert databases.state_of_code(root) != before


def test_database_is_made_again_only_after_the_code_has_changed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[str] = []

    def taken_by_run(number: int, code: str) -> str:
        def make(file: Path) -> None:
            made.append(code)
            file.write_text(f"made of {code}")

        monkeypatch.setattr(databases, "state_of_code", lambda _root: code)
        (run := tmp_path / str(number)).mkdir()
        return databases.kept(run, "database", make).read_text()

    monkeypatch.setattr(databases, "KEPT", tmp_path / "kept")
    taken = [taken_by_run(number, code) for number, code in enumerate(["old", "old", "new", "new"])]
    assert taken == ["made of old", "made of old", "made of new", "made of new"]
    assert made == ["old", "new"]
    assert [home.name for home in (tmp_path / "kept").iterdir()] == ["new"]
