"""What is refused in a SAMSARA encounter, simple goals alone, policies, and what the examples must be."""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from certamen.dice import Faces, Seeded
from certamen.files.encounter import load, loads
from certamen.files.problems import FileErrors
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import EncounterError
from certamen.kernel.rule import resolve_rulings
from certamen.kernel.run import run
from certamen.rulesets.samsara.mechanics import Standing
from certamen.rulesets.samsara.policies import Attempt, Rows, Try, clever, plain
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene, Traits
from tests.conftest import SOAK
from tests.rulesets.samsara.arena import actor, contest, encounter, entry

EXAMPLES = Path("examples/samsara")
PAIR = (entry("a/kit"), entry("b/bo"))


def problems(one: Encounter) -> dict[str, str]:
    """What is wrong, by path."""
    rulings, found = resolve_rulings(RULESET.rulings, one.rulings)
    return {"/".join(map(str, p.path)): p.message for p in (*found, *RULESET.check(one, rulings))}


def test_a_good_encounter_has_no_problems() -> None:
    goals = (Goal(id="win", sphere="mind"), Goal(id="try", form="simple", helps={"win": 1}))
    rulings = {"rating_from.mind": "weapon", "rating_from.physical": "tactic", "chart_shift": 5}
    scene = Scene(challenger="b", goals=goals)
    assert problems(encounter(*PAIR, scene=scene, rulings=rulings)) == {}


@pytest.mark.parametrize(("dice", "shift", "fine"), [
    ("1d12", 5, True),
    ("1d12", 6, False),
    ("2d6", 6, False),
    ("2d8", 9, True),
    ("2d8", 10, False),
    ("3d6", 12, False),
    ("3d6", -100, True),
])  # fmt: skip
def test_a_shift_that_leaves_no_success_is_refused(dice: str, shift: int, fine: bool) -> None:
    """SAM-14."""
    found = problems(encounter(*PAIR, rulings={"dice": dice, "chart_shift": shift}))
    assert list(found) == ([] if fine else ["rulings/chart_shift"])
    if not fine:
        with pytest.raises(EncounterError, match="can never succeed"):
            contest(*PAIR, rulings={"dice": dice, "chart_shift": shift})


@pytest.mark.parametrize(("rulings", "path"), [
    ({"rating_from.mind": "weapon"}, "rulings/rating_from"),
    ({"rating_from": "luck"}, "rulings/rating_from"),
    ({"chart_shift": 101}, "rulings/chart_shift"),
    ({"dice": "1d20"}, "rulings/dice"),
])  # fmt: skip
def test_rulings_refused(rulings: Mapping[str, object], path: str) -> None:
    """SAM-9, SAM-10."""
    assert list(problems(encounter(*PAIR, rulings=rulings))) == [path]


@pytest.mark.parametrize(("goals", "path"), [
    ((Goal(id="Win"),), "scene/goals/0/id"),
    ((Goal(id="win"), Goal(id="win")), "scene/goals/1/id"),
    ((Goal(id="win", attributes=("might",)),), "scene/goals/0/attributes"),
    ((Goal(id="win", attributes=("might", "mihgt")),), "scene/goals/0/attributes"),
    ((Goal(id="win", abilities=("sword",)),), "scene/goals/0/abilities"),
    ((Goal(id="win", motives=("love",)),), "scene/goals/0/motives"),
    ((Goal(id="win", resist=Traits(attributes=("grace", "wit"))),), "scene/goals/0/resist/attributes"),
    ((Goal(id="win", pursued_by=("c",)),), "scene/goals/0/pursued_by"),
    ((Goal(id="win", against=("kat",)),), "scene/goals/0/against"),
    ((Goal(id="win", situation={"kat": 1}),), "scene/goals/0/situation"),
    ((Goal(id="win", after=("win",)),), "scene/goals/0/after"),
    ((Goal(id="win"), Goal(id="end", after=("win",))), "scene/goals/1/after"),
    ((Goal(id="win", power=3),), "scene/goals/0/power"),
    ((Goal(id="win", free=True),), "scene/goals/0/free"),
    ((Goal(id="win"), Goal(id="end", helps={"win": 1})), "scene/goals/1/helps"),
    ((Goal(id="try", form="simple", helps={"win": 1}),), "scene/goals/0/helps"),
])  # fmt: skip
def test_goals_refused(goals: tuple[Goal, ...], path: str) -> None:
    """SAM-2, SAM-13: names that are nobody's, one attribute, links that lead nowhere."""
    assert list(problems(encounter(*PAIR, scene=Scene(goals=goals)))) == [path]


@pytest.mark.parametrize(("given", "path"), [
    ({"attributes": {"might": 1}}, "participants/0/sheet/attributes"),
    ({"instruments": {"brush": "usual"}}, "participants/0/sheet/instruments/brush"),
])  # fmt: skip
def test_sheets_refused(given: dict[str, Any], path: str) -> None:
    """SAM-2, SAM-10."""
    assert list(problems(encounter(entry("a/kit", **given), entry("b/bo")))) == [path]


def test_people_refused() -> None:
    late = (entry("a/kit", arrives=1), entry("b/bo", arrives=2))
    assert list(problems(encounter(*late))) == ["participants"]
    alone = (entry("a/kit"), entry("a/kat"))
    assert list(problems(encounter(*alone))) == ["participants"]
    assert problems(encounter(*alone, scene=Scene(goals=(Goal(id="try", form="simple", power=1),)))) == {}
    assert list(problems(encounter(*PAIR, scene=Scene(challenger="c")))) == ["scene/challenger"]


# --- simple contests alone (SAM-13) ------------------------------------------------------------------------------


def alone(*goals: Goal, dice: tuple[int, ...]) -> Contest:
    return contest(entry("a/kit"), scene=Scene(goals=goals), dice=dice)


def test_simple_goals_end_when_all_are_tried() -> None:
    """SAM-13: usable outside any contest; what is closed behind a failure is not waited for."""
    first = Goal(id="door", form="simple", power=4)
    going = alone(first, Goal(id="loot", form="simple", power=4, after=("door",)), dice=(3,))
    going.answer("try", goal="door")
    assert going.outcome is not None
    assert (going.outcome.winner, going.outcome.reason) == ("", "nothing is left to try")


def test_a_free_try_leaves_the_turn() -> None:
    """SAM-13, SAM-18."""
    goals = (Goal(id="hum", form="simple", power=4, free=True), Goal(id="door", form="simple", power=4))
    going = alone(*goals, dice=(7, 7))
    going.answer("try", goal="hum")
    assert (going.state.round, going.state.acting) == (1, "kit")
    going.answer("try", goal="door")
    assert going.outcome is not None
    assert going.outcome.winner == "a"


def test_a_power_level_is_the_game_master_s_to_know() -> None:
    """SAM-13."""
    going = alone(Goal(id="spell", form="simple", power=3), Goal(id="door", form="simple"), dice=(7,))
    event = going.answer("try", goal="spell")[0]
    assert next(part for part in event.parts if part.label == "power level").to == ()
    assert next(part for part in event.parts if part.label == "contest roll").value == 8
    assert event.values["degree"] == "simple success"
    assert actor(going, "kit").checks == {"physical": 0}


# --- policies ----------------------------------------------------------------------------------------------------

FIRST = Attempt(0, 0, 5, Standing.LEVEL, 1, 0, 1, 4, 1)
WEAKER = Attempt(1, 2, 3, Standing.BRINK, 1, 0, 1, 4, 1)
ABLER = Attempt(2, 1, 6, Standing.LEVEL, 1, 0, 1, 4, 1)
DICE = Faces()


def test_the_plain_policy() -> None:
    assert plain(Rows(Standing.BRINK, (FIRST, WEAKER), (Try(0, 0, 1, 2, 3),)), DICE) == (1, 0, 0, 1, 0)
    assert plain(Rows(Standing.LEVEL, (), (Try(3, -1, 1, 2, 3),)), DICE) == (2, 3, -1, 0, 0)
    assert plain(Rows(Standing.LEVEL, (), ()), DICE) == (0, 0, 0, 0, 0)


@pytest.mark.parametrize(("rows", "codes"), [
    (Rows(Standing.LEVEL, (FIRST, WEAKER), ()), (1, 1, 2, 1, 0)),
    (Rows(Standing.AHEAD, (FIRST, ABLER), ()), (1, 2, 1, 1, 0)),
    (Rows(Standing.PRESSED, (FIRST,), ()), (1, 0, 0, 4, 1)),
    (Rows(Standing.LEVEL, (FIRST,), (Try(7, 0, 1, Standing.LEVEL, 2),)), (2, 7, 0, 0, 0)),
    (Rows(Standing.LEVEL, (FIRST,), (Try(7, 0, 1, Standing.LEVEL, 0),)), (1, 0, 0, 1, 0)),
    (Rows(Standing.LEVEL, (FIRST,), (Try(7, 0, 1, Standing.PRESSED, 0),)), (2, 7, 0, 0, 0)),
    (Rows(Standing.AHEAD, (FIRST,), (Try(7, 0, 1, Standing.LEVEL, 0),)), (2, 7, 0, 0, 0)),
    (Rows(Standing.LEVEL, (), (Try(7, 0, 1, Standing.LEVEL, 0),)), (2, 7, 0, 0, 0)),
    (Rows(Standing.LEVEL, (), ()), (0, 0, 0, 0, 0)),
])  # fmt: skip
def test_the_clever_policy(rows: Rows, codes: tuple[int, ...]) -> None:
    assert clever(rows, DICE) == codes


def test_a_policy_sees_no_more_than_words() -> None:
    going = contest(entry("a/kit", 5), entry("b/bo"), shown="nothing")
    assert RULESET.pack(going.state, going.requests[0]).attempts[0].standing == Standing.LEVEL
    going = contest(entry("a/kit", 5), entry("b/bo"))
    rows = RULESET.pack(going.state, going.requests[0])
    assert (rows.standing, rows.attempts[0].standing, rows.attempts[0].own) == (Standing.AHEAD, Standing.PRESSED, 5)


def test_highest_and_lowest_ratings_are_found() -> None:
    """SAM-11."""
    tools = {"dagger": "usual", "greatsword": "usual"}
    rulings = {"rating_from": "weapon_then_tactic"}
    going = contest(entry("a/kit", instruments=tools), entry("b/bo"), rulings=rulings)
    row = RULESET.pack(going.state, going.requests[0]).attempts[0]
    assert (row.calm_tactic, row.calm_instrument) == (1, 0)
    assert row.bold_instrument == 1
    action = RULESET.unpack((1, 0, 0, row.bold_tactic, 1), going.state, going.requests[0])
    assert action.values["instrument"] == "greatsword"
    assert going.refusal(action) is None


TRIALS = 2_000 if SOAK else 60
MEASURED = {"thinking-vault": 0.6, "dukes-ear": 0.6}


def wins(one: Encounter, policies: Mapping[str, str], trials: int = TRIALS) -> Counter[str]:
    """How often each side wins."""
    won: Counter[str] = Counter()
    for seed in range(trials):
        won[run(Contest(RULESET, one, Seeded(seed)), policies).winner] += 1
    return won


@pytest.mark.parametrize("name", MEASURED)
def test_the_clever_policy_wins(name: str) -> None:
    """Against the plain one, in mirrored trials, by more than the 55% asked for."""
    one = load(EXAMPLES / f"{name}.yaml")
    first, second = dict.fromkeys(entry.side for entry in one.participants)
    clever_wins = (
        wins(one, {first: "clever", second: "plain"})[first] + wins(one, {first: "plain", second: "clever"})[second]
    )
    assert clever_wins >= MEASURED[name] * 2 * TRIALS


@pytest.mark.parametrize(("name", "side"), [("thinking-vault", "delvers"), ("dukes-ear", "envoys")])
def test_mental_and_social_examples_can_be_won_and_lost(name: str, side: str) -> None:
    one = load(EXAMPLES / f"{name}.yaml")
    won = wins(one, {side: "clever"}, 40)
    assert 8 <= won[side] <= 32


@pytest.mark.parametrize(("name", "needed"), [("thinking-vault", "study"), ("dukes-ear", "gossip")])
def test_their_objective_takes_chained_acts_and_uses_what_an_earlier_one_won(name: str, needed: str) -> None:
    """SAM-13: the deciding act is closed before, and what was reached counts as a situation modifier in it."""
    one = load(EXAMPLES / f"{name}.yaml")
    helped = [goal.helps for goal in one.scene.goals if goal.helps]
    deciding = one.objectives[0].needs[0].partition(":")[2]
    goal = next(goal for goal in one.scene.goals if goal.id == deciding)
    assert goal.after == (needed,)
    assert any(deciding in gains for gains in helped)
    for seed in range(40):
        going = Contest(RULESET, one, Seeded(seed))
        run(going, {one.objectives[0].side: "clever"})
        decided = [e for e in going.events if e.type == "simple_contest" and e.values["goal"] == deciding]
        if any(part.source == "what was won before" for event in decided for part in event.parts):
            return
    pytest.fail("no deciding act used what an earlier one had won")


def test_words_go_from_ahead_to_beaten() -> None:
    going = contest(entry("a/kit"), entry("b/bo"))
    words = []
    for checks in (0, 1, 4):
        going.overrule("set", path="bo.checks.physical", value=checks)
        words.append(RULESET.words(going.state, actor(going, "bo")))
    assert words == ["holding", "pressed", "on the brink"]
    assert RULESET.words(going.state, actor(going, "kit")) == "ahead"
    going.overrule("set", path="bo.checks.physical", value=6)
    assert RULESET.words(going.state, actor(going, "bo")) == "beaten"


@pytest.mark.parametrize(
    "sheet", ["{attributes: {might: 1, grace: 1001}}", "{attributes: {might: 1, grace: 1}, severe: {physical: -1}}"]
)
def test_figures_out_of_bounds_are_refused_with_their_place(sheet: str) -> None:
    """SAM-20: there are no fewer severe checks than none."""
    text = (
        "certamen: 1\nruleset: samsara\nparticipants:\n"
        f"  - {{id: kit, side: a, sheet: {sheet}}}\n"
        "  - {id: bo, side: b, sheet: {attributes: {might: 1, grace: 1}}}\n"
    )
    with pytest.raises(FileErrors, match=r":4:\d+: .*(grace|physical)"):
        loads(text)
