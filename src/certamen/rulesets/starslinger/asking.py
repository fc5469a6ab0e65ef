"""What the GM is asked in a thread: his next post, and the DCs of checks that wait (SLG-2, SLG-8)."""

from certamen.kernel.action import GM
from certamen.kernel.state import request
from certamen.kernel.window import Answer, Request
from certamen.rulesets.starslinger.state import Check, SceneState, Unruled, challenge_of


def post_request(state: SceneState) -> Request:
    """The request for the GM's next post, still without an id."""
    scene = state.scene
    if state.round == 0:
        default = Answer("post", {"actions": scene.actions})
        return Request("", GM, "adjudicate", ("post",), default, "open the scene")
    return Request("", GM, "adjudicate", ("post", "end-scene"), Answer("post"), "post, and the next round begins")


def ask_anew(state: SceneState, wanted: Request) -> tuple[SceneState, Request]:
    """The request with an id of its own."""
    return request(
        state, wanted.who, wanted.kind, wanted.verbs, wanted.default, cause=wanted.cause, about=dict(wanted.about)
    )


def tried(state: SceneState, check: Check) -> str:
    """What a check that has no DC tries, in words."""
    if check.kind == "challenge":
        return f"{challenge_of(state, check.subject).name}, {check.way}"
    return f'"{check.subject}"' if check.kind == "deed" else f"to {check.kind} the melee"


def ruling_request(state: SceneState, waiting: Unruled) -> Request:
    """The GM is asked for the DC of a check that waits, and may correct its skill and what it costs (SLG-3, SLG-8)."""
    check = waiting.check
    default = Answer("rule", {"dc": state.scene.default_dc, "skill": check.skill, "cost": 1})
    name = state.participants[check.actor].name
    cause = f"{name} tries {tried(state, check)} ({check.skill}): give its DC"
    return Request("", GM, "adjudicate", ("rule",), default, cause, {"check": waiting.n})
