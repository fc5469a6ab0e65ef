"""Attacks as checks: whose DC, from which figures, with what advantage; and whether a weapon reaches (SLG-15 to 23)."""

from certamen.kernel.audience import NOBODY, vital
from certamen.kernel.event import Part
from certamen.kernel.space import melees
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.modifiers import Row, terms
from certamen.rulesets.starslinger.sheet import BARE, SaveName, Weapon
from certamen.rulesets.starslinger.state import (
    Check,
    SceneState,
    Slinger,
    feet,
    flat_footed,
    groups,
    hostiles_in_melee,
    save_dc,
    sees,
)

CLOSE = 5


def at_hand(one: Slinger) -> tuple[Weapon, ...]:
    """What he can attack with now: what he holds, powers and claws, bare hands; jammed weapons too."""
    return (*(item.weapon for item in one.carried if item.held or not item.weapon.hands), *BARE)


def reaches(state: SceneState, who: str, whom: str, weapon: Weapon) -> bool:
    """Whether a weapon reaches: within the melee, or within its range (SLG-23, SLG-30)."""
    together = melees.same_melee(groups(state), who, whom)
    return m.in_reach(weapon.range > 0, together, feet(state, who, whom), weapon.range)


def saves_of(weapon: Weapon) -> tuple[SaveName, ...]:
    """Whose DC or DCs a weapon goes against (SLG-15)."""
    if weapon.versus:
        return weapon.versus
    save: SaveName = m.save_against(m.Nature[weapon.nature.upper()]).name.lower()  # type: ignore[assignment]  # the same six
    return (save,)


def attack_dc(state: SceneState, whom: str, weapon: Weapon) -> int:
    """The DC an attack on `whom` must reach (SLG-15)."""
    dcs = [save_dc(state, whom, save) for save in saves_of(weapon)]
    return m.targeted_dc(dcs[0], dcs[-1], flat_footed(state, whom))


def attack_check(
    state: SceneState,
    who: str,
    whom: str,
    weapon: Weapon,
    skill: str,
    *,
    reaction: bool = False,
    halved: bool = False,
    unseen: bool = False,
    then: tuple[str, str] = ("", ""),
) -> Check:
    """An attack about to be rolled. `unseen`: at a target whose place was guessed rightly."""
    base: tuple[Row, ...] = (("accuracy", weapon.accuracy, weapon.name),) if weapon.accuracy else ()
    helped = () if sees(state, whom, who) else ("the target does not see the attacker",)
    found = terms(
        state, who, skill, base=base, helped=helped, hindered=hindrances(state, who, whom, weapon), reaction=reaction
    )
    to = NOBODY if unseen else vital(state, whom)
    saves = saves_of(weapon)
    notes = tuple(Part(f"{save} DC", save_dc(state, whom, save), "SLG-15", "note", to=to) for save in saves)
    return Check(
        kind="attack",
        actor=who,
        target=whom,
        subject=weapon.name,
        skill=skill,
        dc=attack_dc(state, whom, weapon),
        modifiers=found.modifiers,
        advantage=found.advantage,
        edges=found.edges,
        parts=(*found.parts, *(notes if len(saves) > 1 else ())),
        unseen=unseen,
        reaction=reaction,
        halved=halved,
        then=then,
    )


def hindrances(state: SceneState, who: str, whom: str, weapon: Weapon) -> tuple[str, ...]:
    """Why an attack has disadvantage, beyond traits and effects (SLG-22, SLG-23)."""
    reasons = () if sees(state, who, whom) else ("the target is unseen",)
    side = state.participants[who].side
    melee = melees.melee_of(groups(state), whom)
    there = melees.members(groups(state), melee) if melee else ()
    ally = any(one != who and state.participants[one].side == side for one in there)
    near = hostile_near(state, who)
    if not m.ranged_hindered(weapon.range > 0, ally, near):
        return reasons
    return (*reasons, "an ally is in the target's melee" if ally else "a hostile is close by")


def hostile_near(state: SceneState, who: str) -> bool:
    """Whether a hostile in action shares the melee of `who`, or stands within 5 feet and sees him (SLG-23)."""
    if hostiles_in_melee(state, who):
        return True
    side = state.participants[who].side
    others = (one for one in state.participants.values() if one.side != side and one.status == "in")
    return any(feet(state, who, one.id) <= CLOSE and sees(state, one.id, who) for one in others)
