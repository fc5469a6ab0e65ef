"""The rules of StarCluster 2 by id, and the rulings a table may change, with their reasons."""

from certamen.kernel.rule import Rule, Ruling

RULES: tuple[Rule, ...] = (
    Rule("SC2-1", "Rounds last one minute; only each character's chances of success in it are rolled.", "enforced"),
    Rule("SC2-2", "Each rolls 1d100 for base initiative every round; the lowest goes first.", "enforced"),
    Rule(
        "SC2-3",
        "Go n points sooner for n points of penalty, split between chance and quality of success.",
        "offered",
    ),
    Rule("SC2-4", "Go n points later for n points of bonus, split the same way; past 100 too.", "offered"),
    Rule("SC2-5", "Give up points of chance for as many of quality, or of quality for chance.", "offered"),
    Rule("SC2-6", "What a shift of initiative takes or gives holds for all one's chances of the round.", "enforced"),
    Rule("SC2-7", "The skill gives 40 and 5 for each plus; the situation adds or takes away.", "enforced"),
    Rule("SC2-8", "Chance of success: 1d100 under the target number.", "enforced"),
    Rule("SC2-9", "Each full 5 of skill plus is a mastery level: one more chance, 10 points later each.", "enforced"),
    Rule(
        "SC2-10",
        "A success rolls 1d100 and the weapon's bonus: so much Constitution the target loses.",
        "enforced",
        errata="The example writes 298, 237 and 115 where 360 - 82 - 61 - 122 gives 278, 217 and 95.",
    ),
    Rule(
        "SC2-11",
        "Hindered below 3/4 of Constitution, unconscious below 1/2, seriously wounded below 1/4.",
        "enforced",
    ),
    Rule("SC2-12", "Hindered: -20 on all actions until healed; chances to come fall 20 points later.", "enforced"),
    Rule(
        "SC2-13",
        "Below unconscious: an Overdo check at -20 at once, or one is stunned and out of action.",
        "enforced",
        errata="Neither the skill nor the die is told in the example: we took plus 0, a target of 20, and a 20.",
    ),
    Rule("SC2-14", "Seriously wounded is a condition without further effect; at 0 one is dying.", "enforced"),
    Rule(
        "SC2-15",
        "Opponents are at range bands; weapons have a modifier for each; a move is one step.",
        "enforced",
    ),
    Rule("SC2-16", "Among equals the base roll decides, then skill, then a die.", "enforced"),
    Rule("SC2-17", "Checks outside combat work the same; quality grades the success.", "enforced"),
    Rule("SC2-18", "A round ends without chances left; a combat with one side left.", "enforced"),
    Rule("SC2-19", "Whoever moves his initiative says so after everyone's base roll, before anyone acts.", "enforced"),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "earliest_initiative",
        "SC2-4",
        1,
        "Percentile dice begin at 1, and the source shows nobody before that.",
        bounds=(-200, 100),
    ),
    Ruling(
        "latest_shift",
        "SC2-4",
        100,
        "The source names no limit, but then whoever waits longest shoots best.",
        choices=(("none", "as many points as one likes"),),
        bounds=(0, 1000),
    ),
    Ruling(
        "base_target",
        "SC2-7",
        40,
        "The example has a target of 65 for gun+5 and of 50 for gun+2: 40 and 5 for each plus.",
        bounds=(0, 100),
    ),
    Ruling("per_plus", "SC2-7", 5, "As base_target.", bounds=(0, 20)),
    Ruling(
        "success",
        "SC2-8",
        "under",
        "The rule says to roll under; the example calls a target of 65 a chance of 65%, which is one face more.",
        choices=(("under", "the target number itself fails"), ("at_or_under", "the target number itself succeeds")),
    ),
    Ruling(
        "mastery_checks",
        "SC2-9",
        "retry",
        "Mastery is said to be the same in and out of combat, where nothing schedules the extra chances.",
        choices=(
            ("retry", "checks outside the schedule (tasks, Overdo) roll the extra chances at once after a failure"),
            ("combat_only", "one roll outside the schedule, whatever the mastery"),
        ),
    ),
    Ruling(
        "threshold_round",
        "SC2-11",
        "down",
        "The source's Constitutions all divide by 4.",
        choices=(("down", "thresholds are rounded down"), ("up", "thresholds are rounded up")),
    ),
    Ruling(
        "hindered_quality",
        "SC2-12",
        "yes",
        "The source has the -20 on all actions, and once on all rolls.",
        choices=(("yes", "quality rolls suffer too"), ("no", "only on target numbers")),
    ),
    Ruling(
        "hindered_next",
        "SC2-12",
        "yes",
        "The delay is explained by wounds hindering what one does, and they still do next round.",
        choices=(("yes", "20 points later in the next rounds too"), ("no", "only in the round of the wound")),
    ),
    Ruling(
        "at_zero",
        "SC2-14",
        "dying",
        "The source stops at unconsciousness.",
        choices=(("dying", "out of action, and may yet be saved"), ("dead", "dead at once")),
    ),
    Ruling(
        "band_move",
        "SC2-15",
        "free",
        "In the example the shooter circles round, changes her range and still has her shot.",
        choices=(("free", "once a round, at one's initiative, at no cost"), ("chance", "uses up a chance of success")),
    ),
    Ruling(
        "tie",
        "SC2-16",
        "lower_base",
        "The source has no ties; the base roll is what a shift started from.",
        choices=(
            ("lower_base", "whose base roll was lower; of those whose skill is better; else a re-roll"),
            ("reroll", "a re-roll between those who are equal"),
            ("gm", "the GM says who goes first"),
        ),
    ),
    Ruling(
        "shift_declared",
        "SC2-19",
        "together",
        "The source has all base rolls before the shifts, and no order among the shifts.",
        choices=(
            ("together", "unseen until all have declared"),
            ("in_order", "openly, the latest base roll first"),
        ),
    ),
)
