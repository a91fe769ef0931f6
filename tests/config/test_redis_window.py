"""A worker whose Redis is away as it tells it of a message's end does not wait for ever for the next."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest
from kombu import Connection

from config import brokers


class Away:
    """A channel of which no connection can be had."""

    do_restore = False
    unacked_index_key = unacked_key = ""

    @contextmanager
    def conn_or_acquire(self, client: Any = None) -> Iterator[Any]:
        raise ConnectionError("Redis is loading the dataset in memory")
        yield


ENDS: dict[str, Callable[[Any], None]] = {
    "acknowledged": lambda window: window.ack("a message"),
    "rejected": lambda window: window.reject("a message"),
    "given back": lambda window: window.reject("a message", requeue=True),
}


@pytest.mark.parametrize("end", ENDS)
def test_unacknowledgeable_message_closes_the_connection(end: str) -> None:
    window = brokers.PrefetchWindow(Away(), prefetch_count=1)
    window._delivered["a message"] = object()
    assert not window.can_consume()
    with pytest.raises(ConnectionError):
        ENDS[end](window)
    assert window.can_consume()


@pytest.mark.parametrize("scheme", ["redis", "rediss"])
def test_prefetch_window_is_in_use_by_the_service(scheme: str) -> None:
    assert Connection(f"{scheme}://127.0.0.1").transport.Channel.QoS is brokers.PrefetchWindow
