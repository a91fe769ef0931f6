"""``python -m referee.worker``: judges what comes over the socket that is its standard input, job after job, until that closes.

It knows no settings, no database and no secrets, and every job has limits: what a hostile text makes of this process, nobody else
suffers from.
"""

from __future__ import annotations

import json
import os
import select
import socket
import threading
import traceback
from typing import Any

import referee
from referee.chinese import simplified
from referee.notation import grammar_of
from referee.worker import limits, messages
from referee.worker.jobs import JOBS, Answer, Refused


def main() -> None:
    """Answer jobs until the other process is gone."""
    connection = socket.socket(fileno=0)
    threading.Thread(target=_end_with_the_other, args=(connection.fileno(),), daemon=True).start()
    _load_all()
    limits.hold_for_life()
    space, held = limits.address_space(), limits.resident()
    while True:
        try:
            kind, data = messages.receive(connection)
        except EOFError:
            return
        assert kind == messages.JOB
        _answer(connection, json.loads(data), space, held)


def _end_with_the_other(file: int) -> None:
    """End this process as soon as the other one is gone, however that ended and whatever this one does."""
    watch = select.poll()
    watch.register(file, select.POLLRDHUP)
    watch.poll()
    os._exit(0)


def _load_all() -> None:
    """Load what judging needs, so that no job waits for it."""
    for game in referee.games():
        grammar_of(game.id)
    simplified("")


def _answer(connection: socket.socket, job: dict[str, Any], space: int, held: int) -> None:
    limits.hold_for_job(space + job["memory"], job["cpu_seconds"], job["seconds"], job["nice"])
    failed: tuple[bytes, bytes] | None = None
    told: dict[str, Any] = {}
    try:
        texts = [messages.receive(connection)[1] for _ in range(job["texts"])]
        told = _send_pieces(connection, JOBS[job["name"]](texts, job["options"]))
    except MemoryError:
        failed = messages.NO_MEMORY, b""
    except Refused as error:
        failed = messages.REFUSED, json.dumps({"field": error.field, "message": dict(error.message)}).encode()
    except (EOFError, OSError):
        os._exit(0)
    except Exception:  # noqa: BLE001 - the other process logs it
        failed = messages.FAULT, traceback.format_exc().encode("utf-8", "replace")
    limits.release()
    if failed:
        messages.send(connection, *failed)
    else:
        messages.send_json(connection, messages.DONE, {**told, "held": limits.resident() - held})


def _send_pieces(connection: socket.socket, answer: Answer) -> dict[str, Any]:
    """Send the pieces of an answer, short ones together; returns what the job says of it."""
    waiting = bytearray()
    while True:
        try:
            waiting += next(answer)
        except StopIteration as end:
            if waiting:
                messages.send(connection, messages.PIECE, bytes(waiting))
            told: dict[str, Any] = end.value
            return told
        while len(waiting) >= messages.PIECE_BYTES:
            messages.send(connection, messages.PIECE, bytes(waiting[: messages.PIECE_BYTES]))
            del waiting[: messages.PIECE_BYTES]


if __name__ == "__main__":
    main()
