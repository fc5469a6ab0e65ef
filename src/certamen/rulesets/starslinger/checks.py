"""A check from its dice to its end: rolled, perhaps rerolled, judged or kept for the GM, and what a degree brings."""

from msgspec.structs import replace

from certamen.kernel.action import GM, Action, Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step, ask, open_window, put
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.asking import ask_anew, ruling_request
from certamen.rulesets.starslinger.harm import boon, harm, jam
from certamen.rulesets.starslinger.outcomes import SUCCEED, provoke
from certamen.rulesets.starslinger.reckon import audience, natural_of, outcome_event, total_of, waiting_event
from certamen.rulesets.starslinger.state import (
    Check,
    SceneState,
    Unruled,
    by_initiative,
    challenge_of,
    chosen,
    cite,
    find_carried,
    ruling,
    weapon_of,
)


def told_first(state: SceneState, check: Check, draws: Draws, cost: int = 1) -> Step:
    """A hidden attacker revealed, so that what he tries is seen; the attempt told, and the check begun."""
    state, shown = reveal(state, check.actor) if check.kind == "attack" else (state, ())
    told = attempt(state, check, cost)
    step = begin(state, check, draws)
    return Step(step.state, (*shown, told, *step.events))


def attempt(state: SceneState, check: Check, cost: int = 1) -> Event:
    """What is tried, before any die falls; a text said with it stays here, apart from what comes of it (SLG-28)."""
    values: dict[str, Value] = {
        "kind": check.kind,
        "subject": check.subject,
        "way": check.way,
        "skill": check.skill,
        "cost": cost,
    }
    if check.kind == "challenge":
        values["name"] = challenge_of(state, check.subject).name
    elif check.unseen:
        values["name"] = state.scene.spots[check.way]
    target = "" if check.unseen else check.target
    shown = {name: value for name, value in values.items() if value != ""}
    return Event("attempt", check.actor, target, ("SLG-28",), values=shown, to=audience(state, check))


def reveal(state: SceneState, who: str) -> tuple[SceneState, tuple[Event, ...]]:
    """Attacking gives one's place away (SLG-22)."""
    one = state.participants[who]
    if not one.hidden:
        return state, ()
    state = put(state, replace(one, hidden=False, known_to=()))
    return state, (Event("revealed", target=who, rules=("SLG-22",), to=aware_of(state, who)),)


# --- the dice --------------------------------------------------------------------------------------------------


def begin(state: SceneState, check: Check, draws: Draws) -> Step:
    """The dice of a check, and its outcome as far as nobody has to be asked first."""
    who = check.actor
    if state.effects:
        stay = tuple(one for one in state.effects if one.bearer != who or not one.values.get("once"))
        state = replace(state, effects=stay)
    me = state.participants[who]
    if not check.reaction:
        me = replace(me, checks=me.checks + 1)
        state = put(state, me)
    dice = draws.of(state, who)
    first, second = m.roll_two(dice, check.terms.advantage)
    edge = m.roll_edge(dice, check.terms.edges)
    state = replace(state, check=replace(check, dice=(first, second), edge=edge, fell=draws.take()))
    if me.rerolls == 0:
        return judge(state, Resume("judge"), draws)
    shown = f"{first} and {second}" if second else str(first)
    cause = f"you rolled {shown}; you may roll a d20 again ({me.rerolls} left)"
    default = Answer("keep")
    return Step(ask(state, who, "react", ("keep", "reroll"), default, Resume("judge"), cause=cause))


def reroll(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """One of the dice is rolled again (SLG-9)."""
    check = state.check
    me = state.participants[request.who]
    if check is None:
        return Step(state)
    dice = draws.of(state, me.id)
    new = dice.roll(20, m.Die.REROLL)
    first, second = check.dice
    now, before = ((new, second), first) if action.values["which"] == "first" else ((first, new), second)
    fell = draws.take()
    event = Event("reroll", me.id, rules=("SLG-9",), dice=fell, to=audience(state, check))
    private = {} if fell[0].kind == "open" else {"before": (me.id,)}
    told = replace(event, values={"which": action.values["which"], "before": before}, private=private)
    state = put(state, replace(me, rerolls=me.rerolls - 1))
    return Step(replace(state, check=replace(check, dice=now)), (told,))


# --- the outcome -----------------------------------------------------------------------------------------------


def judge(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The check in flight against its DC; without one it waits, and the turn ends (SLG-8)."""
    check = state.check
    if check is None:
        return Step(state)
    if check.dc is None and not state.scene.gm:
        check = replace(check, dc=state.scene.default_dc, dc_public=True, dc_source="the scene")
    if check.dc is None:
        return _keep_for_ruling(state, check)
    return resolve(state, check, check.dc, draws)


def _keep_for_ruling(state: SceneState, check: Check) -> Step:
    n = state.ruled + 1
    me = replace(state.participants[check.actor], done=True)
    waiting = Unruled(n, replace(check, told=True), state.round)
    told = waiting_event(state, check)
    state = replace(put(state, me), check=None, ruled=n, unruled=(*state.unruled, waiting))
    if by_initiative(state):
        state, wanted = ask_anew(state, ruling_request(state, waiting))
        state = open_window(state, (wanted,), Resume("go_on"))
    return Step(state, (told,))


def resolve(state: SceneState, check: Check, dc: int, draws: Draws) -> Step:
    """The outcome of a check against its DC, told with its reckoning, and what follows."""
    natural = natural_of(state, check)
    total = total_of(state, check, natural)
    naturals = chosen(state, "natural")
    if check.missing:
        degree = m.missed_degree(natural)
    elif check.kind == "attack":
        degree = m.attack_degree(total, natural, dc, naturals)
    else:
        degree = m.degree(total, natural, dc, naturals)
    check = replace(check, degree=degree, critical=_is_critical(state, check, degree, natural))
    told = outcome_event(state, check, total, dc, natural)
    state = replace(state, check=check)
    if degree >= m.Degree.SUCCESS:
        state, events = SUCCEED[check.kind](state, check, draws)
        return _then_finish(state, (told, *events), draws)
    if check.kind == "attack" and check.target:
        state = provoke(state, check.target, ("attacked", "missed"), check.actor)
        if state.participants[check.target].sheet.may_take_hits:
            return Step(_ask_to_be_hit(state, check), (told,))
    return _then_finish(state, (told,), draws)


def _is_critical(state: SceneState, check: Check, degree: int, natural: int) -> bool:
    if check.kind != "attack":
        return degree == m.Degree.CRITICAL_SUCCESS
    return m.critical_hit(degree, natural, weapon_of(state.participants[check.actor], check.subject).threat)


def _ask_to_be_hit(state: SceneState, check: Check) -> SceneState:
    me = state.participants[check.actor]
    cause = f"{me.name} misses you with {check.subject}; you may choose to be hit"
    return ask(state, check.target, "react", ("evade", "be-hit"), Answer("evade"), Resume("finish"), cause=cause)


def be_hit(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """The target of a miss chooses an ordinary hit (SLG-21)."""
    if state.check is None:
        return Step(state)
    to = audience(state, state.check)
    told = Event("takes_hit", request.who, state.check.actor, ("SLG-21",), to=to)
    state, events = SUCCEED["attack"](state, replace(state.check, critical=False), draws)
    return Step(state, (told, *events))


# --- what it brings beyond its effect: SLG-6, SLG-14, SLG-24 -------------------------------------------------------


def _then_finish(state: SceneState, events: tuple[Event, ...], draws: Draws) -> Step:
    step = finish(state, Resume("finish"), draws)
    return Step(step.state, (*events, *step.events))


def finish(state: SceneState, then: Resume, draws: Draws) -> Step:
    """What the degree brings beyond the effect: turn's end, jam, harm, boon; then a second weapon (SLG-6, SLG-14)."""
    check = state.check
    if check is None:
        return Step(state)
    state = replace(state, check=None)
    me = state.participants[check.actor]
    if check.then[0]:
        args: dict[str, Value] = {"who": me.id, "weapon": check.then[0], "target": check.then[1], "first": check.degree}
        state = open_window(state, (), Resume("second", args))
    if check.degree == m.Degree.CRITICAL_FAILURE:
        return _fumble(state, check, draws)
    bonus = check.kind != "attack" or ruling(state, "attack_bonus") == "both"
    if check.degree == m.Degree.CRITICAL_SUCCESS and bonus:
        return _ask_gm(state, "boon", check, draws)
    return Step(state)


def _fumble(state: SceneState, check: Check, draws: Draws) -> Step:
    me = state.participants[check.actor]
    fumble = chosen(state, "reaction_fumble")
    ends = m.reaction_ends_turn(check.degree, fumble) if check.reaction else m.ends_turn(check.degree, True)
    state = put(state, replace(me, done=me.done or ends))
    events: tuple[Event, ...] = ()
    item = find_carried(me, check.subject) if check.kind == "attack" else None
    armed = item is not None and item.weapon.hands > 0
    if m.jams(check.degree, armed):
        state = jam(state, me.id, check.subject)
        told = Event("jam", me.id, "", ("SLG-14",), cite(state, "jam"), values={"weapon": check.subject})
        events = (replace(told, to=aware_of(state, me.id)),)
    if not m.harms(check.degree, armed, chosen(state, "jam")):
        return Step(state, events)
    step = _ask_gm(state, "harm", check, draws)
    return Step(step.state, (*events, *step.events))


def _ask_gm(state: SceneState, verb: str, check: Check, draws: Draws) -> Step:
    """The GM names the harm or the boon; without one the table does."""
    who = check.actor
    if not state.scene.gm:
        return Step(
            *(harm(state, who, "table", draws) if verb == "harm" else boon(state, who, check.target, "table", draws))
        )
    name = state.participants[who].name
    what = "a critical failure harms" if verb == "harm" else "a critical success helps"
    about = {"who": who, "target": check.target}
    default = Answer(verb, {"effect": "table"})
    return Step(
        ask(state, GM, "adjudicate", (verb,), default, Resume("go_on"), cause=f"{what} {name}", about=dict(about))
    )
