"""The state of a SAMSARA contest: actors with the checks they hold, and the scene."""

from collections.abc import Mapping
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Entry
from certamen.kernel.event import Event
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import Participant, State
from certamen.rulesets.samsara.sheet import Scene, Sheet


class Actor(Participant, frozen=True, kw_only=True):
    """One who takes part, with what the contest has done to him.

    checks: temporary ones, by the sphere they were taken in; severe: held from before, by sphere; situation: the
    game master's modifier on all he does; gained: situation modifiers won by simple contests, by goal; starting: his
    modifier when he came in (SAM-16); tried: simple goals closed to him; lost: SAM-14 put him out; kept_in: the game
    master let him stay all the same; judged: the severe checks the game master leaves him, by sphere.
    """

    sheet: Sheet
    checks: Annotated[dict[str, int], Seen("vital")] = field(default_factory=dict)
    severe: Annotated[dict[str, int], Seen("vital")] = field(default_factory=dict)
    situation: Annotated[int, Seen("vital")] = 0
    gained: Annotated[dict[str, int], Seen("vital")] = field(default_factory=dict)
    starting: Annotated[int, Seen("vital")] = 0
    tried: Annotated[tuple[str, ...], Seen("side")] = ()
    lost: bool = False
    kept_in: bool = False
    judged: dict[str, int] | None = None


class SamsaraState(State, frozen=True, kw_only=True):
    """A SAMSARA contest at one moment."""

    participants: dict[str, Actor]  # type: ignore[assignment]  # dict is invariant; only actors are ever put in
    scene: Scene = Scene()


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Actor:
    """The actor as his sheet has him."""
    del rulings
    return Actor(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=entry.sheet,
    )


def with_spheres(actor: Actor, scene: Scene) -> Actor:
    """The actor with his checks by each sphere of the scene, none taken yet."""
    spheres = dict.fromkeys((scene.sphere, *(goal.sphere for goal in scene.goals if goal.sphere)), 0)
    return replace(actor, checks=spheres, severe={**spheres, **actor.sheet.severe})


Told = tuple[SamsaraState, tuple[Event, ...]]
"""A state, and what happened on the way to it."""
