"""Penalties of an event: the catalogue, giving and cancelling them, what is proposed."""

from records.tournament.penalties.catalogues import (
    catalogue_of,
    change_settings,
    own_catalogue,
    remind,
    store_catalogue,
    usual_catalogue,
)
from records.tournament.penalties.giving import Moment, cancel, give
from records.tournament.penalties.proposals import PersonAt, Proposed, in_force, offence_of_finding, people_at, proposal_for

__all__ = [
    "Moment",
    "PersonAt",
    "Proposed",
    "cancel",
    "catalogue_of",
    "change_settings",
    "give",
    "in_force",
    "offence_of_finding",
    "own_catalogue",
    "people_at",
    "proposal_for",
    "remind",
    "store_catalogue",
    "usual_catalogue",
]
