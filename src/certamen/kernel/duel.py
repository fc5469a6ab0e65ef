"""The contract of an exact duel: one against one as phases, two figures that only fall, and what is rolled or chosen.

A duel is solved as an absorbing Markov chain, so a ruleset says it without its contest, as little as there is: a node
is (phase, value of side 0, value of side 1). A *value* is what losses come off: Constitution, hit points, checks one
may still take. A *phase* is all else that matters (whose turn, chances left, distance, a jammed weapon), a hashable
value, best a NamedTuple of whole numbers. Equal phases of one type are one, so keep out of a phase what no longer
matters. A phase may lead back to itself (dice that are rolled again): loops are solved, not unrolled.

`Model.step(phase, band, band)` says what happens at a node. It never sees a value, only the *band* it lies in: the
coarsest division by which the rules (or a policy) treat values alike. Wounds by thresholds: a band for each; hit points
that matter only at 0: two bands; where every single point counts: each value is its own. The fewer bands, the larger
the duels that can be solved; any number of them is right.

    Roll     dice fall: a chain of stages of mechanics (as in `kernel.query`), the last returning `Fell`
    Ask      one who has no policy chooses (the best tactic is sought); those with one are decided inside `step`
    Round    a round begins (the length of a duel is counted in these), and goes on at the phase
    Go       goes on at the phase at once: to look at the bands a loss has led to (hindered now? a check to stay up?)
    Over     it has ended

After a Roll the phase `after(came)` is stepped with the bands the loss led to: what must be known from before the
loss (the old band) has to stand in that phase. No formula stands in a ruleset's duel.py: targets, bonuses, delays and
damage come from its mechanics, choices from its policies, called with a sight made from phase and bands.
`certamen.odds.duels` solves it, and so does `certamen duel FILE`.
"""

from collections.abc import Callable, Hashable
from typing import Any, NamedTuple

from msgspec import Struct

from certamen.dice import Dice
from certamen.kernel.action import Refusal
from certamen.kernel.encounter import Encounter

Phase = Hashable
# `Any` stands for the whole numbers (a number, or a NamedTuple of them) that one stage hands to the next.
Numbers = Any
NOBODY = -1
ASKED = ""


class Fell(NamedTuple):
    """What dice brought: `side` loses `loss` (0 or more; values stop at 0), and `came` is whatever else matters.

    `came` is a whole number or a tuple of them, with as few different ones as will do: `after` is called once for each.
    """

    side: int
    loss: int
    came: Any = 0


class Roll(NamedTuple):
    """Dice: from `first`, each stage in turn; the last gives `Fell`. Then the phase `after(came)`.

    The stages are functions of their module (no lambdas, no partials): their distribution is reckoned once for each
    (first, stages), wherever it is met.
    """

    first: Numbers
    stages: tuple[Callable[[Numbers, Dice], Numbers], ...]
    after: Callable[[Any], Phase]


class Way(NamedTuple):
    """One thing to choose: in words ("20 sooner, all off chance"), and the phase it leads to."""

    label: str
    phase: Phase


class Ask(NamedTuple):
    """`side` chooses among `ways`, knowing `sees` (words and numbers, in the order of `Model.sees`) and nothing else.

    Wherever `sees` is the same, so are the labels of the ways, and so will the choice be.
    """

    side: int
    sees: tuple[int | str, ...]
    ways: tuple[Way, ...]


class Round(NamedTuple):
    """A round begins."""

    phase: Phase


class Go(NamedTuple):
    """It goes on at once."""

    phase: Phase


class Over(NamedTuple):
    """It has ended: the side that has won (0 or 1), or NOBODY."""

    winner: int


Step = Roll | Ask | Round | Go | Over


class Model(Struct, frozen=True, kw_only=True):
    """One duel.

    left: what each has at the start; band(side, value): the band of a value from 0 to `left`;
    first: the phase it opens with; step(phase, band of side 0, band of side 1): what happens there;
    sees: the names of what a chooser knows ("own roll", "own Constitution"), as a table's columns; a column of whole
    numbers that is put last is shown as ranges;
    grid: which choices were looked at, in words ("shifts in steps of 10"); assumed: what else one should know.
    """

    left: tuple[int, int]
    band: Callable[[int, int], int]
    first: Phase
    step: Callable[[Phase, int, int], Step]
    sees: tuple[str, ...] = ()
    grid: str = ""
    assumed: tuple[str, ...] = ()


class Duel(Struct, frozen=True, kw_only=True):
    """How a ruleset's duels are solved. Side 0 is the participant who stands first in the file, side 1 the other.

    refusal(encounter, state, minds): the rule or circumstance that stands in the way of an exact answer (a rule the
    model does not know, more than two, hidden ones ...), or None; `state` is any freshly started one of the encounter;
    model(encounter, state, minds): the duel. `minds` names the policy of each side; for a side whose mind is ASKED
    every choice of the stated grid is an `Ask`, all else (and all that is not part of that grid) is as "plain" does it;
    a ruleset whose duels can be played as a game may be asked for both sides.
    """

    refusal: Callable[[Encounter, Any, tuple[str, str]], Refusal | None]
    model: Callable[[Encounter, Any, tuple[str, str]], Model]
