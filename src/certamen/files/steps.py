"""The steps of a scenario as they stand in its file: read, and checked against the encounter and its ruleset."""

import re

from certamen.files import typed
from certamen.files.expect import LOOKS
from certamen.files.models import DieFile, ScenarioFile, StepFile
from certamen.files.problems import FileProblem
from certamen.files.tree import Node, problem
from certamen.kernel.action import GM, SAY, Value
from certamen.kernel.overrules import VERBS
from certamen.kernel.review import OFFERS
from certamen.kernel.ruleset import Ruleset

_DIE = re.compile(r"(?:([a-z][a-z0-9-]{0,63}):)??(?:d([0-9]{1,5}):)?([0-9]{1,5})\Z", re.ASCII)

Die = tuple[int, int, str]
Path = tuple[str | int, ...]

_KEYS = {"as": str, "do": str, "with": dict, "text": str, "dice": list, "expect": dict, "refused": str}
_WANTED = {str: "text", dict: "a mapping of keys and values", list: "a list"}


def read_steps(root: Node, shape: ScenarioFile) -> tuple[list[StepFile], list[FileProblem]]:
    """The start and the steps, and what is wrong with them by themselves."""
    steps = [StepFile("", "", {}, "", shape.start.dice, shape.start.expect, "")]
    problems = _bad_dice(root, ("start", "dice"), shape.start.dice)
    for index, raw in enumerate(shape.steps):
        step, wrong = _step(root, ("steps", index), raw)
        steps.append(step)
        problems += [*wrong, *_bad_dice(root, ("steps", index, "dice"), step.dice)]
    return steps, problems


def _step(root: Node, path: Path, raw: dict[str, object]) -> tuple[StepFile, list[FileProblem]]:
    faults = [typed.unknown_key((*path, key), tuple(_KEYS)) for key in raw.keys() - _KEYS.keys()]
    fitting = {}
    for key, kind in _KEYS.items():
        if key not in raw:
            if key in ("as", "do"):
                faults.append(typed.TypeFault(path, f"{key} is missing", "as: who acts, do: what he does"))
        elif isinstance(raw[key], kind):
            fitting[key] = raw[key]
        else:
            faults.append(typed.TypeFault((*path, key), f"{typed.shown(raw[key])} will not do", _WANTED[kind]))
    values: dict[str, Value] = {}
    given = fitting.get("with", {})
    for key, value in given.items() if isinstance(given, dict) else ():
        if isinstance(value, list) and all(isinstance(one, str) for one in value):
            values[key] = tuple(value)
        elif isinstance(value, str | int) and not isinstance(value, bool):
            values[key] = value
        else:
            wanted = "text, a whole number, or a list of texts"
            faults.append(typed.TypeFault((*path, "with", key), f"{typed.shown(value)} will not do", wanted))
    dice, expect = fitting.get("dice"), fitting.get("expect")
    step = StepFile(
        who=str(fitting.get("as", "")),
        verb=str(fitting.get("do", "")),
        values=values,
        text=str(fitting.get("text", "")),
        dice=tuple(dice) if isinstance(dice, list) else (),
        expect=dict(expect) if isinstance(expect, dict) else {},
        refused=str(fitting.get("refused", "")),
    )
    return step, [problem(root, fault.path, fault.message, fault.expected, key=fault.key) for fault in faults]


def die_of(die: DieFile) -> Die | None:
    """(sides, face, roller) of a die as written: a face, dSIDES:FACE or ROLLER:dSIDES:FACE; None for anything else."""
    found = _DIE.match(str(die)) if not isinstance(die, bool) else None
    if found is None or not 1 <= int(found[3]) <= int(found[2] or 10_000):
        return None
    return int(found[2] or 0), int(found[3]), found[1] or ""


def _bad_dice(root: Node, path: Path, dice: tuple[DieFile, ...]) -> list[FileProblem]:
    wanted = "a face, dSIDES:FACE or ROLLER:dSIDES:FACE"
    return [
        problem(root, (*path, k), f"{typed.shown(die)} is no die", wanted)
        for k, die in enumerate(dice)
        if die_of(die) is None
    ]


def check_steps(root: Node, shape: ScenarioFile, steps: list[StepFile], ruleset: Ruleset) -> list[FileProblem]:
    """References to nobody, to acts and rules that there are not."""
    rules = [rule.id for rule in ruleset.rules]
    problems = [
        problem(root, ("rules", k), f"{ruleset.name} has no rule {one}", f"{rules[0]} to {rules[-1]}")
        for k, one in enumerate(shape.rules)
        if one not in rules
    ]
    people = [GM, *(one.id for one in shape.participants)]
    verbs = [*(act.verb for act in (*ruleset.acts, *ruleset.unasked)), SAY, *VERBS, *(offer.verb for offer in OFFERS)]
    for index, step in enumerate(steps):
        path: Path = ("steps", index - 1) if index else ("start",)
        if step.verb == "join":
            people.append(str(step.values.get("id", "")))
        if step.who and step.who not in people:
            problems.append(problem(root, (*path, "as"), f"there is no participant {step.who}", ", ".join(people)))
        if step.verb and step.verb not in verbs and not step.refused:
            problems.append(problem(root, (*path, "do"), f"there is no act {step.verb}", ", ".join(verbs)))
        for key in step.expect:
            if key not in LOOKS and key.partition(".")[0] not in people:
                wanted = f"ID.VALUE, {', '.join(LOOKS)}"
                problems.append(problem(root, (*path, "expect", key), f"nothing is called {key}", wanted, key=True))
    return problems
