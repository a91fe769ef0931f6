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
from typing import Any

from referee.worker import limits, messages
from referee.worker.answering import answered, load_all
from referee.worker.jobs import JOBS


def main() -> None:
    """Answer jobs until the other process is gone."""
    connection = socket.socket(fileno=0)
    threading.Thread(target=_end_with_the_other, args=(connection.fileno(),), daemon=True).start()
    load_all()
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


def _answer(connection: socket.socket, job: dict[str, Any], space: int, held: int) -> None:
    limits.hold_for_job(space + job["memory"], job["cpu_seconds"], job["seconds"], job["nice"])
    try:
        texts = [messages.receive(connection)[1] for _ in range(job["texts"])]
        kind, told = answered(
            JOBS, job["name"], job["options"], texts, lambda piece: messages.send(connection, messages.PIECE, piece)
        )
    except MemoryError:  # the texts alone are more than the job may have
        kind, told = messages.NO_MEMORY, {}
    except (EOFError, OSError):
        os._exit(0)
    limits.release()
    messages.send_json(connection, kind, {**told, "held": limits.resident() - held})


if __name__ == "__main__":
    main()
