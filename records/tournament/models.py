"""Names every model of tournaments for Django; each is defined in the package that works on it.

No form and no administration page is made of them: fields have no labels, choices only where a page shows their names.
"""

from records.tournament.appeals.models import Appeal, AppealAnswer
from records.tournament.events.models import (
    Arbiter,
    Entrant,
    EntrantAlias,
    Event,
    EventRound,
    ExcludedMatch,
    PlannedSeat,
    Ruling,
    Stage,
    Table,
)
from records.tournament.hall.models import RefereeCall
from records.tournament.live_tables.models import LiveLines, LiveTable
from records.tournament.penalties.models import Penalty, PenaltyCatalogue
from records.tournament.publications.models import Publication, PublicationPiece
from records.tournament.seating.models import Draw
from records.tournament.sheets.models import ScoreSheet, SheetConfirmation, SheetRound

__all__ = [
    "Appeal",
    "AppealAnswer",
    "Arbiter",
    "Draw",
    "Entrant",
    "EntrantAlias",
    "Event",
    "EventRound",
    "ExcludedMatch",
    "LiveLines",
    "LiveTable",
    "Penalty",
    "PenaltyCatalogue",
    "PlannedSeat",
    "Publication",
    "PublicationPiece",
    "RefereeCall",
    "Ruling",
    "ScoreSheet",
    "SheetConfirmation",
    "SheetRound",
    "Stage",
    "Table",
]
