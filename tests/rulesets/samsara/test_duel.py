"""SAMSARA's exact duels: by hand, by a reckoning of their own, sampled; what is refused; the best tactic."""

from collections.abc import Mapping
from fractions import Fraction
from itertools import product
from typing import Any

import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.odds.chain_solve import lengths, values
from certamen.odds.duels import CannotSolve, best_tactic, duel, duel_table, examine
from certamen.odds.nodes import Chain, explore
from certamen.rulesets.samsara.duel import DUEL
from certamen.rulesets.samsara.ruleset import RULESET
from certamen.rulesets.samsara.sheet import Goal, Scene, Traits
from tests.odds.sampled import faults, samples
from tests.rulesets.samsara.arena import encounter, entry

WORDS_AND_STEEL = Scene(
    sphere="social",
    goals=(
        Goal(id="shame", attributes=("might", "grace"), resist=Traits(attributes=("wit", "grace"))),
        Goal(id="fight", sphere="physical", attributes=("wit", "nerve")),
    ),
)
GATE = Scene(
    challenger="b",
    goals=(
        Goal(id="open", attributes=("might", "grace"), pursued_by=("a",), resist=Traits(attributes=("wit", "nerve"))),
    ),
)


def one_on_one(mine: int, his: int, **rulings: Any) -> Encounter:
    """Kit of side a and Bo of side b, with these modifiers; Bo is the game master's."""
    return encounter(entry("a/kit", mine), entry("b/bo", his, player=""), rulings=rulings)


def broad(name: str, might: int, grace: int, wit: int, nerve: int, **sheet: Any) -> Any:
    """An actor with four attributes."""
    return entry(name, attributes={"might": might, "grace": grace, "wit": wit, "nerve": nerve}, **sheet)


TEN: tuple[tuple[Encounter, dict[str, str]], ...] = (
    (one_on_one(4, 4), {}),
    (one_on_one(3, 5), {"a": "clever"}),
    (one_on_one(6, 4, dice="2d6", npc_quits="auto"), {"a": "clever", "b": "clever"}),
    (one_on_one(5, 5, checks_apply="own_rolls", dice="3d6"), {}),
    (one_on_one(2, 4, chart="whole", dice="2d8", turns="declared"), {"b": "clever"}),
    (one_on_one(0, 0, chart_shift=4), {"a": "clever"}),
    (one_on_one(7, 4, checks_apply="own_rolls", npc_quits="auto", severe="gm", turns="free"), {"b": "clever"}),
    (
        encounter(
            entry("a/kit", 5, instruments={"dagger": "small", "pike": "huge"}),
            entry("b/bo", 5, instruments={"sword": "large"}),
            rulings={"rating_from": "tactic_then_weapon"},
        ),
        {"a": "clever", "b": "clever"},
    ),
    (
        encounter(
            broad("a/kit", 4, 1, 2, 3, severe={"social": 1}),
            broad("b/bo", 2, 2, 3, 3),
            scene=WORDS_AND_STEEL,
            shown="nothing",
        ),
        {"a": "clever", "b": "clever"},
    ),
    (encounter(broad("a/kit", 3, 3, 0, 0), broad("b/gate", 0, 0, 4, 3), scene=GATE), {"a": "clever"}),
)  # fmt: skip


def test_exact_as_sampled() -> None:
    """SAM-1 to SAM-19: ten duels, a million trials each; an error of 0.002 would be found."""
    found = samples(TEN)
    assert faults(found) == []
    assert faults(found, planted=0.002)
    assert faults(found, planted=-0.002)


# --- by hand -----------------------------------------------------------------------------------------------------


def chain(one: Encounter, *minds: str) -> Chain:
    """The chain of a duel, with exact chances."""
    state = Contest(RULESET, one, Seeded(0)).state
    first, second = minds or ("plain", "plain")
    return explore(DUEL.model(one, state, (first, second)), exact=True)


def test_any_check_ends_it() -> None:
    """SAM-9, SAM-14: lowered by 5, a 12 alone succeeds, and at net -1 nothing can: 1/12 for whoever acts first."""
    made = chain(one_on_one(4, 4, chart_shift=5))
    found = values(made.edges, made.rounds)
    assert (found.first[0], found.second[0], found.rounds[0]) == (Fraction(1, 12), Fraction(11, 12), 1)


def test_two_checks_end_it() -> None:
    """SAM-2, SAM-3, SAM-6, SAM-14: lowered by 4, net -2 is lost. The chances of who acts: a at 0, b at +1, c at -1.

    At 0 an 11 or 12 leads to +1, 8 to 10 to -1, the rest is the end: a = 2/12 (1 - c) + 3/12 (1 - b). At +1, 10 to 12
    win, 7 to 9 lead to 0, 4 to 6 to -1: b = 3/12 + 3/12 (1 - a) + 3/12 (1 - b). At -1 a 12 alone leads to 0:
    c = 1/12 (1 - a). So b = (3 - a) / 5, and a = 91/337.
    """
    made = chain(one_on_one(4, 4, chart_shift=4))
    found = values(made.edges, made.rounds)
    assert (found.first[0], found.second[0]) == (Fraction(91, 337), Fraction(246, 337))


def test_who_takes_half_his_modifier_quits() -> None:
    """SAM-16: Bo, at 2, quits at his first check, Kit, a player's, does not: 6/12 of Kit's attempts end it.

    So do Bo's failures: where Kit has given himself one check (3/12) 5 faces are, where two (3/12) 4 are.
    """
    one = encounter(entry("a/kit", 2), entry("b/bo", 2, player=""), rulings={"npc_quits": "auto"})
    made = chain(one)
    (first, *_) = lengths(made.edges, made.rounds, 1, 0)[1:]
    assert first == Fraction(1, 2) + Fraction(3, 12) * Fraction(5, 12) + Fraction(3, 12) * Fraction(4, 12)


# --- a reckoning of their own ------------------------------------------------------------------------------------


def delivered(total: int, rating: int) -> int:
    """SAM-3, SAM-6: above 0 to the antagonist; thirds times the rating, rounded away from 0."""
    thirds = total - 6 if total >= 7 else total - 7
    checks = -(-abs(thirds) * rating // 3)
    return checks if thirds > 0 else -checks


def own_reckoning(
    mine: int, his: int, *, shift: int = 0, ratings: tuple[tuple[int, ...], tuple[int, ...]], sweeps: int = 400
) -> float:
    """Kit's chance to win on a d12, both sides choosing among these ratings as well as they can: swept to and fro."""
    reach = range(-40, 41)
    worth = dict.fromkeys(product((0, 1), reach), 0.5)

    def end(net: int) -> float | None:
        if 12 - shift + net <= 6:
            return 0.0
        return 1.0 if 12 - shift - net <= 6 else None

    def after(who: int, net: int) -> float:
        ended = end(net)
        return worth[1 - who, net] if ended is None else ended

    def attempt(who: int, net: int, rating: int) -> float:
        own = net if who == 0 else -net
        moved = [delivered(face + own - shift, rating) for face in range(1, 13)]
        return sum(after(who, net + (checks if who == 0 else -checks)) for checks in moved) / 12

    for _ in range(sweeps):
        for who, net in worth:
            if end(net) is None:
                best = max if who == 0 else min
                worth[who, net] = best(attempt(who, net, rating) for rating in ratings[who])
    return worth[0, mine - his]


ALL = (1, 2, 3, 4)


@pytest.mark.parametrize(("mine", "his"), [(4, 4), (3, 5), (6, 3), (0, 4)])
def test_the_game_is_worth_what_a_reckoning_of_its_own_says(mine: int, his: int) -> None:
    """SAM-7, SAM-18: both choose their tactic at every turn; one alone does; neither does."""
    one = one_on_one(mine, his)
    game = best_tactic(one, ["a", "b"])
    assert game.odds.win[0] == pytest.approx(own_reckoning(mine, his, ratings=(ALL, ALL)), abs=1e-9)
    alone = best_tactic(one, ["kit"])
    assert alone.odds.win[0] == pytest.approx(own_reckoning(mine, his, ratings=(ALL, (1,))), abs=1e-9)
    assert alone.tactics[0].gain >= 0
    assert duel(one).win[0] == pytest.approx(own_reckoning(mine, his, ratings=((1,), (1,))), abs=1e-9)


def test_the_best_tactic_is_told_by_what_one_sees() -> None:
    """SAM-7: the weaker goes for all or nothing; the rating is told by the tactic's name."""
    found = best_tactic(one_on_one(2, 5), ["a"]).tactics[0]
    told: Mapping[Any, str] = {one.sees: one.choice for one in found.choices}
    assert found.sees == ("checks ahead",)
    assert told[0,] == "fools rush in"
    assert "defensive" not in told.values()
    assert found.gain > 0.05
    quits = best_tactic(one_on_one(4, 4, npc_quits="auto"), ["a"]).tactics[0]
    assert quits.sees == ("own checks", "their checks")


def test_a_table_over_other_values() -> None:
    cells = duel_table(one_on_one(4, 4), {"kit.attributes.might": [2, 4, 6]})
    chances = [cell.odds.win[0] for cell in cells]
    assert chances == sorted(chances)


# --- what is refused ---------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("one", "why", "rule"), [
    (encounter(entry("a/kit"), entry("b/bo"), entry("b/cy")), "not one against one", ""),
    (encounter(entry("a/kit"), entry("b/bo", hidden=True)), "Bo is hidden", "SAM-19"),
    (encounter(entry("a/kit"), entry("b/bo", arrives=2)), "Bo arrives later", ""),
    (
        encounter(entry("a/kit"), entry("b/bo"), scene=Scene(goals=(Goal(id="peek", form="simple", power=3),))),
        "peek is a simple contest",
        "SAM-13",
    ),
])  # fmt: skip
def test_what_is_in_the_way_is_named(one: Encounter, why: str, rule: str) -> None:
    examined = examine(one)
    assert not examined.exact
    assert why in examined.why
    assert examined.rule == rule
    with pytest.raises(CannotSolve, match="no exact answer"):
        duel(one)


def test_what_is_decided_before_the_first_turn_is_told_as_it_is() -> None:
    """SAM-14: nothing is left to solve, and the odds are known."""
    one = one_on_one(-6, 0)
    examined = examine(one)
    assert (examined.exact, examined.rule) == (False, "SAM-14")
    odds = duel(one)
    assert (odds.win, odds.nobody, odds.rounds) == ((0.0, 1.0), 0.0, 0.0)
