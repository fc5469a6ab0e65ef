"""Each figure a ruleset shows is marked with who sees it, or derived and so its own side's; none names the hidden."""

from pathlib import Path

import msgspec
import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.run import decide
from certamen.kernel.view import Seat, knows_of, view
from certamen.rulesets import find
from tests.conformance.examples import ENCOUNTERS, encounter, name

ACTS = 30


@pytest.mark.parametrize("path", ENCOUNTERS, ids=name)
def test_an_actors_own_player_sees_all_his_figures_and_nobody_hidden_in_them(path: Path) -> None:
    contest = Contest(find(encounter(path).ruleset), encounter(path), Seeded(2))
    for _ in range(ACTS):
        if contest.outcome is not None:
            break
        decide(contest, contest.requests[0], {})
        for one in contest.state.participants.values():
            seat = Seat("player", (one.id,))
            figure = next(seen for seen in view(contest, seat).participants if seen.id == one.id)
            assert figure.values.keys() == contest.ruleset.values(contest.state, one).keys()
            text = msgspec.json.encode(figure.values).decode()
            for other in contest.state.participants.values():
                assert knows_of(contest.state, seat, other) or f'"{other.id}"' not in text
