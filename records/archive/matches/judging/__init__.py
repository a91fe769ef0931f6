"""Judging: matches claimed by a worker, their verdicts stored once, with what each seat has of them."""

from records.archive.matches.judging.run import judge, judge_all, matches_judged, rejudge, sweep, webhook_payload
from records.archive.matches.judging.seat_results import add_missing_results

__all__ = ["add_missing_results", "judge", "judge_all", "matches_judged", "rejudge", "sweep", "webhook_payload"]
