"""StarCluster's exact duels: by hand, against sampled ones under every ruling, what is refused, the best tactic."""

from fractions import Fraction
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.duel import ASKED
from certamen.kernel.encounter import Encounter, Entry
from certamen.odds import duels, grid, tactics
from certamen.odds.blocks import blocks_of
from certamen.odds.chain_solve import lengths, values
from certamen.odds.duels import CannotSolve, duel, duel_table, examine
from certamen.odds.nodes import explore
from certamen.rulesets.starcluster.duel import DUEL
from certamen.rulesets.starcluster.ruleset import RULESET
from certamen.rulesets.starcluster.sheet import Scene, Sheet, Task, Weapon
from tests.odds.sampled import faults, samples

PISTOL = Weapon(name="pistol", skill="gun", quality=15)
KNIFE = Weapon(name="knife", skill="knife", quality=10, farthest="close")
RIFLE = Weapon(name="rifle", skill="rifle", quality=25, bands={"close": -30, "long": 5})
EXAMPLE = examples() / "starcluster" / "duel.yaml"


def entry(who: str, constitution: int = 400, *weapons: Weapon, **sheet: Any) -> Entry:
    skills = sheet.pop("skills", {"gun": 5})
    made = Sheet(constitution=constitution, weapons=weapons or (PISTOL,), skills=skills, **sheet)
    return Entry(id=who, name=who.title(), side=f"{who}-side", sheet=made)


def encounter(one: Entry, other: Entry, scene: Scene | None = None, **rulings: Any) -> Encounter:
    title = ", ".join(map(str, (*rulings.items(), one.sheet.constitution, other.sheet.constitution)))
    return Encounter(
        ruleset="starcluster", title=title, participants=(one, other), scene=scene or Scene(), rulings=rulings
    )


TEN: tuple[tuple[Encounter, dict[str, str]], ...] = (
    (encounter(entry("ada"), entry("bert", 360)), {}),
    (encounter(entry("ada"), entry("bert", 360)), {"ada": "clever"}),
    (encounter(entry("ada", 333, skills={"gun": 10, "overdo": 6}), entry("bert", 401)), {"bert": "clever"}),
    (encounter(entry("ada", 250), entry("bert", 500, skills={"gun": 3}), threshold_round="up"), {}),
    (encounter(entry("ada", 30), entry("bert", 45, skills={"gun": 1, "overdo": 15}), hindered_quality="no"), {}),
    (
        encounter(entry("ada", 200), entry("bert", 180), success="at_or_under", tie="reroll", hindered_next="no"),
        {"ada": "clever", "bert": "clever"},
    ),
    (
        encounter(
            entry("ada", 300, KNIFE, skills={"knife": 6, "overdo": 9}),
            entry("bert", 300, PISTOL, RIFLE, skills={"gun": 2, "rifle": 7}),
            Scene(range="long", lighting=-5),
            latest_shift=40,
        ),
        {"bert": "clever"},
    ),
    (
        encounter(
            entry("ada", 220, KNIFE, PISTOL, skills={"knife": 5, "gun": 0}),
            entry("bert", 220, KNIFE, skills={"knife": 4}),
            Scene(range="medium"),
            band_move="chance",
            at_zero="dead",
        ),
        {},
    ),
    (
        encounter(
            entry("ada", 400, wounds=130, armour=-10),
            entry("bert", 360, targets={"gun": 70}),
            mastery_checks="combat_only",
        ),
        {},
    ),
    (
        encounter(
            entry("ada", 150), entry("bert", 150, skills={"gun": 15}), shift_declared="in_order", latest_shift="none"
        ),
        {"ada": "clever"},
    ),
)


def test_exact_as_sampled() -> None:
    """SC2-2 to SC2-18: ten duels, a million trials each; an error of 0.002 would be found."""
    found = samples(TEN)
    assert faults(found) == []
    assert faults(found, planted=0.002)
    assert faults(found, planted=-0.002)


def test_one_shot_by_hand() -> None:
    """SC2-7 to SC2-14: 1 Constitution each, one chance a round, any hit ends it; who goes first is even.

    Target 40 under 40: 39 of 100 hit, and the quality of 16 or more takes the last point.
    """
    one = encounter(entry("ada", 1, skills={}), entry("bert", 1, skills={}))
    state = Contest(RULESET, one, Seeded(0)).state
    chain = explore(DUEL.model(one, state, ("plain", "plain")), exact=True)
    found = values(chain.edges, chain.rounds)
    assert (found.first[0], found.second[0]) == (Fraction(1, 2), Fraction(1, 2))
    assert found.rounds[0] == 1 / (1 - Fraction(61, 100) ** 2)
    assert lengths(chain.edges, chain.rounds, 1, 0)[1] == 1 - Fraction(61, 100) ** 2


def test_later_is_surer() -> None:
    """SC2-4, SC2-6: who waits 100 points and puts them on chance hits for sure, after the other's two shots."""
    one = encounter(entry("ada", 1), entry("bert", 1, skills={"gun": 5}))
    told = duel(one, {"ada": "clever"})
    assert told.win[0] == pytest.approx(0.36**2, abs=3e-3)  # both his shots of 64 in 100 must miss
    assert told.rounds == pytest.approx(1, abs=1e-3)


def test_the_example_is_even() -> None:
    told = duel(EXAMPLE)
    assert told.win == pytest.approx((0.5, 0.5), abs=1e-12)
    assert told.residual < 1e-12
    assert told.longer < 1e-4
    assert sum(told.lengths) + told.longer == pytest.approx(1, abs=1e-12)
    assert told.states <= 5_000_000


def test_a_table_over_other_values() -> None:
    cells = duel_table(encounter(entry("ada", 40), entry("bert", 40)), {"ada.constitution": [30, 40, 50]})
    chances = [cell.odds.win[0] for cell in cells]
    assert chances == sorted(chances)
    assert chances[1] == pytest.approx(0.5, abs=1e-12)


def test_who_cannot_hurt_goes_on_for_ever() -> None:
    told = duel(encounter(entry("ada", 100, targets={"gun": 0}), entry("bert", 100, targets={"gun": 0})))
    assert (told.win, told.endless, told.rounds) == ((0, 0), 1, None)


@pytest.mark.parametrize(
    ("one", "why", "rule"),
    [
        (encounter(entry("ada"), entry("bert"), tie="gm"), "who goes first among equals", "SC2-16"),
        (encounter(entry("ada"), entry("bert"), Scene(tasks=(Task(id="t", name="T", skill="s"),))), "tasks", "SC2-17"),
        (encounter(entry("ada", 90_000), entry("bert", 90_000)), "states", ""),
    ],
)
def test_what_is_in_the_way_is_named(one: Encounter, why: str, rule: str) -> None:
    examined = examine(one)
    assert not examined.exact
    assert why in examined.why
    assert examined.rule == rule
    with pytest.raises(CannotSolve, match="no exact answer"):
        duel(one)


def test_shifts_that_both_choose_are_no_game() -> None:
    """SC2-19: they are declared unseen."""
    one = encounter(entry("ada"), entry("bert"))
    refusal = DUEL.refusal(one, Contest(RULESET, one, Seeded(0)).state, (ASKED, ASKED))
    assert refusal is not None
    assert refusal.rule == "SC2-19"


def test_who_is_asked_and_never_shifts_is_plain() -> None:
    """SC2-2, SC2-19: rolls that are known by tens come out as rolls do."""
    one = encounter(entry("ada", 60), entry("bert", 50), earliest_initiative=100, latest_shift=10, hindered_next="no")
    state = Contest(RULESET, one, Seeded(0)).state
    for side, minds in enumerate(((ASKED, "plain"), ("plain", ASKED))):
        blocks = blocks_of(DUEL.model(one, state, minds))
        assert blocks is not None
        sights = {vertex.asked.sees for vertex in blocks.vertices if vertex.asked}
        assert ("unhurt", "unhurt", "91 to 100") in sights
        narrow, _ = tactics.narrowed(blocks, dict.fromkeys(sights, "keep"))
        told = duel(one, lengths=False)
        found = grid.totals(narrow)
        assert (found.first, found.second, found.rounds) == pytest.approx((*told.win, told.rounds), abs=1e-12)
        assert tactics.seek(blocks, side).choices != dict.fromkeys(sights, "keep")


def test_without_numpy_small_ones_are_solved_all_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    small, large = encounter(entry("ada", 12), entry("bert", 12)), encounter(entry("ada"), entry("bert"))
    with_it = duel(small)
    monkeypatch.setattr(duels, "find_spec", lambda name: None)
    assert duel(small).win == pytest.approx(with_it.win, abs=1e-12)
    assert duel(small).lengths == pytest.approx(with_it.lengths, abs=1e-9)
    assert "certamen[sim]" in examine(large).why
