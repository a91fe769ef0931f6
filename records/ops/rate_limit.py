"""Rate limits, counted in fixed windows in Django's cache; shared by all processes if CACHE_URL names a shared cache.

A library that keeps its windows in the memory of a process, as cachetools does, cannot share them.
"""

from __future__ import annotations

import hashlib
import logging
import time
from typing import NamedTuple

from django.conf import settings
from django.core.cache import cache
from django.http import HttpRequest

log = logging.getLogger(__name__)

SECONDS = {"s": 1, "m": 60, "h": 3600, "d": 86400}


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
    return rate.seconds - int(time.time()) % rate.seconds if over else 0


def _count(scope: str, client: str, rate: Rate, more: int) -> int:
    """The number of requests in the current window, after adding ``more``. If the cache cannot be reached nothing is counted and
    everybody passes."""
    window = int(time.time()) // rate.seconds
    key = f"rate:{scope}:{window}:{hashlib.sha256(client.encode('utf-8', 'surrogatepass')).hexdigest()[:32]}"
    try:
        if not more:
            return int(cache.get(key, 0))
        cache.add(key, 0, rate.seconds + 1)
        return int(cache.incr(key))
    except ValueError:  # it went between the two
        return more
    except Exception as error:  # noqa: BLE001 - whatever the cache's client raises
        log.warning("the cache cannot be reached (%s: %s); requests are not counted", type(error).__name__, error)
        return 0


def client_key(request: HttpRequest) -> str:
    """The key under which a request is counted: the signed-in account, else the address."""
    user = getattr(request, "user", None)
    return f"user:{user.pk}" if user is not None and user.is_authenticated else address_of(request)


def address_of(request: HttpRequest) -> str:
    """The address of the client as the outermost of our own proxies saw it. Without proxies of ours their header is not
    trusted."""
    proxies = settings.PROXIES
    addresses = [part.strip() for part in request.headers.get("X-Forwarded-For", "").split(",") if part.strip()]
    if proxies and len(addresses) >= proxies:
        return addresses[-proxies]
    return str(request.META.get("REMOTE_ADDR", ""))
