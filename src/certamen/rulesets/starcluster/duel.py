"""StarCluster one against one, as it is solved exactly: a round's chances as phases, Constitution as what falls."""

from collections.abc import Callable
from functools import lru_cache, partial
from math import gcd
from typing import NamedTuple

from certamen.dice import Dice, Faces
from certamen.kernel.action import Refusal
from certamen.kernel.duel import ASKED, Ask, Duel, Fell, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.kernel.ruleset import Codes
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster import policies
from certamen.rulesets.starcluster.loop_rows import opening
from certamen.rulesets.starcluster.loop_rows import refusal as loop_refusal
from certamen.rulesets.starcluster.loop_tables import World
from certamen.rulesets.starcluster.policies import Sight, attack_way
from certamen.rulesets.starcluster.state import StarState, figure

POLICIES: dict[str, Callable[[Sight, Dice], Codes]] = {
    "plain": policies.plain,
    ASKED: policies.plain,
    "clever": policies.clever,
}
LOOKS = ("unhurt", "hindered", "below unconscious", "seriously wounded", "at 0")
GRID = 10  # points of initiative between one shift that is looked at and the next, and of rolls looked at together
FARTHEST = 100
ALIKE = gcd(m.EXTRA_CHANCE, m.HINDERED_DELAY)
UNMOVED = m.Shift(0, 0, 0)
NOTHING_YET = 0


class One(NamedTuple):
    """One of the two within a round: chances left, which is next (from 1), what his shift does to his rolls."""

    coming: int
    nth: int
    delayed: bool
    chance: int
    quality: int
    moved: bool


SPENT = One(0, 0, False, 0, 0, False)


class Fight(NamedTuple):
    """Between two chances. gap: how many points after the next chance of side 0 that of side 1 comes.

    lead: below 0 where side 1 rolled the lower base, above 0 the higher; tie: the same of a re-roll, 0 for none yet.
    """

    reach: int
    gap: int
    lead: int
    tie: int
    sides: tuple[One, One]


class Start(NamedTuple):
    """A round is about to begin at this range band."""

    reach: int


class Bases(NamedTuple):
    """Base initiatives are to be rolled."""

    reach: int


class Declare(NamedTuple):
    """The side that is asked may shift: its base roll is one of the ten from `lowest` up."""

    reach: int
    lowest: int


class Against(NamedTuple):
    """The side that is asked has declared its shift; what both have rolled comes out."""

    reach: int
    lowest: int
    shift: m.Shift


class Meeting(NamedTuple):
    """The base rolls where one lies among ten: whose that is, and how far side 1 is moved behind side 0."""

    lowest: int
    side: int
    behind: int
    far: int


class Struck(NamedTuple):
    """A hit has taken Constitution; `before` is how badly hurt its victim was before it."""

    fight: Fight
    victim: int
    before: m.Wound


class Fallen(NamedTuple):
    """This side is out of action."""

    side: int


class Shot(NamedTuple):
    """An attack as it is rolled."""

    target: int
    bonus: int
    at_or_under: bool
    victim: int


class Overdo(NamedTuple):
    """A check to stay up as it is rolled."""

    plus: int
    skill: int
    retry: bool
    at_or_under: bool


# --- the dice, by mechanics ------------------------------------------------------------------------------------


def both_bases(first: int, dice: Dice) -> Fell:
    """Roll both base initiatives: how much higher that of side 1 is."""
    one = m.base_initiative(dice)
    return Fell(0, 0, first + m.base_initiative(dice) - one)


def ten_of_base(first: int, dice: Dice) -> Fell:
    """Roll a base initiative: `came` is the lowest of the ten it lies among."""
    base = first + m.base_initiative(dice)
    return Fell(0, 0, base - (base - 1) % GRID)


def base_among_ten(meeting: Meeting, dice: Dice) -> tuple[Meeting, int]:
    """Roll the base initiative that is known to lie among ten; 0 where it does not, and must be rolled again."""
    base = m.base_initiative(dice)
    return meeting, base if meeting.lowest <= base < meeting.lowest + GRID else 0


def base_against(rolled: tuple[Meeting, int], dice: Dice) -> Fell:
    """Roll the other base initiative: `came` is the gap, as in `Fight`, and who rolled lower; () to roll again."""
    meeting, base = rolled
    if base == 0:
        return Fell(0, 0, ())
    higher = m.base_initiative(dice) - base
    if meeting.side:
        higher = -higher
    return Fell(0, 0, (_apart(higher + meeting.behind, meeting.far), _sign(higher)))


def between_equals(first: int, dice: Dice) -> Fell:
    """Re-roll between equals: below 0 for side 1, above 0 for side 0, 0 where it must be done again."""
    one, other = m.tie_roll(dice), m.tie_roll(dice)
    if m.undecided(min(one, other), max(one, other)):
        return Fell(0, 0, first)
    return Fell(0, 0, _sign(other - one))


def shoot(shot: Shot, dice: Dice) -> tuple[Shot, bool]:
    """Roll the chance of success of an attack."""
    return shot, m.chance_of_success(dice, shot.target, 1, shot.at_or_under, m.Die.CHANCE) > 0


def wound(fired: tuple[Shot, bool], dice: Dice) -> Fell:
    """Roll the quality of a success: so much Constitution is lost, `came` 1 where any is."""
    shot, success = fired
    quality = m.quality_of_success(dice, shot.bonus) if success else 0
    return Fell(shot.victim, -m.constitution_left(0, quality), int(quality > 0))


def stay_up(check: Overdo, dice: Dice) -> Fell:
    """Roll Overdo: `came` 1 for one who stays up."""
    return Fell(0, 0, int(m.stays_up(dice, check.plus, check.skill, check.retry, check.at_or_under)))


# --- what happens ----------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """What does not change: the world's rows, the two minds, the earliest initiative, how far chances can part."""

    world: World
    minds: tuple[str, str]
    earliest: int
    far: int


def step(at: Setting, phase: Phase, first: int, second: int) -> Step:
    """What happens at a phase, the two being hurt so badly."""
    hurt = (m.Wound(first), m.Wound(second))
    if isinstance(phase, Fight):
        return _go_on(at, phase, hurt)
    if isinstance(phase, Struck):
        return _struck(at, phase, hurt)
    if isinstance(phase, Start):
        return Round(Bases(phase.reach))
    if isinstance(phase, Bases):
        return _bases(at, phase, hurt)
    if isinstance(phase, Declare):
        return _declare(at, phase, hurt)
    if isinstance(phase, Against):
        return _against(at, phase, hurt)
    assert isinstance(phase, Fallen)  # there are no others
    return Over(1 - phase.side)


def _bases(at: Setting, phase: Bases, hurt: tuple[m.Wound, m.Wound]) -> Step:
    """Roll for initiative; policies see no rolls, so what they declare is known before (SC2-2, SC2-19)."""
    if ASKED in at.minds:
        return Roll(NOTHING_YET, (ten_of_base,), lambda lowest: Declare(phase.reach, lowest))
    shifts = _shift(at, phase.reach, hurt, 0), _shift(at, phase.reach, hurt, 1)
    behind, sides = _lined_up(at, hurt, shifts)
    return Roll(
        NOTHING_YET,
        (both_bases,),
        lambda higher: _fight(at, phase.reach, higher + behind, _sign(higher), 0, sides),
    )


def _declare(at: Setting, phase: Declare, hurt: tuple[m.Wound, m.Wound]) -> Step:
    """Ask for a shift: in steps of ten points, on chance, on quality or half and half (SC2-3, SC2-4)."""
    me = at.minds.index(ASKED)
    scene = at.world.scene[0]
    initiative = phase.lowest + m.opening_delay(hurt[me], scene.hindered_next > 0)
    ways = [Way("keep", Against(phase.reach, phase.lowest, UNMOVED))]
    for points in range(GRID, 1 + min(FARTHEST, m.most_sooner(initiative, at.earliest)), GRID):
        for quality, words in ((0, "off chance"), (points // 2, "off both"), (points, "off quality")):
            shift = m.sooner(points, quality)
            ways.append(Way(f"{points} sooner, {words}", Against(phase.reach, phase.lowest, shift)))
    for points in range(GRID, 1 + min(FARTHEST, scene.latest_shift), GRID):
        for quality, words in ((0, "on chance"), (points // 2, "on both"), (points, "on quality")):
            shift = m.later(points, quality)
            ways.append(Way(f"{points} later, {words}", Against(phase.reach, phase.lowest, shift)))
    theirs = LOOKS[hurt[1 - me]] if scene.shown else "unknown"
    return Ask(me, (LOOKS[hurt[me]], theirs, f"{phase.lowest} to {phase.lowest + GRID - 1}"), tuple(ways))


def _against(at: Setting, phase: Against, hurt: tuple[m.Wound, m.Wound]) -> Step:
    me = at.minds.index(ASKED)
    theirs = _shift(at, phase.reach, hurt, 1 - me)
    behind, sides = _lined_up(at, hurt, (phase.shift, theirs) if me == 0 else (theirs, phase.shift))

    def after(came: tuple[int, ...]) -> Phase:
        return _fight(at, phase.reach, came[0], came[1], 0, sides) if came else phase

    return Roll(Meeting(phase.lowest, me, behind, at.far), (base_among_ten, base_against), after)


def _shift(at: Setting, reach: int, hurt: tuple[m.Wound, m.Wound], who: int) -> m.Shift:
    """The shift a policy declares."""
    kind, points, quality = _choice(at, reach, hurt, who, SPENT, 0, True, False)
    return m.later(points, quality) if kind == policies.LATER else UNMOVED


def _lined_up(
    at: Setting, hurt: tuple[m.Wound, m.Wound], shifts: tuple[m.Shift, m.Shift]
) -> tuple[int, tuple[One, One]]:
    """How far delays and shifts move side 1 behind side 0, and the first chances of both (SC2-6, SC2-12)."""
    next_too = at.world.scene[0].hindered_next > 0
    delays = [m.opening_delay(one, next_too) for one in hurt]
    one, other = (m.chance_at(m.shifted(delay, shift), 0) for delay, shift in zip(delays, shifts, strict=True))
    first, second = (
        One(1, 1, delay > 0, shift.chance, shift.quality, False) for delay, shift in zip(delays, shifts, strict=True)
    )
    return other - one, (first, second)


def _fight(at: Setting, reach: int, gap: int, lead: int, tie: int, sides: tuple[One, One]) -> Fight:
    """Make a phase in which nothing stands that no longer matters: so that what is alike is the same."""
    one, other = (side if side.coming else SPENT for side in sides)
    if not (one.coming and other.coming):
        return Fight(reach, 0, 0, 0, (one, other))
    return Fight(reach, _apart(gap, at.far), lead, tie, (one, other))


def _apart(gap: int, far: int) -> int:
    """Give a gap as coarsely as will do: chances and delays come in whole steps, and past `far` it does not change."""
    steps, rest = divmod(max(-far, min(far, gap)), ALIKE)
    return ALIKE * steps + (ALIKE // 2 if rest else 0)


def _go_on(at: Setting, fight: Fight, hurt: tuple[m.Wound, m.Wound]) -> Step:
    """Come to the next chance, or to a new round when none is left (SC2-16, SC2-18)."""
    one, other = fight.sides
    if not (one.coming or other.coming):
        return Go(Start(fight.reach))
    if not (one.coming and other.coming):
        return _chance(at, fight, hurt, 0 if one.coming else 1)
    by_base = at.world.scene[0].by_base > 0
    plus = at.world.people[0].plus, at.world.people[1].plus
    first = m.order(m.Turn(0, 0, plus[0]), m.Turn(fight.gap, fight.lead, plus[1]), by_base)
    if first == 0 and fight.tie == 0:
        return Roll(NOTHING_YET, (between_equals,), lambda tie: fight._replace(tie=tie))
    return _chance(at, fight, hurt, 0 if (first or -fight.tie) < 0 else 1)


def _chance(at: Setting, fight: Fight, hurt: tuple[m.Wound, m.Wound], who: int) -> Step:
    """Use a chance as his policy does: trade, come closer, attack, or let it go by."""
    world, traded, trade = at.world, False, 0
    while True:
        me = fight.sides[who]
        kind, first, _ = _choice(at, fight.reach, hurt, who, me, trade, False, traded)
        if kind == policies.TRADE:
            traded, trade = True, first
        elif kind == policies.CLOSER:
            closer = me._replace(moved=True)
            fight = fight._replace(reach=fight.reach - 1, sides=_with(fight.sides, who, closer))
            if not world.scene[0].move_free:
                return Go(_used(at, fight, who, world.people[who].plus))
        elif kind == policies.ATTACK:
            arm, shot = _attacks(at, fight.reach, hurt, who, me, trade)[first]
            return _attack(at, fight, hurt, shot, _used(at, fight, who, world.arms[arm].plus))
        else:
            return Go(_used(at, fight, who, world.people[who].plus))


def _attack(at: Setting, fight: Fight, hurt: tuple[m.Wound, m.Wound], shot: Shot, used: Fight) -> Step:
    del at, fight
    struck = Struck(used, shot.victim, hurt[shot.victim])
    return Roll(shot, (shoot, wound), lambda hit: struck if hit else used)


def _used(at: Setting, fight: Fight, who: int, plus: int) -> Fight:
    """Spend a chance; the first of a round brings the extra ones (SC2-9)."""
    me = fight.sides[who]
    left = me.coming - 1 + m.extra_chances(plus, me.nth)
    later = m.chance_at(0, me.nth) - m.chance_at(0, me.nth - 1)
    one = me._replace(coming=left, nth=me.nth + 1)
    gap = fight.gap + (later if who else -later)
    return _fight(at, fight.reach, gap, fight.lead, fight.tie, _with(fight.sides, who, one))


def _struck(at: Setting, struck: Struck, hurt: tuple[m.Wound, m.Wound]) -> Step:
    """What a hit brings: chances later, Overdo, out of action (SC2-12 to SC2-14)."""
    fight, victim, scene = struck.fight, struck.victim, at.world.scene[0]
    one, now = fight.sides[victim], hurt[victim]
    late = m.wound_delay(struck.before, now, one.delayed)
    if late and one.coming:
        sides = _with(fight.sides, victim, one._replace(delayed=True))
        fight = _fight(at, fight.reach, fight.gap + (late if victim else -late), fight.lead, fight.tie, sides)
    if m.must_overdo(now, 1):
        person = at.world.people[victim]
        check = Overdo(person.overdo, person.overdo_target, scene.retry > 0, scene.at_or_under > 0)
        return Roll(check, (stay_up,), lambda up: fight if up else Fallen(victim))
    if m.status_after(now, True, scene.zero_is_dead > 0) == m.Status.STANDING:
        return Go(fight)
    return Over(1 - victim)


def _with(sides: tuple[One, One], who: int, one: One) -> tuple[One, One]:
    return (one, sides[1]) if who == 0 else (sides[0], one)


def _sign(number: int) -> int:
    return (number > 0) - (number < 0)


# --- what the policies see -------------------------------------------------------------------------------------


def _attacks(
    at: Setting, reach: int, hurt: tuple[m.Wound, m.Wound], who: int, me: One, trade: int
) -> tuple[tuple[int, Shot], ...]:
    """Each attack open to him, with the number of its weapon (SC2-7, SC2-10)."""
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
                m.wound_penalty(hurt[who]),
            )
            penalty = m.quality_penalty(hurt[who], scene.hindered_quality > 0)
            bonus = m.quality_bonus(weapon.quality, me.quality, moved.quality, penalty)
            found.append((arm, Shot(target, bonus, scene.at_or_under > 0, 1 - who)))
    return tuple(found)


def _choice(
    at: Setting,
    reach: int,
    hurt: tuple[m.Wound, m.Wound],
    who: int,
    me: One,
    trade: int,
    shifting: bool,
    traded: bool,
) -> Codes:
    scene = at.world.scene[0]
    seen = hurt[1 - who] if scene.shown else m.Wound.NONE
    attacks = _attacks(at, reach, hurt, who, me, trade)
    extra = max(0, me.nth - 1)
    sight = Sight(
        int(shifting),
        scene.latest_shift,
        int(not traded),
        int(reach > 0 and m.may_move(extra, me.moved, scene.move_free > 0)),
        scene.at_or_under > 0,
        tuple(attack_way(shot.target, shot.bonus, seen) for _, shot in attacks),
        (),
    )
    return _asked(at.minds[who], sight)


@lru_cache(maxsize=4096)
def _asked(mind: str, sight: Sight) -> Codes:
    return POLICIES[mind](sight, Faces())  # these policies roll nothing


# --- the contract ----------------------------------------------------------------------------------------------


def refusal(encounter: Encounter, state: StarState, minds: tuple[str, str]) -> Refusal | None:
    """Say what stands in the way of an exact answer, or None."""
    sides = {one.side for one in encounter.participants}
    if len(encounter.participants) != 2 or len(sides) != 2:
        return Refusal("it is not one against one")
    if state.rulings["tie"] == "gm":
        return Refusal("the game master says who goes first among equals", "SC2-16")
    if minds == (ASKED, ASKED):
        return Refusal("shifts are declared unseen by both at once, which is no game by turns", "SC2-19")
    return loop_refusal(state, encounter)


def model(encounter: Encounter, state: StarState, minds: tuple[str, str]) -> Model:
    """Give the duel."""
    world = opening(encounter, state)
    extras = [max((m.extra_chances(arm.plus, 1) for arm in world.arms), default=0), 0]
    far = m.chance_at(0, max(extras)) + m.HINDERED_DELAY + ALIKE
    earliest = figure(state, "earliest_initiative")
    at = Setting(world, minds, earliest, far)
    first, second = world.people
    round_up = world.scene[0].round_up > 0

    def band(side: int, value: int) -> int:
        return m.wound(value, world.people[side].full, round_up) + 0

    return Model(
        left=(first.constitution, second.constitution),
        band=band,
        first=Start(world.pairs[1].band),
        step=partial(step, at),
        sees=("own wounds", "their wounds", "own roll"),
        grid=f"shifts of initiative in steps of {GRID} points up to {FARTHEST}, on chance, quality or half on each",
    )


DUEL = Duel(refusal=refusal, model=model)
