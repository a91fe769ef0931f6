"""Which IP addresses are on the public internet: none of a block that IANA has set apart for a special purpose.

The blocks are those of IANA's registries of special-purpose addresses (RFC 6890) and of the IPv4 and IPv6 address space, as of
2025. Blocks that may be reached from everywhere are listed too: what answers there is the nearest relay, name server or router,
never somebody's own server. Python's ``ipaddress`` knows some of them, others by its version.
"""

from __future__ import annotations

import ipaddress

Address = ipaddress.IPv4Address | ipaddress.IPv6Address

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


def is_public(address: Address) -> bool:
    """Whether an address is on the public internet: not this machine, not a private network, not a cloud's metadata service."""
    if isinstance(address, ipaddress.IPv4Address):
        return not any(address in block for block in _IPV4)
    if (inside := address.ipv4_mapped) is None and address in _NAT64:
        inside = ipaddress.IPv4Address(int(address) & 0xFFFFFFFF)
    if inside is not None:
        return is_public(inside)
    return address in _GLOBAL_UNICAST and not any(address in block for block in _IPV6)
