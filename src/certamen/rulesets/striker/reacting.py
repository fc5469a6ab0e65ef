"""Who may re-act to what: attacks of opportunity, acts made ready, the windows that ask (STR-18, STR-24, STR-33)."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Value
from certamen.kernel.audience import aware_of, may_know
from certamen.kernel.draws import Draws
from certamen.kernel.space import Metres
from certamen.kernel.state import Step, has_effect, open_window, request
from certamen.kernel.window import Answer, Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.lines import MELEE, catalogue, timing_of
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.spending import may_react
from certamen.rulesets.striker.state import (
    CM,
    DISENGAGED,
    Combatant,
    Contest,
    at_hand,
    in_sight,
    metres,
    prevented,
    ranks,
    ruled,
    unseen,
    weapon_of,
)

VERBS = ("opportunity", "readied", "act", "decline")
MOVES, ATTACKS, ACTS, OPENS, SAID = "moves", "attacks", "acts", "opens", "said"
TRIGGERS = {
    MOVES: "an opponent moves where it can be reached",
    ATTACKS: "an opponent attacks",
    ACTS: "an opponent uses a skill or thing",
    OPENS: "a door is opened",
    SAID: "what you say in words: the game master tells when it comes",
}


class Chance(NamedTuple):
    """Someone who may re-act now, and to what: an opportunity to strike, his trigger come, a re-act of a skill."""

    who: str
    opportunity: bool = False
    readied: bool = False
    skill: bool = False


def ask_all(state: Contest, causer: str, chances: tuple[Chance, ...], then: Resume) -> Contest:
    """A window that asks all who may re-act to what `causer` does."""
    requests = []
    for chance in chances:
        about: dict[str, Value] = {
            "causer": causer,
            "opportunity": int(chance.opportunity),
            "readied": int(chance.readied),
            "skill": int(chance.skill),
        }
        known = may_know(aware_of(state, causer), (chance.who,))
        name = state.participants[causer].name if known else "someone"
        cause = f"{name} leaves your reach" if chance.opportunity else f"your trigger: {name}"
        if chance.skill and not chance.readied:
            cause = f"after what {name} did"
        state, one = request(state, chance.who, "react", VERBS, Answer("decline"), cause=cause, about=about)
        requests.append(one)
    return open_window(state, tuple(requests), then)


# --- movement ------------------------------------------------------------------------------------------------------


def before_step(state: Contest, mover: str, to: str) -> tuple[Chance, ...]:
    """Who may re-act before a step is taken: those whom it leaves; by ruling `ready_timing` those it triggers."""
    space = metres(state)
    if space is None:
        return ()
    me, found = state.participants[mover], []
    early = ruled(state, "ready_timing", "before")
    for one in state.participants.values():
        if one.side == me.side or one.status != "in" or one.id not in space.places:
            continue
        ready = early and _triggered(state, one, MOVES, mover)
        strike = bool(opportunities(state, space, one, mover, to))
        if (ready or strike) and may_react(state, one):
            found.append(Chance(one.id, strike, ready))
    return tuple(found)


def after_step(state: Contest, mover: str) -> tuple[Chance, ...]:
    """Whose trigger a step has met (STR-33)."""
    if ruled(state, "ready_timing", "before"):
        return ()
    return triggered(state, MOVES, mover)


def opportunities(state: Contest, space: Metres, one: Combatant, mover: str, to: str) -> tuple[Weapon, ...]:
    """The melee weapons with which someone may strike at who leaves (STR-24)."""
    here = space.places[one.id]
    there = space.places[mover]
    near_by = 3 * space.ground.cell + CM
    far = max(abs(here.x - there.x), abs(here.y - there.y)) > near_by
    if far and not space.sizes and not any(weapon.reach > 1 for weapon in one.sheet.weapons):
        return ()
    needs_rank = ruled(state, "aoo_needs", "rank")
    weapons = [w for w in at_hand(one) if not w.range and w.single]
    if not m.may_strike(1, bool(weapons), ranks(one, MELEE), needs_rank):
        return ()
    trigger = m.AooTrigger[str(state.rulings["aoo_trigger"]).upper()]
    disengaged, hidden = has_effect(state, mover, DISENGAGED), unseen(state, mover, one.id)
    moved = space
    if trigger == m.AooTrigger.LEAVE_REACH:
        moved = replace(space, places={**space.places, mover: read_place(space.ground, to)})
    found = []
    for weapon in weapons:
        leaving = m.leaves(_near(space, one.id, mover, weapon), _near(moved, one.id, mover, weapon), trigger)
        if m.provokes(leaving, True, disengaged, hidden) and spaces.sees(space, one.id, mover):
            found.append(weapon)
    return tuple(found)


def _near(space: Metres, one: str, other: str, weapon: Weapon) -> bool:
    neighbours = spaces.adjacent(space, one, other)
    distance = 0 if neighbours or weapon.reach <= 1 else spaces.distance(space, one, other)
    return m.within_reach(neighbours, distance, weapon.reach * CM)


def near(state: Contest, one: str, other: str, weapon: Weapon) -> bool:
    """Whether a melee weapon reaches (STR-39)."""
    space = metres(state)
    if space is None or not {one, other} <= space.places.keys():
        return True
    return _near(space, one, other, weapon)


# --- acts made ready -----------------------------------------------------------------------------------------------


def triggered(state: Contest, trigger: str, causer: str) -> tuple[Chance, ...]:
    """Those whose trigger has come by what an opponent did."""
    side = state.participants[causer].side
    return tuple(
        Chance(one.id, readied=True)
        for one in state.participants.values()
        if one.readied is not None
        and one.side != side
        and _triggered(state, one, trigger, causer)
        and may_react(state, one)
    )


def _triggered(state: Contest, one: Combatant, trigger: str, causer: str) -> bool:
    ready = one.readied
    if (
        ready is None
        or ready.trigger != trigger
        or (state.participants[causer].hidden and unseen(state, causer, one.id))
    ):
        return False
    if ready.what != "attack":
        return in_sight(state, one.id, causer)
    weapon = weapon_of(one, ready.object)
    return weapon is not None and reaches(state, one.id, causer, weapon)


def reaches(state: Contest, one: str, other: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches and nothing stands between (STR-39)."""
    space = metres(state)
    if space is None or not {one, other} <= space.places.keys():
        return True
    fits = spaces.distance(space, one, other) <= weapon.range * CM if weapon.range else _near(space, one, other, weapon)
    return fits and spaces.sees(space, one, other)


def before(state: Contest, causer: str, trigger: str, then: Resume) -> Contest | None:
    """By ruling `ready_timing: before` the state with those asked whose trigger is about to come; None: nobody is."""
    chances = triggered(state, trigger, causer) if ruled(state, "ready_timing", "before") else ()
    return ask_all(state, causer, chances, then) if chances else None


def able(state: Contest, who: str) -> bool:
    """Whether he can go on with what he is about to do (STR-14, STR-36)."""
    one = state.participants.get(who)
    return one is not None and one.status == "in" and not prevented(state, who)


def answering(state: Contest, causer: str, on: str) -> tuple[Chance, ...]:
    """The one an act was done to, where his skills give him re-acts (STR-18)."""
    one = state.participants.get(on)
    if one is None or one.side == state.participants[causer].side or not state.scene.skills:
        return ()
    if not may_react(state, one) or state.participants[causer].status != "in":
        return ()
    mine = (line for line in catalogue(state.scene) if line.skill in one.sheet.skills)
    has = any(timing_of(state.scene, line) == m.Timing.RE for line in mine)
    return (Chance(one.id, skill=True),) if has else ()


def after(state: Contest, who: str, on: str, trigger: str) -> Contest:
    """The state with those asked who may re-act to what `who` did to `on`."""
    if state.participants[who].status != "in":
        return state
    late = not ruled(state, "ready_timing", "before")
    merged: dict[str, Chance] = {}
    for chance in (triggered(state, trigger, who) if late else ()) + answering(state, who, on):
        before = merged.get(chance.who, chance)
        merged[chance.who] = chance._replace(
            readied=chance.readied or before.readied, skill=chance.skill or before.skill
        )
    return ask_all(state, who, tuple(merged.values()), Resume("done")) if merged else state


def done(state: Contest, then: Resume, draws: Draws) -> Step:
    """After re-acts: what was going on goes on."""
    del then, draws
    return Step(state)
