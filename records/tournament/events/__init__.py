"""Events: tournaments and leagues with their stages, tables, entrants and rulings."""

from records.tournament.events.arbiters import appoint, arbiter_of, arbiters_of, dismiss, rights_in_event, served_by
from records.tournament.events.entrant_matching import EventPlace, identify, identify_suggested, of_player, places_of, suggestions
from records.tournament.events.entrants import add_entrant, add_everybody, change_entrant, entrants_of, withdraw
from records.tournament.events.lock import changed, may_in, reader_of, versions_of
from records.tournament.events.overview.event import EventOverview, overview_of
from records.tournament.events.overview.issues import Issue, records_of
from records.tournament.events.overview.tables import TableOverview
from records.tournament.events.removals import bring_back, of_entrant, of_stage, of_table
from records.tournament.events.rulings import rule, rule_and_score
from records.tournament.events.settings import add_stage, change, change_stage, create, delete, remove_stage
from records.tournament.events.visibility import (
    entrant_of,
    find,
    of_club,
    of_match,
    publications_with,
    removed_lately,
    rulings_of,
    stage_of,
    stages_of,
    table_of,
    usual_rules,
    visible_to,
)
from records.tournament.tables.changing import (
    attach_match,
    attach_matching,
    detach,
    plan_table,
    put_back,
    remove_table,
    seat,
    upload_to_table,
)
from records.tournament.tables.match_assignment import fitting
from records.tournament.tables.planned_seats import PersonAt, names_planned, people_at, seats_of
from records.tournament.tables.seat_links import SeatLink, end_links, opens, seat_link_of, secret_for

__all__ = [
    "EventOverview",
    "Issue",
    "EventPlace",
    "PersonAt",
    "SeatLink",
    "TableOverview",
    "add_entrant",
    "add_everybody",
    "add_stage",
    "appoint",
    "arbiter_of",
    "arbiters_of",
    "attach_match",
    "attach_matching",
    "bring_back",
    "change",
    "changed",
    "change_entrant",
    "change_stage",
    "create",
    "delete",
    "detach",
    "dismiss",
    "end_links",
    "entrant_of",
    "entrants_of",
    "find",
    "fitting",
    "identify",
    "identify_suggested",
    "may_in",
    "names_planned",
    "of_club",
    "of_entrant",
    "of_match",
    "of_player",
    "of_stage",
    "of_table",
    "opens",
    "overview_of",
    "people_at",
    "places_of",
    "reader_of",
    "publications_with",
    "plan_table",
    "put_back",
    "removed_lately",
    "rights_in_event",
    "records_of",
    "remove_stage",
    "remove_table",
    "rule",
    "rule_and_score",
    "rulings_of",
    "seat",
    "seat_link_of",
    "seats_of",
    "secret_for",
    "served_by",
    "stage_of",
    "stages_of",
    "suggestions",
    "table_of",
    "upload_to_table",
    "usual_rules",
    "versions_of",
    "visible_to",
    "withdraw",
]
