"""Simulation: the contest against loom's attacks, the compiled loop against a naive simulator, two workers, growth."""

import os
import resource
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

from bench import Row, _loom, at_least, at_most, naive, seconds
from bench.push import FIGHT
from certamen.charts import Lines, Series, number, svg, text
from certamen.dice import Seeded
from certamen.files.encounter import load, loads
from certamen.files.examples import examples
from certamen.kernel.encounter import Encounter
from certamen.kernel.playout import Playout
from certamen.kernel.run import run
from certamen.rulesets import find, names
from certamen.sim.crew import Crew
from certamen.sim.player import Part, packed
from certamen.sim.simulate import job_of
from certamen.sim.trial import play_trial

TURNS = 5
LONG = 6.0  # seconds of one worker's work that two are to share
SIDES = (1, 2, 5, 10, 20)
MOST_TRIALS = 10 ** int(os.environ.get("CERTAMEN_BENCH_TRIALS", "6"))
PLOT = Path("build/know_sim.svg")
FEW_AND_MANY = """
certamen: 1
ruleset: starcluster
participants:
  - id: jack
    side: crew
    copies: {each}
    sheet:
      constitution: 400
      skills: {{gun: 5}}
      weapons: [{{name: revolver, skill: gun, quality: 15}}]
  - id: thug
    side: gang
    copies: {each}
    sheet:
      constitution: 360
      skills: {{gun: 5, overdo: 5}}
      weapons: [{{name: revolver, skill: gun, quality: 15}}]
"""


def fight(each: int) -> Encounter:
    """So many a side, as `naive.crew_and_gang` has them."""
    return loads(FEW_AND_MANY.format(each=each))


def acts_of(encounter: Encounter, trials: int) -> int:
    """How many acts these trials take."""
    ruleset, acts = find(encounter.ruleset), 0
    for trial in range(trials):
        playout = Playout(ruleset, encounter, Seeded(1, trial))
        run(playout)
        acts += playout.acts
    return acts


def acts_a_second(encounter: Encounter, trials: int) -> float:
    """Acts a second of processor time, played through the contest with nothing recorded."""
    ruleset, acts = find(encounter.ruleset), acts_of(encounter, trials)

    def play() -> None:
        for trial in range(trials):
            play_trial(ruleset, encounter, 1, trial, {})

    return acts / min(seconds(play, 0.3) for _ in range(TURNS))


def contests() -> Iterator[Row]:
    """The fight of the push bench in trials; then, for scale, an example of every ruleset."""
    attacks = 1 / min(seconds(_loom.same_attack) for _ in range(TURNS))
    yield at_least(
        "trials through the contest: acts, against loom's attacks", acts_a_second(loads(FIGHT), 50) / attacks, 1
    )
    for name in names():
        path = min(path for path in (examples() / name).glob("*.yaml") if path.name.count(".") == 1)
        ratio = acts_a_second(load(path), 3) / attacks
        yield at_least(f"the same, {name}, {path.stem}, for scale", ratio, 0)


def compiled(encounter: Encounter) -> "Callable[[int], None]":
    """Play so many trials by the compiled loop, tallied as `simulate` does."""
    job = packed(job_of((encounter,), None, 1, 200))

    def play(trials: int) -> None:
        with Crew() as crew:
            for _ in crew.play([Part(job, 0, trials)]):
                pass

    play(10)
    return play


def per_trial(play: "Callable[[int], object]", trials: int) -> float:
    """Processor seconds a trial."""
    return min(seconds(lambda: play(trials), 0.2) for _ in range(TURNS)) / trials


def against_naive() -> Iterator[Row]:
    """One core, the plain policy on both sides: a fight's time, against the naive simulator's."""
    for each, target in ((1, 60), (5, 25)):
        play = compiled(fight(each))
        ours = per_trial(play, 500_000 // each**2)
        theirs = per_trial(partial(naive.simulate, each), 200)
        yield at_least(f"compiled, {each} against {each}: as fast as naive Python", theirs / ours, target)


def two_workers() -> Iterator[Row]:
    """The clock's time of one worker against two, for the compiled loop and for the contest."""
    for name, encounter in (("compiled loop", fight(1)), ("contest", load(examples() / "starcluster" / "novels.yaml"))):
        job = packed(job_of((encounter,), None, 1, 200))
        wall(job, 100, 1)
        trials = 1_000
        while (once := wall(job, trials, 1)) < 1:
            trials *= 2
        trials = int(trials * LONG / once)
        ratio = wall(job, trials, 1) / wall(job, trials, 2)
        yield at_least(f"two workers against one, {name}, some {LONG:g} s", ratio, 1.8)


def wall(job: bytes, trials: int, workers: int) -> float:
    """Seconds by the clock."""
    start = time.perf_counter()
    with Crew(workers) as crew:
        for _ in crew.play([Part(job, 0, trials)]):
            pass
    return time.perf_counter() - start


def growth() -> Iterator[Row]:
    """More people, more trials: microseconds a trial; memory must not grow with the trials."""
    sizes = [(float(each), 1e6 * per_trial(compiled(fight(each)), 200_000 // each**2)) for each in SIDES]
    play, trials, counts = compiled(fight(1)), 1_000, []
    before = 0.0
    while trials <= MOST_TRIALS:
        start = time.process_time()
        play(trials)
        counts.append((float(trials), 1e6 * (time.process_time() - start) / trials))
        before = before or memory()
        trials *= 10
    charts = (
        Lines(
            "A trial, by how many fight on each side",
            (Series("", tuple(sizes)),),
            "a side",
            "microseconds",
            show_y=number,
        ),
        Lines("A trial, by how many are played", (Series("", tuple(counts)),), "trials", "microseconds", show_y=number),
    )
    PLOT.parent.mkdir(exist_ok=True)
    PLOT.write_text(svg(*charts, title="Cost of a StarCluster fight"), encoding="utf-8")
    for chart in charts:
        print("\n".join(text(chart)))
    yield at_most(f"a trial of {MOST_TRIALS:,} against one of 10,000", counts[-1][1] / counts[1][1], 1.5)
    yield at_most(f"memory after {MOST_TRIALS:,} trials, against after 1,000", memory() / before, 1.5)
    yield at_most("20 a side against 5 a side: time a trial, against the square", sizes[4][1] / sizes[2][1] / 16, 2)


def memory() -> float:
    """The most memory this process has had, in megabytes."""
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def rows() -> Iterator[Row]:
    """All of them."""
    yield from contests()
    yield from against_naive()
    yield from two_workers()
    yield from growth()
