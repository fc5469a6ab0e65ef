"""From the state of a SAMSARA contest to the tables of the compiled loop."""

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import GM
from certamen.kernel.encounter import Encounter
from certamen.kernel.order import Order
from certamen.kernel.state import open_requests
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.acts import ACT, instruments_open, tactics_open
from certamen.rulesets.samsara.flow import turns_rule
from certamen.rulesets.samsara.loop_tables import (
    STATUS,
    Aim,
    Asked,
    Held,
    Instrument,
    Loss,
    Met,
    Person,
    Rank,
    Scene,
    Side,
    Stance,
    Turn,
    World,
)
from certamen.rulesets.samsara.mechanics import Severe, Terms
from certamen.rulesets.samsara.policies import Attempt, Extremes, Try, extremes
from certamen.rulesets.samsara.reckon import (
    bones,
    chart,
    checks_apply,
    goals,
    instruments,
    npc_quits,
    pursued,
    rating_from,
    sphere_of,
    targeted,
    terms,
)
from certamen.rulesets.samsara.sheet import Goal
from certamen.rulesets.samsara.state import Actor, SamsaraState


def sides_of(state: SamsaraState) -> tuple[str, ...]:
    """The sides, in the order in which they first appear."""
    return tuple(dict.fromkeys(one.side for one in state.participants.values()))


def spheres_of(state: SamsaraState) -> tuple[str, ...]:
    """The spheres of action that count."""
    return tuple(dict.fromkeys((state.scene.sphere, *(sphere_of(state, goal) for goal in goals(state)))))


def rows(state: SamsaraState) -> World:
    """The tables of a contest at any moment."""
    people = tuple(state.participants.values())
    sides, aims, spheres = sides_of(state), goals(state), spheres_of(state)
    left = [sum(one.side == side and one.status in ("in", "waiting") for one in people) for side in sides]
    return World(
        scene=(_scene(state),),
        people=_people(state),
        sides=tuple(Side(count) for count in left),
        order=_order(state),
        aims=tuple(Aim(spheres.index(sphere_of(state, goal)), rating_from(state, goal).value) for goal in aims),
        stances=tuple(_stance(state, one, goal) for one in people for goal in aims),
        held=tuple(Held(one.checks[sphere], one.severe.get(sphere, 0)) for one in people for sphere in spheres),
        instruments=tuple(Instrument(size.value) for one in people for size in instruments(one).values()),
        desk_losses=(Loss(0),) * len(people),
        desk_ranks=(Rank(0),) * len(people),
        desk_sides=(Met(0, 0),) * len(sides),
        desk_attempts=(Attempt(*(0,) * len(Attempt._fields)),) * (len(aims) * len(people)),
        desk_tries=(Try(*(0,) * len(Try._fields)),),
    )


def opening(encounter: Encounter, state: SamsaraState) -> World:
    """The tables of one that is about to start."""
    del encounter
    people = {
        one.id: replace(
            one,
            status="waiting" if one.arrives else "in",
            checks=dict.fromkeys(one.checks, 0),
            budget=budget.Budget(),
            kept_in=False,
            judged=None,
        )
        for one in state.participants.values()
    }
    return rows(
        replace(state, participants=people, round=0, acting="", order=Order(), windows=(), ending=None, outcome=None)
    )


def _scene(state: SamsaraState) -> Scene:
    asked, about = _asked(state)
    rolled, end = bones(state.rulings), state.outcome or state.ending
    places, sides = list(state.participants), sides_of(state)
    order = state.order
    return Scene(
        round=state.round,
        ended=int(state.outcome is not None),
        winner=sides.index(end.winner) if end is not None and end.winner else -1,
        acting=places.index(state.acting) if state.acting else -1,
        asked=asked.value,
        about=places.index(about) if about else -1,
        turn=len(order.taken) + (order.current is not None),
        slots=len(order.taken) + (order.current is not None) + len(order.pending),
        active=sum(one.status == "in" for one in state.participants.values()),
        goals=len(goals(state)),
        spheres=len(spheres_of(state)),
        challenger=sides.index(state.scene.challenger) if state.scene.challenger else -1,
        number=rolled.number,
        sides=rolled.sides,
        shift=rolled.shift,
        chart=chart(state).value,
        checks_apply=checks_apply(state).value,
        npc_quits=npc_quits(state).value,
        turns=turns_rule(state).value,
        severe=Severe[str(state.rulings["severe"]).upper()].value,
        nothing_shown=int(state.shown == "nothing"),
    )


def _asked(state: SamsaraState) -> tuple[Asked, str]:
    """What is asked, and of or about whom."""
    request = next(iter(open_requests(state)), None)
    if request is None:
        return Asked.NOTHING, ""
    if request.who != GM:
        return Asked.TURN, request.who
    if "in-turn" in request.verbs:
        return Asked.WHO_ACTS, ""
    about = str(request.about["who"])
    return (Asked.SEVERE if "severe" in request.verbs else Asked.WAVERING), about


def _people(state: SamsaraState) -> tuple[Person, ...]:
    sides, kept, found = sides_of(state), 0, []
    for one in state.participants.values():
        found.append(
            Person(
                status=STATUS[one.status],
                side=sides.index(one.side),
                player=int(bool(one.player)),
                arrives=one.arrives,
                starting=one.starting,
                checks=sum(one.checks.values()),
                acts=budget.left(one.budget, ACT),
                fights=int(bool(pursued(state, one, "full"))),
                kept_in=int(one.kept_in),
                judged=int(one.judged is not None),
                instruments=kept,
            )
        )
        kept += len(instruments(one))
    return tuple(found)


def _order(state: SamsaraState) -> tuple[Turn, ...]:
    places, order = list(state.participants), state.order
    slots = (*order.taken, *((order.current,) if order.current else ()), *order.pending)
    turns = [Turn(places.index(slot.who)) for slot in slots]
    return (*turns, *[Turn(-1)] * (len(places) - len(turns)))


def _stance(state: SamsaraState, one: Actor, goal: Goal) -> Stance:
    acting: Terms = terms(state, one, goal)
    resisting: Terms = terms(state, one, goal, resisting=True)
    chosen: Extremes = extremes(state, one, goal)
    return Stance(
        int(goal in pursued(state, one, "full")),
        int(targeted(one, goal)),
        acting.attributes,
        acting.abilities,
        acting.motives,
        acting.situation,
        resisting.attributes,
        resisting.abilities,
        resisting.motives,
        resisting.situation,
        mechanics.own_modifier(acting),
        mechanics.opposing_modifier(resisting, checks_apply(state)),
        int(bool(tactics_open(state, goal))),
        int(bool(instruments_open(state, one, goal))),
        *chosen,
    )
