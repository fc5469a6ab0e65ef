"""Hiding and finding: where one can hide, who finds one, and what gives one away (STR-6, STR-10, STR-32)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.audience import NOBODY, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.space.drawn import box_holds
from certamen.kernel.state import has_effect, put
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.checks import CHECK, assistance_used, base, bonuses, chk_plus, counted, die_rows
from certamen.rulesets.striker.state import WATCHING, Combatant, Contest, foes, metres, perception, rulings_of, unseen


def is_alert(state: Contest, one: Combatant) -> bool:
    """Whether he rolls chk+ in place of his passive value."""
    return one.id in state.scene.surprise.alert or has_effect(state, one.id, WATCHING)


def may_hide(state: Contest, who: str) -> bool:
    """Whether there is something to hide behind or in: the scene's, or a wall or cover against some opponent."""
    plan, space = state.scene.map, metres(state)
    if state.scene.hiding:
        return True
    if plan is None or space is None or who not in space.places:
        return False
    if any(box_holds(one.box, space.places[who]) for one in plan.hides):
        return True
    return any(
        not spaces.sees(space, one.id, who) or spaces.cover_between(space, one.id, who) is not None
        for one in foes(state, who)
        if one.id in space.places
    )


def look(
    state: Contest, observer: Combatant, draws: Draws, secret: bool = False
) -> tuple[Contest, int, tuple[Event, ...]]:
    """What someone notices with: his passive value, or a chk+ if he is alert, and the event that tells of the roll.

    `secret`: what he looks for is hidden, so the roll must not tell of it.
    """
    skill = state.scene.surprise.perception
    own = perception(state, observer)
    if not is_alert(state, observer):
        return state, m.passive(own, base(state)), ()
    rows = (Part(f"M({skill})", own, "sheet"), *bonuses(state, observer.id, (skill,), "", CHECK))
    amount = counted(rows)
    total = m.alert(amount, base(state), 0, chk_plus(state), draws.of(state, observer.id, secret=secret))
    dice = draws.take()
    event = Event(
        "look",
        actor=observer.id,
        rules=("STR-6", "STR-10"),
        rulings=rulings_of(state, "chk_plus", "passive_base"),
        dice=dice,
        parts=(*die_rows(dice, total, amount, "STR-6"), *rows, Part("total", total, "STR-6", "total")),
        values={"total": total},
        to=NOBODY if secret else side_of(state, observer.side),
    )
    return assistance_used(state, observer.id, (skill,)), total, (event,)


def compare(state: Contest, who: str, draws: Draws) -> tuple[Contest, tuple[Event, ...]]:
    """Each opponent compares his Perception with the PC of who hides: below it, he does not know where (STR-32)."""
    one = state.participants[who]
    blind: list[str] = []
    events: tuple[Event, ...] = ()
    for other in state.participants.values():
        if other.side == one.side or other.status != "in":
            continue
        state, seen, told = look(state, other, draws, one.hidden)
        events = (*events, *told)
        if not m.notices(seen, one.pc):
            blind.append(other.id)
    return put(state, replace(one, unseen_by=tuple(blind))), events


def found(state: Contest, who: str, by: str) -> Contest:
    """The state with `who` found by one opponent."""
    one = state.participants[who]
    known = one.known_to
    if one.hidden and by not in known:
        known = tuple(sorted({*known, by}))
    return put(state, replace(one, unseen_by=tuple(x for x in one.unseen_by if x != by), known_to=known))


def reveal(state: Contest, who: str) -> tuple[Contest, tuple[Event, ...]]:
    """Attacking ends being hidden, towards all (STR-32)."""
    one = state.participants[who]
    if not one.unseen_by and not one.hidden:
        return state, ()
    state = put(state, replace(one, unseen_by=(), hidden=False, known_to=()))
    return state, (Event("revealed", actor=who, rules=("STR-32",), to=("*",)),)


def sees_foe(state: Contest, one: str, other: str) -> bool:
    """Whether one can see an opponent: not hidden from him, and no wall between."""
    space = metres(state)
    if unseen(state, other, one):
        return False
    return space is None or not {one, other} <= space.places.keys() or spaces.sees(space, one, other)
