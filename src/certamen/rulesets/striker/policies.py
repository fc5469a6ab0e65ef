"""Who decides when no person does: `plain` attacks the nearest, `clever` picks targets, places, covers and deeds."""

from collections.abc import Mapping

from certamen.dice import Dice
from certamen.kernel.action import Action, Value
from certamen.kernel.ruleset import Codes, Policy
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import place_text
from certamen.kernel.window import Request
from certamen.rulesets.striker import acts_fight, acts_skill
from certamen.rulesets.striker.acts_react import opportunity_offers
from certamen.rulesets.striker.aims import ACHIEVES
from certamen.rulesets.striker.sight import ACT, REACT, Attack, Deed, Rows, chosen, combos, minutes
from certamen.rulesets.striker.state import Contest, metres
from certamen.rulesets.striker.vantage import FAR, Spot, mode_of

(
    DEFAULT,
    ATTACK,
    AREA,
    DEED,
    TASK,
    GO_ON,
    MOVE,
    STAND,
    ACROBATICS,
    HIDE,
    EVADE,
    DASH,
    DRAW,
    SWITCH,
    USE,
    OPPORTUNITY,
    READIED,
) = range(17)
NO_CODES = (DEFAULT, 0, 0, 0)
HURT = 35
REACHED = 100_000


# --- plain ---------------------------------------------------------------------------------------------------------


def plain(rows: Rows, dice: Dice) -> Codes:
    """Get up, do what the side is after where it can be done, attack the nearest, else go to him."""
    if rows.kind != ACT:
        return _react(rows)
    if rows.prone and rows.may_stand:
        return (STAND, 0, 0, 0)
    first = _first_deed(rows.deeds)
    if rows.main and first >= 0:
        return (DEED, rows.deeds[first].nth, 0, 0)
    if rows.busy:
        return (GO_ON, 0, 0, 0)
    if rows.main and len(rows.tasks):
        return (TASK, rows.tasks[0].nth, 0, 0)
    best = _nearest(rows)
    if best >= 0:
        return _attack(rows.attacks[best])
    if not rows.main:
        return NO_CODES
    if rows.draw >= 0 and not len(rows.attacks):
        return (DRAW, rows.draw, 0, 0)
    return _closer(rows)


def _first_deed(deeds: tuple[Deed, ...]) -> int:
    """The first deed that achieves or undoes something; -1 for none."""
    for i in range(len(deeds)):
        if deeds[i].worth >= ACHIEVES:
            return i
    return -1


def _react(rows: Rows) -> Codes:
    if rows.kind != REACT:
        return NO_CODES
    if rows.may_strike:
        return (OPPORTUNITY, 0, 0, 0)
    if rows.may_ready:
        return (READIED, 0, 0, 0)
    if len(rows.deeds):
        return (DEED, rows.deeds[0].nth, 0, 0)
    return NO_CODES


def _attack(attack: Attack) -> Codes:
    return (ATTACK, attack.enemy, attack.weapon, 0)


def _nearest(rows: Rows) -> int:
    """The attack on the nearest; of several weapons the one that does most."""
    best, near, most = -1, FAR, -1
    for i in range(len(rows.attacks)):
        one = rows.attacks[i]
        if one.distance < near or (one.distance == near and one.damage > most):
            best, near, most = i, one.distance, one.damage
    return best


def _closer(rows: Rows) -> Codes:
    """The place nearest to what one is after, else to an enemy; the turn ends where none is nearer than this one."""
    if rows.way >= 0:
        return _go(rows.spots[rows.way])
    by_goal = rows.has_goal and rows.here.goal > 0
    best, near = -1, rows.here.goal if by_goal else rows.here.near
    if not by_goal and rows.here.reached:
        near -= REACHED
    for i in range(len(rows.spots)):
        far = rows.spots[i].goal if by_goal else rows.spots[i].near
        if not by_goal and rows.spots[i].reached:
            far -= REACHED
        if far < near:
            best, near = i, far
    return _go(rows.spots[best]) if best >= 0 else NO_CODES


def _go(spot: Spot) -> Codes:
    return (MOVE, spot.x, spot.y, spot.z)


# --- clever --------------------------------------------------------------------------------------------------------


def clever(rows: Rows, dice: Dice) -> Codes:
    """Undo what the others need, do what one needs with the best skill, shoot who is worst off, use cover, evade."""
    if rows.kind != ACT:
        return _react(rows)
    if rows.prone and rows.may_try:
        return (ACROBATICS, 0, 0, 0)
    if rows.prone and rows.may_stand:
        return (STAND, 0, 0, 0)
    deed = _best_deed(rows.deeds)
    if rows.main and deed >= 0:
        return (DEED, rows.deeds[deed].nth, 0, 0)
    if rows.busy:
        return (GO_ON, 0, 0, 0)
    if rows.main and len(rows.tasks):
        return (TASK, rows.tasks[_best_deed(rows.tasks)].nth, 0, 0)
    if rows.hp <= HURT and rows.remedy >= 0 and rows.main:
        return (USE, rows.remedy, 0, 0)
    if rows.has_goal and 0 < rows.here.goal < FAR:
        step = _closer(rows)
        if step[0] == MOVE:
            return step
    return _fight(rows)


def _best_deed(deeds: tuple[Deed, ...]) -> int:
    """The deed worth most; of equal ones that with the higher M, then one that sets a challenge."""
    best, most = -1, -FAR
    for i in range(len(deeds)):
        value = deeds[i].worth * 1000 + deeds[i].m * 10 + deeds[i].sets
        if value > most:
            best, most = i, value
    return best


def _fight(rows: Rows) -> Codes:
    area = _best_area(rows)
    if area >= 0:
        return (AREA, rows.areas[area].place, rows.areas[area].weapon, 0)
    better = _better_spot(rows)
    if better >= 0:
        return _go(rows.spots[better])
    best = _worst_off(rows)
    if best >= 0:
        return _attack(rows.attacks[best])
    if not rows.main:
        return NO_CODES
    if rows.draw >= 0 and not len(rows.attacks):
        return (DRAW, rows.draw, 0, 0)
    step = _closer(rows)
    if step[0] == MOVE:
        return step
    if rows.has_goal and 0 < rows.here.goal < FAR:
        return (DASH, 0, 0, 0)
    if rows.swap >= 0 and rows.enemies and not rows.here.reached and not len(rows.spots):
        return (SWITCH, rows.swap, 0, 0)
    if rows.enemies and not rows.evading and rows.here.near < FAR:
        return (EVADE, 0, 0, 0)
    return NO_CODES


def _best_area(rows: Rows) -> int:
    """An area with two enemies or more that does more than the best attack."""
    best, most = -1, 0
    for i in range(len(rows.attacks)):
        most = max(most, rows.attacks[i].odds * rows.attacks[i].damage)
    for i in range(len(rows.areas)):
        one = rows.areas[i]
        value = one.caught * one.damage * 200
        if one.caught >= 2 and value > most:
            best, most = i, value
    return best


def _worst_off(rows: Rows) -> int:
    """The attack that does most, measured by what seems left of its target."""
    best, most = -1, 0
    for i in range(len(rows.attacks)):
        one = rows.attacks[i]
        value = one.odds * one.damage * 1000 // (one.left + 50)
        if value > most:
            best, most = i, value
    return best


def _better_spot(rows: Rows) -> int:
    """A place from which one can attack as many and is covered better; -1 where one stays."""
    if not rows.ranged or not len(rows.attacks) or rows.here.threats:
        return -1
    best, most = -1, rows.here.cover
    for i in range(len(rows.spots)):
        spot = rows.spots[i]
        if spot.reached >= rows.here.reached and not spot.threats and spot.cover > most:
            best, most = i, spot.cover
    return best


POLICIES: Mapping[str, Policy] = {"plain": plain, "clever": clever}


# --- the act that codes stand for ------------------------------------------------------------------------------------


def unpack(codes: Codes, state: Contest, request: Request) -> Action:
    """The act that the codes stand for; the request's default for none."""
    verb, values = _said(codes, state, request)
    if not verb:
        return Action(request.who, request.default.verb, request.default.values, request.id)
    return Action(request.who, verb, values, request.id)


def _said(codes: Codes, state: Contest, request: Request) -> tuple[str, dict[str, Value]]:
    code, a, b, c = codes
    if code == DEFAULT or request.who not in state.participants:
        return "", {}
    one = state.participants[request.who]
    if code == ATTACK:
        return "attack", {"target": list(state.participants)[a], "weapon": one.sheet.weapons[b].name}
    if code == AREA:
        name = one.sheet.weapons[b].name
        offers = acts_fight.area_offers(state, request)
        offer = next(o for o in offers if o.closed is None and chosen(o, "weapon")[0] == name)
        return "attack-area", {"at": chosen(offer, "at")[a], "weapon": name}
    if code == DEED:
        return "act", dict(combos(acts_skill.act_offers(state, request))[a])
    if code == TASK:
        return "task", dict(combos(minutes(state, request))[a])
    if code == MOVE:
        return _move(state, request.who, Place(a, b, c))
    if code in (DRAW, SWITCH):
        return ("draw" if code == DRAW else "switch"), {"weapon": one.sheet.weapons[a].name}
    if code == USE:
        return "use", {"thing": one.sheet.gear[a].name, "target": one.id}
    if code == OPPORTUNITY:
        return "opportunity", {"weapon": chosen(opportunity_offers(state, request)[0], "weapon")[0]}
    simple = {STAND: "stand", ACROBATICS: "acrobatics", HIDE: "hide", EVADE: "evade", DASH: "dash"}
    return simple.get(code, {READIED: "readied", GO_ON: "task"}.get(code, "")), {}


def _move(state: Contest, who: str, to: Place) -> tuple[str, dict[str, Value]]:
    space = metres(state)
    assert space is not None  # the policy saw places
    return "move", {"mode": mode_of(state, who), "to": place_text(space.ground, to)}
