"""Judging an archive again by the present engine, with what comes out otherwise."""

from records.archive.rejudging.differences import differences_of, report_rows
from records.archive.rejudging.run import find, start, visible_to

__all__ = ["differences_of", "find", "report_rows", "start", "visible_to"]
