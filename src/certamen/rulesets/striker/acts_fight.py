"""Attacking: one target or an area, and what follows from it: those who may re-act (STR-26, STR-27, STR-33)."""

from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Places, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.ruleset import Act
from certamen.kernel.space import Metres, Place
from certamen.kernel.space.drawn import metres_text, place_text
from certamen.kernel.state import Step, put
from certamen.kernel.window import Request, Resume
from certamen.rulesets.striker import carry, reacting
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.adjudication import ask_gm
from certamen.rulesets.striker.doing import Doing, attack, from_args, missing, resume
from certamen.rulesets.striker.effects import in_area
from certamen.rulesets.striker.sheet import Weapon
from certamen.rulesets.striker.spending import cost_of, pay
from certamen.rulesets.striker.state import CM, Combatant, Contest, apart, at_hand, foes, in_sight, metres
from certamen.rulesets.striker.turnacts import barred


def spend_of(one: Combatant) -> m.Spend:
    """What the next attack takes: the main-act, or nothing while attacks of it are left (STR-26)."""
    return m.Spend.NOTHING if one.strikes else m.Spend.MAIN


def cannot_attack(state: Contest, one: Combatant) -> Refusal | None:
    """Why he can make no attack now, or None."""
    if one.strikes and not m.attacks_left(one.sheet.attacks, one.strikes):
        made = "the one attack" if one.sheet.attacks == 1 else f"all {one.sheet.attacks} attacks"
        return barred(state, one.id) or Refusal(f"{made} of the main-act made", "STR-26")
    return barred(state, one.id, spend_of(one))


def target_refusal(state: Contest, one: Combatant, weapon: Weapon, other: Combatant) -> Refusal | None:
    """Why this target cannot be attacked with this weapon, or None (STR-26, STR-39)."""
    if reacting.reaches(state, one.id, other.id, weapon):
        return None
    if not in_sight(state, one.id, other.id):
        return Refusal(f"something stands between {one.name} and {other.name}", "STR-39")
    far, most = apart(state, one.id, other.id), weapon.range or weapon.reach
    verb = "carries" if weapon.range else "reaches"
    return Refusal(f"{other.name} is {metres_text(far)} away, the {weapon.name} {verb} {most} m", "STR-39")


def attack_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Each weapon with the targets it reaches, and why it does not reach the others."""
    one = state.participants[request.who]
    barring = cannot_attack(state, one)
    ready = at_hand(one)
    enemies = foes(state, one.id)
    offers: list[Offer] = []
    for weapon in one.sheet.weapons:
        if not weapon.single:
            continue
        closed = barring or _not_in_hand(weapon, ready)
        offers += _offers(state, one, weapon, enemies, closed)
    return tuple(offers)


def _offers(
    state: Contest, one: Combatant, weapon: Weapon, enemies: tuple[Combatant, ...], closed: Refusal | None
) -> list[Offer]:
    if closed is not None:
        everyone = tuple(Option(enemy.id, enemy.name) for enemy in enemies)
        return [_offer(one, weapon, everyone, closed)]
    good, offers = [], []
    for enemy in enemies:
        reason = target_refusal(state, one, weapon, enemy)
        if reason is None:
            good.append(Option(enemy.id, enemy.name, metres_text(apart(state, one.id, enemy.id))))
        else:
            offers.append(_offer(one, weapon, (Option(enemy.id, enemy.name),), reason))
    return [_offer(one, weapon, tuple(good), None), *offers] if good else offers


def _offer(one: Combatant, weapon: Weapon, targets: tuple[Option, ...], closed: Refusal | None) -> Offer:
    fields = (Choice("target", targets), Choice("weapon", (Option(weapon.name, note=weapon.effect),)))
    return Offer("attack", fields, cost_of(spend_of(one)), ("STR-26",), f"attack with {weapon.name}", closed)


def do_attack(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """An attack: at once, unless an act made ready comes before it (STR-33)."""
    one = state.participants[request.who]
    weapon = next(w for w in one.sheet.weapons if w.name == action.values["weapon"])
    doing = attack(one.id, weapon.skill, weapon.name, str(action.values["target"]))
    return declare(_struck(state, one), doing, draws)


def _struck(state: Contest, one: Combatant) -> Contest:
    state = pay(state, one.id, spend_of(one), "attack")
    one = state.participants[one.id]
    return put(state, replace(one, strikes=one.strikes + 1))


def declare(state: Contest, doing: Doing, draws: Draws) -> Step:
    """An attack declared; by ruling `ready_timing: before`, acts made ready against it come first."""
    then = resume(doing, "strike")
    asked = reacting.before(state, doing.who, reacting.ATTACKS, then)
    return strike(state, then, draws) if asked is None else Step(asked)


def strike(state: Contest, then: Resume, draws: Draws) -> Step:
    """The attack itself, if it still can be made; then those who may re-act are asked (STR-26, STR-33)."""
    doing = from_args(then.args)
    other = state.participants.get(doing.on)
    if not reacting.able(state, doing.who):
        return Step(state)
    if doing.on and (other is None or other.status != "in"):
        return Step(state)
    if missing(state, doing):
        return ask_gm(state, doing, "strike")
    state, events, _ = carry.carry(state, doing, draws)
    return Step(reacting.after(state, doing.who, doing.on, reacting.ATTACKS), events)


# --- areas ---------------------------------------------------------------------------------------------------------


def _not_in_hand(weapon: Weapon, ready: tuple[Weapon, ...]) -> Refusal | None:
    if weapon in ready:
        return None
    return Refusal(f"the {weapon.name} is not in the hand: draw it or switch to it", "STR-34")


def area_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Each weapon that fills an area, with the places of those it can be aimed at (STR-27)."""
    one = state.participants[request.who]
    barring = cannot_attack(state, one)
    ready = at_hand(one)
    offers = []
    for weapon in one.sheet.weapons:
        if not weapon.area:
            continue
        closed = barring or _not_in_hand(weapon, ready)
        targets = [enemy for enemy in foes(state, one.id) if target_refusal(state, one, weapon, enemy) is None]
        if closed is None and not targets:
            closed = Refusal(f"nobody within the {weapon.range or weapon.reach} m of the {weapon.name}", "STR-39")
        fields = (_aims(state, one, weapon, targets), Choice("weapon", (Option(weapon.name, note=weapon.effect),)))
        label = f"fill {weapon.area} m around a place with {weapon.name}"
        offers.append(Offer("attack-area", fields, cost_of(spend_of(one)), ("STR-27",), label, closed))
    return tuple(offers)


def _aims(state: Contest, one: Combatant, weapon: Weapon, targets: list[Combatant]) -> Places | Choice:
    """Where it can be aimed: at those in reach, and on a grid at any spot from which it would catch one of them."""
    space = metres(state)
    if space is None:
        return Choice("at", tuple(Option(enemy.id, enemy.name) for enemy in targets))
    aims = {space.places[enemy.id]: enemy.name for enemy in targets}
    for spot in _around(space, tuple(aims), weapon.area * CM):
        near = spaces.distance(space, one.id, spot) <= (weapon.range or weapon.reach) * CM
        if near and spaces.sees(space, one.id, spot):
            aims.setdefault(spot, "")
    return Places("at", tuple(Option(place_text(space.ground, at), name) for at, name in aims.items()))


def _around(space: Metres, middles: tuple[Place, ...], radius: int) -> list[Place]:
    ground = space.ground
    if ground.grid == "free":
        return []
    cells, found = radius // ground.cell, []
    for middle in middles:
        column, row = spaces.cell_at(ground, middle.x, middle.y)
        for x in range(column - cells, column + cells + 1):
            for y in range(row - cells, row + cells + 1):
                spot = spaces.centre(ground, x, y, middle.z)
                near = (spot.x - middle.x) ** 2 + (spot.y - middle.y) ** 2 <= radius * radius
                if near and 0 <= spot.x <= ground.width and 0 <= spot.y <= ground.height:
                    found.append(spot)
    return found


def attack_area(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """An attack on an area: on the one who stands at its middle if it is a person's figure, else on the spot."""
    one, at = state.participants[request.who], str(action.values["at"])
    weapon = next(w for w in one.sheet.weapons if w.name == action.values["weapon"])
    space, on = metres(state), at
    if space is not None:
        here = (who for who, place in space.places.items() if place_text(space.ground, place) == at)
        on = next((who for who in here if "TC-A" in state.participants[who].sheet.subject.challenges), "")
    doing = Doing(one.id, weapon.skill, "attack-area", int(m.Timing.MAIN), on, weapon.name, at if space else "")
    return declare(_struck(state, one), doing, draws)


def caught(state: Contest, one: Combatant, weapon: Weapon, at: str) -> int:
    """The known opponents in an area, less those of one's own side."""
    inside = in_area(state, Doing(one.id, weapon.skill, "attack-area", at=at), weapon)
    known = {enemy.id for enemy in foes(state, one.id)}
    return sum(1 if who in known else -2 * (state.participants[who].side == one.side) for who in inside)


ACTS = (Act("attack", attack_offers, do_attack), Act("attack-area", area_offers, attack_area))
