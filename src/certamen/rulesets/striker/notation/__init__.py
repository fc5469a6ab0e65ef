"""Striker's notation: a small language in which a skill's acts are written; read, checked, run and printed back.

>>> lute = parse_block("◊ play(main-act, R) -> chk(SC)= +M -> eff= give(d) ½•M to Resolve chk|sv", "Lute")
>>> print_block(lute)
'◊ play(main-act, R) -> chk(SC)= +M -> eff= give(d) ½•M to Resolve chk|sv'
>>> [(act.name, act.timing.name, act.requires) for act in acts(lute)]
[('play', 'MAIN', ('a rank in Lute',))]
"""

from certamen.rulesets.striker.notation.check import Problem, check
from certamen.rulesets.striker.notation.errors import NotationError
from certamen.rulesets.striker.notation.listing import ActListing, acts, describe
from certamen.rulesets.striker.notation.read import parse_block, parse_line, parse_skills
from certamen.rulesets.striker.notation.run import (
    Checked,
    Checks,
    Gives,
    Imposes,
    MissingFigure,
    Notes,
    Part,
    Rolls,
    Sets,
    Strikes,
    Values,
    evaluate,
    parts,
    resolve,
    roll,
    run,
)
from certamen.rulesets.striker.notation.tree import Act, Call, Skill, alternatives, figures, skills_named
from certamen.rulesets.striker.notation.write import print_block, print_line, spelled

__all__ = [
    "Act",
    "ActListing",
    "Call",
    "Checked",
    "Checks",
    "Gives",
    "Imposes",
    "MissingFigure",
    "NotationError",
    "Notes",
    "Part",
    "Problem",
    "Rolls",
    "Sets",
    "Skill",
    "Strikes",
    "Values",
    "acts",
    "alternatives",
    "check",
    "describe",
    "evaluate",
    "figures",
    "parse_block",
    "parse_line",
    "parse_skills",
    "parts",
    "print_block",
    "print_line",
    "resolve",
    "roll",
    "run",
    "skills_named",
    "spelled",
]
