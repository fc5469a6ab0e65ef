"""The contract of a compiled loop: a fight as rows of whole numbers, played without a contest around it."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from msgspec import Struct

from certamen.dice import Dice
from certamen.kernel.action import Action, Refusal
from certamen.kernel.encounter import Encounter
from certamen.kernel.event import Event

# `Any` stands for the ruleset's own state, for its World (a NamedTuple of tables) and for a record in one.
World = Any
Record = Any


class Tray(Protocol):
    """The dice of a fight: those of participant i, of nobody, the game master's, of a policy."""

    def of(self, i: int) -> Dice:
        """The dice of participant i."""

    def table(self) -> Dice:
        """The dice of nobody."""

    def gm(self) -> Dice:
        """The game master's own dice."""

    def policy(self, i: int) -> Dice:
        """The dice of the policy of participant i."""


class Did(NamedTuple):
    """One decision carried out.

    Who (his place among the participants), the ruleset's number of the verb, at whom (-1: nobody), and the ruleset's
    code of what came of it.
    """

    actor: int
    verb: int
    target: int
    result: int


class Loop(Struct, frozen=True, kw_only=True):
    """How a ruleset's fights are played by a compiled loop.

    A World is a NamedTuple of tables. A table is a tuple, at least one long, of NamedTuples of one type, of whole
    numbers alone; while the loop runs, an array of records read and written by the same names. Tables called `desk_...`
    are scratch paper: they are neither reset nor compared. `people` (in the order of the participants) and `scene` (one
    row) always exist: a person has `status` (0: in, 5: yet to come, else: gone) and a field for each of
    `Ruleset.left`; the scene has `round`, `ended` (0 or 1) and `winner` (the place of the winning side in the order
    sides first appear; -1: nobody).

    refusal(state, encounter): what in this contest the loop does not know (hidden ones, a rule, a ruling), or None;
    opening(encounter, state): the World before a die has fallen; `state` is any freshly started one of the encounter;
    rows(state): the World of any state of the contest, `desk_` tables as `opening` gives them;
    begin(world, dice): what `Ruleset.start` does up to the first decision;
    act(world, dice, minds): the next decision: who is asked, what the policy numbered `minds[who]` (its place in
    `Ruleset.policies`) chooses, what comes of it, and all that follows until someone is asked again;
    did(state, action, events): the same `Did` told from the contest: the state before, the action, its events;
    modules: the modules whose functions `begin` and `act` call, by name: mechanics, policies, the loop's own.

    `begin` and `act` are plain functions under the limits of mechanics. `dice.of(i)` are the dice of participant i,
    `dice.table()` of nobody, `dice.gm()` the game master's, `dice.policy(i)` of his policy: all `certamen.dice.Dice`.
    """

    refusal: Callable[[Any, Encounter], Refusal | None]
    opening: Callable[[Encounter, Any], World]
    rows: Callable[[Any], World]
    begin: Callable[..., None]
    act: Callable[..., Did]
    did: Callable[[Any, Action, tuple[Event, ...]], Did]
    modules: tuple[str, ...]


def compared(world: World) -> Mapping[str, tuple[tuple[int, ...], ...]]:
    """The tables of a World that stand for its state, as plain tuples."""
    return {
        name: tuple(tuple(map(int, row)) for row in table)
        for name, table in zip(world._fields, world, strict=True)
        if not name.startswith("desk_")
    }
