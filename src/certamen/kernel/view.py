"""What a seat may know: the one place where states and events are cut. Nothing else builds what a seat gets."""

from collections.abc import Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from certamen.kernel.action import SAY, Value
from certamen.kernel.audience import may_know
from certamen.kernel.budget import Budget
from certamen.kernel.effect import Effect
from certamen.kernel.encounter import Objective
from certamen.kernel.event import Die, Event, Part
from certamen.kernel.marks import cut_fields, levels_by_field
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.space import Melees, Space, hide
from certamen.kernel.state import Outcome, Participant, State
from certamen.kernel.window import Request

if TYPE_CHECKING:
    from certamen.kernel.contest import Contest


class Seat(Struct, frozen=True):
    """A place at the table: the game master's, a player's with his characters, or a spectator's."""

    kind: Literal["gm", "player", "spectator"]
    characters: tuple[str, ...] = ()


GM_SEAT = Seat("gm")
SPECTATOR = Seat("spectator")


class Figure(Struct, frozen=True):
    """A participant as a seat sees him. `values` and `sheet` hold only what the seat may know; `own`: it plays him."""

    id: str
    name: str
    side: str
    status: str
    words: str
    own: bool
    hidden: bool
    values: dict[str, Any]
    sheet: dict[str, Any]
    budget: Budget | None
    effects: tuple[Effect, ...]


class View(Struct, frozen=True):
    """All that a seat may know now. acting is "" where it may not know whose turn it is.

    order: whose turns are still to come this round; waiting: of whom something is asked ("gm" stands for the game
    master and for all that no player plays, so that it does not tell of those hidden); requests: what is asked of the
    seat itself; events and effects are numbered for the seat, so that no gap tells.
    """

    round: int
    acting: str
    order: tuple[str, ...]
    waiting: tuple[str, ...]
    participants: tuple[Figure, ...]
    space: Space
    requests: tuple[Request, ...]
    objectives: tuple[Objective, ...]
    outcome: Outcome | None
    events: tuple[Event, ...]


def view(contest: "Contest", seat: Seat) -> View:
    """What the seat may know of the contest now."""
    return replace(look(contest, seat), events=cut_events(contest.events, seat))


Figures = dict[tuple[str, frozenset[str], bool, tuple[str, ...]], Figure]
"""Figures cut already, by whom, the levels seen, whether one's own, and of whom the seat knows; effects left out."""


def look(contest: "Contest", seat: Seat, cut: Figures | None = None) -> View:
    """As `view`, without the events: for whoever keeps a log that grows (`cut_more`).

    cut: figures of this same state that were cut for other seats; those of this one are added.
    """
    return look_at(contest.ruleset, contest.state, contest.requests, seat, cut)


def look_at(
    ruleset: Ruleset, state: State, requests: tuple[Request, ...], seat: Seat, cut: Figures | None = None
) -> View:
    """As `look`, of any state, with the requests open then."""
    cut = {} if cut is None else cut
    known = tuple(one.id for one in state.participants.values() if knows_of(state, seat, one))
    hidden = tuple(who for who in state.participants if who not in known)
    space = hide(state.space, hidden)
    state = replace(state, space=space) if isinstance(space, Melees) else state  # figures may name melees too
    return View(
        round=state.round,
        acting=state.acting if state.acting in known else "",
        order=tuple(slot.who for slot in state.order.pending if slot.who in known),
        waiting=_waiting(state, requests, known),
        participants=tuple([_figure(ruleset, state, seat, state.participants[who], known, cut) for who in known]),
        space=space,
        requests=tuple(_asked(one, hidden) for one in requests if answers_for(seat, one)),
        objectives=_objectives(state, seat),
        outcome=state.outcome,
        events=(),
    )


def knows_of(state: State, seat: Seat, one: Participant) -> bool:
    """Whether the seat may know that this participant is there."""
    if seat.kind == "gm":
        return True
    if one.status in ("waiting", "left"):
        return one.id in seat.characters
    if not one.hidden or one.id in seat.characters:
        return True
    sides = {state.participants[who].side for who in seat.characters if who in state.participants}
    return one.side in sides or any(who in one.known_to for who in seat.characters)


def answers_for(seat: Seat, request: Request) -> bool:
    """Whether the seat is the one who is asked. The game master may answer for all."""
    if seat.kind == "gm":
        return True
    return request.who in seat.characters


def _objectives(state: State, seat: Seat) -> tuple[Objective, ...]:
    """What decides the contest, as far as it is the seat's own side's business."""
    if seat.kind == "gm":
        return state.objectives
    sides = {state.participants[who].side for who in seat.characters if who in state.participants}
    return tuple(one for one in state.objectives if one.side in sides)


def _asked(request: Request, hidden: tuple[str, ...]) -> Request:
    """What is asked, without the data for its acts that names anyone the seat may not know of."""
    about = {
        name: value
        for name, value in request.about.items()
        if value not in hidden and not (isinstance(value, tuple) and any(one in hidden for one in value))
    }
    return request if len(about) == len(request.about) else replace(request, about=about)


def _waiting(state: State, requests: tuple[Request, ...], known: tuple[str, ...]) -> tuple[str, ...]:
    named = tuple(who for who in known if state.participants[who].player)
    return tuple(sorted({request.who if request.who in named else "gm" for request in requests}))


def _figure(
    ruleset: Ruleset, state: State, seat: Seat, one: Participant, known: tuple[str, ...], cut: Figures
) -> Figure:
    levels = frozenset(levels_of(state, seat, one))
    own = seat.kind == "gm" or one.id in seat.characters
    figure = cut.get((one.id, levels, own, known))
    if figure is None:
        figure = cut[one.id, levels, own, known] = _plain(ruleset, state, one, levels, known, own=own)
    effects = _effects(state, seat, one, known)
    return replace(figure, effects=effects) if effects else figure


def _plain(
    ruleset: Ruleset, state: State, one: Participant, levels: frozenset[str], known: tuple[str, ...], *, own: bool
) -> Figure:
    """The figure without its effects."""
    values = {
        name: _of_known(value, state, known)
        for name, value in ruleset.values(state, one).items()
        if _level(type(one), ruleset.sheet, name) in levels
    }
    sheet = getattr(one, "sheet", None)
    return Figure(
        id=one.id,
        name=one.name,
        side=one.side,
        status=one.status,
        words=ruleset.words(state, one) if own or state.shown != "nothing" else "",
        own=own,
        hidden=own and one.hidden,
        values=values,
        sheet=cut_fields(sheet, levels) if sheet is not None else {},
        budget=one.budget if own else None,
        effects=(),
    )


@lru_cache(maxsize=1024)
def _level(kind: type, sheet: type, name: str) -> str:
    """Who sees a value: as the participant's field of its name is marked, else the sheet's; a derived one, its side."""
    return {**dict(levels_by_field(sheet)), **dict(levels_by_field(kind))}.get(name, "side")


def _of_known(value: Value, state: State, known: tuple[str, ...]) -> Value:
    """The value; in a list of names, without those the seat may not know of."""
    if not isinstance(value, tuple):
        return value
    return tuple(one for one in value if one in known or one not in state.participants)


def _effects(state: State, seat: Seat, one: Participant, known: tuple[str, ...]) -> tuple[Effect, ...]:
    """The effects on a participant, without what would tell of anyone the seat may not know of."""
    mine = [effect for effect in state.effects if effect.bearer == one.id]
    if seat.kind == "gm":
        return tuple(mine)
    seen = (effect for effect in mine if may_know(effect.to, seat.characters))
    return tuple(
        replace(
            effect,
            id=f"{one.id}-{number}",
            source="" if effect.source in state.participants and effect.source not in known else effect.source,
            until=effect.until if effect.until is None or effect.until.who in ("", *known) else None,
            hangs_on="",
            to=(),
        )
        for number, effect in enumerate(seen, 1)
    )


def levels_of(state: State, seat: Seat, one: Participant) -> set[str]:
    """The marks of fields this seat may see of this participant."""
    if seat.kind == "gm":
        return {"gm", "all", "side", "owner", "vital"}
    levels = {"all"}
    if state.shown == "exact":
        levels.add("vital")
    sides = {state.participants[who].side for who in seat.characters if who in state.participants}
    if one.side in sides:
        levels |= {"side", "vital"}
    if one.id in seat.characters:
        levels |= {"side", "vital", "owner"}
    return levels


def cut_events(events: tuple[Event, ...], seat: Seat) -> tuple[Event, ...]:
    """The events the seat may know of, cut to what it may know of each, numbered from 1 without gaps."""
    return cut_more(events, seat, {})


def cut_more(events: tuple[Event, ...], seat: Seat, numbers: dict[Value, Value]) -> tuple[Event, ...]:
    """As `cut_events`, of the events that come next in a log.

    numbers: the seat's number of each event cut before, by the contest's own; those of these events are added.
    """
    if seat.kind == "gm":
        return events
    known = tuple(event for event in events if may_know(event.to, seat.characters))
    for event in known:
        numbers[event.n] = len(numbers) + 1
    return tuple(_numbered(cut_event(event, seat), numbers) for event in known)


def _numbered(event: Event, numbers: Mapping[Value, Value]) -> Event:
    """The event with the seat's number in place of the true one, also where it speaks of another event."""
    values = event.values
    if event.type == SAY and "about" in values:
        values = {name: numbers.get(value, 0) if name == "about" else value for name, value in values.items()}
    return replace(event, n=numbers[event.n], values=values)


def cut_event(event: Event, seat: Seat) -> Event:
    """The event without the values, rows and dice the seat may not know. Audiences never go with it.

    Where a die is kept from the seat, the rows of the reckoning that have no audience of their own are kept too.
    """
    mine = seat.characters
    dice = dice_seen(event, seat)
    whole = len(dice) == len(event.dice)
    return replace(
        event,
        values={
            name: value
            for name, value in event.values.items()
            if name not in event.private or may_know(event.private[name], mine)
        },
        parts=tuple(_bare(part) for part in event.parts if (whole if part.to is None else may_know(part.to, mine))),
        dice=dice,
        by="",
        to=(),
        private={},
    )


def dice_seen(event: Event, seat: Seat) -> tuple[Die, ...]:
    """The dice of an event that the seat may know of."""
    return tuple([die for die in event.dice if die.kind == "open" or die.roller in seat.characters])


def _bare(part: Part) -> Part:
    return part if part.to is None else replace(part, to=None)
