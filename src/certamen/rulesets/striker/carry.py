"""A line of the notation carried out, step by step: checks with their reckoning, what success brings (STR-4, 5)."""

from collections.abc import Collection

from msgspec.structs import replace

from certamen.kernel.audience import NOBODY, Audience, vital
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.rule import RulingValue
from certamen.kernel.state import has_effect, mark
from certamen.rulesets.striker import hiding, notation
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.checks import (
    CHECK,
    KINDS,
    agility_edge,
    assistance_used,
    base,
    bonuses,
    chk_plus,
    counted,
    die_rows,
    edge_row,
    rows_of,
    told_to,
)
from certamen.rulesets.striker.doing import Doing, cover_rows, line_of, of_others, unnamed_challenge, values_of
from certamen.rulesets.striker.effects import give, impose_save, restore_or_harm, set_challenge, strike
from certamen.rulesets.striker.lines import needs
from certamen.rulesets.striker.notation.run import Resolved
from certamen.rulesets.striker.notation.tree import skills_named
from certamen.rulesets.striker.state import (
    EVADING,
    Contest,
    name_of,
    prevented,
    rulings_of,
    subject_of,
    unseen,
)

Events = tuple[Event, ...]
NOTED = {"opportunity": ("STR-24", ("aoo_needs", "aoo_trigger")), "readied": ("STR-33", ("ready_timing",))}


def carry(state: Contest, doing: Doing, draws: Draws) -> tuple[Contest, Events, bool]:
    """All steps from left to right, until one fails (STR-5); whether all went well."""
    act = line_of(state, doing)
    events: Events = ()
    attacks = any(isinstance(step, notation.tree.Check) and step.against in ("TC", "TC-A") for step in act.steps)
    success = True
    for step in act.steps:
        found = notation.resolve(step, values_of(state, doing))
        if isinstance(found, notation.Checks):
            skills = {doing.skill, *skills_named(step)} - {notation.tree.IN_USE}
            state, told, success = _check(state, doing, found, skills, draws)
        else:
            state, told, success = _effect(state, doing, found, draws)
        events = (*events, *told)
        if not success:
            break
    if attacks:
        state, told = hiding.reveal(state, doing.who)
        events = (*events, *told)
    if success:
        state, told = _achieve(state, doing)
        events = (*events, *told)
    return state, events, success


def _effect(state: Contest, doing: Doing, found: Resolved, draws: Draws) -> tuple[Contest, Events, bool]:
    match found:
        case notation.Strikes():
            state, told = strike(state, doing, found, draws)
        case notation.Imposes():
            return impose_save(state, doing, found, draws)
        case notation.Sets():
            state, told = set_challenge(state, doing, found, draws)
        case notation.Gives():
            state, told = give(state, doing, found)
        case notation.Rolls():
            state, told = restore_or_harm(state, doing, found, draws)
        case notation.Notes(text):
            told = (_note(state, doing, text),)
        case _:
            raise TypeError(f"{found!r} is no effect")
    return state, told, True


def _note(state: Contest, doing: Doing, text: str) -> Event:
    values = {"skill": doing.skill, "act": doing.name, "words": text, "on": name_of(state, doing.on)}
    return Event(
        "note",
        doing.who,
        _person(state, doing.on),
        ("STR-5",),
        values=dict(values),
        to=told_to(state, doing.who, doing.on),
    )


def _person(state: Contest, on: str) -> str:
    return on if on in state.participants else ""


# --- checks --------------------------------------------------------------------------------------------------------


def edge_of(state: Contest, who: str, on: str) -> tuple[int, str]:
    """The edge of an attack and what gives it (STR-30, STR-32, STR-35)."""
    from_hiding, at_hidden = unseen(state, who, on), unseen(state, on, who)
    evading = m.evades(has_effect(state, on, EVADING), bool(prevented(state, on)))
    evaded = evading and hiding.sees_foe(state, on, who)
    why = [
        said
        for said, holds in (
            ("attacks from hiding", from_hiding),
            ("the target is hidden", at_hidden),
            ("the target evades", evaded),
        )
        if holds
    ]
    return m.attack_edge(from_hiding, at_hidden, evaded, False, False), ", ".join(why)


def _check(
    state: Contest, doing: Doing, found: notation.Checks, skills: Collection[str], draws: Draws
) -> tuple[Contest, Events, bool]:
    attack = found.against in ("TC", "TC-A")
    edge, why = edge_of(state, doing.who, doing.on) if found.against == "TC" else (0, "")
    if found.kind == "sv" and "Agility" in skills:
        edge, why = agility_edge(state, doing.who)
    extra = bonuses(state, doing.who, skills, doing.on, KINDS[found.kind])
    rows = (*rows_of(found.parts, doing.skill), *extra)
    challenge = unnamed_challenge(state, doing) if found.challenge is None else found.challenge
    dice = draws.of(state, doing.who)
    amount = found.amount + counted(extra)
    if found.kind == "chk+":
        total = m.alert(amount, base(state), edge, chk_plus(state), dice)
    else:
        purpose = m.Die.ATTACK if attack else m.Die.SAVE if found.kind == "sv" else m.Die.CHECK
        total = m.total(amount, edge, purpose, dice)
    success = challenge is None or m.succeeds(total, challenge)
    event = _told(state, doing, found, rows, edge_row(edge, why), total, challenge, success, draws)
    if KINDS[found.kind] & CHECK:
        state = assistance_used(state, doing.who, skills)
    if success and found.against == "PC" and doing.on in state.participants:
        state = hiding.found(state, doing.on, doing.who)
    return state, (event,), success


def _told(
    state: Contest,
    doing: Doing,
    found: notation.Checks,
    rows: tuple[Part, ...],
    edges: tuple[Part, ...],
    total: int,
    challenge: int | None,
    success: bool,
    draws: Draws,
) -> Event:
    secret = _who_knows(state, doing.on)
    dice = draws.take()
    thrown = die_rows(dice, total, counted(rows), "STR-4")
    name = found.against or "challenge"
    reached = [Part("total", total, "STR-4", "total")]
    if challenge is not None:
        reached.append(Part(name, challenge, _source(state, doing, name), "target", to=secret))
        reached.append(Part("margin", total - challenge, "STR-4", "margin", to=secret))
    attack = found.against in ("TC", "TC-A")
    rules, rulings = _cited(state, doing, found, bool(edges))
    private: dict[str, Audience] = {} if secret is None else {"challenge": secret}
    return Event(
        "attack" if attack else "check",
        doing.who,
        _person(state, doing.on),
        rules=rules,
        rulings=rulings,
        dice=dice,
        parts=(*edges, *thrown, *rows, *(cover_rows(state, doing) if found.against == "TC" else ()), *reached),
        values={
            "skill": doing.skill,
            "act": doing.name,
            "on": name_of(state, doing.on),
            "weapon": doing.weapon,
            "note": doing.note,
            "total": total,
            "success": "yes" if success else "no",
            **({} if challenge is None else {"challenge": challenge}),
        },
        to=told_to(state, doing.who, doing.on),
        private=private,
    )


def _cited(
    state: Contest, doing: Doing, found: notation.Checks, edged: bool
) -> tuple[tuple[str, ...], tuple[tuple[str, RulingValue], ...]]:
    """The rules and rulings that a check went by."""
    attacks = {"TC": "STR-26", "TC-A": "STR-27"}
    rules = [attacks.get(found.against or "", "STR-4")]
    rulings = ["derived_tc"] if found.against == "TC" else []
    if found.kind in ("sv", "chk+"):
        rules.append("STR-6")
        rulings += ["chk_plus", "passive_base"] if found.kind == "chk+" else []
    if needs(line_of(state, doing)).choices:
        rulings.append("either")
    noted = NOTED.get(doing.note)
    if noted is not None:
        rules.append(noted[0])
        rulings += noted[1]
    return (*rules, *(("STR-35",) * edged)), rulings_of(state, *rulings)


def _who_knows(state: Contest, on: str) -> Audience | None:
    """Who may know the challenge: None for all who see the check."""
    if on in state.participants:
        audience = vital(state, on)
        return None if audience == ("*",) else audience
    return None if state.shown == "exact" or not on else NOBODY


def _source(state: Contest, doing: Doing, name: str) -> str:
    if any(one.on == doing.on and one.challenge == name for one in state.sets):
        return "set by an act"
    return name_of(state, doing.on) if doing.on else "the encounter"


# --- what comes of it ----------------------------------------------------------------------------------------------


def _achieve(state: Contest, doing: Doing) -> tuple[Contest, Events]:
    """The condition that a whole success brings about, and those it ends: marks, for objectives to look for."""
    subject = subject_of(state, doing.on)
    if subject is None:
        return state, ()
    events: Events = ()
    undone = tuple(_mark(doing.on, name) for name in subject.undoes.get(doing.name, ()))
    if set(undone) & set(state.marks):
        state = replace(
            state,
            marks=tuple(name for name in state.marks if name not in undone),
            sets=tuple(one for one in state.sets if one.on != doing.on or not of_others(state, doing.who, one.by)),
        )
        events = (_condition(state, doing, "undone", ", ".join(undone)),)
    condition = subject.becomes.get(doing.name)
    if condition is not None:
        state = mark(state, _mark(doing.on, condition))
        events = (*events, _condition(state, doing, "achieved", condition))
    return state, events


def _mark(on: str, condition: str) -> str:
    return condition if ":" in condition else f"{on}:{condition}"


def _condition(state: Contest, doing: Doing, kind: str, condition: str) -> Event:
    return Event(
        kind,
        doing.who,
        _person(state, doing.on),
        ("STR-5",),
        values={"on": name_of(state, doing.on), "condition": condition},
        to=told_to(state, doing.who, doing.on),
    )


def held(state: Contest, on: str, condition: str) -> bool:
    """Whether a condition holds on an item or participant."""
    return _mark(on, condition) in state.marks


def ready_for(state: Contest, on: str, name: str) -> tuple[str, ...]:
    """The conditions that an act still waits for."""
    subject = subject_of(state, on)
    if subject is None:
        return ()
    return tuple(one for one in subject.needs.get(name, ()) if not held(state, on, one))
