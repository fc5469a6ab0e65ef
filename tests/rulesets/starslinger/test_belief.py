"""What a player may suppose in Starslinger: no hidden DC, neither in the scene nor in a check that is going on."""

import pytest

from certamen.kernel.action import Action
from certamen.kernel.belief import supposed
from certamen.kernel.contest import Contest
from certamen.odds.action import act_odds
from certamen.rulesets.starslinger.state import SceneState
from tests.advice.fights import begun, fight

CLIFF = "{id: cliff, name: the cliff, ways: [{id: climb, dc: DC, hidden: HIDDEN}]}"


def rolled(dex: int) -> Contest:
    """Jack has rolled his attack and may roll again."""
    text = fight("starslinger").replace("dex: 12", f"dex: {dex}").replace("hp: 14,", "hp: 14, rerolls: 1,")
    contest = begun(text)
    request = contest.requests[0]
    contest.push(Action("jack", "attack", {"weapon": "axe", "target": "thug"}, request.id))
    assert contest.requests[0].kind == "react"
    return contest


def test_a_check_going_on() -> None:
    """SLG-9, SLG-15: whether to roll again is reckoned against a supposed DC, whatever the true one is."""
    states = [supposed(one.ruleset, one.encounter, one.state, "jack") for one in map(rolled, (9, 18))]
    assert states[0] == states[1]
    assert isinstance(states[0], SceneState)
    assert states[0].check is not None
    assert states[0].check.dc == 13
    contest = rolled(9)
    act = Action("jack", "reroll", {"which": "first"}, contest.requests[0].id)
    assert act_odds(contest.ruleset, states[0], act) == act_odds(contest.ruleset, states[1], act)


@pytest.mark.parametrize(("hidden", "same"), [("true", True), ("false", False)])
def test_the_dc_of_a_challenge(hidden: str, same: bool) -> None:
    """SLG-8: a hidden DC is supposed; one that is shown stands."""
    found = []
    for dc in ("12", "17"):
        cliff = CLIFF.replace("DC", dc).replace("HIDDEN", hidden)
        contest = begun(fight("starslinger").replace("gm: false,", f"gm: false, challenges: [{cliff}],"))
        found.append(supposed(contest.ruleset, contest.encounter, contest.state, "jack"))
    assert (found[0] == found[1]) is same
