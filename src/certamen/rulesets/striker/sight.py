"""What a policy gets to see of a contest, as rows of whole numbers: only what the one who is asked may know."""

from typing import NamedTuple

from certamen.kernel.action import Offer
from certamen.kernel.state import has_effect
from certamen.kernel.window import Request
from certamen.rulesets.striker import (
    acts_fight,
    acts_move,
    acts_react,
    acts_skill,
    acts_task,
    acts_things,
    acts_turn,
    vantage,
)
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.aims import goal_places, worth
from certamen.rulesets.striker.carry import edge_of
from certamen.rulesets.striker.doing import Doing, line_of, values_of
from certamen.rulesets.striker.guess import average, guessed, left_of, odds, resisted, worth_of_hit
from certamen.rulesets.striker.lines import listing
from certamen.rulesets.striker.notation import MissingFigure, parts
from certamen.rulesets.striker.notation.tree import Check, SetChallenge
from certamen.rulesets.striker.spending import turn_of
from certamen.rulesets.striker.state import (
    CM,
    EVADING,
    Combatant,
    Contest,
    apart,
    at_hand,
    foes,
    metres,
    modifier,
    prevented,
)
from certamen.rulesets.striker.vantage import Spot

ACT, REACT, OTHER = 0, 1, 2
MOST_ENEMIES = 2


class Attack(NamedTuple):
    """An attack that is open: enemy and weapon by index, odds of 400, twice its average, what is left of him."""

    enemy: int
    weapon: int
    odds: int
    damage: int
    left: int
    distance: int


class Area(NamedTuple):
    """An area that can be filled: the place and weapon by index, enemies in it less allies."""

    place: int
    weapon: int
    caught: int
    damage: int


class Deed(NamedTuple):
    """An act of a skill that is open, by its place among them: what it is worth, M, whether it sets a challenge."""

    nth: int
    worth: int
    m: int
    sets: int


class Rows(NamedTuple):
    """All that a policy sees.

    hp: hundredths; deeds and tasks: acts of skills worth doing, tasks being those that take long;
    way: the spot that lies on the way where nothing can be done from any of them, -1 none.
    """

    kind: int
    hp: int
    main: int
    prone: int
    may_stand: int
    may_try: int
    may_hide: int
    hidden: int
    evading: int
    ranged: int
    busy: int
    draw: int
    swap: int
    remedy: int
    may_strike: int
    may_ready: int
    has_goal: int
    enemies: int
    here: Spot
    attacks: tuple[Attack, ...]
    areas: tuple[Area, ...]
    deeds: tuple[Deed, ...]
    tasks: tuple[Deed, ...]
    spots: tuple[Spot, ...]
    way: int


def pack(state: Contest, request: Request) -> Rows:
    """What the one who is asked sees."""
    if request.kind != "act" or prevented(state, request.who):
        return _reacting(state, request)
    one = state.participants[request.who]
    enemies = nearest(state, one)
    goals = goal_places(state, one)
    open_attacks = _attacks(state, request, one)
    main = turn_of(one).main
    here = vantage.here(state, one, enemies, goals)
    idle = not main and not open_attacks and not goals
    seen = () if idle else vantage.spots(state, one, enemies, goals, bool(open_attacks))
    stuck = here.goal > CM if goals else not open_attacks and not any(spot.reached for spot in (here, *seen))
    way = vantage.advance(state, one, enemies, goals, seen) if stuck and main else -1
    return Rows(
        ACT,
        one.hp * 100 // one.sheet.hp,
        main,
        int(has_effect(state, one.id, "prone")),
        _open(acts_move.stand_offers(state, request)),
        _open(acts_move.acrobatics_offers(state, request)),
        _open(acts_turn.hide_offers(state, request)),
        int(bool(one.unseen_by)),
        int(has_effect(state, one.id, EVADING)),
        int(any(weapon.range for weapon in at_hand(one))),
        _busy(state, request, one),
        _weapon(one, acts_things.draw_offers(state, request)),
        _weapon(one, acts_things.switch_offers(state, request)),
        _remedy(state, request, one),
        0,
        0,
        int(bool(goals)),
        len(enemies),
        here,
        open_attacks,
        _areas(state, request, one) if any(w.area for w in at_hand(one)) else (),
        _deeds(state, one, acts_skill.act_offers(state, request)),
        _deeds(state, one, minutes(state, request)) if one.task is None else (),
        seen,
        way,
    )


def _reacting(state: Contest, request: Request) -> Rows:
    strike = ready = 0
    deeds: tuple[Deed, ...] = ()
    kind = REACT if request.kind == "react" else OTHER
    if kind == REACT:
        strike = _open(acts_react.opportunity_offers(state, request))
        offers = acts_react.readied_offers(state, request)
        ready = int(any(offer.closed is None and not offer.fields for offer in offers))
        deeds = _deeds(state, state.participants[request.who], acts_skill.act_offers(state, request))
    return Rows(
        kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, -1, strike, ready, 0, 0, vantage.NOWHERE, (), (), deeds, (), (), -1
    )


def _open(offers: tuple[Offer, ...]) -> int:
    return int(any(offer.closed is None for offer in offers))


def _busy(state: Contest, request: Request, one: Combatant) -> int:
    """Whether the task in hand can be gone on with."""
    if one.task is None or not one.task.rounds:
        return 0
    return int(any(offer.closed is None and not offer.fields for offer in acts_task.task_offers(state, request)))


def _weapon(one: Combatant, offers: tuple[Offer, ...]) -> int:
    """The first weapon that these offers would put into the hand, by index; -1 for none."""
    names = [weapon.name for weapon in one.sheet.weapons]
    for offer in offers:
        if offer.closed is None:
            return names.index(chosen(offer, "weapon")[0])
    return -1


def chosen(offer: Offer, name: str) -> tuple[str, ...]:
    """What an offer lets one choose for a field."""
    found = (field for field in offer.fields if field.name == name)
    return tuple(option.id for field in found for option in getattr(field, "options", ()))


def _remedy(state: Contest, request: Request, one: Combatant) -> int:
    """What one carries that restores hp and can be used, by index; -1 for none."""
    if not any(gear.restores for gear in one.sheet.gear):
        return -1
    usable = {chosen(o, "thing")[0] for o in acts_things.use_offers(state, request) if o.closed is None}
    for index, gear in enumerate(one.sheet.gear):
        if gear.restores and gear.name in usable:
            return index
    return -1


# --- attacks -------------------------------------------------------------------------------------------------------


def nearest(state: Contest, one: Combatant) -> tuple[Combatant, ...]:
    """The opponents one knows of, the nearest few first."""
    known = sorted(foes(state, one.id), key=lambda enemy: apart(state, one.id, enemy.id))
    return tuple(known[:MOST_ENEMIES])


def _attacks(state: Contest, request: Request, one: Combatant) -> tuple[Attack, ...]:
    if acts_fight.cannot_attack(state, one) is not None:
        return ()
    people = list(state.participants)
    names = [weapon.name for weapon in one.sheet.weapons]
    found = []
    for offer in acts_fight.attack_offers(state, request):
        if offer.closed is not None:
            continue
        index = names.index(chosen(offer, "weapon")[0])
        weapon = one.sheet.weapons[index]
        own = modifier(one, weapon.skill)
        for target in chosen(offer, "target"):
            other = state.participants[target]
            edge, _ = edge_of(state, one.id, target)
            chance = odds(own, guessed(state, one, other), edge)
            left = left_of(state, one, other)
            far = apart(state, one.id, target)
            done = worth_of_hit(average(weapon, own), resisted(state, one, other, weapon))
            found.append(Attack(people.index(target), index, chance, done, left, far))
    return tuple(found)


def _areas(state: Contest, request: Request, one: Combatant) -> tuple[Area, ...]:
    space = metres(state)
    names = [weapon.name for weapon in one.sheet.weapons]
    found = []
    for offer in acts_fight.area_offers(state, request):
        if offer.closed is not None or space is None:
            continue
        index = names.index(chosen(offer, "weapon")[0])
        weapon = one.sheet.weapons[index]
        for place, at in enumerate(chosen(offer, "at")):
            caught = acts_fight.caught(state, one, weapon, at)
            found.append(Area(place, index, caught, average(weapon, 0)))
    return tuple(found)


# --- deeds ---------------------------------------------------------------------------------------------------------


def combos(offers: tuple[Offer, ...]) -> list[dict[str, str]]:
    """Every act of a skill that is open, as values of an action, in order."""
    found = []
    for offer in offers:
        if offer.closed is not None or not offer.fields:
            continue
        base = {field.name: chosen(offer, field.name)[0] for field in offer.fields if hasattr(field, "options")}
        found += [{**base, "on": on} if on else base for on in chosen(offer, "on") or ("",)]
    return found


def minutes(state: Contest, request: Request) -> tuple[Offer, ...]:
    """The tasks that a contest has time for: those of a minute."""
    found = []
    for offer in acts_task.task_offers(state, request):
        if offer.closed is None and offer.fields:
            line = listing(state.scene, chosen(offer, "skill")[0], chosen(offer, "name")[0])
            if line is not None and line.timing == m.Timing.MINUTE:
                found.append(offer)
    return tuple(found)


def _deeds(state: Contest, one: Combatant, offers: tuple[Offer, ...]) -> tuple[Deed, ...]:
    found = []
    for index, values in enumerate(combos(offers)):
        on, name = values.get("on", ""), values["name"]
        value = worth(state, one, values["skill"], name, on)
        if value:
            amount, sets = _amount(state, Doing(one.id, values["skill"], name, 0, on))
            found.append(Deed(index, value, amount, sets))
    return tuple(found)


def _amount(state: Contest, doing: Doing) -> tuple[int, int]:
    """M of the first check of an act as far as it is known, and whether it sets a challenge."""
    act = line_of(state, doing)
    sets = int(any(isinstance(step, SetChallenge) for step in act.steps))
    check = next((step for step in act.steps if isinstance(step, Check)), None)
    if check is None or check.value is None:
        return 0, sets
    try:
        return sum(row.value for row in parts(check.value, values_of(state, doing), check.rated)), sets
    except MissingFigure:
        return 0, sets
