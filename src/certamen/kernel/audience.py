"""Who may know a thing: audiences, resolved when a thing is made and stored with it.

An audience is a tuple of participant ids; the game master always knows. `EVERYONE` is all seats, spectators
included; `NOBODY`, the default everywhere, is the game master alone: forgetting hides.
"""

from typing import TYPE_CHECKING, Literal

from msgspec import Struct

if TYPE_CHECKING:
    from certamen.kernel.state import State

Audience = tuple[str, ...]

EVERYONE: Audience = ("*",)
NOBODY: Audience = ()


class Seen(Struct, frozen=True):
    """Marks a field of a sheet or participant type with who sees it: `Annotated[int, Seen("side")]`.

    all: whoever is aware of the participant; side: its own side; owner: its own player;
    vital: its own side, and others as the encounter's `shown` says. Unmarked fields are the game master's. What a
    ruleset's `values` derive, with no field of that name, is seen by its own side.
    """

    level: Literal["all", "side", "owner", "vital"]


def aware_of(state: "State", who: str) -> Audience:
    """Everyone, or where `who` is hidden his own side and those who know of him; while he waits, himself alone."""
    one = state.participants[who]
    if one.status == "waiting":
        return (who,)
    if not one.hidden:
        return EVERYONE
    return tuple(sorted({*one.known_to, *(p.id for p in state.participants.values() if p.side == one.side)}))


def side_of(state: "State", side: str) -> Audience:
    """All of a side."""
    return tuple(sorted(p.id for p in state.participants.values() if p.side == side))


def vital(state: "State", who: str) -> Audience:
    """Who may know the exact figures of `who`: his own side; whoever is aware of him when all is shown exactly."""
    return aware_of(state, who) if state.shown == "exact" else side_of(state, state.participants[who].side)


def both(state: "State", one: str, other: str) -> Audience:
    """Those aware of both: the audience of an act of one upon the other."""
    return common(aware_of(state, one), aware_of(state, other))


def common(a: Audience, b: Audience) -> Audience:
    """Those who are in both audiences."""
    if a == EVERYONE:
        return b
    return a if b == EVERYONE else tuple(who for who in a if who in b)


def may_know(audience: Audience, characters: tuple[str, ...]) -> bool:
    """Whether a seat with these characters is in the audience (the game master is asked elsewhere)."""
    return audience == EVERYONE or any(who in audience for who in characters)
