"""A cold start loads nothing that the command does not need (bench/cold_start.py measures what that saves)."""

import subprocess
import sys

import pytest

HEAVY = {"pydantic", "yaml", "lark", "numpy", "rich", "certamen.kernel.contest", "certamen.files.encounter"}
LOADED = """
import sys
sys.argv = ["certamen", *sys.argv[1:]]
from certamen.cli import main
try:
    main()
except SystemExit as done:
    assert not done.code, done.code
sys.stderr.write("\\n".join(sys.modules))
"""


@pytest.mark.parametrize(
    "arguments",
    [["--help"], ["--version"], ["roll", "4d6kh3+2"], ["roll", "2d6", "--odds"], ["rules"], ["rules", "starcluster"]],
    ids=" ".join,
)
def test_what_is_loaded(arguments: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOADED, *arguments], capture_output=True, text=True, check=True, timeout=60
    )
    assert HEAVY & set(done.stderr.splitlines()) == set()
    assert done.stdout


def test_help_lists_every_command() -> None:
    import importlib

    from certamen.cli import COMMANDS, cli
    from tests.cli.common import certamen

    out = certamen("--help").out
    for name, (module, text) in COMMANDS.items():
        assert f"  {name} " in out
        assert text in out
        command = getattr(importlib.import_module(f"certamen.cli.{module}"), f"{name}_command")
        assert command.help
        assert certamen(name, "--help").status == 0
    assert cli.list_commands(cli.make_context("certamen", ["roll"], resilient_parsing=True)) == sorted(COMMANDS)


def test_a_command_that_there_is_not() -> None:
    from tests.cli.common import certamen

    assert "There is no command rol: did you mean roll" in certamen("rol").err
    assert "There is no command zzzzz: there are check, demo" in certamen("zzzzz").err
    assert certamen("zzzzz").status == 2
    assert certamen("--bogus").status == 2
