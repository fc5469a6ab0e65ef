"""What people write about the circumstances of a Striker contest: the map, items, surprise, skills in notation."""

from dataclasses import dataclass, field
from typing import Annotated, ClassVar, Literal

from annotated_types import Ge, Le, MaxLen

from certamen.kernel.space.drawn import Box, Cover, Wall
from certamen.rulesets.striker.mechanics import AREA_SPOT
from certamen.rulesets.striker.sheet import FORBID, Challenge, Metres, Name, Subject

ActTiming = Literal["free-act", "bonus-act", "main-act", "move-act", "w/move-act"]


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
    stuck: bool = False
    """A stuck door takes a main-act (STR-17)."""
    needs: str = ""
    """A mark that must be set before it opens, as lock:bypassed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Rough:
    """Difficult ground, or ground that some modes cannot enter."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    name: Name
    """What it is: scree, deep snow, clutter ..."""
    box: str
    """Two opposite corners in metres."""
    slows: tuple[str, ...] = ()
    """The modes for which it is difficult; none named: all."""
    closes: tuple[str, ...] = ()
    """The modes that cannot enter it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Map:
    """The map. Lengths are metres from the upper left corner."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    width: Annotated[int, Ge(2), Le(10_000)] = 30
    """How wide it is."""
    height: Annotated[int, Ge(2), Le(10_000)] = 20
    """How high (from north to south) it is."""
    grid: Literal["square", "hex", "free"] = "square"
    """Squares, hexes or free metres; places are column,row (perhaps ,height) on a grid, metres on free ground."""
    cell: Annotated[int, Ge(1), Le(100)] = 1
    """How many metres a square or hex is across."""
    ceiling: Metres = 3
    """How high one can fly."""
    gravity: bool = True
    """Whether things fall."""
    fall: str = ""
    """What a fall does, in the book's notation, as 2d6(hp,imp); absent: nothing."""
    walls: tuple[Wall, ...] = ()
    """Walls."""
    doors: tuple[Door, ...] = ()
    """Doors."""
    covers: tuple[Cover, ...] = ()
    """Cover."""
    rough: tuple[Rough, ...] = ()
    """Difficult ground."""
    hides: tuple[Box, ...] = ()
    """Where one can hide besides behind walls and cover."""
    exits: tuple[Box, ...] = ()
    """Ways out; the map's edge is one too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Item(Subject):
    """A thing or a question at stake that skills work on: a lock, an engine, a treaty."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    id: Name
    """How it is named, and the first half of its marks."""
    name: str = ""
    """What it is."""
    at: str = ""
    """Where it is; one must stand within 1 m. Absent: within reach of all."""
    conditions: tuple[str, ...] = ()
    """The conditions that hold at the start."""
    use: Literal["", "free-act", "bonus-act", "main-act"] = ""
    """Its own timing when used without a skill (a lever); absent: it cannot be."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Warning:
    """What somebody knows before it begins (STR-10)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    who: Name
    """Whose knowledge it is."""
    adversary: bool = True
    """Knows that the adversary is there."""
    contest: bool = True
    """Knows that it will come to a contest."""
    seconds: Annotated[int, Ge(0), Le(100_000)] = 6
    """How long before."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Surprise:
    """Who might be surprised, and by whom (STR-10, STR-38)."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    sneaking: tuple[str, ...] = ()
    """The sides that sneak up."""
    might: tuple[str, ...] = ()
    """The participants or sides who might be surprised; none named: all whose every adversary sneaks."""
    surprised: tuple[str, ...] = ()
    """Those who are surprised whatever they notice."""
    warned: tuple[Warning, ...] = ()
    """Those who know something."""
    alert: tuple[str, ...] = ()
    """Those suspicious or alert: they roll chk+ in place of their passive value, all through the contest."""
    stealth: Name = "Stealth"
    """The skill that stands for Stealth."""
    perception: Name = "Perception"
    """The skill that stands for Perception."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """The circumstances. All may be left out."""

    __pydantic_config__: ClassVar[dict[str, object]] = FORBID

    map: Map | None = None
    """Where everyone is; without one, places do not matter and nobody moves."""
    items: tuple[Item, ...] = ()
    """What skills work on."""
    surprise: Surprise = Surprise()
    """Who might be surprised."""
    skills: dict[str, Annotated[str, MaxLen(20_000)]] | Annotated[str, MaxLen(500_000)] = field(default_factory=dict)
    """Skills by name, each with its block in the book's notation; or a skills file, as {file: our-skills.txt}."""
    timings: dict[str, ActTiming] = field(default_factory=dict)
    """By act: the timing that the GM finds fitting for a generic one (act)."""
    challenges: dict[str, Challenge] = field(default_factory=dict)
    """By act, or Skill.act: the number to reach where the line names none."""
    tc_a: Challenge = AREA_SPOT
    """The TC-A of a spot, where nobody who stands there has one of his own (STR-4)."""
    assumed: Challenge = 10
    """What is taken for a missing figure when the GM does not say."""
    hiding: bool = False
    """Whether there is something to hide in or behind where the map shows nothing."""
