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
from certamen.odds.duel_told import Advised, BestTactic, Cell, DuelOdds, Examined, Solved, decided
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
    if model is not None and blocks is not None:
        return _odds(examined, model, blocks, lengths)
    one = _encounter(encounter)
    outcome = Contest(find(one.ruleset), one, Seeded(0)).outcome
    if outcome is None:
        raise CannotSolve(_refused(examined))
    return decided(examined, [entry.side for entry in one.participants].index(outcome.winner) if outcome.winner else -1)


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
    plain = duel(encounter, policies, lengths=False)
    examined, model, blocks = _prepare(encounter, policies, tactics)
    if model is None or blocks is None:
        raise CannotSolve(_refused(examined))
    names = _policies(encounter, policies)
    asked = [side for side in (0, 1) if examined.policies[side] == ASKED]
    if len(asked) == 2 or _small(blocks):
        chain = explore(model)
        chosen = chain_best.game(chain) if len(asked) == 2 else chain_best.best_reply(chain, asked[0])
        odds = _by_nodes(examined, chain, chain_best.fixed(chain, chosen), lengths)
        found = [chain_best.tactic(chain, side, chosen) for side in asked]
    else:
        from certamen.odds import tactics as sought

        told = sought.seek(blocks, asked[0])
        odds = _by_blocks(examined, told.blocks, lengths)
        found = [chain_best.Tactic(told.choices, told.met)]
    told_by = dict(zip(asked, found, strict=True))
    before = dict.fromkeys(asked, plain)
    if len(asked) == 2:
        before = {side: _answered(encounter, policies, examined, 1 - side, told_by[1 - side]) for side in asked}
    return Solved(
        odds,
        tuple([_tactic(examined, model, names, side, told_by[side], odds, before[side]) for side in asked]),
    )


def _answered(
    encounter: Encounter | Path | str,
    policies: Mapping[str, str] | None,
    examined: Examined,
    side: int,
    found: chain_best.Tactic,
) -> DuelOdds:
    """The duel where this side chooses so, and the other as its policy does."""
    one, model, _ = _prepare(encounter, policies, [examined.sides[side]])
    if model is None:
        raise CannotSolve(_refused(one))
    chain = explore(model)
    chosen = {
        node: ask.labels.index(found.choices[ask.sees]) if ask.sees in found.choices else 0
        for node, ask in chain.asks.items()
    }
    return _by_nodes(one, chain, chain_best.fixed(chain, chosen), lengths=False)


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
    examined = msgspec.structs.replace(examined, states=blocks.states())
    asked = examined.policies.count(ASKED)
    most = MOST_NODES if asked == 2 or not find_spec("numpy") else MOST_STATES
    if asked == 1 and examined.states > most == MOST_STATES:
        from certamen.odds.tactics import in_steps, step_of  # only once numpy is known to be there

        step = step_of(blocks)
        said = f"the tactic is sought with what is left of each in steps of {step}; what it is worth is exact"
        states = in_steps(blocks, step).states()
        examined = msgspec.structs.replace(examined, assumed=(*examined.assumed, said), states=states)
    elif examined.states > most:
        need = ", which takes numpy: pip install 'certamen[sim]'" if asked < 2 and most == MOST_NODES else ""
        size = f"it has {examined.states:,} states; up to {most:,} are solved{need}"
        return _in_the_way(examined, Refusal(size)), None, None
    return msgspec.structs.replace(examined, exact=True), model, blocks


def _refused(examined: Examined) -> str:
    return f"no exact answer: {examined.why}" + (f" ({examined.rule})" if examined.rule else "")


def _odds(examined: Examined, model: Model, blocks: Blocks, lengths: bool) -> DuelOdds:
    if _small(blocks):
        chain = explore(model)
        return _by_nodes(examined, chain, chain.edges, lengths)
    return _by_blocks(examined, blocks, lengths)


def _small(blocks: Blocks) -> bool:
    """Whether it is solved node by node."""
    return blocks.states() <= FEW_NODES or not find_spec("numpy")


def _by_blocks(examined: Examined, blocks: Blocks, lengths: bool) -> DuelOdds:
    from certamen.odds import grid

    found = grid.totals(blocks)
    return _told(examined, found, grid.lengths(blocks, MOST_ROUNDS, TAIL) if lengths else [])


def _by_nodes(examined: Examined, chain: Chain, edges: Sequence[Sequence[Edge]], lengths: bool) -> DuelOdds:
    found = chain_solve.values(edges, chain.rounds)
    chances = chain_solve.lengths(edges, chain.rounds, MOST_ROUNDS, TAIL) if lengths else []
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
    names: tuple[str, str],
    side: int,
    found: chain_best.Tactic,
    odds: DuelOdds,
    before: DuelOdds,
) -> BestTactic:
    worth, old = (one.win[side] + one.nobody / 2 for one in (odds, before))
    choices = list(found.choices.items())
    if all(isinstance(one, int) for sees in found.choices for one in sees):
        choices.sort()
    return BestTactic(
        side=examined.sides[side],
        policy=names[side],
        sees=model.sees,
        choices=tuple([Advised(sees, choice, found.met[sees]) for sees, choice in choices]),
        grid=model.grid,
        worth=worth,
        before=old,
        gain=worth - old,
    )
