"""The environment passes PettingZoo's own test, and agents finish fights in each ruleset."""

import random
from pathlib import Path

import pytest
from pettingzoo.test import api_test, seed_test

from certamen.files.examples import examples
from certamen.kernel.action import Action, Choice, Number, Offer, Option, Refusal, Words
from certamen.kernel.window import Answer, Request
from certamen.rl import MOST_ENTRIES, ContestEnv, environment, expand
from certamen.rulesets import names

FIGHTS = {
    "dualaction": "pit",
    "samsara": "dukes-ear",
    "starcluster": "duel",
    "starslinger": "duel",
    "striker": "bulkhead",
}
REQUEST = Request("r1", "jack", "act", ("wait", "shoot"), Answer("wait"))


def fight(ruleset: str) -> Path:
    return examples() / ruleset / f"{FIGHTS[ruleset]}.yaml"


def play(env: ContestEnv, seed: int, choose: str) -> dict[str, float]:
    """An episode; what each agent earned."""
    rng = random.Random(seed)
    env.reset(seed=seed)
    earned = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter(max_iter=50_000):
        _, reward, ended, cut, info = env.last()
        earned[agent] += reward
        if ended or cut:
            env.step(None)
        else:
            env.step(env.greedy() if choose == "greedy" else rng.randrange(len(info["entries"])))
    assert not env.agents
    return earned


def test_each_ruleset_is_tried() -> None:
    assert sorted(FIGHTS) == sorted(names())


@pytest.mark.filterwarnings("ignore::UserWarning")  # api_test warns of what classic games alone have
@pytest.mark.parametrize("ruleset", FIGHTS)
def test_pettingzoo_accepts_it(ruleset: str) -> None:
    api_test(environment(fight(ruleset)), num_cycles=60)


def test_same_seed_same_episode() -> None:
    seed_test(lambda: environment(fight("starcluster")), num_cycles=40)


@pytest.mark.parametrize("choose", ["random", "greedy"])
@pytest.mark.parametrize("ruleset", FIGHTS)
def test_agents_finish_a_fight(ruleset: str, choose: str) -> None:
    env = environment(fight(ruleset), max_rounds=1_000)
    earned = play(env, 5, choose)
    assert env.contest.outcome is not None
    assert env.contest.outcome.ended
    winner = env.contest.outcome.winner
    for agent, one in env.contest.state.participants.items():
        assert earned[agent] == (0 if not winner else 1 if one.side == winner else -1)


def test_a_place_without_entry_changes_nothing() -> None:
    env = environment(fight("starcluster"))
    env.reset(seed=1)
    before = env.contest.state
    with pytest.raises(ValueError, match=r"ada has \d+ entries"):
        env.step(MOST_ENTRIES - 1)
    assert env.contest.state is before
    env.step(0)
    assert env.contest.state is not before


def test_expansion_says_what_falls_outside() -> None:
    """The default is first, offers take turns, closed ones are not there; what does not fit is counted by verb."""
    targets = tuple(Option(f"t{i}") for i in range(400))
    shoot = Offer("shoot", (Choice("target", targets), Number("shots", 1, 9)))
    wait = Offer("wait", (Words("why", optional=True),))
    shut = Offer("move", closed=Refusal("no room"))
    entries, left_out = expand((shoot, wait, shut), REQUEST)
    assert len(entries) == MOST_ENTRIES
    assert entries[:3] == (
        Action("jack", "wait", {}, "r1"),
        Action("jack", "shoot", {"target": "t0", "shots": 1}, "r1"),
        Action("jack", "shoot", {"target": "t0", "shots": 3}, "r1"),
    )
    assert left_out == {"shoot": 400 * 5 - (MOST_ENTRIES - 1)}
    assert expand((shoot,), REQUEST, 1) == ((Action("jack", "wait", {}, "r1"),), {"shoot": 2000})


def test_numbers_and_several_of_a_choice() -> None:
    """A number gives its ends, quarters and usual value, none above the field that limits it; sets start small."""
    offer = Offer(
        "shoot",
        (Number("points", 0, 8, usual=3), Number("quality", 0, 8, upto="points"), Words("cry")),
    )
    entries, left_out = expand((offer,), REQUEST)
    pairs = [(action.values["points"], action.values["quality"]) for action in entries[1:]]
    assert pairs == [(a, b) for a in (0, 2, 3, 4, 6, 8) for b in (0, 2, 4, 6, 8) if b <= a]
    assert {action.values["cry"] for action in entries[1:]} == {"-"}
    assert left_out == {}
    three = tuple(Option(one) for one in "abc")
    chosen = [
        [action.values["who"] for action in expand((Offer("mark", (field,)),), REQUEST)[0][1:]]
        for field in (Choice("who", three, 2), Choice("who", three, 3, 2), Choice("who", three, 2, 0))
    ]
    assert chosen == [[("a",), ("b",), ("c",)], [("a", "b")], [(), ("a",), ("b",), ("c",)]]
