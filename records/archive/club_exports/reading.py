"""A club's latest export: how far it is, and its zip as a file to download."""

from __future__ import annotations

from collections.abc import Iterator

from records.accounts.access.roles import Right, may, require
from records.accounts.clubs.models import Club
from records.archive.club_exports.models import ClubExport, ClubExportPiece
from records.archive.matches.models import Match
from records.core.files import File
from records.core.people import Actor


def latest(actor: Actor, club: Club) -> ClubExport | None:
    """The latest export of a club, for its owners; None where there is none. Raises Refusal (403)."""
    require(may(actor, Right.EXPORT, club))
    return ClubExport.objects.filter(club=club).order_by("-created_at").first()


def percent(export: ClubExport) -> int:
    """How much of the club's matches an export has come to."""
    if export.finished:
        return 100
    total = Match.objects.filter(club=export.club_id).count()
    return min(99, 100 * (export.matches + export.left_out) // total) if total else 0


def download(export: ClubExport) -> File | None:
    """An export's zip; None where it is not finished."""
    if export.state != ClubExport.State.DONE:
        return None
    name = f"{export.club.slug}-{export.created_at:%Y-%m-%d}.zip"
    return File(name, "application/zip", pieces_of(export), export.size)


def pieces_of(export: ClubExport, section: int | None = None) -> Iterator[bytes]:
    """The pieces of an export, or of a section of it, one in memory at a time."""
    pieces = ClubExportPiece.objects.filter(export=export)
    pieces = pieces if section is None else pieces.filter(section=section)
    # Each is read by its key: for a cursor over all of them PostgreSQL writes every piece to its disk.
    for key in list(pieces.order_by("section", "place").values_list("pk", flat=True)):
        for data in ClubExportPiece.objects.filter(pk=key).values_list("data", flat=True):
            yield bytes(data)
