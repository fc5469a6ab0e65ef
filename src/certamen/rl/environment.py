"""The environment: agents are the participants, a step is one answer to one request."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar, cast

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.kernel.action import Action
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter
from certamen.kernel.expand import MOST_ENTRIES, expand
from certamen.kernel.report import markdown
from certamen.kernel.run import MAX_ROUNDS, decide, policy_action
from certamen.kernel.window import Request
from certamen.rulesets import find

FIGURES = 256
LARGEST = 2**31 - 1

Observation = dict[str, NDArray[Any]]


def environment(encounter: Encounter | Path | str, max_rounds: int = MAX_ROUNDS) -> "ContestEnv":
    """The environment of an encounter, or of an encounter file.

    max_rounds: played without a decision, the episode is truncated. Raises FileErrors with all that is wrong with the
    file, EncounterError where the encounter cannot be started.
    """
    if not isinstance(encounter, Encounter):
        encounter = load(Path(encounter))
    return ContestEnv(encounter, max_rounds)


class ContestEnv(AECEnv):  # type: ignore[misc]  # PettingZoo's types are not followed
    """A contest as a PettingZoo AEC environment.

    Agents are the participants' ids. An action is the place of an entry: what `expand` makes of the offers, at most
    512, in that order; `action_mask` says which exist, `infos[agent]` holds the `entries` themselves and, by verb, how
    many fell outside (`left_out`). What is observed is what the ruleset's policies see: all that the participant may
    know, as 256 whole numbers in the order of its rows (longer ones are cut: `infos[agent]["cut"]` says by how many).
    All zeros for whoever is not asked. Requests to the game master take their default. Rewards come at the end: 1 for
    each of the winning side, -1 for the others, 0 without a winner.
    """

    metadata: ClassVar = {"name": "certamen_v1", "render_modes": ["ansi"], "is_parallelizable": False}

    def __init__(self, encounter: Encounter, max_rounds: int = MAX_ROUNDS) -> None:
        super().__init__()
        self.encounter = encounter
        self.max_rounds = max_rounds
        self.render_mode = "ansi"
        self.possible_agents = [entry.id for entry in encounter.participants]
        self.contest: Contest  # from the first `reset` on
        seen = {
            "observation": spaces.Box(-LARGEST, LARGEST, (FIGURES,), np.int32),
            "action_mask": spaces.Box(0, 1, (MOST_ENTRIES,), np.int8),
        }
        self.observation_spaces = {agent: spaces.Dict(seen) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(MOST_ENTRIES) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        """What an agent observes: `observation` and `action_mask`."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        """The places of entries."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin the contest anew, with seeded dice (another seed each time when left out)."""
        del options
        if seed is None:
            seed = int(np.random.default_rng().integers(2**32))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.agents[0]
        self.contest = Contest(find(self.encounter.ruleset), self.encounter, Seeded(seed))
        self._go_on()

    def step(self, action: int | None) -> None:
        """Answer the request of `agent_selection` with an entry, by its place.

        Raises ValueError for a place without an entry; nothing has changed then.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        entries: tuple[Action, ...] = self.infos[agent]["entries"]
        if action is None or not 0 <= action < len(entries):
            raise ValueError(f"{agent} has {len(entries)} entries, 0 to {len(entries) - 1}; {action} is none of them")
        self.contest.push(entries[action])
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self.infos[agent] = {}
        self._go_on()
        self._accumulate_rewards()

    def observe(self, agent: str) -> Observation:
        """What the agent may know now, and which entries exist for him."""
        entries = self.infos[agent].get("entries", ())
        figures = np.zeros(FIGURES, np.int32)
        mask = np.zeros(MOST_ENTRIES, np.int8)
        if entries:
            numbers = self._numbers(agent)[:FIGURES]
            figures[: len(numbers)] = np.clip(numbers, -LARGEST, LARGEST)
            mask[: len(entries)] = 1
        return {"observation": figures, "action_mask": mask}

    def greedy(self, policy: str = "clever") -> int:
        """The entry nearest to what one of the ruleset's policies would choose now: same verb, most values alike."""
        wanted, _ = policy_action(self.contest, self._request(), policy)
        entries: tuple[Action, ...] = self.infos[self.agent_selection]["entries"]
        return max(range(len(entries)), key=lambda i: _likeness(entries[i], wanted))

    def render(self) -> str:
        """The log of the contest so far."""
        return markdown(self.contest)

    def close(self) -> None:
        """Nothing is held open."""

    def _request(self) -> Request:
        return self.contest.requests[0]

    def _go_on(self) -> None:
        """Let defaults answer for the game master until a participant is asked, or it has ended."""
        while self.contest.outcome is None and self._request().who not in self.possible_agents:
            decide(self.contest, self._request(), {})
        if self.contest.outcome is not None:
            self._end(self.contest.outcome.winner)
        elif self.contest.state.round > self.max_rounds:
            self.truncations = dict.fromkeys(self.agents, True)
        else:
            request = self._request()
            entries, left_out = expand(self.contest.offers(request), request)
            self.agent_selection = request.who
            cut = max(0, len(self._numbers(request.who)) - FIGURES)
            self.infos[request.who] = {"entries": entries, "left_out": left_out, "cut": cut}

    def _end(self, winner: str) -> None:
        people = self.contest.state.participants
        for agent in self.agents:
            if winner:
                self.rewards[agent] = 1.0 if people[agent].side == winner else -1.0
            self.terminations[agent] = True

    def _numbers(self, agent: str) -> list[int]:
        request = self._request()
        return list(_flat(self.contest.ruleset.pack(self.contest.state, request))) if request.who == agent else []


def _flat(rows: object) -> Iterator[int]:
    if isinstance(rows, tuple):
        for row in cast(tuple[object, ...], rows):
            yield from _flat(row)
    else:
        yield int(cast(int, rows))


def _likeness(entry: Action, wanted: Action) -> tuple[bool, int, int]:
    alike = sum(entry.values.get(name) == value for name, value in wanted.values.items())
    off = sum(
        abs(value - theirs)
        for name, value in wanted.values.items()
        if isinstance(value, int) and isinstance(theirs := entry.values.get(name), int)
    )
    return entry.verb == wanted.verb, alike, -off
