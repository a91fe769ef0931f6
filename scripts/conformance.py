"""``python -m scripts.conformance``: writes ``conformance/suite`` from what the games hold, and ``conformance/schemas``.

Neither is kept in git. Their digests are, in ``conformance/DIGESTS``; ``--check`` compares these.

The one source of an entry is a worked case of a game (``referee/games/GAME/cases``) or of the notation
(``referee/notation/ppn/cases``), or a golden record (``tests/golden/GAME``). What is expected of a case is what the engine says
of it, of which the case itself holds what its clause is about; of a golden record it is the golden verdict. A rulebook gets its
folder by having cases.
"""

from __future__ import annotations

import json
import re
import shutil
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import referee
from conformance import HOME, SUITE
from referee.core.record import Record
from referee.notation import NotationError
from referee.rulebook import CORE, Clause, Rulebook
from referee.schemas import RECORD, SHEET, VERDICT, schema
from tests import golden
from tests.referee.cases import ELSEWHERE, load, repeated, text_of

Document = dict[str, Any]
DIGESTS = HOME / "DIGESTS"
SCHEMAS = "schemas"
OF_ANSWERS = (RECORD, SHEET, VERDICT)
"""The schemas of what goes to a program and of what it answers."""
MATCHES = "matches"
"""The file of whole matches in which nothing is to be found: they belong to no clause."""
OF_ROUND = ("round", "status", "outcome", "next_dealer", "places", "opened", "owed", "penalties", "ledger", "kongs")
OF_WIN = ("seat", "from", "by", "tile", "move", "value")


def main(*arguments: str) -> int:
    """Write the suite and its digests, or with ``--check`` compare the digests; 1 where one differs."""
    made = {folder: _digest(texts) for folder, texts in whole().items()}
    if arguments == ("--check",):
        known = {folder: digest for digest, folder in map(str.split, DIGESTS.read_text(encoding="ascii").splitlines())}
        for folder in sorted(folder for folder in made | known if made.get(folder) != known.get(folder)):
            print(f"{folder} is not what conformance/{DIGESTS.name} says: see conformance/CHANGELOG.md, then make conformance")
        return int(made != known)
    write(HOME)
    DIGESTS.write_text("".join(f"{digest}  {folder}\n" for folder, digest in made.items()), encoding="ascii")
    return 0


def write(home: Path) -> None:
    """Write the suite and the schemas into this folder, in the place of those that are there."""
    for folder in (SUITE.name, SCHEMAS):
        shutil.rmtree(home / folder, ignore_errors=True)
    for folder, texts in whole().items():
        for name, text in texts.items():
            path = home / folder / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding="utf-8")


@cache
def whole() -> dict[str, dict[str, str]]:
    """The files of the suite by folder and name: a folder for each rulebook, and that of the schemas."""
    made = {f"{SUITE.name}/{book.id}/{book.edition}": dict(files(book)) for book in books()}
    schemas = {f"{name}.json": f"{json.dumps(schema(name), ensure_ascii=False, indent=1)}\n" for name in OF_ANSWERS}
    return {**made, SCHEMAS: schemas}


def _digest(texts: dict[str, str]) -> str:
    """The SHA-256 of the names and contents of a folder's files."""
    return sha256(json.dumps(texts, sort_keys=True).encode()).hexdigest()


def books() -> list[Rulebook]:
    """The rulebooks that have entries: that of records, whatever their game, and those of the games."""
    return [CORE, *(game.rulebook for game in referee.games())]


def files(book: Rulebook) -> Iterator[tuple[str, str]]:
    """The files of a rulebook's folder: a file per clause that has entries, one of whole matches, and the list of its clauses."""
    by_clause = defaultdict[str, list[Document]](list)
    for clause, entry in entries(book):
        by_clause[clause].append(entry)
    if not by_clause:
        return
    clauses = book.clauses
    for name, some in sorted(by_clause.items()):
        named = None if name == MATCHES else {"id": name, "mark": clauses[name].mark, **dict(clauses[name].text)}
        yield f"{name}.json", _of_clause(book, named, some)
    yield "clauses.json", _listed(book, [_counted(clause, by_clause) for clause in book])


def _of_clause(book: Rulebook, clause: Document | None, entries: list[Document]) -> str:
    head = {"suite": 1, "game": book.id, "edition": book.edition, "clause": clause}
    return _lines(head, "entries", entries)


def _listed(book: Rulebook, clauses: list[Document]) -> str:
    head = {"suite": 1, "game": book.id, "edition": book.edition, "name": dict(book.name)}
    return _lines(head, "clauses", clauses)


def _lines(head: Document, name: str, some: list[Document]) -> str:
    """A document whose list has an element a line, so that a change to one is a change of one line."""
    listed = ",\n".join(json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in some)
    return f'{json.dumps(head, ensure_ascii=False)[:-1]}, "{name}": [\n{listed}\n]}}\n'


def _counted(clause: Clause, by_clause: dict[str, list[Document]]) -> Document:
    """A clause with the number of its entries, or why it has none."""
    told: Document = {"id": clause.id, "mark": clause.mark, "checked": clause.checked}
    if number := len(by_clause.get(clause.id, ())):
        return {**told, "entries": number}
    if not clause.checked:
        return {**told, "entries": 0, "reason": "described only: no record of play shows whether it was kept"}
    if clause.id in ELSEWHERE:
        return {**told, "entries": 0, "reason": f"no single round shows it; elsewhere: {ELSEWHERE[clause.id]}"}
    others = [name for name, case in load("case") + load("hand") + load("text") if case["clause"] == clause.id]
    return {**told, "entries": 0, "reason": f"shared by games; entries with {', '.join(dict.fromkeys(others))}"}


# -- entries ---------------------------------------------------------------------------------------------------------


def entries(book: Rulebook) -> Iterator[tuple[str, Document]]:
    """Every entry of a rulebook with the file that it belongs to: its clause's, or that of whole matches."""
    taken = Counter[str]()
    for clause, title, rules, told in [*_texts(book.id), *_hands(book.id), *_rounds(book.id), *_golden(book.id)]:
        identity = f"{book.id}/{clause}/{_slug(title)}"
        taken[identity] += 1
        identity += f"-{taken[identity]}" if taken[identity] > 1 else ""
        yield clause, {"id": identity, "title": title, "mark": _mark(book, clause, rules), **told}


Made = Iterator[tuple[str, str, str, Document]]
"""Clause, title, rules, and the rest of entries."""


def _texts(book: str) -> Made:
    for case in (case for name, case in load("text") if name == book):
        text = repeated(case["text"])
        yield case["clause"], case["name"], "", _of_record(text, _verdict(text))


def _hands(game: str) -> Made:
    for case in (case for name, case in load("hand") if name == game):
        rules = case.get("rules", "")
        question = {"game": game, "rules": rules, **case["query"]}
        answer = referee.score(question)
        told = {name: answer[name] for name in ("wins", "value", "fans", "reason") if name in answer}
        yield case["clause"], case["name"], rules, {"question": question, "expected": told}


def _rounds(game: str) -> Made:
    for case in (case for name, case in load("case") if name == game):
        text = text_of(game, case)
        yield case["clause"], case["name"], case.get("rules", ""), _of_record(text, _verdict(text))


def _verdict(text: str) -> Document:
    return referee.verify(next(iter(referee.parse_file(text.encode())))).as_dict()


def _golden(game: str) -> Made:
    for path in (path for path in golden.records() if path.parent.name == game):
        text, verdict = path.read_text(encoding="utf-8"), json.loads(golden.golden_of(path))
        found = [*(one for round_ in verdict["rounds"] for one in round_["findings"]), *verdict["findings"]]
        rules = re.search(r'^\[Rules "(.*)"\]$', text, re.MULTILINE)
        yield found[0]["clause"] if found else MATCHES, f"match {path.stem}", rules[1] if rules else "", _of_record(text, verdict)


def _of_record(text: str, verdict: Document) -> Document:
    """A record as text, as JSON where it can be read, what it needs, and the parts of its verdict that are compared."""
    record = next(iter(referee.parse_file(text.encode())))
    if isinstance(record, NotationError):
        return {"ppn": text, "expected": compared(verdict)}
    needs = {"needs": found} if (found := _needs(record)) else {}
    return {**needs, "ppn": text, "record": referee.write_json(record), "expected": compared(verdict)}


def _needs(record: Record) -> list[str]:
    """What a program must be able to do beside refereeing a record in which everything was seen."""
    hands = [hand for round_ in record.rounds for hand in round_.hands.values()]
    moves = [token for round_ in record.rounds for token in round_.tokens]
    unseen = any("?" in hand for hand in hands) or any("?" in token[2:] for token in moves)
    sheets = any("Kind" in round_.tags for round_ in record.rounds)
    told = {"options": "=" in record.rules, "sheets": sheets, "unseen": unseen and not sheets}
    return [need for need, needed in told.items() if needed]


def _mark(book: Rulebook, clause: str, rules: str) -> str:
    """How binding an entry is: a reading where its clause is ours, may where it plays by an option that no preset has."""
    if clause != MATCHES and book.clauses[clause].mark == "I":
        return "reading"
    return "may" if "=" in rules else "must"


def _slug(title: str) -> str:
    return re.sub(r"[^\w*]+", "-", title.lower()).strip("-")


# -- what is expected ------------------------------------------------------------------------------------------------


def compared(verdict: Document) -> Document:
    """A verdict without what is free: texts, names, places in what can be read, the claimed figures, which engine judged."""
    placed = ("line", "column") if verdict["status"] == "unreadable" else ()
    return {
        "status": verdict["status"],
        "findings": [_finding(one, ("code", "clause", *placed)) for one in verdict["findings"]],
        "rounds": [_round(one) for one in verdict["rounds"]],
        "totals": {"computed": verdict["totals"]["computed"]},
    }


def _round(round_: Document) -> Document:
    made: Document = {name: round_[name] for name in OF_ROUND if name in round_}
    made["findings"] = [_finding(one, ("move", "code", "clause", "seat")) for one in round_["findings"]]
    made["scores"] = {"computed": round_["scores"]["computed"]}
    if "wins" in round_:
        made["wins"] = [{**{name: win[name] for name in OF_WIN}, "fans": _fans(win["fans"])} for win in round_["wins"]]
    return made


def _finding(finding: Document, names: tuple[str, ...]) -> Document:
    return {name: finding[name] for name in names if finding[name] is not None}


def _fans(fans: list[Document]) -> list[Document]:
    return [{name: fan[name] for name in ("code", "value", "clause")} for fan in fans]


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
