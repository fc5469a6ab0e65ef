"""Every command shown in docs/odds.md can be run."""

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

PAGE = Path("docs/odds.md").read_text(encoding="utf-8")
COMMANDS = re.findall(r"^    certamen (.+)$", PAGE, re.MULTILINE)
FILES = dict(re.findall(r"```yaml\n# (\S+)\n(.*?)```", PAGE, re.DOTALL))


@pytest.mark.parametrize("command", COMMANDS)
def test_the_command_runs(command: str, tmp_path: Path) -> None:
    for name, text in FILES.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    run = [sys.executable, "-m", "certamen", *shlex.split(command)]
    done = subprocess.run(run, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=300)
    assert done.returncode == 0, done.stderr
    assert done.stdout
    if " -o " in command:
        assert (tmp_path / "report.html").stat().st_size > 5_000


def test_there_is_something_to_run() -> None:
    assert len(COMMANDS) >= 12
