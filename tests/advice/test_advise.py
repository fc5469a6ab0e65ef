"""Advice rests on what one may know alone, says what it supposed, and ranks what there is to do."""

import json
from fractions import Fraction

import pytest

from certamen.advice.advise import MOST_OPTIONS, NoAdvice, advise, supposed_states
from certamen.dice import Seeded
from certamen.files.encounter import loads
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.odds.action import act_odds
from certamen.rulesets import find
from tests.advice import fights

FIGHT = """
certamen: 1
ruleset: starcluster
shown: words
participants:
  - id: jack
    side: crew
    player: Peter
    sheet: {constitution: 400, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}
  - id: thug
    side: gang
    sheet: {constitution: 360, skills: {gun: 3}, weapons: [{name: knife, skill: knife, quality: 5}]}
"""
GHOST = """
  - id: sniper
    side: gang
    hidden: true
    sheet: {constitution: 500, skills: {gun: 9}, weapons: [{name: rifle, skill: gun, quality: 25}]}
"""


def begun(text: str) -> Contest:
    """The fight at jack's first chance; nobody shifts."""
    contest = Contest(find("starcluster"), loads(text), Seeded(11))
    while contest.requests[0].kind != "act" or contest.requests[0].who != "jack":
        contest.take_default(contest.requests[0])
    return contest


def told(contest: Contest) -> str:
    return json.dumps(advise(contest, trials=10, policy="plain").data())


def test_a_hidden_figure_changes_nothing() -> None:
    """Jack does not know the thug's Constitution or skill: the advice is the same whatever they are."""
    weak = FIGHT.replace("constitution: 360, skills: {gun: 3}", "constitution: 90, skills: {knife: 14, gun: 1}")
    assert told(begun(FIGHT)) == told(begun(weak))


def test_one_unknown_is_absent() -> None:
    """A sniper nobody knows of is in no odds and no estimate."""
    with_ghost = json.loads(told(begun(FIGHT + GHOST)))
    assert with_ghost == json.loads(told(begun(FIGHT)))


def test_what_is_known_counts() -> None:
    """Shown exactly, the thug's Constitution is no stranger's: nothing is supposed, and it matters."""
    strong = FIGHT.replace("shown: words", "shown: exact")
    weak = strong.replace("constitution: 360", "constitution: 20")
    for text, least, most in ((strong, 0.0, 1.0), (weak, 0.6, 1.0)):
        advice = advise(begun(text), trials=20, policy="plain")
        assert len(advice.suppositions) == len(supposed_states(begun(text), "jack"))
        assert least <= advice.options[0].wins[advice.suppositions[0].words].share <= most


def test_the_declared_sheet_is_taken() -> None:
    """What the file says one seems stands for his own figures, and no table is needed."""
    seems = "    seems: {constitution: 30, weapons: [{name: knife, skill: knife}]}\n"
    declared = begun(FIGHT.rstrip() + "\n" + seems)
    advice = advise(declared, trials=20, policy="plain")
    assert advice.strangers == ()
    assert len(advice.suppositions) == 1
    assert supposed_states(declared, "jack")[advice.suppositions[0].words].participants["thug"].constitution == 30  # type: ignore[attr-defined]  # StarCluster's


def test_exact_odds_stand_beside_the_estimate() -> None:
    """SC2-8: an attack with target number 65 hits 64 times in 100, whatever is supposed."""
    advice = advise(begun(FIGHT), trials=10, policy="plain")
    attack = next(option for option in advice.options if option.words == "attack thug revolver")
    assert attack.odds
    for odds in attack.odds.values():
        assert odds.results["attack on thug: result"]["hit"] == Fraction(64, 100)
    assert len(advice.options) <= MOST_OPTIONS
    shares = [option.wins[advice.suppositions[0].words] for option in advice.options]
    assert all(one.low <= one.share <= one.high for one in shares)
    assert advice.rows()[0]["option"] == advice.options[0].words


def test_the_true_dice_are_not_touched() -> None:
    contest = begun(FIGHT)
    before, counts = contest.state, dict(contest.counts)
    advise(contest, trials=10, policy="plain")
    assert (contest.state, contest.counts) == (before, counts)


@pytest.mark.parametrize(
    ("who", "trials", "policy", "message"),
    [
        ("sniper", 10, "plain", "nothing that sniper could decide is asked now: jack is to answer"),
        ("jack", 9, "plain", "a choice is tried 10 to 100,000 times, not 9"),
        ("jack", 10, "sly", "starcluster has no policy sly: plain, clever"),
    ],
)
def test_refusals(who: str, trials: int, policy: str, message: str) -> None:
    with pytest.raises(NoAdvice, match=message):
        advise(begun(FIGHT), who, trials=trials, policy=policy)


def test_nobody_is_advised_when_it_is_over() -> None:
    contest = begun(FIGHT)
    while contest.outcome is None:
        request = contest.requests[0]
        surrenders = [offer for offer in contest.offers(request) if offer.verb == "surrender"]
        if surrenders:
            contest.push(Action(request.who, "surrender", {}, request.id))
        else:
            contest.take_default(request)
    with pytest.raises(NoAdvice, match="the contest is over"):
        advise(contest)


# --- nothing hidden is told, in any ruleset ----------------------------------------------------------------------


def whole(contest: Contest) -> str:
    return json.dumps(advise(contest, "jack", trials=10, policy="plain").data())


@pytest.mark.parametrize("ruleset", fights.FIGHTS)
def test_nothing_hidden_is_told(ruleset: str) -> None:
    """The advice is the same whatever the thug hides, and whether or not somebody unknown is there; so are its odds."""
    told = whole(fights.begun(fights.fight(ruleset)))
    assert '"odds": {"' in told
    assert whole(fights.begun(fights.otherwise(ruleset))) == told, "hidden figures"
    assert whole(fights.begun(fights.haunted(ruleset))) == told, "one who is hidden"


STOPS = "sheet: {hp: 20, abilities: [{name: trip, use: stop, target: enemy, range: 9}],"


def moved_by_the_thug(ruleset: str, ghost: bool, acts: dict[str, object]) -> Contest:
    """Jack is asked whether he re-acts to the thug's move, and perhaps somebody unknown of a third side too."""
    text = fights.haunted(ruleset, "others") if ghost else fights.fight(ruleset)
    if ruleset == "dualaction":
        text = text.replace("sheet: {hp: 20,", STOPS, 1)
    encounter = loads(text)
    contest = Contest(find(ruleset), encounter, Seeded(11))
    for _ in range(20):
        request = contest.requests[0]
        if any((one.who, one.kind) == ("jack", "react") for one in contest.requests):
            return contest
        if request.who == "thug" and request.kind == "act":
            contest.push(Action("thug", "move", acts, request.id))  # type: ignore[arg-type]  # texts
        else:
            contest.take_default(request)
    raise AssertionError("jack is asked nothing")


@pytest.mark.parametrize(
    ("ruleset", "acts"), [("dualaction", {"to": "9,4"}), ("striker", {"mode": "walk", "to": "9,4"})]
)
def test_an_unknown_reactor_is_absent(ruleset: str, acts: dict[str, object]) -> None:
    """With a window open in which somebody unknown is asked too, the advice is as if he were not there."""
    one, other = (moved_by_the_thug(ruleset, ghost, acts) for ghost in (False, True))
    asked = {request.who for request in other.requests}
    assert asked == {"jack", "ghost"}, "the test is of two who are asked"
    assert whole(other) == whole(one)


def test_odds_assume_no_reactor_who_is_unknown() -> None:
    """dualaction: of one who could stop jack's move and is hidden, neither odds nor what is assumed tell."""
    found = []
    for text in (fights.fight("dualaction"), fights.haunted("dualaction")):
        contest = fights.begun(text)
        state = supposed_states(contest, "jack")["hp 25, dr 1"]
        request = next(one for one in contest.requests if one.who == "jack")
        found.append(act_odds(contest.ruleset, state, Action("jack", "move", {"to": "4,6"}, request.id)))
    assert found[0] == found[1]
    assert not found[1].assumed
