"""How a scene goes on: posts and the turns after them, rounds by initiative, and the end (SLG-1, SLG-2, SLG-29)."""

from msgspec.structs import replace

from certamen.kernel.action import GM
from certamen.kernel.audience import aware_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event, Part
from certamen.kernel.order import Slot, fill, fill_from_sequence, has_place, insert
from certamen.kernel.space import Melees, melees
from certamen.kernel.state import Outcome, Step, ask, open_window, put, sides_left
from certamen.kernel.turns import arrivals, end_turn, next_turn, start_round
from certamen.kernel.window import Answer, Request, Resume, Window, withdraw
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.asking import ask_anew, post_request, ruling_request
from certamen.rulesets.starslinger.conditions import of_kind, size_of, suffers
from certamen.rulesets.starslinger.harm import fall, hurt
from certamen.rulesets.starslinger.initiative import join_order, roll_initiative
from certamen.rulesets.starslinger.places import apart, groups, melee_of
from certamen.rulesets.starslinger.state import SceneState, Slinger, actions_left, after, by_initiative, chosen
from certamen.rulesets.starslinger.turnacts import begin_turn, renewed

TURN = (
    "react", "attack", "attack-two", "attack-unseen", "enter", "leave", "escape", "let-go", "move", "stand",
    "challenge", "heal", "clear", "draw", "sheathe", "pick-up", "drop", "open", "close", "deed", "end",
)  # fmt: skip
LATE = ("react", "end")


# --- the start -------------------------------------------------------------------------------------------------


def start(encounter: Encounter, state: SceneState, draws: Draws) -> Step:
    """The scene as written; the GM's first post is asked for, or initiative rolled at once where there is no GM."""
    scene = encounter.scene
    space = Melees(start=scene.distance)
    for group in scene.melees:
        for who in group[1:]:
            space = melees.engage(space, who, group[0])
    doors = {door.id: door.open for door in scene.doors}
    state = replace(state, scene=scene, space=space, actions=scene.actions, doors=doors)
    if not scene.gm:
        return open_scene(state, draws)
    return Step(ask_for_post(state))


def ask_for_post(state: SceneState) -> SceneState:
    """The GM is asked for the post that opens the scene or its next round."""
    state, post = ask_anew(state, post_request(state))
    return open_window(state, (post,), Resume("go_on"))


def open_scene(state: SceneState, draws: Draws) -> Step:
    """The first round: by initiative, everyone rolls; by post, all but the GM's characters may take a turn."""
    if not by_initiative(state):
        return new_round(state, draws)
    state, events = roll_initiative(state, draws)
    step = new_round(state, draws)
    return Step(step.state, (*events, *step.events))


# --- rounds and turns ------------------------------------------------------------------------------------------


def new_round(state: SceneState, draws: Draws) -> Step:
    """The next round begins, with whoever arrives in it."""
    state, events = start_round(state)
    state = replace(state, asked=False, phase="gm", order=fill(state.order, ()))
    if by_initiative(state):
        state = replace(state, order=fill_from_sequence(state.order))
    for who in arrivals(state):
        step = enter(state, who, draws)
        state, events = after(step), (*events, *step.events)
    if not by_initiative(state):
        state = _fill_phase(state, gm_posting=True)
    step = next_step(state, Resume("next"), draws)
    return Step(step.state, (*events, *step.events))


def _fill_phase(state: SceneState, *, gm_posting: bool) -> SceneState:
    """Those whose turn comes with the GM's post, or after it (SLG-2)."""
    due = tuple(
        Slot(one.id)
        for one in state.participants.values()
        if may_act(one) and m.turn_due(not one.player, gm_posting, 0, state.round == 1)
    )
    return replace(state, phase="gm" if gm_posting else "players", order=fill(state.order, due))


def may_act(one: Slinger) -> bool:
    """Whether a turn is his to take: in action, or with a reaction that was provoked before he fell (SLG-25)."""
    return one.status == "in" or (bool(one.provoked) and one.status in ("out", "dead"))


def due(state: SceneState) -> tuple[str, ...]:
    """Those whose turn is still to come in the thread, and who may take it."""
    return tuple(slot.who for slot in state.order.pending if may_act(state.participants[slot.who]))


def enter(state: SceneState, who: str, draws: Draws) -> Step:
    """`who` comes in: with a turn this round unless its time is past."""
    state = put(state, replace(state.participants[who], status="in"))
    told = (Event("arrives", who, to=aware_of(state, who)),)
    if by_initiative(state):
        state, rolled = join_order(state, who, draws)
        return Step(state, (*told, *rolled))
    one = state.participants[who]
    if state.round and m.turn_due(not one.player, state.phase == "gm", 0, state.round == 1):
        state = refreshed(replace(state, order=insert(state.order, Slot(who))))
    return Step(state, told)


def next_step(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The turn going on ends, and whoever comes next is asked, after what its end asks of the GM.

    In a thread the players follow when the GM's own characters have had their turns.
    """
    before = len(state.windows)
    state, events = _end_of_turn(replace(state, check=None))
    first = state.windows[before:]
    step = _next(replace(state, windows=state.windows[:before]), draws)
    return Step(replace(step.state, windows=(*step.state.windows, *first)), (*events, *step.events))


def _next(state: SceneState, draws: Draws) -> Step:
    events: tuple[Event, ...] = ()
    if not by_initiative(state):
        if state.acting or state.order.current is not None:
            state, events = end_turn(state)
        if state.phase == "gm" and not due(state):
            state = _fill_phase(state, gm_posting=False)
        return Step(with_end(thread_window(state)), events)
    state, events = next_turn(state, may_act)  # type: ignore[arg-type]  # every participant here is a Slinger
    if state.acting:
        return Step(with_end(ask_turn(renewed(state))), events)
    step = _round_over(state, draws)
    return Step(step.state, (*events, *step.events))


def _round_over(state: SceneState, draws: Draws) -> Step:
    """The next round; where nobody can act in it, nor comes in by himself later, the GM is asked to end the scene."""
    people = state.participants.values()
    if any(may_act(one) and has_place(state.order, one.id) for one in people):
        return new_round(state, draws)
    coming = any(one.status == "waiting" and one.arrives > state.round for one in people)
    state = open_window(state, (), Resume("round"))
    return Step(state if coming or state.asked else ask_to_end(state, "nobody is in action: end the scene?"))


def _end_of_turn(state: SceneState) -> tuple[SceneState, tuple[Event, ...]]:
    """Persistent damage at the end of the sufferer's turn, past armour (SLG-29).

    In a thread a turn that goes on after it stopped for a DC (`kept`) has ended once already.
    """
    who, current = state.acting, state.order.current
    events: tuple[Event, ...] = ()
    ended = current is not None and current.kept and not by_initiative(state)
    if ended or not state.effects or who not in state.participants:
        return state, events
    for effect in of_kind(state, who, "persistent"):
        if state.participants[who].status != "in":
            break
        figure = abs(size_of(effect))
        parts = (Part("persistent damage", figure, effect.source or "SLG-29", "total", to=vital(state, who)),)
        told = Event("persistent", target=who, rules=("SLG-29", "SLG-16"), parts=parts, to=aware_of(state, who))
        state, more = hurt(state, who, figure, told)
        events = (*events, *more)
    return state, events


def lose_turn(state: SceneState, who: str) -> tuple[SceneState, tuple[Event, ...]]:
    """The turn of `who` goes by: reactions lapse, and what comes with its start and end comes all the same (SLG-2)."""
    state, begun = begin_turn(state, who)
    state = put(state, replace(state.participants[who], provoked=()))
    lost = Event("lost_turn", who, rules=("SLG-2",), to=aware_of(state, who))
    state, suffered = _end_of_turn(state)
    state, over = end_turn(state)
    return state, (*begun, lost, *suffered, *over)


def ask_turn(state: SceneState) -> SceneState:
    """The one whose turn it is is asked for his next act."""
    who = state.acting
    verbs = TURN if state.participants[who].status == "in" else LATE
    return ask(state, who, "act", verbs, Answer("end"), Resume("turn"), cause="your turn")


def turn(state: SceneState, then: Resume, draws: Draws) -> Step:
    """Goes on with the turn, or with the next one when it is over."""
    me = state.participants.get(state.acting)
    if me is None or me.done or me.status != "in" or not actions_left(me):
        return next_step(state, then, draws)
    return Step(with_end(ask_turn(state)))


# --- the thread: SLG-2 -----------------------------------------------------------------------------------------


def thread_window(state: SceneState) -> SceneState:
    """All who may take a turn now are asked together, with the checks that wait for a DC, and the GM's next post."""
    open_now = state.windows and state.windows[0].then.step == "posted"
    old = state.windows[0].requests if open_now else state.thread
    wanted = [ruling_request(state, waiting) for waiting in state.unruled]
    turns = due(state)
    for who in turns:
        verbs = TURN if state.participants[who].status == "in" else LATE
        wanted.append(Request("", who, "act", verbs, Answer("end"), "your turn", {"begins": 1}))
    if state.phase == "players" and m.gm_may_post(len(turns), chosen(state, "gm_post")):
        wanted.append(post_request(state))
    requests: list[Request] = []
    for new in wanted:
        same = next((r for r in old if (r.who, r.verbs, r.about) == (new.who, new.verbs, new.about)), None)
        if same is None:
            state, same = ask_anew(state, new)
        requests.append(same)
    return replace(state, thread=(), windows=(Window(tuple(requests), Resume("posted")),))


def refreshed(state: SceneState) -> SceneState:
    """The thread's window, where one is open, with what is asked now; what is asked above it stays."""
    if not state.windows or state.windows[0].then.step != "posted":
        return state
    above = state.windows[1:]
    state = thread_window(state)
    return replace(state, windows=(*state.windows, *above))


# --- the end: SLG-29 -------------------------------------------------------------------------------------------


def with_end(state: SceneState) -> SceneState:
    """The state, with the GM asked to end the scene once when at most one side is left in action."""
    if state.asked or not m.scene_may_end(len(sides_left(state))):
        return state
    return ask_to_end(state, "at most one side is in action: end the scene?")


def ask_to_end(state: SceneState, cause: str) -> SceneState:
    """The state, with the GM asked to end the scene; without one it ends."""
    if not state.scene.gm:
        return replace(state, closed=True)
    state = replace(state, asked=True)
    verbs, about = ("end-scene", "go-on"), {"left": tuple(sides_left(state))}  # a side may be left that hides
    return ask(state, GM, "adjudicate", verbs, Answer("end-scene"), Resume("go_on"), cause=cause, about=dict(about))


def outcome(state: SceneState) -> Outcome | None:
    """How it ended, once the GM has declared it over."""
    if not state.closed:
        return None
    sides = tuple(dict.fromkeys(one.side for one in state.participants.values() if one.status == "in"))
    if len(sides) == 1:
        return Outcome(True, sides[0], f"nobody but {sides[0]} is left in action")
    return Outcome(True, "", "the scene is over" if sides else "nobody is left in action")


def settle(state: SceneState, draws: Draws) -> Step:
    """After the GM changed something: who has no hit points left falls (SLG-29), who is gone leaves the melee."""
    events: tuple[Event, ...] = ()
    for who, one in state.participants.items():
        if one.status == "in" and not m.in_action(one.hp) and not suffers(state, who, "holds-on"):
            state, more = fall(state, who)
            events = (*events, *more)
        elif one.status in ("fled", "yielded", "left") and melee_of(state, who):
            state = apart(state, who)
    me = state.participants.get(state.acting)
    if me is not None and me.status != "in":
        windows = tuple(withdraw(one, me.id) if one.then.step == "turn" else one for one in state.windows)
        state = replace(state, windows=windows)
    return Step(refreshed(state), events)


def place(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The GM moves somebody: to a spot, into somebody's melee ("with jack"), or out of his own ("alone")."""
    who, at = str(then.args["who"]), str(then.args["at"])
    first, _, whom = at.partition(" ")
    if first == "with" and whom in state.participants and whom != who:
        state = put(state, replace(state.participants[who], at=state.participants[whom].at))
        return Step(replace(state, space=melees.engage(groups(state), who, whom)))
    state = apart(state, who)
    if at in state.scene.spots:
        state = put(state, replace(state.participants[who], at=at))
    return Step(state)


def go_on(state: SceneState, then: Resume, draws: Draws) -> Step:
    """Nothing more follows from what was asked."""
    return Step(state)


def round_step(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The next round, also where nobody is left to act in it."""
    return new_round(state, draws)
