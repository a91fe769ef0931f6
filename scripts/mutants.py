"""Change a sample of the product's lines, one at a time, and see which test notices.

    python -m scripts.mutants SCRATCH [--seed 32] [--count 200] [--sample FILE]
    cd SCRATCH && export PYTHONPATH=$PWD
    pytest -p scripts.mutants -p no:cacheprovider -n 2
    MUTANTS=run pytest -p scripts.mutants -p no:cacheprovider -p no:randomly -n 0

The first command copies this tree and writes every change into the copy, switched off; the sample lies in ``mutants.json`` there,
and ``--sample`` plants an earlier one. The second finds the tests that come by each change. The third collects them once, forks
for each change, switches it on, runs these tests until one is red, and prints a line of ``mutants.tsv``.
"""

from __future__ import annotations

import argparse
import ast
import json
import os
import random
import re
import resource
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tests.once import RUN

HOME = Path(__file__).parents[1]
HITS, RUNS = HOME / "var" / "mutants", os.environ.get("MUTANTS") == "run"
PACKAGES = ("referee", "records", "api", "frontend", "config")
TURNED: dict[Any, Any] = {ast.Eq: ast.NotEq, ast.Lt: ast.LtE, ast.Gt: ast.GtE, ast.In: ast.NotIn, ast.Is: ast.IsNot}
TURNED |= {ast.And: ast.Or, ast.Add: ast.Sub}
TURNED |= {new: old for old, new in TURNED.items()}
SPARED = (ast.JoinedStr, ast.pattern, ast.arguments)
FUTURE = "from __future__ import annotations"
CPU, ENDLESS = 40, 120
"""CPU seconds of tests for one change, and those that end a loop."""
state: dict[str, Any] = {"on": int(os.environ.get("MUTANT", "0")), "red": 0, "seen": set()}


def mutant_(number: int) -> bool:
    """Say whether this change is switched on, and note the test that asks."""
    mark = (number, os.environ.get("PYTEST_CURRENT_TEST", "").rsplit(" (", 1)[0])
    if not RUNS and mark not in state["seen"]:
        state["seen"].add(mark)
        with (HITS / str(os.getpid())).open("a", encoding="utf-8") as file:
            file.write(json.dumps(mark) + "\n")
    return bool(number == state["on"])


def changes(node: ast.AST) -> Iterator[tuple[Any, str]]:
    """What can be changed at a node, and its new text: ``pass`` leaves a statement out."""
    match node:
        case ast.Return(value=ast.expr() as value):
            yield value, "None"
        case ast.If(test=test):
            yield test, f"not ({ast.unparse(test)})"
        case ast.Compare(ops=[op]):
            yield node, ast.unparse(ast.Compare(node.left, [TURNED[type(op)]()], node.comparators))
        case ast.BoolOp(op=op):
            yield node, ast.unparse(ast.BoolOp(TURNED[type(op)](), node.values))
        case ast.BinOp(op=ast.Add() | ast.Sub() as op):
            yield node, ast.unparse(ast.BinOp(node.left, TURNED[type(op)](), node.right))
        case ast.UnaryOp(op=ast.Not()):
            yield node, ast.unparse(node.operand)
        case ast.Constant(value=bool() | int() as value):
            yield node, repr(not value if isinstance(value, bool) else value + 1)
        case ast.Constant(value=str() as value) if re.fullmatch(r"[\w./:-]+", value):
            yield node, repr(f"X{value}")
        case ast.Call():
            for one in (keyword for keyword in node.keywords if keyword.arg):
                yield node, ast.unparse(ast.Call(node.func, node.args, [each for each in node.keywords if each is not one]))
        case ast.Expr(value=ast.Call(func=func)) if "log" not in ast.unparse(func):
            yield node, "pass"
        case ast.AugAssign() | ast.Raise() | ast.Continue() | ast.Assign(targets=[ast.Attribute() | ast.Subscript()]):
            yield node, "pass"


def below(node: ast.AST, inside: bool = False) -> Iterator[tuple[Any, str]]:
    """Every change in the functions below a node; docstrings, annotations and decorators have none."""
    for field, value in ast.iter_fields(node):
        for part in value if isinstance(value, list) else [value]:
            docstring = isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant)
            if isinstance(part, ast.AST) and field not in ("annotation", "returns", "decorator_list") and not docstring:
                if inside and not isinstance(part, SPARED):
                    yield from changes(part)
                if not isinstance(part, SPARED):
                    yield from below(part, inside or isinstance(part, ast.FunctionDef))


def sample(seed: int, count: int) -> list[dict[str, Any]]:
    """So many lines at random, and one change of each."""
    lines = defaultdict(list)
    for file in sorted(file for package in PACKAGES for file in (HOME / package).rglob("*.py") if "migrations" not in file.parts):
        text = file.read_text(encoding="utf-8").splitlines()
        for node, new in below(ast.parse("\n".join(text))) if FUTURE in text else ():
            line = text[node.lineno - 1].encode()
            before, old = line[: node.col_offset].decode(), line[node.col_offset : node.end_col_offset].decode()
            if node.lineno == node.end_lineno and (new != "pass" or before.isspace()):
                place = {"file": str(file.relative_to(HOME)), "line": node.lineno, "text": line.decode()}
                lines[file, node.lineno].append({**place, "column": len(before), "old": old, "new": new})
    chance = random.Random(seed)
    return [chance.choice(lines[line]) for line in chance.sample(sorted(lines), min(count, len(lines)))]


def plant(scratch: Path, drawn: list[dict[str, Any]]) -> None:
    """Copy this tree, with each change beside what it changes. A line that moved is found by its text."""
    shutil.copytree(HOME, scratch, symlinks=True, ignore=shutil.ignore_patterns(".git", "var", "__pycache__", ".*_cache"))
    (scratch / "var" / "mutants").mkdir(parents=True)
    (scratch / "mutants.json").write_text(json.dumps(drawn, ensure_ascii=False, indent=1), encoding="utf-8")
    for number, one in enumerate(drawn, 1):
        file, line, column, old, new = (one[key] for key in ("file", "line", "column", "old", "new"))
        lines = (scratch / file).read_text(encoding="utf-8").split("\n") if (scratch / file).exists() else []
        alike = [at for at, text in enumerate(lines) if text == one["text"]]
        if not alike:
            print("gone:", number, file, one["text"])
            continue
        at, on = min(alike, key=lambda at: abs(at + 1 - line)), f"mutant_({number})"
        both = f"if not {on}: {old}" if new == "pass" else f"(({new}) if {on} else ({old}))"
        lines[at] = one["text"][:column] + both + one["text"][column + len(old) :]
        if FUTURE in lines:
            lines[lines.index(FUTURE)] += "; from scripts.mutants import mutant_"
        (scratch / file).write_text("\n".join(lines), encoding="utf-8")


# The plugin of pytest.


def pytest_runtest_logreport(report: Any) -> None:
    """Count red tests."""
    state["red"] += report.failed


def pytest_runtestloop(session: Any) -> bool | None:
    """Run the tests that come by each change with it on."""
    if not RUNS:
        return None
    hits = {tuple(json.loads(line)) for file in HITS.iterdir() for line in file.read_text(encoding="utf-8").splitlines()}
    items = {item.nodeid: item for item in session.items}
    for number, one in enumerate(json.loads((HOME / "mutants.json").read_text(encoding="utf-8")), 1):
        tests = [item for name, item in items.items() if (number, name) in hits]
        said = _forked(session, number, tests) if tests else "no test comes by"
        while said.startswith("red") and _forked(session, 0, [items[said[5:]]]) != "green":  # red without the change too
            tests = tests[tests.index(items[said[5:]]) + 1 :]
            said = _forked(session, number, tests) if tests else "green"
        with (HOME / "mutants.tsv").open("a", encoding="utf-8") as table:
            print(number, f"{one['file']}:{one['line']}", f"{one['old']} -> {one['new']}", said, sep="\t", file=table)
    return True


def _forked(session: Any, number: int, tests: list[Any]) -> str:
    said = Path(tempfile.mkdtemp(), "said")
    if child := os.fork():
        os.waitpid(child, 0)
        return said.read_text(encoding="utf-8")
    os.environ |= {"MUTANT": str(number), RUN: tempfile.mkdtemp()}
    state.update(on=number, red=0)
    resource.setrlimit(resource.RLIMIT_CPU, (ENDLESS, ENDLESS))
    before = sum(os.times()[:4])
    for test, following in zip(tests, [*tests[1:], None], strict=True):
        said.write_text(f"red: {test.nodeid}", encoding="utf-8")  # so it stays where the test loops without end
        session.config.hook.pytest_runtest_protocol(item=test, nextitem=following)
        if state["red"]:
            break
        said.write_text("green", encoding="utf-8")
        if sum(os.times()[:4]) - before > CPU and following:
            said.write_text(f"green in {CPU} CPU seconds of {len(tests)} tests", encoding="utf-8")
            break
    session.config.hook.pytest_sessionfinish(session=session, exitstatus=0)
    os._exit(0)


if __name__ == "__main__":
    asked = argparse.ArgumentParser()
    asked.add_argument("scratch", type=Path)
    asked.add_argument("--seed", type=int, default=32)
    asked.add_argument("--count", type=int, default=200)
    asked.add_argument("--sample", type=Path)
    given = asked.parse_args()
    plant(given.scratch, json.loads(given.sample.read_bytes()) if given.sample else sample(given.seed, given.count))
