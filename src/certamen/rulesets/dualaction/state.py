"""The state of a dualaction combat: the fighters, what changes of them, and small questions about them."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct, field
from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel import space as spaces
from certamen.kernel.action import Offer, Refusal
from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Entry
from certamen.kernel.rule import RulingValue
from certamen.kernel.space import Ground, Metres, Place
from certamen.kernel.state import Participant, State, put
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.scene import Scene
from certamen.rulesets.dualaction.sheet import UNARMED, Ability, Sheet, Weapon

IN_COVER = "in cover"
CROUCHED = "crouched"

HANDS = Weapon(name=UNARMED, skill=UNARMED, damage="0-0")


class Work(Struct, frozen=True):
    """A long task in hand: its id or words, how many turns it takes, after how many it stands; `at` as in the scene."""

    name: str
    turns: int
    worked: int = 0
    at: str = ""


class Fighter(Participant, frozen=True, kw_only=True):
    """A participant of a combat.

    at: where he comes in; moved and allowance: cm made this turn, cm that a thrown move gives;
    behind: whom he waited behind this round;
    loaded: shots in each weapon, or how many of a thrown one are left; uses: how often each ability was used.
    """

    sheet: Sheet
    hp: Annotated[int, Seen("vital")]
    dr: Annotated[int, Seen("vital")]
    at: str = ""
    initiative: Annotated[int, Seen("all")] = 0
    knocked_down: Annotated[bool, Seen("all")] = False
    moved: Annotated[int, Seen("side")] = 0
    allowance: Annotated[int, Seen("side")] = 0
    behind: tuple[str, ...] = ()
    loaded: Annotated[dict[str, int], Seen("owner")] = field(default_factory=dict)
    items: Annotated[dict[str, int], Seen("owner")] = field(default_factory=dict)
    uses: Annotated[dict[str, int], Seen("owner")] = field(default_factory=dict)
    task: Annotated[Work | None, Seen("all")] = None


class Halt(Struct, frozen=True):
    """Where a mover is stopped: after how many steps, by whom ("" the scene, "gm"), with which ability or hazard.

    While answers come in, the steps are places of the way.
    """

    steps: int
    by: str
    what: str


class Combat(State, frozen=True, kw_only=True):
    """A combat: where it is, which hazards that work once have worked, and where a move now going on is stopped."""

    participants: dict[str, Fighter]  # type: ignore[assignment]  # narrowed: only fighters are ever put in
    space: Metres = Metres(Ground(4000, 3000))
    scene: Scene = Scene()
    sprung: tuple[str, ...] = ()
    halt: Halt | None = None


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Fighter:
    """A fighter from his entry, his turn's actions unspent."""
    del rulings
    sheet: Sheet = entry.sheet
    loaded = {one.name: one.magazine if one.loaded is None else one.loaded for one in sheet.weapons if one.magazine}
    loaded |= {one.name: one.count for one in sheet.weapons if one.thrown}
    return Fighter(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=sheet,
        at=entry.at,
        hp=sheet.hp - sheet.wounds,
        dr=max(0, sheet.dr - sheet.worn),
        loaded=loaded,
        items={one.name: one.count for one in sheet.items},
    )


# --- rulings as the mechanics take them ------------------------------------------------------------------------


def ruled(state: Combat, name: str, value: RulingValue) -> bool:
    """Whether this ruling stands so."""
    return state.rulings[name] == value


def single(state: Combat) -> bool:
    """Whether a turn is one move or one action (DUA-8)."""
    return ruled(state, "economy", "single")


def cite(state: Combat, *names: str) -> tuple[tuple[str, RulingValue], ...]:
    """These rulings as they stand, for an event that rests on them."""
    return tuple((name, state.rulings[name]) for name in names)


def number(state: Combat, name: str) -> int:
    """A ruling that is a whole number."""
    value = state.rulings[name]
    assert isinstance(value, int)  # the ruling has bounds and no choices
    return value


# --- what a turn may spend -------------------------------------------------------------------------------------


def limits(state: Combat, who: Fighter) -> dict[str, int]:
    """What a fresh turn may spend, by kind; the reaction only for who can stop a move."""
    kinds = {"turn": 1} if single(state) else {"primary": 1, "secondary": 1}
    return kinds | {"reaction": 1} if any(one.use == "stop" for one in who.sheet.abilities) else kinds


def spent(state: Combat, who: Fighter) -> int:
    """What of the turn is spent, as the mechanics count it."""
    if single(state):
        return m.BOTH if budgets.left(who.budget, "turn") < 1 else m.FREE
    primary = m.FREE if budgets.left(who.budget, "primary") > 0 else m.PRIMARY
    return primary | (m.FREE if budgets.left(who.budget, "secondary") > 0 else m.SECONDARY)


def cost_of(state: Combat, cost: int) -> tuple[tuple[str, int], ...]:
    """A cost as an offer shows it."""
    if cost == m.FREE:
        return ()
    if single(state):
        return (("turn", 1),)
    kinds = (("primary", m.PRIMARY), ("secondary", m.SECONDARY))
    return tuple((kind, 1) for kind, bit in kinds if cost & bit)


def pay(state: Combat, who: str, cost: int, by: str) -> Combat:
    """The state with an act of this cost paid for."""
    one = state.participants[who]
    budget = one.budget
    for kind, amount in cost_of(state, cost):
        budget = budgets.spend(budget, kind, by, amount)
    return put(state, replace(one, budget=budget))


def unpaid(state: Combat, who: str, cost: int) -> Refusal | None:
    """Why an act of this cost cannot be paid for any more this turn, or None (DUA-5, DUA-6, DUA-8)."""
    if m.can_pay(spent(state, state.participants[who]), m.price(cost, single(state))):
        return None
    if single(state):
        return Refusal("the turn's one move or action is spent", "DUA-8")
    kind, rule = ("secondary", "DUA-6") if cost == m.SECONDARY else ("primary", "DUA-5")
    return Refusal(f"the {kind} action is spent" if cost != m.BOTH else "it takes both actions", rule)


def body_offer(state: Combat, who: str, verb: str, cost: int, rule: str, closed: Refusal | None) -> tuple[Offer, ...]:
    """The offer of a deed without fields; closed when it cannot be paid for."""
    price = cost_of(state, cost)
    return (Offer(verb, (), price, (rule,), closed=closed or unpaid(state, who, cost)),)


COSTS = {"primary": m.PRIMARY, "secondary": m.SECONDARY, "both": m.BOTH}


# --- who and what ----------------------------------------------------------------------------------------------


def fights(one: Fighter) -> bool:
    """Whether he is still in the combat (DUA-1)."""
    if one.status not in ("in", "fled", "yielded"):
        return False
    return m.fights_on(one.hp, one.status == "fled", one.status == "yielded")


def in_nobodys_way(state: Combat, who: str) -> tuple[str, ...]:
    """Those whose bodies `who` need not go around: who is out of the combat, and opponents who hide from him."""
    mine = state.participants[who].side
    people = state.participants.values()
    return tuple(
        one.id for one in people if not fights(one) or (one.hidden and one.side != mine and who not in one.known_to)
    )


def allies(state: Combat, who: str) -> tuple[Fighter, ...]:
    """Those still in the combat on one's own side, oneself included."""
    return tuple(one for one in state.participants.values() if one.side == state.participants[who].side and fights(one))


def weapon_of(one: Fighter, name: str) -> Weapon:
    """The weapon of this name; bare hands for `unarmed`."""
    return next((weapon for weapon in one.sheet.weapons if weapon.name == name), HANDS)


def ability_of(one: Fighter, name: str) -> Ability:
    """The ability of this name."""
    return next(ability for ability in one.sheet.abilities if ability.name == name)


def used_up(one: Fighter, ability: Ability) -> bool:
    """Whether an ability has been used as often as it can be."""
    return 0 < ability.uses <= one.uses.get(ability.name, 0)


def skill_of(one: Fighter, weapon: Weapon) -> int:
    """His skill for the weapon's class; 0 for a class he has not learnt (DUA-10)."""
    return one.sheet.skills.get(weapon.skill, 0)


def distance(state: Combat, a: str, b: str) -> int:
    """How far apart two are, in cm; 0 when they are next to each other, which none are at more than two cells."""
    return apart(state.space, a, b)


def apart(space: Metres, a: str | Place, b: str | Place) -> int:
    """The same of two on a map, or of two places of it."""
    cm = spaces.distance(space, a, b)
    return 0 if cm <= 2 * space.ground.cell and spaces.adjacent(space, a, b) else cm


def placed(state: Combat, who: str) -> bool:
    """Whether he stands somewhere on the map."""
    return who in state.space.places


def unless_hidden(state: Combat, who: str) -> str:
    """The id, or nothing for one who hides: for events that all may see."""
    one = state.participants.get(who)
    return "" if one is not None and one.hidden else who


def side_numbers(state: Combat) -> tuple[tuple[int, ...], tuple[bool, ...]]:
    """The side of each participant as a number, and whether he fights on or is still to come (DUA-1)."""
    sides = list(dict.fromkeys(one.side for one in state.participants.values()))
    people = state.participants.values()
    coming = tuple(fights(one) or (one.status == "waiting" and one.arrives > 0) for one in people)
    return tuple(sides.index(one.side) for one in people), coming


def known_enemies(state: Combat, who: str) -> tuple[Fighter, ...]:
    """The opponents still in the combat whom he knows of and who stand on the map."""
    me = state.participants[who]
    found = (
        one for one in state.participants.values() if one.side != me.side and fights(one) and placed(state, one.id)
    )
    return tuple(one for one in found if not one.hidden or who in one.known_to)
