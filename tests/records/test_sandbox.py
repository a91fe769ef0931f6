"""Judging in child processes: answers are the engine's own, limits hold, and a child that is lost costs nobody else anything."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import referee
from records.core import sandbox
from records.core.sandbox import child as children
from records.core.sandbox.child import MEBI, Child, Job, Limits
from records.core.sandbox.pool import LONG, Pool, limits_of
from referee.core.wording import verdict_with_names
from tests.golden import HOME
from tests.people import CLEAN, FLAGGED
from tests.proof import one_in, slow
from tests.service.service import wait_for

ROOT = Path(__file__).parents[2]
ROOMY = Limits(512 * MEBI, 60, 600)
ROUNDS = b"".join(b'[Round "%d"]\n' % number for number in range(1, 501))
HEAVY = (b'[PPN "1"]\n[Game "gouji"]\n' + ROUNDS) * 40
"""A text whose matches take seconds to judge."""
TEXTS = ("zh", "en")


def verdicts(text: bytes) -> Job:
    return Job("verdicts", {"languages": TEXTS, "simplified": False, "indent": None}, [text])


def is_gone(process: int) -> bool:
    """Whether a process has ended and somebody has waited for it."""
    return not Path(f"/proc/{process}").exists()


class Held:
    """Holds whoever writes an answer until it is let go: the child is occupied as long as that."""

    def __init__(self) -> None:
        self.writing, self.go_on = threading.Event(), threading.Event()

    def write(self, _data: bytes) -> None:
        self.writing.set()
        assert self.go_on.wait(600)


@pytest.fixture
def pool() -> Iterator[Pool]:
    """One child, for which nobody may wait."""
    pool = Pool(1, 0)
    yield pool
    pool.close()


@pytest.fixture
def judge() -> Iterator[Child]:
    judge = Child()
    yield judge
    judge.close(kill=True)


def answer(asked: Pool | Child, job: Job, limits: Limits = ROOMY) -> Any:
    written = bytearray()
    asked.ask(job, limits, written.extend)
    return json.loads(written)


def occupy(pool: Pool, job: Job) -> tuple[Held, threading.Thread]:
    held = Held()
    thread = threading.Thread(target=pool.ask, args=(job, ROOMY, held.write))
    thread.start()
    assert held.writing.wait(600)
    return held, thread


def told(text: bytes) -> list[Any]:
    """The verdicts as this process has them."""
    found = [(record, referee.verify(record).as_dict()) for record in referee.parse_file(text)]
    return list(json.loads(json.dumps([verdict_with_names(verdict, record, TEXTS) for record, verdict in found])))


def test_child_answers_with_the_verdicts_of_the_engine_for_every_game(judge: Child) -> None:
    files = [path.read_bytes() for game in referee.games() for path in sorted((HOME / game.id).glob("*.ppn"))[:4]]
    text = b"\n".join(files)
    assert answer(judge, verdicts(text)) == told(text)


def test_child_inherits_no_secret(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("SECRET_KEY", "DATABASE_URL", "BROKER_URL", "RESULTS_KEY"):
        monkeypatch.setenv(name, "hidden-from-children")
    judge = Child()
    answer(judge, verdicts(CLEAN))
    assert b"hidden-from-children" not in Path(f"/proc/{judge.process.pid}/environ").read_bytes()
    judge.close()


def test_text_that_needs_more_memory_than_it_may_is_refused_and_the_next_is_judged(pool: Pool) -> None:
    pool.start()
    (before,) = (child.process.pid for child in pool._children)
    with pytest.raises(sandbox.TooCostly) as refused:
        answer(pool, verdicts(HEAVY), ROOMY._replace(memory=8 * MEBI))
    assert (refused.value.code, refused.value.status) == ("too-costly", 422)
    assert {"limit": "memory", "most": 8, "size": len(HEAVY)}.items() <= refused.value.facts.items()
    assert "at most 8 MiB of memory" in refused.value.message.texts()["en"]
    assert is_gone(before)
    assert answer(pool, verdicts(CLEAN)) == told(CLEAN)


@pytest.mark.parametrize(("limits", "name", "most"), one_in(2, [((1, 120), "cpu-seconds", 1), ((60, 1), "seconds", 1)], slow))
def test_text_that_takes_more_time_than_it_may_is_refused_and_the_next_is_judged(
    pool: Pool, limits: tuple[int, int], name: str, most: int
) -> None:
    answer(pool, verdicts(CLEAN))  # the child has started: on a busy machine that takes longer than the limit
    with pytest.raises(sandbox.TooCostly) as refused:
        answer(pool, verdicts(HEAVY * 4), Limits(512 * MEBI, *limits))
    assert {"limit": name, "most": most, "size": 4 * len(HEAVY)}.items() <= refused.value.facts.items()
    assert answer(pool, verdicts(CLEAN)) == told(CLEAN)


def test_child_that_is_killed_over_a_text_costs_that_answer_only(pool: Pool) -> None:
    pool.start()
    killed = pool._children[-1].process.pid

    def kill(_data: bytes) -> None:
        os.kill(killed, signal.SIGKILL)

    with pytest.raises(sandbox.Busy):
        pool.ask(verdicts(HEAVY), ROOMY, kill)
    assert is_gone(killed)
    assert answer(pool, verdicts(CLEAN)) == told(CLEAN)


def test_child_that_hangs_is_ended(pool: Pool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(children, "GRACE", 0.5)
    pool.start()
    stopped = pool._children[-1].process.pid
    os.kill(stopped, signal.SIGSTOP)
    with pytest.raises(sandbox.Busy):
        answer(pool, verdicts(CLEAN), ROOMY._replace(seconds=0))
    assert is_gone(stopped)


def test_fault_of_the_engine_is_raised_with_its_traceback(judge: Child) -> None:
    with pytest.raises(sandbox.SandboxFault, match="KeyError: 'nothing'"):
        answer(judge, Job("nothing", {}))


def test_question_that_cannot_be_read_names_its_field_and_costs_no_child(judge: Child) -> None:
    with pytest.raises(sandbox.Unclear) as unclear:
        answer(judge, Job("score", {"question": {"game": "chess"}}))
    assert unclear.value.field == "game"
    assert judge.is_alive()


@pytest.mark.parametrize(("bound", "most"), [("JOBS", 1), ("HELD", -MEBI), (None, None)])
def test_child_that_has_done_enough_holds_too_much_or_gave_way_is_replaced(
    judge: Child, monkeypatch: pytest.MonkeyPatch, bound: str | None, most: int | None
) -> None:
    answer(judge, verdicts(CLEAN))
    assert judge.is_alive()
    if bound:
        monkeypatch.setattr(children, bound, most)
    answer(judge, verdicts(CLEAN), ROOMY if bound else ROOMY._replace(nice=10))
    assert not judge.is_alive()


def test_long_text_occupies_no_more_than_one_of_two_children() -> None:
    pool = Pool(2, 1)
    long = verdicts(CLEAN + b"; " + b"x" * LONG)
    held, thread = occupy(pool, long)
    try:
        assert answer(pool, verdicts(FLAGGED)) == told(FLAGGED)
        with pytest.raises(sandbox.Busy) as busy:
            answer(pool, long)
        assert (busy.value.status, busy.value.retry_after) == (503, 5)
    finally:
        held.go_on.set()
        thread.join()
        pool.close()


def test_short_text_waits_for_its_turn_and_no_more_than_may_wait(pool: Pool) -> None:
    held, occupied = occupy(pool, verdicts(CLEAN))
    with pytest.raises(sandbox.Busy):
        answer(pool, verdicts(CLEAN))
    pool.queue = 1
    found: list[Any] = []
    waiting = threading.Thread(target=lambda: found.append(answer(pool, verdicts(CLEAN))))
    waiting.start()
    wait_for(lambda: pool._waiting[False], "somebody who waits for the child")
    with pytest.raises(sandbox.Busy):
        answer(pool, verdicts(CLEAN))
    held.go_on.set()
    for thread in (waiting, occupied):
        thread.join()
    assert found == [told(CLEAN)]


def test_memory_of_a_job_grows_with_its_text_up_to_the_setting(settings: Any) -> None:
    settings.JUDGE_MEMORY = 512
    found = [limits_of(verdicts(b"x" * size)).memory // MEBI for size in (0, MEBI, 16 * MEBI)]
    assert found == [128, 152, 512]


HOLDER = """
import sys, time
from records.core.sandbox.child import Child, Job, Limits
child = Child()
print(child.process.pid, flush=True)
heavy = sys.stdin.buffer.read()
options = {"languages": ["zh", "en"], "simplified": False, "indent": None}
limits = Limits(2**29, 600, 1200)
child.ask(Job("verdicts", options, [heavy]), limits, lambda data: (print("writes", flush=True), time.sleep(300)))
"""


@pytest.mark.parametrize("occupied", one_in(2, [True, False], slow))
def test_children_end_with_their_process_however_it_ends(occupied: bool) -> None:
    command = [sys.executable, "-c", HOLDER]
    with subprocess.Popen(
        command,
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, "DJANGO_SETTINGS_MODULE": "config.settings"},
    ) as holder:
        assert holder.stdin is not None
        assert holder.stdout is not None
        started = int(holder.stdout.readline())
        if occupied:
            holder.stdin.write(HEAVY * 4)
            holder.stdin.close()
            assert holder.stdout.readline() == b"writes\n"
        holder.kill()
        wait_for(lambda: is_gone(started) or b"State:\tZ" in Path(f"/proc/{started}/status").read_bytes(), "the child to end")
