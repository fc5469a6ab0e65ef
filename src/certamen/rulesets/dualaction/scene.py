"""What people write about the place of a dualaction combat: its map, doors, cover, hazards, exits and long tasks."""

from dataclasses import dataclass
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le

from certamen.kernel.space.drawn import FORBID, Box, Cover, Name, Wall


@dataclass(frozen=True, slots=True, kw_only=True)
class Door:
    """A door: it stops moving and seeing while it is shut."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How it is named."""
    line: str
    """From end to end in metres, as 8,5 9,5."""
    open: bool = False
    """Whether it stands open."""
    locked: bool = False
    """Whether it must be opened by a task first."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rough:
    """Ground that is slow to cross, or that cannot be walked at all."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is."""
    box: str
    """Two opposite corners in metres."""
    factor: Annotated[int, Ge(0), Le(100)] = 2
    """How many metres each metre costs; 0: it cannot be walked, only leapt across."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Hazard:
    """What stops whoever moves into it (DUA-16)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is."""
    box: str
    """Two opposite corners in metres."""
    damage: str = ""
    """The damage it does, as 1-6; absent: none."""
    knocks_down: bool = False
    """Whether it knocks down."""
    once: bool = False
    """Whether it works once only, as a tripwire."""
    spares: str = ""
    """The side that knows of it and steps over; absent: none does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Task:
    """A deed that takes longer than a turn (DUA-2), such as picking a lock."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How it is named when beginning it, and the mark it sets for objectives when it is done."""
    seconds: Annotated[int, Ge(1), Le(3_600)]
    """How long it takes; a turn is 3 seconds."""
    at: str
    """Where: one must stand within 1 m, as 3,4."""
    side: str = ""
    """Which side can do it; absent: any."""
    needs: tuple[str, ...] = ()
    """Marks that must be set before."""
    opens: str = ""
    """The id of a door it opens."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The place. Lengths are metres, from the upper left corner."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    width: Annotated[int, Ge(2), Le(10_000)] = 40
    """How wide the map is."""
    height: Annotated[int, Ge(2), Le(10_000)] = 30
    """How high (from north to south) the map is."""
    grid: Literal["square", "hex", "free"] = "square"
    """Squares, hexes or free metres; places are column,row on a grid and metres on free ground."""
    cell: Annotated[int, Ge(1), Le(100)] = 1
    """How many metres a square or hex is across."""
    diagonal: Literal["one", "alternate", "exact"] = "one"
    """What a diagonal step between squares counts."""
    walls: tuple[Wall, ...] = ()
    """Walls; low ones are leapt across, and what their cover is worth counts for who has taken it."""
    doors: tuple[Door, ...] = ()
    """Doors."""
    covers: tuple[Cover, ...] = ()
    """Things to take cover in: 2 unless they say otherwise, as much as one further stretch of range."""
    rough: tuple[Rough, ...] = ()
    """Slow ground."""
    hazards: tuple[Hazard, ...] = ()
    """Hazards."""
    exits: tuple[Box, ...] = ()
    """Ways out: who stands there can leave the combat."""
    tasks: tuple[Task, ...] = ()
    """Long tasks."""
    gm_may_stop: bool = False
    """Whether the game master is asked at each move if something stops it."""
