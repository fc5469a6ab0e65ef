"""An attack carried out: each shot's throw to hit, the damage of those that hit, and what becomes of the target."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import Audience, aware_of, both, side_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.state import Step, put
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import Aim, Rows, narrow, total
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.harm import exact, hurt, knock_down, result_rows, unseen_if_secret
from certamen.rulesets.dualaction.sheet import UNARMED, Weapon
from certamen.rulesets.dualaction.state import Combat, cite, pay, ruled
from certamen.rulesets.dualaction.weapons import AIMED, BLOW, BURST, THROWN, price


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


def strike(state: Combat, attack: Attack, draws: Draws) -> Step:
    """The attack: each shot's throw to hit, then the damage of those that hit (DUA-10, DUA-11)."""
    who, weapon, mode = attack.who, attack.weapon, attack.mode
    loaded = state.participants[who].loaded.get(weapon.name, 0)
    shots = m.shots_fired(weapon.shots if mode == BURST else 1, loaded, weapon.magazine)
    state = _used_up(pay(state, who, price(state, mode), weapon.name), who, weapon, mode, shots)
    certain = mode == BLOW and ruled(state, "melee_to_hit", "automatic")
    extremes = ruled(state, "criticals", "extremes")
    hit = 1 if certain else m.throw_to_hit(shots, attack.aim.need, extremes, draws.of(state, who))
    attack = attack._replace(shots=shots, hit=hit, certain=certain)
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


# --- the throw to hit ------------------------------------------------------------------------------------------


def _attack_event(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> Event:
    decided = _by_extremes(state, attack, dice)
    burst = ("DUA-11",) if attack.shots > 1 else ()
    more = (*burst, *(("DUA-19",) if attack.mode == AIMED else ()), *(("DUA-20",) if decided else ()))
    return Event(
        "attack",
        actor=attack.who,
        target=attack.target,
        rules=("DUA-10", *more),
        rulings=cite(state, *_rulings(attack)),
        dice=dice,
        parts=() if attack.certain else (*attack.aim.target, *_throw_rows(state, attack, dice), *decided),
        values={"weapon": attack.weapon.name, "mode": attack.mode, "shots": attack.shots, "hits": attack.hit},
        to=who_may_know(state, attack.who, attack.target),
    )


def _rulings(attack: Attack) -> tuple[str, ...]:
    """The rulings that a throw to hit rests on."""
    if attack.certain:
        return ("melee_to_hit",)
    aimed = ("aimed_bonus", "aimed_cost") if attack.mode == AIMED else ()
    return ("to_hit", "melee_to_hit" if attack.mode == BLOW else "difficulty", "criticals", *aimed)


def _throw_rows(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> Rows:
    """The die, what is added and the total of one throw; of several what each must show."""
    aim, mine = attack.aim, narrow(vital(state, attack.who))
    thrown = tuple(Part("die", die.face, "DUA-10", "die") for die in dice)
    need = Part("face needed", aim.need, "DUA-10", "target", to=mine)
    if len(thrown) > 1:
        return (*aim.added, need, *thrown, Part("hits", attack.hit, "DUA-11", "total"))
    result = Part("total", dice[0].face + total(aim.added), "DUA-10", "total", to=mine)
    return (*thrown, *aim.added, *((result,) if aim.added else ()), need)


def _by_extremes(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> Rows:
    """The 1s and 10s that hit or miss against their sum (DUA-20)."""
    if attack.certain or not ruled(state, "criticals", "extremes"):
        return ()
    need = attack.aim.need
    faces = dict.fromkeys(die.face for die in dice if m.hits(die.face, need, True) != m.hits(die.face, need, False))
    return tuple(Part(f"a {face}", "hits" if face > 1 else "misses", "ruling criticals", "note") for face in faces)


# --- the damage ------------------------------------------------------------------------------------------------


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
    return state, (told, *_from_nowhere(state, who, target, done.through), *knocked, *fell)


def _damage_event(state: Combat, attack: Attack, done: m.Damage, worn: int, dice: tuple[Die, ...]) -> Event:
    values: dict[str, Value] = {
        "weapon": attack.weapon.name,
        "thrown": done.thrown,
        "damage": done.through,
        "left": state.participants[attack.target].hp,
    }
    if worn:
        values["worn"] = worn
    bare = attack.weapon.name == UNARMED
    pierced = worn > 0 or (attack.aim.pierces > 0 and not bare)
    rule = "DUA-13" if bare else "DUA-12"
    return Event(
        "damage",
        actor=attack.who,
        target=attack.target,
        rules=("DUA-11", rule, *(("DUA-14",) if pierced else ()), *(("DUA-18",) if attack.aim.changes else ())),
        rulings=cite(state, "dr_per"),
        dice=dice,
        parts=_damage_rows(state, attack, done, dice),
        values=values,
        to=who_may_know(state, attack.who, attack.target),
        private=exact(state, attack.target, "damage", "left", "worn") | unseen_if_secret(dice),
    )


def _damage_rows(state: Combat, attack: Attack, done: m.Damage, dice: tuple[Die, ...]) -> Rows:
    """The dice and what each hit adds, the armour, and the result; under `dr_per: hit` what each of several does."""
    aim, theirs = attack.aim, narrow(vital(state, attack.target))
    times = f" x {attack.hit}" if attack.hit > 1 else ""
    extra = tuple(
        Part(row.label + times, row.value * attack.hit, row.source, to=row.to)
        for row in aim.damage
        if isinstance(row.value, int)
    )
    thrown = Part("thrown", done.rolled, attack.weapon.name, "die")
    short = "not below 0" if done.thrown > done.rolled + total(extra) else ""
    summed = (Part("in all", done.thrown, "DUA-18", "total", why=short),) if extra else ()
    counts = (Part("DR that counts", -aim.dr, "DUA-12", "total", to=theirs),) if len(aim.armour) > 1 else ()
    each = _hits(state, attack, dice) if attack.hit > 1 and ruled(state, "dr_per", "hit") else ()
    apart = tuple(replace(row, counted=False, why=row.why or "taken from each hit") for row in aim.armour)
    rows = (*(apart if each else aim.armour), *counts, *each)
    return (thrown, *extra, *summed, *rows, *result_rows(state, attack.target, done, aim.dr))


def _hits(state: Combat, attack: Attack, dice: tuple[Die, ...]) -> Rows:
    """What gets through of each hit (DUA-12)."""
    low, high = read_range(attack.weapon.damage)
    theirs = narrow(vital(state, attack.target))
    faces = [die.face for die in dice] if high > low else [1] * attack.hit
    hits = [m.with_bonus(m.damage_of(low, face), attack.aim.bonus) for face in faces]
    return tuple(
        Part(f"hit {n}, {hit} thrown", m.after_resistance(hit, attack.aim.dr), "ruling dr_per", to=theirs)
        for n, hit in enumerate(hits, 1)
    )


def _from_nowhere(state: Combat, who: str, target: str, through: int) -> tuple[Event, ...]:
    """What those see who do not know of the attacker."""
    if not state.participants[who].hidden:
        return ()
    values: dict[str, Value] = {"damage": through, "left": state.participants[target].hp}
    hidden = exact(state, target, "damage", "left")
    return (Event("hurt", target=target, rules=("DUA-12",), values=values, to=aware_of(state, target), private=hidden),)


def who_may_know(state: Combat, who: str, target: str) -> Audience:
    """Those who are aware of both; at least the attacker's side."""
    return both(state, who, target) or side_of(state, state.participants[who].side)
