"""The writer: every piece of a line in order, and from them the text, the spacing and the columns."""

from collections.abc import Iterator
from typing import NamedTuple

from certamen.rulesets.striker.mechanics import Timing
from certamen.rulesets.striker.notation.tree import (
    TIMINGS,
    Act,
    Aspect,
    Brackets,
    Call,
    Category,
    Check,
    Effect,
    Figure,
    Give,
    Half,
    Impose,
    Line,
    Modifier,
    Number,
    Rated,
    Roll,
    SetChallenge,
    Skill,
    Step,
    Sum,
    Value,
    Weapon,
    Words,
    lines_of,
)

_SPELLED = {timing: text for text, timing in TIMINGS.items()}


class Piece(NamedTuple):
    """A token: its text, the spaces the book mostly puts before it, and whether it names a skill or attribute."""

    text: str
    before: int = 0
    skill: bool = False


def spelled(timing: Timing) -> str:
    """A timing as the book writes it.

    >>> spelled(Timing.HOUR)
    'hr+'
    """
    return _SPELLED[timing]


def _after(before: int, pieces: Iterator[Piece]) -> Iterator[Piece]:
    """The pieces, the first with this many spaces before it."""
    yield next(pieces)._replace(before=before)
    yield from pieces


def _joined(names: tuple[str, ...], mark: str, before: int = 0, skill: bool = False) -> Iterator[Piece]:
    for place, name in enumerate(names):
        if place:
            yield Piece(mark)
        yield Piece(name, before if place else 0, skill)


def _rated(rated: Rated) -> Iterator[Piece]:
    yield from _joined(rated.names, "|", skill=True)
    for name in rated.plus:
        yield Piece("+")
        yield Piece(name)


def _value(value: Value) -> Iterator[Piece]:
    match value:
        case Number(number):
            yield Piece(str(number))
        case Figure(name):
            yield Piece(name)
        case Modifier(rated):
            yield Piece("M")
            yield Piece("(")
            yield from _rated(rated)
            yield Piece(")")
        case Half(of):
            yield Piece("½")
            yield Piece("•")
            yield from _value(of)
        case Brackets(inside):
            yield Piece("(")
            yield from _sum(inside)
            yield Piece(")")


def _sum(total: Sum) -> Iterator[Piece]:
    for place, term in enumerate(total.terms):
        if term.sign:
            yield Piece(term.sign, 1 if place else 0)
        yield from _after(1 if place else 0, _value(term.value))


def _kind(kind: str) -> Iterator[Piece]:
    yield from _joined(tuple(kind.split("|")), "|")


def _check(check: Check) -> Iterator[Piece]:
    yield from _kind(check.kind)
    if check.rated is not None or check.against is not None:
        yield Piece("(")
        if check.rated is not None:
            yield from _rated(check.rated)
            if check.against is not None:
                yield Piece(",")
        if check.against is not None:
            yield Piece(str(check.against))
        yield Piece(")")
    if check.value is not None:
        yield Piece("=")
        yield from _after(1, _sum(check.value))


def _roll(roll: Roll) -> Iterator[Piece]:
    for text in (f"{roll.count}d{roll.sides}", "(", roll.pool, ",", roll.kind, ")"):
        yield Piece(text)


def _does(does: Weapon | Impose | Give | Roll | Words) -> Iterator[Piece]:
    match does:
        case Weapon(plus):
            yield from _sum(plus)
            yield Piece("eff", 1)
        case Impose(kind, rated, against):
            yield Piece("imp")
            yield Piece("(")
            yield from _kind(kind)
            yield Piece(",")
            yield from _after(1, _rated(rated))
            yield Piece(",")
            yield from _after(1, _sum(against))
            yield Piece(")")
        case Give(amount, to, kind):
            for text in ("give", "(", "d", ")"):
                yield Piece(text)
            yield from _after(1, _sum(amount))
            yield Piece("to", 1)
            yield Piece(to, 1)
            yield from _after(1, _kind(kind))
        case Roll():
            yield from _roll(does)
        case Words(text):
            yield Piece(text)


def _step(step: Step) -> Iterator[Piece]:
    match step:
        case Check():
            yield from _check(step)
        case SetChallenge(challenge, value):
            for text in ("set", "(", challenge, ")", "="):
                yield Piece(text)
            yield from _after(1, _sum(value))
        case Effect(does):
            yield Piece("eff")
            yield Piece("=")
            yield from _after(1, _does(does))


def _act(act: Act) -> Iterator[Piece]:
    if act.lead:
        yield Piece(act.lead)
    yield from _after(1 if act.lead else 0, _joined(act.names, ","))
    if act.timing is not None:
        yield Piece("(")
        needs = ("R",) * act.needs_rank + ("Tech",) * act.needs_tech
        yield from _joined((spelled(act.timing), *needs), ",", 1)
        yield Piece(")")
    for step in act.steps:
        yield Piece("->", 1)
        yield from _after(1, _step(step))


def pieces(line: Line) -> Iterator[Piece]:
    """All pieces of one line, in order."""
    match line:
        case Act():
            yield from _act(line)
        case Call(Check() as check):
            yield from _check(check)
        case Call(Roll() as roll):
            yield from _roll(roll)
        case Category(names):
            yield Piece("Category:")
            yield from _after(1, _joined(names, ",", 1))
        case Aspect(source, gives):
            yield Piece("Usage (aspect):")
            yield Piece(source, 1)
            yield Piece("->", 1)
            yield Piece(gives, 1)


def widths(line: Line) -> tuple[int, ...]:
    """The spaces before each piece, and after the last."""
    return line.spaces or (*(piece.before for piece in pieces(line)), 0)


def print_line(line: Line) -> str:
    """One line as it was written.

    >>> from certamen.rulesets.striker.notation.read import parse_line
    >>> print_line(parse_line("sneak(w/move-act) -> set(PC)= 8 +M(Stealth+B)"))
    'sneak(w/move-act) -> set(PC)= 8 +M(Stealth+B)'
    """
    spaces = widths(line)
    text = "".join(" " * before + piece.text for before, piece in zip(spaces, pieces(line), strict=False))
    return text + " " * spaces[-1]


def print_block(skill: Skill) -> str:
    """A skill block as it was written, byte for byte (STR-1)."""
    lines = [print_line(line) for line in lines_of(skill)]
    if skill.description is not None:
        lines.append(f"Description: {skill.description}")
    return "\n".join(lines) + skill.after


def _text(found: Iterator[Piece]) -> str:
    """Pieces as the book mostly spaces them."""
    return "".join(" " * piece.before + piece.text for piece in found)


def sum_text(total: Sum) -> str:
    """A sum as the book writes it: `8 + M(Stealth+B)`."""
    return _text(_sum(total))


def value_text(value: Value) -> str:
    """One value: `½•M`."""
    return _text(_value(value))


def rated_text(rated: Rated) -> str:
    """What is rolled: `Stealth+B`."""
    return _text(_rated(rated))


def columns(line: Line) -> Iterator[tuple[int, Piece]]:
    """Each piece with the column (from 1) it begins at."""
    column = 1
    for before, piece in zip(widths(line), pieces(line), strict=False):
        column += before
        yield column, piece
        column += len(piece.text)


def spacing(line: Line, text: str) -> tuple[int, ...]:
    """What `spaces` must be for this line to print as `text`; empty where that is the usual spacing.

    `line` must have been read from `text`.
    """
    found: list[int] = []
    usual: list[int] = []
    rest = text
    for piece in pieces(line):
        bare = rest.lstrip(" ")
        found.append(len(rest) - len(bare))
        usual.append(piece.before)
        rest = bare[len(piece.text) :]
    found.append(len(rest))
    usual.append(0)
    return () if found == usual else tuple(found)
