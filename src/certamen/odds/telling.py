"""The odds of an act in a few lines of words: at the terminal and at the table."""

from __future__ import annotations

from collections.abc import Mapping
from fractions import Fraction

from certamen.kernel.action import Value

LEAST = Fraction(1, 200)  # a chance told in the short form

Spread = Mapping[Value | None, Fraction]


def brief(
    results: Mapping[str, Spread],
    figures: Mapping[str, Mapping[str, Spread]],
    outcome: Mapping[str, Fraction],
    names: Mapping[str, str],
) -> list[str]:
    """The odds of an act in a few lines: the words its events tell, what becomes of whom, and whether it ends.

    >>> brief({"attack: result": {"hit": Fraction(16, 25), "miss": Fraction(9, 25)}}, {}, {}, {})
    ['attack: result: hit 64%, miss 36%']
    """
    lines = [f"{what}: {_chances(spread)}" for what, spread in results.items() if _worded(spread)]
    for who, found in figures.items():
        for what, spread in found.items():
            if len(spread) > 1 and all(isinstance(value, int) for value in spread):
                lines.append(f"{names.get(who, who)}: {what} {_mean(spread)} on average")
            elif len(spread) > 1 and what in ("status", "effects"):
                lines.append(f"{names.get(who, who)}: {_chances(spread)}")
    if outcome:
        lines.append(f"it is over, won by {_chances(outcome)}")
    return lines


def _worded(spread: Spread) -> bool:
    """Whether the spread is of words, none of them all but sure and none all but impossible alone."""
    if max(spread.values()) > 1 - LEAST or not _chances(spread):
        return False
    words = [value for value in spread if isinstance(value, str)]
    return len(words) > 1 or (len(words) == 1 and None in spread)


def _chances(spread: Mapping[str, Fraction] | Spread) -> str:
    told = [(value, chance) for value, chance in spread.items() if chance >= LEAST and value is not None]
    return ", ".join(f"{value} {_percent(chance)}" for value, chance in told)


def _percent(chance: Fraction) -> str:
    return f"{float(chance) * 100:.1f}".removesuffix(".0") + "%"


def _mean(spread: Spread) -> str:
    mean = sum(float(chance) * value for value, chance in spread.items() if isinstance(value, int))
    return f"{mean:.1f}".removesuffix(".0")


def changed_figures(usual: Mapping[str, int], figures: Mapping[str, int]) -> str:
    """What is supposed otherwise than usual."""
    return ", ".join(f"{name} {value}" for name, value in figures.items() if usual[name] != value)
