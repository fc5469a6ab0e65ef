"""How a contest goes on: its start, the surprise round, rounds and turns, latecomers, overrules, its end (STR-9)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel import turns
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.fields import FieldError
from certamen.kernel.order import fill_from_sequence
from certamen.kernel.space import Metres
from certamen.kernel.state import Outcome, State, Step, ask, mark, put
from certamen.kernel.window import Answer, Resume, Window
from certamen.rulesets.striker import acts_react, carry, initiative, surprise
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.doing import Doing, missing
from certamen.rulesets.striker.ground import FLY, ground_of, read_place
from certamen.rulesets.striker.harm import fall, fall_if_spent
from certamen.rulesets.striker.places import stand
from certamen.rulesets.striker.spending import turn_of, with_turn
from certamen.rulesets.striker.state import Combatant, Contest, Going, fights, metres, ruled

TURN = (
    "attack",
    "attack-area",
    "act",
    "move",
    "dash",
    "disengage",
    "evade",
    "hide",
    "assist",
    "ready",
    "watch",
    "task",
    "abandon",
    "use",
    "door",
    "draw",
    "let-go",
    "switch",
    "free",
    "drop",
    "stand",
    "acrobatics",
    "flee",
    "surrender",
    "yield",
    "end",
)
Events = tuple[Event, ...]


# --- the start -----------------------------------------------------------------------------------------------------


def start(encounter: Encounter, begun: State, draws: Draws) -> Step:
    """Places, surprise, initiative, the first round (STR-9)."""
    assert isinstance(begun, Contest)  # the kernel makes the ruleset's own state
    scene = encounter.scene
    state: Contest = replace(begun, scene=scene)
    if scene.map is not None:
        state = replace(state, space=Metres(ground_of(scene.map, str(state.rulings["diagonal"]))))
        for who, one in sorted(state.participants.items(), key=lambda item: not item[1].at):
            if one.status == "in":
                state = take_place(state, who)
    state = mark(state, *(_mark(item.id, name) for item in scene.items for name in item.conditions))
    opened = Event("contest", rules=("STR-8", "STR-9"), to=("*",))
    state, told = surprise.decide(state, draws)
    step = roll_and_begin(state, draws)
    return Step(step.state, (opened, *told, *step.events))


def _mark(item: str, condition: str) -> str:
    return condition if ":" in condition else f"{item}:{condition}"


def take_place(state: Contest, who: str) -> Contest:
    """The state with `who` where he comes in; in the air he flies."""
    state = stand(state, who)
    space, one = metres(state), state.participants[who]
    aloft = space is not None and space.places[who].z > 0 and FLY in one.sheet.speed
    return put(state, replace(one, flying=True)) if aloft else state


def _takers(state: Contest) -> tuple[str, ...]:
    """Those who take a turn in the round that comes (STR-11)."""
    people = state.participants.values()
    return tuple(p.id for p in people if p.status == "in" and m.takes_turn(p.surprised, state.surprise_round))


def roll_and_begin(state: Contest, draws: Draws) -> Step:
    """Those who take a turn and have not rolled do so, and the round begins (STR-11, STR-12)."""
    takers = _takers(state)
    rolled = set(state.order.sequence)
    reroll = ruled(state, "reroll_after_surprise", "yes")
    fresh = tuple(
        who for who in takers if who not in rolled or not m.keeps_initiative(state.participants[who].surprised, reroll)
    )
    state, events = initiative.roll(state, fresh, draws)
    step = lined(state, Resume("lined"), draws)
    return Step(step.state, (*events, *step.events))


def lined(state: Contest, then: Resume, draws: Draws) -> Step:
    """Ties are broken, by dice or by the GM, the order stands, and the round begins (STR-13)."""
    del then
    takers = _takers(state)
    asked = initiative.line_up(state, takers, draws, "lined")
    if asked is not None:
        return asked
    state, events = initiative.roll_ties(state, takers, draws)
    state = replace(state, order=replace(state.order, sequence=initiative.sequence(state, takers)))
    events = (*events, initiative.order_event(state))
    if state.surprise_round:
        events = (*events, Event("surprise_round", rules=("STR-11",), to=("*",)))
    step = begin_round(state, draws)
    return Step(step.state, (*events, *step.events))


# --- rounds and turns ----------------------------------------------------------------------------------------------


def begin_round(state: Contest, draws: Draws) -> Step:
    """A round of 6 seconds: latecomers come in, re-acts are back by ruling, the order is the same (STR-9, STR-18)."""
    state, events = turns.start_round(state)
    for who in turns.arrivals(state):
        step = enter(state, who, draws)
        assert isinstance(step.state, Contest)  # enter keeps it
        state, events = step.state, (*events, *step.events)
    ruling = m.ReactionReset[str(state.rulings["reaction_reset"]).upper()]
    people = []
    for one in state.participants.values():
        first = one if one.budget.limits else with_turn(one, m.Turn(0, 0, 0, 0, 1))
        people.append(with_turn(first, m.new_round(turn_of(first), ruling)))
    state = put(state, *people)
    state = replace(state, order=fill_from_sequence(state.order))
    step = go_next(state, Resume("next", {"asked": 1}), draws)
    return Step(step.state, (*events, *step.events))


def next_round(state: Contest, draws: Draws) -> Step:
    """The round is over; after the surprise round all others roll and join the order (STR-11)."""
    if state.surprise_round:
        return roll_and_begin(replace(state, surprise_round=False), draws)
    return begin_round(state, draws)


def enter(state: Contest, who: str, draws: Draws) -> Step:
    """A latecomer takes his place and rolls; he acts when his place in the order comes (STR-12)."""
    state = put(state, replace(state.participants[who], status="in"))
    if state.scene.map is not None:
        state = take_place(state, who)
    state, rolled = initiative.roll(state, (who,), draws)
    told = Event("enters", actor=who, to=aware_of(state, who))
    return Step(initiative.join_order(state, who), (told, *rolled))


def go_next(state: Contest, then: Resume, draws: Draws) -> Step:
    """The turn going on ends, its task a round further, and the next begins (STR-9, STR-37)."""
    if not then.args.get("asked"):
        asked = acts_react.ask_whether(state, state.acting, Resume("next", {"asked": 1}))
        if asked is not None:
            return Step(asked)
    state, worked = work_on(state, draws)
    state, events = turns.next_turn(state)
    events = (*worked, *events)
    if not state.acting:
        state, goes_on = _until_somebody_is_there(state)
        if outcome(state) is not None or not goes_on:
            return Step(state, events)
        step = next_round(state, draws)
        return Step(step.state, (*events, *step.events))
    slot = state.order.current
    if slot is not None and not slot.kept:
        state, lapsed = _fresh_turn(state)
        events = (*events, *lapsed)
    return Step(ask_turn(state), events)


def _until_somebody_is_there(state: Contest) -> tuple[Contest, bool]:
    """Rounds in which nobody is there go by until the next arrival; and whether there is anyone to go on for."""
    people = state.participants.values()
    if any(one.status == "in" for one in people):
        return state, True
    coming = [one.arrives for one in people if one.status == "waiting" and one.arrives > state.round]
    return (replace(state, round=min(coming) - 1), True) if coming else (state, False)


def _fresh_turn(state: Contest) -> tuple[Contest, Events]:
    """The turn's acts are unspent, nothing is moved, and what was ready has lapsed (STR-15, STR-33)."""
    one = state.participants[state.acting]
    ruling = m.ReactionReset[str(state.rulings["reaction_reset"]).upper()]
    fresh = with_turn(one, m.new_turn(turn_of(one), ruling))
    task = replace(one.task, worked=False) if one.task is not None else None
    state = put(state, replace(fresh, strikes=0, going=Going(), done=(), readied=None, task=task))
    if one.readied is None or m.ready_stands(1, True):
        return state, ()
    return state, (Event("lapses", one.id, rules=("STR-33",), to=aware_of(state, one.id)),)


def work_on(state: Contest, draws: Draws) -> tuple[Contest, Events]:
    """The turn that ends counts for the task of whose it was; at the last its check is rolled (STR-37)."""
    one = state.participants.get(state.acting)
    if one is None or one.task is None or one.status != "in":
        return state, ()
    work = one.task
    ruling = m.TaskBreak[str(state.rulings["task_break"]).upper()]
    done = m.task_after(work.done, work.worked or ruled(state, "task_costs", "nothing"), ruling)
    if not m.task_finished(done, work.rounds):
        return put(state, replace(one, task=replace(work, done=done))), ()
    state = put(state, replace(one, task=None))
    told = Event(
        "task_done", one.id, rules=("STR-37",), values={"act": work.name, "rounds": done}, to=aware_of(state, one.id)
    )
    doing = Doing(one.id, work.skill, work.name, work.timing, work.on, chosen=work.chosen, given=work.given)
    if missing(state, doing):
        return state, (told,)
    state, events, _ = carry.carry(state, doing, draws)
    return state, (told, *events)


def ask_turn(state: Contest) -> Contest:
    """The state with whoever acts asked what he does."""
    return ask(state, state.acting, "act", TURN, Answer("end"), Resume("turn"), cause="your turn")


def turn(state: Contest, then: Resume, draws: Draws) -> Step:
    """After an act: the same one goes on, else the next (STR-15)."""
    del then
    one = state.participants.get(state.acting)
    if one is None or one.status != "in":
        return go_next(state, Resume("next"), draws)
    return Step(ask_turn(state))


# --- overrules and the end -----------------------------------------------------------------------------------------


def place(state: Contest, then: Resume, draws: Draws) -> Step:
    """The game master puts someone somewhere; in another's space he comes to the nearest free place (STR-23).

    Raises FieldError for a text that is no place.
    """
    del draws
    who, at = str(then.args["who"]), str(then.args.get("at", ""))
    space = metres(state)
    if space is None:
        return Step(state)
    try:
        wanted = read_place(space.ground, at)
        moved = spaces.place(space, who, wanted)
    except ValueError as error:
        raise FieldError(f"{at!r} is no place: expected {error}") from None
    free = spaces.nearest_free(moved, who, wanted)
    return Step(replace(state, space=moved if free is None else spaces.place(moved, who, free)))


def settle(state: Contest, draws: Draws) -> Step:
    """What follows from an overrule at once: who has no hp left is out, who cannot fly falls (STR-25, STR-26)."""
    events: Events = ()
    for who in state.participants:
        state, fell = fall_if_spent(state, who, draws)
        state, down = fall(state, who, draws)
        events = (*events, *fell, *down)
    acting = state.participants.get(state.acting)
    if acting is not None and acting.status != "in":
        state = replace(state, windows=(Window((), Resume("next")),))
    return Step(state, events)


def outcome(state: Contest) -> Outcome | None:
    """Over, and who won: at most one side has anybody left, or by ruling one side has nobody (STR-14)."""
    sides = tuple(dict.fromkeys(one.side for one in state.participants.values()))
    left = tuple(side for side in sides if any(_stays(state, p) for p in state.participants.values() if p.side == side))
    ruling = m.End[str(state.rulings["end"]).upper()]
    if not m.ended(len(sides), len(left), ruling):
        return None
    if m.drawn(len(left)):
        return Outcome(True, "", "nobody is left in the contest")
    if len(left) > 1:
        gone = ", ".join(side for side in sides if side not in left)
        return Outcome(True, "", f"{gone} has nobody left in the contest")
    return Outcome(True, left[0], f"nobody but {left[0]} is left in the contest")


def _stays(state: Contest, one: Combatant) -> bool:
    return fights(state, one) or (one.status == "waiting" and one.arrives > 0)
