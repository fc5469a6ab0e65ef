"""YAML as a tree: what is unsafe or too large is refused while it streams in; what is broken is told in plain words."""

from collections.abc import Iterator
from typing import Any

import pytest
import yaml

from certamen.files.problems import FileErrors
from certamen.files.tree import DEEPEST, MOST_NODES, parse, place, plain


def refusal(text: str) -> str:
    with pytest.raises(FileErrors) as caught:
        parse(text, "f")
    return str(caught.value)


def test_only_plain_numbers_and_truths_are_resolved() -> None:
    text = """{a: no, b: on, c: 12:30, d: 1_000, e: 0x10, f: 1e3, g: 007, h: 2026-01-01, i: .inf, j: "1", k: 'true',
 l: true, m: null, n: ~, o: , p: -3, q: 1.50, r: 99999999999999999999}"""
    assert plain(parse(text, "f").root) == {
        "a": "no", "b": "on", "c": "12:30", "d": "1_000", "e": "0x10", "f": "1e3", "g": "007", "h": "2026-01-01",
        "i": ".inf", "j": "1", "k": "true", "l": True, "m": None, "n": None, "o": None, "p": -3, "q": 1.5,
        "r": "99999999999999999999",
    }  # fmt: skip


def test_keys_are_text_as_written() -> None:
    assert plain(parse("{1: a, true: b, ~: c, 1.0: d}", "f").root) == {"1": "a", "true": "b", "~": "c", "1.0": "d"}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("a: &x 1\nb: *x", "f:1:4: an anchor (&) (expected: values written out; `like: ID` repeats a participant)"),
        ("a: *x", "f:1:4: an alias (*) (expected: values written out; `like: ID` repeats a participant)"),
        ("a: !!python/object/apply:os.system [ls]",
         "f:1:4: a tag (!!python/object/apply:os.system) (expected: plain values without tags)"),
        ("a: !x 1", "f:1:4: a tag (!x) (expected: plain values without tags)"),
        ("a: 1\n---\nb: 2", "f:2:1: a second document begins here (---) (expected: one document a file)"),
        ("", "f:1:1: the file is empty (expected: an encounter: certamen new RULESET writes one to start from)"),
        ("# only words\n", "f:1:1: the file is empty "
         "(expected: an encounter: certamen new RULESET writes one to start from)"),
    ],
)  # fmt: skip
def test_what_is_unsafe(text: str, message: str) -> None:
    assert refusal(text) == message


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("title: Fight: the end", "f:1:13: a colon where no key can stand"),
        ("a:\n  b: 1\n   c: 2", "f:3:5: a colon where no key can stand"),
        ("a:\n\tb: 1", "f:2:1: a tab (expected: spaces to indent)"),
        ("a: 1\n\tb: 2", "f:2:1: a tab (expected: spaces to indent)"),
        ("a: [1, 2\nb: 3", "f:2:2: a comma or a closing bracket is missing before this (it opened in line 1)"),
        ("a: 'it's'", "f:1:8: a key must stand here"),
        ('x: 1\na: "never closed\n', "f:2:4: a quote is not closed"),
        ("a: @x", "f:1:4: a value cannot begin with @ (expected: quotes around it)"),
        ("- a\nb: 1", "f:2:1: an item of a list must stand here"),
        ("a : 1\nb:2\nc: 3", "f:2:1: a key without a colon"),
        ("{a: 1}}", "f:1:7: more than belongs to the whole"),
        ("a: [,]", "f:1:5: a value is missing before this"),
        ("a: - b", "f:1:4: a list cannot begin here"),
        ('a: "\\q"', "f:1:5: \\ before a character that it cannot precede"),
        ("a: *", "f:1:5: this is not YAML: did not find expected alphabetic or numeric character"),
        ("%FOO\n---\na: 1", "f:1:5: this is not YAML: found unknown directive name"),
    ],
)
def test_what_is_broken(text: str, message: str) -> None:
    assert refusal(text).startswith(message)


def test_double_keys_and_odd_keys_are_told_all_at_once() -> None:
    read = parse("a: 1\nb: {c: 1, c: 2}\na: 2\n[x]: 3\n", "f")
    assert [str(one) for one in read.problems] == [
        "f:2:11: the key 'c' stands here again, after line 2",
        "f:3:1: the key 'a' stands here again, after line 1",
        "f:4:1: a key that is a list or a mapping (expected: plain text as a key)",
    ]
    assert plain(read.root) == {"a": 1, "b": {"c": 1}}


LAUGHS = "a: &a [x,x]\n" + "".join(
    f"{chr(98 + k)}: &{chr(98 + k)} [*{chr(97 + k)},*{chr(97 + k)}]\n" for k in range(20)
)


@pytest.mark.parametrize(
    ("text", "message", "most"),
    [
        ("[" * 1000 + "]" * 1000, f"nested more than {DEEPEST} deep", DEEPEST + 10),
        ("".join(" " * k + "a:\n" for k in range(1000)), f"nested more than {DEEPEST} deep", 4 * DEEPEST),
        ("[" + "1," * 400_000 + "]", f"more than {MOST_NODES:,} values", MOST_NODES + 10),
        ("".join(f"k{k}: v\n" for k in range(100_000)), f"more than {MOST_NODES:,} values", MOST_NODES + 10),
        (LAUGHS, "an anchor (&)", 10),
        ("- " * 100_000, f"nested more than {DEEPEST} deep", 4 * DEEPEST),
    ],
    ids=["deep", "deep block", "long list", "long mapping", "billion laughs", "dashes"],
)
def test_reading_stops_at_once(monkeypatch: pytest.MonkeyPatch, text: str, message: str, most: int) -> None:
    """What is too deep, too much or unsafe is refused by the parser's event that shows it: none is taken after it."""
    taken = 0

    def counted(text: str, loader: Any) -> Iterator[object]:
        nonlocal taken
        for event in real(text, loader):
            taken += 1
            yield event

    real = yaml.parse
    monkeypatch.setattr(yaml, "parse", counted)
    assert message in refusal(text)
    assert taken <= most


def test_a_deep_fault_of_the_parser_itself() -> None:
    assert "nested too deep" in refusal("{" * 5000) or "nested more than" in refusal("{" * 5000)


def test_places() -> None:
    root = parse("a:\n  - {b: 1}\n  - c\n", "f").root
    assert place(root, ("a", 0, "b")) == ("f", 2, 9)
    assert place(root, ("a", 0, "b"), key=True) == ("f", 2, 6)
    assert place(root, ("a", 1)) == ("f", 3, 5)
    assert place(root, ("a", 7, "x")) == ("f", 2, 3), "the deepest that is there"
    assert place(root, ("z",)) == ("f", 1, 1)
