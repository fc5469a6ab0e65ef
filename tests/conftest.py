"""Hypothesis profiles and the long counts: `make soak` sets CERTAMEN_SOAK=1, the mutation runner CERTAMEN_PROFILE."""

import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, Phase, settings

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # threads wait for each other where others work too
SOAK = bool(os.environ.get("CERTAMEN_SOAK"))

settings.register_profile(
    "default",
    max_examples=50,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    print_blob=True,
    suppress_health_check=[HealthCheck.too_slow],  # the machine is shared: slowness says nothing of the code
)
settings.register_profile("soak", settings.get_profile("default"), max_examples=500, derandomize=False)
settings.register_profile(
    "mutation",
    settings.get_profile("default"),
    derandomize=True,
    database=None,
    phases=[Phase.explicit, Phase.generate],
)
settings.load_profile(os.environ.get("CERTAMEN_PROFILE") or ("soak" if SOAK else "default"))


RULESETS = Path("src/certamen/rulesets")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Leave the tests marked `soak` out of everyday runs; mark those whose branches are not counted.

    Those of one compiled loop go to one worker, the largest loop first: nobody waits for it in the end.
    """
    for item in items:
        if _of_a_loop(item):
            item.add_marker(pytest.mark.xdist_group(item.path.parent.name))
            if item.name.startswith(("test_the_loop_", "test_exact_as_sampled")):
                item.add_marker(pytest.mark.compiled)
        if item.path.parent.name in ("table", "web"):
            item.add_marker(pytest.mark.served)
        if not SOAK and item.get_closest_marker("soak"):
            item.add_marker(pytest.mark.skip(reason="a long count: make soak"))
    items.sort(key=_size, reverse=True)


def _of_a_loop(item: pytest.Item) -> bool:
    return item.path.name in ("test_loop.py", "test_duel.py") and item.path.parent.parent.name == "rulesets"


def _size(item: pytest.Item) -> int:
    """How much there is to compile before this test."""
    folder = RULESETS / item.path.parent.name
    return sum(file.stat().st_size for file in folder.glob("loop*.py")) if _of_a_loop(item) else 0
