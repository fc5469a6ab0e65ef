"""Duels: one against one, exactly: who wins with which chance, how long it takes, what to do best."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.util import find_spec
from itertools import product
from math import inf, prod
from pathlib import Path

import msgspec

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.files.vary import Scalar, vary
from certamen.kernel.action import Refusal
from certamen.kernel.contest import Contest
from certamen.kernel.duel import ASKED, Duel, Model
from certamen.kernel.encounter import Encounter
from certamen.kernel.errors import CertamenError
from certamen.kernel.ruleset import loaded
from certamen.kernel.run import check_policies
from certamen.odds import chain_best, chain_solve
from certamen.odds.blocks import Blocks, blocks_of
from certamen.odds.duel_told import Advised, BestTactic, Cell, DuelOdds, Examined, Solved
from certamen.odds.nodes import Chain, explore
from certamen.odds.situations import Edge
from certamen.rulesets import find

MOST_STATES = 5_000_000
MOST_NODES = 400_000
FEW_NODES = 3_000
MOST_ROUNDS = 1_000
TAIL = 1e-4
MOST_CELLS = 1_000


class CannotSolve(CertamenError):
    """What stands in the way of an exact answer."""


# --- the questions ---------------------------------------------------------------------------------------------


def examine(
    encounter: Encounter | Path | str, policies: Mapping[str, str] | None = None, tactics: Sequence[str] = ()
) -> Examined:
    """Tell beforehand whether a duel can be solved exactly, or what is in the way.

    encounter: one, or the path of a file; policies: who decides, by side or participant ("plain" for the rest);
    tactics: the sides or participants whose best choice is sought. Raises FileErrors, EncounterError, CannotSolve for
    a side that is not there.
    """
    return _prepare(encounter, policies, tactics)[0]


def duel(
    encounter: Encounter | Path | str, policies: Mapping[str, str] | None = None, *, lengths: bool = True
) -> DuelOdds:
    """The exact odds of one against one.

    Arguments as for `examine`; lengths: whether the chances of each length are wanted too, which takes longer.
    Raises CannotSolve where it has no exact answer, with the rule or the size that is in the way.
    """
    examined, model, blocks = _prepare(encounter, policies, ())
    if model is None or blocks is None:
        raise CannotSolve(_refused(examined))
    return _odds(examined, model, blocks, lengths)


def duel_table(
    encounter: Encounter | Path | str,
    over: Mapping[str, Sequence[Scalar]],
    policies: Mapping[str, str] | None = None,
    *,
    lengths: bool = False,
) -> tuple[Cell, ...]:
    """The odds of a duel for every combination of other values, by path (as `certamen.files.vary.vary` takes them).

    At most 1,000 combinations. Raises CannotVary for a value that cannot be, CannotSolve as `duel` does.
    """
    cells = prod(map(len, over.values()))
    if not 1 <= cells <= MOST_CELLS:
        raise CannotSolve(f"a table of {cells:,} duels: 1 to {MOST_CELLS:,} are solved")
    one = _encounter(encounter)
    found = [dict(zip(over, values, strict=True)) for values in product(*over.values())]
    varied = [vary(one, values) for values in found]
    return tuple(
        Cell(values, duel(cell, policies, lengths=lengths)) for values, cell in zip(found, varied, strict=True)
    )


def best_tactic(
    encounter: Encounter | Path | str,
    tactics: Sequence[str],
    policies: Mapping[str, str] | None = None,
    *,
    lengths: bool = False,
) -> Solved:
    """The best tactic of a side against the policy of the other; of both sides, each against the other's best.

    tactics: the side, or both, by side or participant. Raises as `duel` does.
    """
    examined, model, blocks = _prepare(encounter, policies, tactics)
    if model is None or blocks is None:
        raise CannotSolve(_refused(examined))
    asked = [side for side in (0, 1) if examined.policies[side] == ASKED]
    names = _policies(encounter, policies)
    before = duel(encounter, policies, lengths=False)
    grown = explore(model)
    chosen = chain_best.game(grown) if len(asked) == 2 else chain_best.best_reply(grown, asked[0])
    odds = _by_nodes(examined, grown, chain_best.fixed(grown, chosen), lengths)
    return Solved(
        odds, tuple(_tactic(examined, model, grown, side, chosen, odds, before, names[side]) for side in asked)
    )


# --- how they are answered -------------------------------------------------------------------------------------


def _encounter(given: Encounter | Path | str) -> Encounter:
    return given if isinstance(given, Encounter) else load(Path(given))


def _policies(encounter: Encounter | Path | str, policies: Mapping[str, str] | None) -> tuple[str, str]:
    one = _encounter(encounter)
    names = check_policies(Contest(find(one.ruleset), one, Seeded(0)), policies or {})
    first, second = (names[entry.id] for entry in one.participants)
    return first, second


def _prepare(
    given: Encounter | Path | str, policies: Mapping[str, str] | None, tactics: Sequence[str]
) -> tuple[Examined, Model | None, Blocks | None]:
    one = _encounter(given)
    ruleset = find(one.ruleset)
    contest = Contest(ruleset, one, Seeded(0))
    people = one.participants
    names = check_policies(contest, policies or {})
    for name in tactics:
        if not any(name in (entry.id, entry.side) for entry in people):
            raise CannotSolve(f"there is no side or participant {name}")
    minds = [ASKED if {entry.id, entry.side} & set(tactics) else names[entry.id] for entry in people]
    ids = [entry.id for entry in people]
    examined = Examined(
        title=one.title,
        ruleset=one.ruleset,
        sides=(ids[0], ids[1] if len(ids) > 1 else ""),
        policies=(minds[0], minds[1] if len(ids) > 1 else ""),
        exact=False,
    )
    solver: Duel | None = loaded(ruleset.duel)
    if solver is None:
        return _in_the_way(examined, Refusal(f"{ruleset.name} has no exact duels")), None, None
    if len(ids) != 2 or len({entry.side for entry in people}) != 2:
        return _in_the_way(examined, Refusal(f"it is not one against one: {len(ids)} take part")), None, None
    refusal = solver.refusal(one, contest.state, examined.policies)
    if refusal is not None:
        return _in_the_way(examined, refusal), None, None
    model = solver.model(one, contest.state, examined.policies)
    return _measured(examined, model)


def _in_the_way(examined: Examined, refusal: Refusal) -> Examined:
    return msgspec.structs.replace(examined, why=refusal.reason, rule=refusal.rule)


def _measured(examined: Examined, model: Model) -> tuple[Examined, Model | None, Blocks | None]:
    """Count the states, and say whether they are too many."""
    blocks = blocks_of(model)
    examined = msgspec.structs.replace(examined, assumed=model.assumed, grid=model.grid)
    if blocks is None:
        return _in_the_way(examined, Refusal("there are too many different situations to look at")), None, None
    examined = msgspec.structs.replace(examined, states=blocks.states)
    if blocks.states > MOST_STATES:
        size = f"it has {blocks.states:,} states; up to {MOST_STATES:,} are solved"
        return _in_the_way(examined, Refusal(size)), None, None
    if blocks.states > MOST_NODES and not find_spec("numpy"):
        need = f"it has {blocks.states:,} states, which takes numpy: pip install 'certamen[sim]'"
        return _in_the_way(examined, Refusal(need)), None, None
    return msgspec.structs.replace(examined, exact=True), model, blocks


def _refused(examined: Examined) -> str:
    return f"no exact answer: {examined.why}" + (f" ({examined.rule})" if examined.rule else "")


def _odds(examined: Examined, model: Model, blocks: Blocks, lengths: bool) -> DuelOdds:
    if blocks.states <= FEW_NODES or not find_spec("numpy"):
        grown = explore(model)
        return _by_nodes(examined, grown, grown.edges, lengths)
    from certamen.odds import grid

    found = grid.totals(blocks)
    chances = grid.lengths(blocks, MOST_ROUNDS, TAIL) if lengths else []
    return _told(examined, found, chances)


def _by_nodes(examined: Examined, grown: Chain, edges: Sequence[Sequence[Edge]], lengths: bool) -> DuelOdds:
    found = chain_solve.values(edges, grown.rounds)
    chances = chain_solve.lengths(edges, grown.rounds, MOST_ROUNDS, TAIL) if lengths else []
    return _told(examined, tuple([float(one[0]) for one in found]), [float(one) for one in chances])


def _told(examined: Examined, found: Sequence[float], lengths: Sequence[float]) -> DuelOdds:
    first, second, nobody, rounds = found
    left = 1 - first - second - nobody
    endless = left if rounds == inf or left > 1e-9 else 0.0
    return DuelOdds(
        title=examined.title,
        ruleset=examined.ruleset,
        sides=examined.sides,
        policies=examined.policies,
        win=(first, second),
        nobody=nobody,
        endless=endless,
        rounds=None if endless else rounds,
        lengths=tuple(lengths[1:]),
        longer=1 - sum(lengths) if lengths else 1.0,
        residual=abs(left - endless),
        states=examined.states,
        assumed=examined.assumed,
    )


def _tactic(
    examined: Examined,
    model: Model,
    grown: Chain,
    side: int,
    chosen: Mapping[int, int],
    odds: DuelOdds,
    before: DuelOdds,
    policy: str,
) -> BestTactic:
    found = chain_best.tactic(grown, side, chosen)
    worth, old = odds.win[side] + odds.nobody / 2, before.win[side] + before.nobody / 2
    return BestTactic(
        side=examined.sides[side],
        policy=policy,
        sees=model.sees,
        choices=tuple(
            Advised(sees, choice, found.met[sees])
            for sees, choice in sorted(found.choices.items(), key=lambda one: [(type(x) is str, x) for x in one[0]])
        ),
        grid=model.grid,
        worth=worth,
        before=old,
        gain=worth - old,
    )
