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
    assert "There is no command zzzzz: there are " in certamen("zzzzz").err
    assert certamen("zzzzz").status == 2
    assert certamen("--bogus").status == 2


def test_demo_in_this_process() -> None:
    from tests.cli.common import certamen

    done = certamen("demo")
    assert done.status == 0
    assert done.out.startswith("The alley, as it was told\n")
    assert "▶ Heather Lee" in done.out


def test_a_demo_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    from certamen.files import scenario
    from tests.cli.common import certamen

    failed = scenario.Run(None, scenario.Failure("f", 1, "it went wrong"))
    monkeypatch.setattr(scenario, "run", lambda read, show: failed)
    assert certamen("demo") == (1, "", "f:1: it went wrong\n")


def test_a_fault_of_the_program_is_not_hidden(monkeypatch: pytest.MonkeyPatch) -> None:
    from certamen.files import scenario
    from certamen.kernel.errors import RulesetError
    from tests.cli.common import certamen

    def broken(*_: object) -> None:
        raise RulesetError("a broken contract")

    monkeypatch.setattr(scenario, "run", broken)
    with pytest.raises(RulesetError):
        certamen("demo")


@pytest.mark.parametrize(("error", "status"), [(BrokenPipeError(), 0), (OSError(28, "No space left on device"), 2)])
def test_output_that_cannot_be_written(monkeypatch: pytest.MonkeyPatch, error: OSError, status: int) -> None:
    from certamen.cli import rules
    from tests.cli.common import certamen

    def fails(*_: object) -> None:
        raise error

    monkeypatch.setattr(rules, "_show_rulesets", fails)
    assert certamen("rules").status == status


def test_an_interrupt_ends_with_130(monkeypatch: pytest.MonkeyPatch) -> None:
    from certamen.cli import rules
    from tests.cli.common import certamen

    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(rules, "_show_rulesets", interrupted)
    done = certamen("rules")
    assert (done.status, done.err.strip()) == (130, "stopped")
