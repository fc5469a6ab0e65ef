"""A yardstick: StarCluster fights simulated one by one in plain Python, as one would write it without Certamen.

Objects, lists and `random`, no tables and no tricks: sheets with skills and weapons, initiative, chances by mastery,
ties, range, armour, cover, light, wounds, Overdo, and the plain policy, which looks at every weapon and opponent.
"""

import random
from dataclasses import dataclass, field
from functools import cmp_to_key

CREW, GANG = "crew", "gang"
ENDLESS = 200


@dataclass
class Weapon:
    """A weapon: the skill it takes, what it adds to quality, what a range adds to the target number."""

    name: str
    skill: str
    quality: int
    ranges: dict[str, int] = field(default_factory=dict)


@dataclass
class Fighter:
    """One who fights: his sheet, and how he is."""

    name: str
    side: str
    full: int
    skills: dict[str, int]
    weapons: list[Weapon]
    armour: int = 0
    cover: int = 0
    constitution: int = 0
    standing: bool = True
    base: int = 0
    initiative: int = 0
    delayed: bool = False

    def __post_init__(self) -> None:
        self.constitution = self.full

    @property
    def hindered(self) -> bool:
        """Whether he has lost more than a quarter."""
        return self.constitution < self.full * 3 // 4

    @property
    def penalty(self) -> int:
        """What wounds take off his rolls."""
        return -20 if self.hindered else 0

    @property
    def best(self) -> int:
        """The best of his skills with weapons: it decides ties."""
        return max(self.skills.get(weapon.skill, 0) for weapon in self.weapons)


@dataclass
class Chance:
    """A chance of success to come this round: whose, when, and which of his it is."""

    who: Fighter
    at: int
    nth: int = 1


def earlier(one: Chance, other: Chance) -> int:
    """Whose chance comes first: below 0 the one's."""
    if one.at != other.at:
        return one.at - other.at
    if one.who.base != other.who.base:
        return one.who.base - other.who.base
    return other.who.best - one.who.best


def mastery(plus: int) -> int:
    """How many extra chances a skill gives."""
    return max(0, plus // 5)


class Fight:
    """A fight to its end."""

    def __init__(self, fighters: list[Fighter], rng: random.Random, distance: str = "medium", light: int = 0) -> None:
        self.fighters = fighters
        self.distance = distance
        self.light = light
        self.rng = rng
        self.round = 0

    def d100(self) -> int:
        """A hundred-sided die."""
        return self.rng.randint(1, 100)

    def play(self) -> str:
        """Play it; the side that wins, "" for nobody."""
        while self.round < ENDLESS:
            self.play_round()
            sides = {one.side for one in self.fighters if one.standing}
            if len(sides) <= 1:
                return sides.pop() if sides else ""
        return ""

    def play_round(self) -> None:
        """Roll initiatives, then go through the chances until none is left or the fight is over."""
        self.round += 1
        pending = []
        for one in self.fighters:
            if one.standing:
                one.base = self.d100()
                one.delayed = one.hindered
                one.initiative = one.base + (20 if one.delayed else 0)
                pending.append(Chance(one, one.initiative))
        while pending:
            chance = self.take_first(pending)
            choice = self.choose(chance)
            if choice is None:
                continue
            weapon, foe = choice
            self.attack(chance.who, weapon, foe, pending)
            if len({one.side for one in self.fighters if one.standing}) <= 1:
                return
            if chance.nth == 1 and chance.who.standing:
                extra = mastery(chance.who.skills.get(weapon.skill, 0))
                pending += [Chance(chance.who, chance.at + 10 * k, k + 1) for k in range(1, extra + 1)]

    def take_first(self, pending: list[Chance]) -> Chance:
        """Take the chance that comes first; between equals they roll again until one is lowest."""
        pending.sort(key=cmp_to_key(earlier))
        first = [chance for chance in pending if earlier(chance, pending[0]) == 0]
        while len(first) > 1:
            rolls = [self.d100() for _ in first]
            lowest = min(rolls)
            first = [chance for chance, roll in zip(first, rolls, strict=True) if roll == lowest]
        pending.remove(first[0])
        return first[0]

    def choose(self, chance: Chance) -> tuple[Weapon, Fighter] | None:
        """The plain policy: of all weapons he may use now and all opponents, what is easiest to hit; None: nothing."""
        me, best, most = chance.who, None, 0
        for weapon in me.weapons:
            if mastery(me.skills.get(weapon.skill, 0)) < chance.nth - 1:
                continue
            for foe in self.fighters:
                if foe.standing and foe.side != me.side:
                    target = self.target(me, weapon, foe)
                    if best is None or target > most:
                        best, most = (weapon, foe), target
        return best

    def target(self, me: Fighter, weapon: Weapon, foe: Fighter) -> int:
        """What he must roll under to hit this opponent."""
        skill = 40 + 5 * me.skills.get(weapon.skill, 0)
        return skill + weapon.ranges.get(self.distance, 0) + foe.armour + foe.cover + self.light + me.penalty

    def attack(self, me: Fighter, weapon: Weapon, foe: Fighter, pending: list[Chance]) -> None:
        """Roll to hit, then for quality; a wound may delay, stun or end."""
        if self.d100() >= self.target(me, weapon, foe):
            return
        quality = max(0, self.d100() + weapon.quality + me.penalty)
        if quality == 0:
            return
        was_hindered = foe.hindered
        foe.constitution -= quality
        if foe.hindered and not was_hindered and not foe.delayed:
            foe.delayed = True
            for chance in pending:
                if chance.who is foe:
                    chance.at += 20
        if foe.constitution <= 0 or (foe.constitution < foe.full // 2 and not self.stays_up(foe)):
            foe.standing = False
            pending[:] = [chance for chance in pending if chance.who is not foe]

    def stays_up(self, one: Fighter) -> bool:
        """Roll the Overdo check, once and once more for each mastery."""
        plus = one.skills.get("overdo", 0)
        return any(self.d100() < 40 + 5 * plus - 20 for _ in range(1 + mastery(plus)))


def crew_and_gang(each: int) -> list[Fighter]:
    """So many a side: 400 against 360 Constitution, a revolver each."""

    def revolver() -> list[Weapon]:
        return [Weapon("revolver", "gun", 15)]

    crew = [Fighter(f"jack-{k}", CREW, 400, {"gun": 5}, revolver()) for k in range(each)]
    return [*crew, *(Fighter(f"thug-{k}", GANG, 360, {"gun": 5, "overdo": 5}, revolver()) for k in range(each))]


def simulate(each: int, trials: int, seed: int = 1) -> dict[str, int]:
    """How often each side wins."""
    rng = random.Random(seed)
    wins = {CREW: 0, GANG: 0, "": 0}
    for _ in range(trials):
        wins[Fight(crew_and_gang(each), rng).play()] += 1
    return wins
