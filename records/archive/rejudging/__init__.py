"""Judging an archive again by the present engine, with what comes out otherwise."""

from records.archive.rejudging.differences import differences_of, report_rows
from records.archive.rejudging.run import continue_rejudging, start, stop, sweep
from records.archive.rejudging.visibility import find, visible_to

__all__ = ["continue_rejudging", "differences_of", "find", "start", "stop", "sweep", "report_rows", "visible_to"]
