"""The state of a scene: who carries what, the check in flight, the table's rulings, and plain questions about them."""

from collections.abc import Mapping
from dataclasses import replace as with_fields
from typing import Annotated, NamedTuple, TypeVar

from msgspec import Struct, field
from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Entry
from certamen.kernel.event import Die, Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import Participant, State, Step, put
from certamen.kernel.window import Request
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.scene import Challenge, Scene
from certamen.rulesets.starslinger.sheet import BARE, Healing, Sheet, Weapon

ACTION = "action"

_CODES: dict[tuple[str, str], int] = {
    (name, code.name.lower()): code
    for name, codes in (
        ("natural", m.Naturals),
        ("penalty_counts", m.Counts),
        ("lost_edge_natural", m.LostEdge),
        ("stacking_scope", m.Scope),
        ("jam", m.Jam),
        ("attack_modifier", m.AttackModifier),
        ("half_round", m.Halves),
        ("reaction_fumble", m.Fumble),
        ("gm_post", m.GmPost),
    )
    for code in codes
}


class Carried(Struct, frozen=True):
    """A weapon one carries: in hand or sheathed, jammed or not, and how often one has tried to clear it."""

    weapon: Weapon
    held: bool
    jammed: bool = False
    attempts: int = 0


class Dropped(Struct, frozen=True):
    """A weapon that lies at a spot."""

    carried: Carried
    at: str


class Provoked(Struct, frozen=True, array_like=True):
    """A reaction that was provoked, and by whom."""

    reaction: str
    by: str


class Slinger(Participant, frozen=True, kw_only=True):
    """A participant in the scene.

    checks: how many he has made this turn; done: his turn has ended early; provoked: reactions he may still make.
    """

    sheet: Sheet
    hp: Annotated[int, Seen("vital")]
    carried: Annotated[tuple[Carried, ...], Seen("side")] = ()
    at: Annotated[str, Seen("all")] = ""
    initiative: Annotated[int, Seen("all")] = 0
    rerolls: Annotated[int, Seen("side")] = 0
    provoked: Annotated[tuple[Provoked, ...], Seen("owner")] = ()
    checks: int = 0
    done: bool = False


class Terms(NamedTuple):
    """What a check is rolled with: its modifiers, 1, 0 or -1 for advantage, net edges, and the rows that say why."""

    modifiers: m.Modifiers = m.NONE
    advantage: int = 0
    edges: int = 0
    parts: tuple[Part, ...] = ()


class Check(Struct, frozen=True, kw_only=True):
    """A check in flight: what is tried, its terms and dice, and what follows from it.

    kind: attack, challenge, deed, enter, leave, clear, heal or escape; subject: the weapon, challenge, power ...;
    dc None: nobody has set one; dc_public: whether others than the GM may see it; dc_source and dc_parts: what it comes
    from and is made of; dice: (first d20, second or 0); told: whether an event has shown them; then: a second weapon
    whose attack follows, with its target.
    """

    kind: str
    actor: str
    target: str = ""
    subject: str = ""
    way: str = ""
    skill: str = ""
    dc: int | None = None
    dc_public: bool = False
    dc_source: str = "SLG-4"
    dc_parts: tuple[Part, ...] = ()
    terms: Terms = Terms()
    dice: tuple[int, int] = (0, 0)
    edge: int = 0
    fell: tuple[Die, ...] = ()
    told: bool = False
    unseen: bool = False
    missing: bool = False
    reaction: bool = False
    halved: bool = False
    then: tuple[str, str] = ("", "")
    degree: int = 0
    critical: bool = False


class Unruled(Struct, frozen=True):
    """A check that waits for its DC: a number to name it by, the check with its dice, and the round it was made in."""

    n: int
    check: Check
    round: int


class SceneState(State, frozen=True, kw_only=True):
    """A scene going on.

    actions: how many a turn has; phase: whose posts are due in thread order; thread: what else is asked in the thread
    while a turn goes on; asked: whether the GM was asked to end the scene; closed: whether he did; doors: which stand
    open.
    """

    participants: dict[str, Slinger]  # type: ignore[assignment]  # narrowed; states are never written to
    scene: Scene = Scene()
    actions: int = 3
    phase: str = ""
    thread: tuple[Request, ...] = ()
    check: Check | None = None
    unruled: tuple[Unruled, ...] = ()
    ruled: int = 0
    ground: tuple[Dropped, ...] = ()
    doors: dict[str, bool] = field(default_factory=dict)
    asked: bool = False
    closed: bool = False


S = TypeVar("S", bound=SceneState)


def after(step: Step) -> SceneState:
    """The state a step of this ruleset leads to."""
    assert isinstance(step.state, SceneState)  # its steps make nothing else
    return step.state


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Slinger:
    """A participant from his entry."""
    sheet: Sheet = entry.sheet
    return Slinger(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=sheet,
        hp=sheet.hp - sheet.hurt,
        carried=tuple(Carried(weapon, weapon.held, weapon.jammed) for weapon in sheet.weapons),
        at=entry.at,
        rerolls=sheet.rerolls,
    )


def export(state: SceneState, one: Slinger) -> Sheet:
    """His sheet as it is now: hit points lost, weapons at hand, sheathed and jammed.

    What he dropped and nobody took he has picked up by the next evening; what another took is gone, with its reactions.
    """
    own = {weapon.name for weapon in one.sheet.weapons} - {item.weapon.name for item in one.carried}
    lying = {dropped.carried.weapon.name: dropped.carried for dropped in state.ground}
    things = (*one.carried, *(lying[name] for name in lying if name in own))
    weapons = tuple(with_fields(item.weapon, held=item.held, jammed=item.jammed) for item in things)
    usable = {weapon.name for weapon in (*weapons, *BARE)}
    reactions = tuple(reaction for reaction in one.sheet.reactions if reaction.weapon in usable)
    return with_fields(one.sheet, hurt=max(0, one.sheet.hp - one.hp), weapons=weapons, reactions=reactions)


def ruling(state: SceneState, name: str) -> str:
    """The value of a ruling."""
    return str(state.rulings[name])


def chosen(state: SceneState, name: str) -> int:
    """The value of a ruling as `mechanics` knows it."""
    return _CODES[name, ruling(state, name)]


def code(name: str, value: str) -> int:
    """A value of a ruling as `mechanics` knows it."""
    return _CODES[name, value]


def cite(state: SceneState, *names: str) -> tuple[tuple[str, RulingValue], ...]:
    """These rulings as an event names those that applied."""
    return tuple((name, state.rulings[name]) for name in names)


def by_initiative(state: SceneState) -> bool:
    """Whether the scene goes by initiative and not by post (SLG-1)."""
    return ruling(state, "order") == "initiative"


# --- things ----------------------------------------------------------------------------------------------------


def find_carried(one: Slinger, name: str) -> Carried | None:
    """The weapon of this name that he carries."""
    for item in one.carried:
        if item.weapon.name == name:
            return item
    return None


def weapon_of(one: Slinger, name: str) -> Weapon:
    """His weapon or manoeuvre of this name, also one he has lost meanwhile."""
    item = find_carried(one, name)
    return item.weapon if item else next(weapon for weapon in (*BARE, *one.sheet.weapons) if weapon.name == name)


def healing_of(one: Slinger, name: str) -> Healing:
    """His healing power of this name."""
    return next(power for power in one.sheet.healing if power.name == name)


def challenge_of(state: SceneState, name: str) -> Challenge:
    """The challenge with this id."""
    return next(one for one in state.scene.challenges if one.id == name)


def carry(state: S, who: str, item: Carried) -> S:
    """The state with his item of the same name changed, or one more."""
    one = state.participants[who]
    others = tuple(other for other in one.carried if other.weapon.name != item.weapon.name)
    if len(others) == len(one.carried):
        return put(state, replace(one, carried=(*one.carried, item)))
    changed = tuple(item if other.weapon.name == item.weapon.name else other for other in one.carried)
    return put(state, replace(one, carried=changed))


def put_down(state: S, who: str, name: str) -> S:
    """The state with his item of this name lying where he is."""
    one = state.participants[who]
    item = find_carried(one, name)
    if item is None:
        return state
    rest = tuple(other for other in one.carried if other is not item)
    state = put(state, replace(one, carried=rest))
    return replace(state, ground=(*state.ground, Dropped(replace(item, held=False), one.at)))


def hands_used(one: Slinger) -> int:
    """How many of his hands hold something (SLG-26)."""
    return sum(item.weapon.hands for item in one.carried if item.held)


def wielded(one: Slinger) -> tuple[str, ...]:
    """The names of the items in his hands."""
    return tuple(item.weapon.name for item in one.carried if item.held and item.weapon.hands)


def skill_of(one: Slinger, name: str) -> int:
    """His modifier for a skill, or for an ability of that name; 0 for neither."""
    return one.sheet.skills.get(name, one.sheet.abilities.get(name, 0))


def skills_of(one: Slinger) -> tuple[str, ...]:
    """All skills and abilities he has a figure for."""
    return tuple(dict.fromkeys((*one.sheet.skills, *one.sheet.abilities))) or ("untrained",)


def actions_left(one: Slinger) -> int:
    """How many actions are left of his turn (SLG-3)."""
    return budget.left(one.budget, ACTION)
