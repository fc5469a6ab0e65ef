"""A Starslinger fight read from a contest into the tables of its compiled loop, and what they cannot hold."""

from typing import NamedTuple

from msgspec.structs import replace

from certamen.kernel.action import GM, Action, Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event
from certamen.kernel.loop import Did
from certamen.kernel.order import Order
from certamen.kernel.window import Window
from certamen.rulesets.starslinger import loop_tables as t
from certamen.rulesets.starslinger.acts_move import door_shut
from certamen.rulesets.starslinger.conditions import of_kind, size_of
from certamen.rulesets.starslinger.harm import BOONS, HARMS
from certamen.rulesets.starslinger.loop_means import SAVES, Sizes, Writing, arm_of, as_written, befalls, now
from certamen.rulesets.starslinger.places import between_spots, groups
from certamen.rulesets.starslinger.reckon import DEGREES
from certamen.rulesets.starslinger.sheet import BARE
from certamen.rulesets.starslinger.state import (
    ACTION,
    SceneState,
    Slinger,
    actions_left,
    by_initiative,
    chosen,
    recruit,
    ruling,
)

Numbers = dict[str, int]


class Fight(NamedTuple):
    """The tables; of means each person has as many."""

    people: tuple[t.Person, ...]
    scene: tuple[t.Scene, ...]
    means: tuple[t.Means, ...]
    paths: tuple[t.Path, ...]
    holds: tuple[t.Hold, ...]
    criticals: tuple[t.Row, ...]
    windows: tuple[t.Asked, ...]
    desk_act: tuple[t.Desk, ...]
    desk_blows: tuple[t.Way, ...]


# --- what the loop does not know -------------------------------------------------------------------------------


def refusal(state: SceneState, encounter: Encounter) -> Refusal | None:
    """What the loop does not know of this scene, or None."""
    people = state.participants.values()
    if encounter.review:
        return Refusal("the GM reviews results before they take effect")
    if any(one.hidden for one in people):
        return Refusal("somebody is hidden", "SLG-22")
    if any(one.arrives for one in people):
        return Refusal("somebody arrives later", "SLG-1")
    if encounter.objectives:
        return Refusal("a side has an objective", "SLG-27")
    if state.scene.gm and ruling(state, "zero_hp") == "gm":
        return Refusal("the GM is asked what becomes of those without hit points", "SLG-29")
    if state.scene.gm and ruling(state, "melee_dc") == "gm":
        return Refusal("the GM is asked for the DCs of melees", "SLG-30")
    if len(_figures(state)) > 1:
        return Refusal("there is persistent damage of more than one figure", "SLG-29")
    return None


def _figures(state: SceneState) -> set[int]:
    """The figures of persistent damage there can be."""
    table = {row.value for row in state.scene.critical_effects if row.effect == "bleeding"}
    return (table | {weapon.persistent for one in state.participants.values() for weapon in one.sheet.weapons}) - {0}


# --- the tables ------------------------------------------------------------------------------------------------


def opening(encounter: Encounter, state: SceneState) -> Fight:
    """The tables before a die has fallen."""
    people = {entry.id: recruit(entry, state.rulings) for entry in encounter.participants}
    fresh = replace(state, participants=people, effects=(), order=Order(), windows=(), round=0, acting="", phase="")
    return rows(replace(fresh, check=None, asked=False, closed=False, ending=None, outcome=None))


def rows(state: SceneState) -> Fight:
    """The tables of any state of the contest."""
    people = tuple(state.participants.values())
    sizes = Sizes(
        arms=max(len(one.sheet.weapons) for one in people) + len(BARE),
        powers=max(len(one.sheet.healing) for one in people),
        reactions=max(len(one.sheet.reactions) for one in people),
        spots=max(1, len(state.scene.spots)),
    )
    spots = tuple(state.scene.spots) or ("",)
    written = as_written(Writing(state, sizes))
    return Fight(
        people=tuple(_person(state, one, spots) for one in people),
        scene=(_scene(state, sizes),),
        means=tuple(row for one, own in zip(people, written, strict=True) for row in now(one, own)),
        paths=tuple(_path(state, a, b) for a in spots for b in spots),
        holds=tuple(t.Hold(rank) for one in people for rank in _ranks(state, one.id)),
        criticals=tuple(t.Row(row.upto, befalls(row.effect), row.value) for row in state.scene.critical_effects),
        windows=_windows(state),
        desk_act=(t.Desk(),),
        desk_blows=(t.Way(),) * (len(people) * (sizes.arms + sizes.arms**2)),
    )


def _index(state: SceneState, who: str) -> int:
    return list(state.participants).index(who) if who in state.participants else t.NOBODY


def _sequence(state: SceneState) -> list[int]:
    standing = [_index(state, who) for who in state.order.sequence]
    return standing or list(range(len(state.participants)))


def _person(state: SceneState, one: Slinger, spots: tuple[str, ...]) -> t.Person:
    sides = list(dict.fromkeys(other.side for other in state.participants.values()))
    limit = one.budget.limits.get(ACTION, 0)
    names = [reaction.name for reaction in one.sheet.reactions]
    melee = groups(state).groups.get(one.id, "melee-0")
    return t.Person(
        status=t.STATUSES.index(one.status),
        side=sides.index(one.side),
        hp=one.hp,
        most=one.sheet.hp,
        armour=one.sheet.armour,
        bonus=one.sheet.initiative,
        total=one.initiative,
        player=int(bool(one.player)),
        takes_hits=int(one.sheet.may_take_hits),
        turns=one.turns,
        checks=one.checks,
        done=int(one.done),
        limit=limit,
        spent=limit - actions_left(one),
        rerolls=one.rerolls,
        provoked=1 + names.index(one.provoked[0].reaction) if one.provoked else 0,
        by=_index(state, one.provoked[0].by) if one.provoked else t.NOBODY,
        at=spots.index(one.at) if one.at in spots else 0,
        melee=int(melee.removeprefix("melee-")),
        pending=int(any(slot.who == one.id for slot in state.order.pending)),
        **_lasting(state, one.id),
        **{f"{save}_dc": one.sheet.saves.get(save, 10) for save in SAVES},
        comes=_sequence(state)[_index(state, one.id)],
        score=0,
        plus=0,
        group=0,
    )


_NOTHING_LASTS = dict.fromkeys(
    ("flat", "stunned", "blinded", "muted", "guard", "prone", "petrified", "shaken", "edge", "steady", "bleeding"), 0
)


def _lasting(state: SceneState, who: str) -> Numbers:
    """What lasts on him: the number of his turn with which it is over, or 1; how many wounds bleed."""
    if not any(one.bearer == who for one in state.effects):
        return _NOTHING_LASTS

    def last(kind: str) -> int:
        return max((one.until.nth for one in of_kind(state, who, kind) if one.until is not None), default=0)

    timed = {
        "flat": "flat-footed",
        "stunned": "stunned",
        "blinded": "blinded",
        "muted": "no-reaction",
        "guard": "guard",
    }
    plain = {"prone": "prone", "petrified": "petrified", "shaken": "shaken", "edge": "edge", "steady": "advantage"}
    bleeding = sum(1 for one in of_kind(state, who, "persistent") if size_of(one))
    return {
        **{name: last(kind) for name, kind in timed.items()},
        **{name: int(bool(of_kind(state, who, kind))) for name, kind in plain.items()},
        "bleeding": bleeding,
    }


def _scene(state: SceneState, sizes: Sizes) -> t.Scene:
    over = state.outcome
    sides = list(dict.fromkeys(one.side for one in state.participants.values()))
    return t.Scene(
        round=state.round,
        ended=int(over is not None),
        winner=sides.index(over.winner) if over is not None and over.winner else t.NOBODY,
        acting=_index(state, state.acting),
        phase=t.PHASES.index(state.phase),
        asked=int(state.asked),
        depth=len(state.windows),
        actions=state.actions,
        by_initiative=int(by_initiative(state)),
        gm=int(state.scene.gm),
        default_dc=state.scene.default_dc,
        shown=("exact", "words", "nothing").index(state.shown),
        naturals=chosen(state, "natural"),
        lost_edge=chosen(state, "lost_edge_natural"),
        scope=chosen(state, "stacking_scope"),
        counts=chosen(state, "penalty_counts"),
        halves=chosen(state, "half_round"),
        jam=chosen(state, "jam"),
        fumble=chosen(state, "reaction_fumble"),
        both=int(ruling(state, "attack_bonus") == "both"),
        dead=int(ruling(state, "zero_hp") == "dead"),
        free_entry=int(ruling(state, "melee_dc") == "none"),
        entry_by_default=int(ruling(state, "melee_dc") == "gm"),
        bleeding=max(_figures(state), default=0),
        arms=sizes.arms,
        powers=sizes.powers,
        reactions=sizes.reactions,
        spots=sizes.spots,
    )


def _path(state: SceneState, a: str, b: str) -> t.Path:
    shut = any(door_shut(state, door, a, b) for door in state.scene.doors)
    return t.Path(between_spots(state, a, b), int(shut))


def _ranks(state: SceneState, who: str) -> list[int]:
    held = list(dict.fromkeys(one.source for one in of_kind(state, who, "grappled"))) if state.effects else []
    return [held.index(by) + 1 if by in held else 0 for by in state.participants]


# --- what is asked ---------------------------------------------------------------------------------------------

_REQUESTS = {
    "react": t.TURN, "keep": t.REROLL, "evade": t.BE_HIT, "harm": t.HARM, "boon": t.BOON, "end-scene": t.END,
    "post": t.POST,
}  # fmt: skip


def _windows(state: SceneState) -> tuple[t.Asked, ...]:
    found = tuple(_asked(state, window) for window in state.windows)
    return found + (t.Asked(*[0] * len(t.Asked._fields)),) * (t.DEPTH - len(found))


def _asked(state: SceneState, window: Window) -> t.Asked:
    args, then = window.then.args, t.STEPS.index(window.then.step)
    if not window.requests:
        if then != t.GO_SECOND:
            return t.Asked(t.NOTHING, then, t.NOBODY, t.NOBODY, 0, 0)
        one = state.participants[str(args["who"])]
        target, degree = _index(state, str(args["target"])), args["first"]
        assert isinstance(degree, int)  # a degree: the first attack put it there
        return t.Asked(t.NOTHING, then, _index(state, one.id), target, arm_of(one, str(args["weapon"])), degree)
    asked = window.requests[0]
    who = str(asked.about.get("who", "" if asked.who == GM else asked.who))
    target = _index(state, str(asked.about.get("target", "")))
    return t.Asked(_REQUESTS[asked.verbs[0]], then, _index(state, who), target, 0, 0)


# --- what was done ---------------------------------------------------------------------------------------------


def did(state: SceneState, action: Action, events: tuple[Event, ...]) -> Did:
    """A decision of the contest as the loop tells it.

    What came of it: the degrees of its checks in base 5, from 1; with the GM's, which row of the table.
    """
    verb = t.VERBS.index(action.verb)
    result = 0
    for event in events:
        if event.type == "check":
            result = 5 * result + 1 + DEGREES.index(str(event.values["degree"]))
    if action.actor == GM:
        who = _index(state, str(state.windows[-1].requests[0].about.get("who", state.acting)))
        table = {"harm": HARMS, "boon": BOONS}.get(action.verb, ())
        if table:
            result += table.index(str(next(e for e in events if e.type == action.verb).values["effect"]))
        return Did(max(0, who), verb, t.NOBODY, result)
    target = _index(state, str(action.values.get("target", "")))
    if action.verb == "react":
        target = _index(state, state.participants[action.actor].provoked[0].by)
    return Did(_index(state, action.actor), verb, target, result)
