"""What all acts of a turn share: a turn begins with its first act, costs actions, and ends what was provoked before."""

from collections.abc import Callable

from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.order import pick
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, put
from certamen.kernel.turns import start_turn
from certamen.kernel.window import Request, Resume, Window
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import suffers
from certamen.rulesets.starslinger.state import ACTION, SceneState, Slinger, actions_left, by_initiative

Offers = Callable[[SceneState, str], tuple[Offer, ...]]
Do = Callable[[SceneState, Action, str, Draws], Step]

COST = ((ACTION, 1),)
HAD_TURN = Refusal("you have had your turn: the next one follows the GM's next post", "SLG-2")


def begin_turn(state: SceneState, who: str) -> tuple[SceneState, tuple[Event, ...]]:
    """The turn of `who` begins out of the order, as in a thread; one that was put off goes on."""
    state, events = start_turn(replace(state, order=pick(state.order, who)))
    return renewed(state), events


def renewed(state: SceneState) -> SceneState:
    """The state with the actions of the turn that has just begun fresh, unless it was put off (SLG-3)."""
    current = state.order.current
    if current is None or current.kept:
        return state
    one = state.participants[current.who]
    actions = m.turn_actions(state.actions, suffers(state, one.id, "stunned"))
    fresh = replace(one, budget=budget.renew(one.budget, {ACTION: actions}), checks=0, done=False)
    return put(state, fresh)


def ready(state: SceneState, request: Request) -> tuple[SceneState, tuple[Event, ...]]:
    """The state in which the one who is asked may act: his turn has begun."""
    return begin_turn(state, request.who) if request.about.get("begins") else (state, ())


def turn_act(verb: str, offers: Offers, do: Do, *, reaction: bool = False) -> Act:
    """An act of a turn. In a thread the first one begins the turn; any but a reaction lets what was provoked lapse."""

    def offered(state: SceneState, request: Request) -> tuple[Offer, ...]:
        state, _ = ready(state, request)
        return offers(state, request.who)

    def apply(state: SceneState, action: Action, request: Request, draws: Draws) -> Step:
        state, events = ready(state, request)
        if request.about.get("begins"):
            others = state.windows[0].requests
            state = replace(state, thread=others, windows=(Window((), Resume("turn")),))
        if not reaction:
            state = put(state, replace(state.participants[request.who], provoked=()))
        step = do(state, action, request.who, draws)
        return Step(step.state, (*events, *step.events))

    return Act(verb, offered, apply)


def second_turn(act: Act) -> Act:
    """The act as one would do it unasked who has had his turn: closed, with the reason; to others not offered."""

    def offered(state: SceneState, request: Request) -> tuple[Offer, ...]:
        who = request.who
        if by_initiative(state) or not any(slot.who == who for slot in state.order.taken):
            return ()
        if any(one.who == who for window in state.windows for one in window.requests):
            return ()
        return tuple(replace(offer, closed=HAD_TURN) for offer in act.offers(state, request))

    return Act(act.verb, offered, act.apply)


def spend(state: SceneState, who: str, verb: str) -> SceneState:
    """The state with one action of his turn spent (SLG-3)."""
    one = state.participants[who]
    return put(state, replace(one, budget=budget.spend(one.budget, ACTION, verb)))


def no_action(one: Slinger) -> Refusal | None:
    """Why he may do nothing that costs an action, or None."""
    if actions_left(one):
        return None
    return Refusal(f"all {one.budget.limits.get(ACTION, 0)} actions of this turn are spent", "SLG-3")


def choice(name: str, ids: tuple[str, ...], names: dict[str, str] | None = None) -> Choice:
    """A field with these ids to choose from."""
    if names is None:
        return Choice(name, tuple([Option(one) for one in ids]))
    return Choice(name, tuple([Option(one, names.get(one, "")) for one in ids]))


def people(name: str, those: tuple[Slinger, ...]) -> Choice:
    """A field with these participants to choose from."""
    return Choice(name, tuple([Option(one.id, one.name) for one in those]))


def word(action: Action, name: str) -> str:
    """A value of the action, as text."""
    return str(action.values.get(name, ""))
