"""The limits of records, converted files and verdicts: sizes of files, matches and values, findings that are listed.

They bound what reading and judging a text takes: memory by a multiple of its size, time linear in it (``tests/budget``).
"""

from typing import Final

FILE_BYTES: Final = 16 * 1024 * 1024
MATCHES: Final = 10_000
STREAM_MATCHES: Final = 1_000_000
"""Matches of a file that is read as a stream."""
ROUNDS: Final = 500
MOVES: Final = 2_000
FILE_ROUNDS: Final = 20_000
"""Rounds of all matches of a file together; a file that is read as a stream may have any number."""
MATCH_MOVES: Final = 50_000
"""Moves of all rounds of a match together."""
WORD: Final = 256
"""Characters of a move; the longest that anybody plays, a hand of cards with their suits, has fewer than 100."""
TAGS: Final = 100
"""Tags of a round, or of a match before its first round."""
TAG_BYTES: Final = 4 * 1024
JSON_OBJECTS: Final = 10_000
"""Objects and arrays in the JSON of a match: twenty for each round that it may have."""
JSON_VALUES: Final = 200_000
"""Values in the JSON of a match: four for each of its moves."""
ROUND_FINDINGS: Final = 100
"""Findings of a round that are listed; of each code one is listed all the same, and the others are counted."""
MATCH_FINDINGS: Final = 500
"""Findings of a match that are listed; past them every round lists one of each code, and the others are counted."""
ANSWER_FINDINGS: Final = 5_000
"""Findings that the answer on a whole file lists; past them of each match one is listed, and the others are counted."""
ANSWER_BYTES: Final = 64 * 1024 * 1024
"""Bytes of the answer on a whole file; past them no more of it is judged."""
JOB_SECONDS: Final = 30
"""Seconds of CPU time for what is asked at once: a file on the command line, a request to the service."""
JOB_MEMORY: Final = 512 * 1024 * 1024
"""Bytes of memory that it may take at most, above what an idle process has; of these it gets …"""
JOB_FIXED: Final = 128 * 1024 * 1024
"""… so many whatever its text …"""
JOB_TIMES: Final = 24
"""… and so many for each byte of its text. Judging keeps to less (``tests/budget``)."""
DIGITS: Final = 18
"""Of points, and of the value that a win claims; a number with more is none."""

# Files of other formats are converted as a whole, unlike records, which are read match by match.
CONVERTED_BYTES: Final = 4 * 1024 * 1024
"""Of a file, and of what a packed one unpacks to."""
CONVERTED_VALUES: Final = 1_000_000
"""Values in JSON; a match of many frames has two hundred thousand."""
CONVERTED_OBJECTS: Final = 200_000
"""Objects and arrays in JSON."""
CONVERTED_MATCHES: Final = 1_000
"""Matches of a file."""
