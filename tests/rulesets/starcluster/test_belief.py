"""What a player may suppose in StarCluster: no shift that others have declared and nobody has seen."""

from msgspec.structs import replace

from certamen.kernel.belief import supposed
from certamen.kernel.state import put
from certamen.rulesets.starcluster import mechanics as m
from certamen.rulesets.starcluster.state import StarState
from tests.advice.fights import begun, fight


def test_a_shift_declared_in_secret() -> None:
    """SC2-19: what the thug has declared while shifts are sealed changes nothing of what jack supposes."""
    contest = begun(fight("starcluster"), "shift")
    state = contest.state
    assert isinstance(state, StarState)
    declared = put(state, replace(state.participants["thug"], declared=m.Shift(50, 30, 20)))
    one, other = (supposed(contest.ruleset, contest.encounter, true, "jack") for true in (state, declared))
    assert one == other
