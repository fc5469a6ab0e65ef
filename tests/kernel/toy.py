"""A toy ruleset, to test the kernel by: d20 initiative, a hit for d6, a guard that may react, effects of any length."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, NamedTuple

from msgspec.structs import replace

from certamen.dice import Dice
from certamen.kernel import budget
from certamen.kernel.action import Action, Choice, Number, Offer, Option, Refusal, Value
from certamen.kernel.audience import Seen, aware_of, both, vital
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event, Part
from certamen.kernel.order import Slot, fill, fill_from_sequence, insert
from certamen.kernel.rule import Problem, Rule, Ruling, RulingValue
from certamen.kernel.ruleset import Act, Codes, Ruleset
from certamen.kernel.state import (
    Outcome,
    Participant,
    State,
    Step,
    add_effect,
    ask,
    effects_on,
    go_on_with,
    open_window,
    opponents,
    put,
    request,
    sides_left,
    until,
)
from certamen.kernel.turns import arrivals, next_turn, start_round
from certamen.kernel.window import Answer, Request, Resume


class ToyDie(IntEnum):
    INITIATIVE = 1
    DAMAGE = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A toy's figures."""

    hp: Annotated[int, Seen("vital")] = 10
    initiative: int = 0
    skills: dict[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Nothing."""


class Toy(Participant, frozen=True, kw_only=True):
    sheet: Sheet
    hp: Annotated[int, Seen("vital")] = 10
    note: str = ""


class ToyState(State, frozen=True, kw_only=True):
    pass


TURN = ("hit", "effect", "end")


def start(encounter: Encounter, state: ToyState, draws: Draws) -> Step:
    rolls = {}
    for who, one in state.participants.items():
        if one.status == "in":
            sheet: Sheet = one.sheet  # type: ignore[attr-defined]  # every participant here is a Toy
            rolls[who] = sheet.initiative or draws.of(state, who).roll(20, ToyDie.INITIATIVE)
    events = tuple(
        Event("initiative", actor=who, values={"roll": roll}, to=aware_of(state, who)) for who, roll in rolls.items()
    )
    sequence = tuple(sorted(rolls, key=lambda who: -rolls[who]))
    state = replace(state, order=replace(state.order, sequence=sequence))
    step = new_round(state, draws)
    return Step(step.state, (*events, *step.events))


def new_round(state: State, draws: Draws) -> Step:
    state, events = start_round(state)
    state = replace(state, order=fill_from_sequence(state.order))
    for who in arrivals(state):
        entered = enter(state, who, draws)
        state, events = entered.state, (*events, *entered.events)
    step = go_next(state, Resume("next"), draws)
    return Step(step.state, (*events, *step.events))


def enter(state: State, who: str, draws: Draws) -> Step:
    state = put(state, replace(state.participants[who], status="in"))
    order = insert(replace(state.order, sequence=(*state.order.sequence, who)), Slot(who, 1000))
    return Step(replace(state, order=order), (Event("enters", actor=who, to=aware_of(state, who)),))


def go_next(state: State, then: Resume, draws: Draws) -> Step:
    state, events = next_turn(state)
    if not state.acting:
        if not any(one.status == "in" for one in state.participants.values()):
            return Step(replace(state, outcome=Outcome(True, "", "nobody is left")), events)
        step = new_round(state, draws)
        return Step(step.state, (*events, *step.events))
    one = state.participants[state.acting]
    current = state.order.current
    if current is not None and not current.kept:
        state = put(state, replace(one, budget=budget.renew(one.budget, {"main": 2, "re": 1})))
    return Step(ask_turn(state), events)


def ask_turn(state: State) -> State:
    return ask(state, state.acting, "act", TURN, Answer("end"), Resume("turn"), cause="your turn")


def turn(state: State, then: Resume, draws: Draws) -> Step:
    if not state.acting or state.participants[state.acting].status != "in":
        return go_next(state, then, draws)
    return Step(ask_turn(state))


def hit_offers(state: State, req: Request) -> tuple[Offer, ...]:
    me = state.participants[req.who]
    targets = tuple(Option(one.id, one.name) for one in opponents(state, req.who))
    closed = None
    if not budget.left(me.budget, "main"):
        closed = Refusal("no main act is left", "TOY-1")
    elif not targets:
        closed = Refusal("there is nobody to hit", "TOY-1")
    return (Offer("hit", (Choice("target", targets),), (("main", 1),), ("TOY-1",), closed=closed),)


def hit(state: State, action: Action, req: Request, draws: Draws) -> Step:
    who, target = req.who, str(action.values["target"])
    me = state.participants[who]
    state = put(state, replace(me, budget=budget.spend(me.budget, "main", "hit")))
    if budget.left(state.participants[target].budget, "re"):
        state, one = request(
            state, target, "react", ("guard", "take"), Answer("take"), cause=f"{me.name} hits", about={"by": who}
        )
        return Step(open_window(state, (one,), Resume("damage", {"by": who, "target": target, "guard": 0})))
    return damage(state, Resume("damage", {"by": who, "target": target}), draws)


def damage(state: State, then: Resume, draws: Draws) -> Step:
    by, target = str(then.args["by"]), str(then.args["target"])
    victim = state.participants[target]
    assert isinstance(victim, Toy)
    rolled = draws.of(state, by).roll(6, ToyDie.DAMAGE)
    guarded = any(effect.name == "guarding" for effect in effects_on(state, target))
    dealt = max(0, rolled - 2) if guarded else rolled
    left = max(0, victim.hp - dealt)
    parts = (Part("damage", rolled, "d6", "die"), Part("left", left, "hp", "total", to=vital(state, target)))
    state = put(state, replace(victim, hp=left, status="in" if left else "out"))
    event = Event(
        "hit",
        by,
        target,
        ("TOY-1",),
        dice=draws.take(),
        parts=parts,
        values={"damage": dealt, "left": left},
        to=both(state, by, target),
        private={"left": vital(state, target)},
    )
    return Step(state, (event,))


def react_offers(verb: str) -> tuple[Offer, ...]:
    return (Offer(verb, cost=(("re", 1),) if verb == "guard" else ()),)


def guard(state: State, action: Action, req: Request, draws: Draws) -> Step:
    me = state.participants[req.who]
    state = put(state, replace(me, budget=budget.spend(me.budget, "re", "guard")))
    state = add_effect(state, "guarding", req.who, until=until(state, req.who, "turn_start"))
    return Step(state, (Event("guard", actor=req.who, to=aware_of(state, req.who)),))


def effect_offers(state: State, req: Request) -> tuple[Offer, ...]:
    names = tuple(Option(one) for one in ("boon", "bane"))
    people = tuple(Option(one.id) for one in state.participants.values())
    when = tuple(Option(one) for one in ("turn_start", "turn_end", "round_end"))
    return (
        Offer("effect", (Choice("name", names), Choice("on", people), Choice("when", when), Number("times", 1, 9))),
    )


def effect(state: State, action: Action, req: Request, draws: Draws) -> Step:
    on, when = str(action.values["on"]), str(action.values["when"])
    times = action.values["times"]
    assert isinstance(times, int)
    end = until(state, on, when, times)  # type: ignore[arg-type]  # the offer admits only moments
    state = add_effect(state, str(action.values["name"]), on, source=req.who, until=end)
    return Step(state, (Event("effect", actor=req.who, target=on, to=aware_of(state, on)),))


def end_apply(state: State, action: Action, req: Request, draws: Draws) -> Step:
    return Step(go_on_with(state, "next"))


def outcome(state: State) -> Outcome | None:
    sides = sides_left(state)
    return Outcome(True, sides[0] if sides else "", "the others are out") if len(sides) <= 1 else None


class Rows(NamedTuple):
    me: int
    targets: int


def pack(state: State, req: Request) -> Rows:
    return Rows(budget.left(state.participants[req.who].budget, "main"), len(opponents(state, req.who)))


def plain(rows: Rows, dice: Dice) -> Codes:
    return (1, dice.roll(rows.targets) - 1) if rows.me and rows.targets else (0,)


def unpack(codes: Codes, state: State, req: Request) -> Action:
    if codes[0] == 1 and "hit" in req.verbs:
        return Action(req.who, "hit", {"target": opponents(state, req.who)[codes[1]].id}, req.id)
    return Action(req.who, req.default.verb, req.default.values, req.id)


def narrate(event: Event, names: Mapping[str, str]) -> str:
    left = f", {event.values['left']} left" if "left" in event.values else ""
    return f"{names.get(event.actor, 'someone')} {event.type} {names.get(event.target, '')}{left}".strip()


def words(state: State, one: Toy) -> str:
    return "unhurt" if one.hp == one.sheet.hp else "hurt"


def values(state: State, one: Toy) -> dict[str, Value]:
    return {"hp": one.hp}


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    return ()


RULESET = Ruleset(
    name="toy",
    title="Toy",
    version="1",
    rules=(Rule("TOY-1", "A hit deals d6.", "enforced"),),
    rulings=(Ruling("mood", "TOY-1", "calm", "why not", (("calm", ""), ("wild", ""))),),
    sheet=Sheet,
    scene=Scene,
    state=ToyState,
    check=check,
    recruit=lambda entry, rulings: Toy(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=entry.sheet,
        hp=entry.sheet.hp,
    ),
    start=start,
    enter=enter,
    acts=(
        Act("hit", hit_offers, hit),
        Act("effect", effect_offers, effect),
        Act("end", lambda state, req: (Offer("end"),), end_apply),
        Act("guard", lambda state, req: react_offers("guard"), guard),
        Act("take", lambda state, req: react_offers("take"), lambda state, action, req, draws: Step(state)),
    ),
    steps={"next": go_next, "turn": turn, "damage": damage},
    settle=lambda state, draws: Step(state),
    outcome=outcome,
    policies={"plain": plain},
    pack=pack,
    unpack=unpack,
    narrate=narrate,
    words=words,
    values=values,
    export=lambda state, one: one.sheet,
)


def toys(*initiatives: tuple[str, int], hidden: str = "", players: str = "", **options: object) -> Encounter:
    """An encounter of toys "side/id" with these initiatives (0 rolls)."""
    entries = []
    for name, initiative in initiatives:
        side, _, who = name.rpartition("/")
        entries.append(
            Entry(
                id=who,
                name=who.title(),
                side=side or who,
                sheet=Sheet(initiative=initiative),
                hidden=who == hidden,
                player="someone" if who in players.split() else "",
            )
        )
    return Encounter(ruleset="toy", title="Toys", participants=tuple(entries), scene=Scene(), **options)  # type: ignore[arg-type]  # the caller names Encounter's own fields


__all__ = ["RULESET", "Contest", "Sheet", "Toy", "ToyState", "fill", "toys"]
