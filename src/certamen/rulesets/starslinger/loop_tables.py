"""A Starslinger fight as tables of whole numbers: what stands in them, and the numbers that stand for words."""

from enum import IntEnum
from typing import NamedTuple

NOBODY = -1
IN, OUT, DEAD = range(3)
STATUSES = ("in", "out", "dead", "fled", "yielded", "waiting", "left")
BEFORE, GM_POSTING, PLAYERS = range(3)
PHASES = ("", "gm", "players")
DEPTH = 8  # windows that can stand on each other

# What is asked, and the step that goes on when it is answered.
NOTHING, TURN, REROLL, BE_HIT, HARM, BOON, END, POST = range(8)
GO_ON, GO_TURN, GO_JUDGE, GO_FINISH, GO_SECOND, GO_ROUND, GO_POSTED, GO_MAKE, GO_EFFECT, GO_NEXT = range(10)
STEPS = ("go_on", "turn", "judge", "finish", "second", "round", "posted")

VERBS = (
    "end", "react", "attack", "attack-two", "enter", "escape", "move", "stand", "heal", "clear", "draw",
    "keep", "reroll", "evade", "harm", "boon", "end-scene", "post",
)  # fmt: skip
(
    DID_END, DID_REACT, DID_ATTACK, DID_TWO, DID_ENTER, DID_ESCAPE, DID_MOVE, DID_STAND, DID_HEAL, DID_CLEAR, DID_DRAW,
    DID_KEEP, DID_REROLL, DID_EVADE, DID_HARM, DID_BOON, DID_END_SCENE, DID_POST,
) = range(18)  # fmt: skip

ATTACK, ENTER, ESCAPE, CLEAR, HEAL = range(5)  # kinds of check
TRIGGERS = ("attacked", "hit", "missed", "enters", "leaves")
ATTACKED, HIT, MISSED, ENTERS, LEAVES = range(5)


class Befalls(IntEnum):
    """What a weapon, a critical hit or a harmful effect brings."""

    NOTHING = 0
    BLEEDING = 1
    FLAT_FOOTED = 2
    PRONE = 3
    STUNNED = 4
    DROPS_ITEM = 5
    JAMS_ITEM = 6
    NO_REACTION = 7
    BLINDED = 8
    SHAKEN = 9
    PETRIFIED = 10
    SHOVED = 11
    GRAPPLED = 12


class Person(NamedTuple):
    """One who takes part.

    most: hit points when unhurt; bonus: on initiative, total: what it came to; player: 1 where one plays him;
    takes_hits: 1 where he is asked; limit, spent: actions of the turn; provoked: which of his reactions, from 1, by
    whom; at: his spot; melee: 0 for none; pending: 1 while his turn is to come. What lasts on him: the turn of his at
    whose end (flat, stunned, blinded) or start (muted, guard) it is over; else 1; bleeding: how many wounds. comes: who
    has this place in the order by initiative; score, plus, group: rolls for it, while they are made.
    """

    status: int
    side: int
    hp: int
    most: int
    armour: int
    bonus: int
    total: int
    player: int
    takes_hits: int
    turns: int
    checks: int
    done: int
    limit: int
    spent: int
    rerolls: int
    provoked: int
    by: int
    at: int
    melee: int
    pending: int
    flat: int
    stunned: int
    blinded: int
    muted: int
    guard: int
    prone: int
    petrified: int
    shaken: int
    edge: int
    steady: int
    bleeding: int
    str_dc: int
    dex_dc: int
    con_dc: int
    int_dc: int
    wis_dc: int
    cha_dc: int
    comes: int
    score: int
    plus: int
    group: int


class Scene(NamedTuple):
    """What concerns all: round and turn, how many windows stand open; rulings; how much a person has of each table."""

    round: int
    ended: int
    winner: int
    acting: int
    phase: int
    asked: int
    depth: int
    actions: int
    by_initiative: int
    gm: int
    default_dc: int
    shown: int
    naturals: int
    lost_edge: int
    scope: int
    counts: int
    halves: int
    jam: int
    fumble: int
    both: int
    dead: int
    free_entry: int
    entry_by_default: int
    bleeding: int
    arms: int
    powers: int
    reactions: int
    spots: int


class Means(NamedTuple):
    """What one person acts with; of each there are as many rows: arms, ways out and in, powers, reactions.

    base to worst: its modifiers; up, down: advantage and disadvantage; edges: net, without what lasts; gains, loses:
    what a boon adds to them, what being shaken takes off. Of an arm: carried, held, jammed, attempts, as they are now;
    bare: 1 for what everyone has; number, sides: its dice; share: what of the attack modifier counts for damage, bonus:
    that with all else; versus, other: the saves it goes against; befalls: what a hit brings. Of a power: number, sides,
    dc, range. Of a reaction: trigger (`NOBODY`: there is none), its arm, and the first reaction of its name.
    """

    base: int = 0
    bonuses: int = 0
    best: int = 0
    penalties: int = 0
    worst: int = 0
    up: int = 0
    down: int = 0
    edges: int = 0
    gains: int = 0
    loses: int = 0
    carried: int = 0
    held: int = 0
    jammed: int = 0
    attempts: int = 0
    bare: int = 0
    hands: int = 0
    double: int = 0
    range: int = 0
    threat: int = 0
    tier: int = 0
    number: int = 0
    sides: int = 0
    share: int = 0
    bonus: int = 0
    versus: int = 0
    other: int = 0
    befalls: int = 0
    persistent: int = 0
    petrifies: int = 0
    dc: int = 0
    trigger: int = -1
    arm: int = 0
    first: int = 0


class Path(NamedTuple):
    """From one spot to another: feet, and whether a door stands shut between them."""

    feet: int
    shut: int


class Hold(NamedTuple):
    """Whether one person is held by another: as the first, second ... (0: not)."""

    rank: int


class Row(NamedTuple):
    """A row of the critical effect table."""

    upto: int
    befalls: int
    value: int


class Asked(NamedTuple):
    """A window: what is asked of whom, the step behind it, and for a second weapon its arm, target, first degree."""

    request: int
    step: int
    who: int
    target: int
    arm: int
    degree: int


class Way(NamedTuple):
    """A `policies.Blow`, and what it is done with; second: the other weapon's arm, or `NOBODY`."""

    modifier: int = 0
    advantage: int = 0
    edges: int = 0
    dc: int = 0
    threat: int = 0
    number: int = 0
    sides: int = 0
    share: int = 0
    twice: int = 0
    armed: int = 0
    penalty: int = 0
    looks: int = 0
    arm: int = 0
    second: int = 0
    target: int = 0


class Desk(NamedTuple):
    """The check being made, as `state.Check` has it, and with what or whom the errands of the one who acts are done.

    told: the degrees of this act so far, base 5; the errands begin with `clear`.
    """

    kind: int = 0
    actor: int = 0
    target: int = 0
    arm: int = 0
    dc: int = 0
    base: int = 0
    bonuses: int = 0
    best: int = 0
    penalties: int = 0
    worst: int = 0
    advantage: int = 0
    edges: int = 0
    first: int = 0
    second: int = 0
    edge: int = 0
    reaction: int = 0
    halved: int = 0
    then_arm: int = 0
    then_target: int = 0
    degree: int = 0
    critical: int = 0
    told: int = 0
    clear: int = 0
    draw: int = 0
    enter: int = 0
    move: int = 0
    power: int = 0
    heal: int = 0
