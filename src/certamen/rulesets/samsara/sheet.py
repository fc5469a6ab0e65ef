"""What a game master writes for SAMSARA: an actor's sheet, and the scene with its goals."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le

from certamen.kernel.audience import Seen

Figure = Annotated[int, Ge(-1_000), Le(1_000)]
Held = Annotated[int, Ge(0), Le(1_000)]
Size = Literal["usual", "small", "medium", "large", "huge"]

# SAM-10: the sizes that need not be written
USUAL_SIZES: dict[str, Size] = {
    "bare-hands": "small",
    "battleaxe": "large",
    "club": "small",
    "dagger": "small",
    "great-axe": "huge",
    "greatsword": "huge",
    "hand-axe": "medium",
    "lance": "huge",
    "longsword": "large",
    "mace": "medium",
    "polearm": "huge",
    "shortsword": "medium",
    "spear": "large",
}

STRICT: dict[str, Any] = {"extra": "forbid", "use_attribute_docstrings": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """An actor: whoever or whatever takes part in a contest, a swordsman or a riddle."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    attributes: Annotated[dict[str, Figure], Seen("vital")]
    """Attributes by name, two at least. The encounter's goals say which are relevant."""
    abilities: Annotated[dict[str, Figure], Seen("vital")] = field(default_factory=dict)
    """Abilities by name."""
    motives: Annotated[dict[str, Figure], Seen("vital")] = field(default_factory=dict)
    """Motives by name; below 0 where a motive holds him back."""
    severe: Annotated[dict[str, Held], Seen("vital")] = field(default_factory=dict)
    """Severe checks held from earlier contests, by sphere."""
    instruments: Annotated[dict[str, Size], Seen("all")] = field(default_factory=dict)
    """Weapons, or ways of going about it, with their size; `usual` takes the size from the rules' list."""

    def __hash__(self) -> int:
        return hash(frozenset(self.attributes.items()))


@dataclass(frozen=True, slots=True, kw_only=True)
class Traits:
    """What of a sheet counts."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    attributes: tuple[str, ...] = ()
    """The relevant attributes, two or more; the two highest count. None named: all on the sheet are relevant."""
    abilities: tuple[str, ...] = ()
    """The relevant abilities."""
    motives: tuple[str, ...] = ()
    """The relevant motives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Goal:
    """What an actor may want to bring about, and what counts in the attempt."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    id: str
    """A short name: small letters, digits and hyphens."""
    title: str = ""
    """What the actor wants to do, as it reads after the word `to`."""
    form: Literal["full", "simple"] = "full"
    """`full` delivers checks until a side has lost; `simple` is one roll that succeeds or fails."""
    sphere: str = ""
    """The sphere of action, where it is not the scene's."""
    attributes: tuple[str, ...] = ()
    """The relevant attributes, two or more; the two highest count. None named: all on the sheet are relevant."""
    abilities: tuple[str, ...] = ()
    """The relevant abilities."""
    motives: tuple[str, ...] = ()
    """The relevant motives."""
    resist: Traits | None = None
    """What counts for the antagonist, where it is not the same."""
    pursued_by: tuple[str, ...] = ()
    """The sides or actors who may pursue it; none named: everyone."""
    against: tuple[str, ...] = ()
    """The sides or actors it may be pursued against; none named: every opponent."""
    power: Figure | None = None
    """A simple contest against this power level, with no antagonist."""
    after: tuple[str, ...] = ()
    """Simple goals that the same side must have reached before."""
    helps: dict[str, Figure] = field(default_factory=dict)
    """Situation modifiers that reaching this simple goal gives its side, by the goal they count for."""
    free: bool = False
    """A simple contest that takes no turn: whoever may pursue it may try it at any moment, asked or not."""
    situation: dict[str, Figure] = field(default_factory=dict)
    """Situation modifiers in this goal's attempts, by actor or side, whether acting or acted against."""

    def __hash__(self) -> int:
        return hash(self.id)


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """What the contest is about. Without goals, all strive with all they have."""

    __pydantic_config__: ClassVar[dict[str, Any]] = STRICT

    sphere: str = "physical"
    """The sphere of action: physical, social, mental, or any other."""
    challenger: str = ""
    """The side that acts first; the first in the file where none is named."""
    goals: tuple[Goal, ...] = ()
    """The goals that may be pursued."""


STRIVE = Goal(id="strive", title="prevail")
