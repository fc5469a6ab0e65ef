"""The rules of Starslinger by id, and the rulings a table may change, with their reasons."""

from certamen.kernel.rule import Rule, Ruling

RULES: tuple[Rule, ...] = (
    Rule(
        "SLG-1",
        "An action scene runs in rounds, a turn for everyone in each; it ends when the GM says so.",
        "enforced",
        errata="The source has everyone roll initiative, and later says that nobody does: ruling order.",
    ),
    Rule(
        "SLG-2",
        "Played by post, the GM writes first; then all other characters have a single turn each, as they come. "
        "His own act in the posts that follow.",
        "enforced",
    ),
    Rule(
        "SLG-3",
        "A turn has as many actions as the GM set, 1 to 3; nearly everything takes one, but to stop doing something.",
        "enforced",
    ),
    Rule("SLG-4", "A check is d20 + skill + modifiers against a DC; 10 over or under is critical.", "enforced"),
    Rule(
        "SLG-5",
        "A natural 20 makes the outcome one tier better, a natural 1 one tier worse.",
        "enforced",
        errata="The passage on the natural 20 stops at a critical failure; read: at a critical success.",
    ),
    Rule("SLG-6", "A critical failure ends the turn and does harm; a critical success brings a boon.", "enforced"),
    Rule("SLG-7", "Each check after the first in a turn takes 5 more off: 0, -5, -10, -15.", "enforced"),
    Rule("SLG-8", "A check without a DC is rolled and kept, and ends the turn; the GM gives the DC later.", "enforced"),
    Rule("SLG-9", "Advantage is the higher of two d20, disadvantage the lower; they cancel out.", "enforced"),
    Rule("SLG-10", "Edges from different things add one die, from d4 to d12 by their number.", "enforced"),
    Rule("SLG-11", "An edge die higher than the d20 takes its place as the natural roll.", "enforced"),
    Rule("SLG-12", "An edge on a DC adds half the die: 2 to 6.", "enforced"),
    Rule("SLG-13", "All bonuses together count for no more than twice the largest; penalties too.", "enforced"),
    Rule(
        "SLG-14",
        "A critical success takes dice at their highest; a critical failure jams the weapon until it is cleared.",
        "enforced",
    ),
    Rule("SLG-15", "An attack must reach the target's DC for its kind of effect; no armour class.", "enforced"),
    Rule("SLG-16", "Armour takes its rating off all damage but persistent damage.", "enforced"),
    Rule("SLG-17", "Damage is the weapon's dice, more by level, and all or half of the attack modifier.", "enforced"),
    Rule("SLG-18", "Everyone has an unarmed strike: accuracy +3, 1d2.", "enforced"),
    Rule("SLG-19", "A natural 20 on an attack is a critical hit; a threat range makes hits critical.", "enforced"),
    Rule(
        "SLG-20",
        "A critical hit takes damage dice at their highest and rolls d100 for a critical effect.",
        "enforced",
        errata="The source's table is missing, but for two footnotes; the table shipped is our own, with those two.",
    ),
    Rule("SLG-21", "Whom an attack misses may choose to be hit.", "enforced"),
    Rule(
        "SLG-22",
        "Unseen targets: disadvantage, a sure miss where they are not; unseen attackers: advantage.",
        "enforced",
    ),
    Rule("SLG-23", "Melee attacks stay within one melee; shots into or out of melees have disadvantage.", "enforced"),
    Rule("SLG-24", "A weapon in each hand, or a double one: an action buys two attacks that do half.", "enforced"),
    Rule("SLG-25", "A provoked reaction, one in a round, waits until its owner's turn is about to begin.", "enforced"),
    Rule("SLG-26", "Things are held in two hands; all handling takes actions, but for letting fall.", "enforced"),
    Rule(
        "SLG-27", "No roll unless the GM asks for it, or one harms, manipulates, passes or gains something.", "offered"
    ),
    Rule("SLG-28", "What a player says he tries is kept apart from what came of it.", "adjudicated"),
    Rule("SLG-29", "At 0 hit points one is out of action; with one side left the GM may end the scene.", "enforced"),
    Rule(
        "SLG-30",
        "What one aims at must be within reach; getting into or out of a melee against opponents takes a roll.",
        "enforced",
        errata="In the hallway example abilities are rolled where the rules speak of skills: a check may name either.",
    ),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "order",
        "SLG-1",
        "thread",
        "The passage on turns is the fuller of the two, and says outright that no initiative is rolled.",
        (
            ("thread", "play by post: anyone once after each post of the GM"),
            ("initiative", "all roll a d20 and add their initiative; the highest first, in every round alike"),
        ),
    ),
    Ruling(
        "gm_post",
        "SLG-2",
        "any_time",
        "A thread must not stand still because one player is away.",
        (
            ("any_time", "the GM may post whenever he likes; turns not taken are lost"),
            ("when_all_have", "the GM posts when everyone has had a turn"),
        ),
    ),
    Ruling(
        "natural",
        "SLG-5",
        "tier",
        "The passages on natural rolls are more exact than the list of outcomes.",
        (
            ("tier", "a natural 20 or 1 moves the outcome by one tier"),
            ("critical", "a natural 20 is a critical success, a natural 1 a critical failure"),
        ),
    ),
    Ruling(
        "penalty_counts",
        "SLG-7",
        "checks",
        "The example counts checks.",
        (("checks", "each check of the turn before"), ("actions", "each action of the turn before")),
    ),
    Ruling(
        "lost_edge_natural",
        "SLG-11",
        "d20",
        "A die that is taken off can hardly be what one rolled.",
        (("d20", "the d20 stays natural"), ("swap", "the larger die is natural, as with a gained edge")),
    ),
    Ruling(
        "stacking_scope",
        "SLG-13",
        "temporary",
        "The cap speaks of special abilities and circumstances.",
        (
            ("temporary", "skill, accuracy, the penalty for further checks and edge dice stay outside the cap"),
            ("all", "everything but the d20 falls under the cap"),
        ),
    ),
    Ruling(
        "jam",
        "SLG-14",
        "instead",
        "A jam is harm enough.",
        (("instead", "a jam takes the place of the harmful effect"), ("as_well", "a jam and a harmful effect")),
    ),
    Ruling(
        "attack_bonus",
        "SLG-6",
        "effect",
        "The critical effect is an attack's helpful effect, as the jam is its harmful one.",
        (
            ("effect", "a critically successful attack brings its critical effect alone"),
            ("both", "the critical effect and a bonus helpful effect"),
        ),
    ),
    Ruling(
        "attack_modifier",
        "SLG-17",
        "skill",
        "Accuracy helps to hit; the skill is what the attack is made with.",
        (("skill", "the skill modifier counts for damage"), ("with_accuracy", "the skill modifier and the accuracy")),
    ),
    Ruling(
        "half_round",
        "SLG-17",
        "toward_zero",
        "The source does not say how halves are rounded.",
        (("toward_zero", "2 of 5, -2 of -5"), ("down", "2 of 5, -3 of -5"), ("up", "3 of 5, -2 of -5")),
    ),
    Ruling(
        "reaction_fumble",
        "SLG-25",
        "harm_only",
        "A reaction is no part of the turn that follows it.",
        (("harm_only", "it harms and the turn goes on"), ("ends_turn", "it costs the turn that follows")),
    ),
    Ruling(
        "zero_hp",
        "SLG-29",
        "out",
        "The source does not say what becomes of those without hit points.",
        (("out", "out of action, and back when healed"), ("dead", "dead"), ("gm", "the GM is asked each time")),
    ),
    Ruling(
        "melee_dc",
        "SLG-30",
        "saves",
        "The source demands a roll to pass, enter or escape a melee and gives no DC.",
        (("saves", "the hostiles' Dex or Str DC"), ("gm", "the GM gives it each time"), ("none", "no check is needed")),
    ),
)
