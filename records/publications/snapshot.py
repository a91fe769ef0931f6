"""What is frozen when results are published: everything that they follow from, as the document holds it."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Any

import referee
from records.events.models import Stage
from records.events.overview import EventSheet, Seating
from records.events.ruling import Ruling
from records.events.rulings import key_of
from records.events.settings import rules_of
from records.matches.models import Match

TAKEN_OUT = {
    "zh": "這場牌已移出賽事，裁定不計分。",
    "en": "The match was taken out of the event; the ruling counts for no points.",
}
"""The remark on rulings that count no more."""


def contents(sheet: EventSheet) -> dict[str, Any]:
    """What an event's results follow from, as the document holds it, but matches and judgements by their ids."""
    event = sheet.event
    return {
        "engine": referee.ENGINE_VERSION,
        "rulebooks": {
            match.game: match.current_judgement.rulebook_edition
            for one in sheet.seatings
            if (match := one.match) and match.current_judgement and match.current_judgement.rulebook_edition
        },
        "event": {
            "id": str(event.pk),
            "name": event.name,
            "club": {"name": event.club.name, "slug": event.club.slug},
            "game": event.game,
            "tag": event.tag,
            "starts": event.starts,
            "ends": event.ends,
        },
        "stages": [_stage(stage) for stage in sheet.stages],
        "entrants": [
            {
                "name": entrant.name,
                "team": entrant.team,
                "spellings": [name for name, meant in sorted(sheet.called.items()) if meant == entrant.name],
            }
            for entrant in sheet.entrants
        ],
        "tables": [_table(one) for one in sheet.seatings],
        "matches": [_match(one) for one in sheet.seatings if one.match],
        "rulings": [_ruling(one) for one in sorted(_rulings(sheet), key=lambda ruling: ruling.number)],
        **_taken_out(sheet),
    }


def _taken_out(sheet: EventSheet) -> dict[str, Any]:
    """Rulings on matches that are in the event no more; nothing where there are none."""
    if not sheet.apart:
        return {}
    hashes = dict(Match.objects.filter(pk__in=[ruling.match_id for ruling in sheet.apart]).values_list("pk", "sha256"))
    rulings = sorted(sheet.apart, key=lambda ruling: ruling.number)
    said = [{"ruling": _ruling(one), "record_sha256": hashes[one.match_id], "remark": TAKEN_OUT} for one in rulings]
    return {"taken_out": said}


def _stage(stage: Stage) -> dict[str, Any]:
    rules = rules_of(stage)
    return {
        "number": rules.number,
        "name": stage.name,
        "tag": stage.tag,
        "points": rules.points,
        "placement": [str(points) for points in rules.placement],
        "carry": str(rules.carry),
        "cut": rules.cut,
        "tie_breaks": list(rules.tie_breaks),
    }


def _table(seating: Seating) -> dict[str, Any]:
    return {
        "stage": seating.stage.number,
        "round": seating.round,
        "table": seating.table.name,
        "match": str(seating.match.pk) if seating.match else None,
        "seated": dict(seating.table.seated) or None,
    }


def _match(seating: Seating) -> dict[str, Any]:
    assert seating.match is not None
    return {"id": str(seating.match.pk), "judgement": seating.match.current_judgement_id}


def _rulings(sheet: EventSheet) -> Sequence[Ruling]:
    return [ruling for one in sheet.seatings for ruling in one.rulings]


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "match": str(ruling.match_id),
        **key_of(ruling).as_dict(),
        "decision": ruling.decision,
        "scores": ruling.scores,
        "reason": ruling.reason,
        "arbiter": ruling.arbiter_name,
        "at": ruling.at.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ"),
    }
