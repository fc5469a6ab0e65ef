"""Starslinger's exact duels: by brute force, against sampled ones, what is refused, how many attacks a turn."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path as FilePath
from typing import Any

import pytest
from msgspec.structs import replace as with_side

from certamen.dice import Ask, Faces, Seeded
from certamen.files.encounter import load
from certamen.kernel.contest import Contest
from certamen.kernel.duel import ASKED, Fell
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.run import run
from certamen.odds.chain_solve import lengths
from certamen.odds.duels import best_tactic, duel, examine
from certamen.odds.nodes import explore
from certamen.rulesets.starslinger.duel import DUEL
from certamen.rulesets.starslinger.duel_dice import Effects, effects
from certamen.rulesets.starslinger.loop_tables import Befalls
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import EffectRow, Scene
from certamen.rulesets.starslinger.sheet import Healing, Reaction, Trait, Weapon
from tests.odds.brute import Path, walk
from tests.odds.sampled import faults, samples
from tests.rulesets.starslinger.scenes import PISTOL, one

EXAMPLES = FilePath(__file__).parents[3] / "examples" / "starslinger"
BOLT = Weapon(name="bolt", skill="shoot", damage="1d8", hands=0, range=50)
SPIT = Weapon(name="spit", skill="shoot", damage="1d4", hands=0, range=50, nature="toxic", persistent=2)
GLARE = Weapon(name="glare", skill="shoot", damage="1d6", hands=0, range=50, effect="shaken", versus=("int", "wis"))
SNAP = Weapon(name="snap", skill="shoot", damage="2d4", hands=0, range=50, threat=18)
CLAWS = Weapon(name="claws", skill="melee", damage="1d6", hands=0, threat=19)
HUMBLE = (EffectRow(upto=100, effect="shoved"),)


def ground(**more: Any) -> Scene:
    return Scene(**{"gm": False, "actions": 2, "critical_effects": HUMBLE, **more})


def fight(
    first: Entry, second: Entry, scene: Scene | None = None, rulings: dict[str, str | int] | None = None, **more: Any
) -> Encounter:
    ruled: dict[str, str | int] = {"order": "initiative", **(rulings or {})}
    title = f"{first.sheet.weapons} against {second.sheet.weapons}, {ruled}"
    return Encounter(
        ruleset="starslinger", title=title, participants=(first, second), scene=scene or ground(), rulings=ruled, **more
    )


def ann(hp: int = 10, *weapons: Weapon, **sheet: Any) -> Entry:
    return one("ann", hp=hp, weapons=weapons or (BOLT,), **{"saves": {"dex": 14}, **sheet})


def bo(hp: int = 10, *weapons: Weapon, **sheet: Any) -> Entry:
    return one("bo", hp=hp, weapons=weapons or (BOLT,), **{"saves": {"dex": 13}, **sheet})


def clever(*who: str) -> dict[str, str]:
    return dict.fromkeys(who, "clever")


TOGETHER = ground(melees=(("ann", "bo"),), critical_effects=(EffectRow(upto=100, effect="no-reaction"),))
OTHERWISE: dict[str, str | int] = {
    "natural": "critical",
    "penalty_counts": "actions",
    "lost_edge_natural": "swap",
    "stacking_scope": "all",
    "attack_bonus": "both",
    "attack_modifier": "with_accuracy",
    "half_round": "up",
    "zero_hp": "dead",
}
TEN: tuple[tuple[Encounter, dict[str, str]], ...] = (
    (fight(ann(), bo(12, armour=1)), {}),
    (fight(ann(12, SNAP, initiative=3), bo(), ground(actions=3)), clever("ann", "bo")),
    (fight(ann(), bo(), ground(critical_effects=(EffectRow(upto=60, effect="stunned"), *HUMBLE))), {}),
    (fight(ann(12, SPIT), bo(14, level=5), ground(actions=1)), clever("bo")),
    (fight(ann(10, GLARE, rerolls=2), bo(10, rerolls=1, saves={"int": 12, "wis": 15})), clever("ann")),
    (fight(ann(10, CLAWS), bo(12, CLAWS), TOGETHER), clever("ann", "bo")),
    (fight(ann(5, CLAWS), bo(4), ground(distance=20, actions=1)), {}),
    (fight(ann(8), bo(8, traits=(Trait(name="keen", edge=1), Trait(name="dim", advantage=-1))), rulings=OTHERWISE), {}),
    (fight(ann(9), bo(9), ground(gm=True), rulings={"order": "thread"}), clever("bo")),
    (fight(ann(7), bo(7, reactions=(Reaction(name="back", trigger="hit", weapon="bolt"),))), {}),
)


def test_exact_as_sampled() -> None:
    """SLG-1 to SLG-30: ten duels, a million trials each; an error of 0.002 would be found."""
    found = samples(TEN)
    assert faults(found) == []
    assert faults(found, planted=0.002)


def test_equals_win_alike() -> None:
    """SLG-1: whoever rolls higher goes first, and between equals that is as likely the one as the other."""
    told = duel(fight(ann(6), bo(6, saves={"dex": 14})), lengths=False)
    assert told.win[0] == pytest.approx(told.win[1])
    assert sum(told.win) == pytest.approx(1)


def test_brute_force_in_the_first_round() -> None:
    """Every face of every die: who has won when the first round is over, in fractions."""
    dart = replace(BOLT, damage="1d2")
    encounter = fight(ann(2, dart), bo(2, dart), ground(actions=1, gm=True), {"order": "thread"})
    chain = explore(DUEL.model(encounter, Contest(RULESET, encounter, Seeded(0)).state, ("plain", "plain")), exact=True)
    over = lengths(chain.edges, chain.rounds, 1, 0.0)

    def play(path: Path) -> bool:
        contest = Contest(RULESET, encounter, Needed(path))
        return run(contest, max_rounds=1).ended and contest.state.round <= 1

    chances, paths = walk(play)
    assert paths > 100
    assert chances.get(True, Fraction(0)) == sum(over)


class Needed(Path):
    """A path along which the critical table's d100, all of whose rows are alike, shows 100."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def face(self, ask: Ask) -> int:
        return 100 if ask.sides == 100 else self.path.face(ask)


def refused(first: Entry, second: Entry, minds: tuple[str, str] = ("plain", "plain")) -> Any:
    encounter = fight(first, second)
    return DUEL.refusal(encounter, Contest(RULESET, encounter, Seeded(0)).state, minds)


def test_what_is_refused() -> None:
    """Refusals name the rule that is in the way."""
    assert refused(ann(), bo()) is None
    assert refused(ann(10, PISTOL), bo()).rule == "SLG-14"
    assert refused(ann(healing=(Healing(name="kit", skill="shoot"),)), bo()).rule == "SLG-14"
    assert "one side" in refused(ann(), bo(), minds=(ASKED, ASKED)).reason
    assert "one against one" in refused(ann(), with_side(bo(), side="ann")).reason


def test_the_example_is_told_to_be_too_much() -> None:
    """SLG-14: revolvers jam; the answer says so at once."""
    examined = examine(load(EXAMPLES / "duel.yaml"))
    assert not examined.exact
    assert examined.rule == "SLG-14"


def test_one_attack_a_turn_against_one_who_can_wait() -> None:
    """SLG-6, SLG-7: where the other hardly ever hits, what one risks is one's own critical failures: stop after one."""
    safe = fight(ann(4, saves={"dex": 40}), bo(8, replace(BOLT, damage="1d4"), saves={"dex": 16}), ground(actions=3))
    [tactic] = best_tactic(safe, ("ann",), {}).tactics
    assert tactic.gain == pytest.approx(0.0342, abs=1e-4)
    assert {advised.sees: advised.choice for advised in tactic.choices} == {
        (0, 3): "attack",
        (1, 2): "stop",
        (2, 1): "stop",
    }


def test_all_attacks_where_little_can_go_wrong() -> None:
    """SLG-4, SLG-7: against DC 5 with +4 the second attack, at -5, misses on 5 or less, critically on a 1 alone."""
    easy = fight(ann(8, saves={"dex": 5}), bo(8, saves={"dex": 5}))
    [tactic] = best_tactic(easy, ("ann",), {}).tactics
    assert {advised.choice for advised in tactic.choices} == {"attack"}


TABLE = (
    (20, Befalls.SHOVED),
    (50, Befalls.DROPS_ITEM),
    (60, Befalls.JAMS_ITEM),
    (90, Befalls.PETRIFIED),
    (100, Befalls.PRONE),
)


@pytest.mark.parametrize(
    ("items", "petrifies", "dice", "fell"),
    [
        (0, False, [(30, 21)], ((100, 100),)),
        (0, True, [(60, 21)], ((100, 90),)),
        (1, False, [(70, 50)], ((100, 50),)),
        (2, True, [(100, 21), (2, 2)], ((100, 50), (2, 2))),
    ],
)
def test_rows_that_cannot_apply_are_not_rolled_for(
    items: int, petrifies: bool, dice: list[tuple[int, int]], fell: tuple[tuple[int, int], ...]
) -> None:
    """SLG-20: without items, or against what does not petrify, those rows of the critical table do not stand."""
    with Faces(*dice) as rolled:
        assert effects(Effects(Befalls.NOTHING, items, True, petrifies, TABLE), rolled) == Fell(0, 0, (fell, 0))


def test_an_item_struck_first_is_gone_for_the_table() -> None:
    """SLG-20: the one item is dropped by the hit itself, so that the table has no row for items."""
    with Faces((30, 21)) as rolled:
        came = effects(Effects(Befalls.DROPS_ITEM, 1, True, False, TABLE), rolled)
    assert came == Fell(0, 0, (((100, 100),), 0))
