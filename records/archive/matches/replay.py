"""A stored match read and replayed: its record and verdict; frames and reviews, computed on request and never stored.

Those of a visitor's match are computed in the sandbox: nobody is known who answers for its text.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import referee
from records.archive.matches import source_places
from records.archive.matches.judging.models import Judgement
from records.archive.matches.models import Match
from records.core import sandbox
from records.core.files import File
from records.core.languages import reader_texts
from referee.core import registry, wording
from referee.core.conversion import FROM, Origin
from referee.core.conversion import origin_of as origin_of_tags
from referee.core.offers import allowed as allowed_at
from referee.core.wording import with_places
from referee.notation import Source, read
from referee.tournament.ranking.rulings import FindingKey, findings_of


def source_of(match: Match) -> File:
    """The record of a match as it was uploaded, byte for byte."""
    ending, media_type = ("json", "application/json") if match.form == "json" else ("ppn", "text/x-ppn; charset=utf-8")
    source = bytes(match.source)
    return File(f"{match.pk}.{ending}", media_type, [source], len(source))


def origin_of(match: Match) -> Origin | None:
    """What a match was converted from, and what could not be known of it; None where it was brought as a record."""
    if FROM.encode() not in bytes(match.source):
        return None
    record = record_of(match)
    return origin_of_tags(record.tags) if isinstance(record, referee.Record) else None


def original_of(match: Match) -> File | None:
    """The file that a match was converted from, byte for byte; None where it is the record itself, or the file has others too."""
    if match.of_visitor or origin_of(match) is None or match.upload.matches.count() != 1:
        return None
    in_batch = getattr(match.upload, "batch_file", None)
    if in_batch is not None and in_batch.entries.count() != 1:  # others were stored before, or were not converted
        return None
    data = bytes(match.upload.source)
    return File(f"{match.pk}.original", "application/octet-stream", [data], len(data)) if data else None


def verdict_of(match: Match) -> dict[str, Any] | None:
    """The current verdict of a match, None where there is none yet."""
    return match.current_judgement.verdict if match.current_judgement else None


def findings_at(match_ids: Iterable[Any], judgement_ids: Iterable[int] = ()) -> dict[tuple[str, FindingKey], dict[str, Any]]:
    """Every finding of the current verdicts of these matches and of these judgements, by the id of the match and its key.

    A current verdict counts before an earlier one that is asked for.
    """
    ids, found = list(match_ids), {}
    current = Match.objects.filter(pk__in=ids).exclude(current_judgement=None).values_list("current_judgement", flat=True)
    latest = set(current) if ids else set()
    wanted = {*judgement_ids} | latest
    rows = list(Judgement.objects.filter(pk__in=wanted).values_list("pk", "match", "verdict")) if wanted else []
    for _pk, match, verdict in sorted(rows, key=lambda row: row[0] in latest):
        found.update({(str(match), key): finding for key, finding in findings_of(verdict).items()})
    return found


def stored_verdict_for_reader(match: Match, judgement: Judgement) -> dict[str, Any]:
    """The verdict of a judgement of this match as its reader gets it; what it takes is read by one query."""
    if match.of_visitor:
        return judgement.verdict
    verdict, match.source = Judgement.objects.values_list("verdict", "match__source").get(pk=judgement.pk)
    return verdict_for_reader(match, verdict)


def verdict_for_reader(match: Match, verdict: dict[str, Any]) -> dict[str, Any]:
    """A stored verdict on a match as its reader gets it: what was found names the players, and the place in a file that was
    converted."""
    if match.of_visitor:
        return verdict  # it was stored as its readers get it
    if not verdict.get("findings") and not any(round_["findings"] for round_ in verdict.get("rounds", ())):
        return verdict
    record = record_of(match)
    return with_places(wording.verdict_with_names(verdict, record, reader_texts()), record, source_places.of(match))


def frames(match: Match, round_number: int, view: str | None = None) -> list[dict[str, Any]]:
    """The frames of a round as their reader gets them, for the eyes of one seat or of everybody.

    Raises LookupError where there are none.
    """
    if match.of_visitor:
        found: list[dict[str, Any]] = sandbox.of_round("frames", _text(match), round_number, view=view)
        return found
    return [wording.frame_with_names(frame, reader_texts()) for frame in referee.replay(_readable(match), round_number, view)]


def allowed(match: Match, tables: list[dict[str, Any]]) -> dict[int, list[referee.Move]]:
    """What the rules allowed in the place of the first moves of a round that broke one, by the number of the move. ``tables`` are
    the round's frames for the eyes of everybody."""
    if match.of_visitor:
        return sandbox.allowed(_text(match), match.game, tables)
    record = _readable(match)
    return {move: allowed_at(record, tables[0]["round"], move) for move in sandbox.broken(tables)}


class UnknownSeatError(ValueError):
    """A seat that the match's game does not have."""


def viewer(match: Match, seat: str | None) -> str | None:
    """The seat whose view is requested, None for the view of everybody. Raises UnknownSeatError."""
    game = registry.find(match.game)
    if seat and game is not None and seat not in list(game.rulebook.seats):
        raise UnknownSeatError(seat)
    return seat or None


def review(match: Match, round_number: int, view: str | None = None) -> dict[str, Any]:
    """The review of a round: what its players could have done. Raises LookupError where there is none."""
    if match.of_visitor:
        found: dict[str, Any] = sandbox.of_round("review", _text(match), round_number, view=view)
        return found
    return referee.review(_readable(match), round_number, view)


def review_turn(match: Match, round_number: int, move: int, view: str | None = None) -> Any:
    """The review of one turn, which looks further ahead. Raises LookupError where nobody had a choice, or not this seat."""
    if match.of_visitor:
        return sandbox.of_round("review_turn", _text(match), round_number, view=view, move=move)
    return referee.review_turn(_readable(match), round_number, move, view)


def _readable(match: Match) -> referee.Record:
    record = record_of(match)
    if isinstance(record, referee.NotationError):
        raise LookupError("the record cannot be read")
    return record


def record_of(match: Match) -> referee.Record | referee.NotationError:
    """The record of a match, or the NotationError that its stored text gives."""
    return read(_text(match))


def _text(match: Match) -> Source:
    return Source(bytes(match.source).decode("utf-8", "surrogatepass"), match.first_line, match.form)
