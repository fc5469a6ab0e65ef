"""At a real terminal: colour, the order strip, prompts, what NO_COLOR and a narrow window change."""

import os
import re
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pexpect
import pytest

from tests.cli.common import ALLEY

COLOUR = re.compile(r"\x1b\[[0-9;]*m")


@contextmanager
def terminal(
    *arguments: str, columns: int = 100, environment: dict[str, str] | None = None
) -> "Iterator[pexpect.spawn[str]]":
    """A command at a terminal of so many columns."""
    environment = {"TERM": "xterm-256color", **(environment or {})}
    inherited = {name: value for name, value in os.environ.items() if name not in ("NO_COLOR", "TERM", "COLUMNS")}
    child = pexpect.spawn(
        sys.executable,
        ["-m", "certamen", *arguments],
        encoding="utf-8",
        env={**inherited, **environment},
        dimensions=(50, columns),
        timeout=30,
        echo=False,
    )
    try:
        yield child
    finally:
        child.close(force=True)


def end(child: "pexpect.spawn[str]") -> str:
    """All that it shows until it ends, with status 0."""
    child.expect(pexpect.EOF)
    text = child.before or ""
    child.close()
    assert child.exitstatus == 0, text
    return text.replace("\r", "")


def test_demo_ends_by_itself_in_colour() -> None:
    with terminal("demo", "--pause", "0.01") as child:
        text = end(child)
    assert "\x1b[36m" in text, "the travellers' colour"
    assert "\x1b[33m" in text, "the gang's"
    plain = COLOUR.sub("", text)
    assert "Order: Jack Kelly  Bad guy  Jack Kelly  Bad guy  ▶ Heather Lee" in plain
    assert "target number 55 = 65 gun +5 + 0 range medium - 10 initiative shift" in " ".join(plain.split())
    assert "What to try next:" in plain


@pytest.mark.parametrize("environment", [{"NO_COLOR": "1"}, {"TERM": "dumb"}])
def test_no_colour_when_it_is_not_wanted(environment: dict[str, str]) -> None:
    with terminal("demo", "--pause", "0", environment=environment) as child:
        assert not COLOUR.search(end(child))


@pytest.mark.parametrize("columns", [30, 60])
def test_a_narrow_window(columns: int) -> None:
    with terminal("run", str(ALLEY), "--seed", "3", columns=columns) as child:
        lines = COLOUR.sub("", end(child)).splitlines()
    assert max(map(len, lines)) <= columns


def test_a_fight_typed_at_the_terminal(tmp_path: Path) -> None:
    journal = tmp_path / "fight.journal"
    steps = (
        ("> ", "1"),
        ("points (a whole number from 1 to 95): ", "12"),
        ("and not above points): ", "5"),
        ("Heather Lee", ""),
        ("> ", "keep"),
        ("Heather Lee's turn", ""),
        ("> ", "att bad"),
        ("which weapon, automatic pistol or hunting rifle", ""),
        ("> ", "att bad hunt: she holds her breath"),
        ("a hit of quality 74", ""),
        ("> ", "why"),
        ("Event ", ""),
        ("> ", "undo"),
        ("undone: Heather Lee", ""),
        ("> ", "redo"),
        ("done again: Heather Lee", ""),
        ("> ", "quit"),
    )
    with terminal("play", str(ALLEY), "--seed", "3", "--journal", str(journal)) as child:
        for seen, typed in steps:
            child.expect_exact(seen)
            if typed:
                child.sendline(typed)
        assert f"certamen play {journal} goes on" in end(child)
    with terminal("play", str(journal)) as child:
        child.expect_exact("> ")
        assert "she holds her breath" in (child.before or "")
        child.sendline("quit")
        end(child)


def test_end_of_input_and_interrupt(tmp_path: Path) -> None:
    with terminal("play", str(ALLEY), "--seed", "3", "--journal", str(tmp_path / "a")) as child:
        child.expect_exact("> ")
        child.sendeof()
        assert "the journal is kept" in end(child)
    with terminal("play", str(ALLEY), "--seed", "3", "--journal", str(tmp_path / "b")) as child:
        child.expect_exact("> ")
        child.sendintr()
        child.expect_exact("the journal is kept")
        child.expect(pexpect.EOF)
        child.close()
        assert child.exitstatus == 130


def test_dice_by_hand_at_the_terminal(tmp_path: Path) -> None:
    with terminal("play", str(ALLEY), "--dice", "hand", "--journal", str(tmp_path / "a")) as child:
        for who, face in (("Jack Kelly", "41"), ("Heather Lee", "75"), ("Bad guy", "40")):
            child.expect_exact(f"{who}: roll a d100 for initiative: ")
            child.sendline(face)
        child.expect_exact("Jack Kelly rolls a base initiative of 41.")
        child.expect_exact("> ")
        child.sendline("quit")
        end(child)
