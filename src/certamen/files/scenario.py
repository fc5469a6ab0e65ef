"""Scenarios: an encounter with what is done, the dice that fall and what must come out; read and run."""

from collections.abc import Callable
from pathlib import Path

from msgspec import Struct

from certamen.dice import DiceError, Tape
from certamen.files.encounter import build, check_shape, open_tree, raise_any
from certamen.files.expect import found_at
from certamen.files.models import ScenarioFile, StepFile
from certamen.files.steps import check_steps, die_of, read_steps
from certamen.files.text import read_text
from certamen.files.tree import place
from certamen.kernel.action import GM, SAY, Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError, IllegalAction
from certamen.kernel.event import Event
from certamen.kernel.window import Request
from certamen.rulesets import find, names

MOST_DEFAULTS = 1_000


class Scenario(Struct, frozen=True):
    """A scenario as read. `places` holds where each step stands in the file, the start first."""

    name: str
    encounter: Encounter
    rules: tuple[str, ...]
    steps: tuple[StepFile, ...]
    places: tuple[tuple[str, int, int], ...]


class Failure(Struct, frozen=True):
    """What did not come out: where, in plain words, and the reckoning of the last event."""

    file: str
    line: int
    message: str
    events: tuple[Event, ...] = ()

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


def load(path: Path) -> Scenario:
    """The scenario in a file. Raises FileErrors with everything that is wrong with it."""
    name = str(path)
    tree, found = open_tree(read_text(path), name, path.parent)
    shape, faults = check_shape(ScenarioFile, tree.root)
    if shape is None:
        raise_any((*found, *faults))
    assert shape is not None  # it has no shape only where there are faults
    encounter, problems = build(tree.root, shape)
    steps, wrong = read_steps(tree.root, shape)
    if shape.ruleset in names():
        wrong += check_steps(tree.root, shape, steps, find(shape.ruleset))
    raise_any((*found, *faults, *problems, *wrong))
    assert encounter is not None  # no problems, so it was built
    places = (place(tree.root, ("start",)), *(place(tree.root, ("steps", i)) for i in range(len(shape.steps))))
    return Scenario(name, encounter, shape.rules, tuple(steps), places)


class Run(Struct, frozen=True):
    """A scenario as played: the contest as far as it came, and the first thing that did not come out."""

    contest: Contest | None
    failure: Failure | None


def run(scenario: Scenario, shown: Callable[[Contest, tuple[Event, ...]], None] | None = None) -> Run:
    """Play it as far as it comes out as it says. `shown` is called with the events of each step."""
    ruleset = find(scenario.encounter.ruleset)
    tape = Tape([die for step in scenario.steps for die in map(die_of, step.dice) if die], Path(scenario.name).name)
    contest: Contest | None = None
    end = 0
    for step, (file, line, _) in zip(scenario.steps, scenario.places, strict=True):
        before = len(contest.events) if contest else 0
        end += len(step.dice)
        try:
            if contest is None:
                contest = Contest(ruleset, scenario.encounter, tape)
            else:
                _do(contest, step)
        except (CertamenError, DiceError) as error:
            made = contest.events[-3:] if contest else ()
            return Run(contest, Failure(file, line, f"{_named(step)}: {error}", made))
        made = contest.events[before:]
        if shown:
            shown(contest, made)
        if message := _wrong(contest, step, made, end):
            return Run(contest, Failure(file, line, f"{_named(step)}: {message}", made))
    return Run(contest, None)


def _wrong(contest: Contest, step: StepFile, made: tuple[Event, ...], end: int) -> str:
    """What did not come out of a step, or ""."""
    if contest.index != end:
        return f"{contest.index - end + len(step.dice)} dice fell, {len(step.dice)} are given"
    for path, wanted in step.expect.items():
        found = found_at(contest, path, wanted, made)
        if found != wanted:
            return f"expected {path} to be {wanted!r}, found {found!r}"
    return ""


def _named(step: StepFile) -> str:
    return f"{step.who} {step.verb}" if step.who else "start"


class _NotRefused(CertamenError):
    """An act went through that had to be refused, or was refused for another reason."""


def _do(contest: Contest, step: StepFile) -> None:
    request = _request_for(contest, step)
    action = Action(step.who, step.verb, step.values, request.id if request else "", step.text)
    if step.refused:
        refusal = contest.refusal(action)
        if refusal is None:
            raise _NotRefused(f"expected a refusal ({step.refused}), and it is legal")
        if step.refused != refusal.rule and step.refused not in refusal.reason:
            raise _NotRefused(f"expected a refusal by {step.refused}, found {IllegalAction(refusal)}")
        return
    contest.push(action)


def _request_for(contest: Contest, step: StepFile) -> Request | None:
    """The request the step answers; what is asked before it takes its default. None for what nobody has to ask."""
    if step.verb == SAY or (_at_any_time(contest, step) and not _asked(contest, step)):
        return None
    for _ in range(MOST_DEFAULTS):
        request = _asked(contest, step)
        if request is not None or not contest.requests:
            return request
        contest.take_default(contest.requests[0])
    return None


def _at_any_time(contest: Contest, step: StepFile) -> bool:
    """Whether the step may be done unasked, or is refused unasked by the very rule it names."""
    if step.who == GM:
        return True
    if not any(act.verb == step.verb for act in contest.ruleset.unasked):
        return False
    refusal = contest.refusal(Action(step.who, step.verb, step.values, text=step.text))
    return refusal is None or (bool(step.refused) and refusal.rule == step.refused)


def _asked(contest: Contest, step: StepFile) -> Request | None:
    for request in contest.requests:
        if request.who == step.who and (step.verb in request.verbs or step.refused):
            return request
    return None
