"""Judging an archive again by the present engine, with what comes out otherwise."""

from records.archive.rejudging.run import find, start, visible_to
from records.archive.rejudging.store import differences_of, report_rows

__all__ = ["differences_of", "find", "report_rows", "start", "visible_to"]
