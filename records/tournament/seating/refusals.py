"""Why a drawing is refused, in words: what was expected, what came, and what would help."""

from __future__ import annotations

from collections.abc import Iterable

from records.core.db.fields import storable
from records.core.errors import Refusal
from records.tournament.seating.drawing import Fault, Misfit

MENTIONED = 10
"""Faults of a prescription that are told of at most."""


def of_misfit(found: Misfit) -> Refusal:
    """The refusal of people who cannot be seated, with the figures and a proposal."""
    zh, en = _WORDS[found.kind](found)
    figures = {"people": found.people, "seats": found.seats, "tables": found.tables, "over": found.over, "missing": found.missing}
    return Refusal(f"seating-{found.kind}", zh, en, 422, **figures)


def _nobody(_: Misfit) -> tuple[str, str]:
    return "名單上還沒有人；請先把人員排入名單。", "Nobody is on the list to be seated; enter people first."


def _too_few(one: Misfit) -> tuple[str, str]:
    return (
        f"一桌要 {one.seats} 人，只有 {one.people} 人；還缺 {one.missing} 人。",
        f"A table needs {one.seats} people, there are {one.people}: {one.missing} more are needed.",
    )


def _uneven(one: Misfit) -> tuple[str, str]:
    return (
        f"{one.people} 人坐不滿每桌 {one.seats} 人：{one.tables} 桌之外多出 {one.over} 人。"
        f"請加入 {one.missing} 名替補，或讓 {one.over} 人每輪輪流休息。",
        f"{one.people} people do not fill tables of {one.seats}: {one.over} are left over beside {one.tables} tables. "
        f"Add {one.missing} substitutes, or let {one.over} sit out in turn.",
    )


def _too_many(one: Misfit) -> tuple[str, str]:
    return (
        f"{one.people} 人超過 {one.tables} 桌（每桌 {one.seats} 人）的座位：多出 {one.over} 人。"
        f"請增加桌數，或讓 {one.over} 人每輪輪流休息。",
        f"{one.people} people are more than {one.tables} tables of {one.seats} hold: {one.over} too many. "
        f"Give more tables, or let {one.over} sit out in turn.",
    )


def _team_too_large(one: Misfit) -> tuple[str, str]:
    team = storable(one.team, 60)
    return (
        f"隊伍「{team}」有 {one.members} 人，只有 {one.tables} 桌，必有隊友同桌。請拆分隊伍，或不要求隊友分開。",
        f"The team “{team}” has {one.members} people and there are {one.tables} tables: some would have to sit together. "
        "Divide the team, or do not keep teams apart.",
    )


def _team_size(one: Misfit) -> tuple[str, str]:
    team, size = storable(one.team, 60), one.members + one.missing
    if not team:
        return (
            f"有 {one.members} 人沒有隊伍；每隊應為 {size} 人。",
            f"{one.members} people are of no team; every team needs {size} people.",
        )
    return (
        f"隊伍「{team}」有 {one.members} 人，每隊應為 {size} 人。請調整隊伍，或改用抽籤分邊。",
        f"The team “{team}” has {one.members} people, a side has {size}. Change the team, or draw the sides by another method.",
    )


def _too_many_groups(one: Misfit) -> tuple[str, str]:
    return (
        f"{one.people} 人分成 {one.members} 組，有的組坐不滿一桌（{one.seats} 人）；最多 {one.tables} 組。",
        f"{one.people} people in {one.members} groups do not fill a table of {one.seats} each; at most {one.tables} groups do.",
    )


_WORDS = {
    "nobody": _nobody,
    "too-few": _too_few,
    "uneven": _uneven,
    "too-many": _too_many,
    "team-too-large": _team_too_large,
    "team-size": _team_size,
    "too-many-groups": _too_many_groups,
}

_FAULTS = {
    "cells": (
        "不是一輪各桌，也不是「輪次, 桌次, 人…」（{found} 格）",
        "neither the tables of a round nor “round, table, people …” ({found} cells)",
    ),
    "number": ("輪次或桌次不在範圍內：{found}", "the round or table is out of range: {found}"),
    "table-twice": ("這一輪這一桌已寫過：{found}", "this table of this round was given before: {found}"),
    "nobody": ("名單上沒有「{found}」", "nobody on the list is “{found}”"),
    "seats": ("這一桌寫了 {found} 人，與座位數不符", "{found} people at this table, which is not the number of its seats"),
    "twice": ("{found} 在同一輪出現兩次", "{found} is there twice in one round"),
    "round-missing": ("缺第 {found} 輪", "round {found} is missing"),
}


def of_faults(faults: Iterable[Fault]) -> Refusal:
    """The refusal of a prescribed plan, line by line."""
    told = list(faults)
    zh, en = [], []
    for fault in told[:MENTIONED]:
        words = _FAULTS[fault.kind]
        found = storable(fault.found, 60)
        zh.append((f"第 {fault.line} 行：" if fault.line else "") + words[0].format(found=found))
        en.append((f"Line {fault.line}: " if fault.line else "") + words[1].format(found=found))
    if len(told) > MENTIONED:
        zh.append(f"另有 {len(told) - MENTIONED} 處。")
        en.append(f"And {len(told) - MENTIONED} more.")
    return Refusal("seating-prescription", "；".join(zh) + "。", "; ".join(en) + ".", 422)
