"""Chains: by hand, against whole matrices, node by node against blocks, tactics and games against every tactic."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from certamen.kernel.duel import ASKED, Model
from certamen.odds import chain_best, grid, tactics
from certamen.odds.blocks import blocks_of
from certamen.odds.chain_solve import Edges, evaluate, lengths, loops, values, visits
from certamen.odds.nodes import Chain, TooLarge, explore
from certamen.odds.situations import LOST, NOBODY_WON, WON
from tests.odds.toy import toy

MODELS = {
    "even": toy((6, 6)),
    "uneven": toy((9, 5), faces=(2, 4), sides=(6, 3)),
    "tired": toy((8, 8), tired=2),
    "parting": toy((7, 7), faces=(3, 4), part=True),
    "seldom": toy((5, 5), faces=(1, 1), sides=(2, 2)),
    "fine": toy((6, 7), tired=1, fine=True),
}


def by_matrix(edges: Edges, rounds: set[int]) -> np.ndarray:
    """Chances of the three ends and rounds from node 0, from the whole matrix at once."""
    size = len(edges)
    stays, out = np.eye(size), np.zeros((size, 4))
    for node, leading in enumerate(edges):
        out[node, 3] = node in rounds
        for chance, to in leading:
            if to >= 0:
                stays[node, to] -= float(chance)
            elif to != LOST:
                out[node, (*WON, NOBODY_WON).index(to)] += float(chance)
    found: np.ndarray = np.linalg.solve(stays, out)
    return np.asarray(found[0])


def test_a_duel_of_one_point_by_hand() -> None:
    """Each hits with 3 of 6 and any hit ends it: the first wins 1/2 + 1/4 of the rest ... = 2/3, in 4/3 rounds."""
    chain = explore(toy((1, 1)), exact=True)
    found = values(chain.edges, chain.rounds)
    assert (found.first[0], found.second[0], found.nobody[0]) == (Fraction(2, 3), Fraction(1, 3), 0)
    assert found.rounds[0] == Fraction(4, 3)
    assert lengths(chain.edges, chain.rounds, 3, 0) == [0, Fraction(3, 4), Fraction(3, 16), Fraction(3, 64)]


def test_two_points_by_hand() -> None:
    """One point against two, damage 1 or 2: side 0 hits 1/2, and of that half needs a second hit."""
    chain = explore(toy((1, 2), sides=(2, 2)), exact=True)
    hit_once = Fraction(2, 3)  # one point against one
    first = Fraction(1, 4) + Fraction(1, 4) * Fraction(1, 2) * hit_once
    stays = Fraction(1, 2) * Fraction(1, 2)
    assert values(chain.edges, chain.rounds).first[0] == first / (1 - stays)


@pytest.mark.parametrize("name", MODELS)
def test_node_by_node_against_the_whole_matrix(name: str) -> None:
    chain = explore(MODELS[name])
    found = values(chain.edges, chain.rounds)
    ours = [found.first[0], found.second[0], found.nobody[0], found.rounds[0]]
    assert np.allclose(ours, by_matrix(chain.edges, chain.rounds), rtol=0, atol=1e-12)
    exact = explore(MODELS[name], exact=True)
    told = values(exact.edges, exact.rounds)
    assert told.first[0] + told.second[0] + told.nobody[0] == 1
    assert float(told.first[0]) == pytest.approx(ours[0], abs=1e-13)


@pytest.mark.parametrize("name", MODELS)
def test_blocks_against_node_by_node(name: str) -> None:
    model = MODELS[name]
    chain, blocks = explore(model), blocks_of(model)
    assert blocks is not None
    assert blocks.states() >= len(chain.edges) * 0.5
    found, other = grid.totals(blocks), values(chain.edges, chain.rounds)
    assert found.first == pytest.approx(other.first[0], abs=1e-13)
    assert found.second == pytest.approx(other.second[0], abs=1e-13)
    assert found.nobody == pytest.approx(other.nobody[0], abs=1e-13)
    assert found.rounds == pytest.approx(other.rounds[0], abs=1e-12)
    ours, theirs = grid.lengths(blocks, 30, 1e-9), lengths(chain.edges, chain.rounds, 30, 1e-9)
    assert ours == pytest.approx(list(map(float, theirs)), abs=1e-13)


def test_tiles_do_not_show(monkeypatch: pytest.MonkeyPatch) -> None:
    blocks = blocks_of(toy((40, 30), tired=1))
    assert blocks is not None
    whole = grid.totals(blocks)
    monkeypatch.setattr(grid, "TILE", 7)
    assert grid.totals(blocks) == pytest.approx(whole, abs=1e-13)


def test_a_random_chain_with_many_loops() -> None:
    rng = np.random.default_rng(7)
    for _ in range(20):
        size = int(rng.integers(2, 30))
        edges = []
        for _node in range(size):
            chances = rng.dirichlet(np.ones(4))
            edges.append(tuple(zip(map(float, chances), (*map(int, rng.integers(0, size, 3)), WON[0]), strict=True)))
        some = {0, size - 1}
        found = values(edges, some)
        assert [found.first[0], found.rounds[0]] == pytest.approx(by_matrix(edges, some)[[0, 3]], abs=1e-10)
        met = visits(edges)
        assert sum(met[node] for node in some) == pytest.approx(found.rounds[0], abs=1e-9)


def test_what_never_ends_is_told() -> None:
    """Neither can hit: no chance to win, rounds without end; and nothing hangs."""
    chain, blocks = explore(toy((3, 3), faces=(0, 0))), blocks_of(toy((3, 3), faces=(0, 0)))
    found = values(chain.edges, chain.rounds)
    assert blocks is not None
    assert grid.totals(blocks).first == found.first[0] == 0
    assert found.rounds[0] == float("inf")


def test_what_may_never_end_is_told() -> None:
    edges = [((0.5, 1), (0.25, WON[0]), (0.25, 0)), ((1.0, 2),), ((1.0, 1),)]
    found = values(edges, {0, 1})
    assert found.first[0] == pytest.approx(1 / 3)
    assert found.rounds[0] == float("inf")


def test_too_many_states_are_refused() -> None:
    with pytest.raises(TooLarge, match="more than 50 states"):
        explore(toy((9, 9)), most=50)


def test_a_solved_value() -> None:
    edges = [((0.25, 0), (0.25, 1), (0.5, WON[0])), ((0.5, 0), (0.5, WON[1]))]
    assert evaluate(edges, loops(edges), {WON[0]: 1, WON[1]: 0})[0] == pytest.approx(0.8)


# --- tactics ---------------------------------------------------------------------------------------------------


def worth(chain: Chain, chosen: dict[int, int], side: int = 0) -> float:
    return float(chain_best.score(chain_best.fixed(chain, chosen), side)[0])


def by_sight(chain: Chain, side: int) -> dict[tuple[int | str, ...], list[int]]:
    sets: dict[tuple[int | str, ...], list[int]] = {}
    for node, ask in chain.asks.items():
        if ask.side == side:
            sets.setdefault(ask.sees, []).append(node)
    return sets


@pytest.mark.parametrize("model", [toy((4, 5), tired=1, minds=(ASKED, "plain")), toy((5, 4), minds=(ASKED, "plain"))])
def test_the_best_reply_is_the_best_of_all(model: Model) -> None:
    """Every tactic by what is seen, one after the other: none is better."""
    chain = explore(model)
    sets = list(by_sight(chain, 0).values())
    every = [
        worth(chain, {node: way for nodes, way in zip(sets, ways, strict=True) for node in nodes})
        for ways in product((0, 1), repeat=len(sets))
    ]
    found = chain_best.best_reply(chain, 0)
    assert worth(chain, found) == pytest.approx(max(every), abs=1e-12)
    assert max(every) > min(every)


def test_who_sees_more_does_no_worse() -> None:
    coarse = explore(toy((6, 6), tired=1, minds=(ASKED, "plain")))
    fine = explore(toy((6, 6), tired=1, minds=(ASKED, "plain"), fine=True))
    assert worth(fine, chain_best.best_reply(fine, 0)) >= worth(coarse, chain_best.best_reply(coarse, 0)) - 1e-12


def test_a_game_is_a_saddle() -> None:
    """Neither side can better itself alone, and the worth is what the best replies give."""
    chain = explore(toy((4, 4), tired=1, minds=(ASKED, ASKED), fine=True))
    chosen = chain_best.game(chain)
    value = worth(chain, chosen)
    for side in (0, 1):
        reply = chain_best.best_reply(chain, side, chosen)
        assert worth(chain, reply, side) == pytest.approx(worth(chain, chosen, side), abs=1e-10)
    assert 0 < value < 1


def test_a_game_in_which_one_does_not_see_all_is_refused() -> None:
    with pytest.raises(Exception, match="without seeing everything"):
        chain_best.game(explore(toy((4, 4), minds=(ASKED, ASKED))))


@pytest.mark.parametrize("side", [0, 1])
@pytest.mark.parametrize("tired", [0, 1])
def test_a_tactic_sought_by_blocks_is_the_one_found_node_by_node(side: int, tired: int) -> None:
    model = toy((9, 8), tired=tired, minds=(ASKED, "plain") if side == 0 else ("plain", ASKED))
    chain, blocks = explore(model), blocks_of(model)
    assert blocks is not None
    found = tactics.seek(blocks, side)
    reply = chain_best.best_reply(chain, side)
    assert found.choices == chain_best.tactic(chain, side, reply).choices
    told = grid.totals(found.blocks)
    assert (told.first, told.second)[side] == pytest.approx(worth(chain, reply, side), abs=1e-12)


def test_coarser_steps_keep_what_is_lost_on_average() -> None:
    blocks = blocks_of(toy((40, 40)))
    assert blocks is not None
    coarse = tactics.coarser(blocks, 4)
    assert coarse.states() < blocks.states() / 10
    assert grid.totals(coarse).first == pytest.approx(grid.totals(blocks).first, abs=0.02)
