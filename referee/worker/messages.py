"""The messages between a process that wants something judged and the one that judges: a kind, a length, the bytes."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Mapping
from typing import Any, Final

JOB: Final = b"J"
"""What is asked for, as JSON: the job's name, its options, its limits, and how many texts follow."""
TEXT: Final = b"T"
"""A text that the job is about."""
PIECE: Final = b"P"
"""The next bytes of the answer."""
DONE: Final = b"D"
"""The answer is whole; as JSON what else there is to say of it."""
REFUSED: Final = b"R"
"""The question cannot be answered; as JSON its field and the message in zh and en."""
NO_MEMORY: Final = b"M"
"""The job needs more memory than it may have; an empty JSON object."""
FAULT: Final = b"F"
"""The engine failed; as JSON its ``traceback``."""

PIECE_BYTES: Final = 64 * 1024
"""The bytes of an answer that one message has at most."""
_HEAD: Final = struct.Struct("!cI")


def send(connection: socket.socket, kind: bytes, data: bytes) -> None:
    """Send a message. Raises OSError where the other process is gone, or takes longer than the socket's timeout."""
    connection.sendall(_HEAD.pack(kind, len(data)))
    if data:
        connection.sendall(data)


def send_json(connection: socket.socket, kind: bytes, document: Mapping[str, Any]) -> None:
    """Send a message that is JSON. Raises OSError."""
    send(connection, kind, json.dumps(document).encode())


def receive(connection: socket.socket) -> tuple[bytes, bytes]:
    """The kind and the bytes of the next message. Raises EOFError where the other process is gone, OSError at the timeout."""
    kind, length = _HEAD.unpack(_exactly(connection, _HEAD.size))
    return kind, _exactly(connection, length)


def _exactly(connection: socket.socket, length: int) -> bytes:
    data = bytearray(length)
    view, at = memoryview(data), 0
    while at < length:
        if not (read := connection.recv_into(view[at:])):
            raise EOFError("the other process is gone")
        at += read
    view.release()
    return bytes(data)
