"""Events: tournaments and leagues with their stages, tables, entrants and rulings."""

from records.events.entrant_matching import EventPlace, identify, identify_suggested, of_player, places_of, suggestions
from records.events.entrants import add_entrant, add_everybody, change_entrant, withdraw
from records.events.overview import EventOverview, Issue, TableOverview, entrants_of, overview_of, records_of
from records.events.rulings import rule
from records.events.settings import add_stage, change, change_stage, create, delete, remove_stage
from records.events.tables import attach_match, attach_matching, detach, plan_table, remove_table, seat
from records.events.visibility import (
    entrant_of,
    find,
    find_shared,
    find_shared_match,
    match_by_link,
    matches_of,
    of_club,
    of_match,
    rulings_of,
    stage_of,
    stages_of,
    table_of,
    visible_to,
)

__all__ = [
    "find_shared_match",
    "match_by_link",
    "matches_of",
    "EventOverview",
    "Issue",
    "EventPlace",
    "TableOverview",
    "add_entrant",
    "add_everybody",
    "add_stage",
    "attach_match",
    "attach_matching",
    "change",
    "change_entrant",
    "change_stage",
    "create",
    "delete",
    "detach",
    "entrant_of",
    "entrants_of",
    "find",
    "find_shared",
    "identify",
    "identify_suggested",
    "of_club",
    "of_match",
    "of_player",
    "overview_of",
    "places_of",
    "plan_table",
    "records_of",
    "remove_stage",
    "remove_table",
    "rule",
    "rulings_of",
    "seat",
    "stage_of",
    "stages_of",
    "suggestions",
    "table_of",
    "visible_to",
    "withdraw",
]
