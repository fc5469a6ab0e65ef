"""What the GM is asked: posts, the end, DCs, harms, boons, fates; what players are asked outside their turns."""

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import Action, Choice, Number, Offer, Option
from certamen.kernel.audience import EVERYONE, aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.order import Slot, waits
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, add_effect, put
from certamen.kernel.window import Request
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.checks import be_hit, reroll, resolve
from certamen.rulesets.starslinger.flow import due, lose_turn, new_round, open_scene, refreshed, with_end
from certamen.rulesets.starslinger.harm import BOONS, HARMS, boon, harm, out_of_action
from certamen.rulesets.starslinger.reckon import DEGREES
from certamen.rulesets.starslinger.state import ACTION, SceneState, Unruled, after, cite, skill_of, skills_of
from certamen.rulesets.starslinger.turnacts import choice, word

# --- posts and the end: SLG-1, SLG-2, SLG-29 -------------------------------------------------------------------


def post_offers(state: SceneState, request: Request) -> tuple[Offer, ...]:
    """The GM's post, its text said with it: the first names the scene type and how many actions a turn has."""
    fields = (Number("actions", 1, 3, usual=state.scene.actions),) if state.round == 0 else ()
    return (Offer("post", fields, rules=("SLG-2", "SLG-3")),)


def post(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """The scene opens, or its next round begins; turns not taken are lost."""
    first = state.round == 0
    lost = due(state)
    if first:
        actions = action.values["actions"]
        assert isinstance(actions, int)  # the offer admits nothing else
        state = replace(state, actions=actions)
    opening = {"kind": state.scene.kind} if first else {}
    rules, rulings = ("SLG-1", "SLG-2", "SLG-3") if first else ("SLG-2",), cite(state, "order", "gm_post")
    event = Event("post", "gm", rules=rules, rulings=rulings, values={**opening, **action.values}, to=EVERYONE)
    told = [replace(event, text=state.scene.text) if first and not action.text else event]
    state = replace(state, windows=())
    for who in lost:
        state, events = lose_turn(state, who)
        told += events
    asked = state.windows
    state = replace(state, windows=())
    step = open_scene(state, draws) if first else new_round(state, draws)
    return Step(replace(step.state, windows=(*step.state.windows, *asked)), (*told, *step.events))


def end_scene(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """The GM declares the scene over."""
    return Step(replace(state, closed=True), (Event("scene_over", "gm", rules=("SLG-1",), to=EVERYONE),))


def go_on(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """The scene goes on all the same."""
    return Step(state, (Event("scene_goes_on", "gm", rules=("SLG-29",), to=EVERYONE),))


# --- a check that waits: SLG-8 ---------------------------------------------------------------------------------


def waiting_of(state: SceneState, request: Request) -> Unruled:
    """The check that a request is about."""
    return next(one for one in state.unruled if one.n == request.about["check"])


def rule_offers(state: SceneState, request: Request) -> tuple[Offer, ...]:
    """Its DC, the skill it is really made with, and whether it costs an action (SLG-3)."""
    check = waiting_of(state, request).check
    known = (skill for one in state.participants.values() for skill in skills_of(one))
    ways = (skill for one in state.scene.challenges for way in one.ways for skill in way.skills)
    skills = tuple(dict.fromkeys((check.skill, *skills_of(state.participants[check.actor]), *sorted({*known, *ways}))))
    return (Offer("rule", (Number("dc", 0, 100), choice("skill", skills), Number("cost", 0, 1)), rules=("SLG-8",)),)


def rule(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """The DC is given, and the dice that were kept decide."""
    waiting = waiting_of(state, request)
    check = waiting.check
    state = replace(state, unruled=tuple(one for one in state.unruled if one is not waiting))
    me = state.participants[check.actor]
    skill, dc = word(action, "skill"), action.values["dc"]
    assert isinstance(dc, int)  # the offer admits nothing else
    if skill != check.skill:
        change = skill_of(me, skill) - skill_of(me, check.skill)
        found = check.terms
        row = Part(f"{skill} instead of {check.skill}", change, "SLG-3")
        found = found._replace(modifiers=m.counted(found.modifiers, change, False), parts=(*found.parts, row))
        check = replace(check, skill=skill, terms=found)
    told = Event(
        "ruled", "gm", me.id, ("SLG-8",), values={"kind": check.kind, "skill": skill, "cost": action.values["cost"]}
    )
    told = replace(told, to=aware_of(state, me.id))
    step = resolve(state, replace(check, dc=dc, dc_source="the GM"), dc, draws)
    state = after(step)
    now = waiting.round == state.round
    if now and action.values["cost"] == 0 and not m.ends_turn(_degree_of(step), True):
        state = turn_goes_on(state, me.id)
    return Step(refreshed(state), (told, *step.events))


def _degree_of(step: Step) -> int:
    outcome = next(event for event in step.events if event.type == "check")
    return DEGREES.index(str(outcome.values["degree"]))


def turn_goes_on(state: SceneState, who: str) -> SceneState:
    """A deed turns out to cost nothing: its action is given back, and the turn goes on where it stopped."""
    one = state.participants[who]
    state = put(state, replace(one, budget=budget.grant(one.budget, ACTION), done=False))
    if state.acting == who or waits(state.order, who):
        return state
    order = state.order
    return replace(state, order=replace(order, pending=(Slot(who, kept=True), *order.pending)))


# --- harms, boons, fates: SLG-6, SLG-29 ------------------------------------------------------------------------


def effect_offers(verb: str, table: tuple[str, ...]) -> tuple[Offer, ...]:
    """The table, one of its rows, or something else that the GM says and sets."""
    options = (Option("table", "roll on the table"), *map(Option, table), Option("other", "something else"))
    return (Offer(verb, (Choice("effect", options),), rules=("SLG-6",)),)


def do_harm(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """A harmful effect befalls him whose check failed critically."""
    return Step(*harm(state, str(request.about["who"]), word(action, "effect"), draws))


def do_boon(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """A helpful effect comes to him whose check succeeded critically."""
    who, target = str(request.about["who"]), str(request.about["target"])
    return Step(*boon(state, who, target, word(action, "effect"), draws))


def fate(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
    """What becomes of one without hit points, under `zero_hp: gm`."""
    who, status = str(request.about["who"]), word(action, "status")
    if status == "in":
        state = add_effect(state, "holds-on", who, source="gm", rule="SLG-29", to=aware_of(state, who))
        return Step(state, (Event("holds_on", who, rules=("SLG-29",), to=aware_of(state, who)),))
    state, events = out_of_action(state, who, "dead" if status == "dead" else "out")
    return Step(with_end(refreshed(state)), events)


# --- asked of players outside their turns: SLG-9, SLG-21 --------------------------------------------------------


def reroll_offers(state: SceneState, request: Request) -> tuple[Offer, ...]:
    """Which d20 to roll again: one of the two, where there are two."""
    two = state.check is not None and state.check.terms.advantage != 0
    return (Offer("reroll", (choice("which", ("first", "second") if two else ("first",)),), rules=("SLG-9",)),)


def plain(verb: str, rule_id: str) -> Act:
    """An answer that changes nothing by itself."""
    return Act(
        verb, lambda state, request: (Offer(verb, rules=(rule_id,)),), lambda state, action, request, draws: Step(state)
    )


def bare(verb: str, rule_id: str) -> tuple[Offer, ...]:
    """An offer without fields."""
    return (Offer(verb, rules=(rule_id,)),)


GM_ACTS = (
    Act("post", post_offers, post),
    Act("end-scene", lambda state, request: bare("end-scene", "SLG-1"), end_scene),
    Act("go-on", lambda state, request: bare("go-on", "SLG-29"), go_on),
    Act("rule", rule_offers, rule),
    Act("harm", lambda state, request: effect_offers("harm", HARMS), do_harm),
    Act("boon", lambda state, request: effect_offers("boon", BOONS), do_boon),
    Act(
        "fate",
        lambda state, request: (Offer("fate", (choice("status", ("out", "dead", "in")),), rules=("SLG-29",)),),
        fate,
    ),
    Act("reroll", reroll_offers, reroll),
    plain("keep", "SLG-9"),
    Act("be-hit", lambda state, request: bare("be-hit", "SLG-21"), be_hit),
    plain("evade", "SLG-21"),
)
