"""Gathering what is to be known of a log: from files that were kept or downloaded, and from its address."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Iterable, Sequence

from referee.chinese import in_language
from referee.cli.files import InputError, read
from referee.cli.results.log_address import LogAddress, is_address
from referee.results.log.evidence import MOST_BYTES, Evidence, Published
from referee.results.published.canonical import Unreadable
from referee.results.verification.in_log import evidence_of


def gathered(published: Iterable[tuple[Published, str]], files: Sequence[str], chosen: Namespace) -> Evidence:
    """All that these publications, kept files and what ``--log`` and ``--key`` name say. Raises InputError."""
    evidence = evidence_of(published)
    for name in files:
        _add(evidence, name, chosen.lang, live=False)
    _add_given_keys(evidence, chosen)
    for name in chosen.log:
        if not is_address(name):
            _add(evidence, name, chosen.lang, live=True)
    for name in chosen.log:
        if is_address(name):
            LogAddress(name, chosen.lang).gather(evidence)
    return evidence


def _add(evidence: Evidence, name: str, language: str, live: bool) -> None:
    data = read(name, MOST_BYTES)
    try:
        if len(data) > MOST_BYTES:
            raise Unreadable(f"超過 {MOST_BYTES >> 20} MB。", f"More than {MOST_BYTES >> 20} MB.")
        evidence.add(name, data, live)
    except Unreadable as error:
        raise InputError(f"{name}: {in_language(error.message, language)}") from error


def _add_given_keys(evidence: Evidence, chosen: Namespace) -> None:
    """The keys that were given as files: a signed head names its key by four bytes only."""
    for given in chosen.key:
        try:
            evidence.add_key(read(given).decode("ascii"))
        except (InputError, Unreadable, UnicodeDecodeError):
            continue  # a fingerprint, not a file
