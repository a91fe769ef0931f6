"""``referee verify``: judges every match of every file, in the order of the files, with any number of processes.

A file is taken apart while it is being read; chunks of its matches go to the processes, and what these answer is printed in
order as soon as it is there. So the output is the same, byte for byte, for every number of processes, and what is held in
memory does not grow with the file. A file is held to the limits of the service; without them it may be of any size.
"""

from __future__ import annotations

import json
import signal
import sys
from argparse import Namespace
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import nullcontext
from typing import NamedTuple

import referee
from referee.cli.arguments import GITHUB, JSON
from referee.cli.budget import Spent, computed, held_memory, out_of_memory, within_bytes
from referee.cli.files import InputError, append, hints_of, opened, size
from referee.cli.output.github import Flagged, Summary, annotated, command
from referee.cli.output.progress import Progress
from referee.cli.output.report import headline, report, rulebook_of
from referee.cli.output.terms import plain, term
from referee.core.record import Record
from referee.core.verdict import Verdict
from referee.core.wording import with_places
from referee.notation import Hints, NotationError, Source, limits, split_stream
from referee.notation.errors import TEXTS, TOO_LARGE, too_large
from referee.notation.source_places import SourcePlaces
from referee.notation.stream import Read

STATUS = {"clean": 0, "flagged": 1, "unreadable": 2}
FAULT = 3
CHUNK_MATCHES, CHUNK_CHARACTERS, CHUNK_ROUNDS = 100, 256 << 10, 1000
WRITTEN = json.JSONEncoder(ensure_ascii=False, check_circular=False, separators=(",", ":")).encode
AHEAD = 3
"""Chunks under way for each process: enough to keep it busy, few enough to hold little."""


class Chunk(NamedTuple):
    """Matches of one file that are judged together, and the form in which their verdicts are wanted. ``number`` counts the files,
    ``held``: whether they are held to limits."""

    file: str
    sources: tuple[Source | NotationError, ...]
    form: str
    language: str
    number: int
    held: bool

    @property
    def characters(self) -> int:
        return sum(len(source.text) for source in self.sources if isinstance(source, Source))


class Answer(NamedTuple):
    """The output of one chunk for standard output and standard error, its exit status, and what a summary says of it."""

    output: str
    errors: str
    status: int
    characters: int
    matches: int = 0
    flagged: tuple[Flagged, ...] = ()
    chunk: Chunk | None = None
    rounds: int = 0
    seconds: float = 0.0


def run(chosen: Namespace) -> int:
    """Judge the files. The exit status is that of the worst match."""
    status, summary = 0, Summary(chosen.lang)
    held = nullcontext() if chosen.no_limits else held_memory()
    stopped: set[int] = set()
    """The files of which no more is judged."""
    with held, Progress(term("verifying", chosen.lang), sum(map(size, chosen.files))) as progress:
        answers = _answers(_chunks(chosen, stopped), chosen.jobs)
        for answer in answers if chosen.no_limits else _within_limits(answers, stopped):
            sys.stdout.write(answer.output)
            if answer.errors:
                sys.stdout.flush()
                sys.stderr.write(answer.errors)
            progress.advance(answer.characters)
            status = max(status, answer.status)
            summary.add(answer.matches, answer.flagged)
    if chosen.summary:
        append(chosen.summary, summary.text())
    return status


def _within_limits(answers: Iterable[Answer], stopped: set[int]) -> Iterator[Answer]:
    """The answers up to the first limit that a file passes, and what is wrong then."""
    spent: dict[int, Spent] = defaultdict(Spent)
    for answer in answers:
        chunk = answer.chunk
        if chunk is None:
            yield answer
            continue
        if chunk.number in stopped:
            continue
        yield answer._replace(chunk=None)
        so_far = spent[chunk.number]
        so_far.rounds += answer.rounds
        so_far.answer += len(answer.output.encode())
        so_far.seconds += answer.seconds
        last = chunk.sources[-1]
        past = last if isinstance(last, NotationError) else so_far.past(_line(last))
        if past is not None:
            stopped.add(chunk.number)
            if past is not last:
                yield judge(chunk._replace(sources=(past,)))
            if past.code == TOO_LARGE:
                yield Answer("", f"referee: {term('limits', chunk.language, plain(chunk.file))}\n", STATUS["unreadable"], 0)


def _answers(chunks: Iterable[Chunk | Answer], jobs: int) -> Iterator[Answer]:
    """The answers to the chunks, in the order of the chunks."""
    if jobs == 1:
        for chunk in chunks:
            yield chunk if isinstance(chunk, Answer) else judge(chunk)
        return
    with ProcessPoolExecutor(jobs, initializer=_leave_interrupts_to_the_parent) as pool:
        waiting: deque[Answer | Future[Answer]] = deque()
        try:
            for chunk in chunks:
                waiting.append(chunk if isinstance(chunk, Answer) else pool.submit(judge, chunk))
                if len(waiting) > AHEAD * jobs:
                    yield _result_of(waiting.popleft())
            while waiting:
                yield _result_of(waiting.popleft())
        finally:
            pool.shutdown(wait=False, cancel_futures=True)


def _result_of(answer: Answer | Future[Answer]) -> Answer:
    return answer if isinstance(answer, Answer) else answer.result()


def _leave_interrupts_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def _chunks(chosen: Namespace, stopped: set[int]) -> Iterator[Chunk | Answer]:
    """The chunks of all files that are not stopped; for a file that cannot be read or is empty, its answer."""
    for number, file in enumerate(chosen.files):
        try:
            with opened(file) as stream:
                for chunk in _chunks_of(number, file, stream.read, chosen):
                    if number in stopped:
                        break
                    yield chunk
        except InputError as error:
            yield _trouble(plain(str(error)), error.status, chosen, file)


def _chunks_of(number: int, file: str, read: Read, chosen: Namespace) -> Iterator[Chunk | Answer]:
    held = not chosen.no_limits
    chunk = Chunk(file, (), chosen.format, chosen.lang, number, held)
    for sources in _groups(within_bytes(read) if held else read, hints_of(chosen), held):
        chunk = chunk._replace(sources=sources)
        # Trouble with the file as a whole is said here; errors do not travel to other processes.
        yield judge(chunk) if isinstance(sources[0], NotationError) else chunk
    if not chunk.sources:
        yield _trouble(term("empty", chosen.lang, plain(file)), STATUS["unreadable"], chosen, file)


def _trouble(text: str, status: int, chosen: Namespace, file: str) -> Answer:
    """The answer where there is no match to judge."""
    if chosen.format == GITHUB:
        return Answer(command("error", text, file=file) + "\n", "", status, 0, 0, (Flagged(plain(file), text),))
    return Answer("", f"referee: {text}\n", status, 0)


def _groups(read: Read, hints: Hints, held: bool) -> Iterator[tuple[Source | NotationError, ...]]:
    """The matches of a file in groups; an error of the whole file comes last, by itself."""
    group: list[Source] = []
    characters = rounds = 0
    file_error: NotationError | None = None
    try:
        for number, source in enumerate(split_stream(read, hints=hints), 1):
            if held and number > limits.MATCHES:
                raise too_large(source.first_line, 1, TEXTS("matches-a-file"), limits.MATCHES, number)
            group.append(source)
            characters += len(source.text)
            rounds += source.text.count("[Round") + source.text.count('"round"')
            if len(group) >= CHUNK_MATCHES or characters >= CHUNK_CHARACTERS or rounds >= CHUNK_ROUNDS:
                yield tuple(group)
                group, characters, rounds = [], 0, 0
    except NotationError as error:
        file_error = error
    if group:
        yield tuple(group)
    if file_error:
        yield (file_error,)


def judge(chunk: Chunk) -> Answer:
    """Judge the matches of a chunk. An engine fault is reported as such and does not end the others."""
    output: list[str] = []
    errors: list[str] = []
    flagged: list[Flagged] = []
    status = rounds = answered = 0
    began = computed()
    for number, source in enumerate(chunk.sources):
        line = _line(source)
        if chunk.held and number and answered > limits.ANSWER_BYTES:
            break  # what came before is past the limit of the file
        place = f"{plain(chunk.file)}:{line}"
        try:
            record = _record(source)
            try:
                verdict = referee.verify(record)
            except MemoryError:
                record = out_of_memory(line)
                verdict = referee.verify(record)
            rounds += len(verdict.rounds)
            places = source.places if isinstance(source, Source) else None
            output.append(_formatted(verdict, record, places, line, chunk))
            answered += len(output[-1])
            status = max(status, STATUS[verdict.status])
            if verdict.status != "clean":
                flagged.append(Flagged(place, headline(verdict, "", rulebook_of(verdict), chunk.language)))
        except Exception as error:  # noqa: BLE001 - a fault ends one match, and is told
            told = term("fault", chunk.language, place, plain(repr(error)))
            if chunk.form == GITHUB:
                output.append(command("error", told, file=chunk.file, line=line) + "\n")
            else:
                errors.append(f"referee: {told}\n")
            flagged.append(Flagged(place, told))
            status = FAULT
    matches, seconds = len(chunk.sources), computed() - began
    said = "".join(output), "".join(errors), status, chunk.characters
    return Answer(*said, matches, tuple(flagged), chunk._replace(sources=chunk.sources[-1:]), rounds, seconds)


def _line(source: Source | NotationError) -> int:
    """The line at which a match begins, or that of an error."""
    return source.begins if isinstance(source, Source) else source.line


def _record(source: Source | NotationError) -> Record | NotationError:
    if isinstance(source, NotationError):
        return source
    if source.error is not None:
        return source.error
    try:
        return referee.parse(source.text, first_line=source.first_line)
    except NotationError as error:
        return error


def _formatted(verdict: Verdict, record: Record | NotationError, places: SourcePlaces | None, line: int, chunk: Chunk) -> str:
    if chunk.form == JSON:
        return WRITTEN(with_places(verdict.as_dict(), record, places)) + "\n"
    if chunk.form == GITHUB:
        lines = annotated(verdict, record, places, chunk.file, line, chunk.language)
    else:
        lines = report(verdict, record, places, f"{plain(chunk.file)}:{line}", chunk.language)
    return "".join(f"{line}\n" for line in lines)
