"""The parts of a record as PPN."""

from __future__ import annotations

from typing import Any

SEATS = "ESWN"


def rules_text(options: dict[str, Any]) -> str:
    """The preset that 血戰 makes, and every other option."""
    words = [f"{name}={value or 'none'}" for name, value in options.items() if name != "blood"]
    return " ".join(["xuezhan" if options["blood"] else "putong", *words])


def header(number: int, dealer: int, wall: list[str] | None, hands: list[list[str]]) -> str:
    """The tags of a round but for its scores."""
    lines = [f'\n[Round "{number}"]', f'[Dealer "{SEATS[dealer]}"]']
    lines += [f'[Wall "{"".join(wall)}"]'] if wall else []
    lines += [f'[Hand.{seat} "{"".join(sorted(hand))}"]' for seat, hand in zip(SEATS, hands, strict=True)]
    return "\n".join(lines) + "\n"


def scores_text(scores: list[int]) -> str:
    """Seats and signed points."""
    return " ".join(f"{seat}{points:+d}" if points else f"{seat}0" for seat, points in zip(SEATS, scores, strict=True))
