"""Counsel for seats: from what they may know alone, in a process of its own, within bounds."""

import os
import time
from collections.abc import Iterator

import pytest

from certamen.kernel.contest import Contest
from certamen.kernel.errors import CertamenError
from certamen.kernel.view import GM_SEAT, SPECTATOR, Seat
from certamen.table.counsel import Counsel, NoCounsel, act, choice
from certamen.table.counselled import ActAnswer, ChoiceAnswer, Duel, Fight, Odds, Page, answer
from tests.advice import fights

PETER = Seat("player", ("jack",))
ATTACK = {
    "dualaction": "attack thug axe",
    "samsara": "strive standard",
    "starcluster": "attack thug revolver",
    "starslinger": "attack thug axe",
    "striker": "attack thug axe",
}
LONG = 300  # seconds


@pytest.fixture(scope="module")
def counsel() -> Iterator[Counsel]:
    one = Counsel(LONG)
    yield one
    one.close()


def weighed(contest: Contest, seat: Seat) -> ActAnswer:
    found = answer(act(contest, seat, "", ATTACK[contest.ruleset.name]))
    assert isinstance(found, ActAnswer)
    return found


@pytest.mark.parametrize("ruleset", fights.FIGHTS)
def test_a_player_gets_no_hidden_figure_and_the_game_master_all(ruleset: str) -> None:
    """Other figures of the thug, or one more whom nobody knows of: Peter's odds are the same, the game master's not."""
    plain, other = fights.begun(fights.fight(ruleset)), fights.begun(fights.otherwise(ruleset))
    mine = weighed(plain, PETER)
    assert mine == weighed(other, PETER) == weighed(fights.begun(fights.haunted(ruleset)), PETER)
    assert all(one.words and one.lines for one in mine.supposing)
    assert [one.words for one in weighed(plain, GM_SEAT).supposing] == [""]
    if ruleset != "samsara":  # an opponent's attributes do not change the odds of one act there
        assert weighed(plain, GM_SEAT) != weighed(other, GM_SEAT)


def test_advice_is_in_words(counsel: Counsel) -> None:
    """What each choice of jack's is worth: the words that do it, the share, what it brings; and what is supposed."""
    contest = fights.begun(fights.fight("starcluster"))
    found = counsel.ask("peter", choice(contest, PETER, "")).result(LONG)
    assert isinstance(found, ChoiceAnswer)
    assert found.who == "jack"
    assert found.lines[0].startswith("not known: Thug; supposed: constitution ")
    shot = next(one for one in found.options if one.words == "attack thug revolver")
    assert 0 <= shot.low <= shot.share <= shot.high <= 1
    assert any("on average" in line for line in shot.lines)


def test_who_may_ask() -> None:
    """A player of his own characters alone; what is refused reads the same, whoever else is asked something or not."""
    contest = fights.begun(fights.fight("starcluster"))
    for seat in (SPECTATOR, Seat("player", ("thug",))):
        with pytest.raises(NoCounsel, match="nothing is asked now that could be weighed"):
            act(contest, seat, "", "attack jack")
    for who in ("thug", "nobody"):
        with pytest.raises(NoCounsel, match="nothing is asked now that could be weighed"):
            choice(contest, PETER, who)
    assert choice(contest, GM_SEAT, "").who == "jack"


def test_words_that_name_no_act(counsel: Counsel) -> None:
    """They are answered as at the terminal; one who hides is named neither where he is nor where he is not."""
    refusals = []
    for text in (fights.haunted("starcluster"), fights.fight("starcluster")):
        with pytest.raises(CertamenError) as refused:
            counsel.ask("peter", act(fights.begun(text), PETER, "", "attack ghost")).result(LONG)
        refusals.append(str(refused.value))
    assert refusals == ["there is no target ghost: thug"] * 2


def test_the_pages_of_answers(counsel: Counsel) -> None:
    """A ruleset's question, a duel, a fight played often: a chart each, the same in words, and rows."""
    encounter = fights.begun(fights.fight("samsara")).encounter
    questions = (
        Odds(ruleset="samsara", query="contest", values={"net": 3}),
        Duel(encounter=encounter),
        Fight(encounter=encounter, trials=50),
    )
    for question in questions:
        page = counsel.ask("gm", question).result(LONG)
        assert isinstance(page, Page)
        assert page.title
        assert page.svg.startswith("<svg ")
        assert "%" in page.text
        assert page.rows
    with pytest.raises(CertamenError, match="10 to 10,000 times"):
        counsel.ask("gm", Fight(encounter=encounter, trials=10**9)).result(LONG)


def slow() -> Fight:
    """What takes minutes."""
    return Fight(encounter=fights.begun(fights.fight("striker")).encounter, trials=10_000, levers=True)


QUICK = Odds(ruleset="samsara", query="contest", values={"net": 3})


def test_it_works_behind_the_game() -> None:
    """In one process of lower priority, which is begun when there is something to answer and ends with its owner."""
    one = Counsel(LONG)
    assert one.pid == 0
    one.ask("gm", QUICK).result(LONG)
    pid = one.pid
    assert os.getpriority(os.PRIO_PROCESS, pid) >= os.getpriority(os.PRIO_PROCESS, 0) + 10 or (
        os.getpriority(os.PRIO_PROCESS, pid) == 19
    )
    waits = one.ask("gm", slow())
    one.close()
    with pytest.raises(NoCounsel):
        waits.result(LONG)
    with pytest.raises(ProcessLookupError):
        os.kill(pid, 0)
    with pytest.raises(NoCounsel):
        one.ask("gm", QUICK)


def test_too_long_is_given_up() -> None:
    """A question over its time is refused, and the next one is answered."""
    one = Counsel(seconds=1)
    with pytest.raises(NoCounsel, match="longer than 1 seconds"):
        one.ask("gm", slow()).result(LONG)
    one.seconds = LONG
    assert isinstance(one.ask("gm", QUICK).result(LONG), Page)
    one.close()


def test_nobody_waits_for_what_nobody_wants() -> None:
    """When the asker's game has gone on, or he asks no more, the next in the queue is answered at once."""
    one = Counsel(LONG)
    moved: list[bool] = []
    first = one.ask("peter", slow(), wanted=lambda: not moved)
    second = one.ask("paul", slow())
    third = one.ask("gm", QUICK)
    moved.append(True)
    with pytest.raises(NoCounsel, match="the game went on"):
        first.result(LONG)
    time.sleep(0.2)
    assert second.cancel()
    assert isinstance(third.result(LONG), Page)
    one.close()


def test_an_asker_has_so_many_questions() -> None:
    """Two wait for each asker, more are refused; another's are taken."""
    one = Counsel(LONG)
    waiting = [one.ask("peter", slow()) for _ in range(2)]
    with pytest.raises(NoCounsel, match="still being answered"):
        one.ask("peter", QUICK)
    other = one.ask("paul", QUICK)
    assert all(job.cancel() for job in waiting)
    assert isinstance(other.result(LONG), Page)
    one.close()
