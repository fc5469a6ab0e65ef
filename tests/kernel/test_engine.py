"""Starting a contest, what is refused, what a ruleset must not do, and what a player says."""

import pytest
from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.kernel.action import Action, Value
from certamen.kernel.contest import Contest
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Entry
from certamen.kernel.engine import MOST_TEXT, apply
from certamen.kernel.errors import EncounterError, IllegalAction, RulesetError
from certamen.kernel.ruleset import Act, Ruleset
from certamen.kernel.state import State, Step, open_window, state_hash
from certamen.kernel.window import Request, Resume, Window
from tests.kernel.toy import RULESET, Scene, Sheet, begin, toys

TWO = (("x/a", 20), ("y/b", 10))


def changed(verb: str, step: Step | None = None, **fields: object) -> Ruleset:
    """The toy, with another way to apply an act, or other fields."""

    def applied(state: State, action: Action, request: Request, draws: Draws) -> Step:
        assert step is not None
        return step

    acts = tuple(Act(verb, act.offers, applied) if act.verb == verb and step else act for act in RULESET.acts)
    return replace(RULESET, acts=acts, **fields)


@pytest.mark.parametrize(
    ("ids", "reason"),
    [
        (("a", "a"), "there are two of the id a"),
        (("a", "gm"), "gm is a word of the program's own"),
        (("a", "table"), "table is a word of the program's own"),
        (("a", "B"), "'B' is no id: small letters, digits and hyphens, a letter first"),
        (("a", "b" * 65), "'" + "b" * 65 + "' is no id"),
        (("a", "b\n"), r"'b\\n' is no id"),
    ],
)
def test_ids_that_cannot_be_are_refused_before_anything_begins(ids: tuple[str, ...], reason: str) -> None:
    people = tuple(Entry(id=who, name="N", side="x", sheet=Sheet()) for who in ids)
    with pytest.raises(EncounterError, match=reason):
        Contest(RULESET, replace(toys(), participants=people), Seeded(1))


def test_all_that_is_wrong_with_an_encounter_is_told_at_once() -> None:
    with pytest.raises(EncounterError, match="unknown ruling 'luck'; mood cannot be 'bad'"):
        begin(*TWO, rulings={"luck": 1, "mood": "bad"})
    with pytest.raises(EncounterError, match="a has no hp; b has no hp"):
        begin(*TWO, sheets={"a": Sheet(hp=0), "b": Sheet(hp=0)})


def test_rulings_and_scene_are_resolved_in_the_first_state() -> None:
    contest = begin(*TWO, scene=Scene(distance="far"), shown="nothing", gm_dice="secret")
    state = contest.state
    assert (state.rulings, state.shown, state.gm_dice) == ({"mood": "calm"}, "nothing", "secret")
    assert getattr(state, "distance", "") == "far"
    assert contest.entries[0].action is None


@pytest.mark.parametrize(
    ("action", "reason"),
    [
        (
            Action("a", "end", {}, "a-1", "x" * (MOST_TEXT + 1)),
            "a text has at most 10000 characters, this one has 10001",
        ),
        (Action("a", "end", {}, "a-1", "\udc80"), "this holds half a character"),
        (Action("a", "walk", {"to": "\ud800", "how": "x"}, "a-1"), "this holds half a character"),
        (Action("a", "end", {}, "a-9"), "nothing that is asked of a now has the id a-9"),
        (Action("b", "end", {}, "a-1"), "nothing that is asked of b now has the id a-1"),
        (Action("a", "guard", {}, "a-1"), "guard does not answer this: hit, effect"),
        (Action("a", "fly", {}, "a-1"), "fly does not answer this: hit, effect"),
        (Action("a", "end", {"x": 1}, "a-1"), "end takes no x"),
        (Action("a", "hit", {"target": "a"}, "a-1"), "target cannot be 'a': one of b"),
        (Action("a", "hit", {"target": object()}, "a-1"), "this holds half a character, or what is no value"),  # type: ignore[dict-item]  # what a program might send
    ],
)
def test_what_is_refused_changes_nothing(action: Action, reason: str) -> None:
    contest = begin(*TWO)
    before, counts = state_hash(contest.state), dict(contest.counts)
    assert not contest.legal(action)
    with pytest.raises(IllegalAction, match=reason):
        contest.push(action)
    assert (state_hash(contest.state), contest.counts, len(contest.entries)) == (before, counts, 1)


def test_nothing_is_done_when_it_is_over_but_what_the_game_master_does() -> None:
    contest = begin(*TWO)
    contest.overrule("end")
    refusal = contest.refusal(Action("a", "end", {}, "a-1"))
    assert refusal is not None
    assert refusal.reason == "the contest is over"
    assert contest.window is None
    assert contest.offers() == ()
    contest.overrule("set", path="a.hp", value=3)


def test_what_a_player_says_stands_on_his_own_event() -> None:
    contest = begin(*TWO)
    events = contest.push(Action("a", "walk", {"to": "door"}, "a-1", text="I creep to the door"))
    assert [(event.type, event.text) for event in events] == [("walk", "I creep to the door")]
    events = contest.push(Action("a", "end", {}, "a-2", text="Done."))
    assert [(event.type, event.actor, event.text) for event in events] == [("say", "a", "Done."), ("turn", "b", "")]
    events = contest.push(Action("gm", "set", {"path": "b.hp", "value": 2}, text="a rock falls"))
    assert events[0].text == "a rock falls"


def test_what_a_hidden_one_says_with_his_act_stays_with_those_who_know_of_him() -> None:
    contest = begin(("x/snake", 20), ("y/b", 10), hidden="snake")
    (said, _) = contest.push(Action("snake", "end", {}, "snake-1", text="Hiss."))
    assert (said.text, said.to) == ("Hiss.", ("snake",))


BARE = begin(*TWO).state


@pytest.mark.parametrize(
    ("ruleset", "reason"),
    [
        (changed("end", Step(replace(BARE, windows=()))), "toy asks nobody anything and names no outcome"),
        (changed("end", Step(replace(BARE, windows=(Window((), Resume("dance")),)))), "toy has no step dance"),
        (
            changed("", steps={**RULESET.steps, "next": lambda s, then, d: Step(open_window(s, (), Resume("next")))}),
            "toy goes on for 10000 steps without asking anyone",
        ),
    ],
)
def test_a_ruleset_that_breaks_its_contract_is_told_and_nothing_changes(ruleset: Ruleset, reason: str) -> None:
    contest = begin(*TWO)
    contest.ruleset = ruleset
    before = state_hash(contest.state)
    with pytest.raises(RulesetError, match=reason):
        contest.answer("end")
    assert state_hash(contest.state) == before


def test_windows_that_pile_up_are_a_fault_of_the_ruleset() -> None:
    asked = BARE.windows[0]
    contest = begin(*TWO)
    contest.ruleset = changed("end", Step(replace(BARE, windows=(asked,) * 65)))
    with pytest.raises(RulesetError, match="toy opens windows without closing them: turn"):
        contest.answer("end")


def test_an_act_is_applied_only_when_it_is_legal() -> None:
    with pytest.raises(RulesetError, match="fly was applied without being legal"):
        apply(RULESET, BARE, Action("a", "fly", {}, "a-1"), Draws(Seeded(1), {}))


def test_values_of_any_kind_pass_through_an_offer_unchanged() -> None:
    values: dict[str, Value] = {"things": ("pear", "plum"), "weight": 3, "taken": 2, "why": "hunger"}
    (event,) = begin(*TWO).push(Action("a", "pick", values, "a-1"))
    assert event.values == values


def test_a_window_answered_by_data_closes_and_its_step_runs() -> None:
    contest = begin(*TWO)
    contest.answer("throw")
    contest.take_default(contest.requests[-1])
    assert contest.requests[0].who == "a"
    assert contest.window is not None
    assert contest.window.then == Resume("turn")
