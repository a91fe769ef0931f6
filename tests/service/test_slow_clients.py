"""Clients that send their bodies byte by byte keep nobody waiting: the proxy of compose.yaml passes on what it has in whole.

And who comes to it by plain HTTP is led to HTTPS or refused.
"""

from __future__ import annotations

import http.client
import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from tests.faults.servers import free_port
from tests.service.service import ROOT, Service, wait_for

CADDY = shutil.which("caddy")
SLOW = 100

pytestmark = pytest.mark.skipif(CADDY is None, reason="no caddy on the PATH: its binary is not one of what the tests install")


@pytest.fixture(scope="module")
def empty_service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    """A service with its web process, for the tests of this module."""
    service = Service(tmp_path_factory.mktemp("service"))
    try:
        service.prepare()
        service.web()
        yield service
    finally:
        service.close()


@pytest.fixture(scope="module")
def plain_port() -> int:
    """Where the proxy listens for plain HTTP, in the place of port 80."""
    return free_port()


@pytest.fixture(scope="module")
def proxy(empty_service: Service, plain_port: int, tmp_path_factory: pytest.TempPathFactory) -> Iterator[int]:
    """The port of a Caddy of the product's own Caddyfile before the service."""
    port, home = free_port(), tmp_path_factory.mktemp("caddy")
    environment = {
        **os.environ,
        "DOMAIN": f"http://localhost:{port}",
        "PLAIN": f"http://localhost:{plain_port}",
        "WEB": f"127.0.0.1:{empty_service.port}",
        "XDG_DATA_HOME": str(home),
        "XDG_CONFIG_HOME": str(home),
        "CADDY_ADMIN": f"localhost:{free_port()}",
    }
    with (home / "log").open("wb") as log:
        command = [str(CADDY), "run", "--config", str(ROOT / "Caddyfile"), "--adapter", "caddyfile"]
        process = subprocess.Popen(command, env=environment, stdout=log, stderr=log)
    try:
        wait_for(lambda: empty_service.answers(port), (home / "log").read_text() or "Caddy")
        yield port
    finally:
        process.terminate()
        process.wait(60)


def dribble(port: int, held: ExitStack) -> None:
    """Begin to send what anybody may send, and never come to its end."""
    client = held.enter_context(socket.create_connection(("localhost", port), timeout=600))
    head = f"POST /api/v1/verify HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Type: text/x-ppn\r\nContent-Length: 100000\r\n\r\n"
    client.sendall(head.encode() + b'[PPN "1"]')


def test_slow_clients_behind_the_proxy_delay_nobody(empty_service: Service, proxy: int) -> None:
    """Eight of them would take all threads of a web process by itself, for as long as they like."""
    with ExitStack() as held:
        for _ in range(SLOW):
            dribble(proxy, held)
        assert empty_service.answers(proxy)
        assert empty_service.answers()


def test_proxy_refuses_a_body_that_no_address_takes(empty_service: Service, proxy: int) -> None:
    assert empty_service.request("POST", f"http://localhost:{proxy}/api/v1/verify", bytes(18 << 20))[0] == 413


def test_plain_http_leads_a_browser_to_https_and_refuses_a_program(proxy: int, plain_port: int) -> None:
    answers = []
    for path in ("/rules/?game=sichuan", "/api/v1/games"):
        connection = http.client.HTTPConnection("localhost", plain_port, timeout=600)
        connection.request("GET", path, headers={"Authorization": "Bearer ref_something"})
        answer = connection.getresponse()
        answers.append((answer.status, answer.headers["Location"]))
        connection.close()
    assert answers == [(308, "https://localhost/rules/?game=sichuan"), (403, None)]
