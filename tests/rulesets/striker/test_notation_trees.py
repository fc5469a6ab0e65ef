"""Generated trees of the notation: text -> tree -> text and tree -> text -> tree are the identity (STR-1)."""

from typing import TypeVar

from hypothesis import assume, given
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.rulesets.striker.notation import NotationError, parse_block, parse_line, print_block, print_line
from certamen.rulesets.striker.notation.read import MAX_LINE
from certamen.rulesets.striker.notation.tree import (
    CHALLENGES,
    FIGURES,
    NAMED,
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
    Sum,
    Term,
    Value,
    Weapon,
    Words,
)
from certamen.rulesets.striker.notation.write import pieces, spacing
from tests.rulesets.striker.common import ALONE, BLOCKS, CALLS

T = TypeVar("T")
L = TypeVar("L", Act, Aspect, Call, Category)

NAMES = st.from_regex(r"[A-Za-zÄé][A-Za-z0-9]{0,4}(-[A-Za-z0-9]{1,3})?", fullmatch=True)
SKILLS = NAMES.filter(lambda name: name not in FIGURES)
HEADS = NAMES.filter(lambda name: name not in ("chk", "sv", "psv"))
WORDS = st.lists(st.from_regex(r"[a-zé][a-z0-9'%/;.-]{0,5}[a-z]", fullmatch=True), min_size=1, max_size=3).filter(
    lambda words: not {"M", "eff", "chk", "sv", "psv", "imp"} & set(words)
)
PROSE = st.text(st.characters(categories=["L", "N", "P"]) | st.sampled_from(" \n"), max_size=20).filter(
    lambda text: text.split("\n")[0].strip() and not text.endswith("\n")
)


def tuples(of: st.SearchStrategy[T], least: int = 1, most: int = 3) -> st.SearchStrategy[tuple[T, ...]]:
    return st.lists(of, min_size=least, max_size=most).map(tuple)


RATED = st.builds(Rated, tuples(SKILLS, most=2), tuples(st.sampled_from(NAMED), 0, 2))
PLAIN_VALUES: st.SearchStrategy[Value] = (
    st.builds(Number, st.integers(0, 9999)) | st.builds(Figure, st.sampled_from(FIGURES)) | st.builds(Modifier, RATED)
)


def sums(values: st.SearchStrategy[Value], first: tuple[str, ...] = ("", "+")) -> st.SearchStrategy[Sum]:
    others = st.lists(st.builds(Term, st.sampled_from(("+", "-")), values), max_size=2)
    return st.builds(lambda head, rest: Sum((head, *rest)), st.builds(Term, st.sampled_from(first), values), others)


VALUES = st.recursive(PLAIN_VALUES, lambda of: st.builds(Half, of) | st.builds(Brackets, sums(of)), max_leaves=4)
SUMS = sums(VALUES)
PLAIN_KINDS = st.sampled_from(("chk", "sv", "chk|sv"))
KINDS = st.sampled_from(("chk", "sv", "chk|sv", "chk+"))
CHECKS = (
    st.builds(Check, KINDS, st.none() | st.sampled_from(CHALLENGES) | st.integers(0, 9999), st.none(), SUMS)
    | st.builds(Check, KINDS, st.none() | st.integers(0, 9999), RATED, st.none() | SUMS)
)  # fmt: skip
ROLLS = st.builds(Roll, st.integers(1, 100), st.integers(1, 9999), NAMES, NAMES)
EFFECTS = st.builds(
    Effect,
    st.builds(Weapon, sums(VALUES, ("+",)))
    | st.builds(Impose, PLAIN_KINDS, RATED, SUMS)
    | st.builds(Give, SUMS, NAMES, PLAIN_KINDS)
    | ROLLS
    | st.builds(Words, WORDS.map(" ".join)),
)
STEPS = tuples(CHECKS | EFFECTS | st.builds(SetChallenge, st.sampled_from(CHALLENGES), SUMS), most=2)


def act(*leads: str) -> st.SearchStrategy[Act]:
    lead = st.sampled_from(leads)
    timed = st.builds(
        Act, tuples(HEADS), STEPS, st.sampled_from(list(TIMINGS.values())), st.booleans(), st.booleans(), lead
    )
    return (timed | st.builds(Act, tuples(HEADS), STEPS, lead=lead)).flatmap(spaced)


def least(line: Line) -> list[int]:
    """The fewest spaces before each piece and after the last: one between words and on each side of a minus."""
    before, found = "", []
    for piece in pieces(line):
        words = before[-1:].isalnum() and piece.text[0].isalnum()
        found.append(1 if words or before == "-" or piece.text == "-" else 0)
        before = piece.text
    return [*found, 0]


@st.composite
def spaced(draw: st.DrawFn, line: L) -> L:
    """The line as it is, or with spaces put anywhere they may stand."""
    if draw(st.booleans()):
        return line
    widths = [fewest + draw(st.integers(0, 2)) for fewest in least(line)]
    usual = [*(piece.before for piece in pieces(line)), 0]
    return replace(line, spaces=() if widths == usual else tuple(widths))


LINES = act("", "◊") | st.builds(Call, CHECKS | ROLLS | st.builds(Check, st.just("psv"), st.none(), RATED)).flatmap(
    spaced
)
CATEGORIES = st.builds(Category, tuples(NAMES)).flatmap(spaced)
ASPECTS = st.builds(Aspect, NAMES, NAMES).flatmap(spaced).flatmap(
    lambda aspect: st.builds(lambda acts: replace(aspect, acts=acts), tuples(act("", "◊"), 0, 2))
)  # fmt: skip
SKILL_BLOCKS = st.builds(
    Skill,
    NAMES,
    st.none() | CATEGORIES,
    st.none() | act("Usage:"),
    tuples(act("", "◊"), 1, 2),
    tuples(ASPECTS, 0, 2),
    st.none() | PROSE,
    st.sampled_from(("", "\n", "\n\n")),
)


@given(LINES)
def test_a_line_survives_print_and_read(line: Act | Call) -> None:
    """STR-1: tree -> text -> tree, and the text again, whatever the spacing."""
    text = print_line(line)
    assume(len(text) <= MAX_LINE)
    assert parse_line(text) == line
    assert print_line(parse_line(text)) == text


@given(SKILL_BLOCKS)
def test_a_block_survives_print_and_read(skill: Skill) -> None:
    """STR-1: the same for whole blocks."""
    text = print_block(skill)
    assume(all(len(line) <= MAX_LINE for line in text.split("\n")))
    assert parse_block(text, skill.name) == skill
    assert print_block(parse_block(text, skill.name)) == text


GOOD = [*ALONE, *CALLS, *(line for block in BLOCKS.values() for line in block.split("\n"))]


@given(st.sampled_from(GOOD), st.integers(0, 80), st.integers(0, 3), st.text(max_size=3))
def test_a_changed_line_is_read_or_refused(line: str, at: int, cut: int, put: str) -> None:
    """STR-7: whatever is done to a good line, it prints back as it is or is refused with a place in it."""
    text = line[:at] + put + line[at + cut :]
    column = 1
    try:
        text = print_line(parse_line(text))
    except NotationError as refused:
        column = refused.column
    assert text == line[:at] + put + line[at + cut :]
    assert 1 <= column <= len(text) + 1


def test_usual_spacing_is_not_kept() -> None:
    """STR-1: what is spaced as the book mostly does holds no spaces, so that equal lines are equal trees."""
    line = parse_line("a(main-act) -> chk(TC)= +M + R")
    assert line.spaces == ()
    assert spacing(line, "a(main-act) -> chk(TC)= +M +R") == (0, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 1, 0, 0)
