"""Asking a log by its address: each request is bounded in time and size, no redirect is followed, no answer leads elsewhere."""

from __future__ import annotations

import http.client
import json
import time
import urllib.error
import urllib.request
from collections.abc import Mapping
from typing import Any, NoReturn
from urllib.parse import urlencode, urlsplit

from referee.chinese import in_language
from referee.cli.files import InputError
from referee.cli.output.terms import term
from referee.results.log import checkpoint
from referee.results.log.evidence import Evidence
from referee.results.published.canonical import Unreadable

PATH = "/.well-known/referee-log"
SECONDS = 30.0
"""For the whole of one answer."""
SILENCE = 10.0
"""For which nothing may come."""
MOST_BYTES = 4 << 20
"""Of one answer."""
AT_ONCE = 64
"""Sizes that are asked about at once."""
PIECE = 64 << 10


def is_address(text: str) -> bool:
    """Whether a text is the address of a log rather than the name of a file."""
    return text.startswith(("https://", "http://"))


class _NoRedirect(urllib.request.HTTPRedirectHandler):
    """Follows no redirect: the address that was given is the one that is asked."""

    def redirect_request(self, *args: Any, **kwargs: Any) -> None:
        return None


class LogAddress:
    """A log at an address: that of a service, or the whole one of its log."""

    def __init__(self, address: str, language: str) -> None:
        self.name, self._language = address, language
        try:
            parts = urlsplit(address)
        except ValueError as error:
            raise InputError(f"{address}: {error}") from error
        path = parts.path.rstrip("/")
        self._base = f"{parts.scheme}://{parts.netloc}{path if path.endswith(PATH) else path + PATH}"
        self._opener = urllib.request.build_opener(_NoRedirect)

    def gather(self, evidence: Evidence) -> None:
        """Add to what is at hand what the log shows now, and every proof that is wanted. Raises InputError.

        Its latest head is asked for after the proofs: one that was signed between two answers would else seem cut off.
        """
        for one in evidence.published:
            found = self._read(f"/publications/{one.hash}")
            if found is None:
                evidence.refused.add(one.hash)
            else:
                self._add(evidence, found)
        now = self._read("")
        if now is None:
            raise InputError(term("no log", self._language, self.name))
        self._add(evidence, now, live=True)
        self._gather_keys(evidence)
        self._gather_consistency(evidence)

    def _gather_keys(self, evidence: Evidence) -> None:
        """The keys of heads that another key than the present one has signed, where the log still shows such heads."""
        for one in list(evidence.sightings):
            if not any(checkpoint.announced(one.head, key) for key in evidence.keys.values()):
                found = self._read(f"/heads/{one.head.checkpoint.size}")
                if found is not None and isinstance(found.get("key"), str):
                    evidence.add_key(found["key"])

    def _gather_consistency(self, evidence: Evidence) -> None:
        """A proof from each size to the next one, up to that of the log now."""
        live = [one.head.checkpoint.size for one in evidence.sightings if one.live]
        sizes = sorted({size for one in evidence.sightings if 0 < (size := one.head.checkpoint.size) <= max(live)})
        for start in range(0, len(sizes) - 1, AT_ONCE - 1):
            some = sizes[start : start + AT_ONCE]
            found = self._read(f"/consistency?{urlencode({'sizes': ','.join(map(str, some))}, safe=',')}")
            if found is None:
                evidence.refused |= set(map(str, some[:-1]))
            else:
                self._add(evidence, found)

    def _add(self, evidence: Evidence, document: Mapping[str, Any], live: bool = False) -> None:
        try:
            evidence.add_document(self.name, document, live)
        except Unreadable as error:
            self._fail(in_language(error.message, self._language))

    def _read(self, path: str) -> Mapping[str, Any] | None:
        """What an address below the log's answers; None where it answers that there is no such thing. Raises InputError."""
        headers = {"Accept": "application/json", "User-Agent": "referee verify-log", "Cache-Control": "no-cache"}
        until = time.monotonic() + SECONDS
        try:
            request = urllib.request.Request(self._base + path, headers=headers)  # noqa: S310 - http(s) alone, see is_address
            with self._opener.open(request, timeout=SILENCE) as answer:
                document: Any = json.loads(self._body(answer, until))
        except urllib.error.HTTPError as error:
            error.close()
            if error.code in (400, 404):
                return None
            self._fail(f"HTTP {error.code}")
        except (OSError, http.client.HTTPException, ValueError, RecursionError) as error:
            self._fail(str(error) or type(error).__name__)
        if not isinstance(document, dict):
            self._fail("JSON")
        return document

    def _body(self, answer: Any, until: float) -> bytes:
        body = bytearray()
        while piece := answer.read1(PIECE):
            body += piece
            if len(body) > MOST_BYTES or time.monotonic() > until:
                self._fail(term("log too long", self._language, MOST_BYTES >> 20, int(SECONDS)))
        return bytes(body)

    def _fail(self, why: str) -> NoReturn:
        raise InputError(f"{self.name}: {why}")
