"""The hall of an event: the clocks of its rounds, extra time, calls for a referee, and what a screen in the hall shows."""

from records.tournament.hall.calls import (
    call_by_link,
    call_to,
    close,
    closed_calls,
    find_call,
    give_back,
    open_call,
    open_calls,
    reopen,
    take,
    withdraw,
)
from records.tournament.hall.clock import Phase, clock_of, extra_of, given_times, left, now, phase, times_of
from records.tournament.hall.rights import may_answer, may_run, require_answer, require_run
from records.tournament.hall.state import clock_document, current_round, state_of
from records.tournament.hall.timing import COMMANDS, give_time, run, set_times, take_time_back, undo

__all__ = [
    "COMMANDS",
    "Phase",
    "call_by_link",
    "call_to",
    "clock_document",
    "clock_of",
    "close",
    "closed_calls",
    "current_round",
    "extra_of",
    "find_call",
    "give_back",
    "give_time",
    "given_times",
    "left",
    "may_answer",
    "may_run",
    "now",
    "open_call",
    "open_calls",
    "phase",
    "reopen",
    "require_answer",
    "require_run",
    "run",
    "set_times",
    "state_of",
    "take",
    "take_time_back",
    "times_of",
    "undo",
    "withdraw",
]
