"""dualaction's exact duels: by hand, against sampled ones under every ruling, what is refused, the best tactic."""

from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any

import pytest

from certamen.dice import Ask, Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.duel import ASKED
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.run import run
from certamen.kernel.space.drawn import Cover
from certamen.odds.chain_solve import lengths, values
from certamen.odds.duels import CannotSolve, best_tactic, duel, duel_table, examine
from certamen.odds.nodes import explore
from certamen.rulesets.dualaction.duel import DUEL
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.scene import Rough, Scene
from certamen.rulesets.dualaction.sheet import Item, Modifier, Weapon
from tests.odds.brute import Path, walk
from tests.odds.sampled import faults, samples
from tests.rulesets.dualaction.ring import one

PISTOL = Weapon(name="pistol", skill="infantry", damage="5-12", optimal=20)
REVOLVER = Weapon(name="revolver", skill="infantry", damage="4-9", optimal=6, magazine=3)
BURSTS = Weapon(name="machine pistol", skill="assault", damage="2-6", optimal=8, shots=3, magazine=7)
SHOTGUN = Weapon(name="shotgun", skill="assault", damage="4-9", optimal=4, magazine=2, knocks_down=True)
SWORD = Weapon(name="sword", skill="melee", damage="3-8", reach=2)
ACID = Weapon(name="acid", skill="infantry", damage="2-7", optimal=9, wear=1, penetration=1)
AXE = Weapon(name="axe", skill="melee", damage="4-6", thrown=4, count=2)
FIST = Weapon(name="derringer", skill="infantry", damage="3-5", optimal=20, magazine=2)
SHORT = Weapon(name="short sword", skill="melee", damage="3-5")
TRIPPER = Weapon(name="bolas gun", skill="assault", damage="3-4", optimal=20, knocks_down=True)
EATER = Weapon(name="acid gun", skill="infantry", damage="3-5", optimal=20, wear=1)
CRATES = Scene(covers=(Cover(name="crates", box="14,14 17,16"), Cover(name="heap", box="22,13 26,17")))
FIGHTS = FilePath(__file__).parent / "fights"


def fight(first: Entry, second: Entry, scene: Scene | None = None, **more: Any) -> Encounter:
    title = f"{first.id} against {second.id}"
    people = (first, second)
    return Encounter(ruleset="dualaction", title=title, participants=people, scene=scene or Scene(), **more)


def ann(hp: int = 20, *weapons: Weapon, **sheet: Any) -> Entry:
    skills = sheet.pop("skills", {"infantry": 2, "assault": 2, "melee": 3})
    return one("ann", hp=hp, weapons=weapons or (PISTOL,), skills=skills, **sheet)


def bo(hp: int = 20, *weapons: Weapon, **sheet: Any) -> Entry:
    skills = sheet.pop("skills", {"infantry": 2, "assault": 2, "melee": 3})
    return one("bo", hp=hp, weapons=weapons or (PISTOL,), skills=skills, **sheet)


def clever(*who: str) -> dict[str, str]:
    return dict.fromkeys(who, "clever")


TEN: tuple[tuple[Encounter | FilePath, dict[str, str]], ...] = (
    (fight(ann(), bo(18, dr=1)), {}),
    (fight(ann(20, REVOLVER), bo(22, BURSTS, dr=1)), {}),
    (fight(ann(20, REVOLVER), bo(18, SHOTGUN), rulings={"dr_per": "hit"}), clever("bo")),
    (fight(ann(25, SWORD, dr=2), bo(15, PISTOL)), {}),
    (fight(ann(15, ACID), bo(20, SWORD, dr=3), rulings={"melee_to_hit": "automatic"}), {}),
    (fight(ann(12, AXE), bo(12, SWORD, traits=(Modifier(name="duellist", to_hit=1, damage=1),))), clever("ann", "bo")),
    (
        fight(ann(14, BURSTS, dr=1), bo(14, REVOLVER, dr=2), rulings={"dr_per": "hit", "criticals": "extremes"}),
        clever("ann"),
    ),
    (fight(ann(16, REVOLVER, at="13,15"), bo(16, REVOLVER, at="27,15"), CRATES, shown="exact"), clever("ann", "bo")),
    (
        fight(
            ann(14, PISTOL),
            bo(14, SWORD, SHOTGUN),
            Scene(rough=(Rough(name="mud", box="18,10 21,20"),)),
            rulings={"economy": "single", "movement": "dice", "initiative_die": "d10", "tie_order": "ascending"},
        ),
        {},
    ),
    (FIGHTS / "duel.yaml", clever("bo")),
)


def test_exact_as_sampled() -> None:
    """DUA-1 to DUA-20: ten duels, a million trials each; an error of 0.002 would be found."""
    found = samples(TEN)
    assert faults(found) == []
    assert faults(found, planted=0.002)
    assert faults(found, planted=-0.002)


def test_one_hit_by_hand() -> None:
    """DUA-3, DUA-10, DUA-12: one hit ends it, seven faces of ten hit; who goes first is even: 1/(2 - 7/10) against it.

    Who goes first wins 0.7 of the time in his first turn, and again after both have missed.
    """
    given = fight(ann(5), bo(5))
    state = Contest(RULESET, given, Seeded(0)).state
    chain = explore(DUEL.model(given, state, ("plain", "plain")), exact=True)
    found = values(chain.edges, chain.rounds)
    assert (found.first[0], found.second[0]) == (Fraction(1, 2), Fraction(1, 2))
    both_miss = Fraction(3, 10) ** 2
    assert found.rounds[0] == 1 / (1 - both_miss)
    assert lengths(chain.edges, chain.rounds, 1, 0)[1] == 1 - both_miss


class Sure:
    """Dice that fall as a path says, but that who is to go first does, and every throw to hit shows a 10."""

    name = "sure"

    def __init__(self, path: Path, first: str) -> None:
        self.path = path
        self.first = first

    def face(self, ask: Ask) -> int:
        if ask.purpose == "initiative":
            return 2 if ask.roller == self.first else 1
        return 10 if ask.purpose == "to hit" else self.path.face(ask)


SURE = {"infantry": 9, "assault": 9, "melee": 9}
SMALL: tuple[tuple[Encounter, dict[str, str]], ...] = (
    (fight(ann(6, FIST, skills=SURE), bo(8, FIST, skills=SURE)), {}),
    (fight(ann(6, AXE, skills=SURE, strength=1), bo(9, SHORT, skills=SURE, dr=1, strength=1)), {}),
    (fight(ann(4, TRIPPER, skills=SURE, dr=2), bo(11, EATER, skills=SURE, dr=1)), clever("bo")),
)


@pytest.mark.parametrize(("given", "policies"), SMALL, ids=("pistols", "blades", "armour"))
def test_every_way_the_dice_can_fall(given: Encounter, policies: dict[str, str]) -> None:
    """DUA-1 to DUA-14: the contest itself, played through to the end for each face of each die, where all hit."""
    chances: dict[tuple[str, int], Fraction] = {}
    for first in ("ann", "bo"):

        def play(path: Path, first: str = first) -> tuple[str, int]:
            contest = Contest(RULESET, given, Sure(path, first))
            return run(contest, policies).winner, contest.state.round

        for result, chance in walk(play)[0].items():
            chances[result] = chances.get(result, Fraction(0)) + chance / 2
    state = Contest(RULESET, given, Seeded(0)).state
    minds = policies.get("ann", "plain"), policies.get("bo", "plain")
    chain = explore(DUEL.model(given, state, minds), exact=True)
    found = values(chain.edges, chain.rounds)
    assert found.first[0] == sum(chance for (winner, _), chance in chances.items() if winner == "a")
    assert found.rounds[0] == sum(rounds * chance for (_, rounds), chance in chances.items())


def test_the_best_tactic_is_to_close_in() -> None:
    """DUA-6, DUA-10: a revolver at 10 m needs 2 more than at 6 m: going there first is worth a tenth of the duel."""
    given = fight(ann(20, REVOLVER), bo(22, BURSTS))
    told = best_tactic(given, ["a"])
    before = duel(given, lengths=False)
    assert told.tactics[0].gain == pytest.approx(told.odds.win[0] - before.win[0], abs=1e-12)
    assert told.tactics[0].gain > 0.09
    first = told.tactics[0].choices[0]
    assert (first.sees, first.choice) == (("15,15", "25,15", "10 m"), "close in")


def test_a_blade_has_nothing_to_learn() -> None:
    """DUA-7: who can do nothing else closes in anyway, as fast as he can."""
    told = best_tactic(fight(ann(20, SWORD, dr=1), bo(20, PISTOL, skills={"infantry": 1})), ["a"])
    assert told.tactics[0].gain == pytest.approx(0, abs=1e-12)


def test_a_table_over_other_values() -> None:
    cells = duel_table(fight(ann(20), bo(20)), {"ann.hp": [10, 20, 30]})
    chances = [cell.odds.win[0] for cell in cells]
    assert chances == sorted(chances)
    assert chances[1] == pytest.approx(0.5, abs=1e-12)


def test_who_cannot_be_hit_goes_on_for_ever() -> None:
    """DUA-10: neither has a face that hits."""
    told = duel(fight(ann(skills={}), bo(skills={}), rulings={"to_hit": "base"}), lengths=False)
    assert told.win[0] == pytest.approx(0.5, abs=1e-12)  # a base of 0 is always reached


@pytest.mark.parametrize(
    ("given", "minds", "why", "rule"),
    [
        (fight(ann(items=(Item(name="stim kit", heals=5),)), bo()), ("clever", "plain"), "may be healed", "DUA-6"),
        (fight(ann(), bo(), Scene(grid="free")), ("plain", "plain"), "free metres", "DUA-6"),
        (fight(ann(), bo()), (ASKED, ASKED), "for one side", ""),
        (fight(ann(), one("al", side="a")), ("plain", "plain"), "not one against one", ""),
    ],
)
def test_what_is_in_the_way(given: Encounter, minds: tuple[str, str], why: str, rule: str) -> None:
    refused = DUEL.refusal(given, Contest(RULESET, given, Seeded(0)).state, minds)
    assert refused is not None
    assert why in refused.reason
    assert refused.rule == rule


def test_plain_uses_no_stim_kit() -> None:
    """DUA-6: a kit that its policy never takes out is in nobody's way."""
    assert examine(fight(ann(items=(Item(name="stim kit", heals=5),)), bo())).exact
    with pytest.raises(CannotSolve, match="healed"):
        duel(fight(ann(items=(Item(name="stim kit", heals=5),)), bo()), {"ann": "clever"})
