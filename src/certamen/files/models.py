"""The shape of the files people write: what an encounter and a scenario may hold, whatever the ruleset."""

from dataclasses import dataclass, field
from typing import Annotated, Any, ClassVar, Literal

from annotated_types import Ge, Le, Len

from certamen.kernel.action import Value

CONFIG: dict[str, object] = {"extra": "forbid", "use_attribute_docstrings": True}


@dataclass(frozen=True, slots=True, kw_only=True)
class ArrivalFile:
    """When a participant comes in."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    round: Annotated[int, Ge(1), Le(100_000)]
    """The round in which he arrives."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParticipantFile:
    """Someone, or something, that takes part."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    id: str
    """A short name for the machine: small letters, digits and hyphens."""
    name: str = ""
    """The name people read; made from the id when left out."""
    side: str
    """The side it is on, by an id of the same kind."""
    player: str = ""
    """Who plays it; the game master when left out."""
    at: str = ""
    """Where it stands, as the ruleset writes places."""
    hidden: bool = False
    """Hidden from all other sides."""
    known_to: tuple[str, ...] = ()
    """The ids of those who know of it although it is hidden."""
    arrives: ArrivalFile | None = None
    """When it comes in, if not at once."""
    policy: str = ""
    """Who decides for it when no person does."""
    copies: Annotated[int, Ge(1), Le(100)] = 1
    """So many of them: thug becomes thug-1, thug-2 and so on."""
    like: str = ""
    """The id of another participant whose entries hold here too, but for those given."""
    sheet: dict[str, Any] = field(default_factory=dict)
    """Its figures, as the ruleset names them."""
    seems: dict[str, Any] | None = None
    """The sheet that odds and advice take it to have, for those who do not know its own."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ObjectiveFile:
    """What decides the contest besides being the last in it."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    id: str
    """A short name for the machine."""
    side: str
    """The side that wants it."""
    title: str
    """What it is, in a few words."""
    needs: Annotated[tuple[str, ...], Len(1, 20)]
    """The marks that must all be set."""
    by_round: Annotated[int, Ge(0), Le(100_000)] = 0
    """The last round in which it can be reached; 0 for no limit."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EncounterFile:
    """A contest about to start."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    certamen: Literal[1]
    """The version of this kind of file."""
    ruleset: str
    """The rule system: certamen rules lists them."""
    title: str = "An encounter"
    """What it is called."""
    include: str = ""
    """A file of the same folder whose participants take part too."""
    rulings: dict[str, Any] = field(default_factory=dict)
    """The table's own rulings, by name: certamen rules RULESET lists them."""
    shown: Literal["exact", "words", "nothing"] = "words"
    """How much others see of an enemy's figures."""
    gm_dice: Literal["open", "secret"] = "open"
    """Whether the game master's dice are seen."""
    review: bool = False
    """Whether the game master holds each result before it takes effect."""
    scene: dict[str, Any] = field(default_factory=dict)
    """The place and its circumstances, as the ruleset names them."""
    objectives: tuple[ObjectiveFile, ...] = ()
    """What else decides the contest."""
    participants: Annotated[tuple[ParticipantFile, ...], Len(1, 500)]
    """Who takes part."""


@dataclass(frozen=True, slots=True, kw_only=True)
class IncludedFile:
    """Participants for encounters of the same folder to include."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    certamen: Literal[1] = 1
    """The version of this kind of file."""
    participants: Annotated[tuple[ParticipantFile, ...], Len(1, 500)]
    """Who takes part."""


DieFile = int | str


@dataclass(frozen=True, slots=True, kw_only=True)
class StartFile:
    """What must happen before anyone is asked."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    dice: tuple[DieFile, ...] = ()
    """The dice that fall, in order: a face, dSIDES:FACE, or ROLLER:dSIDES:FACE."""
    expect: dict[str, Any] = field(default_factory=dict)
    """What must be true then, by path."""


@dataclass(frozen=True, slots=True)
class StepFile:
    """One act of a scenario; built by hand, since `as` and `with` are words of the language."""

    who: str
    verb: str
    values: dict[str, Value]
    text: str
    dice: tuple[DieFile, ...]
    expect: dict[str, Any]
    refused: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ScenarioFile(EncounterFile):
    """An encounter with what is done, the dice that fall, and what must come out."""

    __pydantic_config__: ClassVar[dict[str, object]] = CONFIG

    rules: tuple[str, ...] = ()
    """The ids of the rules it tests."""
    start: StartFile = StartFile()
    """What must happen before anyone is asked."""
    steps: tuple[dict[str, Any], ...] = ()
    """What is done: each {as, do, with, text, dice, expect, refused}."""
