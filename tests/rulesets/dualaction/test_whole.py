"""Whole combats of dualaction: the reckonings of each event add up, under each choice of each ruling."""

from pathlib import Path

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event, Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.run import run
from certamen.rulesets.dualaction.ruleset import RULESET
from tests.rulesets.dualaction.ring import rows

EXAMPLES = Path(__file__).parents[3] / "examples" / "dualaction"
RULES = {rule.id for rule in RULESET.rules}
CHOICES: list[tuple[str, RulingValue]] = [
    *((ruling.name, choice) for ruling in RULESET.rulings for choice, _ in ruling.choices),
    *((ruling.name, bound) for ruling in RULESET.rulings for bound in ruling.bounds or ()),
]


def whole(values: list[Part]) -> int:
    return sum(row.value for row in values if isinstance(row.value, int))


def adds_up(event: Event) -> bool:
    """Whether each total of a reckoning of damage is what the rows before it come to, and not below 0."""
    counted = [row for row in event.parts if row.counted]
    at = {row.label: index for index, row in enumerate(counted)}
    end, thrown = at["damage"], at.get("in all", at["thrown"])
    fine = counted[end].value == event.values["damage"] and counted[thrown].value == event.values["thrown"]
    fine = fine and (thrown == 0 or counted[thrown].value == max(0, whole(counted[:thrown])))
    hits = [row for row in counted if row.label.startswith("hit ")]
    if hits:
        return fine and whole(hits) == counted[end].value
    counts = at.get("DR that counts")
    armour = counted[thrown + 1 : end]
    if counts is not None:
        armour = [row for row in counted[thrown + 1 : counts] if row.kind != "total"]
    return fine and counted[end].value == max(0, whole([counted[thrown]]) + min(0, whole(armour)))


def check(contest: Contest) -> None:
    """Each event cites rules there are; what is thrown for damage and to hit comes out as its rows say."""
    for event in contest.events:
        assert set(event.rules) <= RULES
        if event.type == "damage":
            assert adds_up(event), event
        if event.type == "attack" and len(event.dice) == 1:
            need, hit = rows(event)["face needed"], event.values["hits"] == 1
            assert isinstance(need, int)
            assert ((event.dice[0].face >= need) == hit) != ("DUA-20" in event.rules), event


@pytest.mark.parametrize("name", ["ambush", "depot", "pit", "skirmish"])
def test_every_reckoning_adds_up(name: str) -> None:
    """DUA-10, DUA-12, DUA-20."""
    encounter = load(EXAMPLES / f"{name}.yaml")
    for seed in range(3):
        contest = Contest(RULESET, encounter, Seeded(seed))
        run(contest, {entry.id: "clever" for entry in encounter.participants})
        check(contest)


@pytest.mark.parametrize(("ruling", "choice"), CHOICES)
def test_under_every_choice_of_every_ruling(ruling: str, choice: RulingValue) -> None:
    """DUA-1: each is played to an end."""
    encounter: Encounter = load(EXAMPLES / "pit.yaml")
    encounter = Encounter(
        ruleset="dualaction",
        title=encounter.title,
        participants=encounter.participants,
        scene=encounter.scene,
        rulings={**encounter.rulings, ruling: choice},
    )
    contest = Contest(RULESET, encounter, Seeded(1))
    outcome = run(contest)
    assert outcome.ended
    assert contest.state.rulings[ruling] == choice
    check(contest)
