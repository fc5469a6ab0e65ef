"""The rolls of an exact duel: a check, what a hit brings, harms and boons, wounds that bleed; and what follows them."""

from collections.abc import Callable
from typing import Any

from certamen.kernel.duel import ASKED, Phase, Roll, Step
from certamen.kernel.loop import World
from certamen.rulesets.starslinger import duel_dice, loop_checks, loop_turns
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.duel_dice import Bled, Effects, Given, Harmed, Throw
from certamen.rulesets.starslinger.duel_moments import MOST_ABOVE, At, Bands, Setting, numbers_of, put, settle, taken
from certamen.rulesets.starslinger.loop_harm import boon, harm
from certamen.rulesets.starslinger.loop_places import means_of, wielded

MINDS = {"plain": 0, "clever": 1, ASKED: 0}
MANY = 1_000_000


def _again(
    at: Setting, phase: At, bands: Bands, who: int, do: Callable[[Any], None]
) -> Callable[[tuple[Any, int]], Phase]:
    """What follows dice: this moment again, and `do` with what fell; `who` has so much above his value then."""
    settle(at)
    here = numbers_of(at)

    def after(came: tuple[Any, int]) -> Phase:
        fell, above = came
        put(at, here, phase.above, bands)
        do(fell)
        return taken(at, (above, phase.above[1]) if who == 0 else (phase.above[0], above))

    return after


def thrown(at: Setting, phase: At, bands: Bands) -> Step:
    """Roll the check on the desk."""
    world = at.world
    scene, check = world.scene[0], world.desk_act[0]
    who, target = check.actor, max(0, check.target)
    attack = check.kind == t.ATTACK
    weapon = means_of(world, who, check.arm)
    first = Throw(
        check.advantage,
        check.edges,
        scene.lost_edge,
        MINDS[at.minds[who]] if world.people[who].rerolls else t.NOBODY,
        scene.naturals,
        m.Modifiers(check.base, check.bonuses, check.best, check.penalties, check.worst),
        scene.scope,
        check.dc,
        attack,
        weapon.threat if attack else 0,
        weapon.number if attack else 0,
        weapon.sides if attack else 0,
        weapon.bonus if attack else 0,
        check.halved > 0,
        scene.halves,
        world.people[target].armour if attack else 0,
        target,
        phase.above[target],
    )

    def do(came: duel_dice.Judged) -> None:
        loop_checks.begin(world)
        world.people[who].rerolls -= came.rerolled
        loop_checks.come_out(world, came.degree, came.critical)
        brings = attack and (came.critical or weapon.befalls or weapon.persistent)
        if attack and came.degree >= m.Degree.SUCCESS and not brings:
            _drop(world)
        if not attack or not brings or came.degree < m.Degree.SUCCESS:
            _finish(world)

    return Roll(first, (duel_dice.throw, duel_dice.judge, duel_dice.hit), _again(at, phase, bands, target, do))


def _drop(world: World) -> None:
    """Take the top window away."""
    world.scene[0].depth -= 1
    loop_turns.wipe(world.windows[world.scene[0].depth])


def _finish(world: World) -> None:
    """Let the check on the desk have its effect and come to its end, where no dice are needed for it."""
    if world.windows[world.scene[0].depth - 1].step == t.GO_EFFECT:
        _drop(world)
        loop_checks.take_effect(world, Given())
    _drop(world)
    loop_checks.finish(world, Given())


def struck(at: Setting, phase: At, bands: Bands) -> Step | None:
    """Roll what a hit brings beyond its damage."""
    world, check = at.world, at.world.desk_act[0]
    weapon, items = means_of(world, check.actor, check.arm), _items(world, check.target)
    critical = check.critical > 0
    rolled = critical or (weapon.befalls in duel_dice.ITEMS and items > 1)
    if world.people[check.target].status != t.IN or not rolled:
        loop_checks.take_effect(world, Given())
        return None
    table = tuple((row.upto, row.befalls) for row in world.criticals) if critical else ()
    first = Effects(weapon.befalls, items, critical, weapon.petrifies > 0, table)
    above = phase.above[0]

    def do(fell: tuple[duel_dice.Fallen, ...]) -> None:
        loop_checks.take_effect(world, Given(fell))

    after = _again(at, phase, bands, 0, do)
    return Roll(first, (duel_dice.effects,), lambda came: after((came[0], above)))


def _items(world: World, who: int) -> int:
    return next(n for n in range(3) if wielded(world, who, n + 1) == t.NOBODY)


def harmed(at: Setting, phase: At, bands: Bands, who: int) -> Step:
    """Roll on the table of harms (SLG-6)."""
    world = at.world
    first = Harmed(who, _items(world, who), world.people[who].armour, phase.above[who])

    def do(fell: tuple[duel_dice.Fallen, ...]) -> None:
        world.people[who].hp = MANY
        harm(world, Given(fell), who)

    return Roll(first, (duel_dice.roll_harm,), _again(at, phase, bands, who, do))


def helped(at: Setting, phase: At, bands: Bands, who: int, target: int) -> Step:
    """Roll on the table of boons (SLG-6)."""
    world, above = at.world, phase.above[who]
    gained = [0]

    def do(fell: tuple[duel_dice.Fallen, ...]) -> None:
        before = world.people[who].hp
        boon(world, Given(fell), who, target)
        gained[0] = world.people[who].hp - before

    def after(came: tuple[Any, int]) -> Phase:
        found = again(came)
        assert isinstance(found, At)  # it is a moment
        more = min(MOST_ABOVE, above + gained[0])
        return found._replace(above=(more, found.above[1]) if who == 0 else (found.above[0], more))

    again = _again(at, phase, bands, who, do)
    return Roll(above, (duel_dice.roll_boon,), after)


def turn_over(at: Setting, phase: At, bands: Bands) -> Step | None:
    """Take persistent damage at a turn's end; then the next comes."""
    world = at.world
    who = world.scene[0].acting
    amount = world.people[who].bleeding * world.scene[0].bleeding

    def do(_: object) -> None:
        loop_checks.push(world, t.NOTHING, t.GO_NEXT, t.NOBODY, t.NOBODY)

    if not amount or world.people[who].status != t.IN:
        do(())
        return None
    first = Bled(who, amount, phase.above[who])
    return Roll(first, (duel_dice.bleed,), _again(at, phase, bands, who, do))
