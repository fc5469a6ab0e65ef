"""The toy ruleset's data: dice, sheet, scene, participants and state."""

from dataclasses import dataclass
from enum import IntEnum
from typing import Annotated, Literal, TypeVar

from annotated_types import Ge, Le

from certamen.kernel.audience import Seen
from certamen.kernel.state import Participant, State


class ToyDie(IntEnum):
    INITIATIVE = 1
    DAMAGE = 2
    LUCK = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Weapon:
    """A weapon: others see what it is; its owner knows how good; its curse is the game master's."""

    name: Annotated[str, Seen("all")] = "stick"
    bonus: Annotated[int, Seen("owner")] = 0
    curse: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet:
    """A toy's figures."""

    hp: Annotated[int, Ge(0), Le(1000), Seen("vital")] = 10
    initiative: Annotated[int, Ge(0)] = 0
    skills: dict[str, int] | None = None
    weapons: Annotated[tuple[Weapon, ...], Seen("all")] = ()
    motto: Annotated[str, Seen("side")] = ""
    fear: Annotated[str, Seen("owner")] = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    """How far apart all are."""

    distance: Literal["close", "far"] = "close"


class Toy(Participant, frozen=True, kw_only=True):
    sheet: Sheet
    hp: Annotated[int, Seen("vital")] = 10
    note: str = ""
    at: Annotated[str, Seen("all")] = ""
    plan: str = ""


class ToyState(State, frozen=True, kw_only=True):
    distance: str = "close"


SomeState = TypeVar("SomeState", bound=State)


def toy(state: State, who: str) -> Toy:
    """A participant, as the toy that every one here is."""
    one = state.participants[who]
    assert isinstance(one, Toy)
    return one
