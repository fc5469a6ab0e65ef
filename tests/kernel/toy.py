"""A toy ruleset, to test the kernel by: d20 initiative, a hit for d6, a guard that may react, effects of any length."""

from collections.abc import Mapping
from typing import NamedTuple

from msgspec.structs import replace

from certamen.dice import Dice, Seeded, Source
from certamen.kernel import budget
from certamen.kernel.action import Action, Value
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.kernel.rule import Problem, Rule, Ruling, RulingValue
from certamen.kernel.ruleset import Codes, Ruleset
from certamen.kernel.state import State, Step, opponents
from certamen.kernel.telling import tell
from certamen.kernel.window import Request
from tests.kernel import toy_flow as flow
from tests.kernel.toy_acts import ACTS, UNASKED
from tests.kernel.toy_state import Scene, Sheet, Toy, ToyState, Weapon


class Rows(NamedTuple):
    me: int
    targets: int


def pack(state: State, req: Request) -> Rows:
    return Rows(budget.left(state.participants[req.who].budget, "main"), len(opponents(state, req.who)))


def plain(rows: Rows, dice: Dice) -> Codes:
    return (1, dice.roll(rows.targets) - 1) if rows.me and rows.targets else (0,)


def unpack(codes: Codes, state: State, req: Request) -> Action:
    if codes[0] == 1 and "hit" in req.verbs:
        return Action(req.who, "hit", {"target": opponents(state, req.who)[codes[1]].id}, req.id)
    return Action(req.who, req.default.verb, req.default.values, req.id)


def narrate(event: Event, names: Mapping[str, str]) -> str:
    told = tell(event, names)
    if told is not None:
        return told
    left = f", {event.values['left']} left" if "left" in event.values else ""
    return f"{names.get(event.actor, 'someone')} {event.type} {names.get(event.target, '')}{left}".strip()


def words(state: State, one: Toy) -> str:
    return "unhurt" if one.hp == one.sheet.hp else "hurt"


def values(state: State, one: Toy) -> dict[str, Value]:
    noted: dict[str, Value] = {"note": one.note} if one.note else {}
    return {"hp": one.hp, **noted}


def check(encounter: Encounter, rulings: Mapping[str, RulingValue]) -> tuple[Problem, ...]:
    return tuple(
        Problem(("participants", index, "sheet", "hp"), f"{entry.id} has no hp", "1 or more")
        for index, entry in enumerate(encounter.participants)
        if not entry.sheet.hp
    )


def recruit(entry: Entry, rulings: Mapping[str, RulingValue]) -> Toy:
    return Toy(
        id=entry.id,
        name=entry.name,
        side=entry.side,
        player=entry.player,
        hidden=entry.hidden,
        known_to=entry.known_to,
        sheet=entry.sheet,
        hp=entry.sheet.hp,
        at=entry.at,
        budget=budget.Budget({"re": 1}),
    )


RULESET = Ruleset(
    name="toy",
    title="Toy",
    version="1",
    rules=(Rule("TOY-1", "A hit deals d6.", "enforced"), Rule("TOY-2", "A guard takes 2 off.", "enforced")),
    rulings=(Ruling("mood", "TOY-1", "calm", "why not", (("calm", "no plans"), ("wild", "all plan in secret"))),),
    sheet=Sheet,
    scene=Scene,
    state=ToyState,
    check=check,
    recruit=recruit,
    start=flow.start,
    enter=flow.enter,
    acts=ACTS,
    unasked=UNASKED,
    steps={
        "next": flow.go_next,
        "turn": flow.turn,
        "on": lambda state, then, draws: Step(state),
        "damage": flow.damage,
        "round": flow.new_round,
        "plans": flow.plans,
        "place": flow.place,
    },
    settle=flow.settle,
    outcome=flow.outcome,
    policies={"plain": plain},
    pack=pack,
    unpack=unpack,
    narrate=narrate,
    words=words,
    values=values,
    export=lambda state, one: one.sheet,
)


def toys(
    *initiatives: tuple[str, int],
    hidden: str = "",
    players: str = "",
    sheets: Mapping[str, Sheet] | None = None,
    arrives: Mapping[str, int] | None = None,
    **options: object,
) -> Encounter:
    """An encounter of toys "side/id" with these initiatives (0 rolls)."""
    entries = []
    for name, initiative in initiatives:
        side, _, who = name.rpartition("/")
        entries.append(
            Entry(
                id=who,
                name=who.title(),
                side=side or who,
                sheet=(sheets or {}).get(who) or Sheet(initiative=initiative),
                hidden=who in hidden.split(),
                player="someone" if who in players.split() else "",
                arrives=(arrives or {}).get(who, 0),
            )
        )
    encounter = Encounter(ruleset="toy", title="Toys", participants=tuple(entries), scene=Scene())
    return replace(encounter, **options)


def begin(
    *initiatives: tuple[str, int],
    seed: int = 1,
    source: Source | None = None,
    ruleset: Ruleset = RULESET,
    **how: object,
) -> Contest:
    """A contest of such an encounter, with these dice."""
    return Contest(ruleset, toys(*initiatives, **how), source or Seeded(seed))  # type: ignore[arg-type]  # the caller names what toys takes


__all__ = ["RULESET", "Contest", "Scene", "Sheet", "Toy", "ToyState", "Weapon", "begin", "toys"]
