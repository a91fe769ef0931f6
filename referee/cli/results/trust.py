"""Which keys the reader of signed files trusts: those given, and with ``--trust`` those kept for each club."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import NamedTuple

from referee.chinese import in_language
from referee.cli.files import InputError, read
from referee.cli.output.terms import plain, term
from referee.cli.results.trusted_keys import TrustedKeys
from referee.tournament.published import withdrawals
from referee.tournament.published.canonical import Unreadable
from referee.tournament.verification.problems import Problem, problem
from referee.tournament.verification.verify import digits_of


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
