"""The acts that attack: with a weapon, with two, at an unseen target, and as a reaction."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Field, Offer, Refusal
from certamen.kernel.audience import aware_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event
from certamen.kernel.space.melees import same_melee
from certamen.kernel.state import Step, put
from certamen.kernel.window import Resume
from certamen.rulesets.starslinger.checks import attempt, begin
from certamen.rulesets.starslinger.fights import at_hand, attack_check, reaches
from certamen.rulesets.starslinger.modifiers import terms
from certamen.rulesets.starslinger.sheet import BARE_SKILLS, Weapon
from certamen.rulesets.starslinger.state import (
    Check,
    SceneState,
    Slinger,
    between_spots,
    feet,
    find_carried,
    foes,
    groups,
    weapon_of,
)
from certamen.rulesets.starslinger.turnacts import COST, choice, no_action, people, spend, turn_act, word

RULES = ("SLG-15", "SLG-17", "SLG-19")


def is_bare(one: Slinger, weapon: Weapon) -> bool:
    """Whether a weapon is one of those everyone has, used with a skill of one's choice (SLG-18)."""
    return find_carried(one, weapon.name) is None


def skill_field(one: Slinger, weapon: Weapon) -> tuple[Field, ...]:
    """The field for the skill, where there is a choice."""
    return (choice("skill", BARE_SKILLS),) if is_bare(one, weapon) else ()


def jammed(one: Slinger, weapon: Weapon) -> Refusal | None:
    """Why a weapon cannot be used, or None."""
    item = find_carried(one, weapon.name)
    return Refusal(f"{weapon.name} is jammed: clear it first", "SLG-14") if item is not None and item.jammed else None


def attack_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a weapon with the targets it reaches; closed ones with those out of range, or in no melee with one."""
    me, others = state.participants[who], foes(state, who)
    closed = no_action(me)
    offers: list[Offer] = []
    for weapon in at_hand(me):
        near = tuple(one for one in others if reaches(state, who, one.id, weapon))
        far = tuple(one for one in others if one not in near)
        named, skills = choice("weapon", (weapon.name,)), skill_field(me, weapon)
        if near:
            fields = (named, people("target", near), *skills)
            offers.append(Offer("attack", fields, COST, RULES, closed=closed or jammed(me, weapon)))
        if far and weapon.range:
            reason = closed or jammed(me, weapon) or out_of_range(state, who, weapon, far)
            offers.append(Offer("attack", (named, people("target", far), *skills), COST, RULES, closed=reason))
    return (*offers, *apart_offers(state, me, others))


def apart_offers(state: SceneState, me: Slinger, others: tuple[Slinger, ...]) -> tuple[Offer, ...]:
    """The closed offers to attack at close quarters those who are in no melee with one (SLG-23)."""
    far = tuple(one for one in others if not same_melee(groups(state), me.id, one.id))
    offers: list[Offer] = []
    for bare in (False, True):
        weapons = tuple(weapon for weapon in at_hand(me) if not weapon.range and is_bare(me, weapon) == bare)
        if weapons and far:
            names = choice("weapon", tuple(weapon.name for weapon in weapons))
            fields = (names, people("target", far), *skill_field(me, weapons[0]))
            offers.append(Offer("attack", fields, COST, RULES, closed=no_action(me) or not_together(far)))
    return tuple(offers)


def not_together(far: tuple[Slinger, ...]) -> Refusal:
    """Why these cannot be attacked at close quarters."""
    return Refusal(f"you are in no melee with {' or '.join(one.name for one in far)}", "SLG-23")


def out_of_range(state: SceneState, who: str, weapon: Weapon, far: tuple[Slinger, ...]) -> Refusal:
    """Why these cannot be attacked with the weapon, with the figures."""
    if not weapon.range:
        return not_together(far)
    figures = ", ".join(f"{one.name} is {feet(state, who, one.id)} feet away" for one in far)
    return Refusal(f"{figures}; {weapon.name} reaches {weapon.range} feet", "SLG-30")


def attack(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """One attack."""
    weapon = weapon_of(state.participants[who], word(action, "weapon"))
    return make_attack(state, who, word(action, "target"), weapon, word(action, "skill") or weapon.skill, draws)


def make_attack(
    state: SceneState,
    who: str,
    whom: str,
    weapon: Weapon,
    skill: str,
    draws: Draws,
    *,
    halved: bool = False,
    then: tuple[str, str] = ("", ""),
) -> Step:
    """An attack for an action: what is tried is told, the attacker's place is given away, the dice fall (SLG-22)."""
    state = spend(state, who, "attack")
    check = attack_check(state, who, whom, weapon, skill, halved=halved, then=then)
    return told_first(state, check, draws)


def told_first(state: SceneState, check: Check, draws: Draws, cost: int = 1) -> Step:
    """The attempt told, a hidden attacker revealed, and the check begun."""
    told = attempt(state, check, cost)
    state, shown = reveal(state, check.actor)
    step = begin(state, check, draws)
    return Step(step.state, (told, *shown, *step.events))


def reveal(state: SceneState, who: str) -> tuple[SceneState, tuple[Event, ...]]:
    """Attacking gives one's place away (SLG-22)."""
    one = state.participants[who]
    if not one.hidden:
        return state, ()
    state = put(state, replace(one, hidden=False, known_to=()))
    return state, (Event("revealed", who, rules=("SLG-22",), to=aware_of(state, who)),)


# --- two weapons: SLG-24 ---------------------------------------------------------------------------------------


def pairs(one: Slinger) -> tuple[tuple[Weapon, Weapon], ...]:
    """The pairs he can attack twice with: two weapons in one hand each, or a double weapon in both."""
    held = tuple(item.weapon for item in one.carried if item.held and not item.jammed)
    single = tuple(weapon for weapon in held if weapon.hands == 1)
    double = tuple((weapon, weapon) for weapon in held if weapon.double and weapon.hands == 2)
    return (*((a, b) for a in single for b in single if a is not b), *double)


def two_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """One offer a pair of weapons, in the order they are used."""
    me, others = state.participants[who], foes(state, who)
    offers: list[Offer] = []
    for first, second in pairs(me) if others else ():
        targets = tuple(one for one in others if reaches(state, who, one.id, first))
        more = tuple(one for one in others if reaches(state, who, one.id, second))
        closed = no_action(me)
        if not targets or not more:
            closed = closed or out_of_range(state, who, second if targets else first, others)
            targets = more = others
        fields = (
            choice("weapons", (f"{first.name}+{second.name}",)),
            people("target", targets),
            people("second", more),
        )
        offers.append(Offer("attack-two", fields, COST, ("SLG-24",), closed=closed))
    return tuple(offers)


def attack_two(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """Two attacks as one action, each at half damage and each a check."""
    first, _, second = word(action, "weapons").partition("+")
    weapon = weapon_of(state.participants[who], first)
    then = (second, word(action, "second"))
    return make_attack(state, who, word(action, "target"), weapon, weapon.skill, draws, halved=True, then=then)


def second_attack(state: SceneState, then: Resume, draws: Draws) -> Step:
    """The other weapon's attack, unless the first was a critical failure or the target is out of action meanwhile."""
    who, name, whom = str(then.args["who"]), str(then.args["weapon"]), str(then.args["target"])
    me, target = state.participants.get(who), state.participants.get(whom)
    if me is None or target is None or me.status != "in" or target.status != "in" or then.args["first"] == 0:
        values = {"weapon": name}
        return Step(
            state, (Event("lost_attack", who, rules=("SLG-24",), values=dict(values), to=aware_of(state, who)),)
        )
    weapon = weapon_of(me, name)
    return told_first(state, attack_check(state, who, whom, weapon, weapon.skill, halved=True), draws, cost=0)


# --- unseen targets: SLG-22 ------------------------------------------------------------------------------------


def unseen_offers(state: SceneState, who: str) -> tuple[Offer, ...]:
    """Shots at a spot where one guesses somebody to be; offered whether or not anybody is hidden."""
    me = state.participants[who]
    spots = state.scene.spots
    offers: list[Offer] = []
    for weapon in at_hand(me) if spots else ():
        if not weapon.range:
            continue
        near = tuple(spot for spot in spots if between_spots(state, me.at, spot) <= weapon.range)
        closed = no_action(me) or jammed(me, weapon)
        fields = (choice("weapon", (weapon.name,)), choice("spot", near, spots))
        offers.append(Offer("attack-unseen", fields, COST, ("SLG-22",), closed=closed))
    return tuple(offers)


def attack_unseen(state: SceneState, action: Action, who: str, draws: Draws) -> Step:
    """A shot at a guess: whoever is hidden there, at disadvantage; a sure miss where nobody is."""
    weapon = weapon_of(state.participants[who], word(action, "weapon"))
    side = state.participants[who].side
    state = spend(state, who, "attack-unseen")
    there = [
        one.id
        for one in state.participants.values()
        if one.side != side and one.status == "in" and one.hidden and one.at == word(action, "spot")
    ]
    if there:
        check = attack_check(state, who, there[0], weapon, weapon.skill, unseen=True)
    else:
        base = (("accuracy", weapon.accuracy, weapon.name),) if weapon.accuracy else ()
        helped = ("the target does not see the attacker",) if state.participants[who].hidden else ()
        found = terms(state, who, weapon.skill, base=base, helped=helped, hindered=("the target is unseen",))
        check = Check(
            kind="attack", actor=who, subject=weapon.name, skill=weapon.skill, dc=state.scene.default_dc,
            modifiers=found.modifiers, advantage=found.advantage, edges=found.edges, parts=found.parts,
            unseen=True, missing=True,
        )  # fmt: skip
    return told_first(state, replace(check, way=word(action, "spot")), draws)


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
    if provoked.by not in state.participants:
        return Step(state, (Event("too_late", who, rules=("SLG-25",), to=aware_of(state, who)),))
    weapon = weapon_of(me, reaction.weapon)
    skill = best_bare(me) if is_bare(me, weapon) else weapon.skill
    return told_first(state, attack_check(state, who, provoked.by, weapon, skill, reaction=True), draws, cost=0)


def best_bare(one: Slinger) -> str:
    """The best of his skills for bare hands (SLG-18)."""
    return max(BARE_SKILLS, key=lambda skill: one.sheet.skills.get(skill, 0))


FIGHT_ACTS = (
    turn_act("react", react_offers, react, reaction=True),
    turn_act("attack", attack_offers, attack),
    turn_act("attack-two", two_offers, attack_two),
    turn_act("attack-unseen", unseen_offers, attack_unseen),
)
