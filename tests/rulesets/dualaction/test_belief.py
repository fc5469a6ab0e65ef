"""What a player may suppose in dualaction: no trap, no ability to stop him, no answer of another."""

from msgspec.structs import replace

from certamen.kernel import budget as budgets
from certamen.kernel.belief import supposed
from certamen.kernel.state import put
from certamen.rulesets.dualaction.state import Combat, Halt
from tests.advice.fights import begun, fight

TRAP = '{name: tripwire, box: "6,4 7,5", damage: 1-4, spares: SIDE}'


def laid(side: str) -> Combat:
    """The fight at jack's turn, a tripwire laid by a side."""
    text = fight("dualaction").replace("height: 8}", f"height: 8, hazards: [{TRAP.replace('SIDE', side)}]}}")
    contest = begun(text)
    state = supposed(contest.ruleset, contest.encounter, contest.state, "jack")
    assert isinstance(state, Combat)
    return state


def test_a_trap_is_known_to_who_laid_it() -> None:
    """DUA-16: one of the others is not there; one's own is."""
    assert laid("gang").scene.hazards == ()
    assert [hazard.name for hazard in laid("crew").scene.hazards] == ["tripwire"]


def test_what_would_stop_him_is_not_told() -> None:
    """DUA-16: neither the reaction in a stranger's budget nor an answer he gave changes what is supposed."""
    contest = begun(fight("dualaction"))
    state = contest.state
    assert isinstance(state, Combat)
    thug = state.participants["thug"]
    able = replace(thug, budget=budgets.renew(thug.budget, {"reaction": 1}))
    other = replace(put(state, able), halt=Halt(1, "thug", "trip"))
    one, again = (supposed(contest.ruleset, contest.encounter, true, "jack") for true in (state, other))
    assert one == again
