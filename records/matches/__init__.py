"""Matches: uploaded, claimed by a worker, judged, their verdicts stored, listed and searched."""

from records.matches.judging import judge, judge_all, rejudge, sweep
from records.matches.listing import Newest, with_seats
from records.matches.listing import bare as ids_only
from records.matches.listing import dressed as with_details
from records.matches.player_statistics import broken, by_game, counted, course, now, opponents, played, points_in
from records.matches.player_statistics import spellings_of as aliases_of
from records.matches.replay import frames, record_of, review, review_turn, verdict_of
from records.matches.searching import FILTERS
from records.matches.searching import filter_matches as search
from records.matches.seat_results import count_old
from records.matches.uploading import Intake as Uploaded
from records.matches.uploading import IntakeError as UploadError
from records.matches.uploading import accept as upload
from records.matches.visibility import judgement_for, judgements_of, visible_among
from records.matches.visibility import match_for as find
from records.matches.visibility import matches_of as of_club
from records.matches.visibility import matches_visible_to as visible_to

__all__ = [
    "FILTERS",
    "Newest",
    "UploadError",
    "Uploaded",
    "aliases_of",
    "broken",
    "by_game",
    "count_old",
    "counted",
    "course",
    "find",
    "frames",
    "ids_only",
    "judge",
    "judge_all",
    "judgement_for",
    "judgements_of",
    "now",
    "of_club",
    "opponents",
    "played",
    "points_in",
    "record_of",
    "rejudge",
    "review",
    "review_turn",
    "search",
    "sweep",
    "upload",
    "verdict_of",
    "visible_among",
    "visible_to",
    "with_details",
    "with_seats",
]
