"""Mutate each ruleset's mechanics and run its tests on every mutant: `python -m tools.mutation [RULESET ...]`.

A mutant that no test notices has survived; those that may are listed with the reason in tests/mutation_survivors.toml.
Why not mutmut: it leaves tables and other figures of the module's head alone, which are half of the rules here, and
it copies and rewrites the tree. Here a mutant is a fork: pytest and all that lies below the ruleset are loaded once,
the ruleset and its tests anew in each child, with the mutant's code in place of the file's.
"""

import importlib
import os
import resource
import signal
import sys
import tempfile
import time
import tomllib
import traceback
from collections.abc import Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import CodeType, ModuleType
from typing import NamedTuple

import pytest

from tools.mutants import Mutant, mutants

LEAST = 95  # per cent killed, in every file
MEMORY = 4 << 30  # bytes
PATIENCE = 5  # times the unchanged run, before a mutant counts as killed by the clock
BELOW = ("certamen.dice", "certamen.kernel")
OPTIONS = "-x -q --no-header --tb=no --assert=plain -p no:cacheprovider -p no:xdist -p no:pytest_cov"
SURVIVORS = Path("tests/mutation_survivors.toml")


class Survivor(NamedTuple):
    """One that may survive, by what it changes, since line numbers move."""

    ruleset: str
    function: str
    was: str
    now: str


class MutantLoader(SourceFileLoader):
    """Loads one module from code that is given."""

    def __init__(self, name: str, path: str, code: CodeType) -> None:
        super().__init__(name, path)
        self.code = code

    def get_code(self, fullname: str) -> CodeType:
        """Give the mutant's code, whatever the file says."""
        return self.code


class MutantFinder:
    """Finds one module, and leaves all others to Python."""

    def __init__(self, name: str, code: CodeType) -> None:
        self.name = name
        self.code = code

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        """Find the module as Python would, and put our loader in."""
        if name != self.name:
            return None
        spec = PathFinder.find_spec(name, path, target)
        if spec is not None and spec.origin is not None:
            spec.loader = MutantLoader(name, spec.origin, self.code)
        return spec


def tests_of(ruleset: str) -> list[str]:
    """List a ruleset's test files, those of its mechanics first, and the mechanics' own examples."""
    files = sorted(
        Path("tests/rulesets", ruleset).glob("test_*.py"), key=lambda file: ("mechanics" not in file.name, file)
    )
    return [*map(str, files), f"src/certamen/rulesets/{ruleset}/mechanics.py"]


def fork(ruleset: str, code: CodeType, seconds: float, output: int) -> int:
    """Start a child that runs the ruleset's tests with this code as its mechanics; give the process id."""
    child = os.fork()
    if child:
        return child
    for stream in (1, 2):
        os.dup2(output, stream)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    sys.meta_path.insert(0, MutantFinder(f"certamen.rulesets.{ruleset}.mechanics", code))
    status = 1
    try:
        status = int(pytest.main([*OPTIONS.split(), *tests_of(ruleset)]))
    except BaseException:  # noqa: BLE001 - a child never goes on as its parent, whatever happens
        traceback.print_exc()
    sys.stdout.flush()
    os._exit(status)


def unchanged(ruleset: str, code: CodeType) -> float:
    """Run the tests on the file as it is, in seconds; end here when they do not pass."""
    start = time.monotonic()
    with tempfile.TemporaryFile("w+") as output:
        _, status = os.waitpid(fork(ruleset, code, 600, output.fileno()), 0)
        if status:
            output.seek(0)
            sys.exit(f"{output.read()}\n{ruleset}: its tests do not pass as they are")
    return time.monotonic() - start


def survivors(ruleset: str, source: str, path: str) -> tuple[int, list[Mutant]]:
    """Run all mutants, as many at once as there are cores; give how many there were and those that lived."""
    limit = 2 + PATIENCE * unchanged(ruleset, compile(source, path, "exec"))
    quiet = os.open(os.devnull, os.O_WRONLY)
    running: dict[int, Mutant] = {}
    lived: list[Mutant] = []
    count = 0

    def wait() -> None:
        child, status = os.wait()
        mutant = running.pop(child)
        if status == 0:
            lived.append(mutant)
        elif os.waitstatus_to_exitcode(status) in (pytest.ExitCode.USAGE_ERROR, pytest.ExitCode.NO_TESTS_COLLECTED):
            sys.exit(f"{ruleset}: pytest could not start on a mutant")

    for mutant in mutants(source, path):
        count += 1
        running[fork(ruleset, mutant.code, limit, quiet)] = mutant
        if len(running) == (os.cpu_count() or 1):
            wait()
    while running:
        wait()
    return count, sorted(lived, key=lambda mutant: mutant.line)


def reasons() -> dict[Survivor, str]:
    """Read why the known survivors may live."""
    if not SURVIVORS.exists():
        return {}
    rows = tomllib.loads(SURVIVORS.read_text(encoding="utf-8")).get("survivor", [])
    return {Survivor(row["ruleset"], row["function"], row["was"], row["now"]): row["why"] for row in rows}


def report(ruleset: str, known: dict[Survivor, str]) -> bool:
    """Run one ruleset and print what lived, with its reason; tell whether enough died and every survivor has one."""
    path = f"src/certamen/rulesets/{ruleset}/mechanics.py"
    start = time.monotonic()
    count, lived = survivors(ruleset, Path(path).read_text(encoding="utf-8"), path)
    share = 100 * (count - len(lived)) / count if count else 100.0
    print(f"{ruleset:12} {count - len(lived):4} of {count:4} killed  {share:5.1f}%  {time.monotonic() - start:4.0f} s")
    unexplained = 0
    met = set()
    for mutant in lived:
        entry = Survivor(ruleset, mutant.function, mutant.was, mutant.now)
        why = known.get(entry)
        met.add(entry)
        unexplained += why is None
        print(f"  {path}:{mutant.line} {mutant.function}: {mutant.was}  ->  {mutant.now}")
        print(f"      {why or 'NO REASON GIVEN'}")
    for entry in known:
        if entry.ruleset == ruleset and entry not in met:
            print(f"  {SURVIVORS}: killed by now, or gone: {entry.function}: {entry.was}  ->  {entry.now}")
    return share >= LEAST and not unexplained


def main(wanted: list[str]) -> int:
    """Mutate the rulesets named, or all; give the exit status."""
    os.environ["CERTAMEN_PROFILE"] = "mutation"
    for name in (*BELOW, "hypothesis", "pytest", "_pytest.doctest", "_pytest.assertion.rewrite"):
        importlib.import_module(name)
    found = sorted(path.parent.name for path in Path("src/certamen/rulesets").glob("*/mechanics.py"))
    if unknown := [name for name in wanted if name not in found]:
        sys.exit(f"no ruleset named {', '.join(unknown)}; there are: {', '.join(found)}")
    known = reasons()
    fine = [report(ruleset, known) for ruleset in wanted or found]
    return 0 if all(fine) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
