"""Running the command line within the tests: what is not refused in plain words fails the test that did it."""

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple
from unittest import mock

from certamen.cli import main
from certamen.files.examples import examples

ALLEY = examples() / "starcluster" / "alley.yaml"
DEPOT = examples() / "starcluster" / "depot.yaml"
SCENARIO = examples() / "starcluster" / "alley.scenario.yaml"


class Ran(NamedTuple):
    """What came of a command: exit status, standard output, standard error."""

    status: int
    out: str
    err: str


def certamen(*arguments: str | Path, typed: str = "", columns: int = 100) -> Ran:
    """Run a command in this process; an error that nobody should see is raised."""
    out, err = io.StringIO(), io.StringIO()
    with (
        mock.patch.object(sys, "argv", ["certamen", *map(str, arguments)]),
        mock.patch.object(sys, "stdin", io.StringIO(typed)),
        mock.patch.dict(os.environ, {"COLUMNS": str(columns)}),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main()
        except SystemExit as done:
            status = done.code
    assert isinstance(status, int)
    return Ran(status, out.getvalue(), err.getvalue())


def play(journal: Path, *lines: str, file: Path = ALLEY, options: tuple[str, ...] = ("--seed", "3")) -> Ran:
    """A contest played from its start by typing these lines."""
    return certamen("play", file, *options, "--journal", journal, typed="".join(f"{line}\n" for line in lines))


def process(*arguments: str | Path, cwd: Path | None = None, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as a process of its own."""
    return subprocess.run(
        [sys.executable, "-m", "certamen", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        cwd=cwd,
        env={**os.environ, **environment},
        timeout=60,
    )
