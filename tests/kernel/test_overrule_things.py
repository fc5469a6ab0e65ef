"""Overrules of values, effects, places, sides, hiding, marks; free text and who hears it."""

import pytest
from msgspec.structs import replace

from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Objective
from certamen.kernel.errors import IllegalAction
from certamen.kernel.state import effects_on, state_hash
from certamen.kernel.view import Seat, view
from tests.kernel.toy import RULESET, begin
from tests.kernel.toy_state import toy

PEOPLE = (("crew/a", 20), ("crew/b", 15), ("foes/c", 10), ("foes/snake", 5))


def refused(contest: Contest, reason: str, verb: str, **values: str | int) -> None:
    before = state_hash(contest.state)
    with pytest.raises(IllegalAction, match=reason):
        contest.overrule(verb, **values)
    assert state_hash(contest.state) == before


def audience(contest: Contest, kind: str) -> tuple[str, ...]:
    return next(event.to for event in reversed(contest.events) if event.type == kind)


def test_a_value_is_set_and_the_event_says_from_what_to_what() -> None:
    contest = begin(*PEOPLE)
    (event,) = contest.overrule("set", path="c.hp", value=3)
    assert toy(contest.state, "c").hp == 3
    assert (event.type, event.actor, event.target, event.to) == ("gm_set", "gm", "c", ())
    assert event.values == {"path": "c.hp", "before": 10, "after": 3}
    (event,) = contest.overrule("set", path="c.sheet.skills", value='{"gun": 4}')
    assert event.values["after"] == '{"gun":4}'
    assert event.values["before"] == "null"


@pytest.mark.parametrize(
    ("path", "value", "reason"),
    [
        ("d.hp", 3, "d.hp: there is no participant d: a, b, c, snake"),
        ("c", 3, "c: name a value of c that may be set, as in c.hp"),
        ("c.id", "x", "c.id: name a value of c that may be set, as in c.hp"),
        ("c.turns", 3, "c.turns: name a value of c that may be set"),
        ("c.budget.limits", "{}", "c.budget.limits: name a value of c that may be set"),
        ("c.status", "out", "c.status: there is a verb for this: status"),
        ("c.hidden", "true", "c.hidden: there is a verb for this: hide, reveal"),
        ("c.luck", 3, "there is no luck"),
        ("c.hp", "many", "hp: Expected `int`, got `str`"),
        ("c.sheet.hp", 2000, "hp cannot be 2000: at most 1000"),
        ("c.hp", 10_000_000, "value cannot be 10000000: a whole number from -1000000 to 1000000"),
    ],
)
def test_what_cannot_be_set_is_refused(path: str, value: str | int, reason: str) -> None:
    refused(begin(*PEOPLE), reason, "set", path=path, value=value)


def test_what_follows_from_a_value_follows() -> None:
    contest = begin(*PEOPLE)
    contest.overrule("set", path="c.hp", value=0)
    assert toy(contest.state, "c").status == "out"
    contest.overrule("set", path="snake.hp", value=0)
    assert contest.outcome is not None
    assert contest.outcome.winner == "crew"


def test_an_effect_lasts_so_many_of_its_bearers_turns_or_until_ended() -> None:
    contest = begin(*PEOPLE)
    contest.overrule("effect", who="a", name="blessed", rounds=1)
    contest.overrule("effect", who="a", name="cursed", rounds=0)
    for _ in range(4):
        contest.answer("end")
    assert [effect.name for effect in effects_on(contest.state, "a")] == ["cursed"]
    contest.overrule("end-effect", who="a", name="cursed")
    assert effects_on(contest.state, "a") == ()


def test_one_is_put_in_a_place() -> None:
    contest = begin(*PEOPLE)
    contest.overrule("place", who="a", at="roof")
    assert toy(contest.state, "a").at == "roof"
    assert audience(contest, "gm_place") == ("*",)


def test_where_places_do_not_matter_it_is_noted_for_the_game_master() -> None:
    steps = {name: step for name, step in RULESET.steps.items() if name != "place"}
    contest = begin(*PEOPLE, ruleset=replace(RULESET, steps=steps))
    (event,) = contest.overrule("place", who="a", at="roof")
    assert (event.values, event.to, toy(contest.state, "a").at) == ({"at": "roof"}, (), "")


def test_one_changes_sides_and_players() -> None:
    contest = begin(*PEOPLE, players="a")
    contest.overrule("side", who="c", side="crew")
    contest.overrule("player", who="c", player="Petra")
    assert (toy(contest.state, "c").side, toy(contest.state, "c").player) == ("crew", "Petra")
    assert contest.events[-2].values == {"side": "crew"}
    refused(contest, "side: 'The Crew' is no id", "side", who="c", side="The Crew")
    contest.overrule("side", who="snake", side="crew")
    assert contest.outcome is not None


def test_hiding_is_told_to_those_who_saw_him_and_again_to_nobody_new() -> None:
    contest = begin(*PEOPLE, players="a")
    contest.overrule("hide", who="c")
    assert audience(contest, "gm_hide") == ("*",)
    seat = Seat("player", ("a",))
    assert [figure.id for figure in view(contest, seat).participants] == ["a", "b", "snake"]
    contest.overrule("hide", who="c")
    assert audience(contest, "gm_hide") == ("c", "snake")


def test_revealing_to_one_or_to_all_and_by_a_slip_to_nobody() -> None:
    contest = begin(*PEOPLE, hidden="snake")
    refused(contest, "there is no participant d: a, b, c, snake", "reveal", who="snake", to="d")
    contest.overrule("reveal", who="snake", to="a")
    assert (toy(contest.state, "snake").known_to, toy(contest.state, "snake").hidden) == (("a",), True)
    assert audience(contest, "gm_reveal") == ("a", "c", "snake")
    contest.overrule("reveal", who="snake")
    assert (toy(contest.state, "snake").known_to, toy(contest.state, "snake").hidden) == ((), False)
    assert audience(contest, "gm_reveal") == ("*",)


def test_what_is_done_to_a_hidden_one_is_told_to_those_who_know_of_him() -> None:
    for verb, values in (
        ("effect", {"name": "slow", "rounds": 1}),
        ("end-effect", {"name": "slow"}),
        ("place", {"at": "roof"}),
        ("status", {"status": "out"}),
        ("side", {"side": "others"}),
        ("player", {"player": "Petra"}),
        ("remove", {}),
    ):
        contest = begin(*PEOPLE, hidden="snake")
        contest.overrule(verb, who="snake", **values)
        assert contest.events[-1].to == ("c", "snake"), verb


def test_marks_decide_by_objectives_and_can_be_taken_back() -> None:
    gate = Objective("gate", "crew", "open the gate", ("gate:open", "alarm:off"))
    contest = begin(*PEOPLE, objectives=(gate,))
    contest.overrule("mark", name="gate:open")
    contest.overrule("mark", name="gate:open")
    assert contest.state.marks == ("gate:open",)
    contest.overrule("unmark", name="gate:open")
    contest.answer("mark", name="alarm:off")
    assert contest.state.outcome is None
    contest.overrule("mark", name="gate:open")
    assert contest.outcome is not None
    assert contest.outcome.winner == "crew"
    assert contest.outcome.reason == "crew reached its objective: open the gate"
    contest.overrule("unmark", name="gate:open")
    contest.overrule("reopen")
    assert contest.state.acting == "a"


@pytest.mark.parametrize(("sides", "winner"), [(("crew/a", "foes/c"), "foes"), (("crew/a", "foes/c", "third/d"), "")])
def test_an_objective_not_reached_in_time_is_lost(sides: tuple[str, ...], winner: str) -> None:
    gate = Objective("gate", "crew", "open the gate", ("gate:open",), by_round=1)
    contest = begin(*((side, 10) for side in sides), objectives=(gate,))
    for _ in sides:
        contest.answer("end")
    assert contest.outcome is not None
    assert contest.outcome.winner == winner
    assert contest.outcome.reason == "crew did not reach its objective by round 1: open the gate"


def test_an_objective_that_needs_nothing_decides_nothing() -> None:
    assert begin(*PEOPLE, objectives=(Objective("x", "crew", "nothing", ()),)).outcome is None


def test_only_the_game_master_acts_unasked_and_only_with_his_verbs() -> None:
    contest = begin(*PEOPLE)
    for action, reason in (
        (Action("a", "set", {"path": "a.hp", "value": 99}), "set answers no request, and only the game master may"),
        (Action("gm", "hit", {"target": "a"}), "the game master has no verb hit: effect, end, end-effect, enter"),
        (Action("gm", "mark"), "mark needs a name"),
    ):
        with pytest.raises(IllegalAction, match=reason):
            contest.push(action)


@pytest.mark.parametrize(
    ("actor", "to", "heard"),
    [
        ("a", "all", ("*",)),
        ("a", "side", ("a", "b")),
        ("a", "c", ("a", "c")),
        ("a", "gm", ("a",)),
        ("snake", "all", ("c", "snake")),
        ("gm", "all", ("*",)),
        ("gm", "a", ("a",)),
        ("gm", "gm", ()),
    ],
)
def test_what_is_said_is_heard_by_those_it_is_said_to(actor: str, to: str, heard: tuple[str, ...]) -> None:
    contest = begin(*PEOPLE, hidden="snake")
    (event,) = contest.push(Action(actor, "say", {"text": "psst", "to": to}))
    assert (event.text, event.to, event.actor, event.values) == ("psst", heard, actor, {"to": to})


def test_talk_may_be_about_an_event_by_the_number_each_seat_knows() -> None:
    contest = begin(*PEOPLE, hidden="snake", players="a")
    assert [event.actor for event in contest.events[:5]] == ["a", "b", "c", "snake", ""]
    (event,) = contest.push(Action("gm", "say", {"text": "mark this", "to": "all", "about": 5}))
    assert event.values == {"to": "all", "about": 5}
    assert view(contest, Seat("player", ("a",))).events[-1].values == {"to": "all", "about": 4}
    contest.push(Action("gm", "say", {"text": "mark this", "to": "all", "about": 4}))
    assert view(contest, Seat("player", ("a",))).events[-1].values == {"to": "all", "about": 0}


def test_whoever_speaks_is_not_told_of_hidden_ones() -> None:
    contest = begin(*PEOPLE, hidden="snake")
    for guess in ("snake", "sneak"):
        refusal = contest.refusal(Action("a", "say", {"text": "psst", "to": guess}))
        assert refusal is not None
        assert refusal.reason == f"to cannot be '{guess}': one of all, gm, side, a, b, c"
    assert contest.legal(Action("c", "say", {"text": "psst", "to": "snake"}))
    stranger = contest.refusal(Action("x", "say", {"text": "psst", "to": "all"}))
    assert stranger is not None
    assert stranger.reason == "there is no participant x"


def test_free_text_goes_on_when_the_contest_is_over() -> None:
    contest = begin(*PEOPLE)
    contest.overrule("end")
    contest.push(Action("a", "say", {"text": "well played", "to": "all"}))
    assert contest.events[-1].text == "well played"
