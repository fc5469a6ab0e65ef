"""What people write about a participant of dualaction: the sheet with its weapons, items, abilities and traits."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from certamen.kernel.audience import Seen
from certamen.kernel.space.drawn import FORBID, Name

Amount = Annotated[int, Ge(0), Le(10_000)]
Change = Annotated[int, Ge(-1_000), Le(1_000)]
Metres = Annotated[int, Ge(0), Le(10_000)]

UNARMED = "unarmed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Modifier:
    """A trait, or what a weapon does beyond its figures (DUA-14, DUA-15, DUA-18)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is called in the log."""
    to_hit: Change = 0
    """Added to the throw to hit."""
    damage: Change = 0
    """Added to the damage of each hit."""
    penetration: Amount = 0
    """How much DR it ignores; never for unarmed blows."""
    classes: tuple[str, ...] = ()
    """The weapon classes it holds for; none named: all, unarmed too."""
    against: tuple[str, ...] = ()
    """The kinds of target it holds against; none named: all."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Implant:
    """What makes bare hands worse: the only thing that does (DUA-13)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is called in the log."""
    damage: Change = 0
    """Added to unarmed damage."""
    penetration: Amount = 0
    """How much DR an unarmed blow ignores."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Band:
    """One of a weapon's own difficulties, used under the ruling difficulty: own (DUA-10)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    upto: Annotated[int, Ge(1), Le(10_000)]
    """Up to so many metres, beyond the band before."""
    difficulty: Annotated[int, Ge(0), Le(100)]
    """What the throw to hit must reach there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon: fired (give `optimal`), or wielded within `reach`, and perhaps thrown."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when attacking with it."""
    skill: Name
    """Its class, which is a skill: infantry, assault, energy, melee ..."""
    damage: str
    """What one hit does, as 5-12: any whole number from 5 to 12, equally likely."""
    optimal: Metres = 0
    """For a fired weapon, the distance in metres up to which the difficulty is 6; 0: it is wielded."""
    reach: Annotated[int, Ge(1), Le(100)] = 1
    """For a wielded weapon, how many metres it reaches."""
    thrown: Metres = 0
    """For a wielded weapon that can be thrown, its optimal distance in metres; 0: it cannot."""
    count: Annotated[int, Ge(0), Le(1_000)] = 1
    """How many of a thrown weapon one carries."""
    shots: Annotated[int, Ge(1), Le(20)] = 1
    """How many shots one attack fires."""
    magazine: Annotated[int, Ge(0), Le(1_000)] = 0
    """How many shots it holds; 0: it never needs reloading."""
    loaded: Annotated[int, Ge(0), Le(1_000)] | None = None
    """How many shots are loaded; absent: all."""
    penetration: Amount = 0
    """How much DR it ignores."""
    wear: Amount = 0
    """How much DR the armour loses when it is pierced."""
    knocks_down: bool = False
    """Whether a wound by it knocks the target down."""
    difficulties: tuple[Band, ...] = ()
    """Its own difficulties by distance, nearest first; beyond the last it cannot be used."""
    modifiers: tuple[Modifier, ...] = ()
    """What it does beyond its figures: an advantage against some kinds of target, say."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item:
    """Something used up for the secondary action, such as a stim kit (DUA-6)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when using it."""
    count: Annotated[int, Ge(0), Le(1_000)] = 1
    """How many one carries."""
    heals: Amount = 0
    """How many HP it gives back, never beyond the full HP."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ability:
    """Something one can do beyond weapons and items. The source gives no list: the table writes its own."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when using it."""
    use: Literal["combat", "other", "stop"] = "combat"
    """For combat; of no combat use (DUA-17); or to stop a move within range, in another's turn (DUA-16)."""
    cost: Literal["primary", "secondary", "both"] = "primary"
    """What it takes of the turn; one that stops a move takes the one reaction a round instead."""
    target: Literal["self", "ally", "enemy"] = "self"
    """On whom it works."""
    range: Metres = 1
    """How far it reaches, in metres."""
    uses: Annotated[int, Ge(0), Le(1_000)] = 0
    """How often it can be used; 0: without limit."""
    damage: str = ""
    """The damage it does without a throw to hit, as 2-6; DR counts."""
    heals: Amount = 0
    """How many HP it gives back."""
    knocks_down: bool = False
    """Whether it knocks the target down."""
    turns: Annotated[int, Ge(0), Le(1_000)] = 0
    """For how many turns of the user the changes below last."""
    to_hit: Change = 0
    """Added to the target's throws to hit meanwhile."""
    extra_damage: Change = 0
    """Added to the damage of each hit of the target's meanwhile."""
    dr: Change = 0
    """Added to the target's DR meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A participant. Only the HP must be given."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    hp: Annotated[int, Ge(1), Le(10_000), Seen("vital")]
    """HP when unhurt."""
    wounds: Annotated[Amount, Seen("vital")] = 0
    """HP lost so far."""
    agility: Annotated[int, Ge(0), Le(1_000), Seen("side")] = 6
    """AG: how many metres the secondary action carries one."""
    strength: Annotated[int, Ge(1), Le(1_000), Seen("side")] = 6
    """ST: the sides of the three dice of an unarmed blow."""
    dr: Annotated[Amount, Seen("vital")] = 0
    """Damage resistance: what is subtracted from damage."""
    worn: Annotated[Amount, Seen("vital")] = 0
    """DR the armour has lost so far."""
    skills: Annotated[dict[str, Annotated[int, Ge(0), Le(100)]], Seen("side")] = field(default_factory=dict)
    """Skills by weapon class; what is not named is 0."""
    weapons: Annotated[tuple[Weapon, ...], Seen("side")] = ()
    """Weapons; bare hands are always there."""
    items: Annotated[tuple[Item, ...], Seen("side")] = ()
    """Things to use."""
    abilities: Annotated[tuple[Ability, ...], Seen("side")] = ()
    """Abilities."""
    traits: Annotated[tuple[Modifier, ...], Seen("side")] = ()
    """Traits that change throws or damage."""
    implants: Annotated[tuple[Implant, ...], Seen("side")] = ()
    """Implants, which change unarmed blows."""
    kinds: Annotated[tuple[str, ...], Seen("all")] = ()
    """What kind of target one is: robot, beast ..."""
