"""What the game master is asked in SAMSARA: another try, giving up, severe checks, whose turn it is."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Number, Offer, Option
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.order import Slot, drop_pending, finish, pick, waits
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, active, put
from certamen.kernel.turns import start_turn
from certamen.kernel.window import Request
from certamen.rulesets.samsara.endings import aftermath, quits
from certamen.rulesets.samsara.flow import with_budget
from certamen.rulesets.samsara.state import SamsaraState

# --- another try after a simple failure (SAM-13) -----------------------------------------------------------------


def _again_offer(verb: str, label: str) -> Offer:
    return Offer(verb, label=label, rules=("SAM-13",))


def allow(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The goal stays open to him."""
    return Step(state, (_again_event(state, request, "allowed"),))


def deny(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The goal is closed to him."""
    one, goal = state.participants[str(request.about["who"])], str(request.about["goal"])
    return Step(put(state, replace(one, tried=(*one.tried, goal))), (_again_event(state, request, "denied"),))


def _again_event(state: SamsaraState, request: Request, answer: str) -> Event:
    who = str(request.about["who"])
    values: dict[str, str | int | tuple[str, ...]] = {"goal": str(request.about["goal"]), "answer": answer}
    return Event("another_try", actor=who, rules=("SAM-13",), values=values, to=aware_of(state, who))


# --- giving up (SAM-16) ------------------------------------------------------------------------------------------


def let_quit(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """He gives up, if he is still in."""
    who = str(request.about["who"])
    return Step(*quits(state, who, "SAM-16")) if state.participants[who].status == "in" else Step(state)


def fight_on(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """He fights on."""
    return Step(state)


# --- severe checks (SAM-20) --------------------------------------------------------------------------------------


def severe_offers(state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    """How many stay, for each sphere in which he had taken any when this was asked."""
    one = state.participants[str(request.about["who"])]
    spheres = request.about["spheres"]
    assert isinstance(spheres, tuple)  # conclude() put it there
    fields = tuple(Number(sphere, 0, one.checks[sphere]) for sphere in one.checks if sphere in spheres)
    return (Offer("severe", fields, rules=("SAM-20",), label=f"severe checks that {one.name} keeps"),)


def severe(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """So many stay."""
    who = str(request.about["who"])
    judged = {sphere: stay for sphere, stay in action.values.items() if isinstance(stay, int)}
    state = put(state, replace(state.participants[who], judged=judged))
    return Step(state, aftermath(state, state.participants[who]))


# --- whose turn it is (SAM-18, ruling `turns: free`) -------------------------------------------------------------


def name_offers(state: SamsaraState, request: Request) -> tuple[Offer, ...]:
    """Anyone still in may be named, also one who has acted this round."""
    people = tuple(Option(one.id, one.name) for one in active(state))
    return (Offer("name", (Choice("who", people),), rules=("SAM-18",), label="who acts next"),)


def name(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """His turn begins; a second one in a round is one more."""
    return _begin(state, str(action.values["who"]))


def in_turn(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The turn of whoever comes next begins, if anyone does."""
    people = state.participants
    coming = [slot.who for slot in state.order.pending if people[slot.who].status == "in"]
    return _begin(state, coming[0]) if coming else Step(state)


def _begin(state: SamsaraState, who: str) -> Step:
    order = finish(state.order)
    nth = 1 + sum(1 for slot in order.taken if slot.who == who)
    order = pick(order, who) if waits(order, who) else replace(order, current=Slot(who, nth=nth))
    state, events = start_turn(replace(state, order=order))
    return Step(with_budget(state), events)


def next_round(state: SamsaraState, action: Action, request: Request, draws: Draws) -> Step:
    """The round is over for those who have not acted."""
    order = state.order
    for slot in order.pending:
        order = drop_pending(order, slot.who)
    return Step(replace(state, order=order))


ACTS = (
    Act("allow", lambda state, request: (_again_offer("allow", "he may try again"),), allow),
    Act("deny", lambda state, request: (_again_offer("deny", "that was his one try"),), deny),
    Act("let-quit", lambda state, request: (Offer("let-quit", rules=("SAM-16",), label="he gives up"),), let_quit),
    Act("fight-on", lambda state, request: (Offer("fight-on", rules=("SAM-16",), label="he fights on"),), fight_on),
    Act("severe", severe_offers, severe),
    Act("in-turn", lambda state, request: (Offer("in-turn", rules=("SAM-18",), label="whoever comes next"),), in_turn),
    Act("name", name_offers, name),
    Act(
        "next-round", lambda state, request: (Offer("next-round", rules=("SAM-18",), label="a new round"),), next_round
    ),
)
