"""certamen.simulate, compare and sweep: what they refuse, what they promise, and results as plain data."""

import json
from pathlib import Path
from typing import Any

import msgspec
import pytest

import certamen
from certamen.files.encounter import loads
from certamen.files.vary import CannotVary
from certamen.kernel.errors import EncounterError
from certamen.sim import intervals
from certamen.sim.player import CannotEstimate
from certamen.sim.simulate import Running
from certamen.sim.trial import Row, columns, play_trial
from tests.sim.common import DEPOT, DUEL, NOVELS, loaded


def test_figures_are_those_of_the_trials() -> None:
    """Shares, means, falls and what is left are reckoned from the trials themselves, 0 to 39 of the seed."""
    encounter, ruleset = loaded(NOVELS), certamen.find("starcluster")
    rows = [
        dict(zip(columns(ruleset, encounter), play_trial(ruleset, encounter, 3, k, {}), strict=True)) for k in range(40)
    ]
    found = certamen.simulate(NOVELS, 40, seed=3)
    wins = {one.name: one.count for one in found.winners}
    assert wins["marr"] == sum(row["winner"] == 0 for row in rows)
    assert wins["thale"] == sum(row["winner"] == 1 for row in rows)
    assert found.rounds.mean == pytest.approx(sum(row["rounds"] for row in rows) / 40)
    assert found.dice.greatest == max(row["dice"] for row in rows)
    assert found.people[0].standing.count == sum(row["isolde.status"] == 0 for row in rows)
    assert found.winners[0].low == intervals.share(wins["marr"], 40).low
    assert found.way == "contest"
    assert "fewer than 200" in found.why
    assert "SC2-17" in certamen.simulate(NOVELS, 200, seed=3).why
    assert sum(times for _, _, times in found.rounds.bins) == 40


def test_interrupted_it_gives_the_first_trials() -> None:
    """Ctrl-C gives what there is: the very answer of so many trials."""

    def interrupt(now: Running) -> None:
        if now.trials >= 20:
            raise KeyboardInterrupt

    found = certamen.simulate(NOVELS, 5_000, seed=3, progress=interrupt)
    assert not found.complete
    assert 20 <= found.trials < 5_000
    whole = certamen.simulate(NOVELS, found.trials, seed=3)
    assert msgspec.structs.replace(found, complete=True, why=whole.why) == whole


def test_precision_stops_at_the_first_stop_that_is_enough() -> None:
    """Asked for +-2.5% it takes 2,000 trials of a fair fight: 1,000 give +-3.1%, 2,000 give 2.2%."""
    found = certamen.simulate(DUEL, precision=0.025, seed=1)
    assert found.trials == 2_000
    assert max((one.high - one.low) / 2 for one in found.winners) <= 0.025
    assert found.precision == 0.025
    coarse = certamen.simulate(DUEL, precision=0.04, seed=1)
    assert coarse.trials == 1_000


def test_workers_do_not_matter() -> None:
    """Two workers and one give the same bytes."""
    one = certamen.simulate(DEPOT, 60, seed=2)
    assert msgspec.json.encode(certamen.simulate(DEPOT, 60, seed=2, workers=2)) == msgspec.json.encode(one)


def test_plain_data() -> None:
    """Rows are flat dicts of texts and numbers with the same keys; the whole survives JSON."""
    found = certamen.simulate(DUEL, 50, seed=1)
    rows = found.rows()
    assert {tuple(row) for row in rows} == {("of", "figure", "value", "low", "high", "trials")}
    assert {type(value) for row in rows for value in row.values()} <= {str, int, float}
    assert json.loads(json.dumps(found.data())) == found.data()
    assert [row["of"] for row in rows if row["figure"] == "wins"] == ["challenger", "challenged"]


def test_policies_decide() -> None:
    """A side's policy is taken, and told."""
    found = certamen.simulate(DUEL, 50, seed=1, policies={"challenger": "clever"})
    assert found.policies == {"ada": "clever", "bertrand": "plain"}


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        ({"n": 0}, "1 to 1,000,000,000,000"),
        ({"n": -5}, "not -5"),
        ({"n": 10**13}, "1 to"),
        ({"precision": 0}, "a precision is"),
        ({"precision": float("nan")}, "a precision is"),
        ({"precision": 0.00001}, "a precision is"),
        ({"n": 5, "precision": 0.1}, "not both"),
        ({"workers": 0}, "workers"),
        ({"max_rounds": 0}, "rounds"),
    ],
)
def test_numbers_that_make_no_sense(wrong: dict[str, float], told: str) -> None:
    """Each is refused in one sentence, before anything is played."""
    with pytest.raises(CannotEstimate, match=told):
        certamen.simulate(DUEL, **wrong)  # type: ignore[arg-type]  # that is the point


def test_policies_that_do_not_exist() -> None:
    """An unknown policy or side is refused by name."""
    with pytest.raises(EncounterError, match="no policy cunning"):
        certamen.simulate(DUEL, 5, policies={"ada": "cunning"})
    with pytest.raises(EncounterError, match="no side or participant adam"):
        certamen.simulate(DUEL, 5, policies={"adam": "clever"})
    with pytest.raises(EncounterError, match="no side or participant adam"):
        certamen.compare(DUEL, DUEL, 5, policies={"adam": "clever"})


# --- compare -----------------------------------------------------------------------------------------------------


def test_nothing_changed_nothing_differs() -> None:
    """An encounter against itself: on the same dice not one trial ends otherwise."""
    found = certamen.compare(DUEL, DUEL, 60, seed=1)
    assert {one.difference for one in found.differences} == {0}
    assert all(one.low <= 0 <= one.high for one in found.differences)
    assert found.before == found.after


def test_differences_are_those_of_pairs() -> None:
    """Each difference is the mean over trials of the same dice; the shares are those of two simulations."""
    change = {"isolde.skills.writing": 5}
    found = certamen.compare(NOVELS, n=80, change=change, seed=6)
    before = certamen.simulate(NOVELS, 80, seed=6)
    after = certamen.simulate(certamen_vary(change), 80, seed=6)
    assert (found.before, found.after) == (before, after)
    wins = next(one for one in found.differences if (one.of, one.figure) == ("marr", "wins"))
    assert wins.before == before.winners[0].share
    assert wins.difference == pytest.approx(after.winners[0].share - before.winners[0].share)
    assert wins.low < wins.difference < wins.high
    unpaired = (before.winners[0].high - before.winners[0].low) / 2 * 2**0.5
    assert (wins.high - wins.low) / 2 < unpaired
    assert {tuple(row) for row in found.rows()} == {
        ("of", "figure", "before", "after", "difference", "low", "high", "trials")
    }


def certamen_vary(change: dict[str, int]) -> certamen.Encounter:
    from certamen.files.vary import vary

    return vary(loaded(NOVELS), dict(change))


def test_sides_and_people_that_only_one_knows() -> None:
    """Two encounters with other people: what both have is compared, each side's wins are told."""
    text = NOVELS.read_text(encoding="utf-8").replace("corvin", "corin").replace("side: thale", "side: thule")
    found = certamen.compare(NOVELS, loads(text), 20, seed=1, policies={"thule": "clever", "thale": "plain"})
    assert {one.of for one in found.differences} >= {"marr", "thale", "thule", "isolde"}
    assert "corvin" not in {one.of for one in found.differences}
    assert found.after.policies["corin"] == "clever"


def test_what_cannot_be_compared(tmp_path: Path) -> None:
    """Nothing to compare with, or another ruleset, is refused."""
    with pytest.raises(CannotEstimate, match="nothing to compare with"):
        certamen.compare(DUEL)
    with pytest.raises(CannotEstimate, match="cannot be compared"):
        certamen.compare(DUEL, certamen.examples() / "starslinger" / "duel.yaml")
    with pytest.raises(CannotVary, match="did you mean constitution"):
        certamen.compare(DUEL, change={"ada.constitutio": 3})


# --- sweep -------------------------------------------------------------------------------------------------------


def test_each_cell_is_a_simulation() -> None:
    """Every cell holds what simulating that encounter with the same seed gives."""
    found = certamen.sweep(NOVELS, {"isolde.skills.writing": "5:8:3", "corvin.skills.lore": [2, 6]}, 30, seed=2)
    assert [cell.values for cell in found.cells] == [
        {"isolde.skills.writing": 5, "corvin.skills.lore": 2},
        {"isolde.skills.writing": 5, "corvin.skills.lore": 6},
        {"isolde.skills.writing": 8, "corvin.skills.lore": 2},
        {"isolde.skills.writing": 8, "corvin.skills.lore": 6},
    ]
    for cell in found.cells:
        alone = certamen.simulate(certamen_vary(cell.values), 30, seed=2)  # type: ignore[arg-type]  # they are numbers
        assert (cell.winners, cell.rounds) == (alone.winners, alone.rounds)
    assert len(found.rows()) == 8
    assert found.rows()[0]["isolde.skills.writing"] == 5


@pytest.mark.parametrize(
    ("vary", "told"),
    [
        ({}, "nothing is varied"),
        ({"ada.constitution": "1:1000000000"}, "1,000,000,000 cells"),
        ({"ada.constitution": "1:40000", "bertrand.constitution": "1:25000"}, "1,000,000,000 cells"),
        ({"ada.constitution": "1:10:0"}, "no step of 0"),
        ({"ada.constitution": "10:1"}, "no step of 1"),
        ({"ada.constitution": "1:b"}, "expected FROM:TO"),
        ({"ada.constitution": "1:2:3:4"}, "expected FROM:TO"),
        ({"ada.constitution": []}, "no value"),
        ({name: [1, 2] for name in "abcde"}, "at most 4"),
    ],
)
def test_grids_that_make_no_sense(vary: dict[str, str], told: str) -> None:
    """Each is refused in one sentence, before anything is played."""
    with pytest.raises(CannotEstimate, match=told):
        certamen.sweep(DUEL, vary)


def test_every_cell_is_looked_at_first() -> None:
    """An impossible value in the last cell is refused before the first is played."""
    with pytest.raises(CannotVary, match=r"ada\.constitution=0"):
        certamen.sweep(DUEL, {"ada.constitution": "300:0:-100"}, 10**9)


def test_what_many_are_compared_with_is_played_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two comparisons of one encounter by the contest: 5 trials of it and 5 of each other one, not 20."""
    played = []

    def counting(*given: Any) -> Row:
        played.append(given[3])
        return play_trial(*given)

    monkeypatch.setattr("certamen.sim.player.play_trial", counting)
    for value in (301, 302):
        certamen.compare(DUEL, change={"ada.constitution": value}, n=5, seed=271828)
    assert sorted(played) == sorted(3 * list(range(5)))
