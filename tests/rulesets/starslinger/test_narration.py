"""What is told: every type of event in a plain sentence, with any value missing; looks, figures, rules."""

from msgspec.structs import replace

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event
from certamen.kernel.run import run
from certamen.rulesets.starslinger.narration import AFFLICTED, BOON, SENTENCES, narrate, values, words
from certamen.rulesets.starslinger.ruleset import RULESET
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    SWORD,
    figure,
    initiative,
    one,
    play,
    state,
)

NAMES = {"ann": "Ann", "bo": "Bo"}


def told(kind: str, /, **values: str | int) -> str:
    """The sentence for an event of ann's at bo."""
    return narrate(Event(kind, "ann", "bo", values=dict(values)), NAMES)


def test_every_sentence_does_without_its_values() -> None:
    """A sentence is made from the event alone, whatever is hidden of it."""
    for kind in SENTENCES:
        for event in (Event(kind), Event(kind, "ann"), Event(kind, "ann", "bo", values={"effect": "?"})):
            sentence = narrate(event, NAMES)
            assert sentence.endswith((".", "!")), sentence
            assert "{" not in sentence
    assert narrate(Event("unheard"), NAMES) == "unheard"
    assert narrate(Event("round", values={"round": 2}), NAMES) == "Round 2."


def test_sentences() -> None:
    """SLG-28: what is tried, and what comes of it."""
    assert told("attempt", kind="attack", subject="pistol", skill="shoot") == "Ann attacks Bo with pistol (shoot)."
    assert told("attempt", kind="heal", subject="kit") == "Ann tends Bo with kit."
    assert told("attempt", kind="clear", subject="pistol") == "Ann tries to get the pistol working."
    assert told("attempt", kind="challenge", subject="lock", way="pick") == "Ann tries lock: pick."
    assert told("attempt", kind="enter") == "Ann tries to get into the melee."
    assert told("attempt", kind="deed", subject="fly") == "Ann tries to fly."
    guess = Event("attempt", "ann", values={"kind": "attack", "subject": "pistol", "way": "roof", "name": "the roof"})
    assert narrate(guess, NAMES) == "Ann attacks somebody at the roof with pistol."
    assert told("damage", damage=5, left=3) == "Bo loses 5 hit points, 3 left."
    assert told("damage", damage=5) == "Bo loses 5 hit points."
    assert told("damage", hit_for=8) == "Bo is hit for 8.", "where the armour is hidden"
    assert told("harm", effect="sniped", damage=2) == "A shot from nowhere: Bo loses 2 hit points."
    assert told("post", kind="chase", actions=2) == "The GM opens the scene: chase, 2 actions a turn."
    assert told("door", does="close", door="gate") == "Ann closes gate."
    assert told("handled", does="pick-up", item="axe") == "Ann picks up the axe."
    assert told("out", status="dead") == "Ann is dead."
    for effect, phrase in AFFLICTED.items():
        assert told("afflicted", effect=effect, item="axe") == f"Bo {phrase.format(item='axe')}."
    for effect, phrase in BOON.items():
        assert told("boon", effect=effect) == f"Bo {phrase}."


def test_every_event_of_the_examples_is_told() -> None:
    """No event of a whole game falls back on its bare type."""
    for path in sorted((examples() / "starslinger").glob("*.yaml")):
        if "scenario" in path.name:
            continue
        contest = Contest(RULESET, load(path), Seeded(3))
        run(contest)
        for event in contest.events:
            assert narrate(event, {}) != event.type, event.type


def test_looks() -> None:
    """SLG-29: how one looks to those who may not know one's hit points."""
    contest = play(one("ann"), one("bo"))
    ann = figure(contest, "ann")
    looks = [words(state(contest), replace(ann, hp=hp)) for hp in (20, 19, 11, 10, 6, 5, 1)]
    assert looks == ["unhurt", "hurt", "hurt", "badly hurt", "badly hurt", "close to falling", "close to falling"]
    gone = [
        words(state(contest), replace(ann, status=status)) for status in ("out", "dead", "fled", "yielded", "waiting")
    ]
    assert gone == ["out of action", "dead", "gone", "has given up", "waiting"]


def test_figures() -> None:
    """SLG-26, SLG-29: hit points, what is in hand, jams, melee, initiative; what there is none of is left out."""
    contest = play(one("ann", weapons=(PISTOL, SWORD), rerolls=1), one("bo"))
    assert values(state(contest), figure(contest, "bo")) == {"hp": 20}
    contest.overrule("place", who="ann", at="with bo")
    contest.overrule("set", path="ann.carried.0.jammed", value="true")
    assert values(state(contest), figure(contest, "ann")) == {
        "hp": 20,
        "rerolls": 1,
        "carried": "pistol (jammed), sword",
        "melee": "melee-1",
    }
    ordered = initiative(one("ann"), one("bo"), dice="20:5 20:6")
    assert values(state(ordered), figure(ordered, "ann")) == {"hp": 20, "initiative": 5}
