"""The tables of a StarCluster fight as it is compiled: rows of whole numbers, and what the numbers stand for."""

from typing import NamedTuple

IN, OUT, DEAD = range(3)
STATUSES = ("in", "out", "dead", "fled", "yielded", "waiting", "left")
OVER, SHIFT, CHANCE, TIE = range(4)
NEVER = 1_000_000_000  # an initiative behind all others: of one without a chance to come
KINDS = {"shift": SHIFT, "act": CHANCE, "adjudicate": TIE}
KEEP, WAIT, PASS, SWAP, SHOOT, MOVE, FIRST = range(7)
VERBS = ("keep", "later", "pass", "trade", "attack", "move", "first")


class Person(NamedTuple):
    """One who takes part, as `Combatant` has him.

    wound: how badly he is hurt; first_arm, arms: where his weapons begin, and how many; plus: the best of them;
    overdo, overdo_target: that skill;
    moved, traded: whether that is spent; coming: his chances left in the round, the one going on included, of which
    the next is his `nth` (from 1) and comes at `at`.
    """

    status: int
    side: int
    constitution: int
    wound: int
    full: int
    armour: int
    cover: int
    plus: int
    overdo: int
    overdo_target: int
    first_arm: int
    arms: int
    base: int
    initiative: int
    delayed: int
    tie: int
    declared_initiative: int
    declared_chance: int
    declared_quality: int
    shift_chance: int
    shift_quality: int
    trade: int
    round_trade: int
    moved: int
    traded: int
    coming: int
    nth: int
    at: int


class Scene(NamedTuple):
    """What concerns all: what is asked (`phase`) of whom (for a tie: who comes first unless the GM says otherwise).

    The rest never changes: light, what is seen of wounds (`shown`), rulings.
    """

    round: int
    ended: int
    winner: int
    phase: int
    asked: int
    lighting: int
    shown: int
    latest_shift: int
    at_or_under: int
    retry: int
    round_up: int
    hindered_quality: int
    hindered_next: int
    zero_is_dead: int
    move_free: int
    by_base: int
    ask_gm: int
    in_order: int


class Arm(NamedTuple):
    """A weapon: its skill's plus and target number, its quality, the last band it reaches."""

    plus: int
    target: int
    quality: int
    farthest: int


class Reach(NamedTuple):
    """What a range band adds to the target number of a weapon: five rows a weapon."""

    modifier: int


class Pair(NamedTuple):
    """The range band between two: row i * people + j."""

    band: int


class Side(NamedTuple):
    """A side, in order of first appearance: how many of it are in."""

    standing: int


class Attack(NamedTuple):
    """A `Way` one may attack: with which weapon, at whom."""

    target: int
    bonus: int
    tries: int
    worth: int
    arm: int
    foe: int


class Place(NamedTuple):
    """When the chances of one took their place in the round: of two at the same initiative the earlier is ahead.

    One row a person; a last one counts.
    """

    since: int


class Equal(NamedTuple):
    """One of those whose chances are equal."""

    who: int


class World(NamedTuple):
    """All of it."""

    people: tuple[Person, ...]
    scene: tuple[Scene]
    arms: tuple[Arm, ...]
    reaches: tuple[Reach, ...]
    pairs: tuple[Pair, ...]
    sides: tuple[Side, ...]
    desk_attacks: tuple[Attack, ...]
    desk_places: tuple[Place, ...]
    desk_equals: tuple[Equal, ...]
