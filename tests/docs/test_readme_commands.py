"""The commands shown in README.md can be run, one after the other, in an empty folder."""

import json
import re
import shlex
from pathlib import Path

import pytest

from tests.cli.common import certamen
from tests.files.maps_common import uvtt

COMMANDS = re.findall(r"^    certamen (.+?) *(?:#.*)?$", Path("README.md").read_text(encoding="utf-8"), re.MULTILINE)


def test_the_commands_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    Path("cellar.dd2vtt").write_text(json.dumps(uvtt()), encoding="utf-8")
    run = [command for command in COMMANDS if not command.startswith("serve")]  # it would not end
    assert len(run) >= 13
    for command in run:
        line, _, into = command.partition(" > ")
        done = certamen(*shlex.split(line), typed="default\n" * 20)
        assert done.status == 0, f"{command}: {done.err}"
        assert done.out, command
        if into:
            Path(into).write_text(done.out, encoding="utf-8")
    assert Path("report.html").stat().st_size > 5_000
