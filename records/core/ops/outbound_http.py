"""HTTP requests to addresses given by users: only to the public internet, only to the resolved address, within a time limit.

A name is resolved once; where any of its addresses is not public nothing is sent, else the request goes to one of these very
addresses, so that a second answer of the name's server cannot lead it elsewhere. No redirect is followed, no proxy asked.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import socket
import ssl
import threading
import time
from contextlib import suppress
from typing import Any, NamedTuple
from urllib.parse import urlsplit

import httpx
from django.conf import settings
from django.utils.translation import gettext_lazy as _

from records.core.errors import Refusal

URL = 500
"""Characters of an address."""
ANSWER = 1024
"""Characters of an answer that are kept."""
SECONDS = 10.0
"""From looking the name up to the answer's end."""
CONNECT = 5.0
READ = 64 * 1024
"""Bytes of an answer that are read; a longer one counts as answered."""
LOOKUPS = 8
"""Names that a process looks up at once. A look-up cannot be interrupted: it has a thread until it gives up itself."""

_lookups = threading.BoundedSemaphore(LOOKUPS)
# The blocks of IANA's registries of special-purpose addresses (RFC 6890) and of the address spaces, as of 2025. Blocks that may
# be reached from everywhere are listed too: what answers there is the nearest relay, name server or router, never somebody's own
# server. Python's ``ipaddress`` knows some of them, others by its version.
_SPECIAL_IPV4 = (
    "0.0.0.0/8",  # this network (RFC 791)
    "10.0.0.0/8",  # private use (RFC 1918)
    "100.64.0.0/10",  # shared by the customers of a provider (RFC 6598)
    "127.0.0.0/8",  # loopback (RFC 1122)
    "169.254.0.0/16",  # link-local, metadata of clouds (RFC 3927)
    "172.16.0.0/12",  # private use (RFC 1918)
    "192.0.0.0/24",  # protocol assignments (RFC 6890): DS-Lite, the dummy address, PCP, TURN, NAT64 discovery
    "192.0.2.0/24",  # documentation (RFC 5737)
    "192.31.196.0/24",  # AS112 (RFC 7535)
    "192.52.193.0/24",  # AMT (RFC 7450)
    "192.88.99.0/24",  # relays of 6to4, deprecated (RFC 7526)
    "192.168.0.0/16",  # private use (RFC 1918)
    "192.175.48.0/24",  # AS112 (RFC 7534)
    "198.18.0.0/15",  # benchmarking (RFC 2544)
    "198.51.100.0/24",  # documentation (RFC 5737)
    "203.0.113.0/24",  # documentation (RFC 5737)
    "224.0.0.0/4",  # multicast (RFC 5771)
    "240.0.0.0/4",  # reserved, limited broadcast (RFC 1112, RFC 8190)
)
_SPECIAL_IPV6 = (
    "2001::/23",  # protocol assignments (RFC 2928): Teredo, benchmarking, AMT, AS112, ORCHID, DRIP
    "2001:db8::/32",  # documentation (RFC 3849)
    "2002::/16",  # 6to4 (RFC 3056)
    "2620:4f:8000::/48",  # AS112 (RFC 7534)
    "3fff::/20",  # documentation (RFC 9637)
)
_IPV4 = tuple(map(ipaddress.IPv4Network, _SPECIAL_IPV4))
_IPV6 = tuple(map(ipaddress.IPv6Network, _SPECIAL_IPV6))
_GLOBAL_UNICAST = ipaddress.IPv6Network("2000::/3")
"""All that IANA has given out for single hosts (RFC 4291). The rest is loopback, local, multicast, or not in use."""
_NAT64 = ipaddress.IPv6Network("64:ff9b::/96")
"""IPv4 addresses as a network without IPv4 reaches them (RFC 6052)."""


class Response(NamedTuple):
    """The response to a request: ``status`` 0 and an ``error`` where there was none. ``unreachable``: another request would fail
    as well."""

    status: int
    milliseconds: int
    text: str = ""
    error: str = ""
    unreachable: bool = False

    @property
    def accepted(self) -> bool:
        """Whether the response has a status of 2xx."""
        return 200 <= self.status < 300


class ForbiddenAddress(Exception):
    """Raised for an address to which nothing is sent."""


def check_url(url: str) -> str:
    """Check an address as far as possible without resolving its name. Raises Refusal (422)."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, _port = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    schemes = ("https", "http") if settings.WEBHOOK_HTTP else ("https",)
    if parts.scheme not in schemes or not host or len(url) > URL or not url.isascii() or any(c.isspace() for c in url):
        raise Refusal(
            "invalid-url",
            _("Expected a whole address that begins with {scheme}://, of at most {most} characters."),
            422,
            scheme=schemes[0],
            most=URL,
        )
    if parts.username or parts.password or parts.fragment:
        raise Refusal("invalid-url", _("The address may hold no name, password or #fragment."), 422)
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        local = host == "localhost" or host.endswith(".localhost")
    else:
        local = not is_public(literal)
    if local and not settings.WEBHOOK_PRIVATE:
        raise Refusal("private-address", _("Messages are sent to addresses of the open internet only."), 422)
    return url


def shown(url: str) -> str:
    """An address without what may be a key of its receiver: scheme, host and port, then … where there is more."""
    parts = urlsplit(url)
    more = parts.path.strip("/") or parts.query
    return f"{parts.scheme}://{parts.netloc}/{'…' if more else ''}"


def post(url: str, body: bytes, headers: dict[str, str]) -> Response:
    """Send a POST request once. Errors are returned as part of the answer."""
    started = time.monotonic()

    def failed(error: str, unreachable: bool = True) -> Response:
        return Response(0, _milliseconds_since(started), error=error, unreachable=unreachable)

    try:
        check_url(url)
        status, text = asyncio.run(_post_in_time(url, body, headers))
    except (TimeoutError, httpx.TimeoutException):
        return failed(f"timeout: no whole answer within {SECONDS:.0f} s")
    except Refusal as refusal:
        return failed(f"refused: {refusal.code}")
    except ForbiddenAddress as error:
        return failed(f"refused: {error}")
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        return failed(f"{type(error).__name__}: {error}")
    return Response(status, _milliseconds_since(started), text)


def _milliseconds_since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


async def _post_in_time(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    async with asyncio.timeout(SECONDS):
        target = httpx.URL(url)
        addresses = await _resolve(target.raw_host.decode("ascii"), target.port or (443 if target.scheme == "https" else 80))
        limits = httpx.Timeout(SECONDS, connect=CONNECT)
        async with httpx.AsyncClient(verify=_tls_context(), trust_env=False, follow_redirects=False, timeout=limits) as client:
            for place, address in enumerate(addresses):
                try:
                    return await _send(client, target, address, body, headers)
                except (httpx.ConnectError, httpx.ConnectTimeout):
                    if place == len(addresses) - 1:
                        raise
    raise ForbiddenAddress("the name has no address")


@functools.cache
def _tls_context() -> ssl.SSLContext:
    """The trusted certificates, read once."""
    return httpx.create_ssl_context(trust_env=False)


async def _resolve(host: str, port: int) -> list[Address]:
    """The IP addresses of a host. Raises ForbiddenAddress where one is not public, TimeoutError where too many are looked up."""
    addresses = list(
        dict.fromkeys(ipaddress.ip_address(str(found[4][0]).partition("%")[0]) for found in await _look_up(host, port))
    )
    hidden = [address for address in addresses if not is_public(address)]
    if hidden and not settings.WEBHOOK_PRIVATE:
        raise ForbiddenAddress(f"{host} leads to an address that is not public")
    return addresses[:4]


async def _look_up(host: str, port: int) -> list[Any]:
    """What ``socket.getaddrinfo`` says. It has a thread that nobody waits for: an event loop waits for its own when it ends."""
    if not _lookups.acquire(blocking=False):
        raise TimeoutError
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[list[Any]] = loop.create_future()

    def settle(found: list[Any], error: Exception | None) -> None:
        if not answer.cancelled():
            answer.set_exception(error) if error else answer.set_result(found)

    def look_up() -> None:
        found, failed = [], None
        try:
            found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
        except (OSError, UnicodeError) as error:
            failed = error
        finally:
            _lookups.release()
        with suppress(RuntimeError):  # the loop has ended: this came too late
            loop.call_soon_threadsafe(settle, found, failed)

    threading.Thread(target=look_up, name="look up", daemon=True).start()
    return await answer


async def _send(
    client: httpx.AsyncClient, target: httpx.URL, address: Address, body: bytes, headers: dict[str, str]
) -> tuple[int, str]:
    """Send the request to this IP address; host name and certificate are those of the URL."""
    request = client.build_request(
        "POST",
        target.copy_with(host=str(address)),
        content=body,
        headers={**headers, "Host": target.netloc.decode("ascii"), "Accept-Encoding": "identity"},
        extensions={"sni_hostname": target.raw_host.decode("ascii")},
    )
    response = await client.send(request, stream=True)
    try:
        data = b""
        async for piece in response.aiter_raw():
            data += piece
            if len(data) >= READ:
                break
    finally:
        await response.aclose()
    return response.status_code, data[:READ].decode("utf-8", "replace")[:ANSWER]


Address = ipaddress.IPv4Address | ipaddress.IPv6Address


def is_public(address: Address) -> bool:
    """Whether an address is on the public internet: not this machine, not a private network, not a cloud's metadata service."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in block for block in _IPV4)
    if (inside := address.ipv4_mapped) is None and address in _NAT64:
        inside = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inside is not None:
        return is_public(inside)
    return address in _GLOBAL_UNICAST and not any(address in block for block in _IPV6)
