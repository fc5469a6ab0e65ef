"""What the start page and the builder are told: rulesets with their rules and rulings, and the examples to try."""

import re
from functools import cache
from pathlib import Path
from typing import Any

from certamen.files.examples import examples
from certamen.files.starter import starter
from certamen.files.text import read_text
from certamen.files.typed import adapter
from certamen.kernel.query import Query
from certamen.kernel.rule import Rule, Ruling
from certamen.kernel.ruleset import Ruleset, loaded
from certamen.rulesets import UnknownRuleset, about, find, names
from certamen.web.errors import Refused

TITLE = re.compile(r"^title: *(.*?) *$", re.MULTILINE)
INCLUDE = re.compile(r"^include: *(\S+) *\n", re.MULTILINE)
KEY = ("name", "meaning", "default", "kind", "low", "high", "choices")
PARTICIPANTS = re.compile(r"^participants:", re.MULTILINE)


@cache
def rulesets() -> list[dict[str, Any]]:
    """All rulesets in few words, by title."""
    found = [(find(name), about(name)) for name in names()]
    found.sort(key=lambda one: one[0].title.casefold())
    return [{"name": one.name, "title": one.title, "about": words, "maps": bool(one.mapping)} for one, words in found]


@cache
def example_list() -> list[dict[str, str]]:
    """All example encounters in few words: what the comment at their head says."""
    return [
        {
            "ruleset": path.parent.name,
            "name": path.stem,
            "title": found[1] if (found := TITLE.search(text)) else path.stem,
            "about": _head(text),
        }
        for path in sorted(examples().glob("*/*.yaml"))
        if path.name.count(".") == 1 and path.parent.name in names()
        for text in (read_text(path),)
    ]


def _head(text: str) -> str:
    lines = []
    for line in text.splitlines():
        if not line.startswith("#"):
            break
        lines.append(line.lstrip("# "))
    return " ".join(lines)


def example(ruleset: str, name: str) -> str:
    """The YAML of an example, with what it includes written into it. Raises Refused where there is none."""
    if not any((one["ruleset"], one["name"]) == (ruleset, name) for one in example_list()):
        raise Refused(404, f"there is no example {ruleset}/{name}"[:200])
    folder = examples() / ruleset
    text = read_text(folder / f"{name}.yaml")
    include = INCLUDE.search(text)
    return text if include is None else _with_included(INCLUDE.sub("", text), read_text(Path(folder, include[1])))


def _with_included(text: str, included: str) -> str:
    """The file with the participants of another in front of its own."""
    found = PARTICIPANTS.search(included)
    others = included[found.end() :].strip("\n") if found else ""
    own = PARTICIPANTS.search(text)
    if own is None:
        return f"{text.rstrip()}\nparticipants:\n{others}\n"
    return f"{text[: own.end()]}\n{others}\n{text[own.end() :].lstrip()}"


@cache
def ruleset_told(name: str) -> dict[str, Any]:
    """A ruleset with all a builder of encounters needs. Raises Refused where there is none."""
    try:
        ruleset = find(name)
    except UnknownRuleset as unknown:
        raise Refused(404, str(unknown)[:200]) from None
    return {
        "name": ruleset.name,
        "title": ruleset.title,
        "version": ruleset.version,
        "about": about(name),
        "rules": [_rule(rule) for rule in ruleset.rules],
        "rulings": [_ruling(ruling) for ruling in ruleset.rulings],
        "policies": list(ruleset.policies),
        "queries": queries_told(ruleset),
        "sheet": adapter(ruleset.sheet).json_schema(),
        "scene": adapter(ruleset.scene).json_schema(),
        "starter": starter(ruleset),
    }


def _rule(rule: Rule) -> dict[str, str]:
    return {"id": rule.id, "text": rule.text, "kind": rule.kind, "errata": rule.errata}


def _ruling(ruling: Ruling) -> dict[str, Any]:
    return {
        "name": ruling.name,
        "rule": ruling.rule,
        "default": ruling.default,
        "reason": ruling.why,
        "choices": [list(pair) for pair in ruling.choices],
        "bounds": ruling.bounds,
        "per": ruling.per,
    }


def queries_told(ruleset: Ruleset) -> list[dict[str, Any]]:
    """The checks that may be called for, and what they take."""
    queries: tuple[Query, ...] = loaded(ruleset.queries) or ()
    return [
        {
            "name": query.name,
            "title": query.title,
            "keys": [{field: getattr(key, field) for field in KEY} for key in query.keys],
        }
        for query in queries
    ]
