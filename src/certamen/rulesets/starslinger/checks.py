"""A check from its dice to its end: rolled, perhaps rerolled, judged or kept for the GM, and what a degree brings."""

from msgspec.structs import replace

from certamen.kernel.action import GM, Action, Value
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import Step, ask, open_window, put
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.asking import ask_anew, ruling_request
from certamen.rulesets.starslinger.harm import boon, harm, jam
from certamen.rulesets.starslinger.modifiers import spend_once
from certamen.rulesets.starslinger.outcomes import SUCCEED, provoke
from certamen.rulesets.starslinger.state import (
    Check,
    SceneState,
    Unruled,
    by_initiative,
    challenge_of,
    cite,
    find_carried,
    ruling,
    weapon_of,
)

DEGREES = ("critical failure", "failure", "success", "critical success")


def audience(state: SceneState, check: Check) -> Audience:
    """Who may know of a check: those aware of the actor and of whom it is made against."""
    if check.target in state.participants and not check.unseen:
        return both(state, check.actor, check.target)
    return aware_of(state, check.actor)


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
    target = "" if check.unseen else check.target
    shown = {name: value for name, value in values.items() if value != ""}
    return Event("attempt", check.actor, target, ("SLG-28",), values=shown, to=audience(state, check))


def begin(state: SceneState, check: Check, draws: Draws) -> Step:
    """The dice of a check, and its outcome as far as nobody has to be asked first."""
    who = check.actor
    me = state.participants[who]
    used = {effect.id for effect in spend_once(state, who)}
    state = replace(state, effects=tuple(effect for effect in state.effects if effect.id not in used))
    if not check.reaction:
        me = replace(state.participants[who], checks=me.checks + 1)
        state = put(state, me)
    lost_edge = m.LostEdge[ruling(state, "lost_edge_natural").upper()]
    roll = m.roll_check(draws.of(state, who), check.advantage, check.edges, lost_edge)
    fell = draws.take()
    second = fell[1].face if check.advantage else 0
    state = replace(state, check=replace(check, dice=(fell[0].face, second), edge=roll.edge, fell=fell))
    if me.rerolls == 0:
        return judge(state, Resume("judge"), draws)
    dice = f"{fell[0].face} and {second}" if second else str(fell[0].face)
    cause = f"you rolled {dice}; you may roll a d20 again ({me.rerolls} left)"
    default = Answer("keep")
    return Step(ask(state, who, "react", ("keep", "reroll"), default, Resume("judge"), cause=cause))


def reroll(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """One of the dice is rolled again (SLG-9)."""
    check = state.check
    me = state.participants[request.who]
    if check is None:
        return Step(state)
    new = draws.of(state, me.id).roll(20, m.Die.REROLL)
    first, second = check.dice
    dice = (new, second) if action.values["which"] == "first" else (first, new)
    event = Event("reroll", me.id, rules=("SLG-9",), dice=draws.take(), to=audience(state, check))
    told = replace(event, values={"which": action.values["which"], "before": first if dice[0] == new else second})
    state = put(state, replace(me, rerolls=me.rerolls - 1))
    return Step(replace(state, check=replace(check, dice=dice)), (told,))


def judge(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The check in flight against its DC; without one it waits, and the turn ends (SLG-8)."""
    check = state.check
    if check is None or check.actor not in state.participants:
        return Step(replace(state, check=None))
    if check.dc is None and not state.scene.gm:
        check = replace(check, dc=state.scene.default_dc, dc_public=True)
    if check.dc is None:
        return _keep_for_ruling(state, check)
    return resolve(state, check, check.dc, draws)


def _keep_for_ruling(state: SceneState, check: Check) -> Step:
    n = state.ruled + 1
    me = replace(state.participants[check.actor], done=True)
    state = replace(put(state, me), check=None, ruled=n, unruled=(*state.unruled, Unruled(n, check)))
    parts = (*check.parts, *_dice_parts(check, natural_of(state, check)))
    event = Event("awaits_dc", check.actor, check.target, ("SLG-8",), dice=check.fell, parts=parts)
    told = replace(event, values={"kind": check.kind}, to=audience(state, check))
    if by_initiative(state):
        state, wanted = ask_anew(state, ruling_request(state, state.unruled[-1]))
        state = open_window(state, (wanted,), Resume("go_on"))
    return Step(state, (told,))


def natural_of(state: SceneState, check: Check) -> int:
    """The natural roll of a check whose dice fell (SLG-9, SLG-11)."""
    d20 = m.kept(*check.dice, check.advantage)
    return m.natural_roll(d20, check.edge, m.LostEdge[ruling(state, "lost_edge_natural").upper()])


def resolve(state: SceneState, check: Check, dc: int, draws: Draws) -> Step:
    """The outcome of a check against its DC, told with its reckoning, and what follows."""
    natural = natural_of(state, check)
    roll = m.Roll(m.kept(*check.dice, check.advantage), check.edge, natural)
    total = m.check_total(roll, check.modifiers, m.Scope[ruling(state, "stacking_scope").upper()])
    naturals = m.Naturals[ruling(state, "natural").upper()]
    if check.missing:
        degree = m.missed_degree(natural)
    elif check.kind == "attack":
        degree = m.attack_degree(total, natural, dc, naturals)
    else:
        degree = m.degree(total, natural, dc, naturals)
    check = replace(check, degree=degree, critical=_is_critical(state, check, degree, natural))
    told = _outcome_event(state, check, total, dc, natural)
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
    fumble = m.Fumble[ruling(state, "reaction_fumble").upper()]
    ends = m.reaction_ends_turn(check.degree, fumble) if check.reaction else m.ends_turn(check.degree, True)
    state = put(state, replace(me, done=me.done or ends))
    events: tuple[Event, ...] = ()
    item = find_carried(me, check.subject) if check.kind == "attack" else None
    armed = item is not None and item.weapon.hands > 0
    if m.jams(check.degree, armed):
        state = jam(state, me.id, check.subject)
        told = Event("jam", me.id, "", ("SLG-14",), cite(state, "jam"), values={"weapon": check.subject})
        events = (replace(told, to=aware_of(state, me.id)),)
    if not m.harms(check.degree, armed, m.Jam[ruling(state, "jam").upper()]):
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


# --- the reckoning ---------------------------------------------------------------------------------------------


def _dice_parts(check: Check, natural: int) -> tuple[Part, ...]:
    first, second = check.dice
    d20 = m.kept(first, second, check.advantage)
    faces = (first, second) if check.advantage else (first,)
    counts = faces.index(d20)
    parts = [Part("d20", face, "SLG-9", "die", index == counts) for index, face in enumerate(faces)]
    if check.edge:
        parts.append(Part("edge die", check.edge, "SLG-10", "die"))
    if natural != d20:
        parts.append(Part("natural roll", natural, "SLG-11", "note"))
    return tuple(parts)


def _outcome_event(state: SceneState, check: Check, total: int, dc: int, natural: int) -> Event:
    to = audience(state, check)
    secret = _dc_audience(state, check)
    degree = DEGREES[check.degree]
    cut = total - m.kept(*check.dice, check.advantage) - check.edge - m.modifier(check.modifiers)
    parts = (
        *check.parts,
        *_dice_parts(check, natural),
        *((Part("more than stacks", cut, "SLG-13"),) if cut else ()),
        Part("total", total, "SLG-4", "total"),
        Part("DC", dc, "SLG-15" if check.kind == "attack" else "SLG-4", "target", to=secret),
        Part("margin", total - dc, "SLG-4", "margin", to=secret),
        *_turning_points(state, check, natural),
        Part("outcome", degree, "SLG-5", "degree", to=NOBODY if check.unseen else None),
    )
    values: dict[str, Value] = {"kind": check.kind, "subject": check.subject, "degree": degree}
    values |= {"total": total, "natural": natural}
    private: dict[str, Audience] = {}
    if check.unseen:
        parts = tuple(part for part in parts if part.label not in ("DC", "margin") or not check.missing)
        private = {"degree": NOBODY}
        values["hit"] = "hit" if check.degree >= m.Degree.SUCCESS else "missed"
    target = "" if check.unseen else check.target
    rules = ("SLG-19", "SLG-15") if check.kind == "attack" else ("SLG-4", "SLG-5")
    event = Event("check", check.actor, target, rules, _rulings(state, check, natural), check.fell, parts, values)
    return replace(event, to=to, private=private)


def _turning_points(state: SceneState, check: Check, natural: int) -> tuple[Part, ...]:
    """What besides the total made the outcome: a natural 20 or 1, a roll in the threat range, a place guessed wrong."""
    hidden = NOBODY if check.unseen else None
    if check.missing:
        return (Part("nobody is there", "a sure miss", "SLG-22", "note", to=hidden),)
    if natural in (1, 20):
        rule = "SLG-19" if check.kind == "attack" and natural == 20 else "SLG-5"
        return (Part(f"natural {natural}", "counts by itself", rule, "note", to=hidden),)
    if check.kind == "attack" and check.critical and check.degree == m.Degree.SUCCESS:
        threat = weapon_of(state.participants[check.actor], check.subject).threat
        return (Part("threat from", threat, "SLG-19", "note", to=hidden),)
    return ()


def _rulings(state: SceneState, check: Check, natural: int) -> tuple[tuple[str, RulingValue], ...]:
    names = {
        "natural": natural in (1, 20),
        "lost_edge_natural": check.edge < 0,
        "penalty_counts": any(part.source == "SLG-7" for part in check.parts),
        "stacking_scope": any(part.source == "SLG-13" for part in check.parts),
        "melee_dc": check.kind in ("enter", "leave"),
        "reaction_fumble": check.reaction and check.degree == m.Degree.CRITICAL_FAILURE,
    }
    return cite(state, *(name for name, applies in names.items() if applies))


def _dc_audience(state: SceneState, check: Check) -> Audience:
    if check.dc_public:
        return EVERYONE
    return vital(state, check.target) if check.target in state.participants and not check.unseen else NOBODY
