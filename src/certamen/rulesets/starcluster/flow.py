"""How a StarCluster contest goes on: the scene, chances in order, what an overrule brings about, the end."""

from msgspec.structs import replace

from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.fields import FieldError
from certamen.kernel.order import drop_pending
from certamen.kernel.space.bands import BANDS, Bands, pair, set_band
from certamen.kernel.state import Outcome, Step, ask, open_window, put, sides_left
from certamen.kernel.turns import end_turn, next_turn
from certamen.kernel.window import Answer, Resume, Window, withdraw
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.rounds import begin, new_round, shift
from certamen.rulesets.starcluster.sheet import Scene
from certamen.rulesets.starcluster.state import StarState, best_plus, ruled, use_chance, wound_of
from certamen.rulesets.starcluster.tasks import nothing_left, winner
from certamen.rulesets.starcluster.ties import break_tie

FIGHT = ("attack", "move", "trade", "task", "pass", "flee", "surrender")
WORK = ("task", "trade", "pass")


def start(encounter: Encounter, state: StarState, draws: Draws) -> Step:
    """Set the scene and begin the first round."""
    scene: Scene = encounter.scene
    between = {pair(*one.between): str(one.band) for one in scene.ranges}
    state = replace(
        put(state, *(replace(state.participants[who], cover=cover) for who, cover in scene.cover.items())),
        space=Bands(start=scene.range, between=between),
        combat=scene.contest == "combat",
        lighting=scene.lighting,
        tasks=scene.tasks,
    )
    return new_round(state, Resume("round"), draws)


def next_chance(state: StarState, then: Resume, draws: Draws) -> Step:
    """End the chance going on and come to the next, or to a new round when none is left (SC2-18)."""
    if _is_on(state):  # skipped by the game master: the extra chances still come
        state = use_chance(state, best_plus(state.participants[state.acting]), "skipped")
    state, ended = end_turn(state)
    state, tied, asked = break_tie(state, draws)
    if asked:
        return Step(state, (*ended, *tied))
    state, begun = next_turn(state)
    events = (*ended, *tied, *begun)
    if not state.acting:
        return Step(open_window(state, (), Resume("round")), events)
    return Step(_ask(state), events)


def chance(state: StarState, then: Resume, draws: Draws) -> Step:
    """Ask again where the chance going on is not spent (after a move or a trade), else go on."""
    return Step(_ask(state)) if _is_on(state) else next_chance(state, then, draws)


def _is_on(state: StarState) -> bool:
    """Tell whether a chance is going on that its owner can still use."""
    return bool(state.acting and state.order.current) and state.participants[state.acting].status == "in"


def _ask(state: StarState) -> StarState:
    verbs, cause = (FIGHT, "a chance of success") if state.combat else (WORK, "what will you try?")
    return ask(state, state.acting, "act", verbs, Answer("pass"), Resume("chance"), cause=cause)


def settle(state: StarState, draws: Draws) -> Step:
    """Draw the consequences of what the GM changed: no Constitution, no part in it; no part, no chances (SC2-16)."""
    fallen = [p for p in state.participants.values() if p.status == "in" and wound_of(state, p) == m.Wound.ZERO]
    dead = ruled(state, "at_zero", "dead")
    state = put(state, *(replace(one, status="dead" if dead else "out") for one in fallen))
    events = tuple([_down(state, one.id) for one in fallen])
    for one in state.participants.values():
        if one.status != "in":
            windows = tuple(withdraw(window, one.id) for window in state.windows)
            state = replace(state, order=drop_pending(state.order, one.id), windows=windows)
    if state.acting and state.participants[state.acting].status != "in":
        state = replace(state, windows=(Window((), Resume("next")),))
    return Step(state, events)


def _down(state: StarState, who: str) -> Event:
    """Tell that one whom the GM has left without Constitution is dying, or dead (SC2-14)."""
    ruling = ("at_zero", state.rulings["at_zero"])
    return Event("down", who, rules=("SC2-14",), rulings=(ruling,), to=aware_of(state, who))


def place(state: StarState, then: Resume, draws: Draws) -> Step:
    """Put someone at a range band, as in "long" (to all opponents) or "long bad-guy" (to those named).

    Raises FieldError where the words name no band or nobody.
    """
    who, (at, *named) = str(then.args["who"]), str(then.args["at"]).split() or [""]
    side = state.participants[who].side
    others = named or [one.id for one in state.participants.values() if one.side != side]
    if at not in BANDS or not state.participants.keys() >= set(others) or who in others:
        wanted = f"a range band ({', '.join(BANDS)}), then the ids of others or nothing for all opponents"
        raise FieldError(f"{then.args['at']!r} is no place: expected {wanted}")
    space = state.space
    for other in others:
        space = set_band(space, who, other, at)
    return Step(replace(state, space=space))


def outcome(state: StarState) -> Outcome | None:
    """Say how it ended: one side left in a combat (SC2-18), nothing left to try in a contest of tasks (SC2-17)."""
    if not state.combat:
        return Outcome(True, winner(state), "every task has been tried") if nothing_left(state) else None
    sides = sides_left(state)
    if not m.is_over(len(sides)):
        return None
    return Outcome(True, sides[0], "nobody else is left standing") if sides else Outcome(True, "", "nobody is left")


STEPS = {"round": new_round, "shift": shift, "begin": begin, "chance": chance, "next": next_chance, "place": place}
