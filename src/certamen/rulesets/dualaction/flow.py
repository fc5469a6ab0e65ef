"""How a combat goes on: its start, its rounds and turns, latecomers, what follows from overrules, its end."""

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel import space as spaces
from certamen.kernel import turns
from certamen.kernel.action import Value
from certamen.kernel.audience import EVERYONE, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.facing import facing
from certamen.kernel.fields import FieldError
from certamen.kernel.order import fill_from_sequence
from certamen.kernel.space.drawn import Unreadable, read_place
from certamen.kernel.state import Outcome, State, Step, ask, mark, put
from certamen.kernel.window import Answer, Resume, Window
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.ground import ground_of
from certamen.rulesets.dualaction.harm import fall_if_spent
from certamen.rulesets.dualaction.order import line_up, throw_initiative, throw_one
from certamen.rulesets.dualaction.state import (
    Combat,
    Work,
    fights,
    in_nobodys_way,
    limits,
    pay,
    side_numbers,
    spent,
)

TURN = (
    "attack",
    "single",
    "aim",
    "throw",
    "move",
    "stride",
    "leap",
    "get-up",
    "take-cover",
    "crouch",
    "reload",
    "use",
    "ability",
    "door",
    "task",
    "abandon",
    "deed",
    "wait",
    "flee",
    "yield",
    "end",
)


def start(encounter: Encounter, begun: State, draws: Draws) -> Step:
    """The combat begins: everyone takes his place, initiative is thrown, the first turn is asked for (DUA-1, DUA-3)."""
    assert isinstance(begun, Combat)  # the kernel makes the ruleset's own state
    space = spaces.Metres(ground_of(encounter.scene))
    state: Combat = replace(begun, scene=encounter.scene, space=space)
    for one in sorted(state.participants.values(), key=lambda one: one.hidden):
        if one.status == "in":
            state = ready(state, one.id)
    opened = Event("combat", rules=("DUA-1",), to=EVERYONE)
    step = throw_initiative(state, draws)
    rounds = begin_round(_of(step), Resume("round"), draws)
    return Step(rounds.state, (opened, *step.events, *rounds.events))


def ready(state: Combat, who: str) -> Combat:
    """The state with `who` in his place and his actions unspent: he may react before his first turn (DUA-16)."""
    one = state.participants[who]
    return _stand(put(state, replace(one, budget=budgets.renew(one.budget, limits(state, one)))), who)


def _stand(state: Combat, who: str) -> Combat:
    """The state with `who` at the place written for him, or at the nearest free one; facing the others without one."""
    ground, at = state.space.ground, state.participants[who].at
    try:
        wanted = read_place(ground, at)
    except Unreadable:
        wanted = facing(state, ground, who)
    space = spaces.place(state.space, who, wanted)
    free = spaces.nearest_free(space, who, wanted, ignoring=in_nobodys_way(state, who))
    return replace(state, space=space if free is None else spaces.place(space, who, free))


def _of(step: Step) -> Combat:
    assert isinstance(step.state, Combat)  # steps of this ruleset keep its state
    return step.state


def begin_round(state: Combat, then: Resume, draws: Draws) -> Step:
    """The next round: latecomers enter, nobody has waited yet, and the old order holds (DUA-9)."""
    state, events = turns.start_round(state)
    for who in turns.arrivals(state):
        step = enter(state, who, draws)
        state, events = _of(step), (*events, *step.events)
    fresh = (replace(one, behind=()) for one in state.participants.values() if one.behind)
    state = put(state, *fresh)
    state = replace(state, order=fill_from_sequence(state.order))
    step = go_next(state, then, draws)
    return Step(step.state, (*events, *step.events))


def enter(state: Combat, who: str, draws: Draws) -> Step:
    """A latecomer takes his place and throws for initiative; he acts from the next round on (DUA-3).

    One who arrives as a round begins acts in that round.
    """
    state = ready(put(state, replace(state.participants[who], status="in")), who)
    state, thrown = throw_one(state, who, draws)
    return Step(line_up(state, who), (Event("enters", actor=who, to=aware_of(state, who)), thrown))


def go_next(state: Combat, then: Resume, draws: Draws) -> Step:
    """The turn going on ends, its long task a turn further, and the next begins."""
    del then
    state, worked = work_on(state)
    state, events = turns.next_turn(state, able=_able)
    events = (*worked, *events)
    if not state.acting:
        return Step(replace(state, windows=(*state.windows, Window((), Resume("round")))), events)
    slot = state.order.current
    if slot is not None and not slot.kept:
        state, held = _fresh_turn(state)
        events = (*events, *held)
    return Step(ask_turn(state), events)


def _able(one: object) -> bool:
    return fights(one)  # type: ignore[arg-type]  # every participant of a combat is a fighter


def _fresh_turn(state: Combat) -> tuple[Combat, tuple[Event, ...]]:
    """The turn's actions are unspent, but a long task in hand holds the primary one (DUA-2)."""
    one = state.participants[state.acting]
    state = put(state, replace(one, budget=budgets.renew(one.budget, limits(state, one)), moved=0, allowance=0))
    if one.task is None:
        return state, ()
    event = Event("task_held", actor=one.id, rules=("DUA-2",), values=task_values(one.task), to=aware_of(state, one.id))
    return pay(state, one.id, m.PRIMARY, held_by(one.task.name)), (event,)


def task_values(task: Work) -> dict[str, Value]:
    """A long task as events tell of it."""
    return {"task": task.name, "worked": task.worked, "turns": task.turns}


def held_by(task: str) -> str:
    """What a budget says of the action that a long task holds."""
    return f"task {task}"


def work_on(state: Combat) -> tuple[Combat, tuple[Event, ...]]:
    """The turn that ends counts for the long task of whose it was; at the last it is done (DUA-2)."""
    one = state.participants.get(state.acting)
    if one is None or one.task is None or not fights(one):
        return state, ()
    task = replace(one.task, worked=one.task.worked + 1)
    to = aware_of(state, one.id)
    if task.at and not moving.near(state, one.id, task.at):
        state = put(state, replace(one, task=None))
        return state, (Event("task_left", actor=one.id, rules=("DUA-2",), values={"task": task.name}, to=to),)
    if not m.task_finished(task.turns, task.worked):
        return put(state, replace(one, task=task)), ()
    done = Event("task_done", actor=one.id, rules=("DUA-2",), values=task_values(task), to=to)
    return _brought_about(put(state, replace(one, task=None)), task), (done,)


def _brought_about(state: Combat, task: Work) -> Combat:
    """What a finished task of the scene brings about: its mark, its door. One told in words brings about nothing."""
    listed = next((one for one in state.scene.tasks if task.at and one.id == task.name), None)
    if listed is None:
        return state
    state = mark(state, listed.id)
    if not listed.opens:
        return state
    return replace(state, space=spaces.set_door(state.space, listed.opens, open=True, locked=False))


def ask_turn(state: Combat) -> Combat:
    """The state with whoever acts asked what he does."""
    return ask(state, state.acting, "act", TURN, Answer("end"), Resume("turn"), cause="your turn")


def turn(state: Combat, then: Resume, draws: Draws) -> Step:
    """After an act: the same one goes on while he can still do something, else the next (DUA-5, DUA-6)."""
    one = state.participants.get(state.acting)
    if one is None or not fights(one) or _nothing_left(state, one.id):
        return go_next(state, then, draws)
    return Step(ask_turn(state))


def _nothing_left(state: Combat, who: str) -> bool:
    one = state.participants[who]
    if spent(state, one) != m.BOTH or moving.left(state, who) >= state.space.ground.cell:
        return False
    return not moving.at_exit(state, who)


def place(state: Combat, then: Resume, draws: Draws) -> Step:
    """The game master puts someone somewhere (DUA-16). Raises FieldError for a text that is no place."""
    del draws
    who, at = str(then.args["who"]), str(then.args.get("at", ""))
    try:
        return Step(replace(state, space=spaces.place(state.space, who, read_place(state.space.ground, at))))
    except Unreadable as error:
        raise FieldError(f"{at!r} is no place: expected {error}") from None


def settle(state: Combat, draws: Draws) -> Step:
    """What follows from an overrule at once: who has no HP left is down, and his turn is over (DUA-12)."""
    del draws
    events: tuple[Event, ...] = ()
    for who in state.participants:
        state, fell = fall_if_spent(state, who)
        events = (*events, *fell)
    acting = state.participants.get(state.acting)
    if acting is not None and not fights(acting):
        state = replace(state, windows=(Window((), Resume("next")),))
    return Step(state, events)


def outcome(state: Combat) -> Outcome | None:
    """The end: no two sides have anyone left in the combat (DUA-1)."""
    sides, fighting = side_numbers(state)
    if not m.resolved(sides, fighting):
        return None
    left = [one.side for one, fights_on in zip(state.participants.values(), fighting, strict=True) if fights_on]
    if not left:
        return Outcome(True, "", "nobody is left in the combat")
    return Outcome(True, left[0], f"nobody but {left[0]} is left in the combat")
