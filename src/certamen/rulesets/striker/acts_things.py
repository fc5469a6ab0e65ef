"""Things in the hand and about: draw, let go, switch, use what one carries, work a lever (STR-16, STR-17, STR-34)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, mark, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import reacting
from certamen.rulesets.striker.carry import ready_for
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.harm import exact
from certamen.rulesets.striker.lines import effect_of, listing
from certamen.rulesets.striker.notation.tree import TIMINGS
from certamen.rulesets.striker.scene import Item
from certamen.rulesets.striker.sheet import Gear, Weapon
from certamen.rulesets.striker.spending import pay, turn_of
from certamen.rulesets.striker.state import Combatant, Contest, allies, item_of, left_in, metres, ranks, weapon_of
from certamen.rulesets.striker.turnacts import choice, plain_offer, simple_event


def _handy(one: Combatant) -> tuple[Weapon, ...]:
    return tuple(weapon for weapon in one.sheet.weapons if not weapon.natural and weapon.name != one.held)


# --- weapons -------------------------------------------------------------------------------------------------------


def draw_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Taking a weapon into empty hands: one simple interaction (STR-17)."""
    one = state.participants[request.who]
    spend = m.interaction(True, turn_of(one).free)
    closed = Refusal(f"the {one.held} is in the hand: let go of it or switch", "STR-34") if one.held else None
    return tuple(
        plain_offer(
            state,
            one.id,
            "draw",
            spend,
            ("STR-17",),
            f"take the {weapon.name}",
            closed,
            (choice("weapon", weapon.name),),
        )
        for weapon in _handy(one)
    )


def draw(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The weapon is in the hand (STR-17)."""
    del draws
    one, name = state.participants[request.who], str(action.values["weapon"])
    state = pay(state, one.id, m.interaction(True, turn_of(one).free), f"draw {name}")
    state = put(state, replace(state.participants[one.id], held=name))
    return Step(state, (simple_event(state, "draw", one.id, "STR-17", weapon=name),))


def let_go_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Dropping what is in the hand: one simple interaction (STR-17)."""
    one = state.participants[request.who]
    spend = m.interaction(True, turn_of(one).free)
    closed = None if one.held else Refusal("nothing is in the hand", "STR-17")
    return (plain_offer(state, one.id, "let-go", spend, ("STR-17",), f"drop the {one.held}", closed),)


def let_go(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The hand is empty (STR-17)."""
    del action, draws
    one = state.participants[request.who]
    state = pay(state, one.id, m.interaction(True, turn_of(one).free), "let go")
    state = put(state, replace(state.participants[one.id], held=""))
    return Step(state, (simple_event(state, "let_go", one.id, "STR-17", weapon=one.held),))


def switch_spend(state: Contest, one: Combatant, weapon: Weapon) -> m.Spend:
    """What changing to a weapon takes: a bonus-act with a rank in its skill, while it is left, else the main-act."""
    spend = m.switch(ranks(one, weapon.skill))
    return m.Spend.MAIN if spend == m.Spend.BONUS and not turn_of(one).bonus else spend


def switch_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Changing what one holds for something handy (STR-34)."""
    one = state.participants[request.who]
    closed = None if one.held else Refusal("nothing is in the hand: draw it", "STR-34")
    return tuple(
        plain_offer(
            state,
            one.id,
            "switch",
            switch_spend(state, one, weapon),
            ("STR-16", "STR-34"),
            f"change to the {weapon.name}",
            closed,
            (choice("weapon", weapon.name),),
        )
        for weapon in _handy(one)
    )


def switch(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """The other weapon is in the hand; the skill's own line is told where it has one (STR-34)."""
    del draws
    one, name = state.participants[request.who], str(action.values["weapon"])
    weapon = weapon_of(one, name)
    assert weapon is not None  # it was offered
    spend = switch_spend(state, one, weapon)
    state = pay(state, one.id, spend, f"switch to {name}")
    state = put(state, replace(state.participants[one.id], held=name))
    line = listing(state.scene, weapon.skill, "switch", m.Timing.BONUS if spend == m.Spend.BONUS else m.Timing.MAIN)
    told = simple_event(
        state, "switch", one.id, "STR-34", weapon=name, before=one.held, line=line.does if line is not None else ""
    )
    return Step(state, (told,))


# --- gear and items ------------------------------------------------------------------------------------------------


def _timed(one: Combatant, timing: str | None, simple: bool) -> m.Spend:
    """An item's own timing goes first; else free if simple and the first, else the main-act (STR-34)."""
    return m.spends(TIMINGS[timing]) if timing else m.interaction(simple, turn_of(one).free)


def use_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """What one carries, on oneself or an ally beside one; and levers and the like (STR-34)."""
    one = state.participants[request.who]
    offers = [_gear_offer(state, one, gear) for gear in one.sheet.gear]
    offers += [_item_offer(state, one, item) for item in state.scene.items if item.use]
    return tuple(offers)


def _gear_offer(state: Contest, one: Combatant, gear: Gear) -> Offer:
    closed = Refusal(f"no {gear.name} is left", "STR-34") if gear.count and not one.gear.get(gear.name) else None
    near = (one, *(ally for ally in allies(state, one.id) if _beside(state, one.id, ally.id)))
    fields = (choice("thing", gear.name), Choice("target", tuple(Option(p.id, p.name) for p in near)))
    spend = _timed(one, gear.timing, gear.simple)
    return plain_offer(state, one.id, "use", spend, ("STR-34",), f"use {gear.name}", closed, fields)


def _beside(state: Contest, who: str, other: str) -> bool:
    space = metres(state)
    return space is None or not {who, other} <= space.places.keys() or spaces.adjacent(space, who, other)


def within(state: Contest, who: str, item: Item) -> bool:
    """Whether one stands within a metre of an item; one without a place is within everybody's reach."""
    space = metres(state)
    if space is None or not item.at or who not in space.places:
        return True
    return spaces.adjacent(space, who, read_place(space.ground, item.at))


def item_refusal(state: Contest, who: str, item: Item) -> Refusal | None:
    """Why a lever or the like cannot be used now, or None."""
    if not within(state, who, item):
        return Refusal(f"{item.name or item.id} is out of reach", "STR-34")
    waits = ready_for(state, item.id, "use")
    return Refusal(f"{item.name or item.id} is not {', '.join(waits)} yet", "STR-34") if waits else None


def _item_offer(state: Contest, one: Combatant, item: Item) -> Offer:
    closed = item_refusal(state, one.id, item)
    fields = (choice("thing", (item.id, item.name)),)
    return plain_offer(state, one.id, "use", _timed(one, item.use, True), ("STR-34",), f"use {item.id}", closed, fields)


def use(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """A thing is used (STR-34)."""
    one, name = state.participants[request.who], str(action.values["thing"])
    target = str(action.values.get("target", ""))
    gear, item = _gear(one, name) if target else None, item_of(state, name)
    timing, simple = (gear.timing, gear.simple) if gear is not None else (item.use if item is not None else "", True)
    state = pay(state, one.id, _timed(one, timing, simple), f"use {name}")
    return declare_use(state, one.id, name, target, draws)


def _gear(one: Combatant, name: str) -> Gear:
    return next(gear for gear in one.sheet.gear if gear.name == name)


def declare_use(state: Contest, who: str, thing: str, target: str, draws: Draws) -> Step:
    """A thing is about to be used, gear on a target: by ruling, what was made ready for it comes first (STR-33)."""
    then = Resume("use", {"who": who, "thing": thing, "target": target})
    asked = reacting.before(state, who, reacting.ACTS, then)
    return used(state, then, draws) if asked is None else Step(asked)


def used(state: Contest, then: Resume, draws: Draws) -> Step:
    """The thing is used, if who was about to still can; then those are asked whose trigger that is."""
    who, thing, target = (str(then.args[name]) for name in ("who", "thing", "target"))
    if not reacting.able(state, who):
        return Step(state)
    one, item = state.participants[who], item_of(state, thing)
    if target:
        state, events = _use_gear(state, one, _gear(one, thing), target, draws)
    elif item is not None:
        state, events = _use_item(state, one, item)
    else:
        events = ()
    return Step(reacting.after(state, who, "", reacting.ACTS), events)


def _use_item(state: Contest, one: Combatant, item: Item) -> tuple[Contest, tuple[Event, ...]]:
    condition = item.becomes.get("use", "used")
    state = mark(state, condition if ":" in condition else f"{item.id}:{condition}")
    told = simple_event(state, "use", one.id, "STR-34", thing=item.name or item.id, condition=condition)
    return state, (told,)


def _use_gear(
    state: Contest, one: Combatant, gear: Gear, target: str, draws: Draws
) -> tuple[Contest, tuple[Event, ...]]:
    if gear.count:
        me = state.participants[one.id]
        state = put(state, replace(me, gear={**me.gear, gear.name: me.gear[gear.name] - 1}))
    rolls = effect_of(gear.restores) if gear.restores else None
    told = replace(simple_event(state, "use", one.id, "STR-34", thing=gear.name), target=target)
    if rolls is None:
        return state, (told,)
    thrown = m.effect(rolls.count, rolls.sides, 0, draws.of(state, one.id))
    other = state.participants[target]
    before, full = (
        left_in(other, rolls.pool),
        other.sheet.hp if rolls.pool == "hp" else other.sheet.pools.get(rolls.pool),
    )
    if before is None or full is None:
        return state, (replace(told, dice=draws.take()),)
    after = m.restored(before, thrown, full)
    healed = (
        replace(other, hp=after) if rolls.pool == "hp" else replace(other, pools={**other.pools, rolls.pool: after})
    )
    restored = Event(
        "restored",
        one.id,
        target,
        ("STR-34",),
        dice=draws.take(),
        parts=(Part(gear.restores, thrown, gear.name, "die"), Part(f"{rolls.pool} now", after, "sheet", "total")),
        values={"pool": rolls.pool, "amount": after - before, "left": after},
        to=told.to,
        private=exact(state, target, "left", "amount"),
    )
    restored = replace(restored, parts=tuple(replace(p, to=restored.private.get("left")) for p in restored.parts))
    return put(state, healed), (told, restored)


ACTS = (
    Act("draw", draw_offers, draw),
    Act("let-go", let_go_offers, let_go),
    Act("switch", switch_offers, switch),
    Act("use", use_offers, use),
)
