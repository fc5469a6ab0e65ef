"""The state of a Striker contest: who takes part and how they are, what was set, and small questions about it."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import Struct, field

from certamen.kernel import space as spaces
from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Entry
from certamen.kernel.rule import RulingValue
from certamen.kernel.space import Metres
from certamen.kernel.state import Participant, State, has_effect
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.scene import Item, Scene
from certamen.rulesets.striker.sheet import Sheet, Subject, Weapon

CM = m.METRE

PRONE = "prone"
EVADING = "evading"
DISENGAGED = "disengaged"
WATCHING = "watching"
ASSISTED = "assisted"
GIFT = "gift"
CONDITIONS = {
    PRONE: m.Condition.PRONE,
    EVADING: m.Condition.EVADING,
    DISENGAGED: m.Condition.DISENGAGED,
    "incapacitated": m.Condition.INCAPACITATED,
    "unconscious": m.Condition.UNCONSCIOUS,
    "dying": m.Condition.DYING,
}
PREVENTING = tuple(name for name, condition in CONDITIONS.items() if m.prevents_acts(condition))
FALLEN = ("unconscious", "dying")


class Work(Struct, frozen=True):
    """A task in hand: by which skill and act, on what, for how many rounds, how many are done."""

    skill: str
    name: str
    on: str
    rounds: int
    done: int = 0
    worked: bool = False
    timing: int = 0
    chosen: tuple[str, ...] = ()
    given: tuple[str, ...] = ()


class Readied(Struct, frozen=True):
    """An act made ready: at which trigger, what is done, with what; `words` tell the trigger to people."""

    trigger: str
    what: str
    object: str = ""
    words: str = ""


class Going(Struct, frozen=True):
    """How a move stands: distance in all modes, what difficult ground took beyond it by mode, what standing up took."""

    moved: int = 0
    extra: dict[str, int] = {}
    stood: int = 0
    dashes: int = 0
    halved: bool = False
    odd: bool = False


class Combatant(Participant, frozen=True, kw_only=True):
    """A participant of a contest.

    at: where he comes in; held: the weapon in hand; strikes: attacks made with the turn's main-act; done: what can be
    done once a turn and was; unseen_by: from whom he is hidden; pc: the PC he set last.
    """

    sheet: Sheet
    hp: Annotated[int, Seen("vital")]
    pools: Annotated[dict[str, int], Seen("vital")] = field(default_factory=dict)
    at: Annotated[str, Seen("all")] = ""
    held: Annotated[str, Seen("all")] = ""
    initiative: Annotated[int, Seen("all")] = 0
    tie: int = 0
    surprised: Annotated[bool, Seen("all")] = False
    strikes: int = 0
    going: Going = Going()
    flying: Annotated[bool, Seen("all")] = False
    done: tuple[str, ...] = ()
    unseen_by: Annotated[tuple[str, ...], Seen("side")] = ()
    pc: Annotated[int, Seen("side")] = 0
    readied: Annotated[Readied | None, Seen("owner")] = None
    task: Annotated[Work | None, Seen("all")] = None
    gear: Annotated[dict[str, int], Seen("owner")] = field(default_factory=dict)


class Set(Struct, frozen=True):
    """A challenge that someone set on an item or person: others than his side must beat it (STR-5)."""

    challenge: str
    on: str
    value: int
    by: str


class Contest(State, frozen=True, kw_only=True):
    """A contest: its scene, the challenges set, and whether the round going on is the surprise round."""

    participants: dict[str, Combatant]  # type: ignore[assignment]  # narrowed: only combatants are ever put in
    scene: Scene = Scene()
    sets: tuple[Set, ...] = ()
    surprise_round: bool = False


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Combatant:
    """A participant from his entry."""
    del rulings
    sheet: Sheet = entry.sheet
    held = "" if sheet.unarmed else next((one.name for one in sheet.weapons if not one.natural), "")
    return Combatant(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=sheet,
        at=entry.at,
        held=held,
        hp=m.pool_after(sheet.hp, sheet.lost.get("hp", 0)),
        pools={name: m.pool_after(full, sheet.lost.get(name, 0)) for name, full in sheet.pools.items()},
        gear={one.name: one.count for one in sheet.gear if one.count},
    )


# --- rulings -----------------------------------------------------------------------------------------------------


def ruled(state: Contest, name: str, value: RulingValue) -> bool:
    """Whether this ruling stands so."""
    return state.rulings[name] == value


def number(state: Contest, name: str) -> int:
    """A ruling that is a whole number."""
    value = state.rulings[name]
    assert isinstance(value, int)  # the ruling has bounds and no choices
    return value


def rulings_of(state: Contest, *names: str) -> tuple[tuple[str, RulingValue], ...]:
    """These rulings as an event cites them."""
    return tuple((name, state.rulings[name]) for name in names)


# --- who is how ----------------------------------------------------------------------------------------------------


def fights(state: Contest, one: Combatant) -> bool:
    """Whether he is still in the contest (STR-14)."""
    return one.status == "in" and not any(has_effect(state, one.id, name) for name in FALLEN)


def prevented(state: Contest, who: str) -> str:
    """The condition that takes away all acts, "" for none (STR-36)."""
    if not state.effects:
        return ""
    return next((name for name in PREVENTING if has_effect(state, who, name)), "")


def prone(state: Contest, who: str) -> bool:
    """Whether he lies on the ground."""
    return has_effect(state, who, PRONE)


def foes(state: Contest, who: str) -> tuple[Combatant, ...]:
    """The opponents still in the contest whom he knows of."""
    me = state.participants[who]
    people = (one for one in state.participants.values() if one.side != me.side and one.status == "in")
    return tuple(one for one in people if not one.hidden or who in one.known_to)


def allies(state: Contest, who: str) -> tuple[Combatant, ...]:
    """The others of his side still in the contest."""
    side = state.participants[who].side
    return tuple(p for p in state.participants.values() if p.side == side and p.status == "in" and p.id != who)


def unseen(state: Contest, who: str, by: str) -> bool:
    """Whether `who` is hidden from `by` (STR-32)."""
    one = state.participants[who]
    return by in one.unseen_by or (one.hidden and by not in one.known_to and state.participants[by].side != one.side)


def modifier(one: Combatant, name: str) -> int:
    """M of a skill or attribute; 0 for what the sheet does not name."""
    skill = one.sheet.skills.get(name)
    return skill.m if skill is not None else one.sheet.attributes.get(name, 0)


def ranks(one: Combatant, name: str) -> int:
    """The ranks in a skill; 0 for what the sheet does not name."""
    skill = one.sheet.skills.get(name)
    return skill.ranks if skill is not None else 0


def perception(state: Contest, one: Combatant) -> int:
    """M of the skill that stands for Perception (STR-38)."""
    return modifier(one, state.scene.surprise.perception)


def target_challenge(one: Combatant) -> int:
    """The TC of the sheet, or derived: 8 + M(Agility) (STR-26)."""
    return m.fixed(modifier(one, "Agility")) if one.sheet.tc is None else one.sheet.tc


def weapon_of(one: Combatant, name: str) -> Weapon | None:
    """The weapon of this name."""
    return next((weapon for weapon in one.sheet.weapons if weapon.name == name), None)


def at_hand(one: Combatant) -> tuple[Weapon, ...]:
    """The weapons that can be used now: the one in the hand and the natural ones."""
    return tuple(weapon for weapon in one.sheet.weapons if weapon.natural or weapon.name == one.held)


def item_of(state: Contest, name: str) -> Item | None:
    """The item of this id."""
    return next((item for item in state.scene.items if item.id == name), None)


def subject_of(state: Contest, on: str) -> Subject | None:
    """What can be done with an item or participant."""
    if on in state.participants:
        return state.participants[on].sheet.subject
    return item_of(state, on)


def name_of(state: Contest, on: str) -> str:
    """The name of an item or participant."""
    if on in state.participants:
        return state.participants[on].name
    item = item_of(state, on)
    return on if item is None else item.name or item.id


def left_in(one: Combatant, pool: str) -> int | None:
    """What is left in a pool, or None where he has no such pool."""
    return one.hp if pool == "hp" else one.pools.get(pool)


# --- places --------------------------------------------------------------------------------------------------------


def metres(state: Contest) -> Metres | None:
    """The map with everyone's place, or None where places do not matter."""
    return state.space if isinstance(state.space, Metres) else None


def placed(state: Contest, who: str) -> bool:
    """Whether he stands somewhere on a map."""
    return isinstance(state.space, Metres) and who in state.space.places


def apart(state: Contest, one: str, other: str) -> int:
    """How far apart two are, in cm; 0 where places do not matter."""
    if not (placed(state, one) and placed(state, other)):
        return 0
    assert isinstance(state.space, Metres)  # both are placed
    return spaces.distance(state.space, one, other)


def in_sight(state: Contest, one: str, other: str) -> bool:
    """Whether no wall stands between two."""
    if not (placed(state, one) and placed(state, other)):
        return True
    assert isinstance(state.space, Metres)  # both are placed
    return spaces.sees(state.space, one, other)
