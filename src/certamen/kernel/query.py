"""What a ruleset can be asked the odds of: a question with its keys, and the stages of mechanics that answer it."""

from collections.abc import Callable, Mapping
from typing import Any, Literal

from msgspec import Struct

from certamen.dice import Dice

# `Any` stands for the whole numbers (a number, or a NamedTuple of them) that one stage hands to the next.
Numbers = Any


class Key(Struct, frozen=True):
    """A value one may give: its name, what it means, and what is taken without it (None: it must be given).

    kind: "number" (whole, `low` to `high`), "flag" (yes or no), "choice" (one of `choices`), "text".
    """

    name: str
    meaning: str
    default: int | str | None = None
    kind: Literal["number", "flag", "choice", "text"] = "number"
    low: int = -1_000
    high: int = 1_000
    choices: tuple[str, ...] = ()


class Answer(Struct, frozen=True):
    """One thing that comes out: its name, and how it is read from what the last stage gives (a number or a word)."""

    name: str
    read: Callable[[Numbers], int | str]


class Query(Struct, frozen=True, kw_only=True):
    """A question: `certamen odds RULESET NAME key=value...`; a ruleset's first is asked where no name is given.

    plan(values): the first numbers and the stages `(numbers, dice) -> numbers` that follow, each returning only what
    later ones need, so that equal returns merge; raises ValueError, in words for people, for values that make no sense;
    answers: what is told; rules: the ids it rests on; notes(values): what was reckoned, in words ("target number 65").
    """

    name: str
    title: str
    keys: tuple[Key, ...]
    plan: Callable[[Mapping[str, Any]], tuple[Numbers, tuple[Callable[[Numbers, Dice], Numbers], ...]]]
    answers: tuple[Answer, ...]
    rules: tuple[str, ...]
    notes: Callable[[Mapping[str, Any]], tuple[str, ...]] = lambda _: ()
