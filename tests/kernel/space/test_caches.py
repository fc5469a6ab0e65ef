"""What is worked out for a ground is kept within bounds, and answers stay the same when it starts anew."""

from certamen.kernel.space import Area, Ground, Place, Rectangle, Wall, metres, reachable, sees
from certamen.kernel.space.index import MOST_KEPT, index_of


def test_caches_are_bounded_and_harmless() -> None:
    ground = Ground(10_000, 10_000, areas=(Area("mud", Rectangle((0, 0), (300, 300))),))
    space = metres(ground, {"ann": Place(50, 50)})
    index = index_of(ground)
    first = reachable(space, "ann", 11_000)
    assert len(first) == 100 * 100 - 1
    assert reachable(space, "ann", 11_000) == first
    for x in range(10_000):
        assert sees(space, "ann", Place(x, 5000))
    for cache in (index.edges, index.terrain, index.sights):
        assert 0 < len(cache) <= MOST_KEPT


def test_grounds_are_kept_by_what_they_are_and_only_a_few() -> None:
    assert index_of(Ground(1000, 1000)) is index_of(Ground(1000, 1000))
    limit = index_of.cache_info().maxsize
    assert limit is not None
    assert limit <= 32


def test_walls_of_a_long_map_are_found_in_their_rows() -> None:
    walls = tuple(Wall((0, y), (1000, y)) for y in range(100, 900_000, 179_900))
    ground = Ground(1000, 1_000_000, "free", walls=walls)
    assert len(index_of(ground).rows) == len(walls)
    for wall in walls:
        space = metres(ground, {"ann": Place(500, wall.a[1] - 50)})
        assert Place(500, wall.a[1] + 50) not in reachable(space, "ann", 200)
