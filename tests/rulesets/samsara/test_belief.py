"""What a player may suppose in SAMSARA: no power level, no situation of others; they stand as they are seen to."""

from certamen.kernel.belief import supposed
from certamen.rulesets.samsara.narration import words
from certamen.rulesets.samsara.state import SamsaraState
from tests.advice.fights import begun, fight

GOALS = """scene:
  goals:
    - {id: prevail, title: prevail, attributes: [body, mind], situation: {gang: GANG, crew: 1}}
    - {id: climb, form: simple, power: POWER, attributes: [body, mind]}
participants:"""


def known(power: int, gang: int) -> SamsaraState:
    goals = GOALS.replace("POWER", str(power)).replace("GANG", str(gang))
    contest = begun(fight("samsara").replace("participants:", goals))
    state = supposed(contest.ruleset, contest.encounter, contest.state, "jack")
    assert isinstance(state, SamsaraState)
    return state


def test_power_and_situation() -> None:
    """SAM-13, SAM-2: a power level is supposed; what the situation gives to the others is left out."""
    state = known(9, 0)
    assert state == known(3, 0)
    prevail, climb = state.scene.goals
    assert (climb.power, prevail.situation) == (6, {"crew": 1})


def test_a_stranger_stands_as_he_is_seen_to() -> None:
    """What is supposed of him looks as he does, whichever way it goes for him."""
    for attributes in ("{body: 4, mind: 3}", "{body: 9, mind: 3}", "{body: 4, mind: 4}", "{body: 2, mind: 2}"):
        contest = begun(fight("samsara").replace("{body: 4, mind: 3}", attributes))
        state = supposed(contest.ruleset, contest.encounter, contest.state, "jack")
        assert isinstance(state, SamsaraState)
        true = contest.ruleset.words(contest.state, contest.state.participants["thug"])
        assert words(state, state.participants["thug"]) == true, attributes
