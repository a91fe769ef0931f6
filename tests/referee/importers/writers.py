"""Records written in other formats, after what is published of these: each the inverse of an importer, for its tests alone."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import referee
from tests.referee.importers.played import SEATS, Meld, Table, tiles

Document = dict[str, Any]

PUBLISHED = Path(__file__).parent / "published" / "majo-sichuan-1-20260101-1200.excerpt.json"
"""A record that another program has written: ``published/README.md`` says where it is from."""


# -- mjai ----------------------------------------------------------------------------------------------------------------------


def mjai(record: referee.Record) -> bytes:
    """Lines of mjai events. A call that mjai has not is an event by its verb."""
    names = [record.seats.get(seat, "") for seat in SEATS]
    events: list[Document] = [{"type": "start_game", "names": names, "game": record.game, "rules": record.rules}]
    events[0] |= {} if record.base is None else {"base": record.base}
    for round_ in record.rounds:
        events += _kyoku(round_)
    events.append({"type": "end_game"})
    return "".join(json.dumps(event, ensure_ascii=False) + "\n" for event in events).encode()


def _kyoku(round_: referee.Round) -> list[Document]:
    table = Table.of(round_)
    seats = [seat for seat in SEATS if seat in round_.hands]
    hands = [tiles(round_.hands[seat]) for seat in seats]
    dealt = hands[table.turn].pop()
    events = [
        {
            "type": "start_kyoku",
            "bakaze": "E",
            "kyoku": 1,
            "honba": 0,
            "kyotaku": 0,
            "oya": table.turn,
            "scores": [0] * len(seats),
        }
        | {"tehais": [[_pai(tile) for tile in hand] for hand in hands]},
        {"type": "tsumo", "actor": table.turn, "pai": _pai(dealt)},
    ]
    for move in round_.moves:
        events.append(_event(move, table))
        table.play(move)
    scores = [(round_.scores or {}).get(seat, 0) for seat in seats]
    return [*events, {"type": "ryukyoku", "reason": "fanpai", "deltas": scores}, {"type": "end_kyoku"}]


def _pai(tile: str) -> str:
    return {"5z": "P", "6z": "F", "7z": "C"}.get(tile, tile)


def _event(move: referee.Move, table: Table) -> Document:
    at = SEATS.index(move.seat)
    source, tile = table.offer or (at, "?")
    claimed = {"actor": at, "target": source, "pai": _pai(tile)}
    if move.sign in "+-":
        return {"type": "tsumo" if move.sign == "+" else "dahai", "actor": at, "pai": _pai(move.text)}
    if move.verb in ("peng", "gang"):
        return claimed | {
            "type": "pon" if move.verb == "peng" else "daiminkan",
            "consumed": [_pai(tile)] * (2 + (move.verb == "gang")),
        }
    if move.verb == "angang":
        return {"type": "ankan", "actor": at, "consumed": [_pai(one) for one in tiles(move.text)]}
    if move.verb == "bugang":
        return {"type": "kakan", "actor": at, "pai": _pai(move.text), "consumed": [_pai(move.text)] * 3}
    if move.verb == "hu":
        return {"type": "hora", "actor": at, "target": source}
    return {"type": move.verb, "actor": at} | ({"text": move.text} if move.text else {})


# -- open_mahjong_unity --------------------------------------------------------------------------------------------------------


def openmahjong(record: referee.Record) -> bytes:
    """The record of open_mahjong_unity's Sichuan rules."""
    title: Document = {
        "rule": "sichuan",
        "room_type": "custom",
        "sub_rule": "sichuan/standard",
        "open_cuohe": False,
        "max_round": 1,
    }
    title |= {f"p{at}_name": record.seats.get(seat, f"p{at}") for at, seat in enumerate(SEATS)}
    title |= {f"p{at}_uid": 10_000_001 + at for at in range(4)}
    title |= {"start_time": "2026-06-26 02:14:54.814436", "commitment_hex": "ab" * 32, "salt": "cd" * 16, "tips": True}
    rounds = {f"round_index_{number}": _ticked(round_, number) for number, round_ in enumerate(record.rounds, 1)}
    return json.dumps({"game_title": title, "game_round": rounds}, ensure_ascii=False).encode()


def _ticked(round_: referee.Round, number: int) -> Document:
    table = Table.of(round_)
    hands = {f"p{at}_tiles": [_number(tile) for tile in tiles(round_.hands[seat])] for at, seat in enumerate(SEATS)}
    ticks: list[list[Any]] = []
    for move in round_.moves:
        if tick := _tick(move, table):
            ticks.append(tick)
        table.play(move)
    changes = [(round_.scores or {}).get(seat, 0) for seat in SEATS]
    ticks += [["liuju", "reveal_hu", "{}"], ["liuju", "chajiao", 0, "ting", "[]", changes, 1], ["end"]]
    return {
        "current_round": number,
        "seats": [0, 1, 2, 3],
        "dealer_index": 0,
        "start_player_index": 0,
        **hands,
        "tiles_list": [_number(tile) for tile in tiles(round_.wall or "")],
        "round_index": number,
        "action_ticks": ticks,
    }


def _number(tile: str) -> int:
    return 10 * ("mps".index(tile[1]) + 1) + int(tile[0])


def _tick(move: referee.Move, table: Table) -> list[Any]:
    at = SEATS.index(move.seat)
    source, offered = table.offer or (at, "1m")
    match move.sign, move.verb:
        case "+", _:
            return ["gd" if table.konged and at == table.turn else "d", _number(move.text)]
        case "-", _:
            return ["c", _number(move.text), "T"]
        case _, "peng":
            return ["p", _number(offered), at, *[_number(offered)] * 2]
        case _, "gang":
            return ["g", _number(offered), at, *[_number(offered)] * 3, "gs", 0, 0, 0, 0]
        case _, "angang":
            tile = _number(tiles(move.text)[0])
            return ["ag", tile, "F", tile, tile, tile, tile]
        case _, "bugang":
            return ["jg", _number(move.text), "T"]
        case _, "hu" if table.offer is None:
            return ["hu_self", at, int(move.text or 0), ["平和"], [0, 0, 0, 0], 11]
        case _, "hu":
            return ["hu_first", at, int(move.text or 0), ["平和"], [0, 0, 0, 0], _number(offered), 0, source, 1]
    return []


# -- majojson ------------------------------------------------------------------------------------------------------------------


def majojson(record: referee.Record, terse: bool = False) -> bytes:
    """The file of a match (format 2); ``terse``: with no frame for a discard that nobody claims, as the program writes it."""
    names = [record.seats.get(seat, seat) for seat in SEATS]
    hands = [
        {
            "meta": {"handSeq": number, "dealerRotation": 0, "endedAt": 1, "room": "", "seed": 7},
            "replay": _replay(round_, number, names, terse),
        }
        for number, round_ in enumerate(record.rounds, 1)
    ]
    majo = {"format": 2, "app": "1.0.0", "ruleset": "sichuan", "hands": hands}
    return json.dumps({"majo": majo}, ensure_ascii=False).encode()


def _replay(round_: referee.Round, number: int, names: list[str], terse: bool) -> Document:
    table, dealer = Table.of(round_), SEATS.index(round_.dealer or "E")
    last = tiles(round_.hands[SEATS[dealer]])[-1]
    table.hands[dealer][last] -= 1
    table.wall += 1
    wall = [tile for hand in table.hands for tile in hand.elements()] + [last, *tiles(round_.wall or "")]
    frames, wins, drawn, front, end = [_frame(table, names, dealer)], [], list(range(53)), 53, 107
    began = next((at for at, move in enumerate(round_.moves) if move.verb != "que"), 0)
    for at, move in enumerate(round_.moves):
        if at == began:
            table.hands[dealer][last] += 1
            table.wall -= 1
            frames.append(_frame(table, names, dealer))
        if move.sign == "+":
            replaced = table.konged and table.turn == SEATS.index(move.seat)
            drawn.append(end if replaced else front)
            front, end = (front, end - 1) if replaced else (front + 1, end)
        wins += [_settlement(move, table)] if move.verb == "hu" else []
        table.play(move)
        following = round_.moves[at + 1] if at + 1 < len(round_.moves) else None
        if _is_seen(move, following, terse):
            frames.append(_frame(table, names, dealer))
    for seat, points in (round_.scores or {}).items():
        frames[-1]["seats"][SEATS.index(seat)]["score"] = points
    return {
        "handNumber": number,
        "ruleSet": "sichuan",
        "frames": frames,
        "wins": _together(wins),
        "wall": wall,
        "deadSize": 0,
        "drawPositions": drawn,
    }


def _is_seen(move: referee.Move, following: referee.Move | None, terse: bool) -> bool:
    """Whether a frame stands after a move: it is not one before a replacement, of several wins, or a discard let pass."""
    if following is None or move.sign == "+" or move.verb in ("que", "peng"):
        return True
    return move.sign == "-" and not (terse and following.sign == "+")


def _settlement(move: referee.Move, table: Table) -> Document:
    at = SEATS.index(move.seat)
    source, tile = table.offer or (at, "1m")
    kind = "ROBBED_KAN" if table.robbed and table.offer else "DISCARD" if table.offer else "SELF_DRAW"
    winner = {"seat": at, "totalFan": 1, "fans": [], "handTiles": [], "winTile": tile}
    found: Document = {"source": kind, "winners": [winner], "deltas": []}
    return (
        found
        | ({"discardBy": source} if kind == "DISCARD" else {})
        | {"_": (source, tile, len(table.rivers[source]), table.wall)}
    )


def _together(wins: list[Document]) -> list[Document]:
    """Several wins on one tile are one settlement."""
    found: list[Document] = []
    for win in wins:
        before = found[-1] if found else None
        if before and win["source"] != "SELF_DRAW" and before["source"] == win["source"] and before["_"][3] == win["_"][3]:
            before["winners"] += win["winners"]
        else:
            found.append(win)
    return found


def _frame(table: Table, names: list[str], dealer: int) -> Document:
    frame: Document = {
        "dealer": dealer,
        "roundWind": "1z",
        "phase": "AWAIT_DISCARD",
        "turn": table.turn,
        "wallRemaining": table.wall,
        "seats": [_seat(table, at, names[at]) for at in range(4)],
    }
    if table.offer and table.rivers[table.offer[0]][-1:] == [table.offer[1]] and not table.robbed:
        frame |= {"phase": "CLAIM_WINDOW", "pendingDiscard": table.offer[1], "pendingDiscardBy": table.offer[0]}
    return frame


def _seat(table: Table, at: int, name: str) -> Document:
    seat: Document = {
        "seat": at,
        "nickname": name,
        "concealed": list((+table.hands[at]).elements()),
        "melds": [_meld(meld) for meld in table.melds[at]],
        "flowers": [],
        "river": list(table.rivers[at]),
        "score": 0,
        "active": at not in table.won,
    }
    return seat | ({"dingque": table.suits[at]} if table.suits[at] else {})


def _meld(meld: Meld) -> Document:
    kinds = {"peng": "PON", "gang": "OPEN_KAN", "angang": "CONCEALED_KAN", "bugang": "ADDED_KAN"}
    found: Document = {"type": kinds[meld.kind], "tiles": [meld.tile] * (3 if meld.kind == "peng" else 4)}
    return found | ({"fromSeat": meld.source} if meld.source is not None else {})


# -- spreadsheets --------------------------------------------------------------------------------------------------------------


def rows(record: referee.Record) -> list[list[str]]:
    """A row of heads and one for each round."""
    of_match = {
        "Game": record.game,
        "Rules": record.rules,
        "Base": "" if record.base is None else str(record.base),
        **record.tags,
        **{f"Seat.{seat}": name for seat, name in record.seats.items()},
    }
    of_match["Totals"] = " ".join(f"{side}{points:+d}" for side, points in (record.totals or {}).items())
    lines = []
    for round_ in record.rounds:
        scores = {seat: str(points) for seat, points in (round_.scores or {}).items() if len(seat) == 1}
        line = {"Round": str(round_.number), "Dealer": round_.dealer, "Leader": round_.leader, "Places": round_.places, **scores}
        line |= {"Scores": " ".join(f"{side}{points:+d}" for side, points in (round_.scores or {}).items()) if not scores else ""}
        line |= {f"Sit.{seat}": name for seat, name in round_.sits.items()} | dict(round_.tags)
        line |= {
            "Dice": round_.dice,
            "Break": round_.break_,
            "Draw": round_.draw,
            "Start": round_.start,
            "End": round_.end,
            "Moves": " ".join(round_.tokens),
        }
        lines.append({name: value for name, value in line.items() if value})
    heads = list(
        dict.fromkeys([*(name for name, value in of_match.items() if value), *(name for line in lines for name in line)])
    )
    return [
        heads,
        *(
            [str({**(of_match if not number else {}), **line}.get(name, "")) for name in heads]
            for number, line in enumerate(lines)
        ),
    ]
