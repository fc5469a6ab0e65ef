"""What is added to a participant's checks and saves: assistance and gifts; rows of a reckoning."""

from collections.abc import Collection

from msgspec.structs import replace

from certamen.kernel.audience import Audience, aware_of, both, side_of
from certamen.kernel.event import Die, Part
from certamen.kernel.state import effects_on, has_effect
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker import notation
from certamen.rulesets.striker.state import ASSISTED, EVADING, GIFT, Contest, number, prevented

CHECK, SAVE, EITHER = 1, 2, 3
KINDS = {"chk": CHECK, "sv": SAVE, "chk|sv": EITHER, "chk+": CHECK}


def bonuses(state: Contest, who: str, skills: Collection[str], on: str, kind: int) -> tuple[Part, ...]:
    """Rows for what assistants and gifts add to a check or save made with one of these skills, or on this item."""
    if not state.effects:
        return ()
    rows = [
        Part(f"assistance in {effect.source}", effect.values["R"], "STR-31")
        for effect in effects_on(state, who, ASSISTED)
        if effect.source in skills and kind & CHECK
    ]
    return (*rows, *_gifts(state, who, {*skills, on}, kind))


def _gifts(state: Contest, who: str, sources: Collection[str], kind: int) -> tuple[Part, ...]:
    """The gifts that reach this check, of each kind only the highest (STR-5)."""
    side = state.participants[who].side
    found: dict[str, list[int]] = {}
    for effect in state.effects:
        if effect.name != GIFT or effect.source not in sources or not effect.values["kind"] & kind:
            continue
        if effect.bearer == who or (effect.values["item"] and state.participants[effect.bearer].side == side):
            found.setdefault(effect.source, []).append(effect.values["amount"])
    rows = []
    for source, amounts in found.items():
        best = amounts[0]
        for amount in amounts:
            best = m.better(best, amount)
        rows.append(Part(f"given to {source}", best, "STR-5"))
        amounts.remove(best)
        rows += [
            Part(f"given to {source}", amount, "STR-5", counted=False, why="only the highest of a kind counts")
            for amount in amounts
        ]
    return tuple(rows)


def counted(rows: Collection[Part]) -> int:
    """What the rows that count add up to."""
    return sum(row.value for row in rows if row.counted and isinstance(row.value, int))


def rows_of(parts: Collection[notation.Part], source: str) -> tuple[Part, ...]:
    """The rows of a line, its own terms as sources."""
    return tuple(Part(part.source, part.value, source) for part in parts)


def assistance_used(state: Contest, who: str, skills: Collection[str]) -> Contest:
    """The state after a check with these skills: the assistance in them is used up (STR-31)."""
    stay = tuple(e for e in state.effects if not (e.bearer == who and e.name == ASSISTED and e.source in skills))
    return state if len(stay) == len(state.effects) else replace(state, effects=stay)


def base(state: Contest) -> int:
    """What passive values start from (STR-6 ruling `passive_base`)."""
    return number(state, "passive_base")


def chk_plus(state: Contest) -> m.ChkPlus:
    """The ruling `chk_plus` as the mechanics take it."""
    return m.ChkPlus[str(state.rulings["chk_plus"]).upper()]


def die_rows(dice: tuple[Die, ...], total: int, amount: int, source: str) -> tuple[Part, ...]:
    """The d20s of a total, less what is added: of two the one that counts; what lifts a chk+ to the passive value."""
    if not dice:
        return ()
    faces, kept = [die.face for die in dice], total - amount
    nth = faces.index(kept) if kept in faces else 0
    rows = tuple(
        Part("d20", face, source, "die", counted=n == nth, why="" if n == nth else "the other of the two counts")
        for n, face in enumerate(faces)
    )
    lift = kept - faces[nth]
    return (*rows, Part("not below the passive value", lift, "chk_plus")) if lift else rows


def edge_row(edge: int, why: str) -> tuple[Part, ...]:
    """A row that tells of advantage or disadvantage."""
    if not why:
        return ()
    said = {1: "advantage", 0: "neither: one of each cancels all", -1: "disadvantage"}[edge]
    return (Part(why, said, "STR-35", "note"),)


def agility_edge(state: Contest, who: str) -> tuple[int, str]:
    """The edge of an Agility save and what gives it (STR-30)."""
    evading = m.evades(has_effect(state, who, EVADING), bool(prevented(state, who)))
    return m.agility_edge(evading, False, False), "evading" if evading else ""


def told_to(state: Contest, who: str, on: str) -> Audience:
    """Those who may know of an act of one on another, an item or nobody; at least the actor's side."""
    if on in state.participants and on != who:
        return both(state, who, on) or side_of(state, state.participants[who].side)
    return aware_of(state, who)
