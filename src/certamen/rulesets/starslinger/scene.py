"""What people write about a scene of Starslinger: spots, melees, challenges, doors, the critical effect table."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar

from annotated_types import Ge, Le, MinLen

from certamen.rulesets.starslinger.sheet import FORBID, Affliction, Feet, Name


@dataclass(frozen=True, slots=True, kw_only=True)
class Way:
    """One way to meet a challenge."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How one names it: smash, pick."""
    skills: tuple[str, ...] = ()
    """The skills or abilities it can be done with; none named: any."""
    dc: Annotated[int, Ge(0), Le(100)] | None = None
    """Its DC; absent: the attempt ends the turn and waits for the GM to give one (SLG-8)."""
    hidden: bool = False
    """Whether the DC is kept from the players; the turn goes on all the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Challenge:
    """Something to overcome: an obstacle, a device, a way out."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How one names it."""
    name: Name
    """What it is."""
    ways: Annotated[tuple[Way, ...], MinLen(1)]
    """The ways to meet it."""
    at: str = ""
    """The spot one must be at; empty: any."""
    reach: Feet = 0
    """From how far away it can be met, in feet; 0: only at its spot."""
    needs: tuple[str, ...] = ()
    """Marks that must be set before it can be tried."""
    gives: str = ""
    """The mark that success sets; then it is done with."""
    moves_to: str = ""
    """The spot to which success brings one."""
    leaves: bool = False
    """Whether success takes one out of the scene."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A door between two spots; opening and closing it is an action each (SLG-3)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How one names it."""
    between: Name
    """The two spots it joins, as hall/yard."""
    open: bool = False
    """Whether it stands open."""
    needs: tuple[str, ...] = ()
    """Marks that must be set before it opens: a lock that was picked."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EffectRow:
    """A row of the critical effect table (SLG-20)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    upto: Annotated[int, Ge(1), Le(100)]
    """The highest d100 roll it covers."""
    effect: Affliction
    """What befalls the target; drops-item and jams-item need an item it wields, petrified a power that could."""
    value: Annotated[int, Ge(0), Le(1_000)] = 0
    """How much of it: persistent damage for bleeding."""


# Our own table: the source's is lost, but for the footnotes on an item that is wielded and on what could petrify.
CRITICAL_EFFECTS = (
    EffectRow(upto=15, effect="bleeding", value=2),
    EffectRow(upto=32, effect="flat-footed"),
    EffectRow(upto=47, effect="prone"),
    EffectRow(upto=57, effect="stunned"),
    EffectRow(upto=67, effect="drops-item"),
    EffectRow(upto=74, effect="no-reaction"),
    EffectRow(upto=81, effect="blinded"),
    EffectRow(upto=89, effect="shaken"),
    EffectRow(upto=97, effect="jams-item"),
    EffectRow(upto=100, effect="petrified"),
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """Where and how an action scene plays."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    kind: str = "action scene"
    """The type of scene, which the GM names."""
    text: str = ""
    """The GM's opening post."""
    actions: Annotated[int, Ge(1), Le(3)] = 3
    """How many actions a turn has."""
    gm: bool = True
    """Whether there is a GM to ask. Without one, defaults and tables decide, and the order must be initiative."""
    default_dc: Annotated[int, Ge(0), Le(100)] = 15
    """The DC where nobody gives one."""
    spots: dict[str, str] = field(default_factory=dict)
    """The places of the scene: id and name. A participant's `at` names one."""
    distances: dict[str, Feet] = field(default_factory=dict)
    """How far apart spots are, in feet: roof/street: 40."""
    distance: Feet = 30
    """How far apart all other spots are, in feet; without spots, all participants."""
    near: Feet = 10
    """How far apart those at one spot are, in feet."""
    melees: tuple[tuple[str, ...], ...] = ()
    """Who begins in a melee with whom."""
    challenges: tuple[Challenge, ...] = ()
    """What there is to overcome."""
    doors: tuple[Door, ...] = ()
    """Doors between spots."""
    critical_effects: Annotated[tuple[EffectRow, ...], MinLen(1)] = CRITICAL_EFFECTS
    """The critical effect table."""
