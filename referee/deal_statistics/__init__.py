"""Statistics over many deals: do they look like shuffled ones? They accuse nobody and clear nobody (docs/explanation/walls.md).

``deals_of`` takes the deals out of a record, ``statistics`` makes a document of the figures of many.
"""

from referee.deal_statistics.collecting import Deal, deals_of
from referee.deal_statistics.figures import statistics

__all__ = ["Deal", "deals_of", "statistics"]
