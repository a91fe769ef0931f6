"""Penalties of an event: the catalogue, giving and cancelling them, what is proposed."""

from records.tournament.penalties.catalogues import (
    catalogue_of,
    own_catalogue,
    remind,
    store_catalogue,
    usual_catalogue,
)
from records.tournament.penalties.giving import Moment, cancel, give
from records.tournament.penalties.proposals import Proposed, in_force, offence_of_finding, proposal_for

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
