"""What is worked out for a ground is kept within bounds, and answers stay the same when it starts anew."""

from certamen.kernel.space import Area, Ground, Place, Rectangle, metres, reachable, sees
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
