"""A small fight of each ruleset: two players, an enemy they see and one they do not, who could re-act; soon over."""

HEAD = "certamen: 1\nruleset: {ruleset}\ntitle: A fight at the {place}\nshown: words\n"
FIGHTS = {
    "starcluster": """
participants:
  - {id: jack, name: Jack, side: crew, player: Peter,
     sheet: {constitution: 900, skills: {gun: 6}, weapons: [{name: revolver, skill: gun, quality: 30}]}}
  - {id: anna, name: Anna, side: crew, player: Mary,
     sheet: {constitution: 900, skills: {gun: 6}, weapons: [{name: rifle, skill: gun, quality: 30}]}}
  - {id: thug, name: Thug, side: gang,
     sheet: {constitution: 900, skills: {gun: 1}, weapons: [{name: knife, skill: knife, quality: 5}]}}
  - {id: ghost, name: Canary, side: gang, hidden: true,
     sheet: {constitution: 900, skills: {gun: 1}, weapons: [{name: blowpipe, skill: knife, quality: 5}]}}
""",
    "dualaction": """
scene: {width: 12, height: 8}
participants:
  - {id: jack, name: Jack, side: crew, player: Peter, at: "4,4",
     sheet: {hp: 40, skills: {melee: 6}, weapons: [{name: axe, skill: melee, damage: 6-9}],
       abilities: [{name: parry, use: stop, target: enemy, range: 3, damage: 2-4}]}}
  - {id: anna, name: Anna, side: crew, player: Mary, at: "5,5",
     sheet: {hp: 40, skills: {melee: 6}, weapons: [{name: sabre, skill: melee, damage: 6-9}]}}
  - {id: thug, name: Thug, side: gang, at: "5,4",
     sheet: {hp: 60, skills: {melee: 2}, weapons: [{name: club, skill: melee, damage: 2-4}]}}
  - {id: ghost, name: Canary, side: gang, hidden: true, at: "3,3",
     sheet: {hp: 60, skills: {melee: 1}, abilities: [{name: trap, use: stop, target: enemy, range: 9, damage: 1-3}]}}
""",
    "samsara": """
participants:
  - {id: jack, name: Jack, side: crew, player: Peter, sheet: {attributes: {body: 9, mind: 9}}}
  - {id: anna, name: Anna, side: crew, player: Mary, sheet: {attributes: {body: 9, mind: 9}}}
  - {id: thug, name: Thug, side: gang, sheet: {attributes: {body: 8, mind: 8}}}
  - {id: ghost, name: Canary, side: gang, hidden: true, sheet: {attributes: {body: 8, mind: 8}}}
""",
    "starslinger": """
rulings: {order: initiative}
scene: {gm: false, melees: [[jack, anna, thug]]}
participants:
  - {id: jack, name: Jack, side: crew, player: Peter,
     sheet: {hp: 40, skills: {melee: 7}, weapons: [{name: axe, skill: melee, damage: 1d8}],
       reactions: [{name: parting cut, trigger: leaves, weapon: axe}]}}
  - {id: anna, name: Anna, side: crew, player: Mary,
     sheet: {hp: 40, skills: {melee: 7}, weapons: [{name: sabre, skill: melee, damage: 1d8}]}}
  - {id: thug, name: Thug, side: gang,
     sheet: {hp: 60, skills: {melee: 3}, weapons: [{name: club, skill: melee, damage: 1d6}]}}
  - {id: ghost, name: Canary, side: gang, hidden: true,
     sheet: {hp: 60, skills: {melee: 2}, weapons: [{name: claws, skill: melee, damage: 1d4, hands: 0}],
       reactions: [{name: snap, trigger: leaves, weapon: claws}]}}
""",
    "striker": """
scene: {map: {width: 12, height: 8}}
participants:
  - {id: jack, name: Jack, side: crew, player: Peter, at: "4,4",
     sheet: {hp: 60, skills: {Cbt-Melee: {m: 6, ranks: 4}},
       weapons: [{name: axe, skill: Cbt-Melee, effect: "3d6(hp,edg)"}]}}
  - {id: anna, name: Anna, side: crew, player: Mary, at: "5,5",
     sheet: {hp: 60, skills: {Cbt-Melee: {m: 6, ranks: 4}},
       weapons: [{name: sabre, skill: Cbt-Melee, effect: "3d6(hp,edg)"}]}}
  - {id: thug, name: Thug, side: gang, at: "5,4",
     sheet: {hp: 60, tc: 8, skills: {Cbt-Melee: {m: 3, ranks: 0}},
       weapons: [{name: club, skill: Cbt-Melee, effect: "1d6(hp,blt)"}]}}
  - {id: ghost, name: Canary, side: gang, hidden: true, at: "11,7",
     sheet: {hp: 60, tc: 8, skills: {Cbt-Melee: {m: 2, ranks: 0}},
       weapons: [{name: blade, skill: Cbt-Melee, effect: "1d6(hp,edg)"}]}}
""",
}
PLACES = {
    "starcluster": "depot",
    "dualaction": "pit",
    "samsara": "bridge",
    "starslinger": "cantina",
    "striker": "vault",
}

HIT = "attack {enemy} {weapon}"
WORDS = {
    "starcluster": {
        "jack": (HIT, "revolver"),
        "anna": (HIT, "rifle"),
        "thug": (HIT, "knife"),
        "ghost": (HIT, "blowpipe"),
    },
    "dualaction": {"jack": (HIT, "axe"), "anna": (HIT, "sabre"), "thug": (HIT, "club"), "ghost": (HIT, "unarmed")},
    "starslinger": {"jack": (HIT, "axe"), "anna": (HIT, "sabre"), "thug": (HIT, "club"), "ghost": (HIT, "claws")},
    "striker": {"jack": (HIT, "axe"), "anna": (HIT, "sabre"), "thug": (HIT, "club"), "ghost": (HIT, "blade")},
    "samsara": dict.fromkeys(("jack", "anna", "thug", "ghost"), ("strive {enemy} defensive", "")),
}
FIRST = {"dualaction": "move 6,5", "striker": "move walk 6,5", "starslinger": "leave acrobatics"}
"""What the thug does first: what somebody may re-act to."""
REST = ("let-quit", "end", "pass", "wait", "keep", "decline", "let-pass")


def fight(ruleset: str) -> str:
    """The encounter, as a file."""
    return HEAD.format(ruleset=ruleset, place=PLACES[ruleset]) + FIGHTS[ruleset].lstrip()


def words(ruleset: str, who: str, *, first: bool = False) -> tuple[str, ...]:
    """What `who` would do, the best first: hit whoever can be hit, else let the chance go by."""
    if who not in WORDS[ruleset]:
        return REST
    if ruleset == "samsara" and not first:  # a second blow may end it too soon
        return REST
    how, weapon = WORDS[ruleset][who]
    enemies = ("thug", "ghost") if who in ("jack", "anna") else ("jack", "anna")
    begin = (FIRST[ruleset],) if first and who == "thug" and ruleset in FIRST else ()
    return (*begin, *(how.format(enemy=enemy, weapon=weapon).strip() for enemy in enemies), *REST)
