"""Fights played by a compiled loop: one is made from an encounter, then plays any trials, one row of numbers each."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

import numba
import numpy as np

from certamen.dice import Seeded, source
from certamen.kernel import run
from certamen.kernel.action import Refusal
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Counts
from certamen.kernel.encounter import Encounter
from certamen.kernel.loop import Loop, World
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.kernel.state import State
from certamen.sim.jit import FALLEN, HEAD, register, tray_on
from certamen.sim.tables import table_of, tables_of
from certamen.sim.tray import Fallen, Stream, hashes, streams
from certamen.sim.world import Desk, Numbers, lay_out

DECIDED, TOO_MANY_ROUNDS, TOO_MANY_ACTS = range(3)
HERE = (0, 5)  # statuses of those who are in it, or yet to come
HEADLINE = 4  # numbers of a row before its people: winner, rounds, how it stopped, dice


class _Functions(NamedTuple):
    """The compiled functions of one ruleset."""

    play: Callable[..., None]
    begin: Callable[..., None]
    act: Callable[..., Any]


class Fight:
    """An encounter as a compiled loop plays it.

    A row holds the place of the winning side (-1: nobody), rounds, how it stopped (`DECIDED`, `TOO_MANY_ROUNDS`,
    `TOO_MANY_ACTS`), dice rolled by all but policies; then for each participant his status (0: in), the round he fell
    in (0: he did not) and the figures of `Ruleset.left`.
    """

    def __init__(
        self, ruleset: Ruleset, loop: Loop, opening: World, of: tuple[Stream, ...], minds: tuple[int, ...]
    ) -> None:
        self.ruleset = ruleset
        self.loop = loop
        self.opening = opening
        self.streams = of
        self.minds = np.array(minds, np.int64)
        self.functions = _compiled(loop)
        self.width = HEADLINE + len(minds) * (2 + len(ruleset.left))

    def play(self, seed: int, first: int, count: int, max_rounds: int = run.MAX_ROUNDS) -> Numbers:
        """The rows of trials `first` to `first + count - 1`. Threads may call this at the same time."""
        return self._played(self.opening, (), seed, first, count, max_rounds)

    def go_on(self, state: State, counts: Counts, seed: int, trial: int, max_rounds: int = run.MAX_ROUNDS) -> Numbers:
        """The row of one trial that goes on from a state of the fight, so many dice of each stream having fallen."""
        fallen = tuple(counts.get((stream.roller, stream.kind), 0) for stream in self.streams)
        row: Numbers = self._played(self.loop.rows(state), fallen, seed, trial, 1, max_rounds)[0]
        return row

    def _played(
        self, world: World, fallen: tuple[int, ...], seed: int, first: int, count: int, max_rounds: int
    ) -> Numbers:
        desk, block = lay_out(world), self.block()
        words = np.array(hashes(seed, self.streams), np.uint64)
        rows = np.zeros((count, self.width), np.int64)
        limits = np.array([max_rounds, run.MAX_ACTS_A_ROUND], np.int64)
        begun = np.array(fallen, np.int64)
        where = self._where(desk)
        start = desk.flat[: desk.live].copy()
        self.functions.play(desk.flat, start, desk.world, block, words, begun, self.minds, where, limits, first, rows)
        return rows

    def block(self, noted: int = 0) -> Numbers:
        """The numbers a tray works on, with room to note so many fallen dice."""
        many = len(self.streams)
        block = np.zeros(HEAD + 2 * many + 1 + FALLEN * noted, np.int64)
        block[0], block[1] = many, noted
        return block

    def _where(self, desk: Desk) -> Numbers:
        """Where a row is read from: the people, the width of one, status and left figures in him, the scene's three."""
        one, scene = type(self.opening.people[0])._fields, type(self.opening.scene[0])._fields
        at = desk.starts["scene"]
        ends = [at + scene.index(name) for name in ("round", "ended", "winner")]
        figures = [one.index(name) for name in ("status", *self.ruleset.left)]
        return np.array([desk.starts["people"], len(one), *ends, *figures], np.int64)


def fight(ruleset: Ruleset, encounter: Encounter, policies: Mapping[str, str] | None = None) -> Fight | Refusal:
    """The encounter, ready for its compiled loop; or what that does not know of it.

    policies: as `kernel.run.run` takes them. Raises EncounterError for a policy that does not exist.
    """
    contest = Contest(ruleset, encounter, Seeded(0))
    return fight_from(ruleset, encounter, contest.state, run.check_policies(contest, policies or {}))


def fight_from(ruleset: Ruleset, encounter: Encounter, state: State, names: Mapping[str, str]) -> Fight | Refusal:
    """As `fight`, from a state of it; with the policy of each participant by id, known to exist."""
    loop: Loop | None = loaded(ruleset.loop)
    if loop is None:
        return Refusal(f"{ruleset.name} has no compiled loop")
    refusal = loop.refusal(state, encounter)
    if refusal is not None:
        return refusal
    order = list(ruleset.policies)
    minds = tuple(order.index(names[who]) for who in state.participants)
    return Fight(ruleset, loop, loop.opening(encounter, state), streams(state), minds)


def fallen(block: Numbers) -> list[Fallen]:
    """The dice noted in a block since they were last asked for."""
    noted = HEAD + 2 * int(block[0])
    count = int(block[noted])
    found = block[noted + 1 : noted + 1 + FALLEN * count].reshape(count, FALLEN)
    block[noted] = 0
    return [Fallen(*map(int, die)) for die in found]


def deal(block: Numbers, words: Numbers, trial: int) -> None:
    """Set a tray to the first dice of a trial."""
    many = block[0]
    for i in range(many):
        key = source.stream_key(words[i], np.uint64(trial))  # type: ignore[arg-type]  # 64 bits, as ints are there
        block[HEAD + i] = np.int64(key)
        block[HEAD + many + i] = 0
    block[HEAD + 2 * many] = 0


def note_falls(flat: Numbers, where: Numbers, row: Numbers, people: int, now: int) -> None:
    """Note in a row who has fallen since the last decision, or before the first."""
    width = (len(row) - HEADLINE) // people
    for i in range(people):
        at = HEADLINE + i * width
        status = flat[where[0] + i * where[1] + where[5]]
        if status != row[at]:
            if row[at] in HERE and status not in HERE:
                row[at + 1] = now
            row[at] = status


def sum_up(flat: Numbers, block: Numbers, where: Numbers, row: Numbers, people: int) -> None:
    """Note in a row how a fight ended and what is left of each."""
    row[0] = flat[where[4]] if flat[where[3]] else -1
    row[1] = flat[where[2]]
    for i in range(people + 2):
        row[3] += block[HEAD + block[0] + i]
    width = (len(row) - HEADLINE) // people
    for i in range(people):
        for k in range(2, width):
            row[HEADLINE + i * width + k] = flat[where[0] + i * where[1] + where[4 + k]]


@cache
def _compiled(loop: Loop) -> _Functions:
    """Compile a ruleset's loop, or take it from the cache on disk."""
    modules = (*loop.modules, __name__)
    register(modules)
    begin, act = loop.begin, loop.act

    def play(
        flat: Numbers,
        start: Numbers,
        world: World,
        block: Numbers,
        words: Numbers,
        begun: Numbers,
        minds: Numbers,
        where: Numbers,
        limits: Numbers,
        first: int,
        rows: Numbers,
    ) -> None:
        people = len(minds)
        dice, tables, deciders = tray_on(block), tables_of(world), table_of(minds)
        for t in range(len(rows)):
            row = rows[t]
            for i in range(len(start)):
                flat[i] = start[i]
            deal(block, words, first + t)
            if len(begun) == 0:
                begin(tables, dice)
            for i in range(len(begun)):
                block[HEAD + block[0] + i] = begun[i]
            note_falls(flat, where, row, people, flat[where[2]])
            acts, seen = 0, 0
            while not flat[where[3]]:
                now = flat[where[2]]
                if now != seen:
                    acts, seen = 0, now
                acts += 1
                if now > limits[0]:
                    row[2] = TOO_MANY_ROUNDS
                    break
                if acts > limits[1]:
                    row[2] = TOO_MANY_ACTS
                    break
                act(tables, dice, deciders)
                note_falls(flat, where, row, people, now)
            sum_up(flat, block, where, row, people)

    def begin_once(world: World, block: Numbers) -> None:
        begin(tables_of(world), tray_on(block))

    def act_once(world: World, block: Numbers, minds: Numbers) -> Any:  # noqa: ANN401 - a Did
        return act(tables_of(world), tray_on(block), table_of(minds))

    with _cache_keyed_by(modules):
        return _Functions(*(numba.njit(nogil=True, cache=True)(one) for one in (play, begin_once, act_once)))


@contextmanager
def _cache_keyed_by(modules: tuple[str, ...]) -> Iterator[None]:
    """Keep what is compiled in a folder of its own for these sources: numba looks at one file's age alone."""
    before = numba.config.CACHE_DIR
    home = Path(os.environ.get("XDG_CACHE_HOME") or "~/.cache").expanduser()
    numba.config.CACHE_DIR = str(home / "certamen" / f"numba-{_hash_of(modules)}")
    try:
        yield
    finally:
        numba.config.CACHE_DIR = before


def _hash_of(modules: tuple[str, ...]) -> str:
    """The hash of all that compiled code can come from: the folders of these modules, the dice, numba itself."""
    digest = blake2b(numba.__version__.encode(), digest_size=10)
    folders = {Path(str(import_module(name).__file__)).parent for name in modules}
    for file in sorted({Path(source.__file__), *(file for folder in folders for file in folder.glob("*.py"))}):
        digest.update(file.read_bytes())
    return digest.hexdigest()
