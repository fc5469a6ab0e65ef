"""What the policies see in a StarCluster duel, and what they choose: reckoned once for each case."""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from certamen.dice import Dice, Faces
from certamen.kernel.duel import ASKED
from certamen.kernel.ruleset import Codes
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster import policies
from certamen.rulesets.starcluster.duel_phases import One, Shot
from certamen.rulesets.starcluster.loop_tables import World
from certamen.rulesets.starcluster.policies import Sight, attack_way

POLICIES: dict[str, Callable[[Sight, Dice], Codes]] = {
    "plain": policies.plain,
    ASKED: policies.plain,
    "clever": policies.clever,
}
NO_DICE = Faces()  # these policies roll nothing


class Setting(NamedTuple):
    """What does not change: the world's rows, the two minds, the earliest initiative, how far chances can part.

    known: what was reckoned before, by what it was reckoned from.
    """

    world: World
    minds: tuple[str, str]
    earliest: int
    far: int
    known: dict[Hashable, Any]


class Case(NamedTuple):
    """Where one must choose: the band between them, the wounds of both, who chooses, how his chances stand.

    trade: points traded; shifting: initiatives may be moved now; traded: he may trade no more.
    """

    reach: int
    hurt: tuple[m.Wound, m.Wound]
    who: int
    me: One
    trade: int = 0
    shifting: bool = False
    traded: bool = False


def attacks_of(at: Setting, case: Case) -> tuple[tuple[int, Shot], ...]:
    """Each attack open to him, with the number of its weapon (SC2-7, SC2-10)."""
    reach, hurt, who, me, trade, *_ = case
    key = ("attacks", reach, hurt[who], who, me.nth, me.chance, me.quality, trade)
    if key not in at.known:
        at.known[key] = _reckoned(at, reach, hurt[who], who, me, trade)
    attacks: tuple[tuple[int, Shot], ...] = at.known[key]
    return attacks


def _reckoned(at: Setting, reach: int, hurt: m.Wound, who: int, me: One, trade: int) -> tuple[tuple[int, Shot], ...]:
    world = at.world
    person, foe, scene = world.people[who], world.people[1 - who], world.scene[0]
    moved, found = m.trade(trade), []
    for arm in range(person.first_arm, person.first_arm + person.arms):
        weapon = world.arms[arm]
        if m.may_use(weapon.plus, max(0, me.nth - 1)) and m.reaches(reach, weapon.farthest):
            target = m.target_number(
                weapon.target,
                world.reaches[5 * arm + reach].modifier,
                foe.armour,
                foe.cover,
                scene.lighting,
                me.chance,
                moved.chance,
                m.wound_penalty(hurt),
            )
            penalty = m.quality_penalty(hurt, scene.hindered_quality > 0)
            bonus = m.quality_bonus(weapon.quality, me.quality, moved.quality, penalty)
            found.append((arm, Shot(target, bonus, scene.at_or_under > 0, 1 - who)))
    return tuple(found)


def choice_of(at: Setting, case: Case) -> Codes:
    """What his policy chooses."""
    key = ("choice", case)
    if key not in at.known:
        at.known[key] = POLICIES[at.minds[case.who]](_sight(at, case), NO_DICE)
    codes: Codes = at.known[key]
    return codes


def _sight(at: Setting, case: Case) -> Sight:
    scene, me = at.world.scene[0], case.me
    seen = case.hurt[1 - case.who] if scene.shown else m.Wound.NONE
    attacks = attacks_of(at, case)
    extra = max(0, me.nth - 1)
    return Sight(
        int(case.shifting),
        scene.latest_shift,
        int(not case.traded),
        int(case.reach > 0 and m.may_move(extra, me.moved, scene.move_free > 0)),
        scene.at_or_under > 0,
        tuple(attack_way(shot.target, shot.bonus, seen) for _, shot in attacks),
        (),
    )
