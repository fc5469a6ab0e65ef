"""Rows that face each other: where those stand for whom no place is written, telling of nobody unseen."""

import pytest

from certamen.kernel.facing import facing
from certamen.kernel.space import Ground, Place
from certamen.kernel.state import Participant, State

GROUND = Ground(4000, 3000)


def crowd(*people: str, hidden: str = "", late: str = "") -> State:
    """Participants, each "side/id"."""
    ids = [tuple(one.split("/")) for one in people]
    return State(
        participants={
            who: Participant(
                id=who, name=who.title(), side=side, hidden=who in hidden.split(), arrives=2 * (who in late.split())
            )
            for side, who in ids
        }
    )


def places(state: State, ground: Ground = GROUND) -> dict[str, Place]:
    return {who: facing(state, ground, who) for who in state.participants}


def test_two_sides_face_each_other_ten_metres_apart() -> None:
    found = places(crowd("a/ann", "b/bo"))
    assert found == {"ann": Place(1500, 1500), "bo": Place(2500, 1500)}


def test_those_of_a_side_stand_in_a_row() -> None:
    found = places(crowd("a/ann", "a/al", "a/amy", "b/bo", "c/cy"))
    assert [found[who] for who in ("ann", "al", "amy")] == [Place(1000, 1300), Place(1000, 1500), Place(1000, 1700)]
    assert (found["bo"], found["cy"]) == (Place(2000, 1500), Place(3000, 1500))


@pytest.mark.parametrize("unseen", ["hidden", "late"])
def test_who_is_not_seen_moves_nobody(unseen: str) -> None:
    people = ("a/ann", "b/bo", "b/ben")
    more = crowd("b/sly", "z/zed", *people, **{unseen: "sly zed"})
    found = places(more)
    assert {who: found[who] for who in ("ann", "bo", "ben")} == places(crowd(*people))
    assert len(set(found.values())) == 5
    assert found["sly"] == found["ben"]._replace(y=found["ben"].y + 200)


def test_all_are_kept_on_the_map() -> None:
    small = Ground(600, 400)
    found = places(crowd("a/ann", "b/bo", *(f"c/c{n}" for n in range(9))), small)
    assert all(100 <= place.x <= 500 and 100 <= place.y <= 300 for place in found.values())
