"""The state of a contest: data without behaviour; the functions that read and change it stand beside it."""

import hashlib
from typing import Literal, TypeVar

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel import space as spaces
from certamen.kernel.budget import Budget
from certamen.kernel.effect import Effect, Until, When, end_where
from certamen.kernel.encounter import Objective
from certamen.kernel.event import Event
from certamen.kernel.order import Order, remove
from certamen.kernel.rule import RulingValue
from certamen.kernel.space import Nowhere, Space
from certamen.kernel.window import Answer, Request, Resume, Window, withdraw

CONCLUDE = "conclude"
Status = Literal["in", "out", "dead", "fled", "yielded", "waiting", "left"]


class Participant(Struct, frozen=True, kw_only=True):
    """One who takes part; a ruleset adds its own fields in a subclass.

    player: who plays him, "" for the game master; status: "in" while in the contest; hidden: from all opponents
    but those in `known_to`; turns: how many turns he has begun; serial: numbers his requests;
    arrives: the round he comes in while "waiting".
    """

    id: str
    name: str
    side: str
    player: str = ""
    status: Status = "in"
    hidden: bool = False
    known_to: tuple[str, ...] = ()
    budget: Budget = Budget()
    turns: int = 0
    serial: int = 0
    arrives: int = 0


class Outcome(Struct, frozen=True):
    """How it ended: `ended` false when it was only stopped; winner is a side, "" when nobody won."""

    ended: bool
    winner: str
    reason: str


class State(Struct, frozen=True, kw_only=True):
    """A whole contest at one moment; a ruleset narrows `participants` and adds its own fields in a subclass.

    round counts from 1 (0 before the first); acting is whose turn it is, "" for nobody's; ending is how it will have
    ended as soon as what it leaves behind is settled, outcome how it has; held is the state that comes when the game
    master accepts the result he reviews.
    """

    participants: dict[str, Participant]
    rulings: dict[str, RulingValue] = {}
    round: int = 0
    acting: str = ""
    order: Order = Order()
    effects: tuple[Effect, ...] = ()
    windows: tuple[Window, ...] = ()
    space: Space = Nowhere()
    objectives: tuple[Objective, ...] = ()
    marks: tuple[str, ...] = ()
    ending: Outcome | None = None
    outcome: Outcome | None = None
    shown: str = "words"
    gm_dice: str = "open"
    gm_serial: int = 0
    effect_serial: int = 0
    held: "State | None" = None
    held_events: tuple[Event, ...] = ()


S = TypeVar("S", bound=State)


class Step(Struct, frozen=True):
    """What a rule's step gives: the new state (its windows say what is asked next) and what happened."""

    state: State
    events: tuple[Event, ...] = ()


def state_hash(state: State) -> str:
    """A hash of the whole state: equal states, equal hashes; 32 hexadecimal digits."""
    return hashlib.blake2b(msgspec.json.encode(state, order="deterministic"), digest_size=16).hexdigest()


def put(state: S, *people: Participant) -> S:
    """The state with these participants in place of, or added to, those with the same ids."""
    return replace(state, participants={**state.participants, **{one.id: one for one in people}})


def active(state: State, side: str | None = None) -> tuple[Participant, ...]:
    """Those still in the contest, of one side or of all."""
    people = state.participants.values()
    return tuple(one for one in people if one.status == "in" and (side is None or one.side == side))


def opponents(state: State, who: str) -> tuple[Participant, ...]:
    """Those still in the contest on other sides than `who`, as far as he knows of them."""
    me = state.participants[who]
    others = [one for one in state.participants.values() if one.status == "in" and one.side != me.side]
    return tuple([one for one in others if not one.hidden or who in one.known_to])


def sides_left(state: State) -> tuple[str, ...]:
    """The sides with anyone still in the contest or yet to arrive, in order of first appearance."""
    people = state.participants.values()
    return tuple(dict.fromkeys([one.side for one in people if one.status in ("in", "waiting")]))


# --- requests --------------------------------------------------------------------------------------------------


def request(
    state: S,
    who: str,
    kind: str,
    verbs: tuple[str, ...],
    default: Answer,
    *,
    cause: str = "",
    about: dict[str, str | int | tuple[str, ...]] | None = None,
) -> tuple[S, Request]:
    """A new request with an id of its own ("jack-3": by whom it asks, so that ids tell nothing of others)."""
    if who in state.participants:
        one = state.participants[who]
        serial = one.serial + 1
        state = put(state, replace(one, serial=serial))
    else:
        serial = state.gm_serial + 1
        state = replace(state, gm_serial=serial)
    return state, Request(f"{who}-{serial}", who, kind, verbs, default, cause, about or {})


def open_window(
    state: S,
    requests: tuple[Request, ...],
    then: Resume,
    *,
    closes: Literal["all", "first"] = "all",
    sealed: bool = False,
) -> S:
    """The state with a new window on top of the stack."""
    return replace(state, windows=(*state.windows, Window(requests, then, closes, sealed)))


def ask(
    state: S,
    who: str,
    kind: str,
    verbs: tuple[str, ...],
    default: Answer,
    then: Resume,
    *,
    cause: str = "",
    about: dict[str, str | int | tuple[str, ...]] | None = None,
) -> S:
    """A window with one request on top of the stack."""
    state, one = request(state, who, kind, verbs, default, cause=cause, about=about)
    return open_window(state, (one,), then)


def go_on_with(state: S, step: str) -> S:
    """The state whose top window, when it closes, goes on with another step: "next" where an act ends the turn."""
    return replace(state, windows=(*state.windows[:-1], replace(state.windows[-1], then=Resume(step))))


def end_with(state: S, outcome: Outcome) -> S:
    """The state in which nothing goes on any more but the ruleset's `conclude`, and then it is over.

    One that is ending or over already ends otherwise; what it leaves behind stays as it is. Nothing takes an ending
    back but the game master's `reopen`, whatever he changes meanwhile.
    """
    if state.ending is not None or state.outcome is not None:
        return replace(state, ending=outcome, outcome=None)
    return replace(state, ending=outcome, windows=(Window((), Resume(CONCLUDE)),))


def open_requests(state: State) -> tuple[Request, ...]:
    """The requests of the top window: those that may be answered now."""
    return state.windows[-1].requests if state.windows else ()


# --- effects ---------------------------------------------------------------------------------------------------


def until(state: State, who: str, when: When, times: int = 1) -> Until:
    """The `times`-th such moment from now. A turn's end counts the turn going on or put off; its start does not."""
    if when in ("round_start", "round_end"):
        return Until(when, state.round + times - (when == "round_end"), "")
    begun = state.participants[who].turns
    going_on = state.acting == who or any(slot.kept and slot.who == who for slot in state.order.pending)
    return Until(when, begun + times - (when == "turn_end" and going_on), who)


def add_effect(
    state: S,
    name: str,
    bearer: str,
    *,
    source: str = "",
    until: Until | None = None,
    values: dict[str, int] | None = None,
    rule: str = "",
    hangs_on: str = "",
    to: tuple[str, ...] = ("*",),
) -> S:
    """The state with one effect more; it may hang on an effect's or a participant's id and ends with it."""
    serial = state.effect_serial + 1
    effect = Effect(f"#{serial}", name, bearer, source, until, values or {}, rule, hangs_on, to)
    return replace(state, effects=(*state.effects, effect), effect_serial=serial)


def effects_on(state: State, who: str, name: str | None = None) -> tuple[Effect, ...]:
    """The effects `who` has, all or those of one name."""
    return tuple(e for e in state.effects if e.bearer == who and (name is None or e.name == name))


def has_effect(state: State, who: str, name: str) -> bool:
    """Whether `who` has an effect of this name."""
    return any(e.bearer == who and e.name == name for e in state.effects)


def drop_effects(state: S, who: str, name: str) -> S:
    """The state without the effects of this name on `who`, and without what hangs on them."""
    stay, over = end_where(state.effects, lambda e: e.bearer == who and e.name == name)
    return replace(state, effects=stay) if over else state


# --- taking part -----------------------------------------------------------------------------------------------


def leave(state: S, who: str, status: Status = "left") -> S:
    """`who` takes no further part: his slots, what is asked of him, and what hangs on him are gone.

    What was to end at a turn of his ends with this round instead.
    """
    stay, _ = end_where(state.effects, lambda e: e.hangs_on == who)
    anchored = Until("round_end", state.round)
    effects = tuple(replace(e, until=anchored) if e.until is not None and e.until.who == who else e for e in stay)
    return replace(
        put(state, replace(state.participants[who], status=status)),
        order=remove(state.order, who),
        space=spaces.remove(state.space, who),
        effects=effects,
        windows=tuple(withdraw(window, who) for window in state.windows),
        acting="" if state.acting == who else state.acting,
    )


def mark(state: S, *names: str) -> S:
    """The state with these marks set: what objectives look for ("gate:open")."""
    new = tuple(name for name in dict.fromkeys(names) if name not in state.marks)
    return replace(state, marks=(*state.marks, *new)) if new else state
