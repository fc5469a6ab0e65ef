"""The toy's acts: one for each kind of field, window and request that the kernel knows."""

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import GM, Action, Choice, Number, Offer, Option, Places, Refusal, Words
from certamen.kernel.audience import NOBODY, aware_of, may_know
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.state import (
    State,
    Step,
    active,
    add_effect,
    ask,
    go_on_with,
    mark,
    open_window,
    opponents,
    put,
    request,
    until,
)
from certamen.kernel.window import Answer, Request, Resume
from tests.kernel.toy_flow import damage
from tests.kernel.toy_state import SomeState, ToyDie, toy

MAIN = (("main", 1),)
WHENS = ("turn_start", "turn_end", "round_start", "round_end")


def no_main(state: State, who: str) -> Refusal | None:
    spent = not budget.left(state.participants[who].budget, "main")
    return Refusal("no main act is left", "TOY-1") if spent else None


def spend(state: SomeState, who: str, kind: str, by: str) -> SomeState:
    one = state.participants[who]
    return put(state, replace(one, budget=budget.spend(one.budget, kind, by)))


def hit_offers(state: State, req: Request) -> tuple[Offer, ...]:
    targets = tuple(Option(one.id, one.name) for one in opponents(state, req.who))
    closed = no_main(state, req.who) or (None if targets else Refusal("there is nobody to hit", "TOY-1"))
    return (Offer("hit", (Choice("target", targets),), MAIN, ("TOY-1",), closed=closed),)


def hit(state: State, action: Action, req: Request, draws: Draws) -> Step:
    who, target = req.who, str(action.values["target"])
    state = spend(state, who, "main", "hit")
    then = Resume("damage", {"by": who, "target": target})
    if not budget.left(state.participants[target].budget, "re"):
        return damage(state, then, draws)
    knows = aware_of(state, who)
    cause = f"{state.participants[who].name if may_know(knows, (target,)) else 'someone'} hits"
    state, one = request(state, target, "react", ("guard", "take"), Answer("take"), cause=cause, about={"by": who})
    return Step(open_window(state, (one,), then))


def guard(state: State, action: Action, req: Request, draws: Draws) -> Step:
    state = spend(state, req.who, "re", "guard")
    state = add_effect(state, "guarding", req.who, until=until(state, req.who, "turn_start"))
    return Step(state, (Event("guard", actor=req.who, to=aware_of(state, req.who)),))


def effect_offers(state: State, req: Request) -> tuple[Offer, ...]:
    names = tuple(Option(one) for one in ("boon", "bane"))
    known = (req.who, *(one.id for one in opponents(state, req.who)))
    people = tuple(Option(who) for who in known)
    when = tuple(Option(one) for one in WHENS)
    return (
        Offer("effect", (Choice("name", names), Choice("on", people), Choice("when", when), Number("times", 1, 9))),
    )


def effect(state: State, action: Action, req: Request, draws: Draws) -> Step:
    on, when, times = str(action.values["on"]), str(action.values["when"]), action.values["times"]
    assert isinstance(times, int)
    end = until(state, on, when, times)  # type: ignore[arg-type]  # the offer admits only moments
    state = add_effect(state, str(action.values["name"]), on, source=req.who, until=end, hangs_on=req.who)
    return Step(state, (Event("effect", actor=req.who, target=on, to=aware_of(state, on)),))


def sap_offers(state: State, req: Request) -> tuple[Offer, ...]:
    targets = tuple(Option(one.id) for one in opponents(state, req.who))
    return (Offer("sap", (Choice("target", targets),)),) if targets else ()


def sap(state: State, action: Action, req: Request, draws: Draws) -> Step:
    """A poison nobody notices, for ever."""
    state = add_effect(state, "sapped", str(action.values["target"]), source=req.who, to=NOBODY)
    return Step(state, (Event("sap", actor=req.who, target=str(action.values["target"])),))


def walk_offers(state: State, req: Request) -> tuple[Offer, ...]:
    near = tuple(Option(at, note=cost) for at, cost in (("door", "1"), ("roof", "3")))
    return (
        Offer("walk", (Places("to", near),), label="to a place"),
        Offer("walk", (Places("to", near, free=True), Words("how")), label="anywhere, in a way of your own"),
    )


def walk(state: State, action: Action, req: Request, draws: Draws) -> Step:
    state = put(state, replace(toy(state, req.who), at=str(action.values["to"])))
    return Step(state, (Event("walk", actor=req.who, values=dict(action.values), to=aware_of(state, req.who)),))


def pick_offers(state: State, req: Request) -> tuple[Offer, ...]:
    things = tuple(Option(one, one.title()) for one in ("apple", "pear", "plum"))
    fields = (Choice("things", things, most=2), Number("weight", 1, 9), Number("taken", 0, 9, upto="weight"))
    return (Offer("pick", (*fields, Words("why", optional=True))),)


def pick(state: State, action: Action, req: Request, draws: Draws) -> Step:
    return Step(state, (Event("pick", actor=req.who, values=dict(action.values), to=aware_of(state, req.who)),))


def mark_offers(state: State, req: Request) -> tuple[Offer, ...]:
    names = tuple(Option(one) for one in ("gate:open", "alarm:off"))
    return (Offer("mark", (Choice("name", names),), MAIN, closed=no_main(state, req.who)),)


def set_mark(state: State, action: Action, req: Request, draws: Draws) -> Step:
    state = mark(spend(state, req.who, "main", "mark"), str(action.values["name"]))
    return Step(state, (Event("mark", actor=req.who, values=dict(action.values), to=aware_of(state, req.who)),))


def plead(state: State, action: Action, req: Request, draws: Draws) -> Step:
    """The game master decides whether it helps."""
    about = {"by": req.who}
    return Step(ask(state, GM, "adjudicate", ("grant", "deny"), Answer("deny"), Resume("on"), about=dict(about)))


def grant(state: State, action: Action, req: Request, draws: Draws) -> Step:
    who = str(req.about["by"])
    healed = draws.gm().roll(6, ToyDie.LUCK)
    state = put(state, replace(toy(state, who), hp=min(1000, toy(state, who).hp + healed)))
    parts = (Part("luck", healed, "d6", "die", to=NOBODY),)
    return Step(state, (Event("granted", actor=who, dice=draws.take(), parts=parts, to=aware_of(state, who)),))


def throw(state: State, action: Action, req: Request, draws: Draws) -> Step:
    """A coin in the air: the first who takes it has it."""
    asked: tuple[Request, ...] = ()
    for one in active(state):
        state, question = request(state, one.id, "choose", ("catch", "leave"), Answer("leave"))
        asked = (*asked, question)
    return Step(open_window(state, asked, Resume("on"), closes="first"))


def told(kind: str) -> Act:
    """An act without fields that does nothing but be told."""

    def apply(state: State, action: Action, req: Request, draws: Draws) -> Step:
        to = aware_of(state, req.who) if req.who in state.participants else NOBODY
        return Step(state, (Event(kind, actor=req.who, to=to),))

    return Act(kind, lambda state, req: (Offer(kind),), apply)


def plan(state: State, action: Action, req: Request, draws: Draws) -> Step:
    what = str(action.values["what"])
    state = put(state, replace(toy(state, req.who), plan=what))
    return Step(state, (Event("plans", actor=req.who, values={"what": what}, to=("*",)),))


def end(state: State, action: Action, req: Request, draws: Draws) -> Step:
    return Step(go_on_with(state, "next"))


def give_up(state: State, action: Action, req: Request, draws: Draws) -> Step:
    state = put(state, replace(toy(state, req.who), status="yielded"))
    return Step(state, (Event("gives-up", actor=req.who, to=aware_of(state, req.who)),))


UNASKED = (Act("give-up", lambda state, req: (Offer("give-up"),), give_up), told("wave"))

ACTS = (
    Act("hit", hit_offers, hit),
    Act("effect", effect_offers, effect),
    Act("sap", sap_offers, sap),
    Act("walk", walk_offers, walk),
    Act("pick", pick_offers, pick),
    Act("mark", mark_offers, set_mark),
    Act("plead", lambda state, req: (Offer("plead"),), plead),
    Act("grant", lambda state, req: (Offer("grant"),), grant),
    told("deny"),
    Act("throw", lambda state, req: (Offer("throw"),), throw),
    told("catch"),
    Act("leave", lambda state, req: (Offer("leave"),), lambda state, action, req, draws: Step(state)),
    Act("plan", lambda state, req: (Offer("plan", (Words("what"),)),), plan),
    Act("guard", lambda state, req: (Offer("guard", cost=(("re", 1),)),), guard),
    Act("take", lambda state, req: (Offer("take"),), lambda state, action, req, draws: Step(state)),
    Act("end", lambda state, req: (Offer("end"),), end),
)
