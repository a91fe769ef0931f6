"""Building a results document: matches are checked and stored piece by piece, then the rest is computed, signed and verified.

Only a few matches are in memory at a time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

from django.utils.translation import gettext_lazy as _

from records.accounts import audit
from records.archive.matches.judging.models import Judgement, VerdictSummary
from records.archive.matches.models import STORED, Match
from records.core.errors import Refusal
from records.core.languages import Sentence
from records.tournament.events.models import Event
from records.tournament.publications import signing_keys
from records.tournament.publications.models import Publication, PublicationPiece
from records.tournament.publications.reading import document_of, match_pieces_of, pieces_of
from referee.tournament.published import form, signature, tables
from referee.tournament.published.canonical import Unreadable, first_difference
from referee.tournament.published.chunks import Hashing, chunk_of, entries_in, first_and_last, without_matches
from referee.tournament.published.chunks import digest as digest_of
from referee.tournament.published.document import concluded, entry_of
from referee.tournament.published.form import Document
from referee.tournament.published.tables import record_in
from referee.tournament.ranking.summary import seating_in, seating_of
from referee.tournament.verification.problems import Problem, problem
from referee.tournament.verification.verify import Checked, check, outlined

OWN = ("number", "previous", "published", "forced", "audit", "results")
"""Parts of a document that are the publication's own: two of the same results differ in these alone."""
CHUNK = 50
"""Matches that are checked before that is stored."""
PIECE = 1 << 20
"""Bytes of records after which it is stored, however few they are."""
PULSE = 5.0
"""Seconds after which it is."""
PAGE = 10
"""Matches that are read at once."""

log = logging.getLogger(__name__)


class Publishing(NamedTuple):
    """Results on their way to publication: the event's snapshot, who publishes it and when, and the number of checked matches.

    ``snapshot`` is all that the document follows from, with matches and judgements by their ids.
    """

    event: Event
    snapshot: Document
    at: datetime
    publisher: int
    publisher_name: str
    forced: str
    unresolved: int
    checked: int

    @property
    def matches(self) -> int:
        """How many matches the publication has."""
        return len(self.snapshot["matches"])


class SignedDocument(NamedTuple):
    """A complete document without its matches, its hash and signature, and the pieces of the file around the matches."""

    document: Document
    hash: str
    signed: Mapping[str, str]
    first: bytes
    last: bytes


def check_next_piece(publishing: Publishing) -> tuple[int, PublicationPiece]:
    """Check the next matches; returns their number and the piece of the file that holds them. Raises Refusal."""
    until, size, start = time.monotonic() + PULSE, 0, publishing.checked
    entries: list[Any] = []
    for entry in _checked_entries(publishing, publishing.snapshot["matches"][start : start + CHUNK]):
        entries.append(entry)
        size += len(entry["text"])
        if size >= PIECE or time.monotonic() >= until:
            break
    piece = chunk_of(entries, first=not start)
    return len(entries), PublicationPiece(event=publishing.event, number=_number(publishing.event), place=start + 1, data=piece)


def build_document(publishing: Publishing, last: Publication | None) -> SignedDocument:
    """Build the whole document from the stored pieces, sign it and verify it; ``last`` is the publication before it. Raises
    Refusal."""
    parts = {**publishing.snapshot, "matches": [], **_own_parts(publishing, last)}
    whole, results = Hashing(parts), Hashing(_results(parts))
    document = concluded(parts, _hashed_matches(publishing, parts["number"], whole, results))
    if last is not None and results.end(_results(document)) == _digest_of_results(last):
        raise nothing_new_refusal(last.number)
    hashed = whole.end(document)
    signed = signature.sign(private_key(), hashed)
    first, after = first_and_last(document, hashed, signed)
    _verify_file(publishing, first, after, hashed)
    return SignedDocument(document, hashed, signed, first, after)


def stored_pieces(event: Event) -> Any:
    """The pieces of a publication under way that are stored."""
    return PublicationPiece.objects.filter(event=event.pk, number=_number(event))


def private_key() -> bytes:
    """The private key of the service. Raises Refusal where it cannot be read."""
    try:
        return signing_keys.private_key()
    except signing_keys.KeyUnreadable as error:
        log.error("results cannot be signed: %s", error)
        raise Refusal("no-key", _("The service's signing key cannot be read; tell who runs it."), 503) from None


def nothing_new_refusal(number: int | None) -> Refusal:
    """The refusal to publish what the last publication says already."""
    return Refusal("nothing-new", _("Nothing has changed since publication {number}."), 409, number=number)


def last_of(event: Event) -> Publication | None:
    """The last publication of the event, None where there is none."""
    return event.publications.first()


def _number(event: Event) -> int:
    """The number of the publication under way; an event has one at most."""
    return _next_number(last_of(event))


def _next_number(last: Publication | None) -> int:
    return last.number + 1 if last else 1


def _own_parts(publishing: Publishing, last: Publication | None) -> dict[str, Any]:
    at = publishing.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "audit": audit.head()._asdict(),
        "forced": publishing.forced or None,
        "number": _next_number(last),
        "previous": last.hash if last else None,
        "published": {"at": at, "by": publishing.publisher_name},
    }


def _results(document: Document) -> dict[str, Any]:
    return {name: part for name, part in document.items() if name not in OWN}


def _digest_of_results(publication: Publication) -> str:
    return digest_of(_results(document_of(publication)), match_pieces_of(publication))


def _checked_entries(publishing: Publishing, some: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The entries of these matches, each judged again and compared. Raises Refusal."""
    report, number = Checked(), publishing.checked
    seatings = dict(VerdictSummary.objects.filter(pk__in=[one["judgement"] for one in some]).values_list("judgement", "document"))
    for number, (one, (match, entry_parts)) in enumerate(zip(some, _read_entries(some), strict=True), publishing.checked):
        place, entry = f"/document/matches/{number}", entry_of(entry_parts, match.sha256)
        for fault in form.MATCH.faults(entry, place):
            raise _does_not_hold(publishing, Problem(fault.place, "form", fault.message))
        found, stored = check(entry, place, report), seatings.get(one["judgement"])
        if report.problems:
            raise _does_not_hold(publishing, report.problems[0])
        if found and stored and found.seating != seating_in(stored):
            raise _does_not_hold(publishing, Problem(place, "summary", Sentence(_("Its seats are not the record's.")).texts()))
        yield entry


def _read_entries(entries: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Match, dict[str, Any]]]:
    """The matches of the snapshot, each with its entry of the document. Raises Refusal where one was deleted."""
    for start in range(0, len(entries), PAGE):
        some = entries[start : start + PAGE]
        matches = {str(pk): match for pk, match in Match.objects.filter(STORED).in_bulk([one["id"] for one in some]).items()}
        wanted = [one["judgement"] for one in some if one["judgement"]]
        verdicts = dict(Judgement.objects.filter(pk__in=wanted).values_list("pk", "verdict"))
        for one in some:
            match, verdict = matches.get(one["id"]), verdicts.get(one["judgement"])
            if match is None or (one["judgement"] and verdict is None):
                raise Refusal("gone", _("A match or its verdict was deleted meanwhile; publish again."), 409)
            text = bytes(match.source).decode("utf-8", "surrogatepass")
            yield match, {"id": one["id"], "form": match.form, "first_line": match.first_line, "text": text, "verdict": verdict}


def _hashed_matches(publishing: Publishing, number: int, *hashings: Hashing) -> Iterator[tables.DocumentMatch]:
    """The matches of the stored pieces, in the form that standings need, while the pieces are hashed. Raises Refusal where a
    piece differs from what was checked."""
    judgements = {one["id"]: one["judgement"] for one in publishing.snapshot["matches"]}
    left = list(judgements)[::-1]
    for piece in pieces_of(publishing.event.pk, number, 1, publishing.matches):
        for hashing in hashings:
            hashing.add(piece)
        entries = entries_in(piece)
        ids = [entry["id"] for entry in entries]
        written = chunk_of(entries, first=len(left) == len(judgements))
        if piece != written or ids != [left.pop() for _ in ids if left]:
            raise _does_not_hold(publishing, problem("/document/matches", "not-canonical", at=first_difference(piece, written)))
        summaries = VerdictSummary.objects.filter(pk__in=[judgements[one] for one in ids]).values_list("judgement", "document")
        seatings = {judgement: seating_in(summary) for judgement, summary in summaries}
        for entry in entries:
            judgement = judgements[entry["id"]]
            seating = seatings[judgement] if judgement in seatings else seating_of(record_in(entry))
            yield tables.DocumentMatch(entry["id"], seating, entry["record_sha256"], entry["verdict"])
    if left:
        raise _does_not_hold(publishing, problem("/document/matches", "missing", value=left[-1]))


def _verify_file(publishing: Publishing, first: bytes, last: bytes, hashed: str) -> None:
    """Verify the file as its readers will; the matches were checked before. Raises Refusal."""
    try:
        problems = outlined(without_matches(first, last), hashed, [one["id"] for one in publishing.snapshot["matches"]])
    except Unreadable as error:
        problems = [Problem(error.place, "form", error.message)]
    if problems:
        raise _does_not_hold(publishing, problems[0])


def _does_not_hold(publishing: Publishing, one: Problem) -> Refusal:
    log.error("results of event %s do not hold: %s %s", publishing.event.pk, one.place, one.code)
    return Refusal(
        "does-not-hold",
        _("The results do not hold ({place}): {reason} Have that match judged again."),
        409,
        place=one.place,
        reason=one.message,
    )
