"""An attack carried out: each shot's throw to hit, the damage of those that hit, and what becomes of the target."""

from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import Audience, aware_of, both, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import AIMED, BLOW, BURST, THROWN, Aim, price, take_aim, target_refusal
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.harm import exact, hurt, knock_down
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.state import Combat, fights, pay, ruled, weapon_of

TO_HIT_RULINGS = ("to_hit", "difficulty", "criticals")


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
    told = _attack_event(state, who, target, weapon_name, mode, aim, shots, hit, certain, draws)
    if not hit:
        return Step(state, (told,))
    state, events = _damage(state, who, target, weapon, aim, hit, draws)
    return Step(state, (told, *events))


def _used_up(state: Combat, who: str, weapon: Weapon, mode: str, shots: int) -> Combat:
    one = state.participants[who]
    uses = 1 if mode == THROWN else shots if weapon.magazine else 0
    if not uses:
        return state
    return put(state, replace(one, loaded={**one.loaded, weapon.name: one.loaded.get(weapon.name, 0) - uses}))


def _attack_event(
    state: Combat,
    who: str,
    target: str,
    weapon: str,
    mode: str,
    aim: Aim,
    shots: int,
    hit: int,
    certain: bool,
    draws: Draws,
) -> Event:
    dice = draws.take()
    thrown = tuple(Part("to hit", die.face, "DUA-10", "die") for die in dice)
    names = ("melee_to_hit",) if certain else TO_HIT_RULINGS
    return Event(
        "attack",
        actor=who,
        target=target,
        rules=("DUA-10", *(("DUA-11",) if shots > 1 else ()), *(("DUA-19",) if mode == AIMED else ())),
        rulings=tuple((name, state.rulings[name]) for name in names),
        dice=dice,
        parts=() if certain else (*aim.to_hit, *thrown, Part("hits", hit, "DUA-10", "total")),
        values={"weapon": weapon, "mode": mode, "shots": shots, "hits": hit},
        to=who_may_know(state, who, target),
    )


def _damage(
    state: Combat, who: str, target: str, weapon: Weapon, aim: Aim, hit: int, draws: Draws
) -> tuple[Combat, tuple[Event, ...]]:
    one = state.participants[who]
    dice = draws.of(state, who)
    per_hit = ruled(state, "dr_per", "hit")
    if weapon.name == UNARMED:
        done = m.throw_unarmed(one.sheet.strength, aim.bonus, aim.dr, dice)
    else:
        low, high = read_range(weapon.damage)
        done = m.throw_damage(hit, low, high, aim.bonus, aim.dr, per_hit, dice)
    fallen = draws.take()
    state, events = hurt(state, target, done.through)
    other = state.participants[target]
    worn = m.worn(other.dr, weapon.wear, done.pierced)
    state = put(state, replace(other, dr=worn))
    values: dict[str, Value] = {"thrown": done.thrown, "damage": done.through, "left": other.hp, "weapon": weapon.name}
    hidden = exact(state, target, "damage", "left", "worn")
    private = next(iter(hidden.values()), None)
    told = Event(
        "damage",
        actor=who,
        target=target,
        rules=("DUA-11", "DUA-13" if weapon.name == UNARMED else "DUA-12", *(("DUA-14",) if worn < other.dr else ())),
        rulings=(("dr_per", state.rulings["dr_per"]),),
        dice=fallen,
        parts=(
            Part("thrown", done.thrown - hit * aim.bonus, weapon.name, "die"),
            *aim.damage,
            Part("DR that counts", -aim.dr, "DUA-12", "total", to=private),
            Part("damage", done.through, "DUA-12", "total", to=private),
            Part("HP left", other.hp, "sheet", "total", to=private),
        ),
        values={**values, **({"worn": other.dr - worn} if worn < other.dr else {})},
        to=who_may_know(state, who, target),
        private=hidden,
    )
    fell: tuple[Event, ...] = ()
    if weapon.knocks_down and done.through:
        state, fell = knock_down(state, target)
    return state, (told, *_from_nowhere(state, who, target, done.thrown), *fell, *events)


def _from_nowhere(state: Combat, who: str, target: str, thrown: int) -> tuple[Event, ...]:
    """What those see who do not know of the attacker."""
    if not state.participants[who].hidden:
        return ()
    return (Event("hurt", target=target, rules=("DUA-12",), values={"thrown": thrown}, to=aware_of(state, target)),)


def who_may_know(state: Combat, who: str, target: str) -> Audience:
    """Those who are aware of both; at least the attacker's side."""
    return both(state, who, target) or side_of(state, state.participants[who].side)
