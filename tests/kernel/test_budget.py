"""Budgets: typed, with what spent them, never below zero."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.kernel.budget import Budget, Spend, grant, left, renew, spend


def test_what_is_spent_is_told_with_what_spent_it() -> None:
    budget = spend(spend(Budget({"main": 3, "re": 1}), "main", "hit", 2), "re", "guard")
    assert (left(budget, "main"), left(budget, "re"), left(budget, "bonus")) == (1, 0, 0)
    assert budget.spent == (Spend("main", 2, "hit"), Spend("re", 1, "guard"))


@pytest.mark.parametrize(("kind", "amount"), [("main", 4), ("bonus", 1), ("main", -1)])
def test_more_than_is_left_cannot_be_spent(kind: str, amount: int) -> None:
    with pytest.raises(ValueError, match=f"hit needs {amount} {kind}, . left"):
        spend(Budget({"main": 3}), kind, "hit", amount)


def test_renewing_leaves_other_kinds_as_they_are() -> None:
    budget = spend(spend(Budget({"main": 1, "once": 1}), "main", "hit"), "once", "gift")
    budget = renew(budget, {"main": 2})
    assert (left(budget, "main"), left(budget, "once")) == (2, 0)


def test_granting_adds_to_a_kind_or_makes_it() -> None:
    budget = grant(grant(Budget({"main": 1}), "main", 2), "bonus")
    assert (left(budget, "main"), left(budget, "bonus")) == (3, 1)


@given(st.lists(st.tuples(st.sampled_from(["main", "re", "none"]), st.integers(-2, 4)), max_size=20))
def test_never_below_zero_and_through_json(spends: list[tuple[str, int]]) -> None:
    budget = Budget({"main": 5, "re": 2})
    for kind, amount in spends:
        fits = 0 <= amount <= left(budget, kind)
        try:
            budget = spend(budget, kind, "x", amount)
        except ValueError:
            assert not fits
        else:
            assert fits
    assert min(left(budget, kind) for kind in ("main", "re", "none")) >= 0
    assert msgspec.json.decode(msgspec.json.encode(budget), type=Budget) == budget
