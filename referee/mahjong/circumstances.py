"""What a win is besides its tiles, as the fans of several games ask of a reading; each goes with certain ways of winning only."""

from __future__ import annotations

from referee.mahjong.fans import Reading


def on_replacement(reading: Reading) -> bool:
    """杠上花: drawn as the replacement after an own kong."""
    return _drawn(reading, "gangshanghua")


def after_kong(reading: Reading) -> bool:
    """杠上炮: on the discard that directly follows the discarder's kong."""
    return reading.holding.by == "discard" and "gangshangpao" in reading.holding.flags


def robbing(reading: Reading) -> bool:
    """搶杠: on the tile of a kong being laid."""
    return reading.holding.by == "rob"


def last_tile(reading: Reading) -> bool:
    """海底: drawn as the last tile of the wall."""
    return _drawn(reading, "haidi")


def heaven(reading: Reading) -> bool:
    """天胡: the dealer's dealt fourteen tiles."""
    return _drawn(reading, "tianhu")


def earth(reading: Reading) -> bool:
    """地胡: right at the start, as each game defines it."""
    return reading.holding.by != "rob" and "dihu" in reading.holding.flags


def _drawn(reading: Reading, flag: str) -> bool:
    return reading.holding.by == "draw" and flag in reading.holding.flags
