"""What a policy gets to see of a combat, as rows of whole numbers: only what the one who is asked may know."""

from collections.abc import Mapping
from itertools import islice
from typing import NamedTuple

from certamen.kernel import space as spaces
from certamen.kernel.action import Choice, Offer
from certamen.kernel.audience import may_know, vital
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import read_place
from certamen.kernel.state import has_effect
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import guess, moving
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.acts_body import cover_offers, get_up_offers
from certamen.rulesets.dualaction.acts_move import stride_offers
from certamen.rulesets.dualaction.acts_turn import task_offers
from certamen.rulesets.dualaction.acts_use import reload_offers, use_offers
from certamen.rulesets.dualaction.aim import cover_of, take_aim
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.reacting import interrupt_offers
from certamen.rulesets.dualaction.scene import Task
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.state import (
    HANDS,
    IN_COVER,
    Combat,
    Fighter,
    distance,
    fights,
    known_enemies,
    placed,
    ruled,
    skill_of,
    spent,
)
from certamen.rulesets.dualaction.weapons import (
    BLOW,
    BURST,
    MODES,
    SINGLE,
    base_difficulty,
    fired,
    modes_of,
    price,
    target_refusal,
    unready,
)

ACT, CONFIRM, REACT, OTHER = 0, 1, 2, 3
BARE = -1
MOST_ENEMIES = 4
MOST_COVERED = 6
NO_GOAL = 1_000_000


class Attack(NamedTuple):
    """An attack that is open: whom, with which weapon (-1 bare hands), how; its odds and what it does.

    faces: of ten; damage: twice the average of a hit; left: what seems left of the target, of a hundred.
    """

    enemy: int
    weapon: int
    mode: int
    faces: int
    damage: int
    shots: int
    left: int
    distance: int
    penetration: int


class Spot(NamedTuple):
    """A place one could stand at: the cost to get there, what could be done from it, how safe it is.

    value: the best attack's worth; near: cm to the nearest enemy; cover: summed over the enemies; goal: cm to a task.
    """

    x: int
    y: int
    cost: int
    value: int
    near: int
    cover: int
    goal: int


class Rows(NamedTuple):
    """All that a policy sees.

    hp: of a hundred; reload, item, task: which one could be used now, -1 none; stops: ways to stop a move.
    """

    kind: int
    hp: int
    spent: int
    in_cover: int
    may_get_up: int
    may_cover: int
    may_stride: int
    reload: int
    item: int
    task: int
    stops: int
    here: Spot
    attacks: tuple[Attack, ...]
    spots: tuple[Spot, ...]


NOWHERE = Spot(0, 0, 0, 0, NO_GOAL, 0, NO_GOAL)


def pack(state: Combat, request: Request) -> Rows:
    """What the one who is asked sees."""
    one = state.participants[request.who]
    if request.kind != "act" or not placed(state, one.id):
        kind = CONFIRM if request.kind == "choose" else REACT if request.kind == "react" else OTHER
        stops = len(interrupt_offers(state, request)) if kind == REACT else 0
        return Rows(kind, 0, 0, 0, 0, 0, 0, -1, -1, -1, stops, NOWHERE, (), ())
    enemies = nearest_enemies(state, one.id)
    goal = goal_of(state, one)
    here = spot(state, one, state.space.places[one.id], m.FREE, enemies, goal)
    open_attacks = attacks(state, one, known_enemies(state, one.id))
    return Rows(
        ACT,
        guess.of_hundred(one.hp, one.sheet.hp),
        spent(state, one),
        int(_in_cover(state, one)),
        _open(get_up_offers(state, request)),
        _open(cover_offers(state, request)),
        _open(stride_offers(state, request)),
        _empty_weapon(state, request, one),
        _remedy(state, request, one),
        _task(state, request, goal),
        0,
        here,
        open_attacks,
        spots(state, one, enemies, goal, bool(open_attacks)),
    )


def _open(offers: tuple[Offer, ...]) -> int:
    return int(any(offer.closed is None for offer in offers))


def _first(offers: tuple[Offer, ...], field: str) -> tuple[str, ...]:
    """What the open offers let one choose for a field."""
    fields = (one for offer in offers if offer.closed is None for one in offer.fields)
    return tuple(option.id for one in fields if isinstance(one, Choice) and one.name == field for option in one.options)


def _empty_weapon(state: Combat, request: Request, one: Fighter) -> int:
    names = _first(reload_offers(state, request), "weapon")
    weapons = enumerate(one.sheet.weapons)
    return next((i for i, weapon in weapons if weapon.name in names and not one.loaded.get(weapon.name, 0)), -1)


def _remedy(state: Combat, request: Request, one: Fighter) -> int:
    """The first item that would heal him; there is an offer for each, in their order."""
    for index, offer in enumerate(use_offers(state, request)):
        if offer.closed is None and one.sheet.items[index].heals and one.id in _first((offer,), "target"):
            return index
    return -1


def _task(state: Combat, request: Request, goal: Task | None) -> int:
    if goal is None or goal.id not in _first(task_offers(state, request), "task"):
        return -1
    return state.scene.tasks.index(goal)


# --- enemies and what seems left of them -----------------------------------------------------------------------


def nearest_enemies(state: Combat, who: str) -> tuple[Fighter, ...]:
    """The nearest opponents he knows of."""
    found = known_enemies(state, who)
    return tuple(sorted(found, key=lambda enemy: spaces.distance(state.space, who, enemy.id))[:MOST_ENEMIES])


def seems_left(state: Combat, who: str, enemy: Fighter) -> int:
    """What is left of an opponent, of a hundred: exactly where he may know it, else in quarters as he looks."""
    return guess.seems_left(enemy.hp, enemy.sheet.hp, may_know(vital(state, enemy.id), (who,)))


def goal_of(state: Combat, one: Fighter) -> Task | None:
    """The task that he should see to: the first one open to his side, if he is the first of his side who can."""
    if one.task is not None:
        return None
    for task in state.scene.tasks:
        if task.side == one.side and task.id not in state.marks and all(mark in state.marks for mark in task.needs):
            able = (other for other in state.participants.values() if other.side == one.side and fights(other))
            return task if next(able).id == one.id else None
    return None


# --- attacks ---------------------------------------------------------------------------------------------------


def attacks(state: Combat, one: Fighter, enemies: tuple[Fighter, ...]) -> tuple[Attack, ...]:
    """Every attack that is open."""
    rows = []
    far = [(enemy, distance(state, one.id, enemy.id)) for enemy in enemies]
    for number, weapon in (*enumerate(one.sheet.weapons), (BARE, HANDS)):
        for mode in modes_of(weapon):
            if unready(state, one, weapon, price(state, mode)) is None:
                good = (enemy for enemy, cm in far if target_refusal(state, one.id, weapon, enemy, mode, cm) is None)
                rows += [_attack(state, one, enemy, number, weapon, mode) for enemy in good]
    return tuple(rows)


def _attack(state: Combat, one: Fighter, enemy: Fighter, number: int, weapon: Weapon, mode: str) -> Attack:
    aim = take_aim(state, one.id, enemy.id, weapon, mode)
    certain = mode == BLOW and ruled(state, "melee_to_hit", "automatic")
    faces = m.TO_HIT_SIDES if certain else m.faces_that_hit(aim.need, ruled(state, "criticals", "extremes"))
    return Attack(
        list(state.participants).index(enemy.id),
        number,
        MODES.index(mode),
        faces,
        guess.hit_worth(twice_average(one, weapon), aim.bonus),
        m.shots_fired(weapon.shots if mode == BURST else 1, one.loaded.get(weapon.name, 0), weapon.magazine),
        seems_left(state, one.id, enemy),
        spaces.distance(state.space, one.id, enemy.id),
        weapon.penetration,
    )


def twice_average(one: Fighter, weapon: Weapon) -> int:
    """Twice the average damage of a hit, so that it is a whole number."""
    if weapon.name == UNARMED:
        return guess.twice_average_unarmed(one.sheet.strength)
    return guess.twice_average(*read_range(weapon.damage))


# --- places ----------------------------------------------------------------------------------------------------


def spots(
    state: Combat, one: Fighter, enemies: tuple[Fighter, ...], goal: Task | None, can_attack: bool
) -> tuple[Spot, ...]:
    """The places worth a thought: nearest to each enemy, covered, nearest to the goal.

    Who can attack, and has no goal, looks no further than the secondary action carries him, and from cover nowhere.
    """
    if goal is None and (not m.can_pay(spent(state, one), m.PRIMARY) or (can_attack and _in_cover(state, one))):
        return ()
    most = one.sheet.agility * m.CM if can_attack and goal is None else None
    reach = moving.within_reach(state, one.id, most)
    if not reach:
        return ()
    there = [state.space.places[enemy.id] for enemy in enemies]
    goals = [] if goal is None else [read_place(state.space.ground, goal.at)]
    costs = {way: moving.cost(state, one, way) for way in {found.cost for found in reach.values()}}
    found = {_nearest(reach, place): None for place in (*there, *goals)}
    if state.space.ground.cover and there:
        near = (place for place in reach if m.can_pay(costs[reach[place].cost], m.PRIMARY))
        found |= dict.fromkeys(islice((place for place in near if cover_of(state, enemies[0].id, place)), MOST_COVERED))
    return tuple(spot(state, one, place, costs[reach[place].cost], enemies, goal) for place in found)


def _in_cover(state: Combat, one: Fighter) -> bool:
    return has_effect(state, one.id, IN_COVER)


def _nearest(reach: Mapping[Place, spaces.Reach], to: Place) -> Place:
    """Of the places, which come with the cheapest first, the nearest to another; of equal ones the cheapest."""
    return min(reach, key=lambda place: guess.away(place.x, place.y, to.x, to.y))


def spot(state: Combat, one: Fighter, place: Place, cost: int, enemies: tuple[Fighter, ...], goal: Task | None) -> Spot:
    """A place with what it is worth."""
    value, near, cover = 0, NO_GOAL, 0
    for enemy in enemies:
        cm = spaces.distance(state.space, place, enemy.id)
        near = min(near, cm)
        shade = cover_of(state, enemy.id, place)
        cover += shade.modifier if shade else 0
        if spaces.sees(state.space, place, enemy.id):
            worth = max(_worth(state, one, weapon, cm) for weapon in (*one.sheet.weapons, HANDS))
            value = max(value, guess.worth_against(worth, seems_left(state, one.id, enemy)))
    far = NO_GOAL if goal is None else spaces.distance(state.space, place, read_place(state.space.ground, goal.at))
    return Spot(place.x, place.y, cost, value, near, cover, far)


def _worth(state: Combat, one: Fighter, weapon: Weapon, cm: int) -> int:
    """Faces that hit times twice the average damage, at a distance; 0 out of reach."""
    if fired(weapon):
        if (difficulty := base_difficulty(state, weapon, SINGLE, cm)) == m.OUT_OF_RANGE:
            return 0
    elif not m.in_reach(cm, max(weapon.reach * m.CM, state.space.ground.cell)):
        return 0
    else:
        difficulty = m.DIFFICULTY
    need = m.needed(skill_of(one, weapon), difficulty, 0, ruled(state, "to_hit", "base"))
    shots = weapon.shots if fired(weapon) else 1
    return guess.worth(need, ruled(state, "criticals", "extremes"), twice_average(one, weapon), shots)
