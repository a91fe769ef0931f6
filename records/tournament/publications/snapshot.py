"""The snapshot of an event that is taken when its results are published: everything that the results follow from."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from django.utils.translation import gettext_lazy as _

import referee
from records.archive.matches.models import Match
from records.core.languages import Sentence
from records.tournament.events.models import Ruling, Stage
from records.tournament.events.overview.event import EventOverview
from records.tournament.events.overview.placing import appeal_entry, penalty_entry, written_moment
from records.tournament.events.overview.tables import TableOverview
from records.tournament.events.rulings import key_of
from records.tournament.events.settings import rules_of

DETACHED = Sentence(_("The match was taken out of the event; the ruling counts for no points."))
"""The remark on rulings that count no more."""


def snapshot_of(overview: EventOverview) -> dict[str, Any]:
    """The snapshot of an event: parts of the results document, with matches and judgements by their ids."""
    event = overview.event
    return {
        "engine": referee.ENGINE_VERSION,
        "rulebooks": {
            match.game: match.current_judgement.rulebook_edition
            for one in overview.tables
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
        "stages": [_stage(stage) for stage in overview.stages],
        "entrants": [
            {
                "name": entrant.name,
                "team": entrant.team,
                "spellings": [name for name, meant in sorted(overview.entrant_names.items()) if meant == entrant.name],
            }
            for entrant in overview.entrants
        ],
        "tables": [_table(one) for one in overview.tables],
        "matches": [_match(one) for one in overview.tables if one.match],
        "rulings": [_ruling(one) for one in sorted(_rulings(overview), key=lambda ruling: ruling.number)],
        **_detached_rulings(overview),
        **_penalties(overview),
        **_appeals(overview),
    }


def _penalties(overview: EventOverview) -> dict[str, Any]:
    """The penalties as part of a document; empty where there are none."""
    if not overview.penalties:
        return {}
    return {"penalties": {"count": overview.event.penalties_count, "given": list(map(penalty_entry, overview.penalties))}}


def _appeals(overview: EventOverview) -> dict[str, Any]:
    """The appeals as part of a document; empty where there are none."""
    return {"appeals": list(map(appeal_entry, overview.appeals))} if overview.appeals else {}


def _detached_rulings(overview: EventOverview) -> dict[str, Any]:
    """The rulings on matches that have left the event, as part of a document; empty where there are none."""
    if not overview.detached_rulings:
        return {}
    hashes = dict(
        Match.objects.filter(pk__in=[ruling.match_id for ruling in overview.detached_rulings]).values_list("pk", "sha256")
    )
    rulings = sorted(overview.detached_rulings, key=lambda ruling: ruling.number)
    entries = [{"ruling": _ruling(one), "record_sha256": hashes[one.match_id], "remark": DETACHED.texts()} for one in rulings]
    return {"taken_out": entries}


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


def _table(table: TableOverview) -> dict[str, Any]:
    return {
        "stage": table.stage.number,
        "round": table.round,
        "table": table.table.name,
        "match": str(table.match.pk) if table.match else None,
        "seated": dict(table.table.seated) or None,
    }


def _match(table: TableOverview) -> dict[str, Any]:
    assert table.match is not None
    return {"id": str(table.match.pk), "judgement": table.match.current_judgement_id}


def _rulings(overview: EventOverview) -> Sequence[Ruling]:
    return [ruling for one in overview.tables for ruling in one.rulings]


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "number": ruling.number,
        "match": str(ruling.match_id),
        **key_of(ruling).as_dict(),
        "decision": ruling.decision,
        "scores": ruling.scores,
        "reason": ruling.reason,
        "arbiter": ruling.arbiter_name,
        "at": written_moment(ruling.at),
    }
