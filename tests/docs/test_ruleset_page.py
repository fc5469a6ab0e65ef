"""The page docs/ruleset.md, followed: its files are written, installed and played."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path("docs/ruleset.md")
BLOCK = re.compile(r"```(?:python|yaml|toml)\n# (\S+)\n(.*?)```", re.DOTALL)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page's files, and the entry point as an installer writes it."""
    root = tmp_path_factory.mktemp("brawl")
    for name, text in BLOCK.findall(PAGE.read_text(encoding="utf-8")):
        file = root / name
        file.parent.mkdir(exist_ok=True)
        file.write_text(text, encoding="utf-8")
    (root / "brawl" / "__init__.py").touch()
    points = (
        (root / "pyproject.toml").read_text(encoding="utf-8").replace('[project.entry-points."certamen.rulesets"]', "")
    )
    info = root / "brawl-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: brawl\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[certamen.rulesets]\n" + points.replace('"', ""), encoding="utf-8")
    return root


def certamen(folder: Path, *arguments: str) -> str:
    """What the command prints; it must succeed."""
    code = "from certamen.cli import main; main()"
    environment = {**os.environ, "PYTHONPATH": str(folder)}
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_its_rules_are_listed(folder: Path) -> None:
    assert "BRA-2 (enforced)" in certamen(folder, "rules", "brawl")


def test_its_starter_is_right_and_plays_to_an_end(folder: Path) -> None:
    (folder / "fight.yaml").write_text(certamen(folder, "new", "brawl"), encoding="utf-8")
    assert "needed: 4" in (folder / "fight.yaml").read_text(encoding="utf-8")
    assert "fine" in certamen(folder, "check", "fight.yaml")
    log = certamen(folder, "run", "fight.yaml", "--seed", "3", "--journal", "fight.journal")
    assert "won: no other side is left" in log
    assert "replay to the same states" in certamen(folder, "replay", "fight.journal", "--verify")


def test_its_scenario_passes(folder: Path) -> None:
    assert "1 passed, 0 failed" in certamen(folder, "test", "swing.scenario.yaml")


def test_the_page_is_typed(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "mypy", "--strict", "brawl"], cwd=folder, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
