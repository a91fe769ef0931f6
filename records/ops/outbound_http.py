"""Requests to addresses that people wrote: only to the open internet, to the address that was looked up, within a time limit.

A name is resolved once; where any of its addresses is not public nothing is sent, else the request goes to one of these very
addresses, so that a second answer of the name's server cannot lead it elsewhere. No redirect is followed, no proxy asked.
"""

from __future__ import annotations

import asyncio
import functools
import ipaddress
import socket
import ssl
import time
from typing import NamedTuple
from urllib.parse import urlsplit

import httpx
from django.conf import settings

from records.errors import Refusal

URL = 500
"""Characters of an address."""
ANSWER = 1024
"""Characters of an answer that are kept."""
SECONDS = 10.0
"""From looking the name up to the answer's end."""
CONNECT = 5.0
READ = 64 * 1024
"""Bytes of an answer that are read; a longer one counts as answered."""
NAT64 = ipaddress.ip_network("64:ff9b::/96")
TRANSLATED = ipaddress.ip_network("2002::/16"), ipaddress.ip_network("2001::/32")
"""6to4 and Teredo lead to IPv4 addresses; nobody serves there any more."""

Address = ipaddress.IPv4Address | ipaddress.IPv6Address


class Answer(NamedTuple):
    """What came back: ``status`` 0 and an ``error`` where nothing did. ``unreachable``: no use to try another message now."""

    status: int
    milliseconds: int
    text: str = ""
    error: str = ""
    unreachable: bool = False

    @property
    def accepted(self) -> bool:
        """Whether it was taken: any 2xx."""
        return 200 <= self.status < 300


class Forbidden(Exception):
    """The address is not one that anything is sent to."""


def check(url: str) -> str:
    """An address that may be sent to, as far as it can be told without asking. Raises Refusal (422)."""
    url = url.strip()
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        parts, host = urlsplit(""), None
    schemes = ("https", "http") if settings.WEBHOOK_HTTP else ("https",)
    if parts.scheme not in schemes or not host or len(url) > URL or not url.isascii() or any(c.isspace() for c in url):
        raise Refusal(
            "invalid-url",
            f"需要一個 {schemes[0]}:// 開頭的完整網址，最多 {URL} 字。",
            f"Expected a whole address that begins with {schemes[0]}://, of at most {URL} characters.",
            422,
        )
    if parts.username or parts.password or parts.fragment:
        raise Refusal(
            "invalid-url", "網址中不可有帳號、密碼或 # 段落。", "The address may hold no name, password or #fragment.", 422
        )
    try:
        literal = ipaddress.ip_address(host)
    except ValueError:
        local = host == "localhost" or host.endswith(".localhost")
    else:
        local = not public(literal)
    if local and not settings.WEBHOOK_PRIVATE:
        raise Refusal(
            "private-address", "只能送往公開的網際網路位址。", "Messages are sent to addresses of the open internet only.", 422
        )
    return url


def public(address: Address) -> bool:
    """Whether this is an address of the open internet: not this machine, not its network, not a cloud's metadata."""
    if isinstance(address, ipaddress.IPv6Address):
        if inside := address.ipv4_mapped or (ipaddress.ip_address(int(address) & 0xFFFFFFFF) if address in NAT64 else None):
            return public(inside)
        if address.is_site_local or any(address in network for network in TRANSLATED):
            return False
    return address.is_global and not address.is_multicast and not address.is_reserved


def post(url: str, body: bytes, headers: dict[str, str]) -> Answer:
    """Send it once. Whatever goes wrong is told in the answer."""
    started = time.monotonic()

    def failed(error: str, unreachable: bool = True) -> Answer:
        return Answer(0, _since(started), error=error, unreachable=unreachable)

    try:
        check(url)
        status, text = asyncio.run(_within(url, body, headers))
    except (TimeoutError, httpx.TimeoutException):
        return failed(f"timeout: no whole answer within {SECONDS:.0f} s")
    except (Forbidden, Refusal) as error:
        return failed(f"refused: {error}")
    except (httpx.HTTPError, httpx.InvalidURL, OSError, UnicodeError) as error:
        return failed(f"{type(error).__name__}: {error}")
    return Answer(status, _since(started), text)


def _since(started: float) -> int:
    return round((time.monotonic() - started) * 1000)


async def _within(url: str, body: bytes, headers: dict[str, str]) -> tuple[int, str]:
    async with asyncio.timeout(SECONDS):
        target = httpx.URL(url)
        addresses = await _resolved(target.raw_host.decode("ascii"), target.port or (443 if target.scheme == "https" else 80))
        limits = httpx.Timeout(SECONDS, connect=CONNECT)
        async with httpx.AsyncClient(verify=_trusted(), trust_env=False, follow_redirects=False, timeout=limits) as client:
            for place, address in enumerate(addresses):
                try:
                    return await _sent(client, target, address, body, headers)
                except (httpx.ConnectError, httpx.ConnectTimeout):
                    if place == len(addresses) - 1:
                        raise
    raise Forbidden("the name has no address")


@functools.cache
def _trusted() -> ssl.SSLContext:
    """Whose certificates are believed; read from its file once."""
    return httpx.create_ssl_context(trust_env=False)


async def _resolved(host: str, port: int) -> list[Address]:
    """The name's addresses. Raises Forbidden where one of them is not public."""
    found = await asyncio.get_running_loop().getaddrinfo(host, port, type=socket.SOCK_STREAM)
    addresses = list(dict.fromkeys(ipaddress.ip_address(str(entry[4][0]).partition("%")[0]) for entry in found))
    hidden = [address for address in addresses if not public(address)]
    if hidden and not settings.WEBHOOK_PRIVATE:
        raise Forbidden(f"{host} leads to an address that is not public")
    return addresses[:4]


async def _sent(
    client: httpx.AsyncClient, target: httpx.URL, address: Address, body: bytes, headers: dict[str, str]
) -> tuple[int, str]:
    """Sent to this address; name and certificate are those of the URL's host."""
    request = client.build_request(
        "POST",
        target.copy_with(host=str(address)),
        content=body,
        headers={**headers, "Host": target.netloc.decode("ascii"), "Accept-Encoding": "identity"},
        extensions={"sni_hostname": target.raw_host.decode("ascii")},
    )
    answer = await client.send(request, stream=True)
    try:
        data = b""
        async for piece in answer.aiter_raw():
            data += piece
            if len(data) >= READ:
                break
    finally:
        await answer.aclose()
    return answer.status_code, data[:READ].decode("utf-8", "replace")[:ANSWER]
