"""SAMSARA one against one, as it is solved exactly: whose turn it is, and what checks have been taken."""

from collections.abc import Iterator
from functools import partial
from itertools import product
from typing import NamedTuple

from msgspec.structs import replace

from certamen.dice import Dice, Faces
from certamen.kernel import budget
from certamen.kernel.action import Action, Refusal, Value
from certamen.kernel.duel import ASKED, NOBODY, Ask, Duel, Fell, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.kernel.window import Answer, Request
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.acts import ACT, TURN_VERBS, closed_to, instruments_open, rating_of, tactics_open
from certamen.rulesets.samsara.endings import after_delivery, decided, judge
from certamen.rulesets.samsara.events import aim
from certamen.rulesets.samsara.flow import slots
from certamen.rulesets.samsara.loop import refusal as loop_refusal
from certamen.rulesets.samsara.mechanics import ONGOING, Bones, ChecksApply, Die, NpcQuits
from certamen.rulesets.samsara.policies import POLICIES, pack, unpack
from certamen.rulesets.samsara.reckon import (
    bones,
    chart,
    checks_apply,
    find_goal,
    npc_quits,
    opposing,
    own,
    pursued,
    targets,
)
from certamen.rulesets.samsara.sheet import Goal
from certamen.rulesets.samsara.state import SamsaraState

Taken = tuple[int, int]
PLAIN = "standard"


class Start(NamedTuple):
    """A round is about to begin, each having taken so many checks."""

    taken: Taken


class Turn(NamedTuple):
    """The first or second turn of a round."""

    nth: int
    taken: Taken


class Attempt(NamedTuple):
    """An attempt is about to be rolled for."""

    turn: Turn
    net: int
    rating: int


class Decided(NamedTuple):
    """It is decided: the place of the winner, or NOBODY."""

    winner: int


class Cast(NamedTuple):
    """What a contest roll is made with."""

    rolled: Bones
    net: int
    rating: int
    chart: int


def strive(cast: Cast, dice: Dice) -> Fell:
    """Roll, and tell the checks it delivers: `came` is above 0 for the antagonist, below 0 for the actor himself."""
    roll = mechanics.contest_roll(dice, cast.rolled, cast.net, Die.CONTEST)
    return Fell(0, 0, mechanics.checks_delivered(roll.total, cast.rating, cast.chart))


class Setting(NamedTuple):
    """What does not change: the contest as it started, who acts first and second, who decides for either."""

    state: SamsaraState
    order: tuple[str, str]
    minds: tuple[str, str]


# --- the contest where so many checks have been taken ----------------------------------------------------------


def only_the_lead_counts(state: SamsaraState) -> bool:
    """Whether no more than the difference of checks taken matters: both modifiers have them, nobody counts his own."""
    counts = npc_quits(state) == NpcQuits.AUTO and any(not one.player for one in state.participants.values())
    return checks_apply(state) == ChecksApply.BOTH and not counts


def alike(state: SamsaraState, taken: Taken) -> Taken:
    """The least checks that come to the same."""
    least = min(taken) if only_the_lead_counts(state) else 0
    return taken[0] - least, taken[1] - least


def at_checks(state: SamsaraState, taken: Taken) -> SamsaraState:
    """The contest with so many checks taken, each free to act."""
    people = {}
    for one, checks in zip(state.participants.values(), taken, strict=True):
        held = dict.fromkeys(one.checks, 0) | {state.scene.sphere: checks}
        people[one.id] = replace(one, checks=held, budget=budget.Budget({ACT: 1}))
    return replace(state, participants=people, windows=())


def asked_of(who: str) -> Request:
    """What one is asked on his turn."""
    return Request(f"{who}-0", who, "act", TURN_VERBS, Answer("wait"))


# --- what happens ----------------------------------------------------------------------------------------------


def step(at: Setting, phase: Phase, _: int, __: int) -> Step:
    """What happens at a phase."""
    if isinstance(phase, Start):
        return Round(Turn(0, phase.taken))
    if isinstance(phase, Turn):
        return _turn(at, phase)
    if isinstance(phase, Attempt):
        cast = Cast(bones(at.state.rulings), phase.net, phase.rating, chart(at.state))
        return Roll(cast, (strive,), partial(_after, at, phase.turn))
    assert isinstance(phase, Decided)  # there are no others
    return Over(phase.winner)


def _turn(at: Setting, turn: Turn) -> Step:
    """The one whose turn it is chooses, or his policy does (SAM-7)."""
    state, who = at_checks(at.state, turn.taken), at.order[turn.nth]
    side = list(state.participants).index(who)
    if at.minds[side] != ASKED:
        action = _decision(at.minds[side], state, who)
        return Go(attempt(turn, state, action) if action.verb == "strive" else _next(turn))
    found: dict[Attempt, str] = {}
    for label, action in ways(state, who):
        found.setdefault(attempt(turn, state, action), label)
    if not found:
        return Go(_next(turn))
    return Ask(side, _sees(at.state, side, turn.taken), tuple(Way(label, phase) for phase, label in found.items()))


def _decision(mind: str, state: SamsaraState, who: str) -> Action:
    request = asked_of(who)
    codes = POLICIES[mind](pack(state, request), Faces())  # these policies roll nothing
    return unpack(codes, state, request)


def _sees(state: SamsaraState, side: int, taken: Taken) -> tuple[int, ...]:
    mine, theirs = taken[side], taken[1 - side]
    return (theirs - mine,) if only_the_lead_counts(state) else (mine, theirs)


def ways(state: SamsaraState, who: str) -> Iterator[tuple[str, Action]]:
    """Every attempt he may make, in words."""
    actor = state.participants[who]
    mine = [goal for goal in pursued(state, actor, "full") if closed_to(state, actor, goal) is None]
    for goal in mine:
        [target] = targets(state, actor, goal)
        tactics = sorted(tactics_open(state, goal), key=lambda name: name != PLAIN)  # of equals, the plain one is told
        for tactic, instrument in product(tactics or ("",), instruments_open(state, actor, goal) or ("",)):
            chosen = {"tactic": tactic, "instrument": instrument}
            values: dict[str, Value] = {"goal": goal.id, "target": target.id}
            values |= {name: value for name, value in chosen.items() if value}
            yield _label(goal if len(mine) > 1 else None, tactic, instrument), Action(who, "strive", values)


def _label(goal: Goal | None, tactic: str, instrument: str) -> str:
    parts = (aim(goal) if goal else "", tactic.replace("-", " "), instrument.replace("-", " "))
    return ", ".join(part for part in parts if part) or "strive"


def attempt(turn: Turn, state: SamsaraState, action: Action) -> Attempt:
    """The net modifier and the effect rating of what was chosen."""
    actor, target = state.participants[action.actor], state.participants[str(action.values["target"])]
    goal = find_goal(state, str(action.values["goal"]))
    net = mechanics.net_modifier(own(state, actor, goal), opposing(state, target, goal))
    return Attempt(turn, net, rating_of(state, actor, goal, action.values))


def _after(at: Setting, turn: Turn, delivered: int) -> Phase:
    """The checks are taken; he may have lost by them, or quit (SAM-14, SAM-16)."""
    actor = at.order[turn.nth]
    receiver = at.order[1 - turn.nth] if delivered > 0 else actor
    place = list(at.state.participants).index(receiver)
    taken = (turn.taken[0] + abs(delivered) * (place == 0), turn.taken[1] + abs(delivered) * (place == 1))
    state, _ = judge(at_checks(at.state, taken))
    state, _ = after_delivery(state, receiver)
    winner = decided(state)
    if winner != ONGOING:
        return Decided(winner if winner >= 0 else NOBODY)
    return _next(Turn(turn.nth, alike(state, taken)))


def _next(turn: Turn) -> Phase:
    return Turn(1, turn.taken) if turn.nth == 0 else Start(turn.taken)


# --- the contract ----------------------------------------------------------------------------------------------


def refusal(encounter: Encounter, state: SamsaraState, minds: tuple[str, str]) -> Refusal | None:
    """What stands in the way of an exact answer, or None."""
    del minds
    people = tuple(state.participants.values())
    if len(people) != 2 or people[0].side == people[1].side:
        return Refusal("it is not one against one")
    for one in people:
        if one.status == "waiting":
            return Refusal(f"{one.name} arrives later")
    if decided(state) != ONGOING:
        return Refusal("it is decided before the first turn", "SAM-14")
    return loop_refusal(state, encounter)


def model(encounter: Encounter, state: SamsaraState, minds: tuple[str, str]) -> Model:
    """The duel."""
    del encounter
    first, second = (slot.who for slot in slots(state))
    lead = only_the_lead_counts(state)
    at = Setting(state, (first, second), minds)
    return Model(
        left=(0, 0),
        band=lambda side, value: 0,
        first=Start((0, 0)),
        step=partial(step, at),
        sees=("checks ahead",) if lead else ("own checks", "their checks"),
        grid="every goal, tactic and instrument; whoever can strive does so and never waits",
        assumed=("each knows what checks the other has taken",) if ASKED in minds else (),
    )


DUEL = Duel(refusal=refusal, model=model)
