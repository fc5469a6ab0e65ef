"""The interpreter, as far as it needs no contest: what each step comes to with the figures given, and checks rolled.

`resolve` makes of a step plain data with whole numbers; who carries it out (the contest) adds targets, windows and
events. `run` does a whole act at once.
"""

from collections.abc import Mapping
from typing import NamedTuple, assert_never

from msgspec import Struct

from certamen.dice import Dice
from certamen.rulesets.striker import mechanics
from certamen.rulesets.striker.mechanics import ChkPlus, Die
from certamen.rulesets.striker.notation.tree import (
    OWN,
    Act,
    Brackets,
    Call,
    Check,
    Effect,
    Figure,
    Give,
    Half,
    Impose,
    Kind,
    Modifier,
    Number,
    Rated,
    Roll,
    SetChallenge,
    Step,
    Sum,
    Value,
    Weapon,
    Words,
)
from certamen.rulesets.striker.notation.write import value_text

_ZERO_UNLESS_GIVEN = ("R", "B", "S")


class MissingFigure(LookupError):
    """A line needs a figure or modifier that nobody gave; `name` says which (`CC`, `M(Stealth)`)."""

    def __init__(self, name: str) -> None:
        self.name = name
        super().__init__(f"{name} is needed and was not given")


class Part(NamedTuple):
    """One row of a reckoning: where it comes from, as the line writes it, and how much."""

    source: str
    value: int


class Values(Struct, frozen=True):
    """What a line's names stand for, for one actor, one skill, one target or item.

    `modifiers`: M of skills and attributes by name. `figures`: M (the skill's own), R, B, S, TC, TC-A, CC, CC-Q, CC-S,
    SC, PC; R, B and S are 0 unless given. `chosen`: the names picked where a line gives two (ruling `either`: `ask`);
    where none of them is, the better one counts.
    """

    modifiers: Mapping[str, int] = {}
    figures: Mapping[str, int] = {}
    chosen: frozenset[str] = frozenset()


class Reckoned(Struct, frozen=True):
    """Whatever comes to a whole number."""

    parts: tuple[Part, ...]

    @property
    def amount(self) -> int:
        """All parts together."""
        return _added(self.parts)


class Checks(Reckoned, frozen=True):
    """Roll a check or save with the modifier `amount`; or, of kind psv, look it up.

    `against` is the challenge's name, "" for a bare number or none; `challenge` its figure, None where the line names
    none: then the encounter or the GM gives it.
    """

    kind: Kind
    against: str
    challenge: int | None


class Sets(Reckoned, frozen=True):
    """Set a challenge for others to `amount`."""

    challenge: str


class Strikes(Reckoned, frozen=True):
    """The effect of the weapon in use, and `amount`."""


class Imposes(Reckoned, frozen=True):
    """Each target rolls `rated` (a save or check, with the target's own figures) against `amount`."""

    kind: Kind
    rated: Rated


class Gives(Reckoned, frozen=True):
    """A modifier of `amount` on checks, saves or both made with `to`; of its kind only the highest counts."""

    to: str
    kind: Kind


class Rolls(Struct, frozen=True):
    """Dice off a pool, of a kind."""

    count: int
    sides: int
    pool: str
    kind: str


class Notes(Struct, frozen=True):
    """An effect in words, for the GM."""

    text: str


Resolved = Checks | Sets | Strikes | Imposes | Gives | Rolls | Notes


class Checked(Struct, frozen=True):
    """A check that was rolled (psv: looked up). Without a challenge the total counts and it succeeds."""

    asked: Checks
    total: int
    challenge: int | None
    success: bool


Done = Checked | Resolved


def _added(parts: tuple[Part, ...]) -> int:
    return sum(part.value for part in parts)


def _figure(name: str, values: Values) -> int:
    if name in values.figures:
        return values.figures[name]
    if name in _ZERO_UNLESS_GIVEN:
        return 0
    raise MissingFigure(name)


def rated_parts(rated: Rated, values: Values) -> tuple[Part, ...]:
    """The reckoning of `Stealth+B`: the modifier that counts, then what is added to it.

    Raises MissingFigure where no modifier is known for a name.
    """
    picked = [name for name in rated.names if name in values.chosen] or list(rated.names)
    for name in picked:
        if name not in values.modifiers:
            raise MissingFigure(f"M({name})")
    best, value = picked[0], values.modifiers[picked[0]]
    for name in picked[1:]:
        if mechanics.better(value, values.modifiers[name]) != value:
            best, value = name, values.modifiers[name]
    return (Part(f"M({best})", value), *(Part(name, _figure(name, values)) for name in rated.plus))


def _value_parts(value: Value, values: Values, rated: Rated | None) -> tuple[Part, ...]:
    match value:
        case Number(number):
            return (Part(str(number), number),)
        case Figure(name):
            if name == OWN and rated is not None:
                return rated_parts(rated, values)
            return (Part(name, _figure(name, values)),)
        case Modifier(of):
            return rated_parts(of, values)
        case Half(of):
            return (Part(value_text(value), mechanics.half(_added(_value_parts(of, values, rated)))),)
        case Brackets(inside):
            return parts(inside, values, rated)
    assert_never(value)


def parts(expression: Sum, values: Values, rated: Rated | None = None) -> tuple[Part, ...]:
    """The reckoning of a sum, row by row; brackets are opened, a minus turns the sign of its rows.

    `rated` is what M stands for where the line names it. Raises MissingFigure where something is not given.
    """
    rows: list[Part] = []
    for term in expression.terms:
        found = _value_parts(term.value, values, rated)
        rows += (Part(row.source, -row.value) for row in found) if term.sign == "-" else found
    return tuple(rows)


def evaluate(expression: Sum, values: Values, rated: Rated | None = None) -> int:
    """The whole number a sum comes to (STR-4).

    Raises MissingFigure where something is not given.

    >>> from certamen.rulesets.striker.notation.read import parse_line
    >>> check = parse_line("repair(hr+, R, Tech) -> chk(CC)= +M + (CC-Q - CC)").steps[0]
    >>> evaluate(check.value, Values(figures={"M": 4, "CC": 12, "CC-Q": 10}))
    2
    """
    return _added(parts(expression, values, rated))


def resolve(step: Step | Call, values: Values) -> Resolved:
    """What a step or call comes to with these figures. No die is rolled; the target's save is left to the target.

    Raises MissingFigure where something is not given.
    """
    if isinstance(step, Call):
        step = step.does if isinstance(step.does, Check) else Effect(step.does)
    match step:
        case Check():
            return _checks(step, values)
        case SetChallenge(challenge, value):
            return Sets(parts(value, values), challenge)
        case Effect(Weapon(plus)):
            return Strikes(parts(plus, values))
        case Effect(Impose(kind, rated, against)):
            return Imposes(parts(against, values), kind, rated)
        case Effect(Give(amount, to, kind)):
            return Gives(parts(amount, values), to, kind)
        case Effect(Roll(count, sides, pool, kind)):
            return Rolls(count, sides, pool, kind)
        case Effect(Words(text)):
            return Notes(text)
    raise TypeError(f"{step!r} is no step")


def _checks(check: Check, values: Values) -> Checks:
    if check.value is not None:
        rows = parts(check.value, values, check.rated)
    else:
        assert check.rated is not None
        rows = rated_parts(check.rated, values)
    if isinstance(check.against, str):
        return Checks(rows, check.kind, check.against, _figure(check.against, values))
    return Checks(rows, check.kind, "", check.against)


def roll(
    asked: Checks,
    dice: Dice,
    challenge: int | None = None,
    edge: int = 0,
    base: int = mechanics.BASE,
    chk_plus: ChkPlus = ChkPlus.NOT_BELOW_PASSIVE,
) -> Checked:
    """Roll a resolved check, or look up a passive value (no die).

    `challenge` is what the encounter or the GM names where the line names none; `edge` 1, 0 or -1; `base` and
    `chk_plus` are the rulings `passive_base` (8 or 10) and `chk_plus`. `chk|sv` is rolled as a check.
    """
    against = challenge if asked.challenge is None else asked.challenge
    if asked.kind == "psv":
        total = mechanics.passive(asked.amount, base)
    elif asked.kind == "chk+":
        total = mechanics.alert(asked.amount, base, edge, chk_plus, dice)
    else:
        total = mechanics.total(asked.amount, edge, Die.SAVE if asked.kind == "sv" else Die.CHECK, dice)
    return Checked(asked, total, against, against is None or mechanics.succeeds(total, against))


def run(act: Act, values: Values, dice: Dice, challenge: int | None = None, edge: int = 0) -> tuple[Done, ...]:
    """An act's steps from left to right, until one fails: a Checked for each check, else what `resolve` gives (STR-5).

    `challenge` and `edge` as in `roll`. Raises MissingFigure where a step that is reached needs what is not given.
    """
    done: list[Done] = []
    for step in act.steps:
        found = resolve(step, values)
        if not isinstance(found, Checks):
            done.append(found)
            continue
        checked = roll(found, dice, challenge, edge)
        done.append(checked)
        if not checked.success:
            break
    return tuple(done)
