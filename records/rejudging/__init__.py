"""Judging an archive again by the present engine, with what comes out otherwise."""

from records.rejudging.differences import differences_of, report_rows
from records.rejudging.run import continue_rejudging, start, stop, sweep
from records.rejudging.visibility import find, visible_to

__all__ = ["continue_rejudging", "differences_of", "find", "start", "stop", "sweep", "report_rows", "visible_to"]
