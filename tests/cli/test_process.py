"""Real processes: exit statuses, broken pipes, closed streams, full disks, other encodings, Ctrl-C."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from tests.cli.common import ALLEY, SCENARIO, process

CERTAMEN = f"'{sys.executable}' -m certamen"


def shell(command: str, **environment: str) -> "subprocess.CompletedProcess[str]":
    """Run a line of bash, its pipes failing as a whole where one part of them does."""
    return subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
        env={**os.environ, **environment},
    )


@pytest.mark.parametrize(
    ("arguments", "status"),
    [
        (["run", ALLEY, "--seed", "1"], 0),
        (["run", "none.yaml"], 2),
        (["test", SCENARIO], 0),
        (["roll", "3d6"], 0),
        (["roll", "3d"], 2),
        (["nonsense"], 2),
        (["demo"], 0),
    ],
)
def test_status(arguments: list[str | Path], status: int) -> None:
    done = process(*arguments)
    assert done.returncode == status, done.stderr
    assert "Traceback" not in done.stderr
    assert "\x1b" not in done.stdout, "no colour without a terminal"


def test_demo_without_a_terminal() -> None:
    done = process("demo")
    assert "Bad guy tries to stay up: 20 against 20, and goes down" in done.stdout
    assert "What to try next:" in done.stdout


@pytest.mark.parametrize(
    "command", ["run '{alley}' --seed 1", "schema", "roll 3d6 --times 10000", "rules starcluster", "--help", "demo"]
)
def test_a_reader_that_goes_away(command: str) -> None:
    """`certamen run ... | head -1` ends quietly."""
    done = shell(f"{CERTAMEN} {command.format(alley=ALLEY)} | head -1")
    assert (done.stderr, len(done.stdout.splitlines())) == ("", 1)


@pytest.mark.parametrize("command", ["roll 3d6", "roll 3d6 --times 10000", "rules", "run '{alley}' --seed 1"])
def test_a_full_disk(command: str) -> None:
    done = shell(f"{CERTAMEN} {command.format(alley=ALLEY)} > /dev/full")
    assert done.returncode == 2
    assert done.stderr.endswith("No space left on device\n")
    assert "Traceback" not in done.stderr


def test_closed_streams(tmp_path: Path) -> None:
    for command in ("roll 3d6 >&-", "demo >&-", "rules >&- 2>&-", f"run '{ALLEY}' >&-"):
        done = shell(f"{CERTAMEN} {command}")
        assert (done.returncode, done.stderr) == (0, ""), command
    done = shell(f"{CERTAMEN} play '{ALLEY}' --seed 1 --journal '{tmp_path}/j' <&-")
    assert done.returncode == 0
    assert done.stdout.endswith(f"the journal is kept; certamen play {tmp_path}/j goes on\n")


@pytest.mark.parametrize("environment", [{"LC_ALL": "C"}, {"PYTHONIOENCODING": "ascii"}, {"PYTHONUTF8": "1"}])
def test_other_encodings(environment: dict[str, str]) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "certamen", "roll", "2d6", "--odds"],
        capture_output=True,
        check=False,
        env={**os.environ, **environment},
        timeout=60,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_file_names_that_are_no_text() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "certamen", "check", b"\xff\xfe.yaml"], capture_output=True, check=False, timeout=60
    )
    assert done.returncode == 2
    assert b"Traceback" not in done.stderr


def test_killed_in_mid_play_it_goes_on(tmp_path: Path) -> None:
    """After kill -9 nothing that was shown is lost."""
    journal = tmp_path / "fight.journal"
    command = [sys.executable, "-u", "-m", "certamen", "play", str(ALLEY), "--seed", "3", "--journal", str(journal)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        running.stdin.write("k\nk\natt bad hunt\n")
        running.stdin.flush()
        seen = ""
        while "loses 74 Constitution" not in seen:
            seen += running.stdout.readline()
        running.kill()
    done = subprocess.run(
        [sys.executable, "-m", "certamen", "play", str(journal)],
        input="quit\n", capture_output=True, text=True, check=False, timeout=60,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "Heather Lee attacks Bad guy with the hunting rifle: 16 against 50" in done.stdout
    assert "Jack Kelly: a chance of success" in done.stdout


def test_interrupted(tmp_path: Path) -> None:
    """Ctrl-C keeps the journal and ends with 130."""
    journal = tmp_path / "fight.journal"
    command = [sys.executable, "-u", "-m", "certamen", "play", str(ALLEY), "--seed", "3", "--journal", str(journal)]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as running:
        assert running.stdout is not None
        while "3  keep" not in running.stdout.readline():
            pass
        time.sleep(0.2)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate(timeout=20)
    assert running.returncode == 130
    assert f"the journal is kept; certamen play {journal} goes on" in out
    assert err.endswith("stopped\n")
    assert "Traceback" not in err
