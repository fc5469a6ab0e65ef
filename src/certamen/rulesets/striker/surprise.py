"""Who is surprised: the PC of those who sneak, and who notices them (STR-10, STR-11, STR-38)."""

from msgspec.structs import replace

from certamen.kernel.audience import EVERYONE, NOBODY, side_of
from certamen.kernel.draws import Draws
from certamen.kernel.event import Event, Part
from certamen.kernel.state import put
from certamen.rulesets.striker import hiding
from certamen.rulesets.striker import mechanics as m
from certamen.rulesets.striker.state import Combatant, Contest, modifier, perception, ruled, rulings_of

Events = tuple[Event, ...]


def decide(state: Contest, draws: Draws) -> tuple[Contest, Events]:
    """Those who sneak set their PC, and whoever notices none of his adversaries is surprised."""
    surprise = state.scene.surprise
    events: Events = ()
    for side in surprise.sneaking:
        state, told = _sneak(state, side, draws)
        events = (*events, *told)
    noticed: dict[str, tuple[str, ...]] = {}
    for one in _people(state):
        if surprise.sneaking and any(other.side in surprise.sneaking for other in _adversaries(state, one)):
            noticed[one.id], told = _notices(state, one, draws)
            events = (*events, *told)
            for who in noticed[one.id]:
                state = hiding.found(state, who, one.id)
    for one in _people(state):
        if _surprised(state, one, noticed.get(one.id, ())):
            state = put(state, replace(one, surprised=True))
            rulings = rulings_of(state, "group_stealth", "passive_base")
            events = (*events, Event("surprised", one.id, rules=("STR-10",), rulings=rulings, to=EVERYONE))
    for who, seen in noticed.items():
        state = _hidden_from(state, who, seen)
    count = sum(1 for one in _people(state) if one.surprised)
    round_comes = m.has_surprise_round(count, len(_people(state)))
    return replace(state, surprise_round=round_comes), events


def _people(state: Contest) -> tuple[Combatant, ...]:
    return tuple(one for one in state.participants.values() if one.status == "in")


def _adversaries(state: Contest, one: Combatant) -> tuple[Combatant, ...]:
    return tuple(other for other in _people(state) if other.side != one.side)


def _sneak(state: Contest, side: str, draws: Draws) -> tuple[Contest, Events]:
    """Each of a side that sneaks sets a PC; the group's is the lowest (STR-10)."""
    skill = state.scene.surprise.stealth
    members = tuple(one for one in _people(state) if one.side == side)
    if not members:
        return state, ()
    ruling = m.Setting[str(state.rulings["stealth"]).upper()]
    own = side_of(state, side)
    events: Events = ()
    for one in members:
        extra = one.sheet.named.get("B", 0)
        mod = modifier(one, skill)
        pc = m.stealth(mod + extra, 0, ruling, draws.of(state, one.id))
        dice = draws.take()
        start = tuple(Part("d20", die.face, "STR-10", "die") for die in dice) or (Part("fixed", m.BASE, "STR-10"),)
        rows = (*start, Part(f"M({skill})", mod, "sheet"), *((Part("B", extra, "sheet"),) if extra else ()))
        values = {"pc": pc}
        event = Event(
            "sneaks",
            one.id,
            rules=("STR-10",),
            rulings=rulings_of(state, "stealth"),
            dice=dice,
            parts=(*rows, Part("PC", pc, "STR-10", "total")),
            values=dict(values),
            to=own,
        )
        state, events = put(state, replace(one, pc=pc)), (*events, event)
    lowest = m.group_challenge(tuple(state.participants[one.id].pc for one in members))
    group = Event("group_pc", rules=("STR-10",), values={"side": side, "pc": lowest}, to=own)
    return state, (*events, group)


def _notices(state: Contest, one: Combatant, draws: Draws) -> tuple[tuple[str, ...], Events]:
    """Those who sneak whom he notices: his passive value, or one chk+, against each PC (STR-10)."""
    sneaking = tuple(other for other in _adversaries(state, one) if other.side in state.scene.surprise.sneaking)
    secret = all(other.hidden for other in sneaking)
    _, seen, told = hiding.look(state, one, draws, secret)
    found = tuple(other for other in sneaking if m.notices(seen, _challenge(state, other)))
    event = _noticing(state, one, seen, rolled=bool(told))
    visible = tuple(other.id for other in found if not other.hidden)
    hidden = tuple(other.id for other in found if other.hidden)
    events = [replace(event, values={"perception": seen, "noticed": visible}, to=side_of(state, one.side))]
    if hidden:
        events.append(replace(event, values={"perception": seen, "noticed": hidden}, to=(one.id,)))
    if secret:
        events[0] = replace(events[0], to=NOBODY)
    return (*visible, *hidden), (*told, *events)


def _challenge(state: Contest, other: Combatant) -> int:
    """The PC against which one of those who sneak is noticed (STR-10 ruling `group_stealth`)."""
    ruling = m.GroupStealth[str(state.rulings["group_stealth"]).upper()]
    group = m.group_challenge(tuple(p.pc for p in _people(state) if p.side == other.side))
    return m.member_challenge(other.pc, group, ruling)


def _noticing(state: Contest, one: Combatant, seen: int, rolled: bool) -> Event:
    """What a passive value is made of; a chk+ has told of itself."""
    own, skill = perception(state, one), state.scene.surprise.perception
    rows = (
        Part("passive", seen - own, "passive_base"),
        Part(f"M({skill})", own, "sheet"),
        Part("perception", seen, "STR-6", "total"),
    )
    rulings = rulings_of(state, "passive_base", "group_stealth")
    return Event("notices", one.id, rules=("STR-6", "STR-10"), rulings=rulings, parts=() if rolled else rows)


def _surprised(state: Contest, one: Combatant, noticed: tuple[str, ...]) -> bool:
    """Whether he is: the GM says so, or all his adversaries sneak and he noticed none and was not warned."""
    surprise = state.scene.surprise
    if one.id in surprise.surprised or one.side in surprise.surprised:
        return True
    for warning in surprise.warned:
        if warning.who == one.id and m.warned(warning.adversary, warning.contest, warning.seconds):
            return False
    if surprise.might and one.id not in surprise.might and one.side not in surprise.might:
        return False
    others = _adversaries(state, one)
    return bool(others) and all(other.side in surprise.sneaking for other in others) and not noticed


def _hidden_from(state: Contest, who: str, seen: tuple[str, ...]) -> Contest:
    """By ruling `surprise_hides` those who went unnoticed count as hidden (STR-38)."""
    for other in _adversaries(state, state.participants[who]):
        unnoticed = other.side in state.scene.surprise.sneaking and other.id not in seen
        if m.counts_hidden(unnoticed, ruled(state, "surprise_hides", "yes")):
            state = put(state, replace(other, unseen_by=(*other.unseen_by, who)))
    return state
