"""Moving, step by step: what is left by mode, what a step takes, what it provokes, where one comes to stand."""

from functools import lru_cache

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.space import Ground, Metres, NoWay, Place, Reach
from certamen.kernel.space.drawn import place_text
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import reacting
from certamen.rulesets.striker.ground import CRAWL, FLY, read_place
from certamen.rulesets.striker.state import (
    CM,
    Combatant,
    Contest,
    Going,
    metres,
    placed,
    prevented,
    prone,
    ruled,
    rulings_of,
)


def stock_speed(one: Combatant) -> int:
    """The speed of the stock mode, in cm."""
    return one.sheet.speed.get(one.sheet.stock, 0) * CM


def modes(state: Contest, who: str) -> dict[str, int]:
    """The modes one can move by now and their speeds in cm (STR-20, STR-22)."""
    one, space = state.participants[who], metres(state)
    if space is None or who not in space.places:
        return {}
    if prone(state, who):
        return {CRAWL: m.crawl(stock_speed(one))}
    aloft = one.flying and space.places[who].z > 0
    return {mode: speed * CM for mode, speed in one.sheet.speed.items() if mode == FLY or not aloft}


def left(state: Contest, who: str, mode: str, speed: int, halved: bool | None = None) -> int:
    """How many cm may still be spent in a mode this turn (STR-20, STR-28)."""
    going = state.participants[who].going
    ruling = m.SwitchCounts[str(state.rulings["switch_counts"]).upper()]
    extra = m.surcharge(going.extra.get(mode, 0), sum(going.extra.values()), ruling)
    half = going.halved if halved is None else halved
    return m.mode_left(speed, going.dashes, going.moved, extra, going.stood, half)


def in_nobodys_way(state: Contest, who: str) -> tuple[str, ...]:
    """Those a mover need not go around: who is out, and who is there unknown to him."""
    me = state.participants[who]
    return tuple(
        one.id
        for one in state.participants.values()
        if one.status != "in" or (one.hidden and one.side != me.side and who not in one.known_to)
    )


@lru_cache(maxsize=64)
def _reachable(
    ground: Ground,
    places: tuple[tuple[str, Place], ...],
    sizes: tuple[tuple[str, int], ...],
    who: str,
    budget: int,
    mode: str,
    ignoring: tuple[str, ...],
    odd: bool,
    ceiling: int,
    whole: bool,
) -> dict[Place, Reach]:
    heights = (0, ceiling) if mode == FLY else None
    space = Metres(ground, dict(places), dict(sizes))
    return spaces.reachable(space, who, budget, mode, ignoring=ignoring, odd=odd, heights=heights, whole_move=whole)


def reach(state: Contest, who: str, mode: str, speed: int) -> dict[Place, Reach]:
    """The places one may end a move at now by a mode, and how one gets there (STR-20, STR-21, STR-23)."""
    space, plan = metres(state), state.scene.map
    budget = left(state, who, mode, speed)
    if space is None or plan is None or budget < 1:
        return {}
    whole = ruled(state, "terrain", "whole_move")
    found = _reachable(
        space.ground,
        tuple(space.places.items()),
        tuple(space.sizes.items()),
        who,
        budget,
        mode,
        in_nobodys_way(state, who),
        state.participants[who].going.odd,
        plan.ceiling * CM,
        whole,
    )
    if not whole:
        return found
    half = left(state, who, mode, speed, halved=True)
    return {to: one for to, one in found.items() if one.cost == one.length or one.length <= half}


# --- going ---------------------------------------------------------------------------------------------------------


def begin(state: Contest, who: str, mode: str, path: tuple[str, ...], draws: Draws) -> Step:
    """A move along a path declared: gone step by step, those who may re-act asked on the way."""
    args: dict[str, Value] = {
        "who": who,
        "mode": mode,
        "path": path,
        "at": 0,
        "asked": 0,
    }
    return go(state, Resume("go", args), draws)


def go(state: Contest, then: Resume, draws: Draws) -> Step:
    """A move goes on from its step `at`: until it is done, somebody may re-act, or the mover cannot go on (STR-24)."""
    who, mode, path = str(then.args["who"]), str(then.args["mode"]), _words(then, "path")
    at, asked = _count(then, "at"), bool(then.args["asked"])
    begun = state
    if who not in state.participants or not placed(state, who):
        return Step(state)
    first, cost = at, 0
    while at < len(path) and _can_go_on(state, who, mode):
        if not asked:
            opened = reacting.before_step(state, who, path[at])
            if opened:
                return _interrupted(begun, state, then, who, mode, (first, at), cost, opened, asked=1)
        taken = _step(state, who, mode, path[at])
        if taken is None:
            break
        state, spent = taken
        cost, at, asked = cost + spent, at + 1, False
        opened = reacting.after_step(state, who)
        if opened:
            return _interrupted(begun, state, then, who, mode, (first, at), cost, opened, asked=0)
    state = _come_to_rest(state, who)
    return Step(state, _told(begun, state, who, mode, at - first, cost))


def _interrupted(
    begun: Contest,
    state: Contest,
    then: Resume,
    who: str,
    mode: str,
    span: tuple[int, int],
    cost: int,
    reactors: tuple[reacting.Chance, ...],
    asked: int,
) -> Step:
    first, at = span
    events = _told(begun, state, who, mode, at - first, cost)
    resume = Resume("go", {**then.args, "at": at, "asked": asked})
    return Step(reacting.ask_all(state, who, reactors, resume), events)


def _told(begun: Contest, state: Contest, who: str, mode: str, steps: int, cost: int) -> tuple[Event, ...]:
    space = metres(state)
    if not steps or space is None:
        return ()
    way = state.participants[who].going.moved - begun.participants[who].going.moved
    rules = ("STR-20", *(("STR-21",) if cost > way else ()), *(("STR-22",) if mode == CRAWL else ()))
    event = Event(
        "move",
        actor=who,
        rules=rules,
        rulings=rulings_of(state, "switch_counts", "terrain") if cost > way else (),
        values={"to": place_text(space.ground, space.places[who]), "way": way, "cost": cost, "mode": mode},
        to=aware_of(state, who),
    )
    return (event,)


def _can_go_on(state: Contest, who: str, mode: str) -> bool:
    one = state.participants[who]
    if one.status != "in" or prevented(state, who):
        return False
    return (mode == CRAWL) == prone(state, who)


def _step(state: Contest, who: str, mode: str, to: str) -> tuple[Contest, int] | None:
    """The state one step further and what it took, or None where the way is shut or too long."""
    space, one = metres(state), state.participants[who]
    assert space is not None  # go looked
    going, place = one.going, read_place(space.ground, to)
    try:
        taken = spaces.steps(space, who, (place,), mode, ignoring=in_nobodys_way(state, who), odd=going.odd)
    except NoWay:
        return None
    terrain = m.Terrain[str(state.rulings["terrain"]).upper()]
    length, price = sum(step.length for step in taken), sum(step.cost for step in taken)
    cost = (
        m.step_cost(length, price > length, terrain) if space.ground.grid != "free" else _free(price, length, terrain)
    )
    speed = modes(state, who).get(mode, 0)
    halved = going.halved or (price > length and terrain == m.Terrain.WHOLE_MOVE)
    if cost > left(state, who, mode, speed, halved):
        return None
    extra = {**going.extra, mode: going.extra.get(mode, 0) + cost - length} if cost > length else going.extra
    odd = taken[-1].odd if taken else going.odd
    going = replace(going, moved=going.moved + length, extra=extra, halved=halved, odd=odd)
    flying = mode == FLY and place.z > 0
    state = put(state, replace(one, going=going, flying=flying))
    return replace(state, space=replace(space, places={**space.places, who: place})), cost


def _free(price: int, length: int, terrain: m.Terrain) -> int:
    """On free metres a step may be difficult in part: each such centimetre costs two."""
    return length if terrain == m.Terrain.WHOLE_MOVE else price


def _come_to_rest(state: Contest, who: str) -> Contest:
    """Nobody ends in another's space: stopped there, one comes to the nearest free place (STR-23)."""
    space = metres(state)
    if space is None or who not in space.places:
        return state
    ignoring, here = in_nobodys_way(state, who), space.places[who]
    if spaces.is_free(space, who, here, ignoring):
        return state
    free = spaces.nearest_free(space, who, here, ignoring=ignoring)
    return state if free is None else replace(state, space=spaces.place(space, who, free))


def _words(then: Resume, name: str) -> tuple[str, ...]:
    value = then.args[name]
    assert isinstance(value, tuple)  # begin put it there
    return value


def _count(then: Resume, name: str) -> int:
    value = then.args[name]
    assert isinstance(value, int)  # begin put it there
    return value


__all__ = ["Going", "begin", "go", "left", "modes", "reach", "stock_speed"]
