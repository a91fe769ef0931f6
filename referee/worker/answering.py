"""How a job is answered, whoever asked for it: in pieces that are not too short, and at the end what became of it."""

from __future__ import annotations

import traceback
from collections.abc import Callable, Mapping, Sequence
from typing import Any

import referee
from referee.chinese import simplified
from referee.notation import grammar_of
from referee.worker import messages
from referee.worker.jobs import Answer, Options, Refused

Jobs = Mapping[str, Callable[[Sequence[bytes], Options], Answer]]


def load_all() -> None:
    """Load what judging needs, so that no job waits for it."""
    for game in referee.games():
        grammar_of(game.id)
    simplified("")


def answered(
    jobs: Jobs, name: str, options: Options, texts: Sequence[bytes], write: Callable[[bytes], Any]
) -> tuple[bytes, dict[str, Any]]:
    """Have the answer of one of these jobs written piece by piece.

    Returns the kind of message that says what became of it, and what that says. Raises what ``write`` raises where that is an
    OSError: nobody listens any more.
    """
    try:
        return messages.DONE, _write_pieces(jobs[name](texts, options), write)
    except MemoryError:
        return messages.NO_MEMORY, {}
    except Refused as error:
        return messages.REFUSED, {"field": error.field, "message": dict(error.message)}
    except OSError:
        raise
    except Exception:  # noqa: BLE001 - whoever asked logs it
        return messages.FAULT, {"traceback": traceback.format_exc()}


def _write_pieces(answer: Answer, write: Callable[[bytes], Any]) -> dict[str, Any]:
    """Write the pieces of an answer, short ones together; returns what the job says of it."""
    waiting = bytearray()
    while True:
        try:
            waiting += next(answer)
        except StopIteration as end:
            if waiting:
                write(bytes(waiting))
            told: dict[str, Any] = end.value
            return told
        while len(waiting) >= messages.PIECE_BYTES:
            write(bytes(waiting[: messages.PIECE_BYTES]))
            del waiting[: messages.PIECE_BYTES]
