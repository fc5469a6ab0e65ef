"""What a side is after: the marks its objectives still need, those it must undo, and which acts serve that."""

from certamen.kernel.space import Place
from certamen.rulesets.striker.acts_skill import mine, refusal, subjects
from certamen.rulesets.striker.ground import read_place
from certamen.rulesets.striker.lines import listing, needs
from certamen.rulesets.striker.sheet import Subject
from certamen.rulesets.striker.state import Combatant, Contest, item_of, metres, subject_of

NOTHING, HELPS, ACHIEVES, UNDOES = 0, 1, 2, 3


def _marks(on: str, names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(name if ":" in name else f"{on}:{name}" for name in names)


def _subjects(state: Contest) -> list[tuple[str, Subject]]:
    found: list[tuple[str, Subject]] = [(item.id, item) for item in state.scene.items]
    return found + [(one.id, one.sheet.subject) for one in state.participants.values()]


def wanted(state: Contest, side: str, own: bool = True) -> frozenset[str]:
    """The marks that the objectives of a side need (or of all others), with all that must come before them."""
    marks = {name for one in state.objectives if (one.side == side) == own for name in one.needs}
    things = _subjects(state)
    size = -1
    while size != len(marks):
        size = len(marks)
        for on, subject in things:
            for act, condition in subject.becomes.items():
                if _marks(on, (condition,))[0] in marks:
                    marks.update(_marks(on, subject.needs.get(act, ())))
    if marks and state.scene.map is not None:
        marks.update(door.needs for door in state.scene.map.doors if door.needs and own)
    return frozenset(marks)


def worth(state: Contest, one: Combatant, skill: str, name: str, on: str) -> int:
    """What an act is worth to one's side: it undoes what others need, achieves what one needs, helps, or nothing."""
    subject = subject_of(state, on)
    if subject is None or not state.objectives:
        return NOTHING
    undone = set(_marks(on, subject.undoes.get(name, ()))) & set(state.marks)
    if undone & wanted(state, one.side, own=False) and not undone & wanted(state, one.side):
        return UNDOES
    condition = subject.becomes.get(name)
    if condition is None:
        return HELPS if _hampers(state, one, skill, name, on) else NOTHING
    mark = _marks(on, (condition,))[0]
    return ACHIEVES if mark not in state.marks and mark in wanted(state, one.side) else NOTHING


def _hampers(state: Contest, one: Combatant, skill: str, name: str, on: str) -> bool:
    """Whether an act sets a challenge on something the others still need, and none of one's side stands there yet."""
    line, subject = listing(state.scene, skill, name), subject_of(state, on)
    if line is None or subject is None or name not in subject.allows or not needs(line.act).sets:
        return False
    marks = set(_marks(on, tuple(subject.becomes.values()))) - set(state.marks)
    ours = any(one_set.on == on and _side(state, one_set.by) == one.side for one_set in state.sets)
    return not ours and bool(marks & wanted(state, one.side, own=False))


def _side(state: Contest, who: str) -> str:
    return state.participants[who].side if who in state.participants else ""


def goal_places(state: Contest, one: Combatant) -> tuple[Place, ...]:
    """Where the items are on which one's skills could now serve one's side, but for the way to them."""
    space = metres(state)
    if space is None or not state.objectives:
        return ()
    found = []
    for line in mine(state, one):
        for on in subjects(state, one, line):
            item = item_of(state, on)
            if item is None or not item.at or worth(state, one, line.skill, line.name, on) < ACHIEVES:
                continue
            why = refusal(state, one, line, on)
            if why is None or why.rule == "STR-39":
                found.append(read_place(space.ground, item.at))
    return tuple(dict.fromkeys(found))
