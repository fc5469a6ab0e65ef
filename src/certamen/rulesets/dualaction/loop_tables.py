"""The tables of a dualaction fight as the loop knows it: what each row holds, in whole numbers."""

from typing import NamedTuple

from certamen.rulesets.dualaction.mechanics import Band
from certamen.rulesets.dualaction.sight import Attack

WAYS = 8  # single steps from a place, at most
NOBODY = -1
UNREACHED = 1 << 62


class Person(NamedTuple):
    """A fighter. What changes comes first; then his sheet, and where his modes and items begin and end.

    cell: where he stands; spent: what of the turn is; status 0: in, 1: out.
    """

    status: int
    hp: int
    dr: int
    initiative: int
    spent: int
    knocked_down: int
    moved: int
    allowance: int
    in_cover: int
    cell: int
    side: int
    full: int
    agility: int
    strength: int
    arms_from: int
    arms_to: int
    modes_from: int
    modes_to: int
    items_from: int
    items_to: int


class Arm(NamedTuple):
    """A weapon of somebody's, bare hands his last: shots loaded (or how many of a thrown one are left), its figures.

    optimal is for firing and throwing; counted: it can be thrown, and none may be left; twice: the average, doubled.
    """

    loaded: int
    skill: int
    low: int
    high: int
    optimal: int
    reach: int
    shots: int
    magazine: int
    penetration: int
    wear: int
    knocks_down: int
    fired: int
    counted: int
    bare: int
    bands_from: int
    bands_to: int
    twice: int


class Item(NamedTuple):
    """Something to use: how many are left, how much one heals."""

    stock: int
    heals: int


class Place(NamedTuple):
    """Whose turn it is at a place in the order."""

    who: int


class Scene(NamedTuple):
    """The fight as a whole.

    turn: the place in the order that acts; asked: who is asked (-1 nobody), as kind of request; target, weapon and
    mode: of an attack that is to be confirmed (-1 none).
    """

    round: int
    ended: int
    winner: int
    turn: int
    asked: int
    kind: int
    target: int
    weapon: int
    mode: int


class Mode(NamedTuple):
    """One way to use a weapon: which of all arms, how (as `MODES`), what it costs, how many shots it fires."""

    arm: int
    mode: int
    cost: int
    shots: int


class Match(NamedTuple):
    """An arm against an opponent: what is added to the die and to the damage, how much DR is ignored.

    shown: whether that changes the damage and must be confirmed; known: whether his HP are.
    """

    to_hit: int
    damage: int
    pierces: int
    shown: int
    known: int


class Rules(NamedTuple):
    """The rulings, and the size of the map: cells, the numbers that offsets are found by, classes of view.

    stirred goes up whenever anyone moves or falls: what was found out about places before holds no longer.
    """

    single: int
    by_dice: int
    by_base: int
    extremes: int
    per_hit: int
    automatic: int
    own: int
    aimed: int
    crawling: int
    limit: int
    die: int
    ascending: int
    covers: int
    cell: int
    cells: int
    columns: int
    rows: int
    span: int
    views: int
    stirred: int


class Cell(NamedTuple):
    """A place one can stand at: its centre, its offset coordinates, its class of view, whether a way leads out."""

    x: int
    y: int
    column: int
    row: int
    outlook: int
    exit: int


class Way(NamedTuple):
    """A single step: to which node (-1: no more steps), its cost, its cost if somebody is there, its length.

    A node is a cell, or, where diagonals count one and two in turn, a cell after an odd number of them.
    """

    to: int
    cost: int
    crowded: int
    length: int


class Far(NamedTuple):
    """How far two places are apart that differ by an offset: as the map counts, and for attacks (0 side by side)."""

    cm: int
    near: int


class View(NamedTuple):
    """From one class of view to another: whether one sees, what the cover there is worth."""

    sees: int
    cover: int


class Search(NamedTuple):
    """Scratch of a search, a row for each node: its best way so far, marks, a queue, the nodes touched."""

    best: int
    queued: int
    taken: int
    queue: int
    touched: int


class Found(NamedTuple):
    """A place in reach: its cell, and its cost and length as one number."""

    cell: int
    best: int


class Memo(NamedTuple):
    """What a fighter found out last about the places in reach: when, for how long a way, how many are kept."""

    stirred: int
    budget: int
    moved: int
    kept: int


class Foe(NamedTuple):
    """An opponent as one sees him: who, how far, how far for attacks, what seems left; whether he is looked at."""

    who: int
    cm: int
    near: int
    left: int
    picked: int


class Standing(NamedTuple):
    """A spot as policies see it, with its cell and the way there."""

    x: int
    y: int
    cost: int
    value: int
    near: int
    cover: int
    goal: int
    cell: int
    way: int


class World(NamedTuple):
    """All tables of a fight."""

    people: tuple[Person, ...]
    arms: tuple[Arm, ...]
    items: tuple[Item, ...]
    order: tuple[Place, ...]
    scene: tuple[Scene, ...]
    desk_modes: tuple[Mode, ...]
    desk_matches: tuple[Match, ...]
    desk_bands: tuple[Band, ...]
    desk_rules: tuple[Rules, ...]
    desk_cells: tuple[Cell, ...]
    desk_ways: tuple[Way, ...]
    desk_far: tuple[Far, ...]
    desk_views: tuple[View, ...]
    desk_search: tuple[Search, ...]
    desk_found: tuple[Found, ...]
    desk_foes: tuple[Foe, ...]
    desk_near: tuple[Place, ...]
    desk_attacks: tuple[Attack, ...]
    desk_spots: tuple[Standing, ...]
    desk_memos: tuple[Memo, ...]
    desk_kept: tuple[Found, ...]
