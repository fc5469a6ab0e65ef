"""Striker's fights for a compiled loop: weapons, areas, remedies, moving on a grid or no map, both policies.

Acts of skills, hiding, surprise, flight through the air and latecomers are left to the contest: `refusal` says which.
"""

from certamen.kernel.action import Action
from certamen.kernel.event import Event
from certamen.kernel.loop import Did, Loop
from certamen.rulesets.striker import policies as p
from certamen.rulesets.striker.loop_acts import DECLINE, act
from certamen.rulesets.striker.loop_order import begin
from certamen.rulesets.striker.loop_refusal import refusal
from certamen.rulesets.striker.loop_rows import opening, rows
from certamen.rulesets.striker.loop_tables import NOBODY
from certamen.rulesets.striker.state import Contest

VERBS = {
    "end": p.DEFAULT,
    "attack": p.ATTACK,
    "attack-area": p.AREA,
    "move": p.MOVE,
    "stand": p.STAND,
    "acrobatics": p.ACROBATICS,
    "evade": p.EVADE,
    "dash": p.DASH,
    "draw": p.DRAW,
    "switch": p.SWITCH,
    "use": p.USE,
    "opportunity": p.OPPORTUNITY,
    "decline": DECLINE,
}


SUMMED = {p.MOVE: ("move", "cost"), p.AREA: ("effect", "amount"), p.USE: ("restored", "amount")}


def did(state: Contest, action: Action, events: tuple[Event, ...]) -> Did:
    """An act as the loop tells of it.

    The result of an attack is 0 for a miss, else 1 and the hp lost; of one on an area the hp lost by all; of a move
    what it cost; of a remedy what it gave back; of getting up whether one is.
    """
    ids = list(state.participants)
    verb = VERBS[action.verb]
    target, result = NOBODY, 0
    if verb in (p.ATTACK, p.OPPORTUNITY):
        blow = next(event for event in events if event.type == "attack")
        target = ids.index(blow.target)
        if blow.values["success"] == "yes":
            lost = next(event.values["amount"] for event in events if event.type == "effect")
            result = 1 + int(str(lost))
    elif verb in SUMMED:
        kind, value = SUMMED[verb]
        result = sum(int(str(event.values[value])) for event in events if event.type == kind)
    elif verb == p.ACROBATICS:
        result = int(any(event.type == "acrobatics" and event.values["success"] == "yes" for event in events))
    return Did(ids.index(action.actor), verb, target, result)


LOOP = Loop(
    refusal=refusal,
    opening=opening,
    rows=rows,
    begin=begin,
    act=act,
    did=did,
    modules=tuple(
        f"certamen.rulesets.striker.{name}"
        for name in (
            "mechanics",
            "policies",
            "figures",
            "guess",
            "vantage",
            "loop_order",
            "loop_land",
            "loop_hands",
            "loop_area",
            "loop_move",
            "loop_sight",
            "loop_acts",
        )
    ),
)
