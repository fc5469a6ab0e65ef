"""The reckoning of a check: its dice, what they come to, the DC, and what besides the total made the outcome."""

from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.audience import EVERYONE, NOBODY, Audience, aware_of, both, vital
from certamen.kernel.event import Event, Part
from certamen.kernel.rule import RulingValue
from certamen.rulesets.starslinger import mechanics as m
from certamen.rulesets.starslinger.sheet import UNARMED
from certamen.rulesets.starslinger.state import Check, SceneState, chosen, cite, weapon_of

DEGREES = ("critical failure", "failure", "success", "critical success")

RULES_OF = {
    "attack": ("SLG-15", "SLG-19"),
    "enter": ("SLG-30",),
    "leave": ("SLG-30",),
    "escape": ("SLG-27", "SLG-30"),
    "clear": ("SLG-14",),
    "heal": ("SLG-14",),
    "challenge": ("SLG-27",),
    "deed": ("SLG-3", "SLG-27"),
}


def audience(state: SceneState, check: Check) -> Audience:
    """Who may know of a check: those aware of the actor and of whom it is made against."""
    if check.target in state.participants and not check.unseen:
        return both(state, check.actor, check.target)
    return aware_of(state, check.actor)


def natural_of(state: SceneState, check: Check) -> int:
    """The natural roll of a check whose dice fell (SLG-9, SLG-11)."""
    return m.natural_roll(m.kept(*check.dice, check.terms.advantage), check.edge, chosen(state, "lost_edge_natural"))


def total_of(state: SceneState, check: Check, natural: int) -> int:
    """What a check whose dice fell comes to (SLG-4, SLG-13)."""
    roll = m.Roll(m.kept(*check.dice, check.terms.advantage), check.edge, natural)
    return m.check_total(roll, check.terms.modifiers, chosen(state, "stacking_scope"))


def waiting_event(state: SceneState, check: Check) -> Event:
    """A check without a DC: what was rolled, and that it is kept (SLG-8)."""
    natural = natural_of(state, check)
    total = total_of(state, check, natural)
    parts = (*check.terms.parts, *_dice_rows(check, total), *_natural_row(check, natural))
    event = Event("awaits_dc", check.actor, check.target, ("SLG-8",), dice=check.fell, parts=parts)
    values: dict[str, Value] = {"kind": check.kind, "total": total}
    return _kept_secret(check, replace(event, values=values, to=audience(state, check)))


def outcome_event(state: SceneState, check: Check, total: int, dc: int, natural: int) -> Event:
    """The outcome of a check, with its whole reckoning."""
    values: dict[str, Value] = {"kind": check.kind, "subject": check.subject, "degree": DEGREES[check.degree]}
    values |= {"total": total, "natural": natural}
    private: dict[str, Audience] = {}
    if check.unseen:
        private = {"degree": NOBODY}
        values["hit"] = "hit" if check.degree >= m.Degree.SUCCESS else "missed"
    parts = _rows(state, check, total, dc, natural)
    event = Event(
        "check",
        check.actor,
        "" if check.unseen else check.target,
        _rules(check, parts),
        _rulings(state, check, natural),
        () if check.told else check.fell,
        parts,
        values,
        to=audience(state, check),
        private=private,
    )
    return _kept_secret(check, event)


def _rows(state: SceneState, check: Check, total: int, dc: int, natural: int) -> tuple[Part, ...]:
    """What helps and hinders, what adds up to the total, the DC it is held against, what else made the outcome."""
    secret = _dc_audience(state, check)
    against = (
        *check.dc_parts,
        Part("DC", dc, check.dc_source, "target", to=secret),
        Part("margin", total - dc, "SLG-4", "margin", to=secret),
    )
    return (
        *check.terms.parts,
        *_dice_rows(check, total),
        *(() if check.missing else against),
        *_natural_row(check, natural),
        *_turning_points(state, check, natural),
        Part("outcome", DEGREES[check.degree], "SLG-5", "degree", to=NOBODY if check.unseen else None),
    )


def _dice_rows(check: Check, total: int) -> tuple[Part, ...]:
    """The dice, what stacks no further of them, and the total that they and the rows before them come to."""
    first, second = check.dice
    d20 = m.kept(first, second, check.terms.advantage)
    faces = (first, second) if check.terms.advantage else (first,)
    counts = faces.index(d20)
    rule = "SLG-9" if check.terms.advantage else "SLG-4"
    rows = [Part("d20", face, rule, "die", index == counts) for index, face in enumerate(faces)]
    if check.edge:
        rows.append(Part("edge die", check.edge, "SLG-10", "die"))
    if cut := total - d20 - check.edge - m.modifier(check.terms.modifiers):
        rows.append(Part("more than stacks", cut, "SLG-13"))
    return (*rows, Part("total", total, "SLG-4", "total"))


def _natural_row(check: Check, natural: int) -> tuple[Part, ...]:
    if natural == m.kept(*check.dice, check.terms.advantage):
        return ()
    return (Part("natural roll", natural, "SLG-11", "note"),)


def _turning_points(state: SceneState, check: Check, natural: int) -> tuple[Part, ...]:
    """What besides the total made the outcome: a natural 20 or 1, a roll in the threat range, a place guessed wrong."""
    hidden = NOBODY if check.unseen else None
    if check.missing:
        return (Part("nobody is there", "a sure miss", "SLG-22", "note", to=hidden),)
    if natural in (1, 20):
        rule = "SLG-19" if check.kind == "attack" and natural == 20 else "SLG-5"
        return (Part(f"natural {natural}", "counts by itself", rule, "note", to=hidden),)
    if check.kind == "attack" and check.critical and check.degree == m.Degree.SUCCESS:
        threat = weapon_of(state.participants[check.actor], check.subject).threat
        return (Part("threat from", threat, "SLG-19", "note", to=hidden),)
    return ()


def _rules(check: Check, parts: tuple[Part, ...]) -> tuple[str, ...]:
    """The rules of this kind of check, and those that its rows come from."""
    rules = dict.fromkeys(("SLG-4", "SLG-5", *RULES_OF[check.kind]))
    more = (
        ("SLG-18", check.subject == UNARMED),
        ("SLG-22", check.unseen),
        ("SLG-24", check.halved),
        ("SLG-25", check.reaction),
        ("SLG-6", check.degree in (m.Degree.CRITICAL_FAILURE, m.Degree.CRITICAL_SUCCESS) and not check.unseen),
    )
    rules.update([(rule, None) for rule, applies in more if applies])
    rules.update([(part.source, None) for part in parts if part.to is None and part.source[:4] == "SLG-"])
    return tuple(sorted(rules, key=_number))


def _number(rule: str) -> int:
    return int(rule[4:])


def _rulings(state: SceneState, check: Check, natural: int) -> tuple[tuple[str, RulingValue], ...]:
    sources = {part.source for part in check.terms.parts}
    applies = (
        ("natural", natural in (1, 20)),
        ("lost_edge_natural", check.edge < 0),
        ("penalty_counts", "SLG-7" in sources),
        ("stacking_scope", "SLG-13" in sources),
        ("melee_dc", check.kind in ("enter", "leave")),
        ("reaction_fumble", check.reaction and check.degree == m.Degree.CRITICAL_FAILURE),
        ("attack_bonus", check.kind == "attack" and check.degree == m.Degree.CRITICAL_SUCCESS and not check.unseen),
    )
    return cite(state, *(name for name, does in applies if does))


def _dc_audience(state: SceneState, check: Check) -> Audience:
    if check.dc_public:
        return EVERYONE
    return vital(state, check.target) if check.target in state.participants and not check.unseen else NOBODY


def _kept_secret(check: Check, event: Event) -> Event:
    """Of a check rolled in secret others learn what comes of it alone, also where its dice were told before."""
    if all(die.kind == "open" for die in check.fell):
        return event
    own = (check.actor,)
    kept = (row.kind == "margin" or (row.to is None and row.kind != "degree") for row in event.parts)
    rows = tuple(replace(row, to=own) if hide else row for row, hide in zip(event.parts, kept, strict=True))
    return replace(event, parts=rows, private={**event.private, "total": own, "natural": own})
