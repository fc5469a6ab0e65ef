"""What people write about a participant of Striker: skills, figures, weapons, gear, and what others can do with him."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from certamen.kernel.audience import Seen

FORBID: dict[str, object] = {"extra": "forbid", "use_attribute_docstrings": True}

Name = Annotated[str, MinLen(1), MaxLen(64)]
M = Annotated[int, Ge(-50), Le(100)]
Amount = Annotated[int, Ge(0), Le(10_000)]
Metres = Annotated[int, Ge(0), Le(10_000)]
Challenge = Annotated[int, Ge(-50), Le(200)]
ChallengeName = Literal["TC-A", "CC", "CC-Q", "CC-S", "SC"]
NamedModifier = Literal["B", "S"]
TimingName = Literal["free-act", "bonus-act", "main-act"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """What one has of a skill."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    m: M = 0
    """The modifier M."""
    ranks: Annotated[int, Ge(0), Le(100)] = 0
    """The ranks R."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """What others can do with a thing or person by their skills: challenges, and what comes of acts that succeed."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    challenges: dict[ChallengeName, Challenge] = field(default_factory=dict)
    """CC (complexity), CC-Q (quality), CC-S (security), SC (social), TC-A: what is not given is asked of the GM."""
    named: dict[NamedModifier, M] = field(default_factory=dict)
    """The named modifiers B and S that it gives those who work with it."""
    tech: str = ""
    """The technology it is of; acts marked Tech need that aspect (STR-3). Absent: any aspect fits."""
    becomes: dict[str, Name] = field(default_factory=dict)
    """By act: the condition that success brings about, as {bypass: bypassed}; it sets the mark ID:bypassed."""
    needs: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By act: the conditions (or whole marks, as vault:open) that must hold before."""
    undoes: dict[str, tuple[str, ...]] = field(default_factory=dict)
    """By act: the conditions that success ends."""
    allows: tuple[str, ...] = ()
    """The acts that can be done with it; none named: all that its challenges or conditions fit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon, in the hand or part of the body."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when attacking with it."""
    skill: Name
    """The combat skill it is used with."""
    effect: str
    """What a hit does, in the book's notation: 2d6(hp,frc) is two dice off hp, of type frc."""
    reach: Annotated[int, Ge(1), Le(100)] = 1
    """How many metres a melee weapon reaches."""
    range: Metres = 0
    """How many metres it carries; 0: a melee weapon."""
    area: Annotated[int, Ge(0), Le(100)] = 0
    """The radius in metres of what it fills with one attack-area; 0: it cannot."""
    single: bool = True
    """Whether it can be aimed at one target (a grenade cannot)."""
    natural: bool = False
    """Part of the body: always at hand, never switched."""
    imposes: Literal["", "prone", "incapacitated", "unconscious", "dying"] = ""
    """A condition that a hit puts on the target as well, as a shotgun that knocks prone."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Gear:
    """A thing one carries and uses."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when using it."""
    timing: TimingName | None = None
    """Its own timing (STR-34); absent: a free-act if it is simple and the first in the turn, else a main-act."""
    simple: bool = False
    """Whether using it takes one simple movement of the hand."""
    count: Annotated[int, Ge(0), Le(1_000)] = 0
    """How many uses there are; 0: no end of them."""
    restores: str = ""
    """What it gives back, in the book's notation, as 1d6(hp,med)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """Whoever takes part: someone, a beast, a ship. Only the hp must be given."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    hp: Annotated[int, Ge(1), Le(10_000), Seen("vital")]
    """The pool hp when whole."""
    lost: Annotated[dict[str, Amount], Seen("vital")] = field(default_factory=dict)
    """What has been lost so far, by pool."""
    skills: Annotated[dict[str, Skill], Seen("side")] = field(default_factory=dict)
    """Skills by name, each {m, ranks}; Stealth, Perception, Resolve and Acrobatics are asked for by rules."""
    attributes: Annotated[dict[str, M], Seen("side")] = field(default_factory=dict)
    """Attributes by name with their M; Agility counts for saves and the TC, Strength perhaps in melee."""
    named: Annotated[dict[NamedModifier, M], Seen("side")] = field(default_factory=dict)
    """The named modifiers B and S of the body or situation, 0 unless given."""
    tc: Annotated[Challenge | None, Seen("side")] = None
    """The target challenge; absent: 8 + M(Agility)."""
    pools: Annotated[dict[str, Amount], Seen("vital")] = field(default_factory=dict)
    """Other pools that effects are taken off, as {nerve: 12}."""
    resistances: Annotated[dict[str, Amount], Seen("side")] = field(default_factory=dict)
    """By type of effect: what is subtracted."""
    speed: Annotated[dict[str, Metres], Seen("side")] = field(default_factory=lambda: {"walk": 10})
    """Metres a turn by mode of movement."""
    stock: Annotated[str, Seen("side")] = "walk"
    """The stock mode."""
    hovers: Annotated[bool, Seen("side")] = False
    """Whether it stays in the air without moving."""
    size: Annotated[int, Ge(1), Le(100), Seen("all")] = 1
    """How many metres it is across."""
    attacks: Annotated[int, Ge(1), Le(20), Seen("side")] = 1
    """How many attacks one main-act gives."""
    weapons: Annotated[tuple[Weapon, ...], Seen("side")] = ()
    """Weapons; the first that is not natural is in the hand."""
    unarmed: Annotated[bool, Seen("side")] = False
    """Whether the hands are empty at first."""
    gear: Annotated[tuple[Gear, ...], Seen("side")] = ()
    """Things to use."""
    techs: Annotated[tuple[str, ...], Seen("side")] = ()
    """Technology aspects: the technologies one knows one's way about."""
    subject: Subject = Subject()
    """What others can do with him by their skills."""
