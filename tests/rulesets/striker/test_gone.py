"""Steps that go on with an act whose doer or target has gone meanwhile come to nothing (STR-18, STR-33, STR-37)."""

import pytest

from certamen.dice import Seeded
from certamen.kernel.draws import Draws
from certamen.rulesets.striker.doing import attack, resume
from certamen.rulesets.striker.ruleset import RULESET
from tests.rulesets.striker.contests import PISTOL, contest, entry, skills


@pytest.mark.parametrize(("step", "gone"), [("strike", "ann"), ("strike", "bob"), ("carry", "ann")])
def test_an_act_of_or_on_one_who_has_gone(step: str, gone: str) -> None:
    """STR-33: what came between put him out; nothing is rolled."""
    shooter = entry("ann", skills=skills(Cbt_Ranged=4), weapons=(PISTOL,))
    one = contest(shooter, entry("bob", "pirates", ""), entry("cal", "pirates", ""), entry("dan"))
    one.overrule("status", who=gone, status="out")
    draws = Draws(Seeded(1), {})
    doing = attack("ann", "Cbt-Ranged", "pistol", "bob")
    done = RULESET.steps[step](one.state, resume(doing, step), draws)
    assert done.events == ()
    assert draws.drawn == []
    assert done.state.participants == one.state.participants
