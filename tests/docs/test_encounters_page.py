"""The files shown in docs/encounters.md are right, and the scenario passes."""

import re
from pathlib import Path

from certamen.files import scenario
from certamen.files.encounter import loads

BLOCKS = dict(
    re.findall(r"```yaml\n# (\w+)\n(.*?)```", Path("docs/encounters.md").read_text(encoding="utf-8"), re.DOTALL)
)


def test_the_encounter_is_right() -> None:
    encounter = loads(BLOCKS["encounter"])
    assert [one.id for one in encounter.participants] == ["jack", "thug-1", "thug-2", "boss"]
    assert encounter.participants[3].sheet.skills == {"gun": 8}
    assert encounter.participants[3].arrives == 2
    assert encounter.participants[3].seems.constitution == 300
    assert encounter.participants[2].seems is None


def test_the_scenario_passes(tmp_path: Path) -> None:
    file = tmp_path / "hit.scenario.yaml"
    file.write_text(BLOCKS["scenario"], encoding="utf-8")
    done = scenario.run(scenario.load(file))
    assert done.failure is None, str(done.failure)
