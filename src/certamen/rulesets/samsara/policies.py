"""Who decides in SAMSARA when no person does: a plain policy and a clever one, on rows of whole numbers."""

from collections.abc import Mapping
from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel.action import Action, Value
from certamen.kernel.ruleset import Codes
from certamen.kernel.state import opponents
from certamen.kernel.window import Request
from certamen.rulesets.samsara import mechanics
from certamen.rulesets.samsara.acts import closed_to, instruments_open, tactics_open
from certamen.rulesets.samsara.mechanics import Size, Standing, Tactic
from certamen.rulesets.samsara.reckon import TACTICS, Met, own, pursued, rating_from, standing, targets
from certamen.rulesets.samsara.sheet import Goal
from certamen.rulesets.samsara.state import Actor, SamsaraState

DEFAULT, STRIVE, TRY = 0, 1, 2


class Attempt(NamedTuple):
    """A goal that may be striven for against one target: goal and target by number, what is known, the extremes.

    own: the actor's modifier; target: the `Standing` of the target; tactics and instruments by number, for the
    lowest, the plainest and the highest rating there is.
    """

    goal: int
    target: int
    own: int
    standing: int
    calm_tactic: int
    calm_instrument: int
    plain_tactic: int
    bold_tactic: int
    bold_instrument: int


class Try(NamedTuple):
    """A simple contest that may be tried: goal, target (-1 for a power level), modifier, what it helps with."""

    goal: int
    target: int
    own: int
    standing: int
    help: int


class Rows(NamedTuple):
    """What the one who is asked may know: how he stands, and what is open to him."""

    standing: int
    attempts: tuple[Attempt, ...]
    tries: tuple[Try, ...]


def pack(state: SamsaraState, request: Request) -> Rows:
    """The rows for the actor whose turn it is: nothing else is ever asked of an actor."""
    actor = state.participants[request.who]
    attempts: list[Attempt] = []
    known = _standings(state, actor)
    for number, goal in enumerate(pursued(state, actor, "full")):
        if closed_to(state, actor, goal) is None:
            mine, chosen = own(state, actor, goal), extremes(state, actor, goal)
            for place, target in enumerate(targets(state, actor, goal)):
                attempts.append(Attempt(number, place, mine, known[target.id], *chosen))
    tries = [
        Try(number, place, own(state, actor, goal), stands, sum(goal.helps.values()))
        for number, goal in enumerate(pursued(state, actor, "simple"))
        if closed_to(state, actor, goal) is None
        for place, stands in _places(state, actor, goal, known)
    ]
    return Rows(int(standing(state, actor)), tuple(attempts), tuple(tries))


def _places(state: SamsaraState, actor: Actor, goal: Goal, known: Mapping[str, int]) -> tuple[tuple[int, int], ...]:
    if goal.power is not None:
        return ((-1, int(Standing.LEVEL)),)
    return tuple((place, known[target.id]) for place, target in enumerate(targets(state, actor, goal)))


def _standings(state: SamsaraState, actor: Actor) -> dict[str, int]:
    """How each opponent he knows of stands, as far as the encounter shows enemies at all."""
    met: Met = {}
    others = (one for one in opponents(state, actor.id) if isinstance(one, Actor))
    hides = state.shown == "nothing"
    return {one.id: int(Standing.LEVEL if hides else standing(state, one, met)) for one in others}


class Extremes(NamedTuple):
    """Tactics and instruments by number, as `Attempt` has them."""

    calm_tactic: int
    calm_instrument: int
    plain_tactic: int
    bold_tactic: int
    bold_instrument: int


def extremes(state: SamsaraState, actor: Actor, goal: Goal) -> Extremes:
    """What gives the lowest, the plainest and the highest rating there is; the same all through a contest."""
    tactics = [TACTICS[name] for name in tactics_open(state, goal)] or [Tactic.STANDARD]
    sizes = list(instruments_open(state, actor, goal).values()) or [Size.MEDIUM]
    source = rating_from(state, goal)
    rated = [
        (mechanics.effect_rating(source, tactic, size), tactic != Tactic.STANDARD, t, i)
        for t, tactic in enumerate(tactics)
        for i, size in enumerate(sizes)
    ]
    calm, bold = min(rated), max(rated)
    return Extremes(calm[2], calm[3], tactics.index(Tactic.STANDARD), bold[2], bold[3])


def plain(rows: Rows, dice: Dice) -> Codes:
    """The first goal, the first opponent, the Standard tactic and the first instrument, whatever happens."""
    if len(rows.attempts) > 0:
        first = rows.attempts[0]
        return (STRIVE, first.goal, first.target, first.plain_tactic, 0)
    if len(rows.tries) > 0:
        return (TRY, rows.tries[0].goal, rows.tries[0].target, 0, 0)
    return (DEFAULT, 0, 0, 0, 0)


def clever(rows: Rows, dice: Dice) -> Codes:
    """Groundwork first; then the opponent nearest to losing, patiently when ahead and for all or nothing when behind.

    Low ratings hold a lead, high ones are the best hope of who would lose by small steps. A simple contest that
    helps nothing else decides something: it waits until the actor is ahead, or nothing else is open.
    """
    for number in range(len(rows.tries)):
        row = rows.tries[number]
        if row.help > 0:
            return (TRY, row.goal, row.target, 0, 0)
    for number in range(len(rows.tries)):
        row = rows.tries[number]
        if rows.standing > Standing.LEVEL or row.standing < Standing.LEVEL or len(rows.attempts) == 0:
            return (TRY, row.goal, row.target, 0, 0)
    if len(rows.attempts) == 0:
        return (DEFAULT, 0, 0, 0, 0)
    best = rows.attempts[0]
    for number in range(1, len(rows.attempts)):
        option = rows.attempts[number]
        if option.standing < best.standing or (option.standing == best.standing and option.own > best.own):
            best = option
    if rows.standing < Standing.LEVEL:
        return (STRIVE, best.goal, best.target, best.bold_tactic, best.bold_instrument)
    return (STRIVE, best.goal, best.target, best.calm_tactic, best.calm_instrument)


def unpack(codes: Codes, state: SamsaraState, request: Request) -> Action:
    """The action the codes stand for, or the request's default."""
    kind, number, place, tactic, instrument = codes
    if kind == DEFAULT:
        return Action(request.who, request.default.verb, request.default.values, request.id)
    actor = state.participants[request.who]
    goal = pursued(state, actor, "full" if kind == STRIVE else "simple")[number]
    values: dict[str, Value] = {"goal": goal.id}
    if place >= 0:
        values["target"] = targets(state, actor, goal)[place].id
    if kind == TRY:
        return Action(request.who, "try", values, request.id)
    if tactics := tactics_open(state, goal):
        values["tactic"] = tactics[tactic]
    if sizes := instruments_open(state, actor, goal):
        values["instrument"] = tuple(sizes)[instrument]
    return Action(request.who, "strive", values, request.id)


POLICIES = {"plain": plain, "clever": clever}
