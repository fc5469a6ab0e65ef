"""dualaction one against one, as it is solved exactly: a turn's decisions as phases, HP as what falls.

What a fighter sees and chooses, and all that is not thrown for, is the loop's: its tables are set to a phase, its
functions run on them, and the next phase is read off.
"""

from functools import partial
from types import SimpleNamespace

from certamen.dice import Faces
from certamen.kernel.action import Refusal
from certamen.kernel.duel import ASKED, Ask, Duel, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.kernel.loop import World
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import metres_text, place_text
from certamen.rulesets.dualaction import guess, loop, policies
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.duel_dice import (
    Hits,
    Shot,
    hurt_by_all,
    hurt_by_one,
    shoot,
    stride,
    summed,
    who_breaks_the_tie,
    who_is_first,
)
from certamen.rulesets.dualaction.duel_phases import (
    Ends,
    Setting,
    Start,
    Turn,
    go_on,
    next_of,
    read_off,
    set_to,
    sides_of,
    turn_of,
)
from certamen.rulesets.dualaction.loop_acts import dr_against, fire, go, move, other_deed, pay
from certamen.rulesets.dualaction.loop_rows import opening
from certamen.rulesets.dualaction.loop_sight import BLOW, look, match_of, need_of
from certamen.rulesets.dualaction.loop_tables import World as Tables
from certamen.rulesets.dualaction.loop_ways import SHIFT, far, nearest, way_left, within_reach
from certamen.rulesets.dualaction.sight import Rows
from certamen.rulesets.dualaction.state import Combat

CLEVER = "clever"
DEAD, STANDING = 0, 1


# --- what happens ----------------------------------------------------------------------------------------------


def step(at: Setting, phase: Phase, first: int, second: int) -> Step:
    """What happens at a phase, the two looking so."""
    if DEAD in (first, second):
        return Over(0 if second == DEAD else 1)
    if isinstance(phase, Start):
        return _initiative(at, phase)
    if isinstance(phase, Ends):
        return Round(turn_of(phase.first, phase.first, phase.sides))
    assert isinstance(phase, Turn)  # there are no others
    set_to(at, phase, (first, second))
    sight = look(at.world, phase.who)
    if phase.open and at.minds[phase.who] == ASKED and not sight.may_get_up:
        return _ask(at, phase)
    return _do(at, phase, _choice(at.minds[phase.who], sight))


def _initiative(at: Setting, phase: Start) -> Step:
    rules = at.world.desk_rules[0]

    def after(came: tuple[int, ...]) -> Phase:
        return Ends(came[0], phase.sides) if came else Start(True, phase.sides)

    if phase.again:
        return Roll((rules.die, rules.ascending == 1), (who_breaks_the_tie,), after)
    return Roll(rules.die, (who_is_first,), after)


def _choice(mind: str, sight: Rows) -> tuple[int, ...]:
    policy = policies.clever if mind == CLEVER else policies.plain
    return policy(sight, Faces())  # these policies roll nothing


def _do(at: Setting, phase: Turn, codes: tuple[int, ...]) -> Step:
    """What a choice does: dice to throw, or the phase it leads to."""
    code, a, b, mode = codes
    if code == policies.DEFAULT:
        return Go(next_of(phase.first, phase.who, phase.sides))
    if code == policies.ATTACK:
        one = at.world.people[phase.who]
        return _attack(at, phase, one.arms_from + b if b >= 0 else one.arms_to - 1, mode)
    if code == policies.STRIDE:
        pay(at.world, at.world.people[phase.who], m.SECONDARY)
        held = read_off(at, phase)
        return Roll(0, (stride,), lambda way: held._replace(allowance=way))
    if code == policies.MOVE:
        move(at.world, phase.who, a, b)
    else:
        other_deed(at.world, phase.who, code, a, Faces())
    return Go(go_on(at, phase))


def _attack(at: Setting, phase: Turn, arm: int, mode: int) -> Step:
    """An attack: the dice as they are thrown, and what they lead to (DUA-10 to DUA-14)."""
    world, who = at.world, phase.who
    weapon, rules = world.arms[arm], world.desk_rules[0]
    shot, shots = _shot(world, who, arm, mode), fire(world, who, arm, mode)
    each = rules.per_hit == 1 and not weapon.bare
    held, wear = go_on(at, phase), weapon.wear
    harm = (*(hurt_by_one,) * shots, summed) if each else (hurt_by_all,)
    throws = () if shot.certain else (shoot,) * shots

    def after(came: tuple[int, int]) -> Phase:
        return _struck(held, 1 - who, wear, *came)

    return Roll(Hits(shot, int(shot.certain), 0, 0), (*throws, *harm), after)


def _shot(world: World, who: int, arm: int, mode: int) -> Shot:
    weapon, rules, match = world.arms[arm], world.desk_rules[0], match_of(world, arm, 1 - who)
    certain = mode == BLOW and rules.automatic == 1
    return Shot(
        1 - who,
        0 if certain else need_of(world, who, 1 - who, arm, mode),
        rules.extremes == 1,
        certain,
        weapon.low,
        weapon.high,
        weapon.bare == 1,
        world.people[who].strength if weapon.bare else 0,
        match.damage,
        dr_against(world, arm, 1 - who),
        weapon.wear > 0 and world.people[1 - who].dr > 0,
        weapon.knocks_down == 1 and world.people[1 - who].knocked_down == 0,
    )


def _struck(phase: Turn | Ends, victim: int, wear: int, pierced: int, felled: int) -> Phase:
    """The phase after a hit: armour worn, the victim knocked down (DUA-5, DUA-14)."""
    one = phase.sides[victim]
    one = one._replace(dr=m.worn(one.dr, wear, pierced))
    if felled and not one.down:
        one = one._replace(down=1, cover=0)
    sides = (one, phase.sides[1]) if victim == 0 else (phase.sides[0], one)
    return phase._replace(sides=sides)


# --- what may be asked -----------------------------------------------------------------------------------------


def _ask(at: Setting, phase: Turn) -> Step:
    """Stay and do as plain does, or close in first: as far as the secondary action carries, or as both do (DUA-7)."""
    world, who = at.world, phase.who
    decided = phase._replace(open=False)
    ways = [Way("stay", decided)]
    left = way_left(world, who)
    for words, budget in (("close in", min(left, world.people[who].agility * m.CM)), ("run", left)):
        set_to(at, phase, (STANDING, STANDING))
        before = len(ways)
        if budget > 0 and _nearer(world, who, budget):
            ways.append(Way(words, go_on(at, decided)))
        if before == len(ways) or ways[-1].phase == ways[-2].phase:
            del ways[before:]
    cells, here, there = world.desk_cells, phase.sides[who].cell, phase.sides[1 - who].cell
    places = tuple(place_text(at.ground, Place(cells[cell].x, cells[cell].y)) for cell in (here, there))
    return Ask(who, (*places, metres_text(far(world, here, there).cm)), tuple(ways)) if len(ways) > 1 else Go(decided)


def _nearer(world: World, who: int, budget: int) -> bool:
    """Go to the place nearest to the other with at most so many cm; false where none is nearer than this one."""
    here, there = world.people[who].cell, world.people[1 - who].cell
    best = nearest(world, within_reach(world, who, budget), there)
    if best < 0:
        return False
    found = world.desk_found[best]
    if far(world, found.cell, there).cm >= far(world, here, there).cm:
        return False
    go(world, who, found.cell, found.best >> SHIFT)
    return True


# --- the contract ----------------------------------------------------------------------------------------------


def refusal(encounter: Encounter, state: Combat, minds: tuple[str, str]) -> Refusal | None:
    """Say what stands in the way of an exact answer, or None."""
    people = tuple(state.participants.values())
    if len(people) != 2 or people[0].side == people[1].side:
        return Refusal("it is not one against one")
    if minds == (ASKED, ASKED):
        return Refusal("what is best is sought for one side, against a policy of the other")
    for one, mind in zip(people, minds, strict=True):
        if mind == CLEVER and any(item.heals and item.count for item in one.sheet.items):
            return Refusal(f"{one.name} may be healed: HP that rise again are not followed", "DUA-6")
    return loop.refusal(state, encounter)


def model(encounter: Encounter, state: Combat, minds: tuple[str, str]) -> Model:
    """Give the duel."""
    del encounter
    tables = opening(state)
    world = Tables(*([SimpleNamespace(**row._asdict()) for row in table] for table in tables))  # type: ignore[arg-type]  # rows that can be written
    first, second = tables.people
    known = tuple(bool(tables.desk_matches[2 * one.arms_from + 1 - i].known) for i, one in enumerate((first, second)))

    def band(side: int, value: int) -> int:
        if value < 1:
            return DEAD
        if minds[1 - side] != CLEVER:
            return STANDING
        return guess.seems_left(value, tables.people[side].full, known[1 - side])

    return Model(
        left=(first.hp, second.hp),
        band=band,
        first=Start(False, sides_of(world)),
        step=partial(step, Setting(state.space.ground, world, minds)),
        sees=("own place", "their place", "apart"),
        grid="at the start of a turn: stay, close in with the secondary action, run with both; then as plain does",
    )


DUEL = Duel(refusal=refusal, model=model)
