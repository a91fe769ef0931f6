"""The keys that ``--trust`` keeps for each club, in a file of the user's configuration folder."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from referee.cli.files import InputError
from referee.cli.output.terms import term

FILENAME = "trusted-keys.json"


def folder() -> Path:
    """The user's folder for settings of this program, where the platform has such folders."""
    home = Path.home()
    if sys.platform == "win32":
        return Path(os.environ.get("APPDATA") or home / "AppData" / "Roaming") / "Referee"
    if sys.platform == "darwin":
        return home / "Library" / "Application Support" / "Referee"
    # A relative path is to be ignored (XDG Base Directory Specification).
    named = Path(os.environ.get("XDG_CONFIG_HOME", ""))
    return (named if named.is_absolute() else home / ".config") / "referee"


class TrustedKeys:
    """Kept keys: by the short name of a club the fingerprints of its keys, each with the day from which it is kept; and the keys
    that signed lists have withdrawn, with the moment of the list."""

    def __init__(self, language: str) -> None:
        """Read what was kept. Raises InputError where that cannot be read."""
        self._path = folder() / FILENAME
        try:
            found: Any = json.loads(self._path.read_text(encoding="utf-8"))
            self._clubs = _days_of(found["clubs"])
            self.withdrawn: dict[str, str] = {str(key): str(at) for key, at in found["withdrawn"].items()}
        except FileNotFoundError:
            self._clubs, self.withdrawn = {}, {}
        except (OSError, ValueError, LookupError, TypeError, AttributeError) as error:
            raise InputError(term("kept keys", language, self._path)) from error

    def of(self, club: str) -> dict[str, str]:
        """The fingerprints of the keys that are kept for a club, with the days from which they are."""
        return self._clubs.get(club, {})

    def all(self) -> dict[str, str]:
        """The fingerprints of the keys of all clubs, with the days from which they are kept."""
        return {key: day for keys in self._clubs.values() for key, day in keys.items()}

    def keep(self, club: str, fingerprint: str) -> None:
        """Keep a key for a club from today on."""
        if fingerprint not in self.of(club):
            self._clubs.setdefault(club, {})[fingerprint] = datetime.now(UTC).date().isoformat()
            self._store()

    def withdraw(self, fingerprints: Iterable[str], at: str) -> None:
        """Keep that keys are withdrawn."""
        new = {key: at for key in fingerprints if key not in self.withdrawn}
        if new:
            self.withdrawn |= new
            self._store()

    def _store(self) -> None:
        """Write the file as a whole: who reads it meanwhile finds the former one. Raises InputError."""
        kept = {"clubs": self._clubs, "withdrawn": self.withdrawn}
        text = json.dumps(kept, ensure_ascii=False, indent=1, sort_keys=True)
        try:
            self._path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            with tempfile.TemporaryDirectory(prefix=".", dir=self._path.parent) as beside:
                written = Path(beside) / FILENAME
                written.write_text(f"{text}\n", encoding="utf-8")
                written.replace(self._path)
        except OSError as error:
            raise InputError(f"{self._path}: {error.strerror}") from error


def _days_of(found: Any) -> dict[str, dict[str, str]]:
    return {str(name): {str(key): str(day) for key, day in keys.items()} for name, keys in found.items()}
