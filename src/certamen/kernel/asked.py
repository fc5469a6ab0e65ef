"""What a seat may know of what is asked of others, and of whose turns are to come: part of the cut (`kernel.view`).

Whether the game master is asked at all may hang on what is hidden: a creature unseen, a sheet that allows a reaction,
a result that he looks at. So a table tells of it only where anybody could have known that it would be asked.
"""

from collections.abc import Collection

from msgspec.structs import replace

from certamen.kernel.action import GM
from certamen.kernel.draws import TABLE
from certamen.kernel.order import Slot
from certamen.kernel.state import State
from certamen.kernel.view import Seat, knows_of
from certamen.kernel.window import Request

OPENLY = ("act", "shift")
"""The kinds of request that whoever takes part is asked in his turn, whatever his sheet allows."""


def knows_asked(state: State, seat: Seat, request: Request, played: Collection[str]) -> bool:
    """Whether the seat may know that this is asked. `played` are those whom players play.

    Of what a player is asked it knows who knows of his character; of those whom the game master plays, their turns; of
    the game master himself, what he is asked about nobody while nobody hidden acts, and who comes next (`about` has
    those who may: "next") where it knows of one of them.
    """
    if seat.kind == "gm" or request.who in seat.characters:
        return True
    one = state.participants.get(request.who)
    if one is not None:
        return knows_of(state, seat, one) and (one.id in played or request.kind in OPENLY)
    if request.kind == "dice":
        return request.who == TABLE
    acting = state.participants.get(state.acting)
    if request.kind != "adjudicate" or (acting is not None and not knows_of(state, seat, acting)):
        return False
    to_come = request.about.get("next")
    if isinstance(to_come, tuple):
        return any(knows_of(state, seat, state.participants[who]) for who in to_come)
    return not request.about


def waited_for(state: State, seat: Seat, requests: tuple[Request, ...], played: Collection[str]) -> tuple[str, ...]:
    """Who is waited for, as the seat may know it: "gm" for all that no player plays, and where it knows of nobody."""
    known = [one for one in requests if knows_asked(state, seat, one, played)]
    return tuple(sorted({one.who if one.who in played else GM for one in known or requests}))


def slots_seen(state: State, seat: Seat) -> tuple[Slot, ...]:
    """The turns to come of those the seat knows of. Where `at` is a place in a list, it is the place in theirs."""
    if seat.kind == "gm":
        return state.order.pending
    people = state.participants
    known = [slot for slot in state.order.pending if knows_of(state, seat, people[slot.who])]
    if state.order.sequence:
        places = sorted({slot.at for slot in known})
        known = [replace(slot, at=places.index(slot.at)) for slot in known]
    return tuple(known)
