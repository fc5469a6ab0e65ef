"""Golden transcripts: every example as it plays with seed 1, kept beside it; a missing one fails."""

from pathlib import Path

import pytest

from certamen.files import scenario
from tests.conformance.examples import ENCOUNTERS, SCENARIOS, name
from tools.transcripts import transcript, transcript_path


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_example_plays_as_its_transcript(path: Path) -> None:
    golden = transcript_path(path)
    assert golden.is_file(), f"{golden} is missing: make transcripts writes it"
    assert transcript(path) == golden.read_text(encoding="utf-8"), (
        "make transcripts writes it anew: look at what changed"
    )


@pytest.mark.parametrize("path", SCENARIOS, ids=name)
def test_scenario_comes_out_as_it_says(path: Path) -> None:
    done = scenario.run(scenario.load(path))
    assert done.failure is None, str(done.failure)
