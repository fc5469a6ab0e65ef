"""The encounter: what a contest starts from, as the files and the programs give it."""

import re
from typing import Any, Literal

from msgspec import Struct

from certamen.kernel.rule import Problem, RulingValue

ID = re.compile(r"[a-z][a-z0-9-]{0,63}\Z", re.ASCII)
RESERVED = frozenset(("acting", "all", "events", "gm", "marks", "offers", "order", "outcome", "round", "side", "table"))


class Objective(Struct, frozen=True, omit_defaults=True):
    """What decides the contest besides being the last in it.

    `side` wins when all marks in `needs` are set; with `by_round`, it loses when that round ends before.
    """

    id: str
    side: str
    title: str
    needs: tuple[str, ...]
    by_round: int = 0


class Entry(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A participant as the encounter gives him. `sheet` is of the ruleset's sheet type.

    player: "" is the game master's; at: a place in the ruleset's own words; arrives: the round he comes in, 0 at
    once; hidden: from all opponents but those in `known_to`; policy: who decides for him when no person does; seems:
    the sheet that odds and advice give him for those who do not know his own (`kernel.belief`).
    """

    id: str
    name: str
    side: str
    sheet: Any  # each ruleset has its own sheet type
    player: str = ""
    at: str = ""
    hidden: bool = False
    known_to: tuple[str, ...] = ()
    arrives: int = 0
    policy: str = ""
    seems: Any = None


class Encounter(Struct, frozen=True, omit_defaults=True, kw_only=True):
    """A contest about to start. `scene` is of the ruleset's scene type; `rulings` are those given, unresolved.

    shown: how much of enemies' figures others see; gm_dice: whether the game master's dice are open or secret;
    review: whether the game master holds each result before it takes effect.
    """

    ruleset: str
    title: str
    participants: tuple[Entry, ...]
    scene: Any  # each ruleset has its own scene type
    rulings: dict[str, RulingValue] = {}
    objectives: tuple[Objective, ...] = ()
    shown: Literal["exact", "words", "nothing"] = "words"
    gm_dice: Literal["open", "secret"] = "open"
    review: bool = False


def id_refusal(who: str) -> str:
    """Why this cannot be the id of a participant, in plain words; "" when it can."""
    if who in RESERVED:
        return f"{who} is a word of the program's own"
    return "" if ID.match(who) else f"{who[:70]!r} is no id: small letters, digits and hyphens, a letter first"


def id_problems(encounter: Encounter) -> tuple[Problem, ...]:
    """What is wrong with the ids of those who take part: each needs one of its own."""
    problems: list[Problem] = []
    seen: set[str] = set()
    for index, entry in enumerate(encounter.participants):
        wrong = f"there are two of the id {entry.id}" if entry.id in seen else id_refusal(entry.id)
        seen.add(entry.id)
        if wrong:
            problems.append(Problem(("participants", index, "id"), wrong))
    return tuple(problems)
