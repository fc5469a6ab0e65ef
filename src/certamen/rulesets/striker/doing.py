"""An act of a skill about to be done: by whom, on what, with what; the line it follows and what its names stand for."""

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.action import Value
from certamen.kernel.event import Part
from certamen.kernel.space import Metres
from certamen.kernel.window import Resume
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.lines import attack_line, listing, named_of, needs, own_values
from certamen.rulesets.striker.notation import Act, Values
from certamen.rulesets.striker.notation.tree import Check
from certamen.rulesets.striker.state import Contest, placed, subject_of, target_challenge, weapon_of

UNNAMED = "challenge"


class Doing(Struct, frozen=True):
    """An act about to be done; timing tells lines of one name apart, at is where an area is, given what the GM said."""

    who: str
    skill: str
    name: str
    timing: int = 0
    on: str = ""
    weapon: str = ""
    at: str = ""
    chosen: tuple[str, ...] = ()
    given: tuple[str, ...] = ()
    note: str = ""


def resume(doing: Doing, step: str = "carry") -> Resume:
    """The step that carries it out, with its data."""
    args: dict[str, Value] = {name: getattr(doing, name) for name in doing.__struct_fields__}
    return Resume(step, args)


def from_args(args: dict[str, Value]) -> Doing:
    """What `resume` put away."""
    return Doing(**{name: args[name] for name in Doing.__struct_fields__})  # type: ignore[arg-type]  # as resume wrote it


def attack(who: str, skill: str, weapon: str, on: str, note: str = "") -> Doing:
    """An attack on one target."""
    return Doing(who, skill, "attack", int(m.Timing.MAIN), on, weapon, note=note)


def line_of(state: Contest, doing: Doing) -> Act:
    """The line it follows."""
    if doing.weapon and doing.name in ("attack", "attack-area"):
        return attack_line(state.scene, doing.skill, doing.name == "attack-area")
    found = listing(state.scene, doing.skill, doing.name, m.Timing(doing.timing) if doing.timing else None)
    assert found is not None  # it was offered
    return found.act


def cover_of(state: Contest, who: str, on: str) -> int:
    """What cover adds to the TC of `on` against `who` (STR-39)."""
    if not (placed(state, who) and placed(state, on)):
        return 0
    assert isinstance(state.space, Metres)  # both are placed
    cover = spaces.cover_between(state.space, who, on)
    return 0 if cover is None else cover.modifier


def challenge_of(state: Contest, who: str, name: str, on: str) -> int | None:
    """The figure of a challenge that `who` faces, or None where nobody gave one (STR-4, STR-5)."""
    people = state.participants
    if name == "TC":
        return m.challenge_behind(target_challenge(people[on]), cover_of(state, who, on)) if on in people else None
    set_by_others = (
        one for one in reversed(state.sets) if one.challenge == name and one.on == on and of_others(state, who, one.by)
    )
    found = next(set_by_others, None)
    if found is not None:
        return found.value
    if name == "PC":
        return people[on].pc or None if on in people else None
    subject = subject_of(state, on)
    own = None if subject is None else subject.challenges.get(name)  # type: ignore[call-overload]  # PC and TC are gone
    return state.scene.tc_a if own is None and name == "TC-A" else own


def of_others(state: Contest, who: str, other: str) -> bool:
    """Whether `other` is of another side than `who`, or gone."""
    return other not in state.participants or state.participants[other].side != state.participants[who].side


def given(doing: Doing) -> dict[str, int]:
    """What the game master said, by name."""
    return {name: int(value) for name, _, value in (one.rpartition("=") for one in doing.given)}


def values_of(state: Contest, doing: Doing) -> Values:
    """What the line's names stand for, as far as anyone said (STR-4)."""
    act, one = line_of(state, doing), state.participants[doing.who]
    wants = needs(act)
    subject = subject_of(state, doing.on)
    weapon = weapon_of(one, doing.weapon)
    named: dict[str, int] = {} if subject is None else named_of(subject)
    modifiers, figures = own_values(one, doing.skill, weapon.skill if weapon else "", named)
    said = given(doing)
    for name in dict.fromkeys((*wants.challenges, *wants.figures)):
        value = said.get(name, challenge_of(state, doing.who, name, doing.on))
        if value is not None:
            figures[name] = value
    modifiers |= {name[2:-1]: value for name, value in said.items() if name.startswith("M(")}
    chosen = set(doing.chosen)
    for names in wants.choices:
        known = [name for name in names if name in modifiers]
        if not chosen.intersection(names):
            chosen.update(known)
    return Values(modifiers, figures, frozenset(chosen))


def missing(state: Contest, doing: Doing) -> str:
    """The first thing the line needs that nobody gave, "" for nothing: then the game master is asked (STR-4)."""
    act = line_of(state, doing)
    wants, values = needs(act), values_of(state, doing)
    for name in (*wants.challenges, *wants.figures):
        if name not in values.figures:
            return name
    spared = {name for names in wants.choices if values.chosen.intersection(names) for name in names} - values.chosen
    for name in wants.skills:
        if name not in values.modifiers and name not in spared:
            return f"M({name})"
    unnamed = any(isinstance(step, Check) and step.against is None for step in act.steps)
    return UNNAMED if unnamed and unnamed_challenge(state, doing) is None else ""


def unnamed_challenge(state: Contest, doing: Doing) -> int | None:
    """The number to reach where the line names none: what the GM or the encounter says (STR-4)."""
    by_act = state.scene.challenges
    return given(doing).get(UNNAMED, by_act.get(f"{doing.skill}.{doing.name}", by_act.get(doing.name)))


def with_given(doing: Doing, name: str, value: int) -> Doing:
    """The same with one thing more said by the game master."""
    return replace(doing, given=(*doing.given, f"{name}={value}"))


def cover_rows(state: Contest, doing: Doing) -> tuple[Part, ...]:
    """A row for the cover that is in the TC."""
    cover = cover_of(state, doing.who, doing.on) if doing.on else 0
    return (Part("cover, within the TC", cover, "STR-39", "note"),) if cover else ()
