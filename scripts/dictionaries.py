"""``python -m scripts.dictionaries``: trains dictionaries to compress stored records by, and prints what each would bring.

They are made of the sample matches that come with the service and the verdicts on them, the same every time, and measured on the
golden records. With ``--write`` they are put beside those of earlier releases, which stay for good, and used from then on.
"""

from __future__ import annotations

import heapq
import json
import sys
import time
import zlib
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from typing import Any

import referee
from records import samples
from records.db.compression import RECORD, SUMMARY, VERDICT, pack, pack_text, unpack, unpack_text
from records.db.compression.dictionaries import CONTENTS, FILES, HOME, LEVEL, newest
from records.db.compression.packing import SHORT, WHOLE
from referee.results.ranking.summary import summary_of
from referee.results.ranking.table_result import stored_form
from scripts.bench import corpus

SIZES = {RECORD: 8192, VERDICT: 12288, SUMMARY: 8192}
"""Bytes of a dictionary. Twice as large ones save some 10 bytes a value more, and double the time that a value takes."""
PASSES = 9
PIECE, STEP, GRAM = 128, 16, 8
"""Bytes of the pieces that a dictionary is made of; how far apart they begin; bytes of what is counted in them."""


def main(write: bool) -> None:
    """Print what new dictionaries bring, and what those bring that are used."""
    clean, flagged = corpus.different_rounds()
    trained, measured = values(sample_records()), values(corpus.records([*clean, *flagged]))
    number = max(FILES, default=0)
    columns = (
        "mean bytes",
        "as it is",
        "zlib alone",
        "by the dictionary in use",
        "by a new one",
        "stored",
        "µs to store",
        "to read",
    )
    print(f"| {' | '.join(columns)} |\n{'|---' * len(columns)}|")
    for kind, size in SIZES.items():
        made, some = train(trained[kind], size), measured[kind]
        lengths = [mean(some, each) for each in (b"", CONTENTS[newest(kind)], made)]
        print(
            f"| {kind} | {' | '.join(f'{one:,}' for one in (sum(map(len, some)) // len(some), *lengths, *stored(kind, some)))} |"
        )
        number += 1
        if write:
            (HOME / f"{number}-{kind}.dictionary").write_bytes(made)


def sample_records() -> Iterator[referee.Record]:
    """The sample matches, and every round of them as a match of its own."""
    for record in corpus.records([path.read_text(encoding="utf-8") for path in samples.FILES]):
        yield record
        yield from (record._replace(rounds=(round_,), totals=None) for round_ in record.rounds)


def values(records: Iterable[referee.Record]) -> dict[str, list[bytes]]:
    """What is stored of these records, by kind."""
    found: dict[str, list[bytes]] = {kind: [] for kind in SIZES}
    for record in records:
        verdict = referee.verify(record).as_dict()
        summary = summary_of(record, verdict)
        found[RECORD].append(referee.write(record).encode())
        found[VERDICT].append(_json(verdict))
        found[SUMMARY] += [_json(summary), _json(stored_form(summary))]
    return found


def train(values: Sequence[bytes], size: int) -> bytes:
    """A dictionary of the pieces that have most in common with other values; the best at its end, where it costs least to name.

    What one piece covers counts no more for the next.
    """
    counts = Counter(gram for value in values for gram in _grams(value))
    worth = {gram: count for gram, count in counts.items() if count > 1}
    pieces = dict.fromkeys(value[at : at + PIECE] for value in values for at in range(0, max(1, len(value) - PIECE + 1), STEP))
    waiting = [(-_worth(piece, worth), place, piece) for place, piece in enumerate(pieces)]
    heapq.heapify(waiting)
    chosen: list[bytes] = []
    while waiting and len(chosen) * PIECE < size:
        _, place, piece = heapq.heappop(waiting)
        now = -_worth(piece, worth)
        if waiting and now > waiting[0][0]:  # another is worth more since this one was looked at
            heapq.heappush(waiting, (now, place, piece))
        elif now < 0:
            chosen.append(piece)
            for gram in _grams(piece):
                worth.pop(gram, None)
    return b"".join(reversed(chosen))[-size:]


def _worth(piece: bytes, worth: dict[bytes, int]) -> int:
    return sum(worth.get(gram, 0) for gram in _grams(piece))


def _grams(data: bytes) -> set[bytes]:
    return {data[at : at + GRAM] for at in range(len(data) - GRAM + 1)}


def mean(values: Sequence[bytes], made: bytes) -> int:
    """The mean length of these values, compressed by a dictionary; by none where it is empty."""
    begin = partial(zlib.compressobj, LEVEL, zlib.DEFLATED, -zlib.MAX_WBITS)
    return sum(len(_all(begin(zdict=made) if made else begin(), value)) for value in values) // len(values)


def stored(kind: str, values: Sequence[bytes]) -> tuple[int, int, int]:
    """The mean length of these values as they are stored, and the CPU time that storing and reading one takes, in µs."""
    packed = [_pack(kind, value) for value in values]
    storing = _microseconds(lambda: [_pack(kind, value) for value in values]) // len(values)
    reading = _microseconds(lambda: [unpack(one) if isinstance(one, bytes) else unpack_text(one) for one in packed]) // len(
        values
    )
    return sum(map(len, packed)) // len(packed), storing, reading


def _pack(kind: str, value: bytes) -> bytes | str:
    return pack(value, kind) if kind == RECORD else pack_text(value.decode(), kind, WHOLE if kind == VERDICT else SHORT)


def _microseconds(work: Callable[[], object]) -> int:
    """The CPU time of the fastest of some passes."""
    passes = []
    for _ in range(PASSES):
        begun = time.process_time()
        work()
        passes.append(time.process_time() - begun)
    return round(min(passes) * 1e6)


def _all(compressor: Any, value: bytes) -> bytes:
    return bytes(compressor.compress(value) + compressor.flush())


def _json(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=True, separators=(",", ":")).encode()


if __name__ == "__main__":
    main("--write" in sys.argv[1:])
