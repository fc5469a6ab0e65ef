"""What the types refuse, in plain words, whatever the type."""

import time
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Annotated, Any, ClassVar, Literal

import pytest
from annotated_types import Ge, Gt, Le, Len, Lt

from certamen.files.typed import adapter, check, shown


@dataclass(frozen=True, kw_only=True)
class Inner:
    """Something within."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}

    size: Literal["small", "large"]
    names: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Thing:
    """One of each kind of field."""

    __pydantic_config__: ClassVar[dict[str, object]] = {"extra": "forbid"}

    whole: Annotated[int, Ge(1), Le(9)] = 1
    open_: Annotated[int, Gt(0), Lt(10)] = 1
    metres: Decimal = Decimal(1)
    yes: bool = False
    text: Annotated[str, Len(2, 4)] = "ab"
    some: Annotated[str, Len(1)] = "a"
    many: Annotated[tuple[int, ...], Len(2, 3)] = (1, 2)
    one: Annotated[tuple[int, ...], Len(1)] = (1,)
    table: dict[Literal["str", "dex"], int] = field(default_factory=dict)
    inner: Inner | None = None
    things: tuple[Inner, ...] = ()
    free: dict[str, Any] = field(default_factory=dict)


def said(**data: object) -> list[str]:
    value, faults = check(Thing, data)
    assert value is None
    return [f"{'.'.join(map(str, one.path))}: {one.message} ({one.expected})" for one in faults]


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"whole": 0}, "whole: 0 will not do (at least 1)"),
        ({"whole": 10}, "whole: 10 will not do (at most 9)"),
        ({"whole": "1"}, 'whole: "1" will not do (a whole number)'),
        ({"whole": 1.5}, "whole: 1.5 will not do (a whole number)"),
        ({"whole": True}, "whole: true will not do (a whole number)"),
        ({"whole": None}, "whole: null will not do (a whole number)"),
        ({"open_": 0}, "open_: 0 will not do (more than 0)"),
        ({"open_": 10}, "open_: 10 will not do (less than 10)"),
        ({"yes": "yes"}, 'yes: "yes" will not do (true or false)'),
        ({"text": "a"}, 'text: "a" will not do (at least 2 characters)'),
        ({"text": "abcde"}, 'text: "abcde" will not do (at most 4 characters)'),
        ({"text": 7}, "text: 7 will not do (text)"),
        ({"some": ""}, 'some: "" will not do (some text)'),
        ({"many": [1]}, "many: [1] will not do (at least 2 of them)"),
        ({"many": [1, 2, 3, 4]}, "many: [1, 2, 3, 4] will not do (at most 3 of them)"),
        ({"many": {"a": 1}}, 'many: {"a": 1} will not do (a list)'),
        ({"many": 1}, "many: 1 will not do (a list)"),
        ({"one": []}, "one: [] will not do (at least one)"),
        ({"one": ["x"]}, 'one.0: "x" will not do (a whole number)'),
        ({"table": {"con": 1}}, 'table.con: "con" will not do (str or dex)'),
        ({"table": [1]}, "table: [1] will not do (a mapping of keys and values)"),
        ({"inner": 3}, "inner: 3 will not do (a mapping of keys and values)"),
        ({"inner": {}}, "inner: size is missing (small, large)"),
        ({"inner": {"size": "huge"}}, 'inner.size: "huge" will not do (small or large)'),
        ({"inner": {"size": "small", "nams": []}}, "inner.nams: there is no nams here; did you mean names? ()"),
        ({"things": [{"size": "small"}, {}]}, "things.1: size is missing (small, large)"),
        ({"things": [{"size": "small", "x": 1}]}, "things.0.x: there is no x here (size, names)"),
        ({"hole": 1}, "hole: there is no hole here; did you mean whole? ()"),
        ({"free": 1}, "free: 1 will not do (a mapping of keys and values)"),
    ],
)  # fmt: skip
def test_in_plain_words(data: dict[str, object], message: str) -> None:
    assert said(**data) == [message]


def test_a_fault_of_a_key_is_marked() -> None:
    faults = check(Thing, {"table": {"con": 1}, "hole": 1})[1]
    assert [one.key for one in faults] == [True, True]


def test_metres_may_have_a_point() -> None:
    value, faults = check(Thing, {"metres": 1.5})
    assert (faults, value and value.metres) == ((), Decimal("1.5"))
    assert said(metres="much")[0].startswith('metres: "much" will not do (')


def test_long_values_are_cut() -> None:
    assert len(shown("x" * 500)) == 60


def test_no_more_faults_than_help() -> None:
    assert len(check(Thing, {f"x{k}": 1 for k in range(500)})[1]) == 100


def test_two_threads_make_checkers_one_after_the_other() -> None:
    """CPython 3.11 fails where two threads parse source at once, as the checkers of documented types do (gh-106905)."""
    at_work: list[type] = []
    together: list[int] = []

    class Slow:
        @classmethod
        def __get_pydantic_core_schema__(cls, source: type, handler: Any) -> Any:
            at_work.append(cls)
            time.sleep(0.05)
            together.append(len(at_work))
            at_work.remove(cls)
            return handler(int)

    kinds = [type(f"Slow{k}", (Slow,), {}) for k in range(4)]
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(adapter, kinds))
    assert together == [1, 1, 1, 1]
