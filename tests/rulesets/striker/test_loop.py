"""Striker's compiled loop: held to the contest at every step, and honest about what it does not know."""

import os
from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel import run
from certamen.kernel.action import Action, Refusal
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Objective
from certamen.kernel.loop import compared
from certamen.rulesets.striker.loop import LOOP
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Item, Map, Scene, Surprise
from certamen.rulesets.striker.sheet import Gear, Subject, Weapon
from certamen.sim.tray import PlainTray, hashes, streams
from certamen.sim.world import differences, plain
from tests.rulesets.striker.contests import AXE, PISTOL, entry, skills

FIGHTS = Path(__file__).parent / "fights"
EXAMPLES = Path(__file__).parents[3] / "examples" / "striker"
TRIALS = 10_000 if os.environ.get("CERTAMEN_SOAK") else 500
MAP = Scene(map=Map(width=8, height=6))


@pytest.mark.parametrize("name", ["duel", "five-a-side", "clever", "rulings", "areas"])
def test_the_loop_does_what_the_contest_does(name: str) -> None:
    """STR-12 to STR-39: every die, every act and the whole state after it, in each trial."""
    parity = pytest.importorskip("tests.sim.parity", reason="numba is not installed")
    trials = TRIALS // 5 if name == "areas" else TRIALS
    assert parity.check(FIGHTS / f"{name}.yaml", trials=trials) > trials


@pytest.mark.parametrize("name", ["five-a-side", "rulings"])
def test_the_loop_does_it_under_the_other_policies_too(name: str) -> None:
    parity = pytest.importorskip("tests.sim.parity", reason="numba is not installed")
    sides = dict.fromkeys(one.side for one in load(FIGHTS / f"{name}.yaml").participants)
    assert parity.check(FIGHTS / f"{name}.yaml", dict.fromkeys(sides, "clever"), trials=TRIALS // 10) > TRIALS // 10


@pytest.mark.parametrize("policy", ["plain", "clever"])
def test_the_loop_plays_the_example_it_knows(policy: str) -> None:
    parity = pytest.importorskip("tests.sim.parity", reason="numba is not installed")
    policies = dict.fromkeys(("crew", "boarders"), policy)
    assert parity.check(EXAMPLES / "bulkhead.yaml", policies, trials=TRIALS // 50) > TRIALS // 50


def test_the_fights_are_as_varied_as_they_are_meant_to_be() -> None:
    """All that the loop knows happens in them: blows, moves, blows at who leaves, getting up, drawing, changing."""
    verbs: set[str] = set()
    for path in sorted(FIGHTS.glob("*.yaml")):
        for trial in range(12):
            contest = Contest(RULESET, load(path), Seeded(3, trial))
            run.run(contest)
            verbs |= {one.action.verb for one in contest.entries if one.action is not None}
    every = {"attack", "move", "end", "opportunity", "stand", "acrobatics", "draw", "switch", "evade"}
    every |= {"attack-area", "use"}
    assert every <= verbs


def test_rows_of_a_state_in_the_middle_of_a_move_hold_its_way() -> None:
    """STR-24: asked whether he strikes at who leaves; the rows say who moves, where to, and how far he has come."""
    contest = Contest(RULESET, load(FIGHTS / "five-a-side.yaml"), Seeded(1))
    names = run.check_policies(contest, {})
    while contest.requests[0].kind != "react":
        run.decide(contest, contest.requests[0], names)
    rows = LOOP.rows(contest.state)
    scene = rows.scene[0]
    assert scene.mover == scene.acting
    assert rows.desk_path[0].cell == scene.to
    assert [one.asked for one in rows.people].count(1) == len(contest.requests)
    assert compared(plain(rows)) == compared(rows)


@pytest.mark.parametrize("name", ["five-a-side", "clever", "rulings", "areas"])
def test_it_goes_on_from_any_state(name: str) -> None:
    """From each tenth decision, and from wherever somebody may re-act, to the end with the same dice and acts."""
    encounter = load(FIGHTS / f"{name}.yaml")
    contest = Contest(RULESET, encounter, Seeded(5))
    names = run.check_policies(contest, {})
    starts, steps = [], 0
    while contest.outcome is None:
        if steps % 10 == 0 or contest.requests[0].kind == "react":
            starts.append((contest.state, dict(contest.counts), steps))
        run.decide(contest, contest.requests[0], names)
        steps += 1
    minds = [list(RULESET.policies).index(names[who]) for who in names]
    for state, counts, done in starts:
        assert LOOP.refusal(state, encounter) is None
        world, of = plain(LOOP.rows(state)), streams(state)
        tray = PlainTray(hashes(5, of), 0)
        tray.counts = [counts.get((one.roller, one.kind), 0) for one in of]
        for _ in range(steps - done):
            LOOP.act(world, tray, minds)
        assert differences(world, LOOP.rows(contest.state)) == []


# --- what it does not know -----------------------------------------------------------------------------------------


def fight(**more: Any) -> Encounter:
    """Two who fight; what is given replaces what stands."""
    sheet: dict[str, Any] = {"skills": skills(Cbt_Melee=(4, 1), Resolve=2), "weapons": (AXE,)}
    ann, bo = entry("ann", at="1,1", **{**sheet, **more.pop("ann", {})}), entry("bo", "foes", at="4,1", **sheet)
    given = {"participants": (ann, bo, *more.pop("others", ())), "scene": MAP, **more}
    return Encounter(ruleset="striker", title="A test", **given)


def refused(encounter: Encounter, *acts: tuple[str, dict[str, str]]) -> Refusal | None:
    contest = Contest(RULESET, encounter, Seeded(1))
    for verb, values in acts:
        request = contest.requests[0]
        contest.push(Action(request.who, verb, dict(values), request.id))
    return LOOP.refusal(contest.state, encounter)


def weapon(**given: Any) -> dict[str, Any]:
    own = {"name": "thing", "skill": "Cbt-Melee", "effect": "1d6(hp,edg)", **given}
    return {"ann": {"weapons": (Weapon(**own),)}}


@pytest.mark.parametrize(
    ("given", "rule", "said"),
    [
        ({**weapon(area=2), "scene": Scene(map=Map(grid="hex"))}, "STR-27", "not all squares"),
        ({"ann": {"subject": Subject(challenges={"TC-A": 12})}}, "STR-4", "TC-A of his own"),
        (weapon(effect="1d6(nerve,fear)"), "STR-26", "takes nothing off hp"),
        (weapon(imposes="unconscious"), "STR-36", "leaves others unconscious"),
        ({"ann": {"gear": (Gear(name="kit", restores="1d6(nerve,med)"),)}}, "STR-34", "restores something else"),
        ({"ann": {"speed": {"fly": 10}, "stock": "fly"}}, "STR-25", "Ann flies"),
        ({"ann": {"size": 2}}, "STR-39", "more than one cell"),
        ({"ann": {"hidden": True}}, "STR-32", "hidden"),
        ({"others": (entry("cy", arrives=2),)}, "STR-12", "Cy comes later"),
        ({"scene": Scene(map=Map(grid="free"))}, "STR-39", "free metres"),
        ({"scene": Scene(map=Map(width=80, height=80))}, "STR-39", "6400 cells"),
        ({"scene": Scene(surprise=Surprise(surprised=("foes",)))}, "STR-10", "surprised"),
        ({"scene": Scene(items=(Item(id="gate"),))}, "STR-5", "skills work on"),
        ({"scene": Scene(skills={"Cbt-Melee": "Usage: hit(act) -> chk= +M"})}, "STR-1", "line by line"),
        ({"rulings": {"final_tie": "gm"}}, "STR-13", "breaks ties"),
        ({"rulings": {"terrain": "whole_move"}}, "STR-21", "whole move"),
        ({"objectives": (Objective("win", "crew", "the gate", ("gate:open",)),)}, "STR-14", "objectives"),
        ({"review": True}, "", "reviews each result"),
    ],
)
def test_what_the_loop_does_not_know_it_leaves_to_the_contest(given: dict[str, Any], rule: str, said: str) -> None:
    found = refused(fight(**given))
    assert found is not None
    assert found.rule == rule
    assert said in found.reason


@pytest.mark.parametrize(
    ("acts", "rule"),
    [
        ((("ready", {"trigger": "moves", "what": "attack", "object": "axe"}),), "STR-33"),
        ((("disengage", {}),), "STR-36"),
    ],
)
def test_what_has_come_about_may_be_beyond_it_too(acts: tuple[tuple[str, dict[str, str]], ...], rule: str) -> None:
    found = refused(fight(), *acts)
    assert found is not None
    assert found.rule == rule


def test_it_knows_a_plain_fight_with_or_without_a_map() -> None:
    assert refused(fight()) is None
    assert refused(fight(scene=Scene())) is None
    assert refused(fight(ann={"weapons": (PISTOL, AXE), "skills": skills(Cbt_Melee=4, Cbt_Ranged=4)})) is None


@pytest.mark.parametrize("name", ["dinner", "reactor", "vault"])
def test_the_other_examples_need_more_than_it_knows(name: str) -> None:
    encounter = load(EXAMPLES / f"{name}.yaml")
    assert LOOP.refusal(Contest(RULESET, encounter, Seeded(1)).state, encounter) is not None
