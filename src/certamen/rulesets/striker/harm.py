"""What effects do to a participant: pools, conditions, falling, being out, and how events tell of it."""

from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import EVERYONE, Audience, aware_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import add_effect, drop_effects, has_effect, put
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.ground import FLY
from certamen.rulesets.striker.lines import effect_of
from certamen.rulesets.striker.state import (
    EVADING,
    PREVENTING,
    PRONE,
    Combatant,
    Contest,
    left_in,
    metres,
    prevented,
    prone,
    ruled,
    rulings_of,
)

Events = tuple[Event, ...]


def exact(state: Contest, who: str, *names: str) -> dict[str, Audience]:
    """These values of an event, narrowed to those who may know the exact figures of `who`."""
    audience = vital(state, who)
    return {} if audience == EVERYONE else dict.fromkeys(names, audience)


def hurt(
    state: Contest,
    target: str,
    pool: str,
    kind: str,
    amount: int,
    rows: tuple[Part, ...],
    draws: Draws,
    to: Audience,
    rulings: tuple[tuple[str, RulingValue], ...] = (),
) -> tuple[Contest, Events]:
    """So much of an effect of a type comes off a pool, less resistance; at hp 0 the target is out (STR-26)."""
    one = state.participants[target]
    before = left_in(one, pool)
    if before is None:
        values: dict[str, Value] = {"pool": pool, "amount": amount}
        return state, (Event("no_pool", target=target, rules=("STR-26",), dice=draws.take(), values=values, to=to),)
    resistance = one.sheet.resistances.get(kind, 0)
    through = m.reduced(amount, resistance)
    left = m.pool_after(before, through)
    state = put(state, _with_pool(one, pool, left))
    private = exact(state, target, "amount", "left")
    hidden = next(iter(private.values()), None)
    event = Event(
        "effect",
        target=target,
        rules=("STR-26",),
        rulings=rulings,
        dice=draws.take(),
        parts=(
            *rows,
            Part(f"resistance to {kind}", -resistance, "sheet", to=hidden),
            Part(f"off {pool}", through, "STR-26", "total", to=hidden),
            Part(f"{pool} left", left, "sheet", "note", to=hidden),
        ),
        values={"pool": pool, "kind": kind, "rolled": amount, "amount": through, "left": left},
        to=to,
        private=private,
    )
    state, fell = fall_if_spent(state, target, draws)
    return state, (event, *fell)


def _with_pool(one: Combatant, pool: str, left: int) -> Combatant:
    return replace(one, hp=left) if pool == "hp" else replace(one, pools={**one.pools, pool: left})


def fall_if_spent(state: Contest, who: str, draws: Draws) -> tuple[Contest, Events]:
    """The state with `who` out or dead at hp 0, and the event that tells of it (STR-26)."""
    one = state.participants[who]
    status = m.status_at(one.hp, ruled(state, "zero_hp", "dead"))
    if one.status != "in" or status == m.Status.IN:
        return state, ()
    state = put(state, replace(one, status="dead" if status == m.Status.DEAD else "out", task=None, readied=None))
    state = drop_effects(state, who, EVADING)
    event = Event(
        "down", actor=who, rules=("STR-14", "STR-26"), rulings=rulings_of(state, "zero_hp"), to=aware_of(state, who)
    )
    state, fell = fall(state, who, draws)
    return state, (event, *fell)


def impose(state: Contest, who: str, condition: str, source: str, draws: Draws) -> tuple[Contest, Events]:
    """A condition comes upon someone: what it takes away goes, and a flyer may fall (STR-25, STR-30, STR-36)."""
    if state.participants[who].status != "in" or has_effect(state, who, condition):
        return state, ()
    state = add_effect(state, condition, who, source=source, rule="STR-36")
    if condition in PREVENTING:
        state = drop_effects(state, who, EVADING)
        state = put(state, replace(state.participants[who], readied=None))
    told = Event("condition", actor=who, rules=("STR-36",), values={"condition": condition}, to=aware_of(state, who))
    state, fell = fall(state, who, draws)
    return state, (told, *fell)


def fall(state: Contest, who: str, draws: Draws) -> tuple[Contest, Events]:
    """A flyer who is knocked prone, cannot move or is out falls, unless it hovers or nothing weighs (STR-25)."""
    one, space, plan = state.participants[who], metres(state), state.scene.map
    if space is None or plan is None or who not in space.places or not one.flying:
        return state, ()
    held = bool(prevented(state, who)) or one.status != "in"
    speed = one.sheet.speed.get(FLY, 0)
    if not m.falls(True, prone(state, who), speed, held, one.sheet.hovers, plan.gravity):
        return state, ()
    here = space.places[who]
    space = replace(space, places={**space.places, who: here._replace(z=0)})
    state = put(replace(state, space=space), replace(one, flying=False))
    told = Event("falls", actor=who, rules=("STR-25",), values={"height": here.z}, to=aware_of(state, who))
    rolls = effect_of(plan.fall) if plan.fall else None
    if rolls is None:
        return state, (told,)
    thrown = m.effect(rolls.count, rolls.sides, 0, draws.of(state, who) if one.hidden else draws.table())
    rows = (Part(f"{rolls.count}d{rolls.sides}", thrown, plan.fall, "die"),)
    state, events = hurt(state, who, rolls.pool, rolls.kind, thrown, rows, draws, aware_of(state, who))
    return state, (told, *events)


__all__ = ["PRONE", "exact", "fall", "fall_if_spent", "hurt", "impose"]
