"""How a file of another format is understood, before anything of it is kept: its matches, notes on them, what it leaves open."""

from __future__ import annotations

from itertools import islice
from typing import Any, Final

from referee.core import conversion
from referee.core.texts import shortened
from referee.importers.common.protocol import Converted
from referee.notation.converters import NO_HINTS, Hints, Note, NotToldError, Question
from referee.notation.errors import NotationError

MATCHES: Final = 50
NOTES: Final = 100
"""Matches of a file, and notes or comments of a match, that are told; the others are counted."""
COMMENT: Final = 200
"""Characters of a comment that are told."""
_MARK: Final = b"\xef\xbb\xbf"
_TAGS: Final = ("Event", "Date", "Table", "Stage")


def preview(data: bytes, hints: Hints = NO_HINTS) -> dict[str, Any] | None:
    """How a file is understood, as JSON has it; None of a file that is not converted.

    ``matches`` are told in order, each with its ``notes``, the ``questions`` that it leaves open, and the ``error`` of one that
    is not converted; ``more`` counts those beyond MATCHES.
    """
    importer = conversion.importer_of(data)
    if importer is None:
        return None
    found = conversion.converted(importer, data.removeprefix(_MARK), hints)
    matches, more = [], 0
    try:
        matches += [_match(one) for one in islice(found, MATCHES)]
        more = sum(1 for _ in found)
    except NotationError as error:
        matches.append(_match(error))
    return {"format": importer.declaration.id, "name": importer.declaration.name, "matches": matches, "more": more}


def _match(match: Converted | NotationError) -> dict[str, Any]:
    if isinstance(match, NotationError):
        told = isinstance(match, NotToldError)
        questions, notes = (match.questions, match.notes) if isinstance(match, NotToldError) else ((), ())
        place = match.source_place.as_dict() if match.source_place else None
        error = None if told else {"code": match.refusal, "message": dict(match.message), "source_place": place}
        return {"error": error, "questions": [_question(one) for one in questions], **_notes(notes), "record": None}
    record = match.record
    origin = conversion.origin_of(record.tags)
    comments = [(None, record.comment), *((one.number, said) for one in record.rounds for said in one.comments.values())]
    told_comments = [{"round": number, "text": shortened(said, COMMENT)} for number, said in comments if said]
    return {
        "error": None,
        "questions": [],
        **_notes(match.notes),
        "record": {
            "game": record.game,
            "rules": record.rules,
            "tags": {name: record.tags[name] for name in _TAGS if name in record.tags},
            "seats": dict(record.seats),
            "rounds": len(record.rounds),
            "comments": told_comments[:NOTES],
            "unknown": [dict(one) for one in origin.unknown] if origin else [],
        },
    }


def _notes(notes: Any) -> dict[str, Any]:
    return {"notes": [_note(one) for one in notes[:NOTES]], "more_notes": max(0, len(notes) - NOTES)}


def _note(note: Note) -> dict[str, Any]:
    return {"kind": note.kind, "text": dict(note.text), "source_place": note.place.as_dict()}


def _question(one: Question) -> dict[str, Any]:
    return {
        "about": one.about,
        "expected": dict(one.expected),
        "source_place": one.place.as_dict(),
        "names": list(one.names),
        "choices": list(one.choices),
        "shown": list(one.shown),
    }
