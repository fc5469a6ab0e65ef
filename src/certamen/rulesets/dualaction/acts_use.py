"""What one carries and can do: reload, use an item, use an ability."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.audience import aware_of, both, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, add_effect, put, until
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.acts_turn import told
from certamen.rulesets.dualaction.aim import narrow
from certamen.rulesets.dualaction.harm import exact, knock_down, throw_harm
from certamen.rulesets.dualaction.sheet import Ability, Item
from certamen.rulesets.dualaction.state import (
    COSTS,
    Combat,
    Fighter,
    ability_of,
    allies,
    cost_of,
    distance,
    known_enemies,
    pay,
    placed,
    unpaid,
    used_up,
)


def reload_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each weapon with a magazine (DUA-6)."""
    one = state.participants[request.who]
    offers = []
    for weapon in one.sheet.weapons:
        if weapon.magazine:
            full = one.loaded.get(weapon.name, 0) >= weapon.magazine
            closed = Refusal(f"{weapon.name} is full", "DUA-6") if full else unpaid(state, one.id, m.SECONDARY)
            field = Choice("weapon", (Option(weapon.name, note=f"{one.loaded.get(weapon.name, 0)} loaded"),))
            offers.append(Offer("reload", (field,), cost_of(state, m.SECONDARY), ("DUA-6",), closed=closed))
    return tuple(offers)


def reload(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The magazine is full again, for the secondary action (DUA-6)."""
    del draws
    who, name = request.who, str(action.values["weapon"])
    state = pay(state, who, m.SECONDARY, "reload")
    one = state.participants[who]
    full = next(weapon.magazine for weapon in one.sheet.weapons if weapon.name == name)
    state = put(state, replace(one, loaded={**one.loaded, name: full}))
    return Step(state, (told(state, "reload", who, ("DUA-6",), weapon=name),))


def use_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each item, on oneself or someone of one's side near by (DUA-6)."""
    one = state.participants[request.who]
    return tuple(_use_offer(state, one, item) for item in one.sheet.items)


def _use_offer(state: Combat, one: Fighter, item: Item) -> Offer:
    there = [other for other in allies(state, one.id) if other.id == one.id or _within(state, one, other, 0)]
    hurt = [other for other in there if not item.heals or other.hp < other.sheet.hp]
    closed = None
    if not one.items.get(item.name, 0):
        closed = Refusal(f"no {item.name} is left", "DUA-6")
    elif not hurt:
        closed = Refusal("nobody within reach is hurt", "DUA-6")
    fields = (
        Choice("item", (Option(item.name, note=f"{one.items.get(item.name, 0)} left"),)),
        Choice("target", tuple(Option(other.id, other.name) for other in hurt)),
    )
    closed = closed or unpaid(state, one.id, m.SECONDARY)
    return Offer("use", fields, cost_of(state, m.SECONDARY), ("DUA-6",), closed=closed)


def use(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """An item used up, for the secondary action (DUA-6)."""
    del draws
    who, name, target = request.who, str(action.values["item"]), str(action.values["target"])
    state = pay(state, who, m.SECONDARY, name)
    one = state.participants[who]
    item = next(item for item in one.sheet.items if item.name == name)
    state = put(state, replace(one, items={**one.items, name: one.items[name] - 1}))
    state, event = heal(state, who, target, item.heals, name)
    return Step(state, (event,))


def heal(state: Combat, who: str, target: str, amount: int, by: str) -> tuple[Combat, Event]:
    """HP given back, never beyond the full HP (DUA-6)."""
    other, to = state.participants[target], both(state, who, target)
    if not amount:
        return state, Event("use", who, target, ("DUA-6",), values={"with": by}, to=to)
    hp = m.healed(other.hp, other.sheet.hp, amount)
    theirs = narrow(vital(state, target))
    full = "" if hp == other.hp + amount else "no more than the full HP"
    told = Event(
        "use",
        actor=who,
        target=target,
        rules=("DUA-6",),
        parts=(
            Part("HP", other.hp, "sheet", to=theirs),
            Part(by, amount, "sheet"),
            Part("HP now", hp, "DUA-6", "total", why=full, to=theirs),
        ),
        values={"with": by, "healed": hp - other.hp, "left": hp},
        to=to,
        private=exact(state, target, "healed", "left"),
    )
    return put(state, replace(other, hp=hp)), told


# --- abilities -------------------------------------------------------------------------------------------------


def ability_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each ability for one's own turn, those of no combat use too (DUA-17)."""
    one = state.participants[request.who]
    return tuple(_ability_offer(state, one, ability) for ability in one.sheet.abilities if ability.use != "stop")


def _ability_offer(state: Combat, one: Fighter, ability: Ability) -> Offer:
    targets = _targets(state, one, ability)
    closed = None
    if used_up(one, ability):
        closed = Refusal(f"{ability.name} is used up", "DUA-6")
    elif not targets:
        closed = Refusal(f"nobody for {ability.name} within {ability.range} m", "DUA-15")
    fields = (
        Choice("ability", (Option(ability.name),)),
        Choice("target", tuple(Option(other.id, other.name) for other in targets)),
    )
    closed = closed or unpaid(state, one.id, COSTS[ability.cost])
    rule = "DUA-17" if ability.use == "other" else "DUA-6"
    return Offer("ability", fields, cost_of(state, COSTS[ability.cost]), (rule,), closed=closed)


def _targets(state: Combat, one: Fighter, ability: Ability) -> tuple[Fighter, ...]:
    if ability.target == "self":
        return (one,)
    people = known_enemies(state, one.id) if ability.target == "enemy" else allies(state, one.id)
    return tuple(other for other in people if other.id == one.id or _within(state, one, other, ability.range * m.CM))


def _within(state: Combat, one: Fighter, other: Fighter, reach: int) -> bool:
    """Whether `other` is no further than so many cm (0: next to him), and seen."""
    if not placed(state, one.id) or not placed(state, other.id):
        return False
    near = m.in_reach(distance(state, one.id, other.id), reach)
    return near and spaces.sees(state.space, one.id, other.id)


def ability(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """What an ability does: heal, harm, knock down, change figures for some turns (DUA-6, DUA-17)."""
    who, target = request.who, str(action.values["target"])
    one = state.participants[who]
    used = ability_of(one, str(action.values["ability"]))
    state = pay(state, who, COSTS[used.cost], used.name)
    one = state.participants[who]
    state = put(state, replace(one, uses={**one.uses, used.name: one.uses.get(used.name, 0) + 1}))
    rule = "DUA-17" if used.use == "other" else "DUA-6"
    announced = Event("ability", who, target, (rule,), values={"ability": used.name}, to=both(state, who, target))
    events: tuple[Event, ...] = (announced,)
    if used.heals:
        state, healed = heal(state, who, target, used.heals, used.name)
        events = (*events, healed)
    if used.damage:
        state, harmed = throw_harm(state, target, used.damage, who, draws)
        events = (*events, *harmed)
    if used.knocks_down:
        state, fell = knock_down(state, target)
        events = (*events, *fell)
    return Step(_lasting(state, who, target, used), events)


def _lasting(state: Combat, who: str, target: str, used: Ability) -> Combat:
    if not used.turns:
        return state
    values = {"to_hit": used.to_hit, "damage": used.extra_damage, "dr": used.dr}
    end = until(state, who, "turn_start", used.turns)
    kept = {name: value for name, value in values.items() if value}
    return add_effect(
        state, used.name, target, source=who, until=end, values=kept, rule="DUA-6", to=aware_of(state, target)
    )


ACTS = (
    Act("reload", reload_offers, reload),
    Act("use", use_offers, use),
    Act("ability", ability_offers, ability),
)
