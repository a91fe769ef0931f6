"""Requests that a client may repeat: the answer is stored with the change, and the same request gets it again for a day.

The answer and the change are one transaction. Where a process is killed neither is stored, and the repeated request is carried
out. Whoever asks gives the request a key of their own (``Idempotency-Key``, draft-ietf-httpapi-idempotency-key-header).
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NamedTuple

from django.db import models, transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from records.core.db.advisory_lock import take_named
from records.core.errors import Refusal
from records.core.ops.digests import digest_of
from records.core.ops.encryption import DecryptionError, decrypt, encrypt

HEADER = "Idempotency-Key"
MOST = 255
"""Characters of a key at most."""
KEPT = timedelta(days=1)
"""How long an answer is stored."""
DELETED = 5_000
"""Answers that one sweep deletes at most."""
UNREADABLE = "answer-unreadable"
"""The code of the refusal where a stored answer cannot be decrypted."""
_KEY = re.compile(rf"[ -~]{{1,{MOST}}}")


class AnsweredRequest(models.Model):
    """The answer to a request.

    ``id`` is the digest of who asked and their key, ``request`` that of the request. The answer is encrypted: some answers hold
    the secret of a new token or link.
    """

    id = models.CharField(max_length=64, primary_key=True)
    request = models.CharField(max_length=64)
    answer = models.TextField()
    at = models.DateTimeField(default=timezone.now, db_index=True)

    class Meta:
        app_label = "core"

    def __str__(self) -> str:
        return self.id


class Answer(NamedTuple):
    """An answer as it was sent."""

    status: int
    headers: dict[str, str]
    body: str


class Asked:
    """A request with a key, while it is being answered: ``earlier`` is the answer that it got before."""

    def __init__(self, name: str, request: str, earlier: Answer | None) -> None:
        self.earlier, self._name, self._request = earlier, name, request

    def keep(self, answer: Answer) -> None:
        """Store the answer, for when the request is repeated."""
        AnsweredRequest.objects.create(id=self._name, request=self._request, answer=encrypt(json.dumps(answer)))


def checked_key(key: str) -> str:
    """The key. Raises Refusal (400) where it is none."""
    if not _KEY.fullmatch(key):
        raise Refusal(
            "invalid-idempotency-key",
            _("Header {field}: expected 1 to {most} printable ASCII characters, got {found:,} characters."),
            400,
            field=HEADER,
            most=MOST,
            found=len(key),
        )
    return key


@contextmanager
def asked_once(who: str, key: str, *said: str | bytes, wait: bool = False) -> Iterator[Asked]:
    """Open the transaction in which a request is answered. ``who`` is whose key it is, ``said`` all that is asked.

    ``wait``: while another process answers a request with this key, wait for it. On SQLite everybody waits.

    Raises Refusal: 400 for a malformed key, 409 while another process answers or where the answer cannot be decrypted, 422 where
    the key was used for another request.
    """
    name, request = digest_of(f"{who}\n{checked_key(key)}"), _digest(said)
    with transaction.atomic():
        if not take_named(name, wait=wait):
            raise Refusal(
                "request-in-progress",
                _("The first request with this {header} is still being answered; send it again in a moment."),
                409,
                retry_after=1,
                header=HEADER,
            )
        yield Asked(name, request, _earlier(name, request))


def _digest(said: tuple[str | bytes, ...]) -> str:
    digest = hashlib.sha256()
    for part in said:
        data = part if isinstance(part, bytes) else part.encode("utf-8", "surrogatepass")
        digest.update(b"%d\n" % len(data) + data)
    return digest.hexdigest()


def _earlier(name: str, request: str) -> Answer | None:
    """The answer that the request got. Raises Refusal: 422 where another one has this name, 409 where SECRET_KEY was changed."""
    found = AnsweredRequest.objects.filter(pk=name).first()
    if found is not None and found.at < timezone.now() - KEPT:
        found.delete()
        return None
    if found is not None and found.request != request:
        raise Refusal(
            "idempotency-key-reused",
            _("This {field} was used for another request; give each request a key of its own."),
            422,
            field=HEADER,
        )
    return _decrypted(found) if found is not None else None


def _decrypted(found: AnsweredRequest) -> Answer:
    try:
        return Answer(*json.loads(decrypt(found.answer)))
    except DecryptionError as error:
        message = _(
            "This request was carried out before, but the server's secret key has changed since, so its answer cannot be read. "
            "Look at how things stand before you send it again."
        )
        raise Refusal(UNREADABLE, message, 409) from error


def forget() -> int:
    """Delete the answers that are no longer given; returns their number."""
    old = AnsweredRequest.objects.filter(at__lt=timezone.now() - KEPT).values_list("pk", flat=True)[:DELETED]
    return AnsweredRequest.objects.filter(pk__in=list(old)).delete()[0]
