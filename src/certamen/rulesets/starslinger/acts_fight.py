"""The acts that attack: with a weapon, with two, at an unseen target, and as a reaction."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Field, Offer, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.checks import told_first
from certamen.rulesets.starslinger.fights import at_hand, attack_check, best_bare, guess_check, is_bare, is_jammed
from certamen.rulesets.starslinger.places import between_spots, foes, reaches, together, too_far
from certamen.rulesets.starslinger.sheet import BARE_SKILLS, Weapon
from certamen.rulesets.starslinger.state import SceneState, Slinger, weapon_of
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

RULES = ("SLG-15", "SLG-17", "SLG-19")
BARE_FIELD: tuple[Field, ...] = (choice("skill", BARE_SKILLS),)


def jammed(one: Slinger, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot be used, or None."""
    return Refusal(f"{weapon.name} is jammed: clear it first", "SLG-14") if is_jammed(one, weapon) else None


# --- one weapon ------------------------------------------------------------------------------------------------


def attack_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a weapon with the targets it reaches; closed ones for those out of range, and for what is sheathed."""
    me, others = state.participants[who], foes(state, who)
    if not others:
        return ()
    spent = no_action(me)
    beside = tuple([one for one in others if together(state, who, one.id)])
    apart = tuple([one for one in others if one not in beside])
    offers: list[Offer] = []
    for weapon in at_hand(me):
        if weapon.range:
            offers += _ranged(state, who, weapon, others, spent or jammed(me, weapon))
        elif beside:
            offers.append(_offer((weapon.name,), beside, spent or jammed(me, weapon), bare=is_bare(weapon)))
    if apart:
        offers += _closed_for(me, apart, spent)
    sheathed = tuple(item.weapon.name for item in me.carried if not item.held and item.weapon.hands)
    if sheathed:
        reason = Refusal(f"{' and '.join(sheathed)} must be drawn first", "SLG-26")
        offers.append(_offer(sheathed, others, reason))
    return tuple(offers)


def _offer(
    weapons: tuple[str, ...], those: tuple[Slinger, ...], closed: Refusal | None, *, bare: bool = False
) -> Offer:
    fields = (choice("weapon", weapons), people("target", those), *(BARE_FIELD if bare else ()))
    return Offer("attack", fields, COST, RULES, closed=closed)


def _ranged(
    state: SceneState, who: str, weapon: Weapon, others: tuple[Slinger, ...], closed: Refusal | None
) -> list[Offer]:
    near = tuple([one for one in others if reaches(state, who, one.id, weapon)])
    offers = [_offer((weapon.name,), near, closed)] if near else []
    if len(near) < len(others):
        far = tuple(one for one in others if one not in near)
        offers.append(_offer((weapon.name,), far, closed or out_of_range(state, who, weapon, far)))
    return offers


def _closed_for(me: Slinger, apart: tuple[Slinger, ...], spent: Refusal | None) -> list[Offer]:
    """The closed offers to attack at close quarters those who are in no melee with one (SLG-23)."""
    reason = spent or not_together(apart)
    weapons = [weapon for weapon in at_hand(me) if not weapon.range]
    held = tuple([weapon.name for weapon in weapons if not is_bare(weapon)])
    bare = tuple([weapon.name for weapon in weapons if is_bare(weapon)])
    return [*([_offer(held, apart, reason)] if held else []), _offer(bare, apart, reason, bare=True)]


def not_together(far: tuple[Slinger, ...]) -> Refusal:
    """Why these cannot be attacked at close quarters."""
    return Refusal(f"you are in no melee with {' or '.join([one.name for one in far])}", "SLG-23")


def out_of_range(state: SceneState, who: str, weapon: Weapon, far: tuple[Slinger, ...]) -> Refusal:
    """Why these cannot be attacked with the weapon, with the figures."""
    return too_far(state, who, weapon.name, weapon.range, far) if weapon.range else not_together(far)


def attack(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """One attack."""
    weapon = weapon_of(state.participants[who], word(action, "weapon"))
    state = spend(state, who, "attack")
    skill = word(action, "skill") or weapon.skill
    return told_first(state, attack_check(state, who, word(action, "target"), weapon, skill), draws)


# --- two weapons: SLG-24 ---------------------------------------------------------------------------------------


def pairs(one: Slinger) -> tuple[tuple[Weapon, Weapon], ...]:
    """The pairs he can attack twice with: two weapons in one hand each, or a double weapon in both."""
    held = [item.weapon for item in one.carried if item.held and not item.jammed]
    single = [weapon for weapon in held if weapon.hands == 1]
    double = [(weapon, weapon) for weapon in held if weapon.double and weapon.hands == 2]
    return (*[(a, b) for a in single for b in single if a is not b], *double)


def two_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a pair of weapons, in the order they are used; closed ones for opponents out of reach of either."""
    me, others = state.participants[who], foes(state, who)
    spent = no_action(me)
    offers: list[Offer] = []
    for first, second in pairs(me) if others else ():
        near, more = (tuple(one for one in others if reaches(state, who, one.id, w)) for w in (first, second))
        far, beyond = (tuple(one for one in others if one not in reached) for reached in (near, more))
        if near and more:
            offers.append(_pair(first, second, near, more, spent))
        if far:
            offers.append(_pair(first, second, far, others, spent or out_of_range(state, who, first, far)))
        if beyond:
            offers.append(_pair(first, second, others, beyond, spent or out_of_range(state, who, second, beyond)))
    return tuple(offers)


def _pair(
    first: Weapon, second: Weapon, those: tuple[Slinger, ...], others: tuple[Slinger, ...], closed: Refusal | None
) -> Offer:
    weapons = choice("weapons", (f"{first.name}+{second.name}",))
    fields = (weapons, people("target", those), people("second", others))
    return Offer("attack-two", fields, COST, ("SLG-24",), closed=closed)


def attack_two(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Both weapons used for a single action; each blow is a check of its own and does half."""
    first, _, second = word(action, "weapons").partition("+")
    weapon = weapon_of(state.participants[who], first)
    state = spend(state, who, "attack-two")
    then = (second, word(action, "second"))
    check = attack_check(state, who, word(action, "target"), weapon, weapon.skill, halved=True, then=then)
    return told_first(state, check, draws)


def second_attack(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The other weapon's attack, unless the first was a critical failure or the target is out of action meanwhile."""
    who, name, whom = (str(then.args[key]) for key in ("who", "weapon", "target"))
    first = then.args["first"]
    assert isinstance(first, int)  # a degree: the first attack put it there
    both_in = all(state.participants[one].status == "in" for one in (who, whom))
    if not both_in or not m.second_attack(first):
        values = {"weapon": name}
        event = Event("lost_attack", who, rules=("SLG-24",), values=dict(values), to=aware_of(state, who))
        return Step(state, (event,))
    weapon = weapon_of(state.participants[who], name)
    return told_first(state, attack_check(state, who, whom, weapon, weapon.skill, halved=True), draws, cost=0)


# --- unseen targets: SLG-22 ------------------------------------------------------------------------------------


def unseen_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Shots at a spot where one guesses somebody to be; offered whether or not anybody is hidden."""
    me = state.participants[who]
    feet = {spot: between_spots(state, me.at, spot) for spot in state.scene.spots}
    spent = no_action(me)
    offers: list[Offer] = []
    for weapon in at_hand(me) if feet else ():
        if not weapon.range:
            continue
        near = tuple(spot for spot in feet if feet[spot] <= weapon.range)
        far = tuple(spot for spot in feet if spot not in near)
        figures = ", ".join(f"{state.scene.spots[spot]} is {feet[spot]} feet away" for spot in far)
        reason = Refusal(f"{figures}; {weapon.name} reaches {weapon.range} feet", "SLG-30")
        closed = spent or jammed(me, weapon)
        for spots, why in ((near, closed), (far, closed or reason)):
            if spots:
                fields = (choice("weapon", (weapon.name,)), choice("spot", spots, state.scene.spots))
                offers.append(Offer("attack-unseen", fields, COST, ("SLG-22",), closed=why))
    return tuple(offers)


def attack_unseen(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A shot at a guess: whoever is hidden there, at disadvantage; a sure miss where nobody is."""
    weapon = weapon_of(state.participants[who], word(action, "weapon"))
    state = spend(state, who, "attack-unseen")
    return told_first(state, guess_check(state, who, weapon, word(action, "spot")), draws)


# --- reactions: SLG-25 -----------------------------------------------------------------------------------------


def react_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """The reaction that was provoked, before anything else is done."""
    me = state.participants[who]
    if not me.sheet.reactions:
        return ()
    if not me.provoked:
        reason = Refusal("nothing has provoked a reaction since your last turn, or you have acted already", "SLG-25")
        return (Offer("react", rules=("SLG-25",), closed=reason),)
    names = tuple(one.reaction for one in me.provoked)
    return (Offer("react", (choice("reaction", names),), rules=("SLG-25",)),)


def react(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """The reaction, with all its dice, even where it no longer applies."""
    me = state.participants[who]
    provoked = next(one for one in me.provoked if one.reaction == word(action, "reaction"))
    reaction = next(one for one in me.sheet.reactions if one.name == provoked.reaction)
    state = put(state, replace(me, provoked=()))
    weapon = weapon_of(me, reaction.weapon)
    skill = best_bare(me) if is_bare(weapon) else weapon.skill
    return told_first(state, attack_check(state, who, provoked.by, weapon, skill, reaction=True), draws, cost=0)


FIGHT_ACTS = (
    turn_act("react", react_offers, react, reaction=True),
    turn_act("attack", attack_offers, attack),
    turn_act("attack-two", two_offers, attack_two),
    turn_act("attack-unseen", unseen_offers, attack_unseen),
)
