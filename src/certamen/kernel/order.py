"""Who comes when: the slots of a round. A turn is known by whose it is and its number, never by a list position."""

from msgspec import Struct
from msgspec.structs import replace


class Slot(Struct, frozen=True, array_like=True):
    """A turn or chance to come: whose, when in the round (smaller first), which of his it is (from 1).

    `kept` marks a turn that was put off after it began: it goes on without starting again.
    """

    who: str
    at: int = 0
    nth: int = 1
    kept: bool = False


class Order(Struct, frozen=True):
    """The round's slots: still to come (in order), the one now, those had. `sequence` is the standing order."""

    sequence: tuple[str, ...] = ()
    pending: tuple[Slot, ...] = ()
    current: Slot | None = None
    taken: tuple[Slot, ...] = ()


def fill(order: Order, slots: tuple[Slot, ...]) -> Order:
    """A fresh round of these slots, in the order given."""
    return replace(order, pending=slots, current=None, taken=())


def fill_from_sequence(order: Order) -> Order:
    """A fresh round: each in the standing order once."""
    return fill(order, tuple(Slot(who, at) for at, who in enumerate(order.sequence)))


def finish(order: Order) -> Order:
    """The current slot is over."""
    if order.current is None:
        return order
    return replace(order, current=None, taken=(*order.taken, order.current))


def advance(order: Order) -> Order:
    """The current slot is over and the first to come is now; `current` is None when none is left."""
    order = finish(order)
    if not order.pending:
        return order
    return replace(order, current=order.pending[0], pending=order.pending[1:])


def pick(order: Order, who: str) -> Order:
    """The first slot to come of `who` is now, out of its order (play by post, free order).

    Raises ValueError when he has none left.
    """
    order = finish(order)
    for index, slot in enumerate(order.pending):
        if slot.who == who:
            return replace(order, current=slot, pending=order.pending[:index] + order.pending[index + 1 :])
    raise ValueError(f"{who} has no turn left in this round")


def waits(order: Order, who: str) -> bool:
    """Whether `who` has a slot still to come this round."""
    return any(slot.who == who for slot in order.pending)


def has_place(order: Order, who: str) -> bool:
    """Whether `who` stands in the order: in the standing one, or with a slot to come, now or had this round."""
    slots = (*order.pending, *order.taken, *([order.current] if order.current else []))
    return who in order.sequence or any(slot.who == who for slot in slots)


def put_back(order: Order) -> Order:
    """The slot that is now comes first of those to come again, to go on there (`kept`)."""
    if order.current is None:
        return order
    return replace(order, current=None, pending=(replace(order.current, kept=True), *order.pending))


def insert(order: Order, slot: Slot) -> Order:
    """One slot more, behind all that come at the same time or earlier."""
    index = sum(1 for other in order.pending if other.at <= slot.at)
    return replace(order, pending=(*order.pending[:index], slot, *order.pending[index:]))


def delay(order: Order, who: str, points: int) -> Order:
    """All slots still to come of `who` fall so many points later, behind those they tie with then."""
    late = tuple(replace(slot, at=slot.at + points) for slot in order.pending if slot.who == who)
    order = replace(order, pending=tuple(slot for slot in order.pending if slot.who != who))
    for slot in late:
        order = insert(order, slot)
    return order


def remove(order: Order, who: str) -> Order:
    """The order without `who`: slots to come, the one now, and his place in the standing order."""
    return replace(
        order,
        sequence=tuple(one for one in order.sequence if one != who),
        pending=tuple(slot for slot in order.pending if slot.who != who),
        current=None if order.current is not None and order.current.who == who else order.current,
    )


def drop_pending(order: Order, who: str) -> Order:
    """The order without the slots still to come of `who`: out of action, he keeps his place."""
    return replace(order, pending=tuple(slot for slot in order.pending if slot.who != who))


def swap(order: Order, one: str, other: str, lasting: bool = True) -> Order:
    """`one` and `other` change places, for good or for this round only.

    Nobody loses or repeats a turn: of two still to come, the slots change places; the turn that is going on is
    put off to the other's place and goes on there (`kept`); where one of them has had his turn this round, the
    change shows from the next round on.
    """
    if lasting and one in order.sequence and other in order.sequence:
        order = replace(order, sequence=tuple({one: other, other: one}.get(who, who) for who in order.sequence))
    acting = order.current.who if order.current else ""
    if acting in (one, other):
        late = other if acting == one else one
        return _put_off(order, late) if waits(order, late) else order
    if not (waits(order, one) and waits(order, other)):
        return order
    mine = [slot for slot in order.pending if slot.who == one]
    his = [slot for slot in order.pending if slot.who == other]
    return replace(order, pending=_exchange(order.pending, mine[0], his[0]))


def _exchange(pending: tuple[Slot, ...], a: Slot, b: Slot) -> tuple[Slot, ...]:
    places = {a: replace(b, at=a.at), b: replace(a, at=b.at)}
    return tuple(places.get(slot, slot) for slot in pending)


def _put_off(order: Order, other: str) -> Order:
    """The turn going on changes places with the next slot of `other`, which comes first now."""
    now = order.current
    assert now is not None  # the caller looked
    index = next(i for i, slot in enumerate(order.pending) if slot.who == other)
    then = order.pending[index]
    early, late = replace(then, at=now.at), replace(now, at=then.at, kept=True)
    pending = (early, *order.pending[:index], late, *order.pending[index + 1 :])
    return replace(order, current=None, pending=pending)
