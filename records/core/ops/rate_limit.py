"""Rate limits, counted in fixed windows in Django's cache; shared by all processes if CACHE_URL names a shared cache.

A library that keeps its windows in the memory of a process, as cachetools does, cannot share them. What guards accounts is
counted in a cache of its own (``sign-in``), under so few different keys that all have room: whatever else is asked pushes none of
them out.
"""

from __future__ import annotations

import hashlib
import ipaddress
import logging
import time
from collections.abc import Callable
from typing import NamedTuple, TypeVar

from django.conf import settings
from django.core.cache import BaseCache, caches
from django.core.cache.backends.locmem import LocMemCache
from django.http import HttpRequest

log = logging.getLogger(__name__)
Counted = TypeVar("Counted")

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}

GUARDED = frozenset(("login", "login-name"))
"""Scopes that are counted in the cache of their own."""
BUCKETS = 2**14
"""Different keys of each guarded scope: names and addresses that fall into the same one are counted together. Two windows of each
of the two scopes and the delays make five times as many entries at most; ``config.settings.environment.sign_in_cache`` leaves
room for more."""

FREE = 5
"""Wrong answers without a delay."""
LONGEST = 900
"""Seconds of the longest delay."""
FORGET = 3600
"""Seconds without a wrong answer after which the delays begin anew."""

_local = LocMemCache("sign-in-fallback", {"OPTIONS": {"MAX_ENTRIES": 8 * BUCKETS}})
"""Where guarded scopes are counted while the shared cache cannot be reached: nobody guesses freely meanwhile."""


class Rate(NamedTuple):
    """A limit of so many requests within so many seconds."""

    most: int
    seconds: int


def rate_of(scope: str) -> Rate | None:
    """The limit of a scope in the settings, such as ``120/min`` or ``30/hour``; None where there is none."""
    text = settings.THROTTLE.get(scope, "")
    if not text:
        return None
    number, _, unit = text.partition("/")
    return Rate(int(number), SECONDS[unit.strip()[:1]])


def hit(scope: str, client: str) -> int:
    """Count a request; returns the seconds to wait where it exceeds the limit, else 0."""
    rate = rate_of(scope)
    return 0 if rate is None else _waits(rate, _count(scope, client, rate, 1) > rate.most)


def seconds_until_free(scope: str, client: str) -> int:
    """The seconds to wait where another request would exceed the limit, else 0. Nothing is counted."""
    rate = rate_of(scope)
    return 0 if rate is None else _waits(rate, _count(scope, client, rate, 0) >= rate.most)


def _waits(rate: Rate, over: bool) -> int:
    return _left(rate) if over else 0


def _left(rate: Rate) -> int:
    """Seconds until the present window ends."""
    return rate.seconds - int(time.time()) % rate.seconds


def _count(scope: str, client: str, rate: Rate, more: int) -> int:
    """The number of requests in the current window, after adding ``more``. If the cache cannot be reached a process counts
    guarded scopes by itself; of others nothing is counted and everybody passes."""
    window = int(time.time()) // rate.seconds
    if scope in GUARDED:
        return _guarded(lambda cache: _add(cache, f"rate:{scope}:{window % 2}:{_bucket(client)}", more, _left(rate)))
    key = f"rate:{scope}:{window}:{hashlib.sha256(client.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
    try:
        return _add(caches["default"], key, more, rate.seconds + 1)
    except Exception as error:  # noqa: BLE001 - whatever the cache's client raises
        log.warning("the cache cannot be reached (%s: %s); requests are not counted", type(error).__name__, error)
        return 0


def _add(cache: BaseCache, key: str, more: int, seconds: int) -> int:
    if not more:
        return int(cache.get(key, 0))
    cache.add(key, 0, seconds)
    try:
        return int(cache.incr(key))
    except ValueError:  # it went between the two
        return more


def _guarded(count: Callable[[BaseCache], Counted]) -> Counted:
    """What ``count`` does with the cache of guarded scopes, or where it cannot be reached with the one of this process."""
    try:
        return count(caches["sign-in"])
    except Exception as error:  # noqa: BLE001 - whatever the cache's client raises
        log.warning("the cache cannot be reached (%s: %s); each process counts by itself", type(error).__name__, error)
        return count(_local)


def _bucket(client: str) -> int:
    digest = hashlib.sha256(settings.SECRET_KEY.encode() + client.encode("utf-8", "surrogatepass")).digest()
    return int.from_bytes(digest[:4]) % BUCKETS


def delay(client: str) -> None:
    """Count a wrong answer: past the first few the next is looked at only after a wait, twice as long each time."""

    def count(cache: BaseCache) -> None:
        wrong = _add(cache, f"wrong:{_bucket(client)}", 1, FORGET)
        cache.touch(f"wrong:{_bucket(client)}", FORGET)
        if wrong > FREE:
            seconds = min(2 ** min(wrong - FREE, 20), LONGEST)
            cache.set(f"wait:{_bucket(client)}", time.time() + seconds, seconds)

    _guarded(count)


def seconds_of_delay(client: str) -> int:
    """The seconds until the next answer of this client is looked at."""
    until = float(_guarded(lambda cache: cache.get(f"wait:{_bucket(client)}", 0.0)))
    return max(0, -int(-(until - time.time()) // 1))


def is_first(what: str, seconds: int) -> bool:
    """Whether this has not been asked within so many seconds: for what counts once."""
    digest = hashlib.sha256(settings.SECRET_KEY.encode() + what.encode("utf-8", "surrogatepass")).hexdigest()
    return bool(_guarded(lambda cache: cache.add(f"once:{digest}", 1, seconds)))


def forget_delay(client: str) -> None:
    """The answer was right: the delays begin anew."""
    _guarded(lambda cache: cache.delete_many([f"wrong:{_bucket(client)}", f"wait:{_bucket(client)}"]))


def client_key(request: HttpRequest) -> str:
    """The key under which a request is counted: the signed-in account, else the address."""
    user = getattr(request, "user", None)
    return f"user:{user.pk}" if user is not None and user.is_authenticated else network_of(request)


def network_of(request: HttpRequest) -> str:
    """The address by which a client is counted: an IPv6 one by its /64, which is one customer's."""
    text = address_of(request)
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return text
    if isinstance(address, ipaddress.IPv6Address):
        return str(address.ipv4_mapped or ipaddress.IPv6Network((int(address) >> 64 << 64, 64)))
    return str(address)


def address_of(request: HttpRequest) -> str:
    """The address of the client as the outermost of our own proxies saw it. Without proxies of ours their header is not
    trusted."""
    proxies = settings.PROXIES
    addresses = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if proxies and len(addresses) >= proxies:
        return addresses[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))
