"""Odds and advice for seats, worked out by one process of low priority, so that no table ever waits for them.

A question is plain data made here from what stands (`act`, `choice`), or one of `counselled` as it is; `Counsel.ask`
gives a future of its answer. The process is begun for the first question, and anew after one that took too long.
"""

from __future__ import annotations

import pickle
import select
import subprocess
import threading
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Future, InvalidStateError
from contextlib import suppress
from queue import SimpleQueue
from typing import NamedTuple, cast

from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.view import GM_SEAT, Seat
from certamen.sim.processes import pipe_of, put_to_end
from certamen.sim.worker import command
from certamen.table.counselled import Act, Answer, Choice, Question

LOOK = 0.05
"""Seconds between two looks at whether anybody still wants to know."""


class NoCounsel(CertamenError):
    """A question that is not answered: it was asked out of turn, too much was asked at once, or it took too long."""


def act(contest: Contest, seat: Seat, request: str, words: str) -> Act:
    """The odds of an act in words, in answer to a request (its id; "": the seat's first). Raises NoCounsel."""
    who, request = _asked(contest, seat, request=request)
    return Act(
        encounter=contest.encounter,
        state=contest.state,
        who=who,
        request=request,
        words=words,
        knows_all=seat.kind == GM_SEAT.kind,
    )


def choice(contest: Contest, seat: Seat, who: str) -> Choice:
    """What each choice of `who` ("": the first the seat decides for) is worth. Raises NoCounsel."""
    who, _ = _asked(contest, seat, who=who)
    return Choice(encounter=contest.encounter, state=contest.state, who=who)


def _asked(contest: Contest, seat: Seat, *, who: str = "", request: str = "") -> tuple[str, str]:
    """(whom, request id) of the first request of the seat that fits; what is wrong is told alike to all players."""
    gm = seat.kind == GM_SEAT.kind
    people = contest.state.participants if contest.started and contest.outcome is None else {}
    for one in contest.requests:
        if one.kind in ("dice", "review") or one.who not in people or not (gm or one.who in seat.characters):
            continue
        if who in ("", one.who) and request in ("", one.id):
            return one.who, one.id
    raise NoCounsel("nothing is asked now that could be weighed")


class _Job(NamedTuple):
    asker: str
    question: Question
    wanted: Callable[[], bool]
    answer: Future[Answer]


class Counsel:
    """The one who answers. seconds: the longest a question may take; most: how many questions an asker may have."""

    def __init__(self, seconds: float = 30, most: int = 2) -> None:
        self.seconds = seconds
        self.most = most
        self._process: subprocess.Popen[bytes] | None = None
        self._todo: SimpleQueue[_Job | None] = SimpleQueue()
        self._waiting: Counter[str] = Counter()
        self._lock = threading.Lock()
        self._closed = False
        self._thread = threading.Thread(target=self._work, name="counsel", daemon=True)
        self._thread.start()

    def ask(self, asker: str, question: Question, wanted: Callable[[], bool] = lambda: True) -> Future[Answer]:
        """Have a question answered, after those that wait.

        asker: whose question it is (a seat of a table); wanted: looked at now and then, in a thread: once it says no
        (the seat sees another state by now), the question is dropped, as when the future is cancelled. The future
        raises CertamenError in words for the asker. Raises NoCounsel where so many of the asker's wait already.
        """
        with self._lock:
            if self._closed or self._waiting[asker] >= self.most:
                raise NoCounsel("your last questions are still being answered")
            self._waiting[asker] += 1
        job = _Job(asker, question, wanted, Future())
        self._todo.put(job)
        return job.answer

    @property
    def pid(self) -> int:
        """The process's id; 0 while there is none."""
        process = self._process
        return process.pid if process is not None else 0

    def close(self) -> None:
        """End the process, whatever it is at; what waits is not answered."""
        self._closed = True
        self._todo.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (job := self._todo.get()) is not None:
            try:
                answer = self._answer(job)
            except CertamenError as error:
                answer = error
            except Exception as error:  # noqa: BLE001 - it is raised where the answer is awaited
                answer = error
            with self._lock:
                self._waiting[job.asker] -= 1
                if not self._waiting[job.asker]:
                    del self._waiting[job.asker]
            with suppress(InvalidStateError):  # cancelled
                if isinstance(answer, Exception):
                    job.answer.set_exception(answer)
                else:
                    job.answer.set_result(answer)
        self._end()

    def _answer(self, job: _Job) -> Answer | Exception:
        if not self._is_wanted(job):
            return NoCounsel("the game went on")
        try:
            process = self._living()
            pickle.dump(job.question, pipe_of(process.stdin))
            pipe_of(process.stdin).flush()
            until = time.monotonic() + self.seconds
            while not select.select([pipe_of(process.stdout)], [], [], LOOK)[0]:
                if not self._is_wanted(job):
                    self._end()
                    return NoCounsel("the game went on")
                if time.monotonic() > until:
                    self._end()
                    return NoCounsel(f"this would take longer than {self.seconds:g} seconds")
            return cast("Answer | Exception", pickle.load(pipe_of(process.stdout)))
        except (OSError, EOFError, pickle.UnpicklingError):
            self._end()
            return NoCounsel("the answer was lost; ask again")

    def _is_wanted(self, job: _Job) -> bool:
        return not (self._closed or job.answer.cancelled()) and job.wanted()

    def _living(self) -> subprocess.Popen[bytes]:
        if self._process is None:
            pipe = subprocess.PIPE
            self._process = subprocess.Popen(
                command("certamen.table.counsel_worker"), stdin=pipe, stdout=pipe, start_new_session=True
            )
            pickle.load(pipe_of(self._process.stdout))  # the first thing it says: that it is ready
        return self._process

    def _end(self) -> None:
        process, self._process = self._process, None
        if process is not None:
            put_to_end(process)
