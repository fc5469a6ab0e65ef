"""One trial: a fight played to its end by the contest itself, and what is counted of it as one row of whole numbers."""

from collections.abc import Mapping

from certamen.dice import Seeded
from certamen.kernel.encounter import Encounter
from certamen.kernel.playout import Playout
from certamen.kernel.ruleset import Ruleset
from certamen.kernel.run import MAX_ROUNDS, run

Row = tuple[int, ...]
NOBODY = -1


def sides_of(encounter: Encounter) -> tuple[str, ...]:
    """The sides, in the order in which they first appear."""
    return tuple(dict.fromkeys(entry.side for entry in encounter.participants))


def columns(ruleset: Ruleset, encounter: Encounter) -> tuple[str, ...]:
    """What the numbers of a row are, by name and in order.

    winner: the place of the side that won among `sides_of`, -1 for nobody; ended: 1, or 0 where it was stopped
    undecided; rounds: the round it ended in; dice: how many fell, those of policies not counted. Then for each
    participant of the encounter, in order: ID.standing: 1 where he is still in it at the end, else 0; ID.fell: the
    round in which he ceased to be (0: he did not); and ID.FIGURE for each of `Ruleset.left`.
    """
    heads = ("winner", "ended", "rounds", "dice")
    return heads + tuple(
        f"{entry.id}.{name}" for entry in encounter.participants for name in ("standing", "fell", *ruleset.left)
    )


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
    row = [
        sides.index(outcome.winner) if outcome.winner in sides else NOBODY,
        int(outcome.ended),
        state.round,
        len(played.draws.drawn),
    ]
    for entry in encounter.participants:
        one = state.participants[entry.id]
        figures = ruleset.values(state, one)
        row += [int(one.status == "in"), played.gone.get(entry.id, 0)]
        row += [value if isinstance(value := figures.get(name, 0), int) else 0 for name in ruleset.left]
    return tuple(row)
