"""Commitments to walls, published at the tables of an event before the deal, so that everybody sees what was fixed when."""

from records.wall_commitments.comparison import beside_record
from records.wall_commitments.publishing import of_event, publish

__all__ = ["beside_record", "of_event", "publish"]
