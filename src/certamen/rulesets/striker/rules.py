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
    _rule(2, "A timing says what an act takes of the turn; what needs a minute or longer is a task beside it."),
    _rule(3, "An act marked R wants a rank in the skill, one marked Tech a fitting technology."),
    _rule(4, "A check is d20 and a modifier; equal to the challenge or more succeeds, whatever the die shows."),
    _rule(
        5,
        "An effect needs the check before it to succeed; a line is done step by step until one fails.",
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
    _rule(12, "Who goes first: d20 + M(Resolve), rolled once; one die serves all of the GM's creatures."),
    _rule(13, "Equal totals are told apart by M(Resolve), then M(Perception), then dice or the GM."),
    _rule(14, "A side is beaten when nobody of it remains: given up, fled, fallen or dead."),
    _rule(15, "Each turn has one main-act and one move, which may come in pieces around it."),
    _rule(16, "A bonus-act must be granted by something; there is never more than one in a turn."),
    _rule(17, "Each turn allows one small thing as a free-act; the second costs the main-act."),
    _rule(18, "Everyone has a single re-act a round, whoever's turn it is, when something triggers it."),
    _rule(19, "Watch is a main-act without an effect of its own.", errata="Named, nowhere defined: ruling watch."),
    _rule(20, "A turn's move is the speed of its mode; a change of mode takes off what was moved already."),
    _rule(21, "Difficult ground costs two metres a metre, for the modes it slows, once however many kinds."),
    _rule(22, "Dropping prone is free, getting up costs half the speed, crawling goes at a quarter of it."),
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
    _rule(28, "Dash: all speeds count twice this turn, and so does what hinders them."),
    _rule(29, "Disengage: the rest of the turn's movement provokes nothing."),
    _rule(30, "Evade: until one's next turn, seen attackers have disadvantage and Agility saves advantage."),
    _rule(31, "Assist: an ally's first check with a skill before one's next turn gets one's ranks in it."),
    _rule(
        32,
        "Hide sets a PC; who does not notice is attacked at advantage and attacks at disadvantage, till one attacks.",
    ),
    _rule(33, "Ready: the main-act now prepares an act, which comes as a re-act when its trigger does."),
    _rule(34, "Things take what is written on them; delicate use, and a change of what is in hand, the main-act."),
    _rule(35, "Advantage keeps the better of two d20, disadvantage the worse; with both it is one d20."),
    _rule(36, "Who is incapacitated, unconscious, dying or out does nothing at all."),
    _rule(37, "A task uses up each turn's main-act while it lasts; the check comes when the work is done."),
    _rule(38, "Whoever is surprised sits out the surprise round, without turn or re-act."),
    _rule(39, "Measuring is by squares, hexes or edge to edge; walls stop sight; cover is what the scene says."),
)

__all__ = ["RULES", "RULINGS"]
