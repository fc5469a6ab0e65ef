"""All that changes a check, gathered from sheet, effects and scene, with a row of the reckoning for each."""

from certamen.kernel.event import Part
from certamen.kernel.state import effects_on
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.conditions import kind_of, size_of, thing_of
from certamen.rulesets.starslinger.sheet import Trait
from certamen.rulesets.starslinger.state import ACTION, SceneState, Slinger, Terms, chosen, skill_of

Row = tuple[str, int, str]
"""A modifier: its label, its value, its source."""
Reason = tuple[str, str]
"""Why there is advantage or disadvantage, and the rule that says so."""


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
    helped: tuple[Reason, ...] = (),
    hindered: tuple[Reason, ...] = (),
    reaction: bool = False,
) -> Terms:
    """What `who` rolls a check of `skill` with.

    base: rows that simply add, beyond the skill; bonuses: rows that fall under the cap of SLG-13; helped, hindered:
    why there is advantage or disadvantage, beyond traits and effects; reaction: outside the penalty of SLG-7.
    """
    one = state.participants[who]
    lasting: dict[str, list[str]] = {}
    for effect in effects_on(state, who):
        lasting.setdefault(kind_of(effect), []).append(thing_of(state, effect))
    penalty = 0 if reaction else turn_penalty(state, one)
    rows: list[tuple[Row, bool]] = [(row, False) for row in ((skill, skill_of(one, skill), "SLG-4"), *base)]
    if penalty:
        rows.append((("further check", penalty, "SLG-7"), False))
    rows += [(row, True) for row in bonuses]
    traits = traits_on(one, skill)
    if traits or lasting:
        rows += [(row, True) for row in _temporary(state, who, traits)]
    modifiers, parts = add_up(rows, chosen(state, "stacking_scope"))
    advantage, why = _advantage(traits, lasting, helped, hindered)
    edges, things = _edges(traits, lasting)
    return Terms(modifiers, advantage, edges, (*why, *things, *parts))


def add_up(rows: list[tuple[Row, bool]], scope: int) -> tuple[m.Modifiers, tuple[Part, ...]]:
    """The modifiers of these (row, temporary) pairs and their rows, with one for what the cap of SLG-13 took away."""
    modifiers, whole = m.NONE, 0
    for (_, value, _), temporary in rows:
        modifiers = m.counted(modifiers, value, m.stacks(temporary, scope))
        whole += value
    parts = [Part(label, value, source) for (label, value, source), _ in rows]
    if cut := m.modifier(modifiers) - whole:
        parts.append(Part("more than stacks", cut, "SLG-13"))
    return modifiers, tuple(parts)


def turn_penalty(state: SceneState, one: Slinger) -> int:
    """What the turn so far takes off his next check (SLG-7); the action it is made with is spent already."""
    spent = sum([entry.amount for entry in one.budget.spent if entry.kind == ACTION])
    return m.check_penalty(one.checks, max(0, spent - 1), chosen(state, "penalty_counts"))


def damage_bonuses(state: SceneState, one: Slinger, skill: str) -> tuple[Row, ...]:
    """The bonuses and penalties on his damage, which stack as those on checks do (SLG-13)."""
    traits = tuple((trait.name, trait.damage, "trait") for trait in traits_on(one, skill) if trait.damage)
    effects = tuple(
        (thing_of(state, effect), size_of(effect), "SLG-13")
        for effect in effects_on(state, one.id)
        if kind_of(effect) == "damage"
    )
    return (*traits, *effects)


def _temporary(state: SceneState, who: str, traits: tuple[Trait, ...]) -> list[Row]:
    rows = [(trait.name, trait.bonus, "trait") for trait in traits if trait.bonus]
    for effect in effects_on(state, who):
        kind, size = kind_of(effect), size_of(effect)
        if kind in ("bonus", "penalty"):
            rows.append((thing_of(state, effect), size if kind == "bonus" else -abs(size), "SLG-13"))
    return rows


def _advantage(
    traits: tuple[Trait, ...],
    lasting: dict[str, list[str]],
    helped: tuple[Reason, ...],
    hindered: tuple[Reason, ...],
) -> tuple[int, tuple[Part, ...]]:
    if not (traits or lasting or helped or hindered):
        return 0, ()
    own = [(trait.name, "SLG-9", trait.advantage) for trait in traits]
    ups = [*helped, *((name, rule) for name, rule, sign in own if sign > 0)]
    downs = [*hindered, *((name, rule) for name, rule, sign in own if sign < 0)]
    ups += [(thing, "SLG-9") for thing in lasting.get("advantage", ())]
    downs += [(thing, "SLG-9") for thing in lasting.get("disadvantage", ())]
    net = m.net_advantage(bool(ups), bool(downs))
    why = "" if net else "advantage and disadvantage cancel out"
    parts = (
        *(Part("advantage", reason, rule, "note", net > 0, why) for reason, rule in ups),
        *(Part("disadvantage", reason, rule, "note", net < 0, why) for reason, rule in downs),
    )
    return net, parts


def _edges(traits: tuple[Trait, ...], lasting: dict[str, list[str]]) -> tuple[int, tuple[Part, ...]]:
    """Net edges, one for each thing that gives or takes one (SLG-10)."""
    if not (traits or lasting):
        return 0, ()
    mine = [trait.name for trait in traits if trait.edge > 0]
    gained = dict.fromkeys((*mine, *lasting.get("edge", ())))
    worse = [trait.name for trait in traits if trait.edge < 0]
    lost = dict.fromkeys((*worse, *lasting.get("lost-edge", ()), *lasting.get("shaken", ())))
    parts = (
        *(Part("edge gained", thing, "SLG-10", "note") for thing in gained),
        *(Part("edge lost", thing, "SLG-10", "note") for thing in lost),
    )
    return len(gained) - len(lost), parts
