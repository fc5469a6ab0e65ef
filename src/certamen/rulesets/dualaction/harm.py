"""What becomes of those who are hurt, knocked down or out of the combat, and how events tell of it."""

from msgspec.structs import replace

from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.state import drop_effects, put
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import Rows, narrow, protection
from certamen.rulesets.dualaction.ground import read_range
from certamen.rulesets.dualaction.state import CROUCHED, IN_COVER, Combat, fights, unless_hidden


def hurt(state: Combat, target: str, through: int) -> tuple[Combat, tuple[Event, ...]]:
    """The state after so much damage got through to the target; at 0 HP or less he is down (DUA-12)."""
    one = state.participants[target]
    state = put(state, replace(one, hp=m.wounded(one.hp, through)))
    return fall_if_spent(state, target)


def fall_if_spent(state: Combat, who: str) -> tuple[Combat, tuple[Event, ...]]:
    """The state with `who` out of the combat if he has no HP left, and the event that tells of it (DUA-12)."""
    one = state.participants[who]
    if one.status != "in" or fights(one):
        return state, ()
    state = put(state, replace(one, status="out", task=None))
    return leave_posture(state, who), (Event("down", actor=who, rules=("DUA-12",), to=aware_of(state, who)),)


def knock_down(state: Combat, who: str) -> tuple[Combat, tuple[Event, ...]]:
    """The state with `who` knocked down: until he gets up he does not move (DUA-5)."""
    one = state.participants[who]
    if one.knocked_down or not fights(one):
        return state, ()
    state = leave_posture(put(state, replace(one, knocked_down=True)), who)
    return state, (Event("knocked_down", actor=who, rules=("DUA-5",), to=aware_of(state, who)),)


def leave_posture(state: Combat, who: str) -> Combat:
    """The state with `who` neither in cover nor crouched any more."""
    return drop_effects(drop_effects(state, who, IN_COVER), who, CROUCHED)


def exact(state: Combat, who: str, *names: str) -> dict[str, Audience]:
    """These values of an event, narrowed to those who may know the exact figures of `who`."""
    audience = vital(state, who)
    return {} if audience == EVERYONE else dict.fromkeys(names, audience)


def result_rows(state: Combat, target: str, done: m.Damage, dr: int) -> Rows:
    """The rows that end a reckoning of damage: what got through the DR that counts, and the HP left (DUA-12)."""
    theirs = narrow(vital(state, target))
    short = "not below 0" if done.through > done.thrown - dr else ""
    return (
        Part("damage", done.through, "DUA-12", "total", why=short, to=theirs),
        Part("HP left", state.participants[target].hp, "sheet", "note", to=theirs),
    )


def unseen_if_secret(dice: tuple[Die, ...]) -> dict[str, Audience]:
    """What was thrown is the game master's to know where one of its dice fell in secret."""
    return {"thrown": NOBODY} if any(die.kind == "secret" for die in dice) else {}


def throw_harm(state: Combat, target: str, damage: str, by: str, draws: Draws) -> tuple[Combat, tuple[Event, ...]]:
    """Damage without a throw to hit, as hazards ("" for `by`) and abilities do it; DR counts (DUA-11, DUA-12)."""
    low, high = read_range(damage)
    dr, armour = protection(state, target)
    done = m.throw_damage(1, low, high, 0, dr, False, draws.of(state, by) if by else draws.table())
    dice = draws.take()
    state, fell = hurt(state, target, done.through)
    event = Event(
        "damage",
        actor=unless_hidden(state, by),
        target=target,
        rules=("DUA-11", "DUA-12"),
        dice=dice,
        parts=(Part("thrown", done.thrown, damage, "die"), *armour, *result_rows(state, target, done, dr)),
        values={"thrown": done.thrown, "damage": done.through, "left": state.participants[target].hp},
        to=aware_of(state, target),
        private=exact(state, target, "damage", "left") | unseen_if_secret(dice),
    )
    return state, (event, *fell)
