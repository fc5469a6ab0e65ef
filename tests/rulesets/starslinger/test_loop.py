"""Starslinger's compiled loop: the same fight as the contest, step by step; what it refuses and why."""

import os
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Objective
from certamen.rulesets.starslinger.loop import LOOP
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import EffectRow, Scene
from tests.rulesets.starslinger.scenes import PISTOL, one
from tests.sim.parity import check

FIGHTS = Path(__file__).parent / "fights"
EXAMPLES = Path(__file__).parents[3] / "examples" / "starslinger"
TRIALS = 10_000 if os.environ.get("CERTAMEN_SOAK") else 500
FEW = TRIALS // 10


@pytest.mark.parametrize(
    ("path", "policies", "trials"),
    [
        (FIGHTS / "duel.yaml", {}, TRIALS),
        (FIGHTS / "duel.yaml", {"vesna": "clever", "brandt": "clever"}, FEW),
        (FIGHTS / "five.yaml", {}, TRIALS),
        (FIGHTS / "five.yaml", {"crew": "clever", "gang": "clever"}, FEW),
        (FIGHTS / "clever.yaml", {}, TRIALS),
        (FIGHTS / "clever.yaml", {"band": "plain"}, FEW),
        (FIGHTS / "rulings.yaml", {}, TRIALS),
        (FIGHTS / "rulings.yaml", {"crew": "clever", "gang": "clever"}, FEW),
        (FIGHTS / "alone.yaml", {"red": "clever", "blue": "clever"}, FEW),
        (EXAMPLES / "duel.yaml", {"law": "clever"}, FEW),
        (EXAMPLES / "cantina.yaml", {"gang": "clever"}, FEW),
    ],
    ids=lambda value: value.stem if isinstance(value, Path) else "-".join(value) if isinstance(value, dict) else None,
)
def test_the_loop_fights_as_the_contest_does(path: Path, policies: dict[str, str], trials: int) -> None:
    """SLG-1 to SLG-30: tables, dice, who did what, at every step."""
    assert check(path, policies, trials) > trials


def test_without_numba_the_loop_is_the_same() -> None:
    """The functions are plain Python: the compiled and the interpreted loop are one."""
    assert check(FIGHTS / "rulings.yaml", {}, 3, in_python=True) > 3
    assert check(FIGHTS / "clever.yaml", {}, 3, in_python=True) > 3


def test_a_second_wind_brings_back_the_fallen() -> None:
    """SLG-6, SLG-25, SLG-29: in the loop as in the contest, for whoever reacts when he is out."""
    assert check(FIGHTS / "second-wind.yaml", {}, 8, in_python=True) > 8


def refused(
    scene: Scene | None = None, *, rulings: dict[str, str] | None = None, people: tuple[Any, ...] = (), **more: Any
) -> Any:
    people = people or (one("ann"), one("bo"))
    rules: dict[str, str | int] = {"order": "initiative", **(rulings or {})}
    encounter = Encounter(
        ruleset="starslinger", title="A test", participants=people, scene=scene or Scene(), rulings=rules, **more
    )
    return LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter)


def burning(figure: int) -> Any:
    return one("ann", weapons=(replace(PISTOL, persistent=figure),)), one("bo")


def test_what_the_loop_does_not_know() -> None:
    """Refusals name the reason, and the rule where there is one."""
    assert refused() is None
    assert refused(rulings={"order": "thread"}) is None
    assert refused(people=(one("ann", hidden=True), one("bo"))).rule == "SLG-22"
    assert refused(objectives=(Objective("hold", "ann", "hold out", (), 3),)).reason == "a side has an objective"
    assert "reviews" in refused(review=True).reason


def test_what_only_a_game_master_can_say() -> None:
    """SLG-29, SLG-30: under `gm` rulings it is asked of him; where there is none, the loop knows the defaults."""
    assert refused(rulings={"zero_hp": "gm"}).rule == "SLG-29"
    assert refused(rulings={"melee_dc": "gm"}).rule == "SLG-30"
    assert refused(Scene(gm=False), rulings={"zero_hp": "gm", "melee_dc": "gm"}) is None


def test_wounds_that_bleed_unlike() -> None:
    """SLG-29: one figure of persistent damage is counted, several would have to be kept in order."""
    assert refused(people=burning(2)) is None
    assert "more than one figure" in refused(people=burning(3)).reason
    harmless = Scene(critical_effects=(EffectRow(upto=100, effect="prone"),))
    assert refused(harmless, people=burning(3)) is None


@pytest.mark.parametrize(("name", "reason"), [("vault", "a side has an objective"), ("rooftops", "somebody is hidden")])
def test_examples_that_are_left_to_the_contest(name: str, reason: str) -> None:
    encounter = load(EXAMPLES / f"{name}.yaml")
    refusal = LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter)
    assert refusal is not None
    assert refusal.reason == reason
