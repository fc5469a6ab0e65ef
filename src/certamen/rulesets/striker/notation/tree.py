"""The tree of a skill: what a line of the notation says, and how many spaces it was written with.

A tree holds no positions: the writer gives every piece of a line in order, so a column is counted when it is needed.
`spaces` is empty where a line is spaced as the book mostly does; else it holds the spaces before each piece and after
the last.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal

from msgspec import Struct

from certamen.rulesets.striker.mechanics import Timing

OWN = "M"  # the modifier of the skill, or of what is rolled
IN_USE = "Cbt-Skill"  # stands for the combat skill in use
CHALLENGES = ("TC", "TC-A", "CC", "CC-Q", "CC-S", "SC", "PC")  # what a check may be made against by name
NAMED = ("B", "S")  # what a body, place or thing adds by name
FIGURES = (OWN, "R", *NAMED, *CHALLENGES)

TIMINGS = {
    "free-act": Timing.FREE,
    "bonus-act": Timing.BONUS,
    "main-act": Timing.MAIN,
    "move-act": Timing.MOVE,
    "w/move-act": Timing.WITH_MOVE,
    "re-act": Timing.RE,
    "act": Timing.ACT,
    "min": Timing.MINUTE,
    "hr+": Timing.HOUR,
    "day+": Timing.DAY,
}

Kind = Literal["chk", "sv", "chk|sv", "chk+", "psv"]
Lead = Literal["", "◊", "Usage:"]


class Node(Struct, frozen=True, tag=True):
    """Any part of a tree."""


class Rated(Node, frozen=True):
    """What is rolled: `Stealth+B`, or one of two: `Persuade|Deceive`."""

    names: tuple[str, ...]
    plus: tuple[str, ...] = ()


class Number(Node, frozen=True):
    """A whole number, 0 to 9999."""

    value: int


class Figure(Node, frozen=True):
    """One of `FIGURES`."""

    name: str


class Modifier(Node, frozen=True):
    """`M(Stealth+B)`: another skill's modifier."""

    of: Rated


class Half(Node, frozen=True):
    """`½•M`: half, rounded down."""

    of: Value


class Brackets(Node, frozen=True):
    """A sum in brackets."""

    inside: Sum


Value = Number | Figure | Modifier | Half | Brackets


class Term(Node, frozen=True):
    """One part of a sum. Only the first may stand without a sign; a minus never stands first."""

    sign: Literal["", "+", "-"]
    value: Value


class Sum(Node, frozen=True):
    """`+M + (CC-Q - CC)`."""

    terms: tuple[Term, ...]


class Check(Node, frozen=True):
    """`chk(CC)= +M`, `chk|sv= +M`, `chk(Acrobatics,10)`, `psv(Perception)`.

    `against` is the challenge: a name of `CHALLENGES`, a number, or None. `rated` is what is rolled where the brackets
    name it; then M in `value` is its modifier, and no `value` means just that.
    """

    kind: Kind
    against: str | int | None = None
    rated: Rated | None = None
    value: Sum | None = None


class SetChallenge(Node, frozen=True):
    """`set(PC)= 8 + M(Stealth+B)`."""

    challenge: str
    value: Sum


class Roll(Node, frozen=True):
    """`2d6(hp,frc)`: dice off a pool, of a kind."""

    count: int
    sides: int
    pool: str
    kind: str


class Weapon(Node, frozen=True):
    """`+M eff`: the effect of the weapon in use, and this."""

    plus: Sum


class Impose(Node, frozen=True):
    """`imp(sv, Agility+B, 8 + M)`: the target must roll this, against that."""

    kind: Kind
    rated: Rated
    against: Sum


class Give(Node, frozen=True):
    """`give(d) ½•M to artefact chk|sv`."""

    amount: Sum
    to: str
    kind: Kind


class Words(Node, frozen=True):
    """An effect in free words, for the GM."""

    text: str


class Effect(Node, frozen=True):
    """`eff= ...`."""

    does: Weapon | Impose | Give | Roll | Words


Step = Check | Effect | SetChallenge


class Act(Node, frozen=True):
    """One line: `◊ diagnose,search(min, R, Tech) -> ...`. Without brackets there is no timing."""

    names: tuple[str, ...]
    steps: tuple[Step, ...]
    timing: Timing | None = None
    needs_rank: bool = False
    needs_tech: bool = False
    lead: Lead = ""
    spaces: tuple[int, ...] = ()


class Call(Node, frozen=True):
    """Something to roll or look up, standing alone: `chk+(Perception)`, `2d6(hp,frc)`."""

    does: Check | Roll
    spaces: tuple[int, ...] = ()


class Category(Node, frozen=True):
    """`Category: Engineering, Knowledge`."""

    names: tuple[str, ...]
    spaces: tuple[int, ...] = ()


class Aspect(Node, frozen=True):
    """`Usage (aspect): provenance -> Tech`, and the lines under it."""

    source: str
    gives: str
    acts: tuple[Act, ...] = ()
    spaces: tuple[int, ...] = ()


class Skill(Node, frozen=True):
    """A skill block. `after` is what follows the last line: line ends or nothing."""

    name: str
    category: Category | None = None
    usage: Act | None = None
    acts: tuple[Act, ...] = ()
    aspects: tuple[Aspect, ...] = ()
    description: str | None = None
    after: str = ""


Line = Category | Act | Aspect | Call


def walk(node: Node) -> Iterator[Node]:
    """The node and all below it, in the order written."""
    yield node
    for field in node.__struct_fields__:
        held = getattr(node, field)
        for below in held if isinstance(held, tuple) else (held,):
            if isinstance(below, Node):
                yield from walk(below)


def skills_named(node: Node) -> tuple[str, ...]:
    """The skills and attributes that a line or block rolls or adds, each once, in the order written."""
    return tuple(dict.fromkeys(name for below in walk(node) if isinstance(below, Rated) for name in below.names))


def alternatives(node: Node) -> tuple[tuple[str, ...], ...]:
    """Where one of several skills counts: their names (STR-4, ruling `either`)."""
    return tuple(below.names for below in walk(node) if isinstance(below, Rated) and len(below.names) > 1)


def figures(node: Node) -> tuple[str, ...]:
    """The figures (M, R, B, CC ...) that a line or block needs, each once, in the order written."""
    found: dict[str, None] = {}
    for below in walk(node):
        if isinstance(below, Figure):
            found[below.name] = None
        elif isinstance(below, Rated):
            found |= dict.fromkeys(below.plus)
        elif isinstance(below, Check) and isinstance(below.against, str):
            found[below.against] = None
    return tuple(found)


def lines_of(skill: Skill) -> Iterator[Line]:
    """The lines of a block in order, without the description."""
    if skill.category is not None:
        yield skill.category
    if skill.usage is not None:
        yield skill.usage
    yield from skill.acts
    for aspect in skill.aspects:
        yield aspect
        yield from aspect.acts
