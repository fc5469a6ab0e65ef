"""All that changes a check, gathered from sheet, effects and scene, with a row of the reckoning for each."""

import re
from typing import NamedTuple

from certamen.kernel.effect import Effect
from certamen.kernel.event import Part
from certamen.kernel.state import effects_on
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.sheet import Trait
from certamen.rulesets.starslinger.state import ACTION, SceneState, Slinger, ruling, skill_of

Row = tuple[str, int, str]

_NUMBER = re.compile(r"-?[0-9]{1,4}", re.ASCII)


class Terms(NamedTuple):
    """What a check is rolled with: its modifiers, 1, 0 or -1 for advantage, net edges, and the rows that say why."""

    modifiers: m.Modifiers
    advantage: int
    edges: int
    parts: tuple[Part, ...]


def kind_of(effect: Effect) -> str:
    """The first word of an effect's name: `edge` of "edge: high ground", `bonus` of "bonus 2: good light"."""
    return effect.name.partition(":")[0].partition(" ")[0].lower()


def thing_of(effect: Effect) -> str:
    """What the effect comes from: the words behind the colon, else its source, else its name."""
    return effect.name.partition(":")[2].strip() or effect.source or effect.name


def size_of(effect: Effect) -> int:
    """How much: its figure, or the number in its name; 1 where neither is given."""
    found = _NUMBER.search(effect.name)
    return abs(effect.values.get("n", int(found[0]) if found else 1))


def traits_on(one: Slinger, skill: str) -> tuple[Trait, ...]:
    """His traits that hold for a skill."""
    return tuple(trait for trait in one.sheet.traits if not trait.skills or skill in trait.skills)


def terms(
    state: SceneState,
    who: str,
    skill: str,
    *,
    base: tuple[Row, ...] = (),
    bonuses: tuple[Row, ...] = (),
    helped: tuple[str, ...] = (),
    hindered: tuple[str, ...] = (),
    reaction: bool = False,
) -> Terms:
    """What `who` rolls a check of `skill` with.

    base: rows that simply add, beyond the skill; bonuses: rows that fall under the cap of SLG-13; helped, hindered:
    why there is advantage or disadvantage, beyond traits and effects; reaction: outside the penalty of SLG-7.
    """
    one = state.participants[who]
    rows: list[tuple[Row, bool]] = [((skill, skill_of(one, skill), "SLG-4"), False)]
    rows += [(row, False) for row in base]
    if not reaction and (penalty := turn_penalty(state, one)):
        rows.append((("further check", penalty, "SLG-7"), False))
    rows += [(row, True) for row in (*bonuses, *_temporary(state, one, skill))]
    scope = m.Scope[ruling(state, "stacking_scope").upper()]
    modifiers, parts = add_up(tuple(rows), scope)
    advantage, why = _advantage(state, one, skill, helped, hindered)
    edges, things = _edges(state, one, skill)
    return Terms(modifiers, advantage, edges, (*parts, *why, *things))


def add_up(rows: tuple[tuple[Row, bool], ...], scope: m.Scope) -> tuple[m.Modifiers, tuple[Part, ...]]:
    """The modifiers of these (row, temporary) pairs and their rows, with one for what the cap of SLG-13 took away."""
    modifiers, whole = m.NONE, 0
    for (_, value, _), temporary in rows:
        modifiers = m.counted(modifiers, value, m.stacks(temporary, scope))
        whole += value
    parts = tuple(Part(label, value, source) for (label, value, source), _ in rows)
    cut = m.modifier(modifiers) - whole
    return modifiers, (*parts, Part("more than stacks", cut, "SLG-13")) if cut else parts


def turn_penalty(state: SceneState, one: Slinger) -> int:
    """What the turn so far takes off his next check (SLG-7); the action it is made with is spent already."""
    spent = sum(entry.amount for entry in one.budget.spent if entry.kind == ACTION)
    return m.check_penalty(one.checks, max(0, spent - 1), m.Counts[ruling(state, "penalty_counts").upper()])


def damage_bonuses(state: SceneState, one: Slinger, skill: str) -> tuple[Row, ...]:
    """The bonuses and penalties on his damage, which stack as those on checks do (SLG-13)."""
    traits = tuple((trait.name, trait.damage, "trait") for trait in traits_on(one, skill) if trait.damage)
    effects = tuple(
        (thing_of(effect), size_of(effect), "SLG-13")
        for effect in effects_on(state, one.id)
        if kind_of(effect) == "damage"
    )
    return (*traits, *effects)


def _temporary(state: SceneState, one: Slinger, skill: str) -> tuple[Row, ...]:
    rows = [(trait.name, trait.bonus, "trait") for trait in traits_on(one, skill) if trait.bonus]
    for effect in effects_on(state, one.id):
        sign = {"bonus": 1, "penalty": -1}.get(kind_of(effect), 0)
        if sign:
            rows.append((thing_of(effect), sign * size_of(effect), "SLG-13"))
    return tuple(rows)


def _advantage(
    state: SceneState, one: Slinger, skill: str, helped: tuple[str, ...], hindered: tuple[str, ...]
) -> tuple[int, tuple[Part, ...]]:
    traits = traits_on(one, skill)
    effects = effects_on(state, one.id)
    ups = (
        *helped,
        *(trait.name for trait in traits if trait.advantage > 0),
        *(thing_of(effect) for effect in effects if kind_of(effect) == "advantage"),
    )
    downs = (
        *hindered,
        *(trait.name for trait in traits if trait.advantage < 0),
        *(thing_of(effect) for effect in effects if kind_of(effect) == "disadvantage"),
    )
    net = m.net_advantage(bool(ups), bool(downs))
    why = "" if net else "advantage and disadvantage cancel out"
    parts = (
        *(Part("advantage", reason, "SLG-9", "note", net > 0, why) for reason in ups),
        *(Part("disadvantage", reason, "SLG-9", "note", net < 0, why) for reason in downs),
    )
    return net, parts


def _edges(state: SceneState, one: Slinger, skill: str) -> tuple[int, tuple[Part, ...]]:
    """Net edges, one for each thing that gives or takes one (SLG-10)."""
    traits = traits_on(one, skill)
    effects = effects_on(state, one.id)
    gained = dict.fromkeys(
        (
            *(trait.name for trait in traits if trait.edge > 0),
            *(thing_of(effect) for effect in effects if kind_of(effect) == "edge"),
        )
    )
    lost = dict.fromkeys(
        (
            *(trait.name for trait in traits if trait.edge < 0),
            *(thing_of(effect) for effect in effects if kind_of(effect) in ("lost-edge", "shaken")),
        )
    )
    parts = (
        *(Part("edge gained", thing, "SLG-10", "note") for thing in gained),
        *(Part("edge lost", thing, "SLG-10", "note") for thing in lost),
    )
    return len(gained) - len(lost), parts


def spend_once(state: SceneState, who: str) -> tuple[Effect, ...]:
    """The effects on `who` that his next check uses up."""
    return tuple(effect for effect in effects_on(state, who) if effect.values.get("once"))
