"""Who decides when no person does: what a participant may know as whole numbers, two policies, and their voice."""

from typing import NamedTuple

from certamen.dice import Dice
from certamen.kernel import budget
from certamen.kernel.action import Action, Value
from certamen.kernel.ruleset import Codes
from certamen.kernel.space.bands import band, band_number
from certamen.kernel.state import opponents
from certamen.kernel.window import Request
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.attack import attack_rows, reaches
from certamen.rulesets.starcluster.checks import bonus_of, quality_rows, target_of
from certamen.rulesets.starcluster.sheet import Task, Weapon
from certamen.rulesets.starcluster.state import (
    Combatant,
    StarState,
    at_or_under,
    extra,
    figure,
    plus_of,
    ruled,
    wound_of,
)
from certamen.rulesets.starcluster.tasks import open_tasks, task_rows, task_tries

DEFAULT, LATER, TRADE, ATTACK, TASK, CLOSER = range(6)
LONGEST_WAIT = 300
BOLDEST_TRADE = 100


class Way(NamedTuple):
    """Something one may roll for: its target number, its bonus on quality, how often it may be rolled, its worth.

    `worth` is 0 where any success will do, else 10, and 3 more for each level the opponent looks wounded.
    """

    target: int
    bonus: int
    tries: int
    worth: int


class Sight(NamedTuple):
    """What the policy may know. shifting: an initiative may be moved; later: by how many points at most."""

    shifting: int
    later: int
    may_trade: int
    may_close: int
    at_or_under: bool
    attacks: tuple[Way, ...]
    tasks: tuple[Way, ...]


def attack_options(state: StarState, who: str) -> tuple[tuple[Weapon, str], ...]:
    """List the weapons and opponents one may attack with and at now."""
    me, k = state.participants[who], extra(state)
    return tuple(
        (weapon, foe.id)
        for weapon in me.sheet.weapons
        if m.may_use(plus_of(me, weapon.skill), k)
        for foe in opponents(state, who)
        if reaches(weapon, band(state.space, who, foe.id))
    )


def task_options(state: StarState, who: str) -> tuple[Task, ...]:
    """List the tasks one may try now; in a fight only those whose skill he has."""
    me, k = state.participants[who], extra(state)
    tasks = open_tasks(state, who) if state.tasks else ()
    return tuple(
        task
        for task in tasks
        if m.may_use(plus_of(me, task.skill), k) and (not state.combat or task.skill in me.sheet.skills)
    )


def pack(state: StarState, request: Request) -> Sight:
    """Give what the one who is asked may know, as whole numbers."""
    who = request.who
    me = state.participants[who]
    rivals = not state.combat and bool(opponents(state, who))
    closing = m.may_move(extra(state), not budget.left(me.budget, "move"), ruled(state, "band_move", "free"))
    return Sight(
        shifting=int(request.kind == "shift"),
        later=figure(state, "latest_shift"),
        may_trade=int(budget.left(me.budget, "trade") > 0),
        may_close=int(state.combat and closing and bool(_farther_foes(state, who))),
        at_or_under=at_or_under(state),
        attacks=tuple(_attack_way(state, me, weapon, foe) for weapon, foe in attack_options(state, who)),
        tasks=tuple(_task_way(state, me, task, rivals) for task in task_options(state, who)),
    )


def _attack_way(state: StarState, me: Combatant, weapon: Weapon, foe: str) -> Way:
    other = state.participants[foe]
    seen = m.Wound.NONE if state.shown == "nothing" else wound_of(state, other)
    bonus = bonus_of(quality_rows(state, me, (weapon.name, weapon.quality, "")))
    return attack_way(target_of(attack_rows(state, me, weapon, foe)), bonus, seen)


def attack_way(target: int, bonus: int, seen: int) -> Way:
    """Give an attack as a policy weighs it: `seen` is how wounded the opponent looks."""
    return Way(target, bonus, 1, 10 + 3 * seen)


def _task_way(state: StarState, me: Combatant, task: Task, rivals: bool) -> Way:
    bonus = bonus_of(quality_rows(state, me))
    return Way(
        target_of(task_rows(state, me, task)), bonus, task_tries(state, me, task), 10 * (rivals or task.needs > 0)
    )


def _farther_foes(state: StarState, who: str) -> tuple[str, ...]:
    return tuple(foe.id for foe in opponents(state, who) if band_number(state.space, who, foe.id) > 0)


def gain(way: Way, traded: int, at_or_under: bool) -> int:
    """Value a check with points traded from chance to quality: its chance in 10,000 by twice its mean quality."""
    faces = m.faces_that_succeed(way.target + m.trade(traded).chance, at_or_under)
    misses = 10_000
    for _ in range(way.tries):
        misses = misses * (100 - faces) // 100
    quality = max(0, 101 + 2 * (way.bonus + m.trade(traded).quality))
    return (10_000 - misses) * (quality * way.worth if way.worth else 1)


def best_way(ways: tuple[Way, ...], at_or_under: bool) -> int:
    """Find the roll worth most as it stands."""
    best, most = 0, gain(ways[0], 0, at_or_under)
    for i in range(1, len(ways)):
        worth = gain(ways[i], 0, at_or_under)
        if worth > most:
            best, most = i, worth
    return best


def best_trade(way: Way, at_or_under: bool) -> int:
    """Find the smallest trade that makes a roll worth most."""
    if way.tries > 1 or way.worth == 0 or gain(way, 0, at_or_under) == 0:
        return best_of_all_trades(way, at_or_under)
    best = 0
    for step in (16, 4, 1):  # one roll's worth rises to its best and falls from there: only nothing is worth the same
        best = _climb(way, best, step, at_or_under)
    nearer = best - 1 if best > 0 else best + 1
    return nearer if best != 0 and gain(way, nearer, at_or_under) == gain(way, best, at_or_under) else best


def _climb(way: Way, points: int, step: int, at_or_under: bool) -> int:
    """Trade on in steps, up or down, while that makes a roll worth more."""
    most = gain(way, points, at_or_under)
    for stride in (step, -step):
        while abs(points + stride) <= BOLDEST_TRADE:
            worth = gain(way, points + stride, at_or_under)
            if worth <= most:
                break
            points, most = points + stride, worth
    return points


def best_of_all_trades(way: Way, at_or_under: bool) -> int:
    """Find the same by trying each."""
    best, most = 0, gain(way, 0, at_or_under)
    for points in range(-BOLDEST_TRADE, BOLDEST_TRADE + 1):
        worth = gain(way, points, at_or_under)
        if worth > most or (worth == most and abs(points) < abs(best)):
            best, most = points, worth
    return best


def plain(sight: Sight, dice: Dice) -> Codes:
    """Never shift or trade; do what there is to do, else attack what is easiest to hit, else come closer."""
    if sight.shifting:
        return (DEFAULT, 0, 0)
    if len(sight.tasks) > 0:
        return (TASK, 0, 0)
    if len(sight.attacks) > 0:
        easiest = 0
        for i in range(1, len(sight.attacks)):
            if sight.attacks[i].target > sight.attacks[easiest].target:
                easiest = i
        return (ATTACK, easiest, 0)
    return (CLOSER if sight.may_close else DEFAULT, 0, 0)


def clever(sight: Sight, dice: Dice) -> Codes:
    """Wait as long as it pays, split the points well, trade well, and finish whoever looks worst."""
    ways = sight.tasks if len(sight.tasks) > 0 else sight.attacks
    if len(ways) == 0:
        return (CLOSER if sight.may_close and not sight.shifting else DEFAULT, 0, 0)
    best = best_way(ways, sight.at_or_under)
    if sight.shifting:
        points = min(sight.later, LONGEST_WAIT)
        if points == 0:
            return (DEFAULT, 0, 0)
        waited = m.later(points, 0)
        aimed = Way(ways[best].target + waited.chance, ways[best].bonus, ways[best].tries, ways[best].worth)
        return (LATER, points, min(points, max(0, best_trade(aimed, sight.at_or_under))))
    points = best_trade(ways[best], sight.at_or_under) if sight.may_trade else 0
    if points != 0:
        return (TRADE, points, 0)
    return (TASK if len(sight.tasks) > 0 else ATTACK, best, 0)


def unpack(codes: tuple[int, ...], state: StarState, request: Request) -> Action:
    """Give the action that a policy's codes stand for; the request's default where they name none."""
    kind, first, second = codes
    who = request.who
    values: dict[str, Value]
    if kind == LATER:
        verb, values = "later", {"points": first, "quality": second}
    elif kind == TRADE:
        verb, values = "trade", {"points": first, "span": "attack"}
    elif kind == ATTACK:
        weapon, foe = attack_options(state, who)[first]
        verb, values = "attack", {"target": foe, "weapon": weapon.name}
    elif kind == TASK:
        verb, values = "task", {"task": task_options(state, who)[first].id}
    elif kind == CLOSER:
        verb, values = "move", {"way": "closer", "opponents": _farther_foes(state, who)}
    else:
        verb, values = request.default.verb, request.default.values
    return Action(who, verb, values, request.id)
