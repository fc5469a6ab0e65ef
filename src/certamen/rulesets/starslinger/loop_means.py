"""What each acts with in the compiled loop, read from the sheets: arms, ways, powers, reactions."""

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel.effect import Effect
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.acts_move import ESCAPE_SKILLS, MELEE_SKILLS
from certamen.rulesets.starslinger.conditions import thing_of
from certamen.rulesets.starslinger.fights import best_bare, is_bare, saves_of
from certamen.rulesets.starslinger.modifiers import terms, traits_on
from certamen.rulesets.starslinger.options import best
from certamen.rulesets.starslinger.outcomes import damage_terms
from certamen.rulesets.starslinger.sheet import BARE, Healing, SaveName, Weapon, read_dice
from certamen.rulesets.starslinger.state import SceneState, Slinger, chosen, find_carried, skill_of, skills_of

SAVES: tuple[SaveName, ...] = ("str", "dex", "con", "int", "wis", "cha")


class Sizes(NamedTuple):
    """How many there are: for each person of the means, spots of the scene."""

    arms: int
    powers: int
    reactions: int
    spots: int


def befalls(effect: str) -> int:
    """What is brought by an effect of this name."""
    return t.Befalls[effect.upper().replace("-", "_")].value if effect else 0


def weapons_of(one: Slinger) -> tuple[Weapon, ...]:
    """His arms in order: the sheet's, then what everyone has."""
    return (*one.sheet.weapons, *BARE)


def arm_of(one: Slinger, name: str) -> int:
    """The place of a weapon of his."""
    return next(index for index, weapon in enumerate(weapons_of(one)) if weapon.name == name)


def _skill(one: Slinger, weapon: Weapon) -> str:
    return best_bare(one) if is_bare(weapon) else weapon.skill


class Writing:
    """A state as a key: what stands on its sheets, and nothing that changes in a fight."""

    def __init__(self, state: SceneState, sizes: Sizes) -> None:
        self.state, self.sizes = state, sizes
        self.parts = (state.rulings, *(one.sheet for one in state.participants.values()))

    def __hash__(self) -> int:
        return hash(tuple(map(id, self.parts)))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Writing) or len(self.parts) != len(other.parts):
            return False
        return all(mine is theirs for mine, theirs in zip(self.parts, other.parts, strict=True))


@lru_cache(maxsize=16)
def as_written(writing: Writing) -> tuple[tuple[t.Means, ...], ...]:
    """What each acts with, as his sheet has it."""
    bare = replace(writing.state, effects=())
    return tuple(_means(bare, one, writing.sizes) for one in bare.participants.values())


def now(one: Slinger, own: tuple[t.Means, ...]) -> Iterator[t.Means]:
    """What he acts with, the weapons as they are now."""
    weapons = one.sheet.weapons
    for weapon, means in zip(weapons, own, strict=False):
        item = find_carried(one, weapon.name)
        yield (
            means._replace(carried=0)
            if item is None
            else means._replace(carried=1, held=int(item.held), jammed=int(item.jammed), attempts=item.attempts)
        )
    yield from own[len(weapons) :]


def _means(state: SceneState, one: Slinger, sizes: Sizes) -> tuple[t.Means, ...]:
    """His arms; the ways into a melee, out of a hold, out of a jam; his powers; his reactions."""
    arms = [_arm(state, one, weapon) for weapon in weapons_of(one)]
    ways = [_use(state, one, best(one, skills)) for skills in (MELEE_SKILLS, ESCAPE_SKILLS, skills_of(one))]
    powers = [_power(state, one, power) for power in one.sheet.healing]
    names = [reaction.name for reaction in one.sheet.reactions]
    reactions = [
        t.Means(
            trigger=t.TRIGGERS.index(reaction.trigger),
            arm=arm_of(one, reaction.weapon),
            first=names.index(reaction.name),
        )
        for reaction in one.sheet.reactions
    ]
    blocks = ((arms, sizes.arms), (ways, 3), (powers, sizes.powers), (reactions, sizes.reactions))
    return tuple(row for rows, size in blocks for row in (*rows, *[t.Means()] * (size - len(rows))))


def _arm(state: SceneState, one: Slinger, weapon: Weapon) -> t.Means:
    count, sides = read_dice(weapon.damage) or (0, 0)
    skill, halves = _skill(one, weapon), chosen(state, "half_round")
    kind = chosen(state, "attack_modifier")
    saves = [SAVES.index(save) for save in saves_of(weapon)]
    modifiers, _ = damage_terms(state, one, weapon, skill, halves)
    return _use(state, one, skill, weapon.accuracy)._replace(
        bare=int(is_bare(weapon)),
        hands=weapon.hands,
        double=int(weapon.double),
        range=weapon.range,
        threat=weapon.threat,
        tier=weapon.tier,
        number=m.damage_dice(count, one.sheet.level) if count else 0,
        sides=sides,
        share=m.damage_modifier(skill_of(one, skill), weapon.accuracy, weapon.hands == 2, kind, halves),
        bonus=m.modifier(modifiers),
        versus=saves[0],
        other=saves[-1],
        befalls=befalls(weapon.effect),
        persistent=weapon.persistent,
        petrifies=int(weapon.petrifies),
    )


def _power(state: SceneState, one: Slinger, power: Healing) -> t.Means:
    count, sides = read_dice(power.healing) or (0, 0)
    return _use(state, one, power.skill)._replace(number=count, sides=sides, dc=power.dc, range=power.range)


def _use(state: SceneState, one: Slinger, skill: str, accuracy: int = 0) -> t.Means:
    found = terms(state, one.id, skill, base=(("accuracy", accuracy, ""),), reaction=True)
    traits = traits_on(one, skill)
    gained, lost = ({trait.name for trait in traits if trait.edge == sign} for sign in (1, -1))
    boon = thing_of(state, Effect("", "edge", one.id, source="boon"))
    return t.Means(
        *found.modifiers,
        up=int(any(trait.advantage > 0 for trait in traits)),
        down=int(any(trait.advantage < 0 for trait in traits)),
        edges=len(gained) - len(lost),
        gains=int(boon not in gained),
        loses=int("shaken" not in lost),
    )
