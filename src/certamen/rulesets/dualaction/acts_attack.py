"""Attacking: shots, blows and throws; what changes the damage is shown first and confirmed (DUA-10 to 15, 18, 19)."""

from certamen.kernel.action import Action, Choice, Offer, Option, Refusal, Value
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.ruleset import Act
from certamen.kernel.space.drawn import metres_text
from certamen.kernel.state import Step, ask
from certamen.kernel.window import Answer, Request, Resume
from certamen.rulesets.dualaction.aim import take_aim
from certamen.rulesets.dualaction.harm import exact
from certamen.rulesets.dualaction.sheet import Weapon
from certamen.rulesets.dualaction.state import (
    HANDS,
    Combat,
    Fighter,
    cost_of,
    distance,
    fights,
    known_enemies,
    placed,
    weapon_of,
)
from certamen.rulesets.dualaction.strike import Attack, strike, who_may_know
from certamen.rulesets.dualaction.weapons import fired, mode_of, price, target_refusal, unready


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
    enemies = known_enemies(state, one.id)
    return tuple(offer for weapon in weapons for offer in _offers(state, one, weapon, verb, enemies))


def _offers(state: Combat, one: Fighter, weapon: Weapon, verb: str, enemies: tuple[Fighter, ...]) -> list[Offer]:
    """An offer with all targets that can be attacked so, and a closed one for each that cannot."""
    mode = mode_of(verb, weapon)
    cost = price(state, mode)
    refused = unready(state, one, weapon, cost)
    if refused is not None and enemies:
        targets = tuple(Option(enemy.id, enemy.name) for enemy in enemies)
        return [_offer(state, weapon, verb, targets, cost, refused)]
    good, offers = [], []
    for enemy in enemies:
        cm = distance(state, one.id, enemy.id)
        reason = target_refusal(state, one.id, weapon, enemy, mode, cm)
        if reason is None:
            good.append(Option(enemy.id, enemy.name, metres_text(cm) if cm else "next to you"))
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


def attack(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """An attack declared: at once, or after what changes its damage was shown and confirmed (DUA-18)."""
    who, target = request.who, str(action.values["target"])
    weapon = weapon_of(state.participants[who], str(action.values["weapon"]))
    mode = mode_of(action.verb, weapon)
    aim = take_aim(state, who, target, weapon, mode)
    if not aim.changes:
        return strike(state, Attack(who, target, weapon, mode, aim), draws)
    changed = ", ".join(f"{part.label} {part.value:+d}" for part in aim.changes if isinstance(part.value, int))
    declared = Event(
        "declared",
        actor=who,
        target=target,
        rules=("DUA-18",),
        parts=(*aim.damage, *aim.armour),
        values={"weapon": weapon.name, "mode": mode, "changes": changed},
        to=who_may_know(state, who, target),
        private=exact(state, who, "changes"),
    )
    about: dict[str, Value] = {"target": target, "weapon": weapon.name, "mode": mode}
    cause, then = f"damage changes: {changed}", Resume("declared")
    verbs = ("confirm", "take-back")
    return Step(ask(state, who, "choose", verbs, Answer("confirm"), then, cause=cause, about=about), (declared,))


def confirm(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The attack goes ahead, unless the game master has meanwhile changed what it needs (DUA-18)."""
    del action
    who = request.who
    name, target, mode = (str(request.about[key]) for key in ("weapon", "target", "mode"))
    one, other = state.participants[who], state.participants[target]
    weapon = weapon_of(one, name)
    if not fights(other) or not placed(state, target):
        return _taken_back(state, who, f"{other.name} is out of it")
    lost = unready(state, one, weapon, price(state, mode)) or target_refusal(
        state, who, weapon, other, mode, distance(state, who, target)
    )
    if lost is not None:
        return _taken_back(state, who, lost.reason)
    return strike(state, Attack(who, target, weapon, mode, take_aim(state, who, target, weapon, mode)), draws)


def take_back(state: Combat, action: Action, request: Request, draws: Draws) -> Step:
    """The attack is not made, and nothing is spent (DUA-18)."""
    del action, draws
    return _taken_back(state, request.who)


def _taken_back(state: Combat, who: str, why: str = "") -> Step:
    values: dict[str, Value] = {"why": why} if why else {}
    private = exact(state, who, *values)
    event = Event("taken_back", who, rules=("DUA-18",), values=values, to=aware_of(state, who), private=private)
    return Step(state, (event,))


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
