"""StarCluster one against one, as it is solved exactly: a round's chances as phases, Constitution as what falls."""

from functools import partial

from certamen.kernel.action import Refusal
from certamen.kernel.duel import ASKED, Ask, Duel, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster import policies
from certamen.rulesets.starcluster.duel_phases import (
    ALIKE,
    GRID,
    SPENT,
    Against,
    Bases,
    Declare,
    Fallen,
    Fight,
    Meeting,
    One,
    Overdo,
    Shot,
    Start,
    Struck,
    apart,
    base_against,
    base_among_ten,
    between_equals,
    both_bases,
    shoot,
    sign,
    stay_up,
    ten_of_base,
    wound,
)
from certamen.rulesets.starcluster.duel_sight import Case, Setting, attacks_of, choice_of
from certamen.rulesets.starcluster.loop_rows import opening
from certamen.rulesets.starcluster.loop_rows import refusal as loop_refusal
from certamen.rulesets.starcluster.state import StarState, figure

LOOKS = ("unhurt", "hindered", "below unconscious", "seriously wounded", "at 0")
FARTHEST = 100
UNMOVED = m.Shift(0, 0, 0)
NOTHING_YET = 0


# --- what happens ----------------------------------------------------------------------------------------------


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
    fights: dict[int, Fight] = at.known.setdefault((phase.reach, behind, sides), {})

    def after(higher: int) -> Fight:
        if higher not in fights:
            fights[higher] = _fight(at, phase.reach, higher + behind, sign(higher), 0, sides)
        return fights[higher]

    return Roll(NOTHING_YET, (both_bases,), after)


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
    kind, points, quality = choice_of(at, Case(reach, hurt, who, SPENT, shifting=True))
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
    return Fight(reach, apart(gap, at.far), lead, tie, (one, other))


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
        case = Case(fight.reach, hurt, who, me, trade, traded=traded)
        kind, first, _ = choice_of(at, case)
        if kind == policies.TRADE:
            traded, trade = True, first
        elif kind == policies.CLOSER:
            closer = me._replace(moved=True)
            fight = fight._replace(reach=fight.reach + m.CLOSER, sides=_with(fight.sides, who, closer))
            if not world.scene[0].move_free:
                return Go(_used(at, fight, who, world.people[who].plus))
        elif kind == policies.ATTACK:
            arm, shot = attacks_of(at, case)[first]
            return _attack(hurt, shot, _used(at, fight, who, world.arms[arm].plus))
        else:
            return Go(_used(at, fight, who, world.people[who].plus))


def _attack(hurt: tuple[m.Wound, m.Wound], shot: Shot, used: Fight) -> Step:
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
    extras = max(m.extra_chances(arm.plus, 1) for arm in world.arms)
    far = m.chance_at(0, extras) + m.HINDERED_DELAY + ALIKE
    at = Setting(world, minds, figure(state, "earliest_initiative"), far, {})
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
