"""What a seat sees of the contest: its view (`kernel.view`) as plain data for the pages, with offers and places."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec
from msgspec import Raw, Struct
from msgspec.structs import replace

from certamen.kernel.action import GM, SAY, Number, Offer, Places
from certamen.kernel.asked import slots_seen, waited_for
from certamen.kernel.contest import Contest
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.space import Bands, Ground, Melees, Metres, Space
from certamen.kernel.space.bands import band
from certamen.kernel.space.drawn import Unreadable, place_text, read_place
from certamen.kernel.space.melees import apart
from certamen.kernel.state import State
from certamen.kernel.view import Figure, Figures, Seat, View, answers_for, look
from certamen.kernel.window import Request
from certamen.table.ground import ground_key, ground_of
from certamen.table.log import Line, Row, item_of
from certamen.table.protocol import Asked, CallSeen, FigureSeen, Item, OfferSeen, Seen, Token, Turn, Where
from certamen.table.wording import words_of

_encode = msgspec.json.Encoder().encode

BEFORE = Seen(0, "", (), (), (), Where("nowhere"), (), {}, (), (), None)
"""Before the first dice of real people are in, there is nothing to see but the next die."""


class Sitting(Struct, frozen=True):
    """What the table adds to a view: who plays whom, whose policies decide, when requests take their defaults."""

    players: Mapping[str, str]
    policies: Mapping[str, str]
    until: Mapping[str, int]
    names: Mapping[str, str]
    shared: Shared


class Shared:
    """What is worked out once for all seats that look at the same state: figures, offers, and their JSON."""

    def __init__(self) -> None:
        self.figures: Figures = {}
        self.offers: dict[str, tuple[OfferSeen, ...]] = {}
        self._where: dict[tuple[str, ...], Raw] = {}
        self._ground: str | None = None
        self._json: dict[int, tuple[object, Raw]] = {}

    def ground(self, ruleset: Ruleset, state: State) -> str:
        """The key of the ground."""
        if self._ground is None:
            shown = ground_of(ruleset, state)
            self._ground = ground_key(*shown) if shown else ""
        return self._ground

    def where(self, known: tuple[str, ...], build: Callable[[], Where]) -> Any:  # noqa: ANN401 - as `json`
        """The space as JSON: the same for all who know of the same people."""
        if known not in self._where:
            self._where[known] = Raw(_encode(build()))
        return self._where[known]

    def json(self, of: object, build: Callable[[], object]) -> Any:  # noqa: ANN401 - it stands for what `build` gives
        """What is built of an object, as JSON: the same each time, so it is built and written once."""
        if id(of) not in self._json:
            self._json[id(of)] = (of, Raw(_encode(build())))
        return self._json[id(of)][1]


def seen(contest: Contest, seat: Seat, sitting: Sitting) -> tuple[Seen, frozenset[str]]:
    """(all that the seat may know of the contest now, but for the checks that wait; of whom it knows).

    Parts of it are JSON already (`msgspec.Raw`): it is made to be written.
    """
    if not contest.started:
        mine = tuple(one for one in contest.requests if seat.kind == "gm" or one.who in seat.characters)
        asked = tuple(_asked(contest, one, seat, sitting) for one in mine)
        figures = _expected(contest, seat, sitting)
        return replace(BEFORE, figures=figures, asked=asked, waiting=(GM,)), frozenset([one.id for one in figures])
    state, view = contest.state, look(contest, seat, sitting.shared.figures)
    return _seen(contest, state, view, seat, sitting), frozenset([one.id for one in view.participants])


def first_seen(contest: Contest, seat: Seat, sitting: Sitting) -> tuple[Seen, frozenset[str]]:
    """The same at the start, where the seat may not know who comes first: all may speak, and nobody acts yet."""
    view, known = seen(contest, seat, sitting)
    speak = {who: tuple([one for one in offers if one.verb == SAY]) for who, offers in view.unasked.items()}
    return replace(view, waiting=(GM,), unasked=speak), known


def _seen(contest: Contest, state: State, view: View, seat: Seat, sitting: Sitting) -> Seen:
    over = view.outcome is not None
    known = tuple([one.id for one in view.participants])
    return Seen(
        round=view.round,
        acting="" if over else view.acting,
        order=() if over else tuple([Turn(slot.who, slot.at, slot.nth) for slot in slots_seen(state, seat)]),
        waiting=waited_for(state, seat, contest.requests, sitting.players),
        figures=tuple([_figure(one, seat, sitting) for one in view.participants]),
        where=sitting.shared.where(known, lambda: _where(view.space, known, contest.ruleset, state, sitting.shared)),
        asked=tuple([_asked(contest, one, seat, sitting) for one in contest.requests if answers_for(seat, one)]),
        unasked=_unasked(contest, seat, view, sitting),
        calls=(),
        objectives=view.objectives,
        outcome=view.outcome,
    )


def _expected(contest: Contest, seat: Seat, sitting: Sitting) -> tuple[FigureSeen, ...]:
    """Who will take part, by names alone, before the first dice of real people are in: so that seats can be had."""
    return tuple(
        [
            FigureSeen(
                id=one.id,
                name=one.name,
                side=one.side,
                status="waiting" if one.arrives else "in",
                words="",
                own=True,
                hidden=one.hidden,
                player=sitting.players.get(one.id, ""),
                policy=sitting.policies.get(one.id, "") if seat.kind == "gm" else "",
                values={},
                sheet={},
                budget=None,
                effects=(),
            )
            for one in contest.encounter.participants
            if seat.kind == "gm" or one.id in seat.characters
        ]
    )


def with_calls(one: Seen, calls: tuple[CallSeen, ...]) -> Seen:
    """The same with the checks that wait."""
    return replace(one, calls=calls) if calls or one.calls else one


def _figure(one: Figure, seat: Seat, sitting: Sitting) -> FigureSeen:
    found: FigureSeen = sitting.shared.json(one, lambda: _figure_seen(one, seat, sitting))
    return found


def _figure_seen(one: Figure, seat: Seat, sitting: Sitting) -> FigureSeen:
    return FigureSeen(
        id=one.id,
        name=one.name,
        side=one.side,
        status=one.status,
        words=one.words,
        own=one.own,
        hidden=one.hidden,
        player=sitting.players.get(one.id, ""),
        policy=sitting.policies.get(one.id, "") if seat.kind == "gm" else "",
        values=one.values,
        sheet=one.sheet,
        budget=one.budget,
        effects=tuple([replace(effect, to=()) for effect in one.effects]),
    )


def _asked(contest: Contest, request: Request, seat: Seat, sitting: Sitting) -> Asked:
    mine = seat.kind != "gm" or request.who not in sitting.players
    return Asked(
        id=request.id,
        who=request.who,
        kind=request.kind,
        cause=request.cause,
        default=words_of(request.default.verb, request.default.values, sitting.names if seat.kind == "gm" else {}),
        mine=mine,
        until=sitting.until.get(request.id, 0),
        offers=offers_of(contest, request, sitting.shared) if mine else (),
        held=_held(contest, seat, sitting) if request.kind == "review" else (),
    )


def _held(contest: Contest, seat: Seat, sitting: Sitting) -> tuple[Item, ...]:
    """What would happen, for the game master who is asked whether it may: events that have no number yet."""
    told = [(event, contest.ruleset.narrate(event, sitting.names)) for event in contest.state.held_events]
    lines = [Line(event, text, 0, sitting.names, contest.state.round) for event, text in told if text]
    return tuple([item_of(Row(line, 0, 0, (), line.round), seat, contest.ruleset) for line in lines])


def _unasked(contest: Contest, seat: Seat, view: View, sitting: Sitting) -> dict[str, tuple[OfferSeen, ...]]:
    """What may be done at any time: the plain form of speech only, and no speech of those the game master plays."""
    if contest.missing_die is not None or seat == Seat("player"):
        return {}
    whole = seat.kind == "gm"
    people = [one.id for one in view.participants if one.own and not (whole and one.id in sitting.players)]
    found: dict[str, tuple[OfferSeen, ...]] = {}
    for who in ("gm", *people) if whole else people:
        offers = [offer for offer in contest.unasked(who) if offer.verb != SAY or _speech(offer, who, whole)]
        if offers:
            found[who] = tuple([offer_seen(offer, None) for offer in offers])
    return found


def _speech(offer: Offer, who: str, whole: bool) -> bool:
    return (who == "gm" or not whole) and not any(isinstance(field, Number) for field in offer.fields)


def offers_of(contest: Contest, request: Request, shared: Shared) -> tuple[OfferSeen, ...]:
    """All that may be answered to a request, with the points of its places."""
    if request.id not in shared.offers:
        space = contest.state.space if contest.started else None
        ground = space.ground if isinstance(space, Metres) else None
        shared.offers[request.id] = tuple([offer_seen(offer, ground) for offer in contest.offers(request)])
    return shared.offers[request.id]


def offer_seen(offer: Offer, ground: Ground | None) -> OfferSeen:
    """An offer as the pages take it."""
    points: dict[str, tuple[tuple[int, int], ...]] = {}
    for field in offer.fields if ground is not None else ():
        if isinstance(field, Places) and field.options:
            found = _points(field, ground)
            if found:
                points[field.name] = found
    return OfferSeen(offer.verb, offer.label, offer.fields, offer.cost, offer.rules, offer.closed, points)


def _points(field: Places, ground: Ground | None) -> tuple[tuple[int, int], ...]:
    """The places of the options in centimetres; none where one of them is no place on the ground."""
    assert ground is not None  # the caller looked
    try:
        return tuple([read_place(ground, option.id, True)[:2] for option in field.options])
    except Unreadable:
        return ()


def _where(space: Space, people: tuple[str, ...], ruleset: Ruleset, state: State, shared: Shared) -> Where:
    """The space, as the cut left it."""
    match space:
        case Bands():
            pairs = [(a, b, band(space, a, b)) for k, a in enumerate(people) for b in people[k + 1 :]]
            return Where("bands", space.names, tuple(pairs))
        case Melees():
            groups: dict[str, tuple[str, ...]] = {}
            for who, name in space.groups.items():
                groups[name] = (*groups.get(name, ()), who)
            pairs = [(a, b, str(apart(space, a, b))) for k, a in enumerate(people) for b in people[k + 1 :]]
            return Where("melees", pairs=tuple(pairs), groups=groups)
        case Metres():
            return Where("map", ground=shared.ground(ruleset, state), tokens=_tokens(space))
    return Where("nowhere")


def _tokens(space: Metres) -> tuple[Token, ...]:
    ground = space.ground
    return tuple(
        [
            Token(who, at.x, at.y, at.z, space.sizes.get(who, ground.cell), place_text(ground, at))
            for who, at in space.places.items()
        ]
    )
