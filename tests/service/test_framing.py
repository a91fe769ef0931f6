"""Where a request ends, the server alone decides: what two servers could read in two ways is refused, and never two requests."""

from __future__ import annotations

import socket

import pytest

from tests.service.shared import shared_service

SMUGGLED = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX-Request-ID: smuggled\r\n\r\n"


def answered(sent: bytes) -> bytes:
    """Everything that the server answers until it closes the connection, or says nothing more."""
    with socket.create_connection(("127.0.0.1", shared_service().port), timeout=600) as connection:
        connection.sendall(sent)
        connection.shutdown(socket.SHUT_WR)
        data = b""
        while piece := connection.recv(65536):
            data += piece
    return data


@pytest.mark.parametrize(
    "framing",
    [
        b"Content-Length: 4\r\nContent-Length: 40\r\n",
        b"Content-Length: +4\r\n",
        b"Content-Length: 4, 40\r\n",
        b"Content-Length: -1\r\n",
        b"Transfer-Encoding: xchunked\r\n",
        b"Transfer-Encoding: chunked, identity\r\n",
        b"Transfer-Encoding:\tchunked\r\nTransfer-Encoding: identity\r\nContent-Length: 4\r\n",
        b"Transfer-Encoding : chunked\r\n",
        b"Transfer_Encoding: chunked\r\nContent-Length : 4\r\n",
    ],
)
def test_request_whose_end_is_ambiguous_is_refused_and_nothing_after_it_is_read(framing: bytes) -> None:
    head = b"POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/x-ppn\r\n" + framing + b"\r\n"
    data = answered(head + b"0\r\n\r\n" + SMUGGLED)
    assert data.count(b"HTTP/1.1 ") == 1
    assert data.split()[1] in (b"400", b"501")
    assert b"smuggled" not in data


def test_chunked_request_with_a_length_too_is_not_read_by_its_length() -> None:
    """RFC 9112 allows either to refuse it or to read it as chunked; here the connection ends after it."""
    head = b"POST /api/v1/verify HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/x-ppn\r\nTransfer-Encoding: chunked\r\n"
    data = answered(head + b"Content-Length: %d\r\n\r\n0\r\n\r\n" % (5 + len(SMUGGLED)) + SMUGGLED)
    assert data.count(b"HTTP/1.1 ") == 1
    assert b"smuggled" not in data


def test_two_requests_on_one_connection_are_two() -> None:
    """So that the tests above show something: a second request that is one is answered."""
    data = answered(SMUGGLED + SMUGGLED)
    assert data.count(b"HTTP/1.1 200") == 2
    assert data.count(b"smuggled") == 2
