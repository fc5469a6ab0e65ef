"""What a policy may choose from: attacks within reach, and errands by number, as acts with their values."""

from certamen.kernel.action import Value
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.acts_deeds import out_of_place
from certamen.rulesets.starslinger.acts_fight import pairs
from certamen.rulesets.starslinger.acts_move import (
    ESCAPE_SKILLS,
    MELEE_SKILLS,
    door_shut,
    enterable,
    fixed,
    needs_entry_check,
)
from certamen.rulesets.starslinger.acts_things import no_hands
from certamen.rulesets.starslinger.conditions import suffers
from certamen.rulesets.starslinger.fights import at_hand, best_bare, is_bare, is_jammed
from certamen.rulesets.starslinger.places import feet, foes, melee_of, reaches
from certamen.rulesets.starslinger.scene import Challenge, Way
from certamen.rulesets.starslinger.sheet import UNARMED, Weapon
from certamen.rulesets.starslinger.state import SceneState, Slinger, skill_of, skills_of

REACT, TASK, CLEAR, DRAW, STAND, ESCAPE, ENTER, MOVE, HEAL, GO = range(10)
ERRANDS = 10

Choice = tuple[str, dict[str, Value]]


def single_blows(state: SceneState, who: str) -> tuple[tuple[Weapon, str, Slinger], ...]:
    """Weapon, skill and target of each attack with one weapon that is possible now."""
    me = state.participants[who]
    return tuple(
        (weapon, best_bare(me) if is_bare(weapon) else weapon.skill, foe)
        for weapon in at_hand(me)
        if (not is_bare(weapon) or weapon.name == UNARMED) and not is_jammed(me, weapon)
        for foe in foes(state, who)
        if reaches(state, who, foe.id, weapon)
    )


def double_blows(state: SceneState, who: str) -> tuple[tuple[Weapon, Weapon, Slinger], ...]:
    """The two weapons and the target of each attack with two weapons that is possible now."""
    return tuple(
        (first, second, foe)
        for first, second in pairs(state.participants[who])
        for foe in foes(state, who)
        if reaches(state, who, foe.id, first) and reaches(state, who, foe.id, second)
    )


def blow_choice(state: SceneState, who: str, index: int) -> Choice:
    """The act of the attack with this index: those with one weapon first, then those with two."""
    single = single_blows(state, who)
    if index < len(single):
        weapon, skill, foe = single[index]
        values: dict[str, Value] = {"weapon": weapon.name, "target": foe.id}
        if is_bare(weapon):
            values["skill"] = skill
        return "attack", values
    first, second, foe = double_blows(state, who)[index - len(single)]
    return "attack-two", {"weapons": f"{first.name}+{second.name}", "target": foe.id, "second": foe.id}


def errands(state: SceneState, who: str) -> dict[int, Choice]:
    """What else is worth doing and possible now, by number."""
    me = state.participants[who]
    found: dict[int, Choice | None] = {
        REACT: ("react", {"reaction": me.provoked[0].reaction}) if me.provoked else None,
        TASK: _task(state, me),
        CLEAR: _clear(me),
        DRAW: _draw(me),
        STAND: ("stand", {}) if suffers(state, who, "prone") else None,
        ESCAPE: ("escape", {"skill": best(me, ESCAPE_SKILLS)}) if suffers(state, who, "grappled") else None,
        ENTER: _enter(state, me),
        MOVE: _move(state, me),
        HEAL: _heal(state, me),
        GO: _go(state, me),
    }
    return {errand: choice for errand, choice in found.items() if choice is not None}


def best(one: Slinger, skills: tuple[str, ...]) -> str:
    """The best of these skills."""
    return max(skills, key=lambda skill: skill_of(one, skill))


def wanted(state: SceneState, me: Slinger) -> tuple[Challenge, ...]:
    """The challenges that lead to an objective of his side and are not met yet."""
    needs = {name for one in state.objectives if one.side == me.side for name in one.needs}
    leading: list[Challenge] = []
    for _ in state.scene.challenges:
        for one in state.scene.challenges:
            if one.gives in needs and one not in leading:
                leading.append(one)
                needs |= set(one.needs)
    return tuple(one for one in leading if one.gives not in state.marks)


def task_of(state: SceneState, me: Slinger) -> tuple[Challenge, Way] | None:
    """The challenge he would try now, and the way he is best at."""
    for one in wanted(state, me):
        if out_of_place(state, me, one) is None:
            ways = sorted(
                one.ways, key=lambda way: (way.dc is None, -skill_of(me, best(me, way.skills or skills_of(me))))
            )
            return one, ways[0]
    return None


def _task(state: SceneState, me: Slinger) -> Choice | None:
    found = task_of(state, me)
    if found is None:
        return None
    one, way = found
    return "challenge", {"challenge": one.id, "way": way.id, "skill": best(me, way.skills or skills_of(me))}


def _clear(me: Slinger) -> Choice | None:
    jammed = next((item.weapon for item in me.carried if item.jammed), None)
    return None if jammed is None else ("clear", {"item": jammed.name, "skill": best(me, skills_of(me))})


def _draw(me: Slinger) -> Choice | None:
    for item in me.carried:
        if not item.held and item.weapon.hands and not item.jammed and no_hands(me, item) is None:
            return "draw", {"item": item.weapon.name}
    return None


def _enter(state: SceneState, me: Slinger) -> Choice | None:
    if fixed(state, me.id) is not None or melee_of(state, me.id):
        return None
    for foe in foes(state, me.id):
        if foe.at == me.at and enterable(state, me, foe):
            checked = needs_entry_check(state, me.id, foe)
            skill: dict[str, Value] = {"skill": best(me, MELEE_SKILLS)} if checked else {}
            return "enter", {"target": foe.id, **skill}
    return None


def _go(state: SceneState, me: Slinger) -> Choice | None:
    """To where a challenge waits that can be tried now; first to one's feet."""
    if wanted(state, me) and suffers(state, me.id, "prone"):
        return "stand", {}
    spots = tuple(one.at for one in wanted(state, me) if one.at and set(one.needs) <= set(state.marks))
    return None if task_of(state, me) is not None else _to_first(state, me, spots)


def _move(state: SceneState, me: Slinger) -> Choice | None:
    """To the nearest opponent."""
    near = sorted(foes(state, me.id), key=lambda foe: feet(state, me.id, foe.id))
    return _to_first(state, me, tuple(foe.at for foe in near))


def _to_first(state: SceneState, me: Slinger, spots: tuple[str, ...]) -> Choice | None:
    """To the first of these spots that can be reached."""
    if fixed(state, me.id) is not None or melee_of(state, me.id):
        return None
    for spot in spots:
        shut = any(door_shut(state, door, me.at, spot) for door in state.scene.doors)
        if spot and spot != me.at and not shut:
            return "move", {"to": spot}
    return None


def _heal(state: SceneState, me: Slinger) -> Choice | None:
    for power in me.sheet.healing:
        for one in state.participants.values():
            hurt = one.side == me.side and one.status in ("in", "out") and m.looks(one.hp, one.sheet.hp) >= 2
            if hurt and feet(state, me.id, one.id) <= power.range:
                return "heal", {"power": power.name, "target": one.id}
    return None
