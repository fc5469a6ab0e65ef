"""The acts that skills give, made from the lines of the notation alone, and the tasks that take longer (STR-1 to 5)."""

from msgspec.structs import replace

from certamen.kernel.action import Action, Choice, Field, Offer, Option, Refusal
from certamen.kernel.draws import Draws
from certamen.kernel.ruleset import Act
from certamen.kernel.state import Step, put
from certamen.kernel.window import Request
from certamen.rulesets.striker import adjudication, reacting
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.acts_fight import target_refusal
from certamen.rulesets.striker.acts_things import within
from certamen.rulesets.striker.carry import ready_for
from certamen.rulesets.striker.doing import Doing, challenge_of, resume
from certamen.rulesets.striker.effects import ARTEFACT
from certamen.rulesets.striker.lines import BUILT_IN, catalogue, needs, timing_of
from certamen.rulesets.striker.notation import ActListing, describe
from certamen.rulesets.striker.sheet import Subject
from certamen.rulesets.striker.spending import cost_of, once, pay
from certamen.rulesets.striker.state import (
    Combatant,
    Contest,
    foes,
    in_sight,
    item_of,
    name_of,
    placed,
    ranks,
    ruled,
    subject_of,
    weapon_of,
)
from certamen.rulesets.striker.turnacts import barred

LACKS = {
    m.Missing.RANK: "needs a rank in {skill}",
    m.Missing.TECH: "needs the technology aspect that fits{tech}",
    m.Missing.BOTH: "needs a rank in {skill} and the technology aspect that fits{tech}",
}


def mine(state: Contest, one: Combatant) -> tuple[ActListing, ...]:
    """The acts of the skills one has, without those that are verbs of their own."""
    if not state.scene.skills:
        return ()
    return tuple(
        line
        for line in catalogue(state.scene)
        if line.skill in one.sheet.skills and not (line.name in BUILT_IN and not line.aspect)
    )


# --- what an act can be done to ------------------------------------------------------------------------------------


def subjects(state: Contest, one: Combatant, line: ActListing) -> tuple[str, ...]:
    """What an act can be done to at all: items, opponents, or oneself ("") where it needs nothing (STR-4, STR-5)."""
    wants = needs(line.act)
    if wants.strikes or "TC" in wants.challenges:
        return tuple(enemy.id for enemy in foes(state, one.id))
    named = [name for name in dict.fromkeys((*wants.challenges, *wants.figures)) if name != "TC-A"]
    everything = [*(item.id for item in state.scene.items), *(foe.id for foe in foes(state, one.id))]
    if named:
        return tuple(on for on in everything if _fits(state, one, line, on, named[0]))
    if wants.gives == ARTEFACT:
        return tuple(item.id for item in state.scene.items if _allowed(item, line))
    if wants.gives:
        return tuple(p.id for p in state.participants.values() if p.side == one.side and p.status == "in")
    if wants.imposes or wants.rolls:
        return tuple(enemy.id for enemy in foes(state, one.id))
    given = tuple(on for on in everything if _mentions(subject_of(state, on), line.name))
    return given or ("",)


def _fits(state: Contest, one: Combatant, line: ActListing, on: str, name: str) -> bool:
    subject = subject_of(state, on)
    if subject is None or not _allowed(subject, line):
        return False
    if _mentions(subject, line.name) or challenge_of(state, one.id, name, on) is not None:
        return True
    return name == "SC" and on in state.participants


def _allowed(subject: Subject, line: ActListing) -> bool:
    return not subject.allows or line.name in subject.allows


def _mentions(subject: Subject | None, name: str) -> bool:
    return subject is not None and (name in subject.becomes or name in subject.undoes or name in subject.allows)


def refusal(state: Contest, one: Combatant, line: ActListing, on: str) -> Refusal | None:
    """Why an act cannot be done to this now, or None (STR-3, STR-5, STR-39)."""
    item, subject = item_of(state, on), subject_of(state, on)
    tech = subject.tech if subject is not None else ""
    has_tech = tech in one.sheet.techs if tech else bool(one.sheet.techs)
    lacks = m.missing(line.act.needs_rank, ranks(one, line.skill), line.act.needs_tech, has_tech)
    if lacks != m.Missing.NOTHING:
        said = LACKS[lacks].format(skill=line.skill, tech=f" ({tech})" if tech else "")
        return Refusal(f"{line.name} {said}", "STR-3")
    if item is not None and not within(state, one.id, item):
        return Refusal(f"{item.name or item.id} is more than 1 m away", "STR-39")
    waits = ready_for(state, on, line.name) if on else ()
    if waits:
        return Refusal(f"{name_of(state, on)} is not {', '.join(waits)} yet", "STR-5")
    if "PC" in needs(line.act).challenges and challenge_of(state, one.id, "PC", on) is None:
        return Refusal(f"nobody has set a PC on {name_of(state, on)}", "STR-5")
    return _person_refusal(state, one, line, on) if on in state.participants else None


def _person_refusal(state: Contest, one: Combatant, line: ActListing, on: str) -> Refusal | None:
    other = state.participants[on]
    wants = needs(line.act)
    weapon = weapon_of(one, one.held)
    if wants.strikes:
        if weapon is None:
            return Refusal("no weapon is in the hand", "STR-34")
        return target_refusal(state, one, weapon, other)
    if on != one.id and "PC" not in wants.challenges and not in_sight(state, one.id, on):
        return Refusal(f"something stands between {one.name} and {other.name}", "STR-39")
    return None


# --- acts of a turn ------------------------------------------------------------------------------------------------


def act_offers(state: Contest, request: Request) -> tuple[Offer, ...]:
    """Every act of one's skills on what it can be done to; as a re-act those that are re-acts."""
    one = state.participants[request.who]
    reacting_now = request.kind == "react"
    if reacting_now and not request.about.get("skill"):
        return ()
    offers: list[Offer] = []
    for line in mine(state, one):
        timing = timing_of(state.scene, line)
        if (timing == m.Timing.RE) == reacting_now:
            offers += _line_offers(state, one, line, timing, str(request.about.get("causer", "")))
    return tuple(offers)


def _line_offers(state: Contest, one: Combatant, line: ActListing, timing: m.Timing, causer: str) -> list[Offer]:
    spend = m.spends(timing)
    closed = None if m.fits_turn(timing) else _too_long(line, timing)
    closed = closed or barred(state, one.id, spend) or _movement(state, one, line, timing)
    return [
        Offer("act", fields_of(state, line, on), cost_of(spend), _rules(line), label(line), closed or why)
        for on, why in targets_of(state, one, line, causer)
    ]


def targets_of(
    state: Contest, one: Combatant, line: ActListing, causer: str
) -> list[tuple[tuple[str, ...], Refusal | None]]:
    """What the act can be done to: those it can be done to now together, each other with its reason."""
    good: list[str] = []
    rest: list[tuple[tuple[str, ...], Refusal | None]] = []
    for on in subjects(state, one, line):
        if causer and on in state.participants and on not in (causer, one.id):
            continue
        why = refusal(state, one, line, on)
        if why is None:
            good.append(on)
        else:
            rest.append(((on,), why))
    return ([(tuple(good), None)] if good else []) + rest


def _too_long(line: ActListing, timing: m.Timing) -> Refusal:
    takes = {m.Timing.MINUTE: "a minute", m.Timing.HOUR: "an hour or more", m.Timing.DAY: "a day or more"}[timing]
    return Refusal(f"{line.name} takes {takes}: begin it as a task", "STR-2")


def _movement(state: Contest, one: Combatant, line: ActListing, timing: m.Timing) -> Refusal | None:
    """Why an act that belongs to the move cannot be done, or None (STR-2, STR-8)."""
    if timing not in (m.Timing.MOVE, m.Timing.WITH_MOVE):
        return None
    if not m.fits_contest(m.Spend.MOVE, placed(state, one.id)):
        return Refusal("places do not matter here: nobody moves", "STR-8")
    if timing == m.Timing.MOVE and (one.going.moved or one.going.stood):
        return Refusal("the move-act is begun", "STR-15")
    if f"{line.skill}.{line.name}" in one.done:
        return Refusal(f"{line.name} is done with this turn's move", "STR-2")
    return None


def fields_of(state: Contest, line: ActListing, on: tuple[str, ...]) -> tuple[Field, ...]:
    """What is asked of whoever does the act: on what, and by ruling `either: ask` which of two skills counts."""
    fields: list[Field] = [
        Choice("skill", (Option(line.skill),)),
        Choice("name", (Option(line.name, note=line.does),)),
    ]
    if on != ("",):
        fields.append(Choice("on", tuple(Option(one, name_of(state, one)) for one in on)))
    if ruled(state, "either", "ask"):
        for index, names in enumerate(needs(line.act).choices):
            fields.append(Choice(f"with-{index + 1}", tuple(Option(name) for name in names)))
    return tuple(fields)


def _rules(line: ActListing) -> tuple[str, ...]:
    return ("STR-2", "STR-4", "STR-5") if len(line.act.steps) > 1 else ("STR-2", "STR-4")


def label(line: ActListing) -> str:
    """What an act is, in words."""
    return f"{line.name} ({line.skill}): {describe(line.act)}"


def doing_of(action: Action, who: str, timing: m.Timing | None) -> Doing:
    """The act as it was chosen."""
    chosen = tuple(str(value) for name, value in action.values.items() if name.startswith("with-"))
    values = action.values
    number = int(timing) if timing is not None else 0
    return Doing(who, str(values["skill"]), str(values["name"]), number, str(values.get("on", "")), chosen=chosen)


def chosen_line(state: Contest, action: Action, who: str, turn: bool, react: bool = False) -> ActListing:
    """The line that was chosen: of several with one name the first that was open."""
    one = state.participants[who]
    on = str(action.values.get("on", ""))
    for line in mine(state, one):
        if (line.skill, line.name) != (action.values["skill"], action.values["name"]):
            continue
        timing = timing_of(state.scene, line)
        fits = m.fits_turn(timing) == turn and (timing == m.Timing.RE) == react
        spend = m.spends(timing) if turn else m.Spend.NOTHING
        fits = fits and on in subjects(state, one, line) and barred(state, who, spend) is None
        if fits and refusal(state, one, line, on) is None:
            return line
    raise LookupError(f"{action.values} was not offered")


def act(state: Contest, action: Action, request: Request, draws: Draws) -> Step:
    """An act of a skill: paid for, then carried out by its line (STR-4, STR-5)."""
    who = request.who
    line = chosen_line(state, action, who, turn=True, react=request.kind == "react")
    timing = timing_of(state.scene, line)
    state = pay(state, who, m.spends(timing), f"{line.name} ({line.skill})")
    if timing in (m.Timing.MOVE, m.Timing.WITH_MOVE):
        state = once(state, who, f"{line.skill}.{line.name}")
    if request.kind == "react":
        state = put(state, replace(state.participants[who], readied=None))
    doing = doing_of(action, who, line.timing)
    one = state.participants[who]
    if needs(line.act).strikes:
        doing = replace(doing, weapon=one.held)
    then = resume(doing)
    asked = reacting.before(state, who, reacting.ACTS, then)
    return adjudication.carry_step(state, then, draws) if asked is None else Step(asked)


ACTS = (Act("act", act_offers, act),)
