"""What a turn may still spend, typed (main, move, bonus, re-act, ...), with what spent it."""

from collections.abc import Mapping

from msgspec import Struct


class Spend(Struct, frozen=True, array_like=True):
    """So much of a kind, spent by an act."""

    kind: str
    amount: int
    by: str


class Budget(Struct, frozen=True):
    """Limits by kind, and what was spent of them, in order."""

    limits: dict[str, int] = {}
    spent: tuple[Spend, ...] = ()


def left(budget: Budget, kind: str) -> int:
    """What is left of a kind; 0 for a kind the budget does not have."""
    return budget.limits.get(kind, 0) - sum([spend.amount for spend in budget.spent if spend.kind == kind])


def spend(budget: Budget, kind: str, by: str, amount: int = 1) -> Budget:
    """The budget with so much less of a kind.

    Raises ValueError when less than that is left, or the amount is negative: legality is asked before.
    """
    if amount < 0 or left(budget, kind) < amount:
        raise ValueError(f"{by} needs {amount} {kind}, {left(budget, kind)} left")
    return Budget(budget.limits, (*budget.spent, Spend(kind, amount, by)))


def grant(budget: Budget, kind: str, amount: int = 1) -> Budget:
    """The budget with so much more of a kind."""
    return Budget({**budget.limits, kind: budget.limits.get(kind, 0) + amount}, budget.spent)


def renew(budget: Budget, limits: Mapping[str, int]) -> Budget:
    """The budget with these kinds fresh and unspent; other kinds keep what they have."""
    return Budget({**budget.limits, **limits}, tuple(s for s in budget.spent if s.kind not in limits))
