"""StarCluster's participants and state, and what the other modules ask of them."""

from collections.abc import Collection, Mapping
from functools import cmp_to_key
from typing import Annotated

from msgspec import field
from msgspec.structs import replace

from certamen.kernel import budget
from certamen.kernel.audience import Seen
from certamen.kernel.encounter import Entry
from certamen.kernel.order import Order, Slot, finish, insert
from certamen.kernel.rule import RulingValue
from certamen.kernel.space.bands import Bands
from certamen.kernel.state import Participant, State, put
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.sheet import Sheet, Task


class Combatant(Participant, frozen=True, kw_only=True):
    """One who takes part.

    base: this round's roll; initiative: where his first chance comes, shifted and delayed; delayed: wounds already
    did that this round; tie: his last re-roll, 0 for none; declared: the shift he declared and nobody has seen yet;
    shift_chance, shift_quality: what the shift does to every roll of the round; trade, round_trade: points moved from
    chance to quality for the next attack and for all of the round; tried: the tasks he is done with.
    """

    sheet: Sheet
    constitution: Annotated[int, Seen("vital")]
    cover: Annotated[int, Seen("all")] = 0
    base: Annotated[int, Seen("all")] = 0
    initiative: Annotated[int, Seen("all")] = 0
    delayed: Annotated[bool, Seen("all")] = False
    tie: Annotated[int, Seen("all")] = 0
    declared: Annotated[m.Shift, Seen("owner")] = m.Shift(0, 0, 0)
    shift_chance: Annotated[int, Seen("all")] = 0
    shift_quality: Annotated[int, Seen("all")] = 0
    trade: Annotated[int, Seen("all")] = 0
    round_trade: Annotated[int, Seen("all")] = 0
    tried: Annotated[tuple[str, ...], Seen("all")] = ()


class StarState(State, frozen=True, kw_only=True):
    """A StarCluster contest. combat: by initiative, until one side is left; progress: quality by "TASK:SIDE"."""

    participants: dict[str, Combatant]  # type: ignore[assignment]  # only Combatants are ever recruited
    space: Bands = Bands()
    combat: bool = True
    lighting: int = 0
    tasks: tuple[Task, ...] = ()
    progress: dict[str, int] = field(default_factory=dict)


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Combatant:
    """Make the participant of an entry."""
    del rulings
    sheet: Sheet = entry.sheet
    return Combatant(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=sheet,
        constitution=sheet.constitution - sheet.wounds,
    )


def ruled(state: StarState, ruling: str, value: str) -> bool:
    """Tell whether a ruling has this value."""
    return state.rulings[ruling] == value


def figure(state: StarState, ruling: str) -> int:
    """Give a ruling that is a whole number; `none` is no limit."""
    value = state.rulings[ruling]
    return value if isinstance(value, int) else m.NO_LIMIT


def at_or_under(state: StarState) -> bool:
    """Tell whether the target number itself succeeds (SC2-8)."""
    return ruled(state, "success", "at_or_under")


def wound_of(state: StarState, one: Combatant) -> m.Wound:
    """Say how badly hurt he is (SC2-11)."""
    return m.wound(one.constitution, one.sheet.constitution, ruled(state, "threshold_round", "up"))


def plus_of(one: Combatant, skill: str) -> int:
    """Give his plus in a skill, 0 where he has none (SC2-17)."""
    return one.sheet.skills.get(skill, 0)


def best_plus(one: Combatant) -> int:
    """Give the best plus among the skills of his weapons; of all his skills where he has no weapon."""
    skills = [weapon.skill for weapon in one.sheet.weapons] or list(one.sheet.skills)
    return max((plus_of(one, skill) for skill in skills), default=0)


def skill_target(state: StarState, one: Combatant, skill: str) -> int:
    """Give the target number of his skill alone, as the sheet gives it or as the plus makes it (SC2-7)."""
    outright = one.sheet.targets.get(skill)
    if outright is not None:
        return outright
    return m.skill_target(plus_of(one, skill), figure(state, "base_target"), figure(state, "per_plus"))


def extra(state: StarState) -> int:
    """Say which chance is going on: 0 for the first of the round, k for the k-th extra one."""
    slot = state.order.current
    return slot.nth - 1 if slot else 0


def turn_of(state: StarState, slot: Slot) -> m.Turn:
    """Give a slot as mechanics compare it."""
    one = state.participants[slot.who]
    return m.Turn(slot.at, one.base, best_plus(one))


def compare(state: StarState, one: Slot, other: Slot) -> int:
    """Say which of two slots comes first, as mechanics do (SC2-16)."""
    return m.order(turn_of(state, one), turn_of(state, other), ruled(state, "tie", "lower_base"))


def line_up(state: StarState, rolled: Collection[str]) -> StarState:
    """Fill the round with the first chance of all who rolled for it and are still in."""
    people = state.participants.values()
    slots = [Slot(one.id, one.initiative) for one in people if one.id in rolled and one.status == "in"]
    slots.sort(key=cmp_to_key(lambda one, other: compare(state, one, other)))
    return replace(state, order=Order(pending=tuple(slots)))


def use_chance(state: StarState, plus: int, by: str) -> StarState:
    """Spend the chance going on: a trade for one attack ends with it (SC2-5), the round's first brings extra ones.

    These come by the skill it was used with, and are `kept`: the same turn (SC2-9).
    """
    slot = state.order.current
    assert slot is not None  # chances are asked for and spent only while one is going on
    order, one = finish(state.order), state.participants[slot.who]
    limits = budget.renew(one.budget, {"trade": 1})
    extras = m.extra_chances(plus, slot.nth) if state.combat else 0
    if extras:
        limits = budget.grant(limits, "chance", extras)
        for k in range(1, extras + 1):
            order = insert(order, Slot(slot.who, m.chance_at(slot.at, k), k + 1, kept=True))
    spent = replace(one, budget=budget.spend(limits, "chance", by), trade=0)
    return replace(put(state, spent), order=order)
