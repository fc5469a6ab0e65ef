"""An attack carried out: each shot's throw to hit, the damage of those that hit, and what becomes of the target."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import Audience, aware_of, both, side_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import Aim, narrow, take_aim, total
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.harm import exact, hurt, knock_down
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.state import Combat, fights, pay, ruled, weapon_of
from certamen.rulesets.dualaction.weapons import AIMED, BLOW, BURST, THROWN, price, target_refusal

TO_HIT_RULINGS = ("to_hit", "difficulty", "criticals")


class Attack(NamedTuple):
    """Who attacks whom, with what and how; `shots` throws to hit, of which `hit` hit; `certain` without a throw."""

    who: str
    target: str
    weapon: Weapon
    mode: str
    aim: Aim
    shots: int = 1
    hit: int = 0
    certain: bool = False


def resolve(state: Combat, then: Resume, draws: Draws) -> Step:
    """The attack: each shot's throw to hit, then the damage of those that hit (DUA-10, DUA-11)."""
    who, target, weapon_name, mode = (str(then.args[name]) for name in ("who", "target", "weapon", "mode"))
    one, other = state.participants[who], state.participants[target]
    weapon = weapon_of(one, weapon_name)
    if not fights(other) or target_refusal(state, one, weapon, other, mode) is not None:
        return Step(state)
    aim = take_aim(state, who, target, weapon_name, mode)
    shots = m.shots_fired(weapon.shots if mode == BURST else 1, one.loaded.get(weapon_name, 0), weapon.magazine)
    state = _used_up(pay(state, who, price(state, mode), weapon_name), who, weapon, mode, shots)
    certain = mode == BLOW and ruled(state, "melee_to_hit", "automatic")
    extremes = ruled(state, "criticals", "extremes")
    hit = 1 if certain else m.throw_to_hit(shots, aim.need, extremes, draws.of(state, who))
    attack = Attack(who, target, weapon, mode, aim, shots, hit, certain)
    told = _attack_event(state, attack, draws.take())
    if not hit:
        return Step(state, (told,))
    state, events = _damage(state, attack, draws)
    return Step(state, (told, *events))


def _used_up(state: Combat, who: str, weapon: Weapon, mode: str, shots: int) -> Combat:
    one = state.participants[who]
    uses = 1 if mode == THROWN else shots if weapon.magazine else 0
    if not uses:
        return state
    return put(state, replace(one, loaded={**one.loaded, weapon.name: one.loaded.get(weapon.name, 0) - uses}))


def _attack_event(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> Event:
    named = ("melee_to_hit",) if attack.certain else TO_HIT_RULINGS
    more = (*(("DUA-11",) if attack.shots > 1 else ()), *(("DUA-19",) if attack.mode == AIMED else ()))
    return Event(
        "attack",
        actor=attack.who,
        target=attack.target,
        rules=("DUA-10", *more),
        rulings=tuple((name, state.rulings[name]) for name in named),
        dice=dice,
        parts=() if attack.certain else (*attack.aim.target, *_throw_rows(state, attack, dice)),
        values={"weapon": attack.weapon.name, "mode": attack.mode, "shots": attack.shots, "hits": attack.hit},
        to=who_may_know(state, attack.who, attack.target),
    )


def _throw_rows(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> tuple[Part, ...]:
    """The die, what is added and the total of one throw; of several what each must show."""
    aim, mine = attack.aim, narrow(vital(state, attack.who))
    thrown = tuple(Part("die", die.face, "DUA-10", "die") for die in dice)
    need = Part("face needed", aim.need, "DUA-10", "target", to=mine)
    if len(thrown) > 1:
        return (*aim.added, need, *thrown, Part("hits", attack.hit, "DUA-11", "total"))
    result = Part("total", dice[0].face + total(aim.added), "DUA-10", "total", to=mine)
    return (*thrown, *aim.added, *((result,) if aim.added else ()), need)


def _damage(state: Combat, attack: Attack, draws: Draws) -> tuple[Combat, tuple[Event, ...]]:
    who, target, weapon, aim = attack.who, attack.target, attack.weapon, attack.aim
    dice = draws.of(state, who)
    if weapon.name == UNARMED:
        done = m.throw_unarmed(state.participants[who].sheet.strength, aim.bonus, aim.dr, dice)
    else:
        low, high = read_range(weapon.damage)
        done = m.throw_damage(attack.hit, low, high, aim.bonus, aim.dr, ruled(state, "dr_per", "hit"), dice)
    fallen = draws.take()
    state, fell = hurt(state, target, done.through)
    other = state.participants[target]
    worn = other.dr - m.worn(other.dr, weapon.wear, done.pierced)
    state = put(state, replace(other, dr=other.dr - worn))
    told = _damage_event(state, attack, done, worn, fallen)
    knocked: tuple[Event, ...] = ()
    if weapon.knocks_down and done.through:
        state, knocked = knock_down(state, target)
    return state, (told, *_from_nowhere(state, who, target, done.thrown), *knocked, *fell)


def _damage_event(state: Combat, attack: Attack, done: m.Damage, worn: int, dice: tuple[Die, ...]) -> Event:
    values: dict[str, Value] = {
        "weapon": attack.weapon.name,
        "thrown": done.thrown,
        "damage": done.through,
        "left": state.participants[attack.target].hp,
    }
    if worn:
        values["worn"] = worn
    rule = "DUA-13" if attack.weapon.name == UNARMED else "DUA-12"
    return Event(
        "damage",
        actor=attack.who,
        target=attack.target,
        rules=("DUA-11", rule, *(("DUA-14",) if worn else ()), *(("DUA-18",) if attack.aim.changes else ())),
        rulings=(("dr_per", state.rulings["dr_per"]),),
        dice=dice,
        parts=_damage_rows(state, attack, done),
        values=values,
        to=who_may_know(state, attack.who, attack.target),
        private=exact(state, attack.target, "damage", "left", "worn"),
    )


def _damage_rows(state: Combat, attack: Attack, done: m.Damage) -> tuple[Part, ...]:
    aim, theirs = attack.aim, narrow(vital(state, attack.target))
    times = f" x {attack.hit}" if attack.hit > 1 else ""
    extra = tuple(
        Part(row.label + times, row.value * attack.hit, row.source) for row in aim.damage if isinstance(row.value, int)
    )
    thrown = Part("thrown", done.thrown - total(extra), attack.weapon.name, "die")
    summed = (Part("in all", done.thrown, "DUA-18", "total"),) if extra else ()
    counts = (Part("DR that counts", -aim.dr, "DUA-14", "total", to=theirs),) if len(aim.armour) > 1 else ()
    through = Part("damage", done.through, "DUA-12", "total", to=theirs)
    left = Part("HP left", state.participants[attack.target].hp, "sheet", "note", to=theirs)
    return (thrown, *extra, *summed, *aim.armour, *counts, through, left)


def _from_nowhere(state: Combat, who: str, target: str, thrown: int) -> tuple[Event, ...]:
    """What those see who do not know of the attacker."""
    if not state.participants[who].hidden:
        return ()
    return (Event("hurt", target=target, rules=("DUA-12",), values={"thrown": thrown}, to=aware_of(state, target)),)


def who_may_know(state: Combat, who: str, target: str) -> Audience:
    """Those who are aware of both; at least the attacker's side."""
    return both(state, who, target) or side_of(state, state.participants[who].side)
