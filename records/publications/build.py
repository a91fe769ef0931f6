"""Building the published document: the matches are checked and stored piece by piece, then the rest is computed, signed, checked.

Only a few matches are in memory at a time.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from typing import Any, NamedTuple

from records.errors import Refusal
from records.matches.models import Judgement, Match, VerdictSummary
from records.publications import signing_keys
from records.publications.models import Publication, PublicationPiece, Publishing
from records.publications.published import document_of, match_pieces_of, pieces_of
from referee.results.published import document as form
from referee.results.published import signature
from referee.results.published.canonical import Unreadable, first_difference
from referee.results.published.chunks import Hashing, chunk_of, entries_in, first_and_last, without_matches
from referee.results.published.chunks import digest as digest_of
from referee.results.published.document import Document, concluded, entry_of
from referee.results.ranking.summary import sitting_in, sitting_of
from referee.results.verification.problems import Problem, problem
from referee.results.verification.verify import Checked, check, outlined

OWN = ("number", "previous", "published", "forced")
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


class SignedDocument(NamedTuple):
    """A complete document without its matches, its hash and signature, and the pieces of the file around the matches."""

    document: Document
    hash: str
    signed: Mapping[str, str]
    first: bytes
    last: bytes


def check_next_piece(publishing: Publishing) -> tuple[int, PublicationPiece]:
    """The next matches, checked: how many they are, and the piece of the file that they make. Raises Refusal."""
    until, size, start = time.monotonic() + PULSE, 0, publishing.checked
    entries: list[Any] = []
    for entry in _checked(publishing, publishing.frozen["matches"][start : start + CHUNK]):
        entries.append(entry)
        size += len(entry["text"])
        if size >= PIECE or time.monotonic() >= until:
            break
    piece = chunk_of(entries, first=not start)
    return len(entries), PublicationPiece(event=publishing.event, number=_number(publishing), place=start + 1, data=piece)


def build_document(publishing: Publishing, last: Publication | None) -> SignedDocument:
    """The whole document, signed and checked, of the pieces that are stored; it follows the ``last``. Raises Refusal."""
    parts = {**publishing.frozen, "matches": [], **_own(publishing, last)}
    whole, results = Hashing(parts), Hashing(_results(parts))
    document = concluded(parts, _matches(publishing, parts["number"], whole, results))
    if last is not None and results.end(_results(document)) == _digest_of_results(last):
        raise nothing_new(last.number)
    hashed = whole.end(document)
    signed = signature.sign(private_key(), hashed)
    first, after = first_and_last(document, hashed, signed)
    _hold(publishing, first, after, hashed)
    return SignedDocument(document, hashed, signed, first, after)


def stored_pieces(publishing: Publishing) -> Any:
    """The pieces that it has so far."""
    return PublicationPiece.objects.filter(event=publishing.event_id, number=_number(publishing))


def private_key() -> bytes:
    """The key that signs. Raises Refusal."""
    try:
        return signing_keys.private_key()
    except signing_keys.NoKey as error:
        log.error("results cannot be signed: %s", error)
        zh, en = "這個服務的簽署金鑰讀不了；請告訴管理者。", "The service's signing key cannot be read; tell who runs it."
        raise Refusal("no-key", zh, en, 503) from None


def nothing_new(number: int | None) -> Refusal:
    """What is refused because it is published already."""
    zh = f"從公告 {number} 以來什麼也沒有變。"
    return Refusal("nothing-new", zh, f"Nothing has changed since publication {number}.", 409)


def last_of(publishing: Publishing) -> Publication | None:
    """What its event has published last."""
    return publishing.event.publications.first()


def _number(publishing: Publishing) -> int:
    """The number that it will have: nothing else of its event is on its way."""
    return _after(last_of(publishing))


def _after(last: Publication | None) -> int:
    return last.number + 1 if last else 1


def _own(publishing: Publishing, last: Publication | None) -> dict[str, Any]:
    at = publishing.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
    return {
        "forced": publishing.forced or None,
        "number": _after(last),
        "previous": last.hash if last else None,
        "published": {"at": at, "by": publishing.publisher_name},
    }


def _results(document: Document) -> dict[str, Any]:
    return {name: part for name, part in document.items() if name not in OWN}


def _digest_of_results(publication: Publication) -> str:
    return digest_of(_results(document_of(publication)), match_pieces_of(publication))


def _checked(publishing: Publishing, some: Sequence[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
    """The entries of these matches, each judged again and found to hold. Raises Refusal."""
    report, number = Checked(), publishing.checked
    sittings = dict(VerdictSummary.objects.filter(pk__in=[one["judgement"] for one in some]).values_list("judgement", "document"))
    for number, (one, (match, said)) in enumerate(zip(some, _read(some), strict=True), publishing.checked):
        place, entry = f"/document/matches/{number}", entry_of(said, match.sha256)
        for fault in form.MATCH.faults(entry, place):
            raise _broken(publishing, Problem(fault.place, "form", fault.message))
        found, stored = check(entry, place, report), sittings.get(one["judgement"])
        if report.problems:
            raise _broken(publishing, report.problems[0])
        if found and stored and found.sitting != sitting_in(stored):
            message = {"zh": "座次與牌譜不合。", "en": "Its seats are not the record's."}
            raise _broken(publishing, Problem(place, "summary", message))
        yield entry


def _read(frozen: Sequence[Mapping[str, Any]]) -> Iterator[tuple[Match, dict[str, Any]]]:
    """The matches of the snapshot, each with its entry of the document. Raises Refusal where one is gone."""
    for start in range(0, len(frozen), PAGE):
        some = frozen[start : start + PAGE]
        matches = {str(pk): match for pk, match in Match.objects.in_bulk([one["id"] for one in some]).items()}
        wanted = [one["judgement"] for one in some if one["judgement"]]
        verdicts = dict(Judgement.objects.filter(pk__in=wanted).values_list("pk", "verdict"))
        for one in some:
            match, verdict = matches.get(one["id"]), verdicts.get(one["judgement"])
            if match is None or (one["judgement"] and verdict is None):
                zh = "有一場牌或其裁決已被刪除，請再公告一次。"
                raise Refusal("gone", zh, "A match or its verdict was deleted meanwhile; publish again.", 409)
            text = bytes(match.source).decode("utf-8", "surrogatepass")
            yield match, {"id": one["id"], "form": match.form, "first_line": match.first_line, "text": text, "verdict": verdict}


def _matches(publishing: Publishing, number: int, *hashings: Hashing) -> Iterator[form.Match]:
    """What is stored of the matches, as standings look at it, while it is hashed. Raises Refusal where it is not what was
    checked."""
    judgements = {one["id"]: one["judgement"] for one in publishing.frozen["matches"]}
    left = list(judgements)[::-1]
    for piece in pieces_of(publishing.event_id, number, 1, publishing.matches):
        for hashing in hashings:
            hashing.add(piece)
        entries = entries_in(piece)
        ids = [entry["id"] for entry in entries]
        written = chunk_of(entries, first=len(left) == len(judgements))
        if piece != written or ids != [left.pop() for _ in ids if left]:
            raise _broken(publishing, problem("/document/matches", "not-canonical", at=first_difference(piece, written)))
        summaries = VerdictSummary.objects.filter(pk__in=[judgements[one] for one in ids]).values_list("judgement", "document")
        sittings = {judgement: sitting_in(summary) for judgement, summary in summaries}
        for entry in entries:
            judgement = judgements[entry["id"]]
            sitting = sittings[judgement] if judgement in sittings else sitting_of(form.record_in(entry))
            yield form.Match(entry["id"], sitting, entry["record_sha256"], entry["verdict"])
    if left:
        raise _broken(publishing, problem("/document/matches", "missing", value=left[-1]))


def _hold(publishing: Publishing, first: bytes, last: bytes, hashed: str) -> None:
    """Check the file as its readers will; its matches were before. Raises Refusal."""
    try:
        problems = outlined(without_matches(first, last), hashed, [one["id"] for one in publishing.frozen["matches"]])
    except Unreadable as error:
        problems = [Problem(error.place, "form", error.message)]
    if problems:
        raise _broken(publishing, problems[0])


def _broken(publishing: Publishing, one: Problem) -> Refusal:
    log.error("results of event %s do not hold: %s %s", publishing.event_id, one.place, one.code)
    return Refusal(
        "does-not-hold",
        f"結果核對不過（{one.place}）：{one.message['zh']}請把這場重新裁過。",
        f"The results do not hold ({one.place}): {one.message['en']} Have that match judged again.",
        409,
    )
