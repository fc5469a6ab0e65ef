"""Random scenes, rulings, acts and overrules: closed stays closed, sums add up, enemies' figures stay hidden."""

import random

import pytest

from certamen.dice import Seeded
from certamen.kernel.contest import Contest
from certamen.kernel.encounter import Encounter, Entry
from certamen.kernel.errors import IllegalAction
from certamen.kernel.explain import brief
from certamen.kernel.rule import RulingValue
from certamen.kernel.run import decide
from certamen.kernel.view import Seat, view
from certamen.rulesets.starslinger.rules import RULINGS
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import Challenge, Door, Scene, Way
from certamen.rulesets.starslinger.sheet import Healing, Reaction, Trait, Weapon
from tests.conformance.drawing import draw_action
from tests.conftest import SOAK
from tests.rulesets.starslinger.scenes import PISTOL, SWORD, one

WHO = {"ann": "a", "bo": "b", "cy": "a", "dee": "b", "eve": "c"}
STAFF = Weapon(name="staff", skill="melee", damage="1d6", hands=2, double=True)
ACID = Weapon(name="acid", skill="shoot", range=60, hands=0, persistent=2, nature="toxic", petrifies=True)
NET = Weapon(name="net", skill="shoot", range=30, effect="grappled", versus=("dex", "str"))
KNIFE = Weapon(name="knife", skill="melee", damage="1d4", threat=18, held=False)
EFFECTS = (
    "prone", "stunned", "blinded", "unseen", "guard: wall", "exposed", "edge: a", "lost-edge: b", "bonus 2: c",
    "penalty 1", "damage -1: d", "persistent 2", "flat-footed", "no-reaction", "advantage: e", "disadvantage",
)  # fmt: skip
TRIGGERS = ("attacked", "hit", "missed", "enters", "leaves")


def scene(rng: random.Random, order: str) -> Scene:
    """A scene with or without spots, a challenge with every kind of DC, perhaps a door."""
    spots = {"a": "A", "b": "B", "c": "C"} if rng.random() < 0.7 else {}
    ways = (Way(id="p", dc=rng.choice((None, 12))), Way(id="q", dc=14, hidden=True))
    lock = Challenge(id="lock", name="the lock", at="b" if spots else "", ways=ways, gives="open")
    out = Challenge(id="out", name="a way out", ways=(Way(id="j", dc=10),), needs=("open",), leaves=True)
    doors = (Door(id="gate", between="a/b"),) if spots else ()
    gm = order == "thread" or rng.random() < 0.5
    near, actions = rng.choice((5, 10)), rng.randint(1, 3)
    return Scene(spots=spots, gm=gm, near=near, actions=actions, challenges=(lock, out), doors=doors)


def person(rng: random.Random, who: str, place: Scene) -> Entry:
    """One with up to two weapons and a few powers, perhaps hidden, perhaps a player's."""
    weapons = tuple(rng.sample((PISTOL, SWORD, KNIFE, STAFF, ACID, NET), rng.randint(0, 2)))
    weapons = weapons if sum(weapon.hands for weapon in weapons if weapon.held) < 3 else weapons[:1]
    weapon = rng.choice([*(weapon.name for weapon in weapons), "unarmed"])
    trait = Trait(name="t", edge=rng.choice((-1, 0, 1)), advantage=rng.choice((-1, 0, 1)), bonus=rng.choice((0, 1)))
    return one(
        who,
        WHO[who],
        player=rng.choice(("p", "")),
        at=rng.choice(list(place.spots)) if place.spots else "",
        hidden=rng.random() < 0.25,
        hp=rng.randint(3, 20),
        armour=rng.randint(0, 2),
        weapons=weapons,
        rerolls=rng.randint(0, 1),
        may_take_hits=rng.random() < 0.3,
        healing=(Healing(name="kit", skill="shoot", range=40),),
        reactions=(Reaction(name="r", trigger=rng.choice(TRIGGERS), weapon=weapon),),  # type: ignore[arg-type]  # one of five
        traits=(trait,),
    )


def begin(seed: int) -> tuple[Contest, random.Random]:
    """A contest made of this number, and the generator that goes on with it."""
    rng = random.Random(seed)
    rulings: dict[str, RulingValue] = {ruling.name: rng.choice(ruling.choices)[0] for ruling in RULINGS}
    place = scene(rng, str(rulings["order"]))
    encounter = Encounter(
        ruleset="starslinger",
        title="Anything",
        participants=tuple(person(rng, who, place) for who in WHO),
        scene=place,
        rulings=rulings,
        shown=rng.choice(("words", "nothing")),
        gm_dice=rng.choice(("open", "secret")),
    )
    return Contest(RULESET, encounter, Seeded(seed)), rng


def overrule(contest: Contest, rng: random.Random) -> None:
    """The GM does something, if he may."""
    who, other = rng.choice(list(WHO)), rng.choice(list(WHO))
    verb, values = rng.choice(
        (
            ("effect", {"who": who, "name": rng.choice(EFFECTS), "rounds": rng.randint(0, 2)}),
            ("set", {"path": f"{who}.hp", "value": rng.choice((-1, 0, 5))}),
            ("status", {"who": who, "status": rng.choice(("in", "out", "dead", "fled", "yielded", "waiting"))}),
            ("hide", {"who": who}),
            ("place", {"who": who, "at": rng.choice(("a", "alone", f"with {other}"))}),
            ("skip", {}),
            ("swap", {"one": who, "other": other}),
            ("turn", {"who": who}),
            ("enter", {"who": who}),
        )
    )
    try:
        contest.overrule(verb, **values)
    except IllegalAction:
        return


def act(contest: Contest, rng: random.Random) -> None:
    """Somebody does what he may; what is closed to him is refused."""
    request = rng.choice(contest.requests)
    offers = contest.offers(request)
    for offer in offers:
        if offer.closed is not None:
            assert contest.refusal(draw_action(offer, request, rng)) is not None, offer
    free = [offer for offer in offers if offer.closed is None]
    if rng.random() < 0.25 or not free:
        decide(contest, request, {who: rng.choice(("plain", "clever")) for who in WHO})
    else:
        contest.push(draw_action(rng.choice(free), request, rng))


@pytest.mark.parametrize("seed", [*range(400 if SOAK else 20), 157])
def test_wandering(seed: int) -> None:
    """SLG-1 to SLG-30: whatever is done, in whatever scene and under whatever rulings."""
    contest, rng = begin(seed)
    for _ in range(100):
        if contest.outcome is not None:
            break
        if rng.random() < 0.12:
            overrule(contest, rng)
        else:
            act(contest, rng)
    for event in contest.events:
        assert "{" not in RULESET.narrate(event, {}) + brief(event)
        if event.type == "check":
            before = event.parts[: [part.label for part in event.parts].index("total")]
            counted = [part for part in before if part.counted and part.kind in ("modifier", "die")]
            assert sum(int(part.value) for part in counted) == event.values["total"]
    for who, side in WHO.items():
        for event in view(contest, Seat("player", (who,))).events:
            target = contest.state.participants.get(event.target)
            if target is not None and target.side != side and event.type in ("damage", "persistent", "healed", "harm"):
                assert {"left", "damage", "amount"}.isdisjoint(event.values)
                assert {"armour", "hit points lost"}.isdisjoint(part.label for part in event.parts)
