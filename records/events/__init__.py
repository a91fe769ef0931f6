"""Events: tournaments and leagues with their stages, tables, entrants and rulings."""

from records.events.entrant_matching import Placed, identify, identify_suggested, placed, suggestions
from records.events.entrant_matching import events_of_player as of_player
from records.events.entrants import change_entrant, withdraw
from records.events.entrants import enter as add_entrant
from records.events.entrants import enter_everybody as add_everybody
from records.events.overview import EventSheet as EventOverview
from records.events.overview import Issue, Seating, entrants_of, records_of
from records.events.overview import sheet_of as overview_of
from records.events.rulings import rule
from records.events.settings import add_stage, change_stage, remove_stage
from records.events.settings import change_event as change
from records.events.settings import create_event as create
from records.events.settings import delete_event as delete
from records.events.tables import attach_match, attach_what_fits, detach, plan_table, remove_table, seat
from records.events.visibility import entrant_of, rulings_of, stage_of, stages_of, table_of
from records.events.visibility import event_for as find
from records.events.visibility import event_shared as find_shared
from records.events.visibility import events_of as of_club
from records.events.visibility import events_visible_to as visible_to
from records.events.visibility import events_with as of_match
from records.events.visibility import match_shared as find_shared_match
from records.events.visibility import matches_at as matches_of

__all__ = [
    "find_shared_match",
    "matches_of",
    "EventOverview",
    "Issue",
    "Placed",
    "Seating",
    "add_entrant",
    "add_everybody",
    "add_stage",
    "attach_match",
    "attach_what_fits",
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
    "placed",
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
