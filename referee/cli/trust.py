"""Which keys the reader of signed files trusts: those given, and with ``--trust`` those kept for each club."""

from __future__ import annotations

import json
import os
import sys
import tempfile
from argparse import Namespace
from collections.abc import Iterable
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, NamedTuple

from referee.chinese import in_language
from referee.cli.files import InputError, read
from referee.cli.output.terms import plain, term
from referee.tournament.published import withdrawals
from referee.tournament.published.canonical import Unreadable
from referee.tournament.verification.problems import Problem, problem
from referee.tournament.verification.verify import digits_of

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


class TrustDecision(NamedTuple):
    """Whether a key is trusted, None where the reader has named none; a sentence about it, and what is wrong with it."""

    trusted: bool | None
    sentence: str = ""
    problem: Problem | None = None


class Trust:
    """The keys that were given and kept, and those that were withdrawn."""

    def __init__(self, chosen: Namespace) -> None:
        """Read what was given. Raises InputError where that cannot be read, and for a list that no trusted key has signed."""
        self._language = chosen.lang
        self._given = tuple(_key(key, chosen.lang) for key in chosen.key)
        self._kept = TrustedKeys(chosen.lang) if chosen.trust else None
        self._withdrawn = dict(self._kept.withdrawn) if self._kept else {}
        for name in chosen.withdrawn:
            self._read_withdrawals(name)

    def of_club(self, place: str, club: str, signer: str, consistent: bool) -> TrustDecision:
        """Judge the key that signed a club's file. It is kept where the file holds together and no other one is."""
        kept = self._kept.of(club) if self._kept else {}
        if signer in self._withdrawn:
            return TrustDecision(False, "", problem(place, "withdrawn", at=self._withdrawn[signer]))
        if self._given and signer.startswith(self._given):
            if self._kept and consistent:
                self._kept.keep(club, signer)
            return TrustDecision(True, term("your key", self._language))
        if signer in kept:
            return TrustDecision(True, term("kept key", self._language, kept[signer]))
        if kept:
            return TrustDecision(False, "", problem(place, "another-key", since=min(kept.values()), club=club))
        if self._given:
            return TrustDecision(False, "", problem(place, "untrusted"))
        if self._kept and consistent:
            self._kept.keep(club, signer)
            return TrustDecision(True, term("first use", self._language, plain(club)))
        return TrustDecision(None, term("own key", self._language))

    def _read_withdrawals(self, name: str) -> None:
        """Add the keys of a signed list to the withdrawn ones. Raises InputError for a list that no trusted key has signed."""
        try:
            found = withdrawals.read(read(name, withdrawals.MOST_BYTES))
        except Unreadable as error:
            raise InputError(f"{name}: {in_language(error.message, self._language)}") from error
        known = bool(self._given) and found.signer.startswith(self._given)
        kept = self._kept is not None and found.signer in self._kept.all()
        if not (known or kept) or found.signer in self._withdrawn:
            raise InputError(term("untrusted list", self._language, name, found.signer))
        self._withdrawn |= dict.fromkeys(found.fingerprints, found.at)
        if self._kept:
            self._kept.withdraw(found.fingerprints, found.at)


def _key(given: str, language: str) -> str:
    """The fingerprint, or the beginning of one, of a key that was given as a file or as text. Raises InputError."""
    path = Path(given)
    try:
        return digits_of(path.read_text(encoding="ascii", errors="replace") if path.is_file() else given)
    except Unreadable as error:
        raise InputError(f"{given[:80]}: {in_language(error.message, language)}") from error
    except (OSError, ValueError) as error:
        raise InputError(f"{given[:80]}: {error}") from error
