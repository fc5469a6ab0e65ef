"""Moving, step by step: how far one may go, what stops one on the way, where one comes to stand."""

from collections.abc import Mapping
from functools import lru_cache

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel import space as spaces
from certamen.kernel.action import Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.space import Ground, Place
from certamen.kernel.space.drawn import box_holds, place_text, read_place
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.harm import knock_down, leave_posture, throw_harm
from certamen.rulesets.dualaction.scene import Hazard, Scene
from certamen.rulesets.dualaction.state import (
    Combat,
    Fighter,
    Halt,
    ability_of,
    cite,
    fights,
    in_nobodys_way,
    known_enemies,
    number,
    pay,
    ruled,
    single,
    spent,
    unless_hidden,
)
from certamen.rulesets.dualaction.weapons import beyond_reach


def left(state: Combat, who: str) -> int:
    """How many cm he may still move this turn (DUA-5, DUA-6, DUA-7)."""
    one = state.participants[who]
    if not m.may_move(one.knocked_down, ruled(state, "down_moves", "yes")):
        return 0
    if ruled(state, "movement", "dice"):
        return m.thrown_left(one.allowance, one.moved)
    limit = number(state, "long_move_limit")
    return m.move_left(spent(state, one), one.moved, one.sheet.agility, limit, single(state))


def cost(state: Combat, one: Fighter, way: int) -> int:
    """What moving so many cm more takes of the turn; nothing where the way was thrown for (DUA-7)."""
    if ruled(state, "movement", "dice"):
        return m.FREE
    return m.move_cost(one.moved, way, one.sheet.agility, single(state))


def within_reach(state: Combat, who: str, most: int | None = None) -> Mapping[Place, spaces.Reach]:
    """The places he may still move to this turn, with at most so many cm of way."""
    budget = left(state, who) if most is None else min(most, left(state, who))
    if budget < 1:
        return {}
    space = state.space
    return _reachable(space.ground, tuple(space.places.items()), who, budget, in_nobodys_way(state, who))


@lru_cache(maxsize=16)
def _reachable(
    ground: Ground, places: tuple[tuple[str, Place], ...], who: str, budget: int, ignoring: tuple[str, ...]
) -> Mapping[Place, spaces.Reach]:
    """Kept for a moment: to choose a place, to see that it may be chosen and to go there are one search."""
    return spaces.reachable(spaces.Metres(ground, dict(places)), who, budget, ignoring=ignoring)


def path(state: Combat, who: str, reach: spaces.Reach) -> tuple[Place, ...]:
    """The places passed on the way to a place: straight there where that costs no more than the way that was found."""
    space, here, cell = state.space, state.space.places[who], state.space.ground.cell
    count = max(1, spaces.distance(space, here, reach.to) // cell)
    x, y = reach.to.x - here.x, reach.to.y - here.y
    points = (Place(here.x + x * n // count, here.y + y * n // count) for n in range(1, count + 1))
    line = tuple(spaces.snap(space.ground, point, cell) for point in points)
    try:
        straight = spaces.path_cost(space, who, line, ignoring=in_nobodys_way(state, who))
    except spaces.NoWay:
        return spaces.way(reach)
    return line if straight <= reach.cost and line[-1] == reach.to else spaces.way(reach)


def near(state: Combat, who: str, at: str) -> bool:
    """Whether he stands within a metre of a place of the scene."""
    return spaces.adjacent(state.space, who, read_place(state.space.ground, at))


def at_exit(state: Combat, who: str) -> bool:
    """Whether he stands where a way leads out."""
    return exit_at(state.scene, state.space.places[who])


def exit_at(scene: Scene, here: Place) -> bool:
    """Whether a way leads out at a place."""
    return any(box_holds(way_out.box, here) for way_out in scene.exits)


def flee_refusal(state: Combat, who: str) -> Refusal | None:
    """Why he cannot leave the combat, or None: at an exit, or beyond the reach of all opponents he knows of (DUA-1)."""
    if not m.may_move(state.participants[who].knocked_down, ruled(state, "down_moves", "yes")):
        return Refusal("knocked down: get up first", "DUA-5")
    if at_exit(state, who):
        return None
    held = [enemy.name for enemy in known_enemies(state, who) if not beyond_reach(state, who, enemy)]
    if not held:
        return None
    return Refusal(f"no way out here, and within reach of {', '.join(held)}", "DUA-1")


def earlier(halt: Halt | None, other: Halt) -> Halt:
    """The one that stops the mover first; of two at the same step the one that was there before."""
    return halt if halt is not None and halt.steps <= other.steps else other


def go(state: Combat, then: Resume, draws: Draws) -> Step:
    """The move itself, after all who may stop it have answered (DUA-7, DUA-16)."""
    who = str(then.args["who"])
    halt, state = state.halt, replace(state, halt=None)
    one = state.participants[who]
    if not fights(one):
        return Step(state)
    path = tuple(read_place(state.space.ground, at) for at in _words(then, "path"))
    try:
        steps = spaces.steps(state.space, who, path, ignoring=in_nobodys_way(state, who))
    except spaces.NoWay:
        return Step(state)
    halt = _first_halt(state, who, steps, None if halt is None else _in_steps(halt, path, steps))
    planned = sum(step.cost for step in steps)
    made = m.way_made(planned, sum(step.cost for step in steps[: halt.steps]) if halt else planned)
    end = steps[halt.steps - 1].to if halt else steps[-1].to
    state = arrive(pay(state, who, cost(state, one, made), "move"), who, end, made)
    told = Event(
        "move",
        actor=who,
        rules=_rules(state, state.participants[who]),
        rulings=cite(state, *_rulings(state)),
        values={"to": place_text(state.space.ground, state.space.places[who]), "way": made, "planned": planned},
        to=aware_of(state, who),
    )
    if halt is None:
        return Step(state, (told,))
    state, events = _stopped(state, who, halt, draws)
    return Step(state, (told, *events))


def _rules(state: Combat, one: Fighter) -> tuple[str, ...]:
    """The rules that the way made this turn rests on: the way thrown for, or AG metres, or more."""
    if ruled(state, "movement", "dice"):
        return ("DUA-7",)
    turn = ("DUA-8",) if single(state) else ()
    return ("DUA-6", *(("DUA-7",) if m.beyond(one.moved, one.sheet.agility) else ()), *turn)


def _rulings(state: Combat) -> tuple[str, ...]:
    """The rulings that a move rests on."""
    if ruled(state, "movement", "dice"):
        return ("movement", "economy")
    return ("movement", "economy", "long_move_limit")


def _in_steps(halt: Halt, path: tuple[Place, ...], steps: tuple[spaces.Step, ...]) -> Halt:
    """A halt at a place of the path, counted in steps: on free metres from place to place can be several."""
    return replace(halt, steps=[step.to for step in steps].index(path[halt.steps - 1]) + 1)


def _words(then: Resume, name: str) -> tuple[str, ...]:
    value = then.args[name]
    assert isinstance(value, tuple)  # the act that began the move put it there
    return value


def arrive(state: Combat, who: str, end: Place, made: int) -> Combat:
    """The state with `who` at a place, or at the free one nearest to it, so much of the way spent."""
    space = state.space
    ignoring = in_nobodys_way(state, who)
    if not spaces.is_free(space, who, end, ignoring):
        end = spaces.nearest_free(space, who, end, ignoring=ignoring) or space.places[who]
    state = put(state, replace(state.participants[who], moved=state.participants[who].moved + made))
    return leave_posture(replace(state, space=spaces.place(space, who, end)), who)


def _first_halt(state: Combat, who: str, steps: tuple[spaces.Step, ...], halt: Halt | None) -> Halt | None:
    """What stops the mover first: an answer that was given, or a hazard he enters (DUA-16)."""
    before = state.space.places[who]
    for number_of, step in enumerate(steps, 1):
        hazard = entered(state, who, before, step.to)
        if hazard is not None:
            return earlier(halt, Halt(number_of, "", hazard.name))
        before = step.to
    return halt


def entered(state: Combat, who: str, before: Place, there: Place) -> Hazard | None:
    """The hazard he enters by going from one place to the next, or None (DUA-16)."""
    for hazard in state.scene.hazards:
        fresh = hazard.name not in state.sprung and hazard.spares != state.participants[who].side
        if fresh and box_holds(hazard.box, there) and not box_holds(hazard.box, before):
            return hazard
    return None


def _stopped(state: Combat, who: str, halt: Halt, draws: Draws) -> tuple[Combat, tuple[Event, ...]]:
    """The mover is stopped: by a hazard, by someone's ability, or as the game master says (DUA-16)."""
    by = unless_hidden(state, halt.by)
    told = Event("stopped", by, who, ("DUA-16",), values={"what": halt.what}, to=aware_of(state, who))
    if halt.by == "":
        hazard = next(one for one in state.scene.hazards if one.name == halt.what)
        return sprung(state, who, hazard, draws)
    if halt.by not in state.participants:
        return state, (told,)
    reactor = state.participants[halt.by]
    told = replace(told, private={} if by else {"what": aware_of(state, reactor.id)})
    ability = ability_of(reactor, halt.what)
    state = use_reaction(state, reactor, ability.name)
    state, events = _bites(state, who, ability.damage, ability.knocks_down, halt.by, draws)
    return state, (told, *events)


def use_reaction(state: Combat, one: Fighter, ability: str) -> Combat:
    """The state with the round's reaction and one use of the ability spent."""
    uses = {**one.uses, ability: one.uses.get(ability, 0) + 1}
    budget = budgets.spend(one.budget, "reaction", ability)
    return put(state, replace(one, uses=uses, budget=budget))


def sprung(state: Combat, who: str, hazard: Hazard, draws: Draws) -> tuple[Combat, tuple[Event, ...]]:
    """What a hazard does to whoever entered it (DUA-16)."""
    told = Event("stopped", "", who, ("DUA-16",), values={"what": hazard.name}, to=aware_of(state, who))
    if hazard.once:
        state = replace(state, sprung=(*state.sprung, hazard.name))
    state, events = _bites(state, who, hazard.damage, hazard.knocks_down, "", draws)
    return state, (told, *events)


def _bites(
    state: Combat, who: str, damage: str, knocks_down: bool, by: str, draws: Draws
) -> tuple[Combat, tuple[Event, ...]]:
    events: tuple[Event, ...] = ()
    if damage:
        state, events = throw_harm(state, who, damage, by, draws)
    if knocks_down:
        state, fell = knock_down(state, who)
        events = (*events, *fell)
    return state, events
