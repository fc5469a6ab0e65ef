"""The rest of a turn: reload, use, abilities, long tasks, any other deed, wait, yield, end."""

from msgspec.structs import replace

from certamen.kernel import order as orders
from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Number, Offer, Option, Refusal, Value, Words
from certamen.kernel.audience import aware_of, both
from certamen.kernel.budget import Budget
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, add_effect, put, until
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction import moving
from certamen.rulesets.dualaction.acts_move import unpaid
from certamen.rulesets.dualaction.flow import held_by, task_values, turn_over
from certamen.rulesets.dualaction.ground import CM
from certamen.rulesets.dualaction.harm import exact, knock_down, leave_posture
from certamen.rulesets.dualaction.moving import throw_harm
from certamen.rulesets.dualaction.scene import Task
from certamen.rulesets.dualaction.sheet import Ability, Item
from certamen.rulesets.dualaction.state import (
    COSTS,
    Combat,
    Fighter,
    Work,
    ability_of,
    allies,
    cost_of,
    distance,
    known_enemies,
    pay,
    placed,
    ruled,
    single,
    spent,
)


def _price(state: Combat, cost: int) -> tuple[tuple[str, int], ...]:
    return cost_of(state, m.price(cost, single(state)))


def _told(state: Combat, kind: str, who: str, rules: tuple[str, ...], **values: Value) -> Event:
    return Event(kind, actor=who, rules=rules, values=values, to=aware_of(state, who))


# --- reload and items ------------------------------------------------------------------------------------------


def reload_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each weapon with a magazine (DUA-6)."""
    one = state.participants[request.who]
    offers = []
    for weapon in one.sheet.weapons:
        if weapon.magazine:
            full = one.loaded.get(weapon.name, 0) >= weapon.magazine
            closed = Refusal(f"{weapon.name} is full", "DUA-6") if full else unpaid(state, one.id, m.SECONDARY)
            field = Choice("weapon", (Option(weapon.name, note=f"{one.loaded.get(weapon.name, 0)} loaded"),))
            offers.append(Offer("reload", (field,), _price(state, m.SECONDARY), ("DUA-6",), closed=closed))
    return tuple(offers)


def reload(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The magazine is full again, for the secondary action (DUA-6)."""
    del draws
    who, name = request.who, str(action.values["weapon"])
    state = pay(state, who, m.price(m.SECONDARY, single(state)), "reload")
    one = state.participants[who]
    full = next(weapon.magazine for weapon in one.sheet.weapons if weapon.name == name)
    state = put(state, replace(one, loaded={**one.loaded, name: full}))
    return Step(state, (_told(state, "reload", who, ("DUA-6",), weapon=name),))


def use_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each item, on oneself or someone of one's side near by (DUA-6)."""
    one = state.participants[request.who]
    return tuple(_use_offer(state, one, item) for item in one.sheet.items)


def _use_offer(state: Combat, one: Fighter, item: Item) -> Offer:
    there = [other for other in allies(state, one.id) if other.id == one.id or _beside(state, one.id, other.id)]
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
    return Offer("use", fields, _price(state, m.SECONDARY), ("DUA-6",), closed=closed)


def _beside(state: Combat, who: str, other: str) -> bool:
    return placed(state, who) and placed(state, other) and not distance(state, who, other)


def use(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """An item used up, for the secondary action (DUA-6)."""
    del draws
    who, name, target = request.who, str(action.values["item"]), str(action.values["target"])
    state = pay(state, who, m.price(m.SECONDARY, single(state)), name)
    one = state.participants[who]
    item = next(item for item in one.sheet.items if item.name == name)
    state = put(state, replace(one, items={**one.items, name: one.items[name] - 1}))
    state, event = heal(state, who, target, item.heals, name)
    return Step(state, (event,))


def heal(state: Combat, who: str, target: str, amount: int, by: str) -> tuple[Combat, Event]:
    """HP given back, never beyond the full HP (DUA-6)."""
    other = state.participants[target]
    hp = m.healed(other.hp, other.sheet.hp, amount)
    state = put(state, replace(other, hp=hp))
    values: dict[str, Value] = {"with": by, "healed": hp - other.hp, "left": hp}
    hidden = exact(state, target, "healed", "left")
    return state, Event("use", who, target, ("DUA-6",), values=values, to=both(state, who, target), private=hidden)


# --- abilities -------------------------------------------------------------------------------------------------


def ability_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Each ability for one's own turn, those of no combat use too (DUA-17)."""
    one = state.participants[request.who]
    return tuple(_ability_offer(state, one, ability) for ability in one.sheet.abilities if ability.use != "stop")


def _ability_offer(state: Combat, one: Fighter, ability: Ability) -> Offer:
    targets = _targets(state, one, ability)
    left = ability.uses - one.uses.get(ability.name, 0)
    closed = None
    if ability.uses and left < 1:
        closed = Refusal(f"{ability.name} is used up", "DUA-6")
    elif not targets:
        closed = Refusal(f"nobody for {ability.name} within {ability.range} m", "DUA-15")
    fields = (
        Choice("ability", (Option(ability.name),)),
        Choice("target", tuple(Option(other.id, other.name) for other in targets)),
    )
    closed = closed or unpaid(state, one.id, COSTS[ability.cost])
    rule = "DUA-17" if ability.use == "other" else "DUA-6"
    return Offer("ability", fields, _price(state, COSTS[ability.cost]), (rule,), closed=closed)


def _targets(state: Combat, one: Fighter, ability: Ability) -> tuple[Fighter, ...]:
    if ability.target == "self":
        return (one,)
    people = known_enemies(state, one.id) if ability.target == "enemy" else allies(state, one.id)
    return tuple(other for other in people if other.id == one.id or _reaches(state, one, other, ability))


def _reaches(state: Combat, one: Fighter, other: Fighter, ability: Ability) -> bool:
    if not placed(state, one.id) or not placed(state, other.id):
        return False
    near = m.in_reach(distance(state, one.id, other.id), ability.range * CM)
    return near and spaces.sees(state.space, one.id, other.id)


def ability(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """What an ability does: heal, harm, knock down, change figures for some turns (DUA-6, DUA-17)."""
    who, target = request.who, str(action.values["target"])
    one = state.participants[who]
    used = ability_of(one, str(action.values["ability"]))
    state = pay(state, who, m.price(COSTS[used.cost], single(state)), used.name)
    one = state.participants[who]
    state = put(state, replace(one, uses={**one.uses, used.name: one.uses.get(used.name, 0) + 1}))
    rule = "DUA-17" if used.use == "other" else "DUA-6"
    told = Event("ability", who, target, (rule,), values={"ability": used.name}, to=both(state, who, target))
    events: tuple[Event, ...] = (told,)
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


# --- long tasks and other deeds --------------------------------------------------------------------------------


def task_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The scene's long tasks, and any other whose length one states (DUA-2)."""
    one = state.participants[request.who]
    price = _price(state, m.PRIMARY)
    held = Refusal(f"{one.task.name} is in hand: abandon it first", "DUA-2") if one.task else None
    listed = [task for task in state.scene.tasks if task.side in ("", one.side)]
    offers = []
    for task in listed:
        closed = held or _task_refusal(state, one.id, task) or unpaid(state, one.id, m.PRIMARY)
        option = Option(task.id, note=f"{m.turns_for(task.seconds)} turns")
        offers.append(Offer("task", (Choice("task", (option,)),), price, ("DUA-2",), closed=closed))
    free = (Words("what"), Number("seconds", m.TURN_SECONDS + 1, 3_600))
    closed = held or unpaid(state, one.id, m.PRIMARY)
    offers.append(Offer("task", free, price, ("DUA-2",), "something that takes longer", closed))
    return tuple(offers)


def _task_refusal(state: Combat, who: str, task: Task) -> Refusal | None:
    if task.id in state.marks:
        return Refusal(f"{task.id} is done", "DUA-2")
    missing = [name for name in task.needs if name not in state.marks]
    if missing:
        return Refusal(f"{task.id} needs {', '.join(missing)} first", "DUA-2")
    if not placed(state, who) or not moving.near(state, who, task.at):
        return Refusal(f"{task.id} is done at {task.at}, within 1 m of it", "DUA-2")
    return None


def begin_task(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A long task begun: its first turn is this one (DUA-2)."""
    del draws
    who = request.who
    listed = next((task for task in state.scene.tasks if task.id == action.values.get("task")), None)
    if listed is not None:
        work = Work(listed.id, m.turns_for(listed.seconds), at=listed.at)
    else:
        seconds = action.values["seconds"]
        assert isinstance(seconds, int)  # the offer admits only numbers
        work = Work(str(action.values["what"]), m.turns_for(seconds))
    state = pay(state, who, m.price(m.PRIMARY, single(state)), "task")
    state = put(state, replace(state.participants[who], task=work))
    return Step(state, (_told(state, "task", who, ("DUA-2",), **task_values(work)),))


def abandon_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Giving up the long task in hand (DUA-2)."""
    task = state.participants[request.who].task
    return (Offer("abandon", rules=("DUA-2",), label=f"give up {task.name}"),) if task else ()


def abandon(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The task is given up with all its work; the action it holds this turn is free again (DUA-2)."""
    del action, draws
    who = request.who
    one = state.participants[who]
    assert one.task is not None  # the offer looked
    kept = tuple(spend for spend in one.budget.spent if spend.by != held_by(one.task.name))
    told = _told(state, "task_left", who, ("DUA-2",), task=one.task.name)
    state = put(state, replace(one, task=None, budget=Budget(one.budget.limits, kept)))
    return Step(state, (told,))


def deed_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Any other deed in one's own words: what comes of it is the game master's (DUA-5)."""
    closed = unpaid(state, request.who, m.PRIMARY)
    return (Offer("deed", (Words("what"),), _price(state, m.PRIMARY), ("DUA-5",), "anything else", closed),)


def deed(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """A deed told, for the primary action (DUA-5)."""
    del draws
    state = pay(state, request.who, m.price(m.PRIMARY, single(state)), "deed")
    return Step(state, (_told(state, "deed", request.who, ("DUA-5",), what=str(action.values["what"])),))


# --- wait, yield, end ------------------------------------------------------------------------------------------


def next_known(state: Combat, who: str) -> tuple[str, ...]:
    """Those still to come this round, as far as he knows of them."""
    me = state.participants[who]
    known = {one.id for one in known_enemies(state, who)} | {one.id for one in allies(state, me.id)}
    return tuple(slot.who for slot in state.order.pending if slot.who in known)


def wait_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Changing places with the next, for this round (DUA-9)."""
    one = state.participants[request.who]
    behind = next_known(state, one.id)
    last = m.wait_ends_turn(0, 1 + len(behind))
    again = not last and behind[0] in one.behind
    closed = None
    if not m.may_wait(spent(state, one), len(one.behind), ruled(state, "waits", "until_last"), again):
        closed = Refusal("something is decided already", "DUA-9") if spent(state, one) else _waited(again)
    label = "wait (last in the order: the turn ends)" if last else "wait"
    return (Offer("wait", (), (), ("DUA-9",), label, closed),)


def _waited(again: bool) -> Refusal:
    return Refusal("waited behind the next one this round already" if again else "waited this round already", "DUA-9")


def wait(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The next goes first; in last place the turn ends (DUA-9)."""
    del action, draws
    who = request.who
    behind = next_known(state, who)
    told = _told(state, "wait", who, ("DUA-9",))
    if m.wait_ends_turn(0, 1 + len(behind)):
        return Step(turn_over(state), (told,))
    told = Event("wait", who, behind[0], ("DUA-9",), to=both(state, who, behind[0]))
    one = state.participants[who]
    state = put(state, replace(one, behind=(*one.behind, behind[0])))
    order = orders.swap(state.order, who, behind[0], lasting=False)
    return Step(turn_over(replace(state, order=order, acting="")), (told,))


def yield_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Giving oneself up (DUA-1)."""
    del state, request
    return (Offer("yield", rules=("DUA-1",), label="give yourself up"),)


def give_up(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """Out of the combat, at the others' mercy (DUA-1)."""
    del action, draws
    who = request.who
    told = _told(state, "yielded", who, ("DUA-1",))
    state = leave_posture(put(state, replace(state.participants[who], status="yielded", task=None)), who)
    return Step(turn_over(state), (told,))


def end_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The turn ends (DUA-9)."""
    del state, request
    return (Offer("end", rules=("DUA-9",), label="end the turn"),)


def end(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The turn ends with what is left unspent (DUA-9)."""
    del action, draws
    return Step(turn_over(state), (_told(state, "end", request.who, ("DUA-9",)),))


ACTS = (
    Act("reload", reload_offers, reload),
    Act("use", use_offers, use),
    Act("ability", ability_offers, ability),
    Act("task", task_offers, begin_task),
    Act("abandon", abandon_offers, abandon),
    Act("deed", deed_offers, deed),
    Act("wait", wait_offers, wait),
    Act("yield", yield_offers, give_up),
    Act("end", end_offers, end),
)
