"""A worker whose Redis is away as it tells it of a message's end does not wait for ever for the next."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kombu import Connection


class Away:
    """A channel of which no connection can be had."""

    do_restore = False
    unacked_index_key = unacked_key = ""

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        raise ConnectionError("Redis is loading the dataset in memory")
        yield


@pytest.mark.parametrize(("end", "how"), [("ack", {}), ("reject", {}), ("reject", {"requeue": True})])
def test_unacknowledgeable_message_closes_the_connection(end: str, how: dict[str, bool]) -> None:
    window = Connection("rediss://127.0.0.1").transport.Channel.QoS(Away(), prefetch_count=1)
    window._delivered["a message"] = object()
    assert not window.can_consume()
    with pytest.raises(ConnectionError):
        getattr(window, end)("a message", **how)
    assert window.can_consume()
