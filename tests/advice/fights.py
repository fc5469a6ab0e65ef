"""A small fight of each ruleset, a hidden opponent to add to it, and other figures for what is hidden in it."""

from certamen.dice import Seeded
from certamen.files.encounter import loads
from certamen.kernel.contest import Contest
from certamen.rulesets import find

HEAD = "certamen: 1\nruleset: {ruleset}\nshown: words\n"
FIGHTS = {
    "starcluster": """
participants:
  - {id: jack, side: crew, player: Peter,
     sheet: {constitution: 400, skills: {gun: 5}, weapons: [{name: revolver, skill: gun, quality: 15}]}}
  - {id: thug, side: gang,
     sheet: {constitution: 360, skills: {gun: 3}, weapons: [{name: knife, skill: knife, quality: 5}]}}
""",
    "dualaction": """
scene: {width: 12, height: 8}
participants:
  - {id: jack, side: crew, player: Peter, at: "4,4",
     sheet: {hp: 20, skills: {melee: 4}, weapons: [{name: axe, skill: melee, damage: 6-9}]}}
  - {id: thug, side: gang, at: "5,4",
     sheet: {hp: 22, dr: 1, skills: {melee: 3}, weapons: [{name: club, skill: melee, damage: 4-8}]}}
""",
    "samsara": """
participants:
  - {id: jack, side: crew, player: Peter, sheet: {attributes: {body: 4, mind: 4}}}
  - {id: thug, side: gang, sheet: {attributes: {body: 4, mind: 3}}}
""",
    "starslinger": """
rulings: {order: initiative}
scene: {gm: false, melees: [[jack, thug]]}
participants:
  - {id: jack, side: crew, player: Peter,
     sheet: {hp: 14, skills: {melee: 5}, weapons: [{name: axe, skill: melee, damage: 1d8}]}}
  - {id: thug, side: gang,
     sheet: {hp: 13, saves: {dex: 12}, skills: {melee: 3}, weapons: [{name: club, skill: melee, damage: 1d6}]}}
""",
    "striker": """
scene: {map: {width: 12, height: 8}}
participants:
  - {id: jack, side: crew, player: Peter, at: "4,4",
     sheet: {hp: 20, skills: {Cbt-Melee: {m: 5, ranks: 2}},
       weapons: [{name: axe, skill: Cbt-Melee, effect: "2d6(hp,edg)"}]}}
  - {id: thug, side: gang, at: "5,4",
     sheet: {hp: 22, tc: 11, skills: {Cbt-Melee: {m: 4, ranks: 1}},
       weapons: [{name: club, skill: Cbt-Melee, effect: "1d6(hp,blt)"}]}}
""",
}
OTHERWISE = {
    "starcluster": (("constitution: 360, skills: {gun: 3}", "constitution: 90, skills: {knife: 14, gun: 1}"),),
    "dualaction": (("hp: 22, dr: 1, skills: {melee: 3}", "hp: 60, dr: 5, strength: 9, skills: {melee: 9}"),),
    "samsara": (("{body: 4, mind: 3}", "{body: 5, mind: 2, wit: 2}"),),
    "starslinger": (
        (
            "hp: 13, saves: {dex: 12}, skills: {melee: 3}",
            "hp: 60, armour: 4, saves: {dex: 19}, level: 9, skills: {melee: 8}",
        ),
    ),
    "striker": (
        (
            "hp: 22, tc: 11, skills: {Cbt-Melee: {m: 4, ranks: 1}}",
            "hp: 70, tc: 18, resistances: {edg: 6}, skills: {Cbt-Melee: {m: 9, ranks: 3}}",
        ),
    ),
}
GHOSTS = {
    "starcluster": "sheet: {constitution: 500, skills: {gun: 9}, weapons: [{name: rifle, skill: gun, quality: 25}]}",
    "dualaction": (
        'at: "3,3", sheet: {hp: 30, abilities: [{name: trap, use: stop, target: enemy, range: 9, damage: 3-9}]}'
    ),
    "samsara": "sheet: {attributes: {body: 8, mind: 8}}",
    "starslinger": (
        "sheet: {hp: 30, skills: {melee: 9}, weapons: [{name: claws, skill: melee, damage: 1d8, hands: 0}],"
        " reactions: [{name: snap, trigger: attacked, weapon: claws}]}"
    ),
    "striker": (
        'at: "5,3", sheet: {hp: 30, skills: {Cbt-Melee: {m: 9, ranks: 5}},'
        ' weapons: [{name: blade, skill: Cbt-Melee, effect: "2d6(hp,edg)"}]}'
    ),
}


def fight(ruleset: str) -> str:
    """The fight."""
    return HEAD.format(ruleset=ruleset) + FIGHTS[ruleset].lstrip()


def otherwise(ruleset: str) -> str:
    """The fight in which the thug's hidden figures are others."""
    text = fight(ruleset)
    for old, new in OTHERWISE[ruleset]:
        assert old in text
        text = text.replace(old, new)
    return text


def haunted(ruleset: str, side: str = "gang") -> str:
    """The fight with an opponent of whom nobody else knows, who could re-act."""
    return fight(ruleset) + f"  - {{id: ghost, side: {side}, hidden: true, {GHOSTS[ruleset]}}}\n"


def begun(text: str, kind: str = "act", seed: int = 11) -> Contest:
    """The fight when jack is asked for this kind of thing; till then all is left at its default."""
    encounter = loads(text)
    contest = Contest(find(encounter.ruleset), encounter, Seeded(seed))
    for _ in range(40):
        request = next((one for one in contest.requests if (one.who, one.kind) == ("jack", kind)), None)
        if request is not None:
            return contest
        contest.take_default(contest.requests[0])
    raise AssertionError(f"jack is never asked for {kind}")
