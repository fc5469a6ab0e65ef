"""Who has lost, who quits, who has won, and what the contest leaves behind."""

from typing import Literal

from msgspec.structs import replace

from certamen.kernel.audience import NOBODY, aware_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import Outcome, Step, ask, open_window, put, request
from certamen.kernel.window import Answer, Resume, withdraw
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.events import dice_rule, roll_rulings
from certamen.rulesets.samsara.mechanics import NOBODY as NOBODY_WON
from certamen.rulesets.samsara.mechanics import ONGOING, NpcQuits, Severe
from certamen.rulesets.samsara.reckon import Met, best_net, bones, goals, npc_quits, pursued, reached_mark, shut
from certamen.rulesets.samsara.state import Actor, SamsaraState, Told

# --- losing (SAM-14) ---------------------------------------------------------------------------------------------


def judge(state: SamsaraState) -> Told:
    """Everyone who can no longer deliver a check has lost, at once; and again for those whom that leaves so."""
    events: tuple[Event, ...] = ()
    while decided(state) == ONGOING:
        met: Met = {}
        beaten = [actor for actor in state.participants.values() if has_lost(state, actor, met)]
        if not beaten:
            break
        events += tuple(_lost_event(state, actor) for actor in beaten)
        for actor in beaten:
            state = drop_out(state, actor.id, "out")
    return state, events


def has_lost(state: SamsaraState, actor: Actor, met: Met) -> bool:
    """Whether an actor still in can deliver no check whatever he rolls, and the game master has not let him stay."""
    if actor.status != "in" or actor.kept_in:
        return False
    net = best_net(state, actor, met=met)
    return net is not None and mechanics.cannot_deliver(net, bones(state.rulings))


def _lost_event(state: SamsaraState, actor: Actor) -> Event:
    rolled = bones(state.rulings)
    to = aware_of(state, actor.id)
    known = to if state.shown == "exact" else NOBODY
    highest, net = mechanics.highest_roll(rolled), best_net(state, actor) or 0
    parts = (
        Part("highest roll, less the shift", highest, "SAM-14"),
        Part("net against the easiest opponent", net, "SAM-19", to=known),
        Part("the best that can come", highest + net, "SAM-14", "total", to=known),
    )
    return Event(
        "lost",
        actor=actor.id,
        rules=("SAM-14", "SAM-17", "SAM-19", *dice_rule(state)),
        rulings=roll_rulings(state),
        parts=parts,
        to=to,
    )


def drop_out(state: SamsaraState, who: str, status: Literal["out", "yielded"]) -> SamsaraState:
    """`who` is no longer in the contest; nothing more is asked of him."""
    one = replace(state.participants[who], status=status, lost=status == "out")
    return replace(put(state, one), windows=tuple(withdraw(window, who) for window in state.windows))


# --- quitting (SAM-16) -------------------------------------------------------------------------------------------


def after_delivery(state: SamsaraState, who: str) -> Told:
    """A game master's character to whom checks were delivered may think of quitting."""
    one = state.participants[who]
    rule = npc_quits(state)
    if one.status != "in" or one.player or rule == NpcQuits.NEVER or decided(state) != ONGOING:
        return state, ()
    taken = sum(one.checks.values())
    if not mechanics.considers_quitting(one.starting, taken):
        return state, ()
    if rule == NpcQuits.AUTO:
        return quits(state, who, "SAM-16")
    parts = (
        Part("checks taken", taken, "SAM-2", "total"),
        Part("half the modifier he began with", mechanics.quitting_point(one.starting), "SAM-16", "target"),
    )
    event = Event(
        "wavers", actor=who, rules=("SAM-16",), rulings=(("npc_quits", state.rulings["npc_quits"]),), parts=parts
    )
    cause = f"{one.name} has taken {taken} checks: does he give up?"
    state = ask(
        state, "gm", "adjudicate", ("let-quit", "fight-on"), Answer("fight-on"), Resume("go-on"),
        cause=cause, about={"who": who},
    )  # fmt: skip
    return state, (event,)


def quits(state: SamsaraState, who: str, rule: str = "SAM-15") -> Told:
    """`who` gives up: for him the contest is over, and perhaps for all."""
    rulings = (("npc_quits", state.rulings["npc_quits"]),) if rule == "SAM-16" else ()
    told = Event("quit", actor=who, rules=(rule,), rulings=rulings, to=aware_of(state, who))
    state, events = judge(drop_out(state, who, "yielded"))
    return state, (told, *events)


# --- winning -----------------------------------------------------------------------------------------------------


def decided(state: SamsaraState) -> int:
    """The place of the side that has won, in order of appearance, or `ONGOING` or `NOBODY` of the mechanics."""
    counts = dict.fromkeys((one.side for one in state.participants.values()), 0)
    for one in state.participants.values():
        counts[one.side] += one.status in ("in", "waiting")
    if not any(one.status == "in" for one in state.participants.values()):
        return NOBODY_WON
    if len(counts) == 1 and not any(goal.form == "full" for goal in goals(state)):
        return ONGOING
    return mechanics.winning_side(tuple(counts.values()))


def outcome(state: SamsaraState) -> Outcome | None:
    """How it ended: one side alone is left, or where nothing but simple contests was to try, all are tried."""
    winner = decided(state)
    if winner == ONGOING:
        return _all_tried(state)
    if winner == NOBODY_WON:
        return Outcome(True, "", "all are out at once")
    sides = tuple(dict.fromkeys(one.side for one in state.participants.values()))
    return Outcome(True, sides[winner], "the others have lost or given up")


def _all_tried(state: SamsaraState) -> Outcome | None:
    people = state.participants.values()
    if any(goal.form == "full" for goal in goals(state)) or any(one.status == "waiting" for one in people):
        return None
    for actor in people:
        if actor.status == "in" and any(shut(state, actor, goal) is None for goal in pursued(state, actor, "simple")):
            return None
    sides = dict.fromkeys(one.side for one in people)
    best = [side for side in sides if any(reached_mark(side, goal.id) in state.marks for goal in goals(state))]
    return Outcome(True, best[0] if len(best) == 1 else "", "nothing is left to try")


# --- what is left behind (SAM-20) --------------------------------------------------------------------------------


def severe_left(state: SamsaraState, actor: Actor) -> dict[str, int]:
    """The severe checks that this contest leaves the actor, by sphere."""
    if actor.judged is not None:
        return actor.judged
    rule = Severe[str(state.rulings["severe"]).upper()]
    return {sphere: mechanics.severe_left(taken, rule) for sphere, taken in actor.checks.items()}


def conclude(state: SamsaraState, draws: Draws) -> Step:
    """It is decided: what stays with each who has taken checks is told, or asked of the game master."""
    taken = [one for one in state.participants.values() if any(one.checks.values())]
    if state.rulings["severe"] != "gm":
        return Step(state, tuple(event for one in taken for event in aftermath(state, one)))
    asked = []
    for one in taken:
        cause = f"{one.name} has taken {sum(one.checks.values())} checks: how many severe ones stay?"
        spheres = tuple(sphere for sphere, taken in one.checks.items() if taken)
        default = Answer("severe", dict.fromkeys(spheres, 0))
        about: dict[str, str | int | tuple[str, ...]] = {"who": one.id, "spheres": spheres}
        state, question = request(state, "gm", "adjudicate", ("severe",), default, cause=cause, about=about)
        asked.append(question)
    return Step(open_window(state, tuple(asked), Resume("go-on")))


def aftermath(state: SamsaraState, actor: Actor) -> tuple[Event, ...]:
    """What stays with the actor."""
    knows, to = vital(state, actor.id), aware_of(state, actor.id)
    return tuple(
        Event(
            "severe",
            actor=actor.id,
            rules=("SAM-20",),
            rulings=(("severe", state.rulings["severe"]),),
            parts=(Part(f"temporary checks, {sphere}", actor.checks.get(sphere, 0), "SAM-2", "note", to=knows),),
            values={"sphere": sphere, "severe": stay},
            to=to,
            private={"severe": knows},
        )
        for sphere, stay in severe_left(state, actor).items()
        if stay
    )
