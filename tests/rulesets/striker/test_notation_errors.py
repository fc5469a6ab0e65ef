"""Striker's notation, refused: where, what was expected, names nobody knows, hostile text (STR-7)."""

import time

import pytest

from certamen.rulesets.striker.notation import NotationError, acts, check, parse_block, parse_line, parse_skills
from tests.rulesets.striker.common import MACHINERY, RANGED


@pytest.mark.parametrize(
    ("line", "column", "expected", "found"),
    [
        ("◊ hit(main-action) -> chk= +M", 7, "a timing (free-act, ", "'main-action'"),
        ("◊ hit(main-act, Tech, R) -> chk= +M", 21, "')'", "','"),
        ("◊ hit(main-act) => chk= +M", 17, "'->'", "'='"),
        ("◊ hit(main-act)", 16, "'->'", "the end of the line"),
        ("◊ hit(main-act) -> chk= +M +", 29, "a number", "the end of the line"),
        ("◊ hit(main-act) -> chk= +M-3", 26, "one of M, R, B", "'M-3'"),
        ("◊ hit(main-act) -> chk= +M -3", 28, "'-' (with a space on each side)", "'-3'"),
        ("◊ hit(main-act) -> chk= +X", 26, "one of M, R, B", "'X'"),
        ("◊ hit(main-act) -> chk= +08", 26, "a number", "'08'"),
        ("◊ hit(main-act) -> chk= +M(CC)", 28, "a skill or attribute", "'CC'"),
        ("◊ hit(main-act) -> chk= +M(Stealth+Q)", 36, "B or S", "'Q'"),
        ("◊ hit(main-act) -> chk(TC)", 24, "'= ...' after (TC)", "'TC'"),
        ("◊ hit(main-act) -> chk(TC,9)= +M", 27, "')' after the challenge TC", "'9'"),
        ("◊ hit(main-act) -> set(QC)= 8", 24, "a challenge (TC, ", "'QC'"),
        ("◊ hit(main-act) -> psv(Resolve)", 20, "'chk'", "'psv'"),
        ("◊ hit(main-act) -> eff= M eff", 25, "free words without 'M'", "'M eff'"),
        ("◊ hit(main-act) -> eff= imposed(sv)", 32, "the end of the line", "'('"),
        ("◊ hit(main-act) -> eff= give(x) +M to Y chk", 30, "'d'", "'x'"),
        ("◊ hit(main-act) -> eff= 101d6(hp,frc)", 25, "at most 100 dice", "'101d6'"),
        ("◊ hit(main-act) -> eff= a\0b", 26, "letters, signs and plain spaces", r"'\x00'"),
        ("◊ hit(main-act) -> eff= a\tb", 26, "letters, signs and plain spaces", r"'\t'"),
        ("◊ hit(main-act) -> eff= a\u202eb", 26, "letters, signs and plain spaces", r"'\u202e'"),
        ("Usge: hit(main-act) -> chk= +M", 5, "'->'", "':'"),
        ("", 1, "'◊'", "the end of the line"),
        ("Category: Other", 1, "'Category:', then 'Usage:', each once", "'Category:'"),
        ("Usage: hit(act) -> chk= +M", 1, "'Category:', then 'Usage:', each once", "'Usage:'"),
        ("chk(Stealth)", 1, "then acts", "a call"),
        ("Description:", 13, "a space and a description", "''"),
        ("Description: a\0b", 15, "letters, signs and plain spaces", r"'\x00'"),
    ],
)
def test_errors_say_where_and_what(line: str, column: int, expected: str, found: str) -> None:
    """STR-7: skill, line, column, what was expected, what stood there."""
    block = f"Category: Combat\nUsage: generic(act) -> chk|sv= +M\n◊ know(free-act) -> chk= +M\n{line}\n◊ a -> eff= b"
    with pytest.raises(NotationError) as caught:
        parse_block(block, "Brawl")
    error = caught.value
    assert (error.skill, error.line, error.column, error.found) == ("Brawl", 4, column, found)
    assert expected in error.expected
    assert str(error) == f"Brawl, line 4, column {column}: expected {error.expected}, found {found}"


def test_a_block_without_acts() -> None:
    """STR-1, STR-7: a block gives at least one act; its default use is one."""
    with pytest.raises(NotationError, match=r"Brawl, line 1, column 1: expected a line such as .*, found no act"):
        parse_block("Category: Combat", "Brawl")
    assert [act.usage for act in acts(parse_block("Usage: generic(act) -> chk|sv= +M", "Brawl"))] == [True]
    assert [act.usage for act in acts(parse_block("a -> eff= b\n", "Brawl"))] == [False]


def test_unknown_skills_are_found_when_read() -> None:
    """STR-7: every skill a block names is known, or the place is told; Cbt-Skill always is."""
    known = ["Stealth", "Investigate", "Finance", "Persuade", "Deceive", "Agility"]
    machinery, ranged = parse_block(MACHINERY, "Machinery"), parse_block(RANGED, "Cbt-Ranged")
    assert check((machinery, ranged), known) == []
    known.remove("Deceive")
    (problem,) = check(machinery, known)
    assert (problem.line, problem.column) == (14, MACHINERY.split("\n")[13].index("Deceive") + 1)
    assert str(problem).startswith("Machinery, line 14, column 48: unknown skill 'Deceive': expected ")
    brawl = parse_block("hit -> chk(TC)= +M(Cbt-Skill) +M(Machinery)", "Brawl")
    assert check((machinery, brawl), [*known, "Deceive"]) == []
    assert [problem.message for problem in check(brawl, known)] == ["unknown skill 'Machinery'"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("x" * 50_000_000, "expected a block of at most 20000 in 200"),
        ("a -> eff= b\n" * 1000, "expected a block of at most 20000 in 200"),
        ("a -> chk= " + "M + " * 200 + "M", "expected a line of at most 400"),
        ("a -> chk= " + "(" * 300, "expected brackets at most 12 deep"),
        ("a -> chk= " + "½•" * 150 + "M -", "expected '(', "),
        ("a -> eff= a" + " " * 380 + "=", "expected '->' or the end of the line"),
        ("\0" * 390, "expected letters, signs and plain spaces"),
    ],
)
def test_hostile_text_is_refused_quickly(text: str, message: str) -> None:
    """STR-7: what is huge, deep or unprintable is refused before anything grows with it."""
    parse_line("chk(Stealth)")
    began = time.process_time()
    with pytest.raises(NotationError) as caught:
        parse_block(text, "Odd")
    assert message in str(caught.value)
    assert len(str(caught.value)) < 400
    assert time.process_time() - began < 0.2


def test_a_huge_file_is_refused() -> None:
    """STR-7: the size of a file of skills is checked before it is read."""
    with pytest.raises(NotationError, match="expected a file of at most 500000"):
        parse_skills("x\n" * 10_000_000)
