"""The tables of a Striker fight as a compiled loop plays it: what changes, what stands, and scratch paper."""

from typing import Any, NamedTuple

from certamen.rulesets.striker.sight import Area, Attack, Deed
from certamen.rulesets.striker.vantage import Spot

# `Any` stands for one table as the loop has it: an array of records.
Table = Any

NOBODY = -1
NOWHERE = -1
AROUND = 8  # most cells next to a cell
BANKS = 2  # searches for a way whose results are kept at the same time


class Person(NamedTuple):
    """One who takes part, as far as he changes.

    at: his cell; held: the weapon in hand, by its place in his sheet; main to react: what is left of the budget;
    moved to odd: how his move stands, `extra` being what difficult ground took on foot and `crawled` prone;
    tried: whether he tried to get up by skill this turn; asked: whether something is asked of him now.
    """

    status: int = 0
    hp: int = 0
    at: int = NOWHERE
    held: int = -1
    initiative: int = 0
    main: int = 0
    bonus: int = 0
    free: int = 0
    move: int = 0
    react: int = 0
    strikes: int = 0
    moved: int = 0
    extra: int = 0
    crawled: int = 0
    stood: int = 0
    dashes: int = 0
    odd: int = 0
    tried: int = 0
    prone: int = 0
    evading: int = 0
    asked: int = 0


class Scene(NamedTuple):
    """The fight: whose turn it is and which of the round (`nth`), and the move that is stopped while others re-act.

    mover: who moves, -1 nobody; to: the cell he goes to; step: how many of `steps` cells he has entered; crawling:
    whether he crawls; answered: whether those who may re-act to the next step have been asked.
    """

    round: int = 0
    ended: int = 0
    winner: int = -1
    acting: int = NOBODY
    nth: int = 0
    mover: int = NOBODY
    to: int = NOWHERE
    step: int = 0
    steps: int = 0
    crawling: int = 0
    answered: int = 0


class Place(NamedTuple):
    """A place in the order: who has it."""

    who: int


class Goods(NamedTuple):
    """How many uses are left of a thing one carries."""

    left: int = 0


class Facts(NamedTuple):
    """What stands for all: how many, the map, the rulings.

    columns, rows: how far apart cells may lie along each axis; mapped: whether there is a map; walled, covered:
    whether lines of sight may be stopped and cover found; shown: 0 in words, 1 exactly, 2 not at all.
    """

    people: int
    sides: int
    cells: int
    columns: int
    rows: int
    cell: int
    mapped: int
    walled: int
    covered: int
    shown: int
    gm_initiative: int
    end: int
    reaction_reset: int
    switch_counts: int
    aoo_needs_rank: int
    aoo_trigger: int
    dead: int
    adds_strength: int
    tc_a: int
    area_save: int
    area_adds_m: int


class Traits(NamedTuple):
    """What stands of one who takes part.

    stock: the speed of the stock mode in cm; ways: which kind of steps he takes on foot, -1 none, and `crawls` prone;
    arms, many: his first weapon among all, and how many he has; goods, things: the same of what he carries; dodge: what
    he adds to a save against an area.
    """

    side: int
    played: int
    full: int
    tc: int
    resolve: int
    perception: int
    acrobatics: int
    strength: int
    melee_ranks: int
    attacks: int
    stock: int
    ways: int
    crawls: int
    arms: int
    many: int
    goods: int
    things: int
    dodge: int


class Arm(NamedTuple):
    """A weapon. Lengths are cm; knocks: whether it knocks prone.

    twice: twice what a hit does on average; area: the radius of what it fills, and in `bare` the same without M.
    """

    m: int
    ranks: int
    dice: int
    sides: int
    range: int
    reach: int
    natural: int
    single: int
    knocks: int
    twice: int
    area: int
    bare: int


class Thing(NamedTuple):
    """Something one carries. spend: what using it takes, -1 where it is an interaction, perhaps a `simple` one."""

    limited: int = 0
    restores: int = 0
    dice: int = 0
    sides: int = 0
    spend: int = -1
    simple: int = 0


class Resist(NamedTuple):
    """What one (second) takes off the effect of a weapon (first)."""

    amount: int


class Cell(NamedTuple):
    """A cell: its place in cm, its column and row; scratch: what search, sight or aim came upon it last."""

    x: int
    y: int
    column: int
    row: int
    found: int = 0
    taken: int = 0
    seen: int = 0
    spot: int = 0
    aimed: int = 0


class Edge(NamedTuple):
    """A step to a neighbouring cell by a kind of steps: its length after an even and an odd number of diagonals."""

    to: int = NOWHERE
    even: int = 0
    odd: int = 0
    rough: int = 0
    turns: int = 0


class Far(NamedTuple):
    """How far apart two cells are that lie so many columns and rows from each other, and whether they are adjacent."""

    cm: int
    near: int


class Sight(NamedTuple):
    """From one cell (first) to another: whether one sees, and the cover there."""

    sees: int
    cover: int


class Node(NamedTuple):
    """A cell in a search, after an even or odd number of diagonals: what it takes to get there, and from which node."""

    search: int = 0
    cost: int = 0
    length: int = 0
    before: int = NOWHERE


class Entry(NamedTuple):
    """An entry of the search's heap: cost, length, cell and odd in one number."""

    key: int = 0


class Reached(NamedTuple):
    """A place where a move may end, by its node, the cheapest first."""

    node: int = 0


class Lot(NamedTuple):
    """What further dice have made of a tie, whether one is among those who tie now; whether in an area, and saved."""

    tie: int = 0
    tied: int = 0
    inside: int = 0
    saved: int = 0


class Step(NamedTuple):
    """A cell on the way of a move, or at the middle of an area."""

    cell: int = NOWHERE


class Count(NamedTuple):
    """How many searches, sights and aims there have been, so that scratch paper need not be wiped."""

    searches: int = 0
    sights: int = 0
    aims: int = 0


class Tables(NamedTuple):
    """All tables."""

    people: tuple[Person, ...]
    scene: tuple[Scene, ...]
    order: tuple[Place, ...]
    goods: tuple[Goods, ...]
    desk_facts: tuple[Facts, ...]
    desk_traits: tuple[Traits, ...]
    desk_arms: tuple[Arm, ...]
    desk_resists: tuple[Resist, ...]
    desk_things: tuple[Thing, ...]
    desk_placed: tuple[Place, ...]
    desk_cells: tuple[Cell, ...]
    desk_edges: tuple[Edge, ...]
    desk_far: tuple[Far, ...]
    desk_sights: tuple[Sight, ...]
    desk_nodes: tuple[Node, ...]
    desk_heap: tuple[Entry, ...]
    desk_reached: tuple[Reached, ...]
    desk_lots: tuple[Lot, ...]
    desk_path: tuple[Step, ...]
    desk_count: tuple[Count, ...]
    desk_attacks: tuple[Attack, ...]
    desk_areas: tuple[Area, ...]
    desk_aims: tuple[Step, ...]
    desk_deeds: tuple[Deed, ...]
    desk_spots: tuple[Spot, ...]
