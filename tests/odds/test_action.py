"""The odds of acts: every face of every die through `apply` gives the same; reactions, ends, limits, estimates."""

from fractions import Fraction
from typing import Any

import pytest

import certamen
from certamen.cli.odds_action import find_act
from certamen.dice import Seeded, TooMuchWork
from certamen.kernel import engine
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.errors import EncounterError, IllegalAction
from certamen.odds import act_odds, act_sample, each_reaction
from certamen.odds.action import figures
from certamen.odds.reactions import _answers
from tests.odds.brute import applied

AXES = """
certamen: 1
ruleset: striker
title: Past the boarding axe
scene: {map: {width: 30, height: 7}}
participants:
  - {id: ann, side: crew, player: A, at: "4,3", sheet: {hp: 20, tc: 11}}
  - id: bob
    side: pirates
    at: "5,3"
    sheet:
      hp: 20
      skills: {Cbt-Melee: {m: 3, ranks: 1}}
      weapons: [{name: axe, skill: Cbt-Melee, effect: "1d8(hp,edg)"}]
"""

ALLEY = "starcluster/alley.yaml"


def begun(file: str, words: str, seed: int = 3) -> tuple[Contest, Action]:
    """A contest at the act that the words name."""
    contest = (
        certamen.loads(AXES, seed=seed) if file == "AXES" else certamen.load(certamen.examples() / file, seed=seed)
    )
    return contest, find_act(contest, words, forward=True)[0]


@pytest.mark.parametrize(
    ("file", "words"),
    [
        (ALLEY, "jack attack bad-guy with revolver"),
        ("starcluster/depot.yaml", "mara attack guard-1 with hold-out"),
        pytest.param("starcluster/depot.yaml", "mara task truck", marks=pytest.mark.soak),
        ("samsara/rope-bridge.yaml", "ilsa strive cross roke defensive longsword"),
        ("samsara/dukes-ear.yaml", "livia strive sway aldous standard"),
        ("dualaction/pit.yaml", "sella attack korr with crossbow"),
        ("dualaction/ambush.yaml", "bob single bandit-1 with machine"),
        pytest.param("dualaction/ambush.yaml", "bob attack bandit-1 with machine", marks=pytest.mark.soak),
        ("striker/bulkhead.yaml", "rook attack boarder-2 with slug"),
        ("striker/vault.yaml", "nadia hide"),
        ("starslinger/rooftops.yaml", "odile attack rider with rifle"),
        ("starslinger/rooftops.yaml", "odile deed asked marksmanship: shoot the bell"),
    ],
)
def test_against_every_face_of_every_die(file: str, words: str) -> None:
    """What the act leaves of every figure has the same chance as over all faces through the engine's own `apply`."""
    contest, act = begun(file, words)
    odds = act_odds(contest.ruleset, contest.state, act)
    before = figures(contest.ruleset, contest.state)
    brute, paths = applied(contest.ruleset, contest.state, act)
    assert paths > odds.ways or paths < 50
    for (who, what), spread in brute.items():
        found = odds.figures.get(who, {}).get(what, {before.get((who, what)): Fraction(1)})
        assert {value: chance for value, chance in found.items() if value is not None} == {
            value: chance for value, chance in spread.items() if value is not None
        }, (who, what)


def test_results_in_words() -> None:
    """SC2-8: a revolver at 65 under `under` hits in 64 of 100; what comes of it is told beside."""
    contest, act = begun(ALLEY, "jack attack bad-guy with revolver")
    odds = act_odds(contest.ruleset, contest.state, act)
    assert odds.results["attack on bad-guy: result"] == {"hit": Fraction(64, 100), "miss": Fraction(36, 100)}
    assert odds.results["wound"] == {"yes": Fraction(64, 100), "no": Fraction(36, 100)}
    assert odds.figures["bad-guy"]["constitution"][360] == Fraction(36, 100)
    assert odds.figures["bad-guy"]["constitution"][344] == Fraction(64, 10_000)
    assert "jack" not in odds.figures
    assert odds.ways == 3
    assert {"who": "", "what": "wound", "value": "no", "chance": 0.36, "exact": "9/25"} in odds.rows()


def test_an_act_is_not_followed_into_the_dice_of_the_next_round() -> None:
    """The last chance of a round: the initiative of the next one is no part of it, and its hundred faces neither."""
    contest, _ = begun(ALLEY, "jack pass")
    for _ in range(50):
        if contest.state.round == 1 and not contest.state.order.pending:
            break
        contest.take_default(contest.requests[0])
    last = contest.requests[0]
    odds = act_odds(contest.ruleset, contest.state, Action(last.who, "pass", {}, last.id))
    assert odds.ways == 1
    assert not odds.cut


def test_who_is_asked_on_the_way_answers_by_default_and_is_named() -> None:
    """STR-24: past an axe; declined by default, struck at where a policy strikes."""
    contest, act = begun("AXES", "ann move walk 1,3")
    odds = act_odds(contest.ruleset, contest.state, act)
    assert odds.assumed == ("bob: decline (by default), asked: " + odds.assumed[0].partition("asked: ")[2],)
    assert odds.figures["ann"] == {"at": {"1,3": Fraction(1)}}
    clever = act_odds(contest.ruleset, contest.state, act, "clever")
    assert "bob: opportunity axe (as clever would)" in clever.assumed[0]
    assert clever.figures["ann"]["hp"][20] == Fraction(7, 20)  # d20 + 3 against 11 misses with 1 to 7


def test_each_reaction_has_a_table() -> None:
    """STR-24: declined, or struck at with the axe: 13 of 20 hit, and then 1d8 + 3."""
    contest, act = begun("AXES", "ann move walk 1,3")
    usual, struck = each_reaction(contest.ruleset, contest.state, act)
    assert (usual.who, usual.answer) == ("", "")
    assert (struck.who, struck.answer) == ("bob", "opportunity axe")
    hp = struck.odds.figures["ann"]["hp"]
    assert hp == {20: Fraction(7, 20), **{20 - 3 - face: Fraction(13, 160) for face in range(1, 9)}}
    assert "hp" not in usual.odds.figures["ann"]


def test_answers_that_would_be_refused_are_none() -> None:
    """SC2-3: no more points on quality than one goes later or sooner, however wide both fields are."""
    contest = certamen.load(certamen.examples() / ALLEY, seed=1)
    request = contest.requests[0]
    answers, all_of_them = _answers(contest.ruleset, contest.state, request)
    assert all_of_them
    assert {answer.verb for answer in answers} >= {"keep", "later", "sooner"}
    assert all(engine.refusal(contest.ruleset, contest.state, answer) is None for answer in answers)


def test_an_act_that_may_end_it_tells_who_wins() -> None:
    contest, act = begun("AXES", "bob attack ann with axe")
    contest.overrule("set", path="ann.hp", value="4")
    odds = act_odds(contest.ruleset, contest.state, act)
    assert odds.outcome == {"pirates": Fraction(13, 20)}
    assert odds.figures["ann"]["status"] == {"in": Fraction(7, 20), "out": Fraction(13, 20)}


def test_what_repeats_is_cut_and_its_chance_told() -> None:
    """SLG-20: rows of the critical effects that do not fit are rolled again, without end."""
    contest, act = begun("starslinger/duel.yaml", "marisol attack dutch with revolver")
    odds = act_odds(contest.ruleset, contest.state, act)
    assert 0 < odds.cut < Fraction(1, 10**12)
    for spreads in (*odds.figures.values(), odds.results):
        assert all(sum(spread.values()) + odds.cut == 1 for spread in spreads.values())
    assert odds.results["check on dutch: degree"]["failure"] == Fraction(8, 20)


def test_too_many_ways_are_refused_by_name_and_number() -> None:
    contest, act = begun("starslinger/duel.yaml", "marisol attack dutch with revolver")
    with pytest.raises(TooMuchWork) as refused:
        act_odds(contest.ruleset, contest.state, act, ways=20)
    assert "(marisol: attack revolver dutch) part into more than 20 ways" in str(refused.value)
    assert "check of marisol" in str(refused.value)


def test_an_act_that_is_not_legal_is_refused() -> None:
    contest, act = begun(ALLEY, "jack attack bad-guy with revolver")
    with pytest.raises(IllegalAction):
        act_odds(contest.ruleset, contest.state, Action("jack", "attack", {"target": "moon"}, act.request))


def test_a_policy_there_is_none_of_is_refused() -> None:
    contest, act = begun(ALLEY, "jack attack bad-guy with revolver")
    with pytest.raises(EncounterError, match="starcluster has no policy 'smart': plain, clever"):
        act_odds(contest.ruleset, contest.state, act, "smart")


def test_nothing_changes_and_the_dice_of_the_contest_stay_where_they_are() -> None:
    contest, act = begun(ALLEY, "jack attack bad-guy with revolver")
    state, counts = contest.state, dict(contest.counts)
    act_odds(contest.ruleset, contest.state, act, counts=contest.counts)
    assert contest.state is state
    assert contest.counts == counts


@pytest.mark.parametrize(
    ("file", "words"),
    [(ALLEY, "jack attack bad-guy with revolver"), ("starslinger/duel.yaml", "marisol attack dutch with revolver")],
)
def test_the_estimate_is_of_the_same_act(file: str, words: str) -> None:
    """Counts of 600 trials lie within 5 standard errors of the exact chances."""
    contest, act = begun(file, words)
    exact = act_odds(contest.ruleset, contest.state, act)
    trials = 600
    sample = act_sample(contest.ruleset, contest.state, act, trials=trials, seed=11)
    assert (sample.trials, sample.assumed) == (trials, exact.assumed)
    pairs: list[tuple[Any, Any]] = [(exact.results, sample.results)]
    pairs += [(spreads, sample.figures.get(who, {})) for who, spreads in exact.figures.items()]
    for spreads, counted in pairs:
        for what, spread in spreads.items():
            for value, chance in spread.items():
                seen = counted.get(what, {}).get(value, 0) if what in counted else trials * chance
                error = float(trials * chance * (1 - chance)) ** 0.5
                assert abs(seen - float(trials * chance)) <= 5 * error + 1, (what, value)


def test_an_estimate_is_repeated_by_its_seed() -> None:
    contest, act = begun(ALLEY, "jack attack bad-guy with revolver")
    first = act_sample(contest.ruleset, contest.state, act, trials=50, seed=4)
    assert act_sample(contest.ruleset, contest.state, act, trials=50, seed=4) == first
    assert act_sample(contest.ruleset, contest.state, act, trials=50, seed=5) != first


@pytest.mark.parametrize("example", ["starcluster/depot", "samsara/masquerade", "dualaction/depot", "striker/reactor"])
def test_every_open_offer_has_odds(example: str) -> None:
    """As advice will ask: each open offer of the first acts, filled with its first choices, exactly or refused."""
    contest = certamen.load(certamen.examples() / f"{example}.yaml", dice=Seeded(2))
    asked = 0
    for _ in range(60):
        request = contest.requests[0]
        if request.kind == "act":
            asked += 1
            for offer in contest.offers(request):
                act = Action(request.who, offer.verb, {field.name: _first(field) for field in offer.fields}, request.id)
                if contest.legal(act):
                    odds = act_odds(contest.ruleset, contest.state, act)
                    assert all(sum(s.values()) + odds.cut == 1 for f in odds.figures.values() for s in f.values())
        if asked == 2:
            break
        contest.take_default(request)
    assert asked


def _first(field: Any) -> Any:
    if hasattr(field, "options"):
        first = field.options[0].id if field.options else ""
        return (first,) if getattr(field, "most", 1) > 1 else first
    return getattr(field, "low", "words")
