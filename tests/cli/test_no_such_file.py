"""Every command that takes a file: what is no such file is refused in one line that names it, with status 2."""

from collections.abc import Callable
from pathlib import Path

import pytest

from certamen.cli import COMMANDS
from tests.cli.common import ALLEY, certamen

TAKE_NONE = ("backup", "demo", "doctor", "new", "roll", "rules", "schema", "serve")
TAKE = {
    "advise": ("advise", "{}"),
    "balance": ("balance", "{}", "-o", "page.html"),
    "check": ("check", "{}"),
    "compare": ("compare", "{}", "--set", "jack.constitution=200"),
    "compare, the second": ("compare", str(ALLEY), "{}"),
    "duel": ("duel", "{}"),
    "explain": ("explain", "{}", "1"),
    "map": ("map", "{}", "--ruleset", "striker"),
    "notation": ("notation", "{}"),
    "odds": ("odds", "{}", "--action", "jack pass"),
    "play": ("play", "{}", "--journal", "new.journal"),
    "replay": ("replay", "{}"),
    "restore": ("restore", "{}", "--data", "data"),
    "run": ("run", "{}"),
    "simulate": ("simulate", "{}"),
    "sweep": ("sweep", "{}", "--vary", "jack.constitution=1,2"),
    "test": ("test", "{}"),
    "verify": ("verify", "{}"),
}
NO_FILES: dict[str, Callable[[Path], object]] = {
    "missing": lambda path: path,
    "a folder": Path.mkdir,
    "empty": Path.touch,
    "binary": lambda path: path.write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\xff" * 40),
    "UTF-16": lambda path: path.write_text("certamen: 1\n", encoding="utf-16"),
    "points to itself": lambda path: path.symlink_to(path),
}


def test_no_command_is_left_out() -> None:
    assert {command for command, *_ in TAKE.values()} | set(TAKE_NONE) == set(COMMANDS)


@pytest.mark.parametrize("what", NO_FILES)
@pytest.mark.parametrize("command", TAKE)
def test_it_is_told_in_a_line(command: str, what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    NO_FILES[what](Path("x.yaml"))
    done = certamen(*(part.replace("{}", "x.yaml") for part in TAKE[command]))
    assert done.status == 2
    told = [line for line in (done.err + done.out).splitlines() if line != "0 passed, 0 failed"]
    assert len(told) == 1, told
    assert told[0].startswith("x.yaml")
