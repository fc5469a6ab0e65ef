"""What people write about a participant of Starslinger: the sheet with its weapons, powers, reactions and traits."""

import re
from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen, MinLen

from certamen.kernel.audience import Seen

FORBID: dict[str, object] = {"extra": "forbid", "use_attribute_docstrings": True}

Name = Annotated[str, MinLen(1)]
Change = Annotated[int, Ge(-100), Le(100)]
Amount = Annotated[int, Ge(0), Le(10_000)]
Feet = Annotated[int, Ge(0), Le(100_000)]
Sign = Annotated[int, Ge(-1), Le(1)]
SaveName = Literal["str", "dex", "con", "int", "wis", "cha"]
Affliction = Literal[
    "bleeding", "flat-footed", "prone", "stunned", "drops-item", "jams-item", "no-reaction", "blinded", "shaken",
    "petrified", "shoved", "grappled",
]  # fmt: skip

UNARMED = "unarmed"
BARE_SKILLS = ("finesse", "brawn", "melee")
_DICE = re.compile(r"([1-9][0-9]?)d([1-9][0-9]{0,2})", re.ASCII)


def read_dice(text: str) -> tuple[int, int] | None:
    """Count and size of dice written as 2d6; (0, 0) for an empty text; None for anything else.

    >>> read_dice("2d6"), read_dice(""), read_dice("d6")
    ((2, 6), (0, 0), None)
    """
    found = _DICE.fullmatch(text)
    return (int(found[1]), int(found[2])) if found else (None if text else (0, 0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon, a manoeuvre, or a power one attacks with (SLG-15 to SLG-20)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when attacking with it."""
    skill: Name
    """The skill one attacks with."""
    damage: str = ""
    """Its dice, as 1d6; empty: it does no damage."""
    accuracy: Change = 0
    """Added to the attack roll."""
    hands: Annotated[int, Ge(0), Le(2)] = 1
    """How many hands hold it; 0 for a power or for claws, which cannot be dropped and do not jam."""
    range: Feet = 0
    """How far it reaches, in feet; 0: within the same melee only."""
    threat: Annotated[int, Ge(17), Le(20)] = 20
    """The lowest natural roll that makes a hit critical."""
    nature: Literal["weapon", "manoeuvre", "toxic", "mental", "emotion", "illusion"] = "weapon"
    """Its kind of effect, which says whose DC must be reached."""
    versus: Annotated[tuple[SaveName, ...], MaxLen(2)] = ()
    """The DC or two DCs it must reach, where the kind of effect does not say."""
    effect: Literal["", "bleeding", "flat-footed", "prone", "stunned", "drops-item", "no-reaction", "blinded", "shaken",
                    "shoved", "grappled"] = ""  # fmt: skip
    """What a hit brings beyond damage."""
    persistent: Amount = 0
    """Damage a hit brings at the end of each turn of the target, past armour, until ended."""
    tier: Annotated[int, Ge(0), Le(20)] = 0
    """How hard it is to clear when jammed: DC 10 + tier."""
    double: bool = False
    """Whether, held in both hands, it can attack twice at half damage."""
    petrifies: bool = False
    """Whether it could petrify: only then does that critical effect stand."""
    held: bool = True
    """Whether it is in hand; otherwise it is sheathed."""
    jammed: bool = False
    """Whether it is jammed, out of ammunition or stuck."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Healing:
    """A power that gives hit points back."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it when using it."""
    skill: Name
    """The skill of its check."""
    healing: str = "1d6"
    """Its dice, as 1d6."""
    dc: Annotated[int, Ge(0), Le(100)] = 10
    """The DC of its check."""
    range: Feet = 5
    """How far it reaches, in feet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reaction:
    """An attack one may make just before one's next turn once it was provoked (SLG-25)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """How one names it."""
    trigger: Literal["attacked", "hit", "missed", "enters", "leaves"]
    """What provokes it: being attacked, hit or missed, a hostile entering or leaving one's melee."""
    weapon: Name = UNARMED
    """The weapon or manoeuvre it is made with, against whoever provoked it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trait:
    """What always changes one's checks: a talent, an implant, good tools."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is called in the log; edges count once for each thing."""
    skills: tuple[str, ...] = ()
    """The skills and abilities it holds for; none named: all."""
    bonus: Change = 0
    """Added to the check; capped with other bonuses (SLG-13)."""
    damage: Change = 0
    """Added to the damage of attacks; capped likewise."""
    edge: Sign = 0
    """1 for an edge gained, -1 for one lost."""
    advantage: Sign = 0
    """1 for advantage, -1 for disadvantage."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A participant. Only the hit points must be given."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    hp: Annotated[int, Ge(1), Le(10_000), Seen("vital")]
    """Hit points when unhurt."""
    hurt: Annotated[Amount, Seen("vital")] = 0
    """Hit points lost so far."""
    level: Annotated[int, Ge(0), Le(100), Seen("side")] = 1
    """Level: one more die of damage for every 5."""
    armour: Annotated[Amount, Seen("vital")] = 0
    """Armour rating: what is taken off damage."""
    initiative: Annotated[Change, Seen("side")] = 0
    """Added to the initiative roll, where one is made."""
    saves: Annotated[dict[SaveName, Annotated[int, Ge(0), Le(100)]], Seen("vital")] = field(default_factory=dict)
    """The DCs others must reach to affect one; what is not named is 10."""
    skills: Annotated[dict[str, Change], Seen("side")] = field(default_factory=dict)
    """Skill modifiers."""
    abilities: Annotated[dict[str, Change], Seen("side")] = field(default_factory=dict)
    """Ability modifiers; a check may name one in place of a skill."""
    weapons: Annotated[tuple[Weapon, ...], Seen("side")] = ()
    """Weapons and powers; the unarmed strike and the plain manoeuvres are always there."""
    healing: Annotated[tuple[Healing, ...], Seen("side")] = ()
    """Powers that heal."""
    reactions: Annotated[tuple[Reaction, ...], Seen("side")] = ()
    """Reactions one may make."""
    traits: Annotated[tuple[Trait, ...], Seen("side")] = ()
    """What always changes one's checks."""
    rerolls: Annotated[int, Ge(0), Le(100), Seen("side")] = 0
    """How often in the scene one may roll a d20 again."""
    may_take_hits: Annotated[bool, Seen("side")] = False
    """Whether to ask, when an attack misses, if one would rather be hit (SLG-21)."""


def bare(name: str, **more: object) -> Weapon:
    """A way to attack that everyone has."""
    return Weapon(name=name, skill=BARE_SKILLS[0], hands=0, **more)  # type: ignore[arg-type]  # Weapon's own fields


BARE = (
    bare(UNARMED, damage="1d2", accuracy=3),
    bare("shove", nature="manoeuvre", effect="shoved"),
    bare("trip", nature="manoeuvre", versus=("dex",), effect="prone"),
    bare("grapple", nature="manoeuvre", effect="grappled"),
    bare("disarm", nature="manoeuvre", versus=("dex", "str"), effect="drops-item"),
)
