"""Judging an archive again by the present engine, with what comes out otherwise."""

from records.rejudging.differences import differences_of, told
from records.rejudging.run import go_on as continue_rejudging
from records.rejudging.run import start, stop
from records.rejudging.run import sweep_rejudgings as sweep
from records.rejudging.visibility import rejudging_for as find
from records.rejudging.visibility import rejudgings_visible_to as visible_to

__all__ = ["continue_rejudging", "differences_of", "find", "start", "stop", "sweep", "told", "visible_to"]
