"""The acts a block gives, one by one, with what each does in plain words."""

from msgspec import Struct

from certamen.rulesets.striker.mechanics import Timing
from certamen.rulesets.striker.notation.tree import (
    Act,
    Check,
    Effect,
    Give,
    Impose,
    Kind,
    Roll,
    SetChallenge,
    Skill,
    Step,
    Weapon,
    Words,
)
from certamen.rulesets.striker.notation.write import rated_text, sum_text

_CHALLENGES = {
    "TC": "the target's challenge (TC)",
    "TC-A": "the area's challenge (TC-A)",
    "CC": "the item's complexity (CC)",
    "CC-Q": "the item's quality (CC-Q)",
    "CC-S": "the item's security (CC-S)",
    "SC": "the social challenge (SC)",
    "PC": "the perception challenge (PC)",
}
_KINDS: dict[Kind, str] = {
    "chk": "check",
    "sv": "save",
    "chk|sv": "check or save",
    "chk+": "alert check",
    "psv": "passive value",
}
_PLURAL: dict[Kind, str] = {"chk": "checks", "sv": "saves", "chk|sv": "checks and saves"}


class ActListing(Struct, frozen=True):
    """One act that a skill gives: an offer, once somebody has the skill.

    `requires` says in words what it needs, `aspect` is what it belongs to ("provenance -> Tech", "" for none), `usage`
    whether it is the skill's default use, `does` what it does in plain words, `act` its line.
    """

    skill: str
    name: str
    timing: Timing | None
    requires: tuple[str, ...]
    aspect: str
    usage: bool
    does: str
    act: Act


def acts(skill: Skill) -> tuple[ActListing, ...]:
    """All acts of a block, in the order written; a line with several names gives one for each."""
    lines = [(act, "") for act in ((skill.usage,) if skill.usage else ()) + skill.acts]
    lines += [(act, f"{aspect.source} -> {aspect.gives}") for aspect in skill.aspects for act in aspect.acts]
    return tuple(_listed(skill, act, name, aspect) for act, aspect in lines for name in act.names)


def _listed(skill: Skill, act: Act, name: str, aspect: str) -> ActListing:
    rank = (f"a rank in {skill.name}",) * act.needs_rank
    tech = ("the technology aspect that fits",) * act.needs_tech
    return ActListing(skill.name, name, act.timing, rank + tech, aspect, act.lead == "Usage:", describe(act), act)


def describe(act: Act) -> str:
    """What an act does, in plain words.

    >>> from certamen.rulesets.striker.notation.read import parse_line
    >>> describe(parse_line("attack(main-act) -> chk(TC)= +M -> eff= +M eff"))
    "check: d20 +M against the target's challenge (TC); on success the weapon's effect +M"
    """
    said = [_said(step) for step in act.steps]
    joints = ["; on success " if isinstance(step, Check) else "; and " for step in act.steps[:-1]]
    return "".join(text + joint for text, joint in zip(said, [*joints, ""], strict=True))


def _said(step: Step) -> str:
    match step:
        case Check():
            return _said_check(step)
        case SetChallenge(challenge, value):
            return f"set {_CHALLENGES[challenge]} for others to {sum_text(value)}"
        case Effect(Weapon(plus)):
            return f"the weapon's effect {sum_text(plus)}"
        case Effect(Impose(kind, rated, against)):
            return f"each target makes a {_KINDS[kind]} with {rated_text(rated)} against {sum_text(against)}"
        case Effect(Give(amount, to, kind)):
            return f"give {sum_text(amount)} to {_PLURAL.get(kind, kind)} made with {to}"
        case Effect(Roll(count, sides, pool, kind)):
            return f"{count}d{sides} off {pool} (type {kind})"
        case Effect(Words(text)):
            return f"{text} (the GM sees to it)"
    raise TypeError(f"{step!r} is no step")


def _said_check(check: Check) -> str:
    rolled = f" with {rated_text(check.rated)}" if check.rated else ""
    added = f": d20 {sum_text(check.value)}" if check.value else ": d20 and its modifier"
    against = _CHALLENGES.get(check.against, "") if isinstance(check.against, str) else str(check.against or "")
    return _KINDS[check.kind] + rolled + added + (f" against {against}" if against else "")
