"""Which of a participant's figures a seat sees: by the marks of fields, and where there is no field, its own side."""

import pytest
from msgspec.structs import replace

from certamen.kernel.action import Value
from certamen.kernel.state import State
from certamen.kernel.view import GM_SEAT, SPECTATOR, Seat
from tests.kernel.test_view import A, C, contest, figure
from tests.kernel.toy import RULESET, Toy


@pytest.mark.parametrize(
    ("seat", "shown", "names"),
    [
        (GM_SEAT, "words", {"hp", "motto", "initiative", "plan", "reach", "foes"}),
        (C, "words", {"hp", "motto", "reach", "foes"}),
        (Seat("player", ("snake",)), "words", {"hp", "motto", "reach", "foes"}),
        (A, "exact", {"hp"}),
        (SPECTATOR, "words", set()),
    ],
)
def test_what_is_derived_is_for_its_own_side_and_what_is_forgotten_for_nobody(
    seat: Seat, shown: str, names: set[str]
) -> None:
    """The participant marks hp and forgets plan, the sheet marks motto and forgets initiative; the rest is derived."""

    def values(state: State, one: Toy) -> dict[str, Value]:
        known: dict[str, Value] = {"hp": one.hp, "motto": one.sheet.motto}
        return {**known, "initiative": 1, "plan": "run", "reach": one.hp // 2, "foes": ("a", "b")}

    going = contest(shown=shown, ruleset=replace(RULESET, values=values))
    assert figure(going, seat, "c").values.keys() == names


def test_a_list_of_names_leaves_out_the_hidden() -> None:
    foes = replace(RULESET, values=lambda state, one: {"unseen_by": ("c", "snake", "nobody"), "melee": "snake-pit"})
    going = contest(ruleset=foes)
    assert figure(going, A, "a").values == {"unseen_by": ("c", "nobody"), "melee": "snake-pit"}
    assert figure(going, GM_SEAT, "a").values["unseen_by"] == ("c", "snake", "nobody")
    going.overrule("reveal", who="snake")
    assert figure(going, A, "a").values["unseen_by"] == ("c", "snake", "nobody")
