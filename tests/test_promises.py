"""What the tree promises of itself: small files that say what they are for, locked requirements, no trace of us."""

import ast
import re
import subprocess
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

import pytest
from packaging.requirements import Requirement

LONGEST = 300  # lines
LONGER = {  # which may be longer, and why
    "src/certamen/rulesets/*/mechanics.py": "all rules of a system stand in one place, each a few lines",
    "src/certamen/table/protocol.py": "the whole contract between a seat and its table, read as one",
    "web/src/lib/protocol.ts": "the same contract, written by certamen.table.typescript",
}
LEAKS = r"[i]ndex-url|\"resolved\": *\"http|^(url|registry) *= *\"?http|(^|[^.A-Za-z0-9])/(work|root|home|tmp)/"
REGISTRIES = r"pypi[.]org/simple|pythonhosted[.]org|registry[.]npmjs[.]org"
PROJECT = tomllib.loads(Path("pyproject.toml").read_text(encoding="utf-8"))["project"]
EXTRAS = PROJECT["optional-dependencies"]
LOCKS = {
    "play": ["build.in"],
    "test": ["build.in", "test"],
    "docs": ["build.in", "docs"],
    "bench": ["build.in", "bench.in"],
    "dev": ["build.in", "bench.in", "dev", "test", "docs"],
}


def committed(*patterns: str) -> list[str]:
    """List the committed files that match, from the root of the tree."""
    listed = subprocess.run(["git", "ls-files", "--", *patterns], capture_output=True, text=True, check=True)
    return listed.stdout.split("\n")[:-1]


def test_no_trace_of_a_machine() -> None:
    """No committed line names a package registry or a path of the machine it was written on."""
    found = subprocess.run(
        ["git", "grep", "-nIE", f"{LEAKS}|{REGISTRIES}", "--", "."], capture_output=True, text=True, check=False
    )
    assert found.stdout == ""
    assert found.returncode == 1, found.stderr


@pytest.mark.parametrize("file", committed("src/*.py", "tests/*.py", "bench/*.py", "tools/*.py", "docs/*.py"))
def test_file_says_what_it_is_for(file: str) -> None:
    """A docstring stands first, in every file that holds anything."""
    tree = ast.parse(Path(file).read_text(encoding="utf-8"))
    assert not tree.body or ast.get_docstring(tree)


def test_files_are_short() -> None:
    """No source is longer than a sitting, but for those with a reason."""
    files = committed("src/*.py", "tests/*.py", "bench/*.py", "tools/*.py", "web/src/*")
    lengths = {file: len(Path(file).read_text(encoding="utf-8").splitlines()) for file in files}
    too_long = {file: length for file, length in lengths.items() if length > LONGEST}
    assert {file: length for file, length in too_long.items() if not any(fnmatch(file, kind) for kind in LONGER)} == {}


def asked(sources: list[str]) -> Iterator[Requirement]:
    """Read what a lock should hold: the package's own dependencies, then those of extras and of requirements/*.in."""
    lines = list(PROJECT["dependencies"])
    for source in sources:
        lines += EXTRAS[source] if source in EXTRAS else Path("requirements", source).read_text().splitlines()
    return (Requirement(line) for line in lines if line and not line.startswith(("#", PROJECT["name"])))


@pytest.mark.parametrize("name", LOCKS)
def test_lock_holds_what_is_asked(name: str) -> None:
    """Each requirement is locked to a version that it allows, with a hash; `make lock` brings them up to date."""
    text = Path(f"requirements/{name}.txt").read_text(encoding="utf-8")
    pins = re.findall(r"^([a-z0-9-]+)==([^ ;]+)([^\n]*)\n(    --hash=sha256)?", text, re.MULTILINE)
    assert pins
    assert all(has_hash for *_, has_hash in pins)
    versions: dict[str, list[str]] = {}
    for package, version, *_ in pins:
        versions.setdefault(package, []).append(version)
    wrong = [
        str(requirement)
        for requirement in asked(LOCKS[name])
        if not versions.get(requirement.name.lower())
        or not all(requirement.specifier.contains(version) for version in versions[requirement.name.lower()])
    ]
    assert wrong == []


def test_locks_agree() -> None:
    """One package has the same versions in every lock, so that one .venv serves them all."""
    dev = set(re.findall(r"^[a-z0-9-]+==[^\\]*", Path("requirements/dev.txt").read_text(), re.MULTILINE))
    for name in LOCKS:
        pins = set(re.findall(r"^[a-z0-9-]+==[^\\]*", Path(f"requirements/{name}.txt").read_text(), re.MULTILINE))
        assert pins <= dev, name


def test_contributing_names_files_that_are_there() -> None:
    """Each file that CONTRIBUTING.md names by its folder stands in the tree or in the package."""
    text = Path("CONTRIBUTING.md").read_text(encoding="utf-8")
    named = re.findall(r"`((?:[\w.]+/)+[\w*.]+\.(?:py|ts|svelte|txt|toml|md|svg))`", text)
    assert len(named) > 10
    assert [one for one in named if not any(list(root.glob(one)) for root in (Path(), Path("src/certamen")))] == []
