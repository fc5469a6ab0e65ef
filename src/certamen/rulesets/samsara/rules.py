"""The rules of SAMSARA by id, and the rulings a table may change, with their reasons."""

from certamen.kernel.rule import Rule, Ruling

RULES: tuple[Rule, ...] = (
    Rule("SAM-1", "Whoever acts rolls a d12, adds his own modifier and takes off that of his antagonist.", "enforced"),
    Rule(
        "SAM-2",
        "A modifier sums two attributes, abilities and motives, less the checks held, plus the situation; "
        "an antagonist's is reckoned the same way.",
        "enforced",
    ),
    Rule(
        "SAM-3",
        "From 7 up a roll delivers a third of a check per point above 6; from 6 down, the same below 7 to oneself.",
        "enforced",
        errata="The rows for 7 and 8 carry a minus sign in the source's chart; it does not belong there.",
    ),
    Rule("SAM-4", "The chart goes on in both directions by a third a row, without end.", "enforced"),
    Rule("SAM-5", "Six descriptors, each three rows of the chart wide, the outermost open-ended.", "enforced"),
    Rule(
        "SAM-6",
        "Checks are the chart's thirds times the effect rating, rounded once, away from zero, to whole ones.",
        "enforced",
        errata="The berserker's 7 checks are reckoned with the figure of row 11; a contest roll of 10 gives him 6.",
    ),
    Rule("SAM-7", "A tactic sets the rating: Standard 1, Charge 2, Overbearing 3, Fools Rush In 4.", "offered"),
    Rule("SAM-8", "A table may leave out ratings and fractions: 1, 2 or 3 checks by the descriptor.", "enforced"),
    Rule("SAM-9", "Other dice may be rolled, and the result lowered by a shift before it is read.", "enforced"),
    Rule("SAM-10", "A weapon, or any instrument, rates by its size: small 1, medium 2, large 3, huge 4.", "enforced"),
    Rule("SAM-11", "Where both count, the second moves the rating of the first by one, never below 1.", "enforced"),
    Rule("SAM-12", "No roll comes to nothing: one side takes a check at least, and the story says how.", "enforced"),
    Rule(
        "SAM-13",
        "A simple contest is the same roll without checks: it succeeds from 7 up; the GM may grant a second try "
        "after a simple failure.",
        "enforced",
    ),
    Rule("SAM-14", "Whoever could deliver no check even with the highest roll has lost.", "enforced"),
    Rule("SAM-15", "An actor may give up; for him the contest is over.", "offered"),
    Rule("SAM-16", "A GM's character thinks of quitting once his checks reach half his first modifier.", "offered"),
    Rule(
        "SAM-17", "Against a fresh opponent of modifier 0, one of 0 is out at 6 checks, one of +10 at 16.", "enforced"
    ),
    Rule("SAM-18", "Sides act by turns unless the table decides otherwise.", "offered"),
    Rule("SAM-19", "Each act has one antagonist; a side has lost when all of its actors have.", "offered"),
    Rule(
        "SAM-20", "Temporary checks end with the contest; severe ones stay, in the sphere they belong to.", "enforced"
    ),
)

RULINGS: tuple[Ruling, ...] = (
    Ruling(
        "checks_apply",
        "SAM-2",
        "both",
        "Both modifiers enter each roll, and checks are among the terms of a modifier.",
        (
            ("both", "checks also make their holder easier to act against"),
            ("own_rolls", "checks hinder their holder only when he acts"),
        ),
    ),
    Ruling(
        "chart",
        "SAM-8",
        "thirds",
        "Tactics and weapons need the fractions to differ.",
        (("thirds", "thirds of checks times the effect rating"), ("whole", "1 to 3 checks by descriptor, no ratings")),
    ),
    Ruling(
        "dice",
        "SAM-9",
        "1d12",
        "A single d12 is the plain rule; more dice favour the able.",
        (
            ("1d12", "every result equally likely"),
            ("2d6", "much the same range, results near the middle"),
            ("2d8", "a wider range, results near the middle"),
            ("3d6", "results still nearer the middle"),
        ),
    ),
    Ruling(
        "chart_shift",
        "SAM-9",
        "usual",
        "2d8 and 3d6 roll higher than a d12, so that nearly everything would succeed.",
        (("usual", "0 for 1d12 and 2d6, 2 for 2d8, 3 for 3d6"),),
        bounds=(-100, 100),
    ),
    Ruling(
        "rating_from",
        "SAM-10",
        "tactic",
        "Tactics are the plain rule and fit any sphere; weapons are an option, most of all for fights.",
        (
            ("tactic", "the tactic alone"),
            ("weapon", "the weapon or instrument alone"),
            ("tactic_then_weapon", "the tactic, moved by one for a small or a large weapon"),
            ("weapon_then_tactic", "the weapon, moved by one for a careful or a fierce tactic"),
        ),
        per="sphere",
    ),
    Ruling(
        "npc_quits",
        "SAM-16",
        "ask",
        "Whether a character gives up is a matter of who he is.",
        (
            ("ask", "the game master is asked; by default he fights on"),
            ("auto", "he quits as soon as he would think of it"),
            ("never", "he fights on"),
        ),
    ),
    Ruling(
        "turns",
        "SAM-18",
        "alternate",
        "The source does not say who acts when; by turns is fair and quick.",
        (
            ("alternate", "one of each side by turns, the challenger's first, each actor once a round"),
            ("declared", "as they stand in the file"),
            ("free", "the game master names who acts"),
        ),
    ),
    Ruling(
        "severe",
        "SAM-20",
        "third",
        "Severe checks are spoken of, but how many stay is told in another chapter.",
        (
            ("third", "1 for every 3 temporary checks of a sphere"),
            ("gm", "the game master decides for each"),
            ("none", "none stays"),
        ),
    ),
)
