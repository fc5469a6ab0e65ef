"""Striker's notation, read and printed: blocks, lines alone, calls, names, errors (STR-1, STR-2, STR-3, STR-7)."""

import subprocess
import sys
from itertools import product

import pytest

from certamen.rulesets.striker.mechanics import Timing
from certamen.rulesets.striker.notation import (
    Act,
    Call,
    NotationError,
    acts,
    figures,
    parse_block,
    parse_line,
    parse_skills,
    print_block,
    print_line,
    skills_named,
)
from certamen.rulesets.striker.notation.tree import Aspect, Check, Figure, Rated, Roll, Sum, Term
from tests.rulesets.striker.common import ALONE, BLOCKS, CALLS, MACHINERY, RANGED, quoted

OWN_MODIFIER = Sum((Term("+", Figure("M")),))


@pytest.mark.parametrize("name", BLOCKS)
def test_blocks_print_back_unchanged(name: str) -> None:
    """STR-1: both blocks parse whole and print back byte for byte."""
    assert print_block(parse_block(BLOCKS[name], name)) == BLOCKS[name]


def test_the_book_itself_prints_back_unchanged() -> None:
    """STR-1: the blocks as the book prints them, descriptions and all."""
    blocks = quoted()
    assert len(blocks) == 2
    for block in blocks:
        assert print_block(parse_block(block, "a skill")) == block
    assert [block.split("\nDescription:")[0] for block in blocks] == [
        block.split("\nDescription:")[0] for block in BLOCKS.values()
    ]


def test_parts_of_a_block() -> None:
    """STR-1: categories, default use, acts, the aspect with its acts, the description."""
    skill = parse_block(MACHINERY, "Machinery")
    assert skill.category is not None
    assert skill.category.names == ("Engineering", "Knowledge")
    assert skill.usage is not None
    assert skill.usage.names == ("operate",)
    assert skill.usage.timing is Timing.ACT
    assert [act.names[0] for act in skill.acts] == (
        ["know", "make", "modify", "bypass", "modify-rig", "disable", "repair", "repair-rig"]
    )
    (aspect,) = skill.aspects
    assert (aspect.source, aspect.gives) == ("provenance", "Tech")
    assert [act.names for act in aspect.acts] == [("diagnose", "salvage", "search"), ("appraise",), ("haggle",)]
    assert skill.description == "What drives a craft, and how to mend it."


@pytest.mark.parametrize("text", ALONE + CALLS)
def test_lines_alone_and_calls(text: str) -> None:
    """STR-1: the lines and calls that the book names outside its blocks."""
    assert print_line(parse_line(text)) == text


def test_any_spacing_means_the_same() -> None:
    """STR-1: spaces round a plus or elsewhere change the print, not the meaning."""
    plain = parse_line("sneak(w/move-act) -> set(PC)= 8 + M(Stealth+B)")
    for before, after in product(("", " ", "   "), repeat=2):
        text = f" sneak ( w/move-act )->set( PC ) =8{before}+{after}M( Stealth{before}+{after}B) "
        line = parse_line(text)
        assert isinstance(line, Act)
        assert isinstance(plain, Act)
        assert line.steps == plain.steps
        assert print_line(line) == text


def test_what_calls_are() -> None:
    """STR-1, STR-4: a name in the brackets is rolled, a number after it is the challenge."""
    found = [parse_line(text) for text in CALLS]
    does = [call.does for call in found if isinstance(call, Call)]
    kinds = [(does.kind, does.against) for does in does if isinstance(does, Check)]
    assert kinds == [("chk", None), ("chk+", None), ("psv", None), ("sv", None), ("chk", 10)]
    assert does[4] == Roll(2, 6, "hp", "frc")
    assert skills_named(found[5]) == ("Acrobatics",)


def test_a_challenge_is_known_by_its_name() -> None:
    """STR-4: TC, TC-A, CC, CC-Q, CC-S, SC and PC are challenges, anything else is rolled."""
    for name in ("TC", "TC-A", "CC", "CC-Q", "CC-S", "SC", "PC"):
        line = parse_line(f"try(main-act) -> chk({name})= +M")
        assert isinstance(line, Act)
        assert line.steps == (Check("chk", name, None, OWN_MODIFIER),)
        assert skills_named(line) == ()
    line = parse_line("try(main-act) -> chk(TC-X)= +M")
    assert isinstance(line, Act)
    assert line.steps == (Check("chk", None, Rated(("TC-X",)), OWN_MODIFIER),)


@pytest.mark.parametrize(
    ("text", "timing"),
    [
        ("free-act", Timing.FREE),
        ("bonus-act", Timing.BONUS),
        ("main-act", Timing.MAIN),
        ("move-act", Timing.MOVE),
        ("w/move-act", Timing.WITH_MOVE),
        ("re-act", Timing.RE),
        ("act", Timing.ACT),
        ("min", Timing.MINUTE),
        ("hr+", Timing.HOUR),
        ("day+", Timing.DAY),
    ],
)
@pytest.mark.parametrize("needs", [(), ("R",), ("Tech",), ("R", "Tech")])
def test_timings_and_needs(text: str, timing: Timing, needs: tuple[str, ...]) -> None:
    """STR-2, STR-3: the ten timings; R and Tech in the brackets."""
    line = f"try({', '.join((text, *needs))}) -> eff= done"
    act = parse_line(line)
    assert isinstance(act, Act)
    assert (act.timing, act.needs_rank, act.needs_tech) == (timing, "R" in needs, "Tech" in needs)
    assert print_line(act) == line


def test_names_stay_as_written() -> None:
    """STR-7: hyphens belong to names, letters of any language stand in them."""
    act = parse_line("über-fall(act) -> chk(TC)= +M(Cbt-Ranged|Wurf-Äxte) - M(A1)")
    assert isinstance(act, Act)
    assert act.names == ("über-fall",)
    assert skills_named(act) == ("Cbt-Ranged", "Wurf-Äxte", "A1")


def test_only_acts_and_calls_stand_alone() -> None:
    """STR-1: the head lines of a block belong in a block."""
    for text, found in (("Category: A", "Category:"), ("Usage (aspect): a -> B", "Usage (aspect):")):
        with pytest.raises(NotationError, match="column 1: expected an act or a call") as caught:
            parse_line(text)
        assert caught.value.found == repr(found)
    with pytest.raises(NotationError, match="column 1: expected an act or a call"):
        parse_line("Usage: a(act) -> chk= +M")


def test_a_description_of_several_lines() -> None:
    """STR-1: the description is free text to the end of the block, its line ends kept."""
    text = "a -> eff= b\nDescription: One.\n\nUsage: two.\n\n"
    skill = parse_block(text, "Odd")
    assert (skill.description, skill.after) == ("One.\n\nUsage: two.", "\n\n")
    assert print_block(skill) == text
    with pytest.raises(NotationError, match="Odd, line 3, column 2: "):
        parse_block("a -> eff= b\nDescription: One.\nx\0\n", "Odd")


def test_a_file_of_skills() -> None:
    """STR-1: names, blocks under them, empty lines between; a line's number is the file's."""
    text = f"\nMachinery\n{MACHINERY}\n\n\nCbt-Ranged\n{RANGED}\n"
    skills = parse_skills(text)
    assert [(skill.name, print_block(skill)) for skill in skills] == list(BLOCKS.items())
    with pytest.raises(NotationError, match="Lute, line 8, column 5: "):
        parse_skills(f"Drum\n{'a -> eff= b'}\n\n\n\n\nLute\na ->\n")
    with pytest.raises(NotationError, match=r"line 4, column 1: expected a new skill's name.*found 'Drum'"):
        parse_skills("Drum\na -> eff= b\n\nDrum\na -> eff= b\n")
    with pytest.raises(NotationError, match=r"Drum, line 2, column 1: .*found no block"):
        parse_skills("Drum")
    for empty in ("", "\n\n"):
        with pytest.raises(NotationError, match="expected a skill's name with its block under it, found nothing"):
            parse_skills(empty)


def test_lark_is_loaded_only_when_something_is_read() -> None:
    """The notation's own modules are light: the parser generator waits for the first line."""
    code = "import sys, certamen.rulesets.striker.notation as n; before = 'lark' in sys.modules; n.parse_line('chk(A)')"
    code += "; print(before, 'lark' in sys.modules)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout == "False True\n"


def test_acts_listed() -> None:
    """STR-1 to STR-3: each name gives an act, with what it needs, its aspect and what it does in plain words."""
    listed = {(act.name, act.timing): act for act in acts(parse_block(MACHINERY, "Machinery"))}
    assert len(listed) == 14
    bypass = listed["bypass", Timing.MAIN]
    assert bypass.requires == ("a rank in Machinery", "the technology aspect that fits")
    assert bypass.does == (
        "check: d20 +M against the item's security (CC-S);"
        " on success set the perception challenge (PC) for others to 8 + M(Stealth+S)"
    )
    assert listed["modify-rig", Timing.MAIN].does == "give ½•M to checks and saves made with artefact"
    assert listed["search", Timing.MINUTE].aspect == "provenance -> Tech"
    assert listed["search", Timing.MINUTE].act == listed["salvage", Timing.MINUTE].act
    assert listed["operate", Timing.ACT].usage
    area = acts(parse_block(RANGED, "Cbt-Ranged"))[2]
    assert area.does.endswith("on success each target makes a save with Agility+B against 8 + M")
    odd = acts(parse_block("a -> chk(Acrobatics,10) -> eff= 2d6(hp,frc) -> eff= fall down -> eff= +M eff", "Odd"))[0]
    assert (odd.timing, odd.requires) == (None, ())
    assert odd.does == (
        "check with Acrobatics: d20 and its modifier against 10; on success 2d6 off hp (type frc);"
        " and fall down (the GM sees to it); and the weapon's effect +M"
    )


def test_figures_a_line_needs() -> None:
    """STR-4: what the contest must know before a line can be run."""
    skill = parse_block(MACHINERY, "Machinery")
    assert figures(skill.acts[3]) == ("CC-S", "M", "S")
    assert figures(skill.acts[2]) == ("CC", "M", "CC-Q")
    assert isinstance(skill.aspects[0], Aspect)
    assert figures(skill.aspects[0].acts[2]) == ("SC", "R")
