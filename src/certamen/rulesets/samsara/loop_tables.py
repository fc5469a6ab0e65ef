"""A SAMSARA contest as tables of whole numbers, for the compiled loop: what stands in their rows."""

from enum import IntEnum
from typing import NamedTuple

from certamen.rulesets.samsara.policies import Attempt, Try

IN, OUT, DEAD, FLED, YIELDED, WAITING, LEFT = range(7)
STATUS = {
    "in": IN,
    "out": OUT,
    "dead": DEAD,
    "fled": FLED,
    "yielded": YIELDED,
    "waiting": WAITING,
    "left": LEFT,
}


class Asked(IntEnum):
    """What is asked now: of the one whose turn it is, or of the game master."""

    NOTHING = 0
    TURN = 1
    WAVERING = 2
    WHO_ACTS = 3
    SEVERE = 4


class Scene(NamedTuple):
    """The contest: how far it is, what is asked (about: of or about whom), and the table's rulings.

    acting: whose turn it is, -1 for nobody's; turn: how many turns of the round have begun, of so many `slots`;
    active: how many are in; goals, spheres: how many there are; nothing_shown: whether enemies are shown at all.
    """

    round: int
    ended: int
    winner: int
    acting: int
    asked: int
    about: int
    turn: int
    slots: int
    active: int
    goals: int
    spheres: int
    challenger: int
    number: int
    sides: int
    shift: int
    chart: int
    checks_apply: int
    npc_quits: int
    turns: int
    severe: int
    nothing_shown: int


class Person(NamedTuple):
    """An actor.

    acts: what his turn has left; fights: whether he has a goal of his own; judged: whether the game master has said
    what severe checks stay; instruments: where in their table his begin.
    """

    status: int
    side: int
    player: int
    arrives: int
    starting: int
    checks: int
    acts: int
    fights: int
    kept_in: int
    judged: int
    instruments: int


class Side(NamedTuple):
    """A side: how many of it are in or will be."""

    left: int


class Turn(NamedTuple):
    """A turn of this round: whose, -1 for nobody's."""

    who: int


class Aim(NamedTuple):
    """A goal."""

    sphere: int
    rating_from: int


class Stance(NamedTuple):
    """An actor towards a goal, whether he may pursue it and be its target: what of his modifiers never changes.

    own, opposing: his modifier now when he pursues it and when it is pursued against him; tactics, instruments:
    whether he chooses among them; the rest as `Extremes` has it.
    """

    pursues: int
    faces: int
    attributes: int
    abilities: int
    motives: int
    situation: int
    resisting_attributes: int
    resisting_abilities: int
    resisting_motives: int
    resisting_situation: int
    own: int
    opposing: int
    tactics: int
    instruments: int
    calm_tactic: int
    calm_instrument: int
    plain_tactic: int
    bold_tactic: int
    bold_instrument: int


class Held(NamedTuple):
    """The checks an actor holds in one sphere."""

    checks: int
    severe: int


class Instrument(NamedTuple):
    """A weapon, or the like."""

    size: int


class Loss(NamedTuple):
    """Scratch paper: whether an actor is about to be out."""

    beaten: int


class Rank(NamedTuple):
    """Scratch paper: when a turn comes in its round."""

    at: int


class Met(NamedTuple):
    """Scratch paper: a side's place in the round's order, and how many of it have their turns."""

    place: int
    ranked: int


class World(NamedTuple):
    """All tables. Stances and held checks go by actor, then by goal or sphere."""

    scene: tuple[Scene, ...]
    people: tuple[Person, ...]
    sides: tuple[Side, ...]
    order: tuple[Turn, ...]
    aims: tuple[Aim, ...]
    stances: tuple[Stance, ...]
    held: tuple[Held, ...]
    instruments: tuple[Instrument, ...]
    desk_losses: tuple[Loss, ...]
    desk_ranks: tuple[Rank, ...]
    desk_sides: tuple[Met, ...]
    desk_attempts: tuple[Attempt, ...]
    desk_tries: tuple[Try, ...]
