"""One trial: a fight played to its end by the contest itself, and what is counted of it as one row of whole numbers."""

from collections.abc import Mapping
from typing import get_args

from certamen.dice import Seeded
from certamen.kernel.encounter import Encounter
from certamen.kernel.playout import Playout
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import MAX_ROUNDS, run
from certamen.kernel.state import Status

Row = tuple[int, ...]
NOBODY = -1
TOO_MANY_ROUNDS, TOO_MANY_ACTS = 1, 2
HEADS = ("winner", "rounds", "stopped", "dice")
STATUSES = get_args(Status)


def sides_of(encounter: Encounter) -> tuple[str, ...]:
    """The sides, in the order in which they first appear."""
    return tuple(dict.fromkeys(entry.side for entry in encounter.participants))


def columns(ruleset: Ruleset, encounter: Encounter) -> tuple[str, ...]:
    """What the numbers of a row are, by name and in order; `loops.Fight.play` gives the same.

    winner: the place of the side that won among `sides_of`, -1 for nobody; rounds: the one it ended in; stopped: 0
    where it was decided, else which limit stopped it; dice: how many fell, those of policies not counted. Then for each
    participant of the encounter, in order: ID.status: 0 where he is in it at the end; ID.fell: the round in which he
    ceased to be (only where he is not in it at the end); and ID.FIGURE for each of `Ruleset.left`.
    """
    people = [entry.id for entry in encounter.participants]
    return (*HEADS, *(f"{who}.{name}" for who in people for name in ("status", "fell", *ruleset.left)))


def play_trial(
    ruleset: Ruleset,
    encounter: Encounter,
    seed: int,
    trial: int,
    policies: Mapping[str, str],
    max_rounds: int = MAX_ROUNDS,
) -> Row:
    """The row of one trial. `policies` as in `kernel.run.run`; the dice are those of `Seeded(seed, trial)`."""
    played = Playout(ruleset, encounter, Seeded(seed, trial))
    outcome = run(played, policies, max_rounds)
    state, sides = played.state, sides_of(encounter)
    winner = sides.index(outcome.winner) if outcome.winner in sides else NOBODY
    stopped = 0 if outcome.ended else TOO_MANY_ROUNDS if state.round > max_rounds else TOO_MANY_ACTS
    row = [winner, state.round, stopped, len(played.draws.drawn)]
    for entry in encounter.participants:
        one = state.participants[entry.id]
        figures = ruleset.values(state, one)
        row += [STATUSES.index(one.status), played.gone.get(entry.id, 0)]
        row += [value if isinstance(value := figures.get(name, 0), int) else 0 for name in ruleset.left]
    return tuple(row)
