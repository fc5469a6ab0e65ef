"""Attacking: shots, blows and throws; what changes the damage is shown first and confirmed (DUA-10 to 15, 18, 19)."""

from certamen.kernel import space as spaces
from certamen.kernel.action import Action, Choice, Offer, Option, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, ask
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.dualaction import mechanics as m
from certamen.rulesets.dualaction.aim import take_aim
from certamen.rulesets.dualaction.ground import metres_text
from certamen.rulesets.dualaction.sheet import Weapon
from certamen.rulesets.dualaction.state import (
    HANDS,
    Combat,
    Fighter,
    cost_of,
    known_enemies,
    placed,
    single,
    spent,
    weapon_of,
)
from certamen.rulesets.dualaction.strike import resolve, who_may_know
from certamen.rulesets.dualaction.weapons import fired, mode_of, price, target_refusal


def attack_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The regular attack with each weapon: all its shots, or a blow; bare hands too (DUA-5)."""
    one = state.participants[request.who]
    return _all_offers(state, one, "attack", (*one.sheet.weapons, HANDS))


def single_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """A single shot with each weapon that fires several (DUA-5)."""
    one = state.participants[request.who]
    return _all_offers(state, one, "single", tuple(weapon for weapon in one.sheet.weapons if weapon.shots > 1))


def aim_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """An aimed shot with each weapon that is fired (DUA-19)."""
    one = state.participants[request.who]
    return _all_offers(state, one, "aim", tuple(weapon for weapon in one.sheet.weapons if fired(weapon)))


def throw_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """Throwing each weapon that can be thrown (DUA-15)."""
    one = state.participants[request.who]
    return _all_offers(state, one, "throw", tuple(weapon for weapon in one.sheet.weapons if weapon.thrown))


def _all_offers(state: Combat, one: Fighter, verb: str, weapons: tuple[Weapon, ...]) -> tuple[Offer, ...]:
    if not placed(state, one.id):
        return ()
    return tuple(offer for weapon in weapons for offer in _offers(state, one, weapon, verb))


def _offers(state: Combat, one: Fighter, weapon: Weapon, verb: str) -> list[Offer]:
    """An offer with all targets that can be attacked so, and a closed one for each that cannot."""
    mode = mode_of(verb, weapon)
    cost = price(state, mode)
    enemies = known_enemies(state, one.id)
    refused = _cannot_now(state, one, weapon, cost)
    if refused is not None and enemies:
        targets = tuple(Option(enemy.id, enemy.name) for enemy in enemies)
        return [_offer(state, weapon, verb, targets, cost, refused)]
    good, offers = [], []
    for enemy in enemies:
        reason = target_refusal(state, one, weapon, enemy, mode)
        if reason is None:
            good.append(Option(enemy.id, enemy.name, metres_text(spaces.distance(state.space, one.id, enemy.id))))
        else:
            offers.append(_offer(state, weapon, verb, (Option(enemy.id, enemy.name),), cost, reason))
    if good:
        offers.insert(0, _offer(state, weapon, verb, tuple(good), cost, None))
    return offers


def _offer(
    state: Combat, weapon: Weapon, verb: str, targets: tuple[Option, ...], cost: int, closed: Refusal | None
) -> Offer:
    fields = (Choice("target", targets), Choice("weapon", (Option(weapon.name, note=weapon.damage),)))
    rules = ("DUA-5", "DUA-10", *(("DUA-19",) if verb == "aim" else ()))
    return Offer(verb, fields, cost_of(state, cost), rules, closed=closed)


def _cannot_now(state: Combat, one: Fighter, weapon: Weapon, cost: int) -> Refusal | None:
    if not m.can_pay(spent(state, one), cost):
        what = "the turn's action is" if single(state) else "the actions it takes are"
        return Refusal(f"{what} spent", "DUA-8" if single(state) else "DUA-5")
    if fired(weapon) and not m.shots_fired(1, one.loaded.get(weapon.name, 0), weapon.magazine):
        return Refusal(f"{weapon.name} is empty: reload", "DUA-6")
    if weapon.thrown and not one.loaded.get(weapon.name, 0):
        return Refusal(f"no {weapon.name} is left", "DUA-15")
    return None


def attack(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """An attack declared: at once, or after what changes its damage was shown and confirmed (DUA-18)."""
    weapon, target = str(action.values["weapon"]), str(action.values["target"])
    mode = mode_of(action.verb, weapon_of(state.participants[request.who], weapon))
    args = {"who": request.who, "target": target, "weapon": weapon, "mode": mode}
    aim = take_aim(state, request.who, target, weapon, mode)
    if not aim.changes:
        return resolve(state, Resume("attack", dict(args)), draws)
    changed = ", ".join(f"{part.label} {part.value:+d}" for part in aim.changes if isinstance(part.value, int))
    declared = Event(
        "declared",
        actor=request.who,
        target=target,
        rules=("DUA-18",),
        parts=(*aim.damage, *aim.armour),
        values={"weapon": weapon, "mode": mode, "changes": changed},
        to=who_may_know(state, request.who, target),
    )
    state = ask(
        state,
        request.who,
        "choose",
        ("confirm", "take-back"),
        Answer("confirm"),
        Resume("declared"),
        cause=f"damage changes: {changed}",
        about=dict(args),
    )
    return Step(state, (declared,))


def confirm(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The attack goes ahead (DUA-18)."""
    del action
    return resolve(state, Resume("attack", dict(request.about)), draws)


def take_back(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The attack is not made, and nothing is spent (DUA-18)."""
    del action, draws
    return Step(state, (Event("taken_back", actor=request.who, rules=("DUA-18",), to=aware_of(state, request.who)),))


def declared(state: Combat, then: Resume, draws: Draws) -> Step:
    """After a declared attack was confirmed or taken back: the turn goes on."""
    del then, draws
    return Step(state)


def confirm_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The attack as declared goes ahead."""
    del state, request
    return (Offer("confirm", rules=("DUA-18",), label="go ahead"),)


def take_back_offers(state: Combat, request: Request) -> tuple[Offer, ...]:
    """The declared attack is not made."""
    del state, request
    return (Offer("take-back", rules=("DUA-18",), label="choose anew; nothing is spent"),)


ACTS = (
    Act("attack", attack_offers, attack),
    Act("single", single_offers, attack),
    Act("aim", aim_offers, attack),
    Act("throw", throw_offers, attack),
    Act("confirm", confirm_offers, confirm),
    Act("take-back", take_back_offers, take_back),
)
