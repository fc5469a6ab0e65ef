"""certamen simulate, compare, sweep and run --trial: what they print, refuse and draw, and Ctrl-C on real processes."""

import csv
import io
import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import NoReturn
from xml.etree import ElementTree

import pexpect
import pytest

from certamen.files.examples import examples
from tests.cli.common import certamen

DUEL = examples() / "starcluster" / "duel.yaml"
NOVELS = examples() / "starcluster" / "novels.yaml"
DEPOT = examples() / "starcluster" / "depot.yaml"


def test_simulate_tells_and_says_how() -> None:
    """Who wins, rounds, who stands, what is left, the seed, the way and why, and the command for one trial."""
    ran = certamen("simulate", NOVELS, "-n", "60", "--seed", "3", "--workers", "1", "--policy", "marr=clever")
    assert ran.status == 0, ran.err
    for text in (
        "60 trials, seed 3",
        "Who wins",
        "marr",
        "How many rounds",
        "Isolde Marr",
        "dice rolled",
        "fewer than 200 trials",
    ):
        assert text in ran.out
    assert "played by the contest" in ran.out
    command = next(line for line in ran.out.splitlines() if line.startswith("any trial in full: "))
    arguments = command.removeprefix("any trial in full: certamen ").split()
    assert "--policy=marr=clever" in arguments
    assert certamen(*arguments).status == 0


def test_no_false_precision() -> None:
    """60 trials bear out no decimals of a share; where all agree the interval still says how little that is."""
    ran = certamen("simulate", NOVELS, "-n", "60", "--seed", "3", "--workers", "1")
    shares = re.findall(r"(?:marr|thale) +(\S+) +\((\S+) to (\S+)\)", ran.out)
    assert len(shares) >= 2
    assert not any("." in figure for share in shares for figure in share)


def test_the_trial_stops_where_it_was_stopped() -> None:
    """The command for one trial names the same last round."""
    ran = certamen("simulate", DUEL, "-n", "3", "--seed", "3", "--max-rounds", "1")
    assert "certamen run" in ran.out
    assert "--max-rounds=1" in ran.out.partition("certamen run")[2]


def test_one_trial_in_full() -> None:
    """`run --seed S --trial N` is trial N of the simulation: same end, same rounds, same figures, same dice."""
    estimate = json.loads(certamen("simulate", DUEL, "-n", "1", "--seed", "5", "--json").out)
    trial = json.loads(certamen("run", DUEL, "--seed", "5", "--trial", "0", "--json").out)
    assert trial["dice"] == "splitmix-1:5:0"
    assert trial["rounds"] == estimate["rounds"]["least"]
    assert [one["count"] for one in estimate["winners"] if one["name"] == trial["outcome"]["winner"]] == [1]
    left = {one["id"]: one["left"][0]["least"] for one in estimate["people"]}
    assert left == {one["id"]: one["values"]["constitution"] for one in trial["participants"]}
    late = json.loads(certamen("run", DUEL, "--seed", "1", "--trial", "483920", "--json").out)
    assert (late["rounds"], late["outcome"]["winner"]) == (3, "challenged")
    assert certamen("run", DUEL, "--trial", "5").err.count("--trial goes with --seed") == 1


def test_json_csv_and_workers() -> None:
    """The same bytes from one worker and two; the table with commas has the rows of the library."""
    one = certamen("simulate", NOVELS, "-n", "40", "--seed", "2", "--json", "--workers", "1")
    two = certamen("simulate", NOVELS, "-n", "40", "--seed", "2", "--json", "--workers", "2")
    assert one == two
    assert json.loads(one.out)["trials"] == 40
    table = list(csv.DictReader(io.StringIO(certamen("simulate", NOVELS, "-n", "40", "--seed", "2", "--csv").out)))
    assert [row["of"] for row in table if row["figure"] == "wins"] == ["marr", "thale"]
    assert {row["trials"] for row in table} == {"40"}


def test_pictures(tmp_path: Path) -> None:
    """Each command draws SVG that parses and says in words what it shows; a file that cannot be written is refused."""
    out = tmp_path / "out.svg"
    few = ("-n", "20", "--seed", "1", "--svg")
    vary = ("--vary", "isolde.skills.writing=4:6")
    for command, words in (
        (("simulate", DUEL, *few, out), "Who of challenger still stands"),
        (("compare", NOVELS, "--set", "isolde.skills.writing=9", *few, out), "marr, after"),
        (("sweep", NOVELS, *vary, *few, out), "How often each side wins"),
        (("sweep", NOVELS, *vary, "--vary", "corvin.skills.lore=2,6", *few, out), "How often marr wins"),
    ):
        out.unlink(missing_ok=True)
        assert certamen(*command).status == 0
        root = ElementTree.fromstring(out.read_text(encoding="utf-8"))
        assert root.tag.endswith("svg")
        assert words in "".join(root.itertext())
    ran = certamen("simulate", DUEL, *few, tmp_path)
    assert (ran.status, ran.err.count("\n")) == (2, 1)


def test_compare_tells_the_difference() -> None:
    """Before, after, the difference with its interval; what was changed and on which dice."""
    ran = certamen("compare", NOVELS, "--set", "isolde.skills.writing=3", "-n", "80", "--seed", "3")
    assert ran.status == 0
    for text in ("with isolde.skills.writing=3", "80 pairs", "seed 3", "marr    ", "−", "points"):
        assert text in ran.out
    data = json.loads(certamen("compare", NOVELS, NOVELS, "-n", "20", "--seed", "3", "--json").out)
    assert {one["difference"] for one in data["differences"]} == {0}


def test_sweep_tables() -> None:
    """One value varied: a line each with the interval; two: a grid; three: a table."""
    one = certamen("sweep", NOVELS, "--vary", "isolde.skills.writing=4:8:2", "-n", "20", "--seed", "1")
    assert [line.split()[0] for line in one.out.splitlines() if re.match(r" +[468] ", line)] == ["4", "6", "8"]
    varied = [f"--vary={path}=1,9" for path in ("isolde.skills.writing", "isolde.skills.lore", "corvin.skills.lore")]
    two = certamen("sweep", NOVELS, *varied[:2], "-n", "10", "--seed", "1")
    assert "How often marr wins" in two.out
    within = re.search("19 times of 20 the true share lies within ([0-9]+) points", two.out)
    assert within
    assert 20 <= int(within[1]) <= 31
    three = certamen("sweep", NOVELS, *varied, "-n", "10", "--seed", "1", "--csv")
    assert len(three.out.splitlines()) == 1 + 8 * 2


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["simulate", DUEL, "-n", "-5"], "-5 is not in the range"),
        (["simulate", DUEL, "-n", "0"], "0 is not in the range"),
        (["simulate", DUEL, "-n", "many"], "not a valid int"),
        (["simulate", DUEL, "--precision", "0"], "0.0 is not in the range"),
        (["simulate", DUEL, "--precision", "nan"], "a precision is"),
        (["simulate", DUEL, "-n", "5", "--precision", "0.1"], "not both"),
        (["simulate", DUEL, "--json", "--csv"], "not both"),
        (["simulate", DUEL, "--workers", "0"], "not in the range"),
        (["simulate", DUEL, "--policy", "ada=cunning"], "no policy cunning"),
        (["simulate", DUEL, "--policy", "ada"], "not SIDE=NAME"),
        (["simulate", DUEL, "--cluster", "here"], "no address"),
        (["simulate", DUEL, "--cluster", "127.0.0.1:1"], "nothing answers"),
        (["simulate", "none.yaml"], "none.yaml"),
        (["compare", DUEL], "give a second file"),
        (["compare", DUEL, "--set", "ada.constitution"], "not PATH=VALUE"),
        (["compare", DUEL, "--set", "ada.constitution=0"], "at least 1"),
        (["compare", DUEL, "--set", "ada.luck=1"], "there is no luck"),
        (["compare", DUEL, "--set", "ada.constitution=1", "--set", "ada.constitution=2"], "given twice"),
        (["sweep", DUEL], "--vary"),
        (["sweep", DUEL, "--vary", "ada.constitution=1:1000000000"], "1,000,000,000 cells"),
        (["sweep", DUEL, "--vary", "ada.constitution=1:40000", "--vary", "bertrand.constitution=1:25000"], "cells"),
        (["sweep", DUEL, "--vary", "ada.constitution=5:1"], "no step of 1"),
        (["sweep", DUEL, "--vary", "ada.luck=1:3"], "there is no luck"),
        (["run", DUEL, "--seed", "1", "--trial", "-1"], "not in the range"),
        (["simulate", DUEL, "-n", "1000000000", "--svg", "none/x.svg"], "there is no folder none"),
        (["compare", DUEL, "--set", "ada.constitution=1", "-n", "1000000000", "--svg", "."], "this is a folder"),
        (["sweep", DUEL, "--vary", "ada.constitution=1:9", "-n", "1000000000", "--svg", "."], "this is a folder"),
        (["balance", DUEL, "-n", "1000000000", "-o", "none/x.html"], "there is no folder none"),
        (["balance", DUEL, "-o", "x.txt"], "an .html file"),
    ],
)
def test_refused_in_plain_words(arguments: list[str], told: str) -> None:
    """Bad input: status 2, the reason, no traceback, in well under a few seconds."""
    start = time.monotonic()
    ran = certamen(*arguments)
    assert (ran.status, ran.out) == (2, "")
    assert told in ran.err
    assert time.monotonic() - start < 10


@pytest.mark.parametrize("workers", ["1", "2"])
def test_ctrl_c_gives_what_there_is(workers: str) -> None:
    """At a terminal the running answer shows; Ctrl-C gives the answer so far, says how many, leaves nothing running."""
    arguments = ["-m", "certamen", "simulate", str(DEPOT), "-n", "1000000", "--seed", "1", "--workers", workers]
    child = pexpect.spawn(sys.executable, arguments, encoding="utf-8", dimensions=(50, 100), timeout=60)
    child.expect(r"of 1,000,000 trials: crew \d+%")
    child.expect(r"of 1,000,000 trials: crew \d+%")
    time.sleep(3)
    assert child.pid is not None
    workers_begun = _children(child.pid)
    child.sendcontrol("c")
    child.expect("Who wins")
    child.expect("played by the contest")
    child.expect(r"stopped after [\d,]+ of 1,000,000 trials")
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    assert bool(workers_begun) == (workers == "2")
    assert not any(Path(f"/proc/{one}").exists() for one in workers_begun)


def test_interrupted_json_is_whole() -> None:
    """SIGINT to a process whose output is read by a program: one JSON object, complete false, status 130."""
    command = [sys.executable, "-m", "certamen", "simulate", str(NOVELS), "-n", "10000000", "--json", "--workers", "2"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as child:
        deadline = time.monotonic() + 60
        while not _children(child.pid) and time.monotonic() < deadline:
            time.sleep(0.2)
        time.sleep(3)
        children = _children(child.pid)
        os.kill(child.pid, signal.SIGINT)
        out, err = child.communicate(timeout=60)
    assert child.returncode == 130, err
    assert children
    assert json.loads(out)["complete"] is False
    assert f"stopped after {json.loads(out)['trials']:,} of 10,000,000 trials" in err
    assert not any(Path(f"/proc/{one}").exists() for one in children)


@pytest.mark.parametrize(("command", "told"), [("simulate", "0 of 1,000 trials"), ("sweep", "0 of 5 cells")])
def test_ctrl_c_before_the_first_trial_is_over(command: str, told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    def interrupted(*_: object) -> NoReturn:
        raise KeyboardInterrupt

    monkeypatch.setattr("certamen.sim.crew.Crew.play", interrupted)
    vary = ["--vary", "ada.constitution=100:500:100"] if command == "sweep" else []
    ran = certamen(command, DUEL, *vary)
    assert (ran.status, ran.out) == (130, "")
    assert ran.err.endswith(f"stopped after {told}\n")


def _children(parent: int) -> list[int]:
    found = Path(f"/proc/{parent}/task/{parent}/children")
    tasks = found.parent.parent.glob("*/children") if found.exists() else ()
    return [int(one) for task in tasks for one in task.read_text().split()]


def test_without_the_extras() -> None:
    """Without numpy and numba a fight is simulated by the contest, in worker processes, and says what is missing."""
    block = "import sys; sys.modules['numba'] = sys.modules['numpy'] = None; from certamen.cli import main; main()"
    ran = subprocess.run(
        [sys.executable, "-c", block, "simulate", str(DUEL), "-n", "200", "--seed", "1", "--json", "--workers", "2"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert ran.returncode == 0, ran.stderr
    found = json.loads(ran.stdout)
    assert found["way"] == "contest"
    assert "certamen[fast]" in found["why"]
    whole = json.loads(certamen("simulate", DUEL, "-n", "200", "--seed", "1", "--json").out)
    assert whole["way"] == "compiled loop"
    assert {**whole, "way": "", "why": ""} == {**found, "way": "", "why": ""}
