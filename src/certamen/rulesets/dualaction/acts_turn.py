"""The rest of a turn: long tasks, any other deed, wait, yield, end."""

from msgspec.structs import replace

from certamen.kernel import order as orders
from certamen.kernel.action import Action, Choice, Number, Offer, Option, Refusal, Value, Words
from certamen.kernel.audience import aware_of, both
from certamen.kernel.budget import Budget
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, go_on_with, put
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.flow import held_by, task_values
from certamen.rulesets.dualaction.harm import leave_posture
from certamen.rulesets.dualaction.scene import Task
from certamen.rulesets.dualaction.state import (
    Combat,
    Work,
    allies,
    cite,
    cost_of,
    known_enemies,
    pay,
    placed,
    ruled,
    spent,
    unpaid,
)


def told(state: Combat, kind: str, who: str, rules: tuple[str, ...], **values: Value) -> Event:
    """An event of what someone does by himself."""
    return Event(kind, actor=who, rules=rules, values=values, to=aware_of(state, who))


# --- long tasks and other deeds --------------------------------------------------------------------------------


def task_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The scene's long tasks, and any other whose length one states (DUA-2)."""
    one = state.participants[request.who]
    price = cost_of(state, m.PRIMARY)
    held = Refusal(f"{one.task.name} is in hand: abandon it first", "DUA-2") if one.task else None
    listed = [task for task in state.scene.tasks if task.side in ("", one.side)]
    offers = []
    for task in listed:
        closed = held or _task_refusal(state, one.id, task) or unpaid(state, one.id, m.PRIMARY)
        option = Option(task.id, note=f"{m.turns_for(task.seconds)} turns")
        offers.append(Offer("task", (Choice("task", (option,)),), price, ("DUA-2",), closed=closed))
    free = (Words("what"), Number("seconds", m.TURN_SECONDS + 1, 3_600))
    closed = held or unpaid(state, one.id, m.PRIMARY)
    offers.append(Offer("task", free, price, ("DUA-2",), "something that takes longer", closed))
    return tuple(offers)


def _task_refusal(state: Combat, who: str, task: Task) -> Refusal | None:
    if task.id in state.marks:
        return Refusal(f"{task.id} is done", "DUA-2")
    missing = [name for name in task.needs if name not in state.marks]
    if missing:
        return Refusal(f"{task.id} needs {', '.join(missing)} first", "DUA-2")
    if not placed(state, who) or not moving.near(state, who, task.at):
        return Refusal(f"{task.id} is done at {task.at}, within 1 m of it", "DUA-2")
    return None


def begin_task(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A long task begun: its first turn is this one (DUA-2)."""
    del draws
    who = request.who
    listed = next((task for task in state.scene.tasks if task.id == action.values.get("task")), None)
    if listed is not None:
        work = Work(listed.id, m.turns_for(listed.seconds), at=listed.at)
    else:
        seconds = action.values["seconds"]
        assert isinstance(seconds, int)  # the offer admits only numbers
        work = Work(str(action.values["what"]), m.turns_for(seconds))
    state = pay(state, who, m.PRIMARY, "task")
    state = put(state, replace(state.participants[who], task=work))
    return Step(state, (told(state, "task", who, ("DUA-2",), **task_values(work)),))


def abandon_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Giving up the long task in hand (DUA-2)."""
    task = state.participants[request.who].task
    return (Offer("abandon", rules=("DUA-2",), label=f"give up {task.name}"),) if task else ()


def abandon(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The task is given up with all its work; the action it holds this turn is free again (DUA-2)."""
    del action, draws
    who = request.who
    one = state.participants[who]
    assert one.task is not None  # the offer looked
    kept = tuple(spend for spend in one.budget.spent if spend.by != held_by(one.task.name))
    event = told(state, "task_left", who, ("DUA-2",), task=one.task.name)
    state = put(state, replace(one, task=None, budget=Budget(one.budget.limits, kept)))
    return Step(state, (event,))


def deed_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Any other deed in one's own words: what comes of it is the game master's (DUA-5)."""
    closed = unpaid(state, request.who, m.PRIMARY)
    return (Offer("deed", (Words("what"),), cost_of(state, m.PRIMARY), ("DUA-5",), "anything else", closed),)


def deed(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A deed told, for the primary action (DUA-5)."""
    del draws
    state = pay(state, request.who, m.PRIMARY, "deed")
    return Step(state, (told(state, "deed", request.who, ("DUA-5",), what=str(action.values["what"])),))


# --- wait, yield, end ------------------------------------------------------------------------------------------


def next_known(state: Combat, who: str) -> tuple[str, ...]:
    """Those still to come this round, as far as he knows of them."""
    me = state.participants[who]
    known = {one.id for one in known_enemies(state, who)} | {one.id for one in allies(state, me.id)}
    return tuple(slot.who for slot in state.order.pending if slot.who in known)


def wait_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Changing places with the next, for this round (DUA-9)."""
    one = state.participants[request.who]
    behind = next_known(state, one.id)
    last = m.wait_ends_turn(0, 1 + len(behind))
    again = not last and behind[0] in one.behind
    closed = None
    if not m.may_wait(spent(state, one), len(one.behind), ruled(state, "waits", "until_last"), again):
        closed = Refusal("something is decided already", "DUA-9") if spent(state, one) else _waited(again)
    label = "last in the order: the turn ends" if last else "let the next go first"
    return (Offer("wait", (), (), ("DUA-9",), label, closed),)


def _waited(again: bool) -> Refusal:
    return Refusal("waited behind the next one this round already" if again else "waited this round already", "DUA-9")


def wait(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The next goes first; in last place the turn ends (DUA-9)."""
    del action, draws
    who = request.who
    behind = next_known(state, who)
    ruling = cite(state, "waits")
    if m.wait_ends_turn(0, 1 + len(behind)):
        event = Event("wait", who, "", ("DUA-9",), ruling, to=aware_of(state, who))
        return Step(go_on_with(state, "next"), (event,))
    event = Event("wait", who, behind[0], ("DUA-9",), ruling, to=both(state, who, behind[0]))
    one = state.participants[who]
    state = put(state, replace(one, behind=(*one.behind, behind[0])))
    order = orders.swap(state.order, who, behind[0], lasting=False)
    return Step(go_on_with(replace(state, order=order, acting=""), "next"), (event,))


def yield_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Giving oneself up (DUA-1)."""
    del state, request
    return (Offer("yield", rules=("DUA-1",), label="give yourself up"),)


def give_up(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """Out of the combat, at the others' mercy (DUA-1)."""
    del action, draws
    who = request.who
    event = told(state, "yielded", who, ("DUA-1",))
    state = leave_posture(put(state, replace(state.participants[who], status="yielded", task=None)), who)
    return Step(go_on_with(state, "next"), (event,))


def end_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The turn ends (DUA-9)."""
    del state, request
    return (Offer("end", rules=("DUA-9",), label="end the turn"),)


def end(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The turn ends with what is left unspent (DUA-9)."""
    del action, draws
    return Step(go_on_with(state, "next"), (told(state, "end", request.who, ("DUA-9",)),))


ACTS = (
    Act("task", task_offers, begin_task),
    Act("abandon", abandon_offers, abandon),
    Act("deed", deed_offers, deed),
    Act("wait", wait_offers, wait),
    Act("yield", yield_offers, give_up),
    Act("end", end_offers, end),
)
