"""Whatever is typed or handed in: exit status 0, 1 or 2, plain words, never a traceback."""

import tempfile
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certamen.files.encounter import load
from certamen.files.journals import read_journal
from certamen.kernel.overrules import VERBS
from certamen.rulesets import find, names
from tests.cli.common import SCENARIO, certamen, process
from tests.conformance.examples import ENCOUNTERS
from tests.conftest import SOAK
from tests.files.mutations import Changes, changed, changes
from tests.rulesets.striker.common import MACHINERY

FIRST = {name: next(path for path in ENCOUNTERS if path.parent.name == name) for name in names()}
VALUES = (
    "0", "1", "-1", "7", "100", "999999", "-999999", "99999999999999999999", "all", "gm", "x", "''", "1.5", "3,4",
    "out", "in", "dead", "none", "true", "{}", "[]", '{"a": 1}', "侍", "a" * 300, "\u202e", ":", "with", "=", "who=x",
)  # fmt: skip
COMMANDS = ("why", "undo", "redo", "log", "state", "offers", "default", "default", "default", "say", "note", "help")


def words(name: str) -> st.SearchStrategy[str]:
    """Lines that a person of this ruleset might type, and some that nobody would."""
    one = load(FIRST[name])
    ids = [entry.id for entry in one.participants]
    verbs = [act.verb for act in find(name).acts]
    value = st.sampled_from((*VALUES, *ids))
    rest = st.lists(value, max_size=4).map(" ".join)
    act = st.tuples(st.sampled_from(verbs), rest).map(" ".join)
    overrule = st.tuples(st.just("gm"), st.sampled_from(sorted(VERBS)), rest).map(" ".join)
    fields = ("status", "hidden", "side", "sheet", "at", "name", "constitution", "hp", "checks", "effects", "budget")
    path = st.tuples(st.sampled_from(ids), st.sampled_from(fields)).map(".".join)
    setting = st.tuples(st.just("set"), path, value).map(" ".join)
    command = st.tuples(st.sampled_from(COMMANDS), rest).map(" ".join)
    number = st.integers(-2, 12).map(str)
    return st.one_of(act, number, st.just("default"), command, overrule, setting, st.text(max_size=12), value)


@pytest.mark.parametrize("name", names())
@given(data=st.data())
@settings(max_examples=60 if SOAK else 12)
def test_anything_may_be_typed(name: str, data: st.DataObject) -> None:
    """And what came of it is kept: the journal replays."""
    lines = data.draw(st.lists(words(name), max_size=25))
    typed = "".join(f"{' '.join(line.splitlines())}\n" for line in lines)
    seat = data.draw(st.sampled_from(((), ("--as", "gm"), ("--as", load(FIRST[name]).participants[0].side))))
    with tempfile.TemporaryDirectory() as folder:
        journal = Path(folder) / "j"
        done = certamen("play", FIRST[name], "--seed", "1", "--journal", journal, *seat, typed=typed)
        assert done.status == 0
        assert done.out.endswith("goes on\n")
        assert read_journal(journal).torn == ""
        verified = certamen("replay", journal, "--verify")
        assert verified.status == 0, verified.err


KINDS = {
    "run": (FIRST["samsara"].read_bytes(), ".yaml", ("run", "{}", "--max-rounds", "3")),
    "check": (FIRST["striker"].read_bytes(), ".yaml", ("check", "{}", "--json")),
    "play": (FIRST["dualaction"].read_bytes(), ".yaml", ("play", "{}", "--seed", "1", "--journal", "{}.journal")),
    "test": (SCENARIO.read_bytes(), ".scenario.yaml", ("test", "{}")),
    "notation": (MACHINERY.encode(), ".txt", ("notation", "{}")),
    "tape": (b"d100:41 75, jack:d100:3 # x\n" * 3, ".tape", ("run", str(FIRST["starcluster"]), "--dice", "{}")),
}


@pytest.mark.parametrize("kind", KINDS)
@given(by=changes)
@settings(max_examples=100 if SOAK else 15)
def test_any_file_may_be_handed_in(kind: str, by: Changes) -> None:
    good, suffix, command = KINDS[kind]
    with tempfile.TemporaryDirectory() as folder:
        for other in (*FIRST["starcluster"].parent.glob("*.include.yaml"),):
            (Path(folder) / other.name).write_bytes(other.read_bytes())
        file = Path(folder) / f"x{suffix}"
        file.write_bytes(changed(good, by))
        done = certamen(*(part.replace("{}", str(file)) for part in command))
    assert done.status in ((0, 1, 2) if kind == "test" else (0, 2))
    if done.status == 2:
        assert done.err.strip() or '"problems"' in done.out


@pytest.mark.parametrize("kind", KINDS)
def test_a_sample_as_real_processes(kind: str, tmp_path: Path) -> None:
    good, suffix, command = KINDS[kind]
    for at in range(4 if SOAK else 2):
        file = tmp_path / f"x{at}{suffix}"
        file.write_bytes(good[: len(good) * (at + 1) // 5] + b"\n  ]: '\xff" * at)
        done = process(*(part.replace("{}", str(file)) for part in command), cwd=tmp_path)
        assert done.returncode in (0, 1, 2)
        assert "Traceback" not in done.stderr
