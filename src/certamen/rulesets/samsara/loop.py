"""SAMSARA's compiled loop: what it takes, what it refuses, and how a contest tells what was done."""

from certamen.kernel.action import GM, Action, Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.loop import Did, Loop
from certamen.kernel.state import open_requests
from certamen.rulesets.samsara import loop_fight
from certamen.rulesets.samsara.loop_rows import opening, rows
from certamen.rulesets.samsara.reckon import goals
from certamen.rulesets.samsara.state import SamsaraState

VERBS = {
    "wait": loop_fight.WAIT,
    "strive": loop_fight.STRIVES,
    "in-turn": loop_fight.IN_TURN,
    "fight-on": loop_fight.FIGHT_ON,
    "severe": loop_fight.SEVERE,
}


def refusal(state: SamsaraState, encounter: Encounter) -> Refusal | None:
    """Why the loop cannot play this contest, or None."""
    people = state.participants.values()
    for one in people:
        if one.hidden:
            return Refusal(f"{one.name} is hidden", "SAM-19")
    for goal in goals(state):
        if goal.form == "simple":
            return Refusal(f"{goal.title or goal.id} is a simple contest", "SAM-13")
    if state.objectives:
        return Refusal(f"there is an objective: {state.objectives[0].title}")
    if encounter.review:
        return Refusal("the game master reviews each result")
    if any(slot.kept for slot in state.order.pending):
        return Refusal("a turn has been put off", "SAM-18")
    return None


def did(state: SamsaraState, action: Action, events: tuple[Event, ...]) -> Did:
    """What was done, told from the contest: the state before, the action, and what happened."""
    places = list(state.participants)
    if action.actor == GM:
        request = open_requests(state)[0]
        begun = (event.actor for event in events if event.type == "turn")
        about = str(request.about["who"]) if "who" in request.about else next(begun)
        return Did(places.index(about), VERBS[action.verb], -1, 0)
    if action.verb != "strive":
        return Did(places.index(action.actor), VERBS[action.verb], -1, 0)
    told = next(event for event in events if event.type == "strive")
    checks = int(str(told.values["delivered"]))
    result = checks if told.values["receiver"] == told.target else -checks
    return Did(places.index(action.actor), VERBS[action.verb], places.index(told.target), result)


LOOP = Loop(
    refusal=refusal,
    opening=opening,
    rows=rows,
    begin=loop_fight.begin,
    act=loop_fight.act,
    did=did,
    modules=(
        "certamen.rulesets.samsara.mechanics",
        "certamen.rulesets.samsara.policies",
        "certamen.rulesets.samsara.loop_tables",
        "certamen.rulesets.samsara.loop_losing",
        "certamen.rulesets.samsara.loop_rounds",
        "certamen.rulesets.samsara.loop_fight",
    ),
)
