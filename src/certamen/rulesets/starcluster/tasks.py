"""Tasks: what else is done with a skill, at a chance of success in a fight or outside one (SC2-17)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import Step, active, mark, put
from certamen.kernel.window import Request
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.checks import NOTHING, Row, roll_check, target_of, target_rows
from certamen.rulesets.starcluster.sheet import Task
from certamen.rulesets.starcluster.state import Combatant, StarState, extra, plus_of, ruled, use_chance


def done_mark(task: Task, side: str) -> str:
    """Name the mark that says a side has done a task."""
    return f"{task.id}:{side}"


def open_tasks(state: StarState, who: str) -> tuple[Task, ...]:
    """List the tasks one may still try."""
    me = state.participants[who]
    return tuple(
        task
        for task in state.tasks
        if task.side in ("", me.side) and done_mark(task, me.side) not in state.marks and task.id not in me.tried
    )


def task_offers(state: StarState, request: Request) -> tuple[Offer, ...]:
    """Offer each task that is left."""
    me = state.participants[request.who]
    return tuple(_offer(state, me, task) for task in open_tasks(state, request.who))


def _offer(state: StarState, me: Combatant, task: Task) -> Offer:
    plus, k = plus_of(me, task.skill), extra(state)
    note = f"{task.skill} {plus:+}, target number {target_of(task_rows(state, me, task))}"
    closed = None
    if not m.may_use(plus, k):
        closed = Refusal(
            f"{task.id}: extra chance {k} needs mastery {k}, {task.skill} {plus:+} gives {m.mastery(plus)}", "SC2-9"
        )
    field = Choice("task", (Option(task.id, task.name, note),))
    return Offer("task", (field,), (("chance", 1),), ("SC2-17",), label=task.name, closed=closed)


def task_rows(state: StarState, me: Combatant, task: Task) -> tuple[Row, ...]:
    """List what makes the target number of a task."""
    return target_rows(state, me, task.skill, ("circumstances", task.modifier, task.name))


def task_tries(state: StarState, me: Combatant, task: Task) -> int:
    """Count the rolls of one try: by mastery outside combat, one at each chance in it (SC2-9)."""
    return 1 if state.combat else m.tries(plus_of(me, task.skill), ruled(state, "mastery_checks", "retry"))


def do_task(state: StarState, action: Action, request: Request, draws: Draws) -> Step:
    """Roll the check; its quality counts toward what the task needs. Outside combat mastery gives further rolls."""
    me = state.participants[request.who]
    task = next(one for one in state.tasks if one.id == action.values["task"])
    plus = plus_of(me, task.skill)
    result = roll_check(state, me, task_rows(state, me, task), NOTHING, task_tries(state, me, task), draws)
    name = done_mark(task, me.side)
    total = state.progress.get(name, 0) + result.quality
    state = use_chance(state, plus, task.name)
    if result.success:
        state = replace(state, progress={**state.progress, name: total})
    done = result.success and total >= task.needs
    if done:
        state = mark(state, name)
    if not state.combat:
        state = put(state, replace(state.participants[me.id], tried=(*me.tried, task.id)))
    parts = (
        (*result.parts, Part(f"quality so far, of {task.needs}", total, kind="total")) if task.needs else result.parts
    )
    event = Event(
        "task",
        actor=me.id,
        rules=("SC2-17", *result.rules),
        rulings=(*result.rulings, *(() if state.combat else (("mastery_checks", state.rulings["mastery_checks"]),))),
        dice=result.dice,
        parts=parts,
        values={
            "task": task.name,
            "target_number": result.target,
            "result": "success" if result.success else "failure",
            "quality": result.quality,
            "total": total,
            "done": int(done),
        },
        to=aware_of(state, me.id),
        private={"target_number": result.exact},
    )
    return Step(state, (event,))


def nothing_left(state: StarState) -> bool:
    """Tell whether nobody has a task left to try."""
    return not any(open_tasks(state, one.id) for one in active(state))


def winner(state: StarState) -> str:
    """Give the side with the best quality in all, of several; the only side where it has done every task; else ""."""
    sides = sorted({one.side for one in state.participants.values()})
    if len(sides) == 1:
        return sides[0] if all(done_mark(task, sides[0]) in state.marks for task in state.tasks) else ""
    totals = {side: sum(state.progress.get(done_mark(task, side), 0) for task in state.tasks) for side in sides}
    best = [side for side in sides if totals[side] == max(totals.values())]
    return best[0] if len(best) == 1 else ""
