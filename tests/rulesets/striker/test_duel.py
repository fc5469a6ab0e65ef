"""Striker's exact duels: by hand, against sampled ones under many rulings, what is refused, the best tactic."""

from fractions import Fraction
from typing import Any

import pytest

from certamen.dice import Faces, Seeded
from certamen.kernel import engine
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Draws
from certamen.kernel.duel import ASKED
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.state import State
from certamen.odds.chain_solve import lengths, values
from certamen.odds.duels import CannotSolve, best_tactic, duel, examine
from certamen.odds.nodes import explore
from certamen.rulesets.striker.duel import DUEL
from certamen.rulesets.striker.ruleset import RULESET
from certamen.rulesets.striker.scene import Map, Rough, Scene
from certamen.rulesets.striker.sheet import Gear, Weapon
from tests.odds.brute import Path, walk
from tests.rulesets.striker.contests import AXE, PISTOL, entry, skills

CLUB = Weapon(name="club", skill="Cbt-Melee", effect="1d6(hp,blt)", imposes="prone")
PIKE = Weapon(name="pike", skill="Cbt-Melee", effect="1d6(hp,edg)", reach=2)
BOW = Weapon(name="bow", skill="Cbt-Ranged", effect="1d6(hp,edg)", range=4)
OPEN = Map(width=9, height=5)


def one(who: str, hp: int, *weapons: Weapon, player: str = "P", **more: Any) -> Entry:
    given = {"skills": skills(Cbt_Melee=(4, 1), Cbt_Ranged=(3, 1), Resolve=2, Acrobatics=2), "weapons": weapons}
    return entry(who, who, player, **{"hp": hp, "speed": {"walk": 4}, **given, **more})


def against(one: Entry, other: Entry, scene: Scene | None = None, **more: Any) -> Encounter:
    title = f"{one.name} {one.sheet.hp} {other.name} {other.sheet.hp} {more}"
    return Encounter(ruleset="striker", title=title, participants=(one, other), scene=scene or Scene(), **more)


TEN: tuple[tuple[Encounter, dict[str, str]], ...] = (
    (against(one("ann", 14, AXE), one("bo", 16, CLUB)), {}),
    (
        against(one("ann", 14, AXE, tc=13), one("bo", 16, CLUB, resistances={"edg": 2})),
        {"ann": "clever", "bo": "clever"},
    ),
    (against(one("ann", 20, PISTOL, attacks=2, player=""), one("bo", 30, AXE, player="")), {}),
    (
        against(
            one("ann", 20, CLUB, player="", attributes={"Strength": 2}),
            one("bo", 20, AXE, player=""),
            rulings={"gm_initiative": "individual", "melee_strength": "on", "zero_hp": "dead"},
        ),
        {"ann": "clever"},
    ),
    (against(one("ann", 12, BOW, at="0,2"), one("bo", 16, AXE, at="8,2"), Scene(map=OPEN)), {}),
    (against(one("ann", 14, BOW, AXE, at="0,2"), one("bo", 13, AXE, at="8,3"), Scene(map=OPEN)), {"ann": "clever"}),
    (
        against(
            one("ann", 15, PIKE, at="0,2"),
            one("bo", 15, CLUB, at="8,3"),
            Scene(map=Map(width=9, height=5, rough=(Rough(name="mud", box="3,0 6,5"),))),
        ),
        {"ann": "clever", "bo": "clever"},
    ),
    (
        against(
            one("ann", 15, PIKE, at="0,2"),
            one("bo", 15, CLUB, BOW, at="8,3"),
            Scene(map=OPEN),
            rulings={"aoo_trigger": "leave_reach", "aoo_needs": "anyone", "reaction_reset": "own_turn"},
            shown="exact",
        ),
        {"bo": "clever"},
    ),
    (against(one("ann", 12, AXE, lost={"hp": 4}), one("bo", 9, AXE, unarmed=True), shown="nothing"), {"bo": "clever"}),
    (
        against(
            one("ann", 16, CLUB, BOW, at="1,1"),
            one("bo", 16, CLUB, at="6,3", attacks=2),
            Scene(map=Map(width=9, height=6, grid="hex")),
            rulings={"diagonal": "alternate", "switch_counts": "cost"},
        ),
        {"ann": "clever"},
    ),
)


def test_exact_as_sampled() -> None:
    """STR-12 to STR-39: ten duels, a million trials each; an error of 0.002 would be found."""
    sampled = pytest.importorskip("tests.odds.sampled")
    found = sampled.samples(TEN)
    assert sampled.faults(found) == []
    assert sampled.faults(found, planted=0.002)
    assert sampled.faults(found, planted=-0.002)


def test_one_blow_by_hand() -> None:
    """STR-26: M 4 against TC 8 hits on 4 and more, and 1d8 + 4 takes the one hp; who goes first is even (STR-13)."""
    even = against(one("ann", 1, AXE), one("bo", 1, AXE))
    state = Contest(RULESET, even, Seeded(0)).state
    chain = explore(DUEL.model(even, state, ("plain", "plain")), exact=True)
    found = values(chain.edges, chain.rounds)
    assert (found.first[0], found.second[0]) == (Fraction(1, 2), Fraction(1, 2))
    assert found.rounds[0] == 1 / (1 - Fraction(3, 20) ** 2)
    assert lengths(chain.edges, chain.rounds, 1, 0)[1] == 1 - Fraction(3, 20) ** 2


def test_a_round_as_every_die_can_fall() -> None:
    """STR-12, STR-22, STR-26: ann is first; each face of each die through the contest itself, for a round."""
    club = Weapon(name="club", skill="Cbt-Melee", effect="1d4(hp,blt)", imposes="prone")
    quick = one("ann", 3, club, skills=skills(Cbt_Melee=(1, 1), Resolve=22), tc=11)
    pair = against(quick, one("bo", 4, AXE, skills=skills(Cbt_Melee=(-2, 1), Resolve=2), resistances={"blt": 1}))
    begun = Contest(RULESET, pair, Seeded(0)).state

    def play(path: Path) -> str:
        state: State = begun
        while state.outcome is None and state.round == 1:
            request = state.windows[-1].requests[0]
            codes = RULESET.policies["plain"](RULESET.pack(state, request), Faces())
            state = engine.apply(RULESET, state, RULESET.unpack(codes, state, request), Draws(path, {})).state
        return state.outcome.winner if state.outcome is not None else "goes on"

    chances, _ = walk(play)
    chain = explore(DUEL.model(pair, begun, ("plain", "plain")), exact=True)
    assert lengths(chain.edges, chain.rounds, 1, 0)[1] == 1 - chances["goes on"]


def test_the_first_blow_by_hand() -> None:
    """STR-12: with 20 more M(Resolve) one is always first: 17 of 20 faces hit, and if both miss it begins again."""
    fast = one("bo", 1, AXE, skills=skills(Cbt_Melee=4, Resolve=22))
    told = duel(against(one("ann", 1, AXE), fast))
    assert told.win[1] == pytest.approx(0.85 / (1 - 0.15**2), abs=1e-12)


def test_it_is_told_beforehand_whether_it_can_be_done() -> None:
    assert examine(TEN[6][0]).exact
    with pytest.raises(CannotSolve, match="no exact answer"):
        duel(against(one("ann", 1, AXE), one("bo", 1, AXE), rulings={"final_tie": "gm"}))


@pytest.mark.parametrize(
    ("minds", "more", "said"),
    [
        (("plain", "plain"), (one("cy", 5, AXE),), "3 take part"),
        ((ASKED, ASKED), (), "both choose freely"),
        (("plain", "wild"), (), "policy wild"),
    ],
)
def test_what_is_in_the_way_is_named(minds: tuple[str, str], more: tuple[Entry, ...], said: str) -> None:
    pair = against(one("ann", 5, AXE), one("bo", 5, AXE))
    encounter = Encounter(ruleset="striker", title="T", participants=(*pair.participants, *more), scene=pair.scene)
    refusal = DUEL.refusal(encounter, Contest(RULESET, encounter, Seeded(0)).state, minds)
    assert refusal is not None
    assert said in refusal.reason


@pytest.mark.parametrize(
    ("given", "rule"),
    [
        ({"weapons": (Weapon(name="bomb", skill="Cbt-Ranged", effect="1d6(hp,frc)", area=1, range=5),)}, "STR-27"),
        ({"gear": (Gear(name="kit", restores="1d6(hp,med)"),)}, "STR-34"),
    ],
)
def test_what_heals_or_fills_an_area_is_left_to_estimates(given: dict[str, Any], rule: str) -> None:
    pair = against(one("ann", 5, **given), one("bo", 5, AXE))
    assert examine(pair).rule == rule


def test_the_best_tactic_is_told_and_what_it_gains() -> None:
    """STR-26, STR-30: of an axe and fists the axe does more; who may evade does so only where it pays."""
    fists = Weapon(name="fists", skill="Cbt-Melee", effect="1d4(hp,blt)", natural=True)
    pair = against(one("ann", 12, AXE, fists), one("bo", 12, AXE))
    told = best_tactic(pair, ["ann"])
    best = told.tactics[0]
    assert best.gain >= -1e-12
    assert best.before == pytest.approx(duel(pair).win[0], abs=1e-9)
    assert {"own wounds", "their wounds", "open now"} == set(best.sees)
    assert any("attack with axe" in str(one) for one in best.choices)
