"""Matches: uploaded, claimed by a worker, judged, their verdicts stored, listed and searched."""

from records.matches.dates import days_of
from records.matches.deletion import (
    delete,
    deleted_lately,
    erase_expired,
    find_deleted,
    may_delete,
    read_deleted,
    replace,
    restore,
)
from records.matches.judging import judge, judge_all, rejudge, sweep
from records.matches.listing import Newest, ids_only, with_details, with_seats
from records.matches.player_statistics import (
    aliases_of,
    by_game,
    current_player,
    match_counts,
    opponents,
    played_by,
    points_in,
    points_over_time,
    rules_broken,
)
from records.matches.replay import (
    UnknownSeatError,
    allowed,
    frames,
    record_of,
    review,
    review_turn,
    source_of,
    verdict_for_reader,
    verdict_of,
    viewer,
)
from records.matches.seals import seal_verdicts
from records.matches.searching import FILTERS, SORTS, search, sorted_by
from records.matches.seat_results import add_missing_results
from records.matches.uploading import Uploaded, UploadError, upload
from records.matches.visibility import find, judgement_for, judgements_of, of_club, visible_among, visible_to

__all__ = [
    "delete",
    "deleted_lately",
    "erase_expired",
    "find_deleted",
    "may_delete",
    "read_deleted",
    "replace",
    "restore",
    "days_of",
    "FILTERS",
    "SORTS",
    "Newest",
    "UnknownSeatError",
    "UploadError",
    "Uploaded",
    "aliases_of",
    "allowed",
    "rules_broken",
    "by_game",
    "add_missing_results",
    "match_counts",
    "points_over_time",
    "find",
    "frames",
    "ids_only",
    "judge",
    "judge_all",
    "judgement_for",
    "judgements_of",
    "current_player",
    "of_club",
    "opponents",
    "played_by",
    "points_in",
    "record_of",
    "rejudge",
    "review",
    "review_turn",
    "seal_verdicts",
    "search",
    "sorted_by",
    "source_of",
    "sweep",
    "upload",
    "verdict_for_reader",
    "verdict_of",
    "viewer",
    "visible_among",
    "visible_to",
    "with_details",
    "with_seats",
]
