"""StarCluster's scenarios, the worked example among them, come out as written."""

from pathlib import Path

import pytest

from certamen.files import scenario

HERE = Path(__file__).parent
FILES = sorted([*HERE.glob("scenarios/*.scenario.yaml"), *HERE.parents[2].glob("examples/starcluster/*.scenario.yaml")])


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.partition(".")[0])
def test_scenario(path: Path) -> None:
    run = scenario.run(scenario.load(path))
    assert run.failure is None, str(run.failure)
