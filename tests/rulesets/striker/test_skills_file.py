"""Skills written in a file of their own, beside the encounter (STR-1, STR-7)."""

from pathlib import Path

import pytest

from certamen.dice import Tape
from certamen.files.encounter import load
from certamen.files.problems import FileErrors
from certamen.kernel.action import Choice
from certamen.kernel.contest import Contest
from certamen.rulesets.striker.ruleset import RULESET

SKILLS = """Lute
\N{LOZENGE} play(main-act, R) -> chk(SC)= +M -> eff= give(d) \N{VULGAR FRACTION ONE HALF}\N{BULLET}M to Resolve chk|sv

Knots
Category: Craft
Usage: tie(act) -> chk(CC)= +M
"""
ENCOUNTER = """
certamen: 1
ruleset: striker
scene:
  skills: {file: our-skills.txt}
  items: [{id: rope, challenges: {CC: 10}}]
participants:
  - {id: ann, side: crew, player: A, sheet: {hp: 10, skills: {Lute: {m: 4, ranks: 1}, Knots: {m: 3}}}}
  - {id: bob, side: pirates, sheet: {hp: 10}}
"""


def written(folder: Path, skills: str, encounter: str = ENCOUNTER) -> Path:
    """An encounter file with its skills file beside it."""
    (folder / "our-skills.txt").write_text(skills, encoding="utf-8")
    file = folder / "fight.yaml"
    file.write_text(encounter, encoding="utf-8")
    return file


def test_its_acts_are_offered_and_done_with_no_code_written(tmp_path: Path) -> None:
    """STR-1, STR-4: of two skills in the file, a check of 12 + 3 against CC 10."""
    going = Contest(RULESET, load(written(tmp_path, SKILLS)), Tape([(20, 2), (20, 19), (20, 12)]))
    fields = [field for offer in going.offers() if offer.verb == "act" for field in offer.fields]
    names = {one.id for field in fields if isinstance(field, Choice) and field.name == "name" for one in field.options}
    assert "tie" in names
    events = going.answer("act", who="ann", skill="Knots", name="tie", on="rope")
    assert events[0].values["total"] == 15
    assert events[0].values["success"] == "yes"


@pytest.mark.parametrize(
    ("skills", "encounter", "said"),
    [
        (SKILLS.replace("main-act", "mein-act"), ENCOUNTER, "Lute, line 2, column 8: 'mein-act' will not do"),
        (SKILLS, ENCOUNTER.replace("our-skills.txt", "no.txt"), "no.txt cannot be read"),
        (SKILLS, ENCOUNTER.replace("our-skills.txt", "../our-skills.txt"), "is not a file of the same folder"),
    ],
)
def test_a_wrong_skills_file_is_refused(tmp_path: Path, skills: str, encounter: str, said: str) -> None:
    """STR-7: with the skill, line and column of the file; another folder's file is not read."""
    with pytest.raises(FileErrors) as refused:
        load(written(tmp_path, skills, encounter))
    assert said in str(refused.value)
