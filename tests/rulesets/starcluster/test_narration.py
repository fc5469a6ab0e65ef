"""What StarCluster tells: a sentence for each event, right too when figures are hidden."""

import pytest

from certamen.kernel.action import Value
from certamen.kernel.event import Die, Event
from certamen.rulesets.starcluster.acts import ACTS
from certamen.rulesets.starcluster.narration import narrate

NAMES = {"ann": "Ann", "bob": "Bob"}


def roll(face: int, purpose: str) -> tuple[Die, ...]:
    return (Die("ann", "open", 0, 100, face, purpose),)


@pytest.mark.parametrize(
    ("kind", "values", "sentence"),
    [
        ("initiative", {"base": 41, "initiative": 41}, "Ann rolls a base initiative of 41."),
        ("initiative", {"base": 41, "initiative": 61}, "Ann rolls a base initiative of 41, 61 with the wounds."),
        ("declared", {}, "Ann has declared."),
        (
            "shift",
            {"before": 41, "initiative": 31, "chance": -10, "quality": 0},
            "Ann hurries: initiative 41 to 31, -10 on chance of success.",
        ),
        (
            "shift",
            {"before": 75, "initiative": 105, "chance": 15, "quality": 15},
            "Ann waits: initiative 75 to 105, +15 on chance of success and +15 on quality.",
        ),
        ("tie", {"first": "bob"}, "Equal initiatives: Bob goes first."),
        ("tie", {}, "Equal initiatives: someone goes first."),
        (
            "trade",
            {"span": "round", "chance": -5, "quality": 5},
            "Ann trades for this round: -5 on chance of success and +5 on quality.",
        ),
        ("trade", {"span": "attack"}, "Ann trades for this chance: nothing."),
        ("move", {"way": "closer", "range to bob": "short"}, "Ann moves closer: short range to Bob."),
        ("move", {"way": "farther"}, "Ann moves farther."),
        ("wound", {}, "Ann loses some Constitution."),
        ("pass", {}, "Ann lets a chance go by."),
        ("flee", {}, "Ann flees."),
        ("surrender", {}, "Ann surrenders."),
        ("enters", {}, "Ann comes in."),
        ("round", {"round": 3}, "Round 3."),
        ("unheard-of", {}, "unheard-of"),
    ],
)
def test_sentences(kind: str, values: dict[str, Value], sentence: str) -> None:
    assert narrate(Event(kind, "ann", values=values), NAMES) == sentence


def test_rolls_are_told_with_what_they_were_against() -> None:
    known: dict[str, Value] = {"weapon": "revolver", "target_number": 55, "result": "hit", "quality": 82}
    hit = Event("attack", "ann", "bob", values=known, dice=roll(32, "chance"))
    assert narrate(hit, NAMES) == "Ann attacks Bob with the revolver: 32 against 55, a hit of quality 82."
    missed = Event("attack", "ann", "bob", values={"result": "miss", "target_number": 45}, dice=roll(62, "chance"))
    assert narrate(missed, NAMES) == "Ann attacks Bob: 62 against 45, a miss."
    down = Event("overdo", "bob", values={"target_number": 20, "result": "stunned"}, dice=roll(20, "overdo"))
    assert narrate(down, NAMES) == "Bob tries to stay up: 20 against 20, and goes down, stunned and out of action."
    up = Event("overdo", "eve", values={"result": "up"})
    assert narrate(up, NAMES) == "eve tries to stay up, and stays on his feet."
    done: dict[str, Value] = {"task": "an ode", "target_number": 40, "result": "success", "quality": 7, "done": 1}
    ode = Event("task", "ann", values=done, dice=roll(3, "chance"))
    assert narrate(ode, NAMES) == "Ann, an ode: 3 against 40, a success of quality 7; done."


def test_each_act_is_told() -> None:
    quiet = {"sooner", "later", "keep", "first"}  # told as shift, declared or tie
    for act in ACTS:
        assert act.verb in quiet or narrate(Event(act.verb, "ann", "bob"), NAMES) != act.verb
