"""A StarCluster fight as rows of whole numbers: how they are read from a contest, and what they cannot hold."""

from certamen.kernel import budget
from certamen.kernel.action import GM, Action, Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.loop import Did
from certamen.kernel.order import Slot
from certamen.kernel.space.bands import BANDS, band_number
from certamen.kernel.state import open_requests
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.loop_tables import (
    FIRST,
    KINDS,
    NEVER,
    OVER,
    SHOOT,
    STATUSES,
    SWAP,
    VERBS,
    WAIT,
    Arm,
    Attack,
    Equal,
    Pair,
    Person,
    Place,
    Reach,
    Scene,
    Side,
    World,
)
from certamen.rulesets.starcluster.sheet import Weapon
from certamen.rulesets.starcluster.state import (
    Combatant,
    StarState,
    at_or_under,
    best_plus,
    figure,
    plus_of,
    ruled,
    skill_target,
    wound_of,
)


def refusal(state: StarState, encounter: Encounter) -> Refusal | None:
    """Say what in this contest the loop does not know, or None."""
    people = state.participants.values()
    if not state.combat:
        return Refusal("a contest of tasks is no fight", "SC2-17")
    if state.tasks:
        return Refusal("there are tasks besides the fight", "SC2-17")
    if state.objectives:
        return Refusal("an objective may decide it")
    if any(one.hidden for one in people):
        return Refusal("someone is hidden")
    if any(one.status == "waiting" for one in people):
        return Refusal("someone arrives later")
    if encounter.review:
        return Refusal("the game master reviews each result")
    if not _in_order(state):
        return Refusal("the order of this round is not as the rules would have it", "SC2-9")
    return None


def _in_order(state: StarState) -> bool:
    """Tell whether everyone's chances come where his initiative puts them: the game master may have changed that."""
    if [slot.at for slot in state.order.pending] != sorted(slot.at for slot in state.order.pending):
        return False
    if any(request.kind == "shift" for request in open_requests(state)):
        return True
    for who, one in state.participants.items():
        slots = _slots(state, who)
        if any(slot.nth != slots[0].nth + i for i, slot in enumerate(slots)):
            return False
        if any(slot.at != m.chance_at(one.initiative, slot.nth - 1) for slot in slots):
            return False
    return True


def rows(state: StarState) -> World:
    """Give the World of a state."""
    people = tuple(state.participants.values())
    sides = tuple(dict.fromkeys(one.side for one in people))
    arms = [(one, weapon) for one in people for weapon in one.sheet.weapons]
    most = max(len(one.sheet.weapons) * sum(other.side != one.side for other in people) for one in people)
    first_arms = [sum(len(other.sheet.weapons) for other in people[:i]) for i in range(len(people))]
    return World(
        people=tuple(
            _person(state, one, sides.index(one.side), arm) for one, arm in zip(people, first_arms, strict=True)
        ),
        scene=(_scene(state, sides),),
        arms=tuple(_arm(state, one, weapon) for one, weapon in arms) or (Arm(0, 0, 0, 0),),
        reaches=tuple(Reach(modifier) for _, weapon in arms for modifier in _modifiers(weapon)) or (Reach(0),),
        pairs=_pairs(state),
        sides=tuple(Side(sum(one.side == side and one.status == "in" for one in people)) for side in sides),
        desk_attacks=(Attack(0, 0, 0, 0, 0, 0),) * max(1, most),
        desk_places=(Place(0),) * (len(people) + 1),
        desk_equals=(Equal(0),) * len(people),
    )


def opening(encounter: Encounter, state: StarState) -> World:
    """Give the World before a die has fallen."""
    del encounter
    world = rows(state)
    [scene] = world.scene
    people = tuple(one._replace(base=0, initiative=0, delayed=0, coming=0, nth=0, at=NEVER) for one in world.people)
    return world._replace(people=people, scene=(scene._replace(round=0, phase=OVER, asked=-1),))


def _pairs(state: StarState) -> tuple[Pair, ...]:
    """The bands between all pairs: that at which all start, but for those that stand in `between`."""
    places = {who: i for i, who in enumerate(state.participants)}
    numbers = [0 if i == j else BANDS.index(state.space.start) for i in places.values() for j in places.values()]
    for pair in state.space.between:
        one, other = pair.split("/")
        if one in places and other in places:
            band = band_number(state.space, one, other)
            numbers[places[one] * len(places) + places[other]] = band
            numbers[places[other] * len(places) + places[one]] = band
    return tuple([Pair(number) for number in numbers])


def _person(state: StarState, one: Combatant, side: int, first_arm: int) -> Person:
    slots = _slots(state, one.id)
    return Person(
        status=STATUSES.index(one.status),
        side=side,
        constitution=one.constitution,
        wound=int(wound_of(state, one)),
        full=one.sheet.constitution,
        armour=one.sheet.armour,
        cover=one.cover,
        plus=best_plus(one),
        overdo=plus_of(one, "overdo"),
        overdo_target=skill_target(state, one, "overdo"),
        first_arm=first_arm,
        arms=len(one.sheet.weapons),
        base=one.base,
        initiative=one.initiative,
        delayed=int(one.delayed),
        tie=one.tie,
        declared_initiative=one.declared.initiative,
        declared_chance=one.declared.chance,
        declared_quality=one.declared.quality,
        shift_chance=one.shift_chance,
        shift_quality=one.shift_quality,
        trade=one.trade,
        round_trade=one.round_trade,
        moved=int(not budget.left(one.budget, "move")),
        traded=int(not budget.left(one.budget, "trade")),
        coming=len(slots),
        nth=slots[0].nth if slots else 0,
        at=slots[0].at if slots else NEVER,
    )


def _slots(state: StarState, who: str) -> tuple[Slot, ...]:
    now = state.order.current
    return tuple(slot for slot in ((now,) if now else ()) + state.order.pending if slot.who == who)


def _scene(state: StarState, sides: tuple[str, ...]) -> Scene:
    asked = next(iter(open_requests(state)), None)
    who = -1
    if asked:
        about = asked.about.get("who", ())
        name = about[0] if asked.who == GM and isinstance(about, tuple) else asked.who
        who = list(state.participants).index(name)
    return Scene(
        round=state.round,
        ended=int(state.outcome is not None),
        winner=sides.index(state.outcome.winner) if state.outcome and state.outcome.winner else -1,
        phase=KINDS[asked.kind] if asked else OVER,
        asked=who,
        lighting=state.lighting,
        shown=int(state.shown != "nothing"),
        latest_shift=figure(state, "latest_shift"),
        at_or_under=int(at_or_under(state)),
        retry=int(ruled(state, "mastery_checks", "retry")),
        round_up=int(ruled(state, "threshold_round", "up")),
        hindered_quality=int(ruled(state, "hindered_quality", "yes")),
        hindered_next=int(ruled(state, "hindered_next", "yes")),
        zero_is_dead=int(ruled(state, "at_zero", "dead")),
        move_free=int(ruled(state, "band_move", "free")),
        by_base=int(ruled(state, "tie", "lower_base")),
        ask_gm=int(ruled(state, "tie", "gm")),
        in_order=int(ruled(state, "shift_declared", "in_order")),
    )


def _arm(state: StarState, one: Combatant, weapon: Weapon) -> Arm:
    target = skill_target(state, one, weapon.skill)
    return Arm(plus_of(one, weapon.skill), target, weapon.quality, BANDS.index(weapon.farthest))


def _modifiers(weapon: Weapon) -> tuple[int, ...]:
    return tuple(weapon.bands.get(name, 0) for name in BANDS)  # type: ignore[call-overload]  # the sheet's are literals


def did(state: StarState, action: Action, events: tuple[Event, ...]) -> Did:
    """Tell what an action of the contest came to: points moved, or 0 for a miss and 1 and its quality for a hit."""
    people = list(state.participants)
    verb, values = VERBS.index(action.verb), action.values
    actor = str(values["who"]) if verb == FIRST else action.actor
    result, target = 0, -1
    if verb in (WAIT, SWAP):
        result = int(str(values["points"]))
    if verb == SHOOT:
        shot = next(event for event in events if event.type == "attack")
        result = 1 + int(str(shot.values["quality"])) if shot.values["result"] == "hit" else 0
        target = people.index(str(values["target"]))
    return Did(people.index(actor), verb, target, result)
