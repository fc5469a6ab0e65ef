"""The rules of dualaction by id, and the rulings a table may change, with their reasons."""

from certamen.kernel.rule import Rule, Ruling

RULES: tuple[Rule, ...] = (
    Rule(
        "DUA-1",
        "No combat stops half way: it lasts until no two sides have people left who can and will fight.",
        "enforced",
    ),
    Rule(
        "DUA-2",
        "What takes longer than the 3 seconds of a turn takes the primary action of each turn it needs.",
        "enforced",
    ),
    Rule(
        "DUA-3",
        "Before the first turn each throws one die for initiative; the highest goes first.",
        "enforced",
        errata="The text throws a d20, the worked example a d10: ruling initiative_die.",
    ),
    Rule(
        "DUA-4",
        "Equal rolls are thrown again among those who tied, until none are equal.",
        "enforced",
        errata="The worked example puts the lower of the new rolls first, against the text: ruling tie_order.",
    ),
    Rule(
        "DUA-5",
        "A turn has one primary action, for attacks, for getting up, for whatever is not secondary.",
        "enforced",
    ),
    Rule(
        "DUA-6",
        "A turn has one secondary action, to reload, use things, move AG metres, vault, crouch, take cover.",
        "enforced",
    ),
    Rule(
        "DUA-7",
        "Who moves further than AG metres spends the primary action too, and comes twice AG at most.",
        "enforced",
        errata="A second passage throws 1d10 for the way, 5 m a point: ruling movement.",
    ),
    Rule(
        "DUA-8",
        "Two actions a turn, or one move or one action in all.",
        "enforced",
        errata="The source has both, the second marked as provisional: ruling economy.",
    ),
    Rule("DUA-9", "With nothing decided one may wait: places change with the next, for this round only.", "enforced"),
    Rule(
        "DUA-10",
        "To hit: 1d10 + the skill of the weapon's class reaches a difficulty, 6 at optimal range.",
        "enforced",
        errata="The example's throw of 7 against a base of 5 can be read as the die alone: ruling to_hit.",
    ),
    Rule(
        "DUA-11",
        "A hit throws for damage, from the lowest to the highest of the weapon; several hits are summed.",
        "enforced",
    ),
    Rule(
        "DUA-12",
        "Damage resistance is subtracted from damage; at 0 HP or less one is down.",
        "enforced",
        errata="The example wounds a Jill; nobody in it has that name, and Alice fits.",
    ),
    Rule(
        "DUA-13",
        "Unarmed: three dice of ST sides; the armour counts in full and takes no harm.",
        "enforced",
        errata="The source speaks of armour class here and of DR in its example; both are taken as DR.",
    ),
    Rule(
        "DUA-14",
        "A weapon may lower the DR that counts, and wear the armour down where it pierces.",
        "enforced",
        errata="No figures are given for either: 0 unless the sheet has some.",
    ),
    Rule(
        "DUA-15", "What a blow cannot reach cannot be attacked; a melee weapon may favour kinds of target.", "enforced"
    ),
    Rule(
        "DUA-16",
        "Moves can be interrupted: who is stopped on his way stays there, and the rest of it is not spent.",
        "enforced",
    ),
    Rule("DUA-17", "Abilities that are not for combat may be used in it, in one's own turn only.", "offered"),
    Rule("DUA-18", "Traits and weapons that change the damage are shown before the act is confirmed.", "enforced"),
    Rule(
        "DUA-19",
        "One may aim: a single shot, for the primary action.",
        "offered",
        errata="The source gives it no figures: rulings aimed_bonus and aimed_cost.",
    ),
    Rule("DUA-20", "There are no criticals, in moving least of all, unless the table wants the extremes.", "enforced"),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "initiative_die",
        "DUA-3",
        "d20",
        "The rule is printed with a d20; only the example throws a d10.",
        (("d20", "one d20 each"), ("d10", "one d10 each, as in the worked example")),
    ),
    Ruling(
        "tie_order",
        "DUA-4",
        "descending",
        "The text has everyone act from the highest roll down.",
        (("descending", "the higher new roll first"), ("ascending", "the lower new roll first, as the example lists")),
    ),
    Ruling(
        "down_moves",
        "DUA-5",
        "no",
        "Getting up is an action of its own, which would be idle if one could just walk.",
        (("no", "knocked down, one must get up before moving"), ("yes", "one may crawl while knocked down")),
    ),
    Ruling(
        "long_move_limit",
        "DUA-7",
        2,
        "The source names no limit; two actions should carry no further than twice one.",
        bounds=(1, 10),
    ),
    Ruling(
        "movement",
        "DUA-7",
        "agility",
        "AG metres fit a turn of 3 seconds better than up to 50 thrown ones.",
        (("agility", "AG metres, further for the primary action"), ("dice", "1d10 x 5 metres for the secondary")),
    ),
    Ruling(
        "economy",
        "DUA-8",
        "primary_secondary",
        "The single action is marked as provisional in the source.",
        (("primary_secondary", "one primary and one secondary action"), ("single", "a single act, be it a move")),
    ),
    Ruling(
        "waits",
        "DUA-9",
        "once",
        "One wait a round keeps two who both wait from passing the turn to and fro.",
        (("once", "one wait a round"), ("until_last", "any number, each behind somebody else")),
    ),
    Ruling(
        "difficulty",
        "DUA-10",
        "by_range",
        "The source gives about 6 at optimal range; further off must be harder.",
        (
            ("by_range", "6, and 2 more for each further stretch of the optimal distance"),
            ("own", "the weapon's own values where it lists them"),
        ),
    ),
    Ruling(
        "to_hit",
        "DUA-10",
        "sum",
        "The rule is printed as die plus skill.",
        (("sum", "die + skill reaches the difficulty"), ("base", "the die reaches the skill's base plus the range")),
    ),
    Ruling(
        "melee_to_hit",
        "DUA-10",
        "throw",
        "A blow can be parried; nothing in the source says that it always lands.",
        (("throw", "blows throw with their own class, difficulty 6"), ("automatic", "a blow within reach lands")),
    ),
    Ruling(
        "dr_per",
        "DUA-12",
        "attack",
        "The damage of an attack is one sum in the source.",
        (("attack", "once from the sum of an attack"), ("hit", "from each hit")),
    ),
    Ruling("aimed_bonus", "DUA-19", 0, "The source gives no figure.", bounds=(0, 10)),
    Ruling(
        "aimed_cost",
        "DUA-19",
        "primary",
        "The source lists it among the primary actions.",
        (("primary", "the primary action"), ("both", "the secondary action too")),
    ),
    Ruling(
        "criticals",
        "DUA-20",
        "none",
        "The source names criticals only to exclude them.",
        (("none", "no criticals"), ("extremes", "to hit, a 10 always hits and a 1 always misses")),
    ),
)
