"""Who decides when no person does: `plain` attacks the nearest, `clever` picks targets, places and remedies."""

from collections.abc import Mapping

from certamen.dice import Dice
from certamen.kernel.action import Action, Value
from certamen.kernel.ruleset import Codes, Policy
from certamen.kernel.space import Place
from certamen.kernel.space.drawn import place_text
from certamen.kernel.window import Request
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.reacting import interrupt_offers
from certamen.rulesets.dualaction.sight import ACT, REACT, Attack, Rows
from certamen.rulesets.dualaction.state import HANDS, Combat
from certamen.rulesets.dualaction.weapons import MODES, verb_of

DEFAULT, ATTACK, MOVE, RELOAD, USE, COVER, GET_UP, STRIDE, TASK, STOP = range(10)
NO_CODES = (DEFAULT, 0, 0, 0)
HALF = 50


def plain(rows: Rows, _: Dice) -> Codes:
    """Get up, see to the task, attack the nearest with what does most, else go to him; reload what is empty."""
    if rows.kind != ACT:
        return NO_CODES
    if rows.may_get_up:
        return (GET_UP, 0, 0, 0)
    if rows.task >= 0:
        return (TASK, rows.task, 0, 0)
    nearer = _nearer_goal(rows)
    if nearer >= 0:
        return _go(rows, nearer)
    best = _best_at_nearest(rows)
    if best >= 0:
        return _attack(rows.attacks[best])
    if rows.reload >= 0:
        return (RELOAD, rows.reload, 0, 0)
    if m.can_pay(rows.spent, m.PRIMARY):
        return _closer(rows)
    return NO_CODES


def clever(rows: Rows, _: Dice) -> Codes:
    """Heal when hurt, shoot at who is worst off, first from a better place if there is one, then take cover."""
    if rows.kind == REACT:
        return (STOP, 0, 0, 0) if rows.stops else NO_CODES
    if rows.kind != ACT:
        return NO_CODES
    if rows.may_get_up:
        return (GET_UP, 0, 0, 0)
    if rows.hp <= HALF and rows.item >= 0:
        return (USE, rows.item, 0, 0)
    if rows.task >= 0:
        return (TASK, rows.task, 0, 0)
    nearer = _nearer_goal(rows)
    return _go(rows, nearer) if nearer >= 0 else _fight(rows)


def _fight(rows: Rows) -> Codes:
    best = _best_attack(rows)
    armed = best >= 0 and rows.attacks[best].weapon >= 0
    if rows.may_cover and rows.here.value > 0 and not rows.in_cover:
        return (COVER, 0, 0, 0)
    better = _better_spot(rows)
    if better >= 0 and not rows.in_cover and m.can_pay(rows.spent, m.PRIMARY):
        return (MOVE, rows.spots[better].x, rows.spots[better].y, 0)
    if best >= 0 and (armed or rows.reload < 0):
        return _attack(rows.attacks[best])
    if rows.reload >= 0:
        return (RELOAD, rows.reload, 0, 0)
    if best >= 0:
        return _attack(rows.attacks[best])
    if m.can_pay(rows.spent, m.PRIMARY):
        return _closer(rows)
    return NO_CODES


def _attack(attack: Attack) -> Codes:
    return (ATTACK, attack.enemy, attack.weapon, attack.mode)


def _best_at_nearest(rows: Rows) -> int:
    """The attack on the nearest that does most on average; -1 without one that can hit."""
    best, near, most = -1, 0, 0
    for i in range(len(rows.attacks)):
        attack = rows.attacks[i]
        worth = attack.faces * attack.damage * attack.shots
        if worth > 0 and (best < 0 or attack.distance < near or (attack.distance == near and worth > most)):
            best, near, most = i, attack.distance, worth
    return best


def _best_attack(rows: Rows) -> int:
    """The attack that does most, measured by what seems left of its target; -1 without one that can hit."""
    best, most = -1, 0
    for i in range(len(rows.attacks)):
        attack = rows.attacks[i]
        worth = attack.faces * (attack.damage + attack.penetration) * attack.shots * 1000 // attack.left
        if worth > most:
            best, most = i, worth
    return best


def _better_spot(rows: Rows) -> int:
    """A place for the secondary action alone from which one does more, or as much and better covered; -1: stay."""
    best, most = -1, rows.here.value * 10 + rows.here.cover * 60
    for i in range(len(rows.spots)):
        one = rows.spots[i]
        worth = one.value * 10 + one.cover * 60
        if m.can_pay(one.cost, m.PRIMARY) and one.value >= rows.here.value and worth > most:
            best, most = i, worth
    return best


def _nearer_goal(rows: Rows) -> int:
    """The place nearest to the task; -1 without a task, or where none is nearer than this one."""
    best, far = -1, rows.here.goal
    for i in range(len(rows.spots)):
        if rows.spots[i].goal < far:
            best, far = i, rows.spots[i].goal
    return best


def _closer(rows: Rows) -> Codes:
    """The place nearest to an enemy; the turn ends where none is nearer than this one."""
    best, near = -1, rows.here.near
    for i in range(len(rows.spots)):
        if rows.spots[i].near < near:
            best, near = i, rows.spots[i].near
    return _go(rows, best)


def _go(rows: Rows, best: int) -> Codes:
    if best >= 0:
        return (MOVE, rows.spots[best].x, rows.spots[best].y, 0)
    return (STRIDE, 0, 0, 0) if rows.may_stride else NO_CODES


POLICIES: Mapping[str, Policy] = {"plain": plain, "clever": clever}


def unpack(codes: Codes, state: Combat, request: Request) -> Action:
    """The act that the codes stand for; the request's default for none."""
    verb, values = _said(codes, state, request)
    if not verb:
        return Action(request.who, request.default.verb, request.default.values, request.id)
    return Action(request.who, verb, values, request.id)


def _said(codes: Codes, state: Combat, request: Request) -> tuple[str, dict[str, Value]]:
    code, a, b, c = codes
    sheet = state.participants[request.who].sheet
    if code == ATTACK:
        weapon = sheet.weapons[b] if b >= 0 else HANDS
        values: dict[str, Value] = {"target": list(state.participants)[a], "weapon": weapon.name}
        return verb_of(MODES[c], weapon), values
    if code == MOVE:
        return "move", {"to": place_text(state.space.ground, Place(a, b))}
    if code == RELOAD:
        return "reload", {"weapon": sheet.weapons[a].name}
    if code == USE:
        return "use", {"item": sheet.items[a].name, "target": request.who}
    if code == TASK:
        return "task", {"task": state.scene.tasks[a].id}
    if code == STOP:
        return _stop(state, request)
    return {COVER: "take-cover", GET_UP: "get-up", STRIDE: "stride"}.get(code, ""), {}


def _stop(state: Combat, request: Request) -> tuple[str, dict[str, Value]]:
    offer = interrupt_offers(state, request)[0]
    values: dict[str, Value] = {field.name: field.options[0].id for field in offer.fields if hasattr(field, "options")}
    return "interrupt", values
