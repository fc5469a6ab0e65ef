"""Values of an encounter changed by path: what is there can be, what is not is named with what comes close."""

from pathlib import Path

import pytest

from certamen.files import typed
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.files.vary import CannotVary, Scalar, _plain, read_value, vary
from certamen.kernel.encounter import Encounter
from certamen.rulesets import find

DEPOT = load(examples() / "starcluster" / "depot.yaml")
EXAMPLES = sorted(
    path for path in examples().glob("*/*.yaml") if not path.name.endswith((".scenario.yaml", ".include.yaml"))
)


def sheets(encounter: Encounter) -> dict[str, int]:
    return {one.id: one.sheet.constitution for one in encounter.participants}


def test_one_all_of_a_side_all_copies() -> None:
    """An id changes one; a side's id its people; the id that copies were made of all copies; nobody else."""
    before = sheets(DEPOT)
    for path, changed in (
        ("jack.constitution", {"jack"}),
        ("crew.constitution", {"jack", "mara", "tomas"}),
        ("guard.constitution", {"guard-1", "guard-2"}),
    ):
        after = sheets(vary(DEPOT, {path: 333}))
        assert {who for who in after if after[who] != before[who]} == changed
        assert {after[who] for who in changed} == {333}


def test_deeper_values() -> None:
    """A skill, a weapon's figure by its name or place, the scene, a ruling."""
    found = vary(
        DEPOT,
        {
            "jack.skills.gun": 9,
            "jack.weapons.revolver.quality": 40,
            "scene.lighting": -20,
            "rulings.success": "at_or_under",
        },
    )
    jack = found.participants[0].sheet
    assert jack.skills["gun"] == 9
    assert [weapon.quality for weapon in jack.weapons if weapon.name == "revolver"] == [40]
    assert found.scene.lighting == -20
    assert found.rulings["success"] == "at_or_under"
    assert vary(DEPOT, {"jack.weapons.0.quality": 41}).participants[0].sheet.weapons[0].quality == 41


@pytest.mark.parametrize(
    ("path", "value", "told"),
    [
        ("jack.constituton", 3, "did you mean constitution"),
        ("jak.constitution", 3, "did you mean jack"),
        ("jack.skills.gnu", 3, "did you mean gun"),
        ("jack.weapons.revlver.quality", 3, "did you mean revolver"),
        ("jack.weapons.99.quality", 3, "there is no 99"),
        ("jack.weapons", 3, "more than one value"),
        ("jack.constitution.more", 3, "there is no more"),
        ("jack.constitution", -5, "at least 1"),
        ("jack.constitution", "many", "a whole number"),
        ("jack.constitution", 2.5, "a whole number"),
        ("jack.constitution", None, "a whole number"),
        ("jack", 3, "is no path"),
        ("jack.", 3, "is no path"),
        ("..", 3, "is no path"),
        ("scene.lightning", 3, "did you mean lighting"),
        ("rulings.succes", "under", "did you mean success"),
        ("rulings.success", "maybe", "under or at_or_under"),
        ("x" * 100_000, 3, "is no path"),
        ("jack." + "x." * 50_000 + "y", 3, "there is no x"),
    ],
)
def test_what_cannot_be_changed(path: str, value: Scalar, told: str) -> None:
    """Each is refused in one short message that says what there is, or what was expected."""
    with pytest.raises(CannotVary, match=told) as refused:
        vary(DEPOT, {path: value})
    assert len(str(refused.value)) < 500


def test_what_the_ruleset_refuses() -> None:
    """More wounds than Constitution: the ruleset's own check is asked, and who it is about is named."""
    with pytest.raises(CannotVary, match=r"jack\.wounds=9999: jack: "):
        vary(DEPOT, {"jack.wounds": 9999})


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: f"{path.parent.name}-{path.stem}")
def test_sheets_and_scenes_come_through_unchanged(path: Path) -> None:
    """Written out whole and read again, each sheet and scene of the examples is what it was."""
    encounter = load(path)
    ruleset = find(encounter.ruleset)
    for one in encounter.participants:
        assert typed.check(ruleset.sheet, _plain(one.sheet)) == (one.sheet, ())
    assert typed.check(ruleset.scene, _plain(encounter.scene)) == (encounter.scene, ())


def test_values_are_read_as_in_files() -> None:
    """Numbers, true, false and null are those; all else is text, the words JSON has for no number among it."""
    texts = ["300", "-2.5", "true", "null", "under", "NaN", "Infinity", "1e999", "[1]", '"x"', "9" * 6000, "[" * 9999]
    found = [read_value(text) for text in texts]
    assert found[:4] == [300, -2.5, True, None]
    assert found[4:] == texts[4:]
