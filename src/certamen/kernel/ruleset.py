"""The contract between a ruleset and the kernel: one frozen record of functions and tables."""

from collections.abc import Callable, Mapping
from functools import cache, cached_property
from importlib import import_module
from typing import Any

from msgspec import Struct

from certamen.dice import Dice
from certamen.kernel.action import Action, Offer, Value
from certamen.kernel.draws import Draws
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.event import Event
from certamen.kernel.rule import Problem, Rule, Ruling, RulingValue
from certamen.kernel.state import Outcome, Participant, State, Step
from certamen.kernel.window import Request, Resume

# `Any` stands for the ruleset's own State, sheet, scene and rows: the kernel passes them on and never looks inside.
Rows = Any
Codes = tuple[int, ...]
Policy = Callable[[Rows, Dice], Codes]


class Act(Struct, frozen=True):
    """A kind of act: its verb, what it offers to whom it is asked of, and what it does.

    offers(state, request): every way to do it, closed ones with their reason; () where it makes no sense at all.
    apply(state, action, request, draws): done; legality was checked against `offers` before. The request is
    answered and out of its window; when nothing more is open, the window's `then` step runs.
    """

    verb: str
    offers: Callable[[Any, Request], tuple[Offer, ...]]
    apply: Callable[[Any, Action, Request, Draws], Step]


class Ruleset(Struct, frozen=True, kw_only=True, dict=True):
    """A rule system.

    name, title, version: the version changes when any result could;
    sheet, scene: the types (frozen dataclasses) that file checks, schemas and views come from; state: its State;
    check(encounter): what is wrong with it beyond types;
    recruit(entry, rulings): a participant from his entry;
    start(encounter, state, draws): the first state, the first request open (late ones have status "waiting");
    enter(state, who, draws): `who`, recruited and waiting, comes in; acts: every verb;
    unasked: what a participant may do at any time, asked or not (giving up);
    steps: how to go on, by name, for windows to name; "next" (go on to the next turn) must be one of them;
    settle(state, draws): after the game master changed something: what follows from it at once;
    outcome(state): how it ended, or None;
    conclude(state, draws): however that was decided, what the contest leaves behind: told, and if need be asked, before
    it is over (`State.ending`). Once, and once more where a reopened contest ends again;
    policies: who decides when no person does, "plain" among them; pack and unpack are their view and their voice;
    narrate(event, names): one plain sentence from the event alone, with any hidden value missing;
    words(state, participant): how he looks to others ("hurt"); values(state, participant): his figures by name
    (who sees one: `audience.Seen`; a tuple of ids is cut to those a seat may know of);
    export(state, participant): his sheet as it is now, for the next evening;
    left: which of `values` tell what is left of one at the end;
    queries, loop, duel, belief, mapping: where its `tuple[Query, ...]`, `Loop`, `Duel`, `Belief` and `Mapping` stand,
    as "module:NAME": `loaded` when asked.
    """

    name: str
    title: str
    version: str
    rules: tuple[Rule, ...]
    rulings: tuple[Ruling, ...]
    sheet: type
    scene: type
    state: type[State]
    check: Callable[[Encounter, Mapping[str, RulingValue]], tuple[Problem, ...]]
    recruit: Callable[[Entry, Mapping[str, RulingValue]], Participant]
    start: Callable[[Encounter, Any, Draws], Step]
    enter: Callable[[Any, str, Draws], Step]
    acts: tuple[Act, ...]
    unasked: tuple[Act, ...] = ()
    steps: Mapping[str, Callable[[Any, Resume, Draws], Step]]
    settle: Callable[[Any, Draws], Step]
    outcome: Callable[[Any], Outcome | None]
    conclude: Callable[[Any, Draws], Step] | None = None
    policies: Mapping[str, Policy]
    pack: Callable[[Any, Request], Rows]
    unpack: Callable[[Codes, Any, Request], Action]
    narrate: Callable[[Event, Mapping[str, str]], str]
    words: Callable[[Any, Any], str]
    values: Callable[[Any, Any], dict[str, Value]]
    export: Callable[[Any, Any], Any]
    left: tuple[str, ...] = ()
    queries: str = ""
    loop: str = ""
    duel: str = ""
    belief: str = ""
    mapping: str = ""

    def act(self, verb: str) -> Act | None:
        """The act with this verb."""
        return self._by_verb.get(verb)

    @cached_property
    def _by_verb(self) -> dict[str, Act]:
        return {act.verb: act for act in self.acts}


@cache
def loaded(reference: str) -> Any:  # noqa: ANN401 - queries, a loop or a duel, by what was asked for
    """What stands at "module:NAME"; None for ""."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name) if module else None
