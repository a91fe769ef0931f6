"""Grants. The secret of a link is its grant with a signature; it is not stored."""

from __future__ import annotations

import re
import uuid
from typing import Final, NamedTuple, TypeAlias

from django.core.signing import BadSignature, Signer

SIGNER: Final = Signer(salt="records.accounts.access.links", sep=".")
SEAT: Final = "seat"
"""The parameter of an address that names the seat by whose link somebody asks."""


class ShareGrant(NamedTuple):
    """The grant of a share link: it names the row of ``ShareLink``."""

    link_id: uuid.UUID

    def __str__(self) -> str:
        return self.link_id.hex


class SeatGrant(NamedTuple):
    """The grant of a seat's link, or of a table's (no seat). It ends when the version of the table's links grows."""

    table_id: int
    seat: str
    version: int

    def __str__(self) -> str:
        return f"{self.table_id}.{self.seat}.{self.version}"


class DropGrant(NamedTuple):
    """The grant of the browser that dropped a file without signing in: it may delete it. There is no link of it."""

    file_id: uuid.UUID

    def __str__(self) -> str:
        return f"dropped {self.file_id.hex}"


Grant: TypeAlias = ShareGrant | SeatGrant | DropGrant


def secret_of(grant: Grant) -> str:
    """The secret of a link."""
    return SIGNER.sign(str(grant))


def grant_of(secret: str) -> Grant | None:
    """The grant that a secret was made of; None for a secret that the service did not make."""
    try:
        return read_grant(SIGNER.unsign(secret))
    except BadSignature:
        return None


def read_grant(text: str) -> Grant | None:
    """A grant of its text; None for another text."""
    if re.fullmatch("[0-9a-f]{32}", text):
        return ShareGrant(uuid.UUID(text))
    if found := re.fullmatch("dropped ([0-9a-f]{32})", text):
        return DropGrant(uuid.UUID(found[1]))
    if found := re.fullmatch(r"([0-9]{1,18})\.(\w{0,8})\.([0-9]{1,9})", text, re.ASCII):
        return SeatGrant(int(found[1]), found[2], int(found[3]))
    return None
