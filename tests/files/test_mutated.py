"""Whatever becomes of a good file, it plays or is refused in plain words: nothing else ever happens."""

import tempfile
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from certamen.dice import DiceError, Seeded, parse, parse_tape, roll
from certamen.files import encounter, scenario
from certamen.files.examples import examples
from certamen.files.journals import read_journal
from certamen.files.text import decode
from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.journal import JournalWriter, replay
from certamen.kernel.run import run
from certamen.rulesets import find, names
from tests.conftest import SOAK
from tests.files.mutations import CHANGES, Changes, changed, changes

EXAMPLES = [
    path
    for name in names()
    for path in sorted((examples() / name).glob("*.yaml"))
    if not path.name.endswith((".include.yaml", ".scenario.yaml"))
]
SCENARIOS = [path for name in names() for path in sorted((examples() / name).glob("*.scenario.yaml"))]
FEW = settings(max_examples=100 if SOAK else 12)


def refused_or(call: Callable[[], object]) -> None:
    """Call it; a refusal must say something."""
    try:
        call()
    except (CertamenError, DiceError) as error:
        text = str(error)
        assert text.strip()
        assert "Traceback" not in text
        assert "pydantic" not in text.lower()


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}/{path.stem}")
@given(by=changes)
@FEW
def test_encounter(path: Path, by: Changes) -> None:
    data = changed(path.read_bytes(), by)

    def play() -> None:
        one = encounter.read(decode(data, path.name), path.name, path.parent)
        run(Contest(find(one.ruleset), one, Seeded(1)), max_rounds=2)

    refused_or(play)


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.name}/{path.stem}")
@given(by=changes)
@FEW
def test_scenario(path: Path, by: Changes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        for other in path.parent.glob("*.include.yaml"):
            (Path(folder) / other.name).write_bytes(other.read_bytes())
        file = Path(folder) / path.name
        file.write_bytes(changed(path.read_bytes(), by))
        refused_or(lambda: scenario.run(scenario.load(file)))


@pytest.fixture(scope="module")
def journals(tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    """A journal of one encounter of each ruleset."""
    kept = []
    for name in names():
        one = encounter.load(next(path for path in EXAMPLES if path.parent.name == name))
        file = tmp_path_factory.mktemp("journals") / f"{name}.journal"
        writer = JournalWriter.create(file, find(name), one, Seeded(3), sync=False)
        contest = Contest(find(name), one, Seeded(3), recorder=writer)
        run(contest, max_rounds=2)
        contest.pop()
        contest.redo()
        writer.close()
        kept.append(file.read_bytes())
    return kept


@given(by=changes, data=st.data())
@settings(max_examples=600 if SOAK else 60)
def test_journal(journals: list[bytes], by: Changes, data: st.DataObject) -> None:
    """A journal altered anywhere is refused, or was only cut at its end."""
    good = data.draw(st.sampled_from(journals))
    bad = changed(good, by)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept.journal"
        file.write_bytes(bad)

        def look() -> None:
            kept = read_journal(file)
            assert good.startswith(bad[: kept.size])
            replay(kept, find(kept.header.ruleset))

        refused_or(look)


@given(by=changes)
@FEW
def test_tape(by: Changes) -> None:
    refused_or(lambda: parse_tape(decode(changed(b"d100:41 jack:d6:3, 7 # a hit\nd20:20\n", by), "tape")))


@given(text=st.text("0123456789d%khlFroexplmina!c><=+-*/()[] '", max_size=40))
@settings(max_examples=2000 if SOAK else 200)
def test_expression(text: str) -> None:
    refused_or(lambda: roll(parse(text), Seeded(1)))


def test_mutations_change_something() -> None:
    """Each kind of change makes another text of an example."""
    data = EXAMPLES[0].read_bytes()
    for change in CHANGES:
        assert change(data, 700, 3) != data
