"""Penalties of an event: the catalogue, giving and cancelling them, what is proposed."""

from records.tournament.penalties.catalogues import (
    Proposed,
    catalogue_of,
    in_force,
    offence_of_finding,
    own_catalogue,
    proposal_for,
    remind,
    store_catalogue,
    usual_catalogue,
)
from records.tournament.penalties.giving import Moment, cancel, give

__all__ = [
    "Moment",
    "Proposed",
    "cancel",
    "catalogue_of",
    "give",
    "in_force",
    "offence_of_finding",
    "own_catalogue",
    "proposal_for",
    "remind",
    "store_catalogue",
    "usual_catalogue",
]
