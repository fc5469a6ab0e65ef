"""Striker one against one, as it is solved exactly: the compiled fight's tables as phases, hp as what falls.

Whatever the loop knows is known here: the same functions are called, on one phase at a time, up to the next dice.
"""

from functools import partial
from typing import NamedTuple

from certamen.dice import Dice, Faces
from certamen.kernel.action import Refusal
from certamen.kernel.duel import ASKED, Ask, Duel, Fell, Go, Model, Over, Phase, Roll, Round, Step, Way
from certamen.kernel.encounter import Encounter
from certamen.kernel.loop import World
from certamen.kernel.ruleset import Codes
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import policies as p
from certamen.rulesets.striker.duel_phases import (
    At,
    Begun,
    Chosen,
    First,
    Lots,
    Struck,
    Tied,
    Tried,
    kept,
    load,
    records,
)
from certamen.rulesets.striker.figures import LOOKS, how_hurt
from certamen.rulesets.striker.guess import share
from certamen.rulesets.striker.loop_acts import (
    CLEVER,
    Shot,
    aimed_at,
    asked,
    carry_out,
    decide,
    declare,
    gets_up,
    go_on,
    harm,
    hits,
    knock,
    shot_of,
    tried,
    verb_of,
)
from certamen.rulesets.striker.loop_order import begin_rounds
from certamen.rulesets.striker.loop_refusal import refusal as loop_refusal
from certamen.rulesets.striker.loop_rows import opening
from certamen.rulesets.striker.loop_sight import EXACTLY, NOT_AT_ALL, look
from certamen.rulesets.striker.loop_tables import Person, Scene, Tables
from certamen.rulesets.striker.state import Contest

MINDS = {"plain": 0, ASKED: 0, "clever": CLEVER}
NO_DICE = Faces()
WORDS = {
    p.DEFAULT: "end the turn",
    p.MOVE: "close in",
    p.STAND: "stand up",
    p.DRAW: "draw",
    p.SWITCH: "change the weapon",
}


class Rolled(NamedTuple):
    """An attack that was rolled: at which side, whether it hits."""

    shot: Shot
    target: int
    hit: bool


# --- the dice, by mechanics ----------------------------------------------------------------------------------------


def both_initiatives(lots: Lots, dice: Dice) -> Fell:
    """Roll for initiative: `came` is above 0 where side 0 goes first, below it for side 1, 0 where they tie."""
    die = m.initiative_die(dice)
    his = die if lots.shared else m.initiative_die(dice)
    one = lots.one._replace(total=m.initiative(die, lots.one.resolve, lots.highest, lots.ruling))
    other = lots.other._replace(total=m.initiative(his, lots.other.resolve, lots.highest, lots.ruling))
    return Fell(0, 0, _first(one, other))


def tied_lots(lots: Lots, dice: Dice) -> Fell:
    """Roll a d20 each for those who tie."""
    return Fell(0, 0, _first(m.roll_tie(lots.one, dice), m.roll_tie(lots.one, dice)))


def _first(one: m.Initiative, other: m.Initiative) -> int:
    return 0 if m.tied(one, other) else 1 if m.goes_before(one, other) else -1


def aim(first: Rolled, dice: Dice) -> Rolled:
    """Roll an attack."""
    return first._replace(hit=hits(first.shot, dice))


def wound(rolled: Rolled, dice: Dice) -> Fell:
    """Roll the effect of a hit: `came` 1 for a hit."""
    return Fell(rolled.target, harm(rolled.shot, dice) if rolled.hit else 0, int(rolled.hit))


def get_up(acrobatics: int, dice: Dice) -> Fell:
    """Roll to be up at no cost: `came` 1 for one who is."""
    return Fell(0, 0, int(gets_up(acrobatics, dice)))


# --- what happens --------------------------------------------------------------------------------------------------


class Setting(NamedTuple):
    """What does not change.

    world: tables to work on; start: both as they come in; hp: by side and band an hp that stands for all in it;
    names: of the weapons of each side.
    """

    world: World
    minds: tuple[str, str]
    start: tuple[Person, ...]
    hp: tuple[tuple[int, ...], ...]
    names: tuple[tuple[str, ...], ...]


def step(at: Setting, phase: Phase, first: int, second: int) -> Step:
    """What happens at a phase, the two having so much left."""
    bands = (first, second)
    if isinstance(phase, At):
        return _asked(at, phase, bands)
    if isinstance(phase, Begun):
        return Round(phase.at)
    if isinstance(phase, Chosen):
        world = _load(at, phase.at, bands)
        who = asked(world)
        look(world, who)
        return _carry(world, who, phase.codes)
    if isinstance(phase, Struck):
        return _struck(at, phase, bands)
    if isinstance(phase, Tried):
        world = _load(at, phase.at, bands)
        tried(world.people[phase.who], phase.fine)
        return _on(world, p.ACROBATICS)
    if isinstance(phase, First):
        return Go(Begun(_opened(at, phase.side)))
    if isinstance(phase, Tied):
        return Roll(phase.lots, (tied_lots,), partial(_ordered, phase.lots))
    assert isinstance(phase, Lots)  # there are no others
    return Roll(phase, (both_initiatives,), partial(_ordered, phase))


def _ordered(lots: Lots, came: int) -> Phase:
    return Tied(lots) if came == 0 else First(0 if came > 0 else 1)


def _load(at: Setting, phase: At, bands: tuple[int, int]) -> World:
    load(at.world, phase, [hp[band] for hp, band in zip(at.hp, bands, strict=True)])
    return at.world


def _opened(at: Setting, side: int) -> At:
    """The first round has begun, and the first turn."""
    one, other = at.start
    world = _load(at, At(one, other, Scene(), (side, 1 - side)), (1, 1))
    begin_rounds(world)
    return kept(world)


def _asked(at: Setting, phase: At, bands: tuple[int, int]) -> Step:
    """The one who is asked chooses, by his policy or freely; of a free choice only blows and weapons are looked at."""
    world = _load(at, phase, bands)
    who = asked(world)
    codes = decide(world, who, MINDS[at.minds[who]], NO_DICE)
    if at.minds[who] != ASKED or world.scene[0].mover >= 0:
        return _carry(world, who, codes)
    ways = _ways(at, world, who, codes)
    if len(ways) == 1:
        return _carry(world, who, codes)
    own, theirs = (LOOKS[how_hurt(world.people[i].hp, world.desk_traits[i].full)] for i in (who, 1 - who))
    seen = "unknown" if world.desk_facts[0].shown == NOT_AT_ALL else theirs
    open_now = "; ".join(label for label, _ in ways)
    return Ask(who, (own, seen, open_now), tuple(Way(label, Chosen(phase, way)) for label, way in ways))


def _ways(at: Setting, world: World, who: int, plain: Codes) -> list[tuple[str, Codes]]:
    """What one may choose, in words and codes: what plain does, each attack, another weapon, to evade."""
    rows, names = look(world, who), at.names[who]
    ways: list[tuple[str, Codes]] = [
        (f"attack with {names[one.weapon]}", (p.ATTACK, one.enemy, one.weapon, 0)) for one in rows.attacks
    ]
    if plain[0] != p.ATTACK:
        ways.append((WORDS[plain[0]], plain))
    if rows.swap >= 0 and plain[0] != p.SWITCH:
        ways.append((f"change to {names[rows.swap]}", (p.SWITCH, rows.swap, 0, 0)))
    if rows.main and not rows.evading:
        ways.append(("evade", (p.EVADE, 0, 0, 0)))
    return ways


def _carry(world: World, who: int, codes: Codes) -> Step:
    """Do what was chosen, up to the dice."""
    verb, target = verb_of(world, codes), aimed_at(world, codes)
    world.people[who].asked = 0
    if target >= 0:
        nth = declare(world, who, codes)
        rolled = Rolled(shot_of(world, who, target, nth), target, False)
        return Roll(rolled, (aim, wound), partial(Struck, kept(world), who, target, nth, verb))
    if verb == p.ACROBATICS:
        return Roll(world.desk_traits[who].acrobatics, (get_up,), partial(Tried, kept(world), who))
    carry_out(world, who, codes)
    return _on(world, verb)


def _struck(at: Setting, blow: Struck, bands: tuple[int, int]) -> Step:
    """After a blow: it is over, or it goes on (STR-14, STR-26)."""
    if bands[blow.target] == 0:
        return Over(1 - blow.target)
    world = _load(at, blow.at, bands)
    if blow.hit:
        knock(world.people[blow.target], world.desk_arms[world.desk_traits[blow.who].arms + blow.nth])
    return _on(world, blow.verb)


def _on(world: World, verb: int) -> Step:
    """It goes on until somebody is asked again, perhaps in a new round."""
    go_on(world, verb)
    phase = kept(world)
    return Go(Begun(phase) if world.scene[0].round else phase)


# --- the duel ------------------------------------------------------------------------------------------------------


def refusal(encounter: Encounter, state: Contest, minds: tuple[str, str]) -> Refusal | None:
    """Say what is in the way of an exact answer."""
    if len(state.participants) != 2:
        return Refusal(f"{len(state.participants)} take part, not two")
    if minds == (ASKED, ASKED):
        return Refusal("both choose freely in each other's turns", "STR-18")
    unknown = [mind for mind in minds if mind not in MINDS]
    if unknown:
        return Refusal(f"the policy {unknown[0]} is not known to it")
    for one in state.participants.values():
        if any(gear.restores for gear in one.sheet.gear):
            return Refusal(f"{one.name} carries a remedy: what is lost may come back", "STR-34")
        if any(weapon.area for weapon in one.sheet.weapons):
            return Refusal(f"{one.name} has a weapon that fills an area", "STR-27")
    return loop_refusal(state, encounter)


def model(encounter: Encounter, state: Contest, minds: tuple[str, str]) -> Model:
    """Give the duel."""
    tables = opening(encounter, state)
    bands = tuple(
        _bands(one.hp, traits.full, tables) for one, traits in zip(tables.people, tables.desk_traits, strict=True)
    )
    names = tuple(tuple(weapon.name for weapon in one.sheet.weapons) for one in state.participants.values())
    at = Setting(records(tables), minds, tables.people, tuple(_stand_for(one) for one in bands), names)
    return Model(
        left=(tables.people[0].hp, tables.people[1].hp),
        band=lambda side, value: bands[side][value],
        first=_lots(tables),
        step=partial(step, at),
        sees=("own wounds", "their wounds", "open now"),
        grid="which weapon to strike with, changing it, evading; all else as plain does it",
    )


def _bands(hp: int, full: int, tables: Tables) -> tuple[int, ...]:
    """Of each hp its band: none left, else what others see of it, and what a policy makes of one's own."""
    exact = tables.desk_facts[0].shown == EXACTLY
    looks = [
        (share(left, full) if exact else -how_hurt(left, full), left * 100 // full > p.HURT)
        for left in range(1, hp + 1)
    ]
    kinds = sorted(set(looks))
    return (0, *(1 + kinds.index(look) for look in looks))


def _stand_for(bands: tuple[int, ...]) -> tuple[int, ...]:
    """For each band the lowest hp in it."""
    return tuple(bands.index(band) for band in range(max(bands) + 1))


def _lots(tables: Tables) -> Lots:
    one, other = (m.Initiative(0, traits.resolve, traits.perception, 0) for traits in tables.desk_traits)
    ruling = m.GmInitiative(tables.desk_facts[0].gm_initiative)
    shared = ruling != m.GmInitiative.INDIVIDUAL and not any(traits.played for traits in tables.desk_traits)
    highest = max(one.resolve, other.resolve)
    return Lots(one, other, shared, ruling if shared else m.GmInitiative.INDIVIDUAL, highest)


DUEL = Duel(refusal=refusal, model=model)
