"""Playing on without people: policies decide, defaults answer for the game master, until it ends or is stopped."""

from collections.abc import Mapping

from certamen.dice import ByHand, Seeded
from certamen.kernel.action import GM, Action
from certamen.kernel.contest import Contest
from certamen.kernel.draws import PolicyDice
from certamen.kernel.errors import EncounterError
from certamen.kernel.playout import Playout
from certamen.kernel.state import Outcome
from certamen.kernel.window import Request

MAX_ROUNDS = 200
MAX_ACTS_A_ROUND = 5_000


def run(contest: Contest | Playout, policies: Mapping[str, str] | None = None, max_rounds: int = MAX_ROUNDS) -> Outcome:
    """Play to the end. `policies` names the policy of a side or of a participant; "plain" decides for the rest.

    Gives the outcome; one with `ended` false when `max_rounds` were played without one.
    Raises EncounterError for a policy that does not exist.
    """
    return go_on(contest, check_policies(contest, policies or {}), max_rounds)


def go_on(contest: Contest | Playout, names: Mapping[str, str], max_rounds: int = MAX_ROUNDS) -> Outcome:
    """As `run`, with the policy of each participant by id, known to exist."""
    acts, seen_round = 0, 0
    while contest.outcome is None:
        now = contest.state.round if contest.started else 0
        if now != seen_round:
            acts, seen_round = 0, now
        acts += 1
        if now > max_rounds and contest.state.ending is None:
            return Outcome(False, "", f"stopped after {max_rounds} rounds without a decision")
        if acts > MAX_ACTS_A_ROUND:
            return Outcome(False, "", f"stopped: more than {MAX_ACTS_A_ROUND} acts in round {seen_round}")
        decide(contest, contest.requests[0], names)
    return contest.outcome


def check_policies(contest: Contest | Playout, policies: Mapping[str, str]) -> dict[str, str]:
    """The policy of each participant by id. Raises EncounterError for a policy, side or participant unknown."""
    known = contest.ruleset.policies
    people = contest.encounter.participants
    for key, name in (*policies.items(), *((entry.id, entry.policy) for entry in people if entry.policy)):
        if name not in known:
            raise EncounterError(f"{contest.ruleset.name} has no policy {name}: {', '.join(known)}")
        if not any(key in (entry.id, entry.side) for entry in people):
            raise EncounterError(f"there is no side or participant {key}")
    return {e.id: policies.get(e.id, policies.get(e.side, e.policy or "plain")) for e in people}


def decide(contest: Contest | Playout, request: Request, names: Mapping[str, str]) -> None:
    """Answer one request as the policy of whom it asks would, or by its default."""
    if (
        request.who == GM
        or request.kind in ("adjudicate", "review", "dice")
        or request.who not in contest.state.participants
    ):
        contest.take_default(request)
        return
    name = names.get(request.who, "plain")
    action, fallen = policy_action(contest, request, name)
    contest.push(action, by=f"policy {name}", policy_dice=fallen)


def policy_action(contest: Contest | Playout, request: Request, name: str) -> tuple[Action, int]:
    """What the policy would do, and how many dice of its stream have fallen by then. Nothing changes."""
    ruleset = contest.ruleset
    source = Seeded(0) if isinstance(contest.source, ByHand) else contest.source  # nobody rolls a policy's dice by hand
    dice = PolicyDice(source, request.who, contest.counts.get((request.who, "policy"), 0))
    codes = ruleset.policies[name](ruleset.pack(contest.state, request), dice)
    return ruleset.unpack(codes, contest.state, request), dice.n
