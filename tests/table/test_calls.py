"""Checks called for and throws: the same rules as the odds, dice of streams of their own, who may know what."""

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.dice import Ask, ByHand, DiceError, Keyed, Source
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Counts
from certamen.kernel.errors import CertamenError
from certamen.kernel.event import Die, Event
from certamen.kernel.explain import brief
from certamen.kernel.state import state_hash
from certamen.kernel.view import SPECTATOR, Seat, cut_events
from certamen.library import load
from certamen.odds import ask
from certamen.odds.asking import questions
from certamen.rulesets import names
from certamen.table.calls import DieMissing, check, counted, tell, throw

DICE = Keyed(b"o" * 32, b"s" * 32)


def depot(source: Source = DICE) -> Contest:
    return load(examples() / "starcluster" / "depot.yaml", dice=source)


def by_hand() -> Contest:
    return depot().fork(ByHand())


def hidden(contest: Contest, who: str) -> str:
    contest.overrule("hide", who=who)
    return who


def test_a_check_runs_the_stages_of_the_ruleset_s_question_with_the_table_s_dice() -> None:
    """SC2-7, SC2-8, SC2-10: target number 40 + 2 x 5, plus 5 for quality; the faces are those of jack/check."""
    contest = depot()
    before = state_hash(contest.state)
    event = check(contest, "jack", "check", {"plus": 2, "quality": 5}, {})
    chance = DICE.face(Ask("jack/check", "open", 0, 100))
    assert event.dice[0] == Die("jack", "open", 0, 100, chance, "chance")
    assert event.values["query"] == "check"
    rows = {part.label: part.value for part in event.parts}
    assert rows["success"] == ("yes" if chance < 50 else "no")
    assert (rows["plus"], rows["quality"]) == (2, 5 + event.dice[1].face if chance < 50 else 0)
    assert "target number 50: 49 of 100" in brief(event)
    assert "SC2-7" in event.rules
    assert (state_hash(contest.state), contest.index) == (before, contest.index)


def test_the_rulings_of_the_table_hold_unless_others_are_given() -> None:
    """SC2-8: a ruling of the table decides what succeeds."""
    contest = depot()
    contest = Contest(contest.ruleset, replace(contest.encounter, rulings={"success": "at_or_under"}), DICE)
    notes = [part.value for part in check(contest, "jack", "check", {"plus": 2}, {}).parts if part.label == "reckoned"]
    assert notes[0] == "target number 50: 50 of 100"


def test_streams_go_on_and_never_touch_the_contest_s() -> None:
    contest = depot()
    counts: Counts = {}
    seen = []
    for _ in range(3):
        event = throw(contest, "jack", "3d100", counts)
        counts = counted(counts, event)
        seen += [die.n for die in event.dice]
    assert seen == list(range(9))
    assert counts == {("jack/throw", "open"): 9}
    assert contest.counts == depot().counts


@pytest.mark.parametrize("ruleset", sorted(names()))
def test_every_question_of_every_ruleset_can_be_rolled(ruleset: str) -> None:
    contest = load(
        next(path for path in sorted((examples() / ruleset).glob("*.yaml")) if path.name.count(".") == 1), dice=DICE
    )
    who = next(iter(contest.state.participants))
    for query in questions(ruleset):
        values = {key.name: max(key.low, 1) for key in query.keys if key.default is None}
        counts: Counts = {}
        for _ in range(5):
            event = check(contest, who, query.name, values, counts)
            counts = counted(counts, event)
            assert event.dice
            assert tell(event, {who: "Jo"}).startswith(f"Jo's {query.name}: ")
            spread = ask(ruleset, query.name, **values).answers
            assert set(spread) <= {part.label for part in event.parts}


def test_what_comes_is_as_likely_as_the_odds_say() -> None:
    contest, hits = depot(), 0
    counts: Counts = {}
    for _ in range(2_000):
        event = check(contest, "jack", "check", {"plus": 2}, counts)
        counts = counted(counts, event)
        hits += "success yes" in str(event.values["came"])
    chance = ask("starcluster", "check", plus=2).answers["success"]["yes"]
    assert abs(Fraction(hits, 2_000) - chance) < Fraction(1, 20), "four standard errors; the dice are fixed"


def test_real_dice_are_asked_for_one_by_one_and_then_taken() -> None:
    contest = by_hand()
    with pytest.raises(DieMissing, match=r"roll a d100 for chance .* \(die 1 of this roll\)") as caught:
        check(contest, "jack", "check", {"plus": 2}, {})
    assert (caught.value.sides, caught.value.purpose, caught.value.number) == (100, "chance", 1)
    with pytest.raises(DieMissing, match="die 2 of this roll"):
        check(contest, "jack", "check", {"plus": 2}, {}, faces=(30,))
    event = check(contest, "jack", "check", {"plus": 2}, {}, faces=(30, 44))
    assert [die.face for die in event.dice] == [30, 44]
    assert event.values["came"] == "success yes, quality 44"
    assert check(contest, "jack", "check", {"plus": 2}, {}, faces=(80,)).values["came"] == "success no, quality 0"


@pytest.mark.parametrize(
    ("faces", "refused"),
    [
        ((101,), "die 1 of this roll is a d100: it cannot show 101"),
        ((0,), "cannot show 0"),
        ((30, 10**30), "die 2 of this roll is a d100"),
        ((80, 5), "2 faces are given, 1 dice are rolled"),
    ],
)
def test_impossible_faces_and_faces_left_over_are_refused(faces: tuple[int, ...], refused: str) -> None:
    with pytest.raises(CertamenError, match=refused):
        check(by_hand(), "jack", "check", {"plus": 2}, {}, faces=faces)


def test_faces_are_not_typed_where_the_server_rolls() -> None:
    with pytest.raises(CertamenError, match="rolled by the server"):
        throw(depot(), "jack", "1d6", {}, faces=(6,))


@pytest.mark.parametrize(
    ("query", "values", "refused"),
    [
        ("chek", {}, "did you mean check"),
        ("check", {"pluss": 5}, "did you mean plus"),
        ("check", {"plus": 10**9}, "plus cannot be 1000000000: a whole number from -20 to 100"),
        ("check", {"on_quality": 5}, "on_quality is at most the 0 points"),
    ],
)
def test_questions_that_will_not_do(query: str, values: dict[str, int], refused: str) -> None:
    with pytest.raises(CertamenError, match=refused):
        check(depot(), "jack", query, values, {})


def test_nobody_else_rolls() -> None:
    for who in ("nobody", "", "gm"):
        with pytest.raises(CertamenError, match="takes no part"):
            check(depot(), who, "check", {}, {})
    with pytest.raises(CertamenError, match="takes no part"):
        throw(depot(), "nobody", "1d6", {})


def test_a_throw_tells_its_dice() -> None:
    event = throw(by_hand(), "jack", "4d6kh3+2", {}, faces=(1, 5, 2, 6))
    assert [part.value for part in event.parts] == ["4d6kh3 [(1), 5, 2, 6] + 2 = 15", 15]
    assert tell(event, {"jack": "Jack"}) == "Jack throws 4d6kh3+2: 15."
    assert tell(throw(by_hand(), "", "1d6", {}, faces=(4,)), {}) == "A throw of 1d6: 4."
    assert tell(throw(by_hand(), "gm", "1d6", {}, faces=(4,)), {}) == "The game master throws 1d6: 4."


@pytest.mark.parametrize("expression", ["", "d", "1d6+", "1001d6", "9" * 300, "1d6/0", "(" * 40 + "1d6"])
def test_expressions_that_will_not_do(expression: str) -> None:
    with pytest.raises(DiceError):
        throw(depot(), "jack", expression, {})


def test_there_is_an_end_of_dice() -> None:
    with pytest.raises(CertamenError, match="more than 200 dice"):
        throw(depot(), "jack", "201d6", {})
    assert len(throw(depot(), "jack", "200d6", {}).dice) == 200


def seen_by(event: Event, *characters: str) -> tuple[Event, ...]:
    return cut_events((event,), Seat("player", characters) if characters else SPECTATOR)


def test_a_secret_roll_is_the_game_master_s_alone() -> None:
    for event in (
        check(depot(), "jack", "check", {"plus": 2}, {}, secret=True),
        throw(depot(), "gm", "1d100", {}, secret=True),
    ):
        assert {die.kind for die in event.dice} == {"secret"}
        assert seen_by(event, "jack") == seen_by(event) == ()


def test_what_a_hidden_one_rolls_is_not_there_for_those_who_do_not_know_of_him() -> None:
    contest = depot()
    who = hidden(contest, next(one.id for one in contest.state.participants.values() if not one.player))
    for event in (check(contest, who, "check", {"plus": 2}, {}), throw(contest, who, "2d6", {})):
        assert {die.kind for die in event.dice} == {"secret"}
        assert seen_by(event, "jack") == seen_by(event) == ()
        assert seen_by(event, who)[0].dice


def test_of_dice_in_secret_others_learn_that_they_fell_and_not_what_came() -> None:
    contest = depot()
    contest = Contest(contest.ruleset, replace(contest.encounter, gm_dice="secret"), DICE)
    event = check(contest, "guard-1", "check", {"plus": 2}, {})
    (cut,) = seen_by(event, "jack")
    assert (cut.dice, cut.parts) == ((), ())
    assert "came" not in cut.values
    assert tell(cut, {"guard-1": "Thug"}) == "Thug's check."


@given(st.integers(0, 10_000), st.sampled_from(["1d6", "3d20kh1", "4d6!", "2dF", "1d10ace"]))
def test_the_faces_are_those_of_the_stream(start: int, expression: str) -> None:
    event = throw(CONTEST, "jack", expression, {("jack/throw", "open"): start})
    for n, die in enumerate(event.dice, start):
        assert die == Die("jack", "open", n, die.sides, DICE.face(Ask("jack/throw", "open", n, die.sides)))


CONTEST = depot()
