"""A dualaction fight for the compiled loop: what it takes on, and how its rows are told from the contest."""

from certamen.kernel.action import Action, Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.loop import Did, Loop, World
from certamen.kernel.space import Ground
from certamen.rulesets.dualaction import loop_acts as deeds
from certamen.rulesets.dualaction import loop_rows, policies
from certamen.rulesets.dualaction.loop_flow import act, begin
from certamen.rulesets.dualaction.loop_map import lines
from certamen.rulesets.dualaction.state import Combat, fights, placed

MOST_CELLS = 10_000
MOST_VIEWS = 1_000
HERE = "certamen.rulesets.dualaction"
VERBS = {
    "end": policies.DEFAULT,
    "attack": policies.ATTACK,
    "single": policies.ATTACK,
    "aim": policies.ATTACK,
    "throw": policies.ATTACK,
    "confirm": deeds.CONFIRMED,
    "move": policies.MOVE,
    "reload": policies.RELOAD,
    "use": policies.USE,
    "take-cover": policies.COVER,
    "get-up": policies.GET_UP,
    "stride": policies.STRIDE,
}


def refusal(state: Combat, encounter: Encounter) -> Refusal | None:
    """What of this combat the loop does not know, or None."""
    people = state.participants.values()
    scene = state.scene
    if any(one.hidden for one in people):
        return Refusal("it knows nobody who hides")
    if any(one.status == "waiting" for one in people):
        return Refusal("it knows nobody who comes later", "DUA-3")
    if encounter.review:
        return Refusal("it shows the game master no result before it takes effect")
    if state.objectives or any(task.side for task in scene.tasks) or any(one.task for one in people):
        return Refusal("it knows no long tasks and no objectives", "DUA-2")
    stops = any(ability.use == "stop" for one in people for ability in one.sheet.abilities)
    if stops or scene.hazards or scene.gm_may_stop:
        return Refusal("it knows nothing that stops a move on its way", "DUA-16")
    return _map_refusal(state.space.ground) or _midway_refusal(state)


def _midway_refusal(state: Combat) -> Refusal | None:
    """What it does not know of a combat that has been going on."""
    if any(effect.values for effect in state.effects):
        return Refusal("it knows nothing of what abilities change", "DUA-6")
    if any(fights(one) and not placed(state, one.id) for one in state.participants.values()):
        return Refusal("it knows nobody who stands nowhere")
    if state.outcome is not None:
        return None
    now, order = state.order.current, state.order
    if now is None or not state.windows or not state.windows[-1].requests:
        return Refusal("it goes on only from where somebody is asked")
    if state.windows[-1].requests[0].kind not in ("act", "choose"):
        return Refusal("it goes on only from where somebody decides in his turn")
    rest = order.sequence[order.sequence.index(now.who) + 1 :] if now.who in order.sequence else ()
    if now.who not in order.sequence or rest != tuple(slot.who for slot in order.pending):
        return Refusal("it knows no turn that was put off", "DUA-9")
    return None


def _map_refusal(ground: Ground) -> Refusal | None:
    if ground.grid == "free":
        return Refusal("it knows squares and hexes, not free metres", "DUA-6")
    cells = ground.width // ground.cell * (ground.height // ground.cell)
    if cells > MOST_CELLS:
        return Refusal(f"it knows maps of at most {MOST_CELLS:,} places, not of {cells:,}", "DUA-6")
    if lines(ground) and cells > MOST_VIEWS:
        return Refusal(f"it knows walls on maps of at most {MOST_VIEWS:,} places, not of {cells:,}", "DUA-10")
    return None


def did(state: Combat, action: Action, events: tuple[Event, ...]) -> Did:
    """What an act of the contest is in the loop: who, the verb, at whom, what came of it."""
    ids = list(state.participants)
    who = ids.index(action.actor)
    target = action.values.get("target", action.actor)
    if action.verb == "confirm":
        target = state.windows[-1].requests[0].about["target"]
    return Did(who, VERBS[action.verb], ids.index(str(target)), _result(events))


def _result(events: tuple[Event, ...]) -> int:
    found = {event.type: event.values for event in events}
    if "declared" in found:
        return deeds.DECLARED
    if "attack" in found:
        return int(str(found["attack"]["hits"])) * deeds.HIT + int(str(found.get("damage", {}).get("damage", 0)))
    for kind, name in (("move", "way"), ("stride", "way"), ("use", "healed")):
        if kind in found:
            return int(str(found[kind].get(name, 0)))
    return 0


def opening(encounter: Encounter, state: Combat) -> World:
    """The tables of the fight before a die has fallen."""
    del encounter
    return loop_rows.opening(state)


LOOP = Loop(
    refusal=refusal,
    opening=opening,
    rows=loop_rows.rows,
    begin=begin,
    act=act,
    did=did,
    modules=tuple(
        f"{HERE}.{name}"
        for name in ("mechanics", "guess", "policies", "loop_ways", "loop_sight", "loop_acts", "loop_flow")
    ),
)
