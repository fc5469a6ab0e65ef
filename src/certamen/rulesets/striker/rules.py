"""The rules of Striker by id, each in one line of our own."""

from certamen.kernel.rule import Rule
from certamen.rulesets.striker.rulings import RULINGS


def _rule(number: int, text: str, errata: str = "") -> Rule:
    return Rule(f"STR-{number}", text, "enforced", errata)


RULES: tuple[Rule, ...] = (
    _rule(
        1,
        "A skill block is a category, a default use, lines of acts, aspects with their lines, and a description.",
        errata="The source writes the same notation with and without the diamond, 8 +M beside 8 + M: both are read.",
    ),
    _rule(2, "An act's timing says what it takes; a minute or longer does not fit a turn and runs as a task."),
    _rule(3, "R in the brackets needs a rank in the skill, Tech the technology aspect that fits."),
    _rule(4, "A check is d20 and a modifier; equal to the challenge or more succeeds, whatever the die shows."),
    _rule(
        5,
        "What follows a check happens when it succeeded; steps go left to right and stop at the first failure.",
        errata="give(d): the source leaves d unexplained: ruling give_lasts.",
    ),
    _rule(6, "A save is d20 + M; a passive value is a fixed base + M without a die; chk+ is rolled by the alert."),
    _rule(7, "A line that cannot be read is refused with skill, line, column and what was expected there."),
    _rule(8, "Contests are physical, technical, social, or several at once; moves need an encounter with places."),
    _rule(9, "Places, surprise, perhaps a surprise round, initiative, then rounds of 6 seconds: one turn each."),
    _rule(10, "Who notices none of those who sneak, passive Perception against their PC, is surprised."),
    _rule(
        11,
        "In the surprise round only the unsurprised roll and act; then all others roll, and those keep theirs.",
        errata="The source does not say whether the unsurprised roll again: ruling reroll_after_surprise.",
    ),
    _rule(12, "Initiative is d20 + M(Resolve), high to low, once; the GM rolls one die for all he plays."),
    _rule(13, "Ties: the higher M(Resolve), then the higher M(Perception), then a d20 each or the GM's word."),
    _rule(14, "It ends when all of one side have quit, surrendered, fled, fallen or died."),
    _rule(15, "A turn is one main-act and one move-act, in any order; the move may be split."),
    _rule(16, "A bonus-act only where something grants one, one a turn; what takes away acts takes it too."),
    _rule(17, "One free-act a turn: a phrase, a gesture, a simple interaction; a second is a main-act."),
    _rule(18, "One re-act a round, on a trigger, in anyone's turn; of two chances one may be taken."),
    _rule(19, "Watch is a main-act without an effect of its own.", errata="Named, nowhere defined: ruling watch."),
    _rule(20, "One moves up to the speed of the mode used; on a switch the distance moved counts against the new."),
    _rule(21, "Difficult ground costs two metres a metre, for the modes it slows, once however many kinds."),
    _rule(22, "Dropping prone is free, standing costs half the speed, crawling goes at a quarter of it."),
    _rule(23, "Any creature's space may be crossed as difficult ground; nobody ends in it."),
    _rule(
        24,
        "Leaving a hostile's space or one next to it gives it an attack of opportunity, for its re-act.",
        errata="Chapter 5, where the attack is described, is not in the source: rulings aoo_needs, aoo_trigger.",
    ),
    _rule(25, "A flyer who is prone, held or without speed falls, unless it hovers or nothing weighs."),
    _rule(
        26, "An attack is a check against the TC; a hit takes the weapon's effect + M off its pool; at hp 0 one is out."
    ),
    _rule(27, "An attack on an area needs its TC-A; all inside save, and who fails takes an effect rolled once."),
    _rule(28, "Dash gives the speed once more, under the same limits."),
    _rule(29, "Disengage: the rest of the turn's movement provokes nothing."),
    _rule(30, "Evade: until one's next turn, seen attackers have disadvantage and Agility saves advantage."),
    _rule(31, "Assist: an ally's first check with a skill before one's next turn gets one's ranks in it."),
    _rule(
        32,
        "Hide sets a PC; who does not notice is attacked at advantage and attacks at disadvantage, till one attacks.",
    ),
    _rule(33, "Ready: an act for a trigger, for the main-act now and the re-act when it comes."),
    _rule(34, "A thing's own timing goes first; delicate use and changing what one holds take the main-act."),
    _rule(
        35, "Of advantage or disadvantage two d20, the better or worse; they do not add up; one of each cancels all."
    ),
    _rule(36, "Incapacitated, unconscious, dying or out: no acts of any sort."),
    _rule(37, "A task takes the main-act of each turn it runs; its check is rolled at the end of the last."),
    _rule(38, "The surprised have no turn and no re-act until the surprise round is over."),
    _rule(39, "Measuring is by squares, hexes or edge to edge; walls stop sight; cover is what the scene says."),
)

__all__ = ["RULES", "RULINGS"]
