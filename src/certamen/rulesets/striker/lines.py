"""The notation at work: which acts the scene's skills give, what each takes, and what its names stand for."""

from collections.abc import Mapping
from functools import lru_cache

from certamen.rulesets.striker.mechanics import Timing
from certamen.rulesets.striker.notation import (
    Act,
    ActListing,
    Call,
    Rolls,
    Values,
    acts,
    alternatives,
    figures,
    parse_block,
    parse_line,
    parse_skills,
    print_block,
    resolve,
    skills_named,
)
from certamen.rulesets.striker.notation.tree import (
    CHALLENGES,
    IN_USE,
    TIMINGS,
    Check,
    Effect,
    Give,
    Impose,
    Node,
    Roll,
    SetChallenge,
    Step,
    Weapon,
    Words,
)
from certamen.rulesets.striker.scene import Scene
from certamen.rulesets.striker.sheet import Sheet, Subject
from certamen.rulesets.striker.state import Combatant, modifier, ranks

ATTACK = "attack(main-act) -> chk(TC)= +M(Cbt-Skill) -> eff= +M eff"
AREA = "attack-area(main-act) -> chk(TC-A)= +M -> eff= imp(sv, Agility+B, 8 + M)"
BUILT_IN = ("attack", "attack-area", "switch")
MELEE = "Cbt-Melee"
ACROBATICS = "Acrobatics"


@lru_cache(maxsize=16)
def _of_file(text: str) -> tuple[tuple[str, str], ...]:
    return tuple((skill.name, print_block(skill)) for skill in parse_skills(text))


def blocks(scene: Scene) -> tuple[tuple[str, str], ...]:
    """The scene's skills by name, each with its block. Raises NotationError for a skills file that does not parse."""
    return _of_file(scene.skills) if isinstance(scene.skills, str) else tuple(scene.skills.items())


@lru_cache(maxsize=64)
def _catalogue(skills: tuple[tuple[str, str], ...]) -> tuple[ActListing, ...]:
    return tuple(one for name, text in skills for one in acts(parse_block(text, name)))


def catalogue(scene: Scene) -> tuple[ActListing, ...]:
    """All acts that the scene's skills give, in the order written."""
    return _catalogue(blocks(scene)) if scene.skills else ()


@lru_cache(maxsize=256)
def _index(skills: tuple[tuple[str, str], ...]) -> dict[tuple[str, str], tuple[ActListing, ...]]:
    found: dict[tuple[str, str], tuple[ActListing, ...]] = {}
    for one in _catalogue(skills):
        found[one.skill, one.name] = (*found.get((one.skill, one.name), ()), one)
    return found


def listing(scene: Scene, skill: str, name: str, timing: Timing | None = None) -> ActListing | None:
    """The act of this name that a skill gives; of several the one with this timing, or the first."""
    found = _index(blocks(scene)).get((skill, name), ()) if scene.skills else ()
    return next((one for one in found if timing in (None, one.timing)), None)


@lru_cache(maxsize=16)
def _standing(text: str) -> Act:
    line = parse_line(text)
    assert isinstance(line, Act)  # these are ours
    return line


def attack_line(scene: Scene, skill: str, area: bool = False) -> Act:
    """The line by which one attacks with a combat skill: the block's own, or the one everyone has (STR-26, STR-27)."""
    own = listing(scene, skill, "attack-area" if area else "attack")
    return own.act if own is not None else _standing(AREA if area else ATTACK)


@lru_cache(maxsize=1024)
def effect_of(text: str) -> Rolls | None:
    """What a weapon's or item's effect says, as 2d6(hp,frc); None for text that says something else."""
    line = parse_line(text)
    if not isinstance(line, Call) or not isinstance(line.does, Roll):
        return None
    found = resolve(line, Values())
    assert isinstance(found, Rolls)  # dice resolve to dice
    return found


def timing_of(scene: Scene, one: ActListing) -> Timing:
    """An act's timing; a generic one takes that which the GM finds fitting, else it is a main-act (STR-2)."""
    if one.timing in (None, Timing.ACT):
        given = scene.timings.get(f"{one.skill}.{one.name}", scene.timings.get(one.name, ""))
        return TIMINGS[given] if given else Timing.ACT
    assert one.timing is not None  # the line above took None
    return one.timing


class Needs:
    """What an act works on, read off its line once."""

    __slots__ = ("challenges", "choices", "figures", "gives", "imposes", "rolls", "sets", "skills", "strikes", "words")

    def __init__(self, act: Act) -> None:
        checks = [step for step in act.steps if isinstance(step, Check)]
        effects = [step.does for step in act.steps if isinstance(step, Effect)]
        self.figures = tuple(name for name in figures(act) if name in CHALLENGES)
        self.challenges = tuple(step.against for step in checks if isinstance(step.against, str))
        self.sets = tuple(step.challenge for step in act.steps if isinstance(step, SetChallenge))
        self.strikes = any(isinstance(does, Weapon) for does in effects)
        self.imposes = any(isinstance(does, Impose) for does in effects)
        self.rolls = any(isinstance(does, Roll) for does in effects)
        self.words = any(isinstance(does, Words) for does in effects)
        self.gives = next((does.to for does in effects if isinstance(does, Give)), "")
        own = [_own(step) for step in act.steps]
        self.skills = tuple(name for part in own for name in skills_named(part) if name != IN_USE)
        self.choices = tuple(names for part in own for names in alternatives(part))


def _own(step: Step) -> Node:
    """What of a step the actor rolls or adds: of an imposed save only what it is made against."""
    return step.does.against if isinstance(step, Effect) and isinstance(step.does, Impose) else step


@lru_cache(maxsize=1024)
def needs(act: Act) -> Needs:
    """What an act works on."""
    return Needs(act)


def named_of(thing: Sheet | Subject) -> dict[str, int]:
    """The named modifiers of a body, situation or item."""
    return {str(name): value for name, value in thing.named.items()}


def own_values(
    one: Combatant, skill: str, weapon_skill: str, named: Mapping[str, int]
) -> tuple[dict[str, int], dict[str, int]]:
    """(modifiers, figures) of an actor for a line of a skill: M and R its own, B and S the situation's."""
    modifiers = {name: one_skill.m for name, one_skill in one.sheet.skills.items()} | one.sheet.attributes
    if weapon_skill:
        modifiers[IN_USE] = modifier(one, weapon_skill)
    figures_of = {"M": modifier(one, skill), "R": ranks(one, skill), **named_of(one.sheet), **named}
    return modifiers, figures_of
