"""The sentences of the game master's overrules: names for ids, figures as people call them, the hidden missing."""

import pytest

from certamen.kernel.action import Value
from certamen.kernel.event import Event
from certamen.kernel.telling import tell

NAMES = {"jack": "Jack Kelly", "thug": "Thug"}
LABELS = {"hp": "hit points", "pools": "", "weapons": "arms"}


def told(verb: str, **values: Value) -> str:
    """What the game master is told to have done to Jack."""
    sentence = tell(Event(f"gm_{verb}", "gm", "jack", values=dict(values)), NAMES, LABELS)
    assert sentence is not None
    assert sentence.startswith("The game master ")
    return sentence.removeprefix("The game master ")


@pytest.mark.parametrize(
    ("path", "before", "after", "text"),
    [
        ("hp", 12, 3, "changes Jack Kelly's hit points from 12 to 3."),
        ("hp", 3, 3, "leaves Jack Kelly's hit points at 3."),
        ("shift_chance", -4, 0, "changes Jack Kelly's shift chance from -4 to 0."),
        ("arrives", 0, 3, "changes Jack Kelly's round of arrival from 0 to 3."),
        ("pools.ki", 4, 5, "changes Jack Kelly's ki from 4 to 5."),
        ("pools", '{"ki":4}', "{}", "changes Jack Kelly's pools from ki 4 to nothing."),
        ("sheet.skills.gun", 5, 6, "changes Jack Kelly's gun (skills) on the sheet from 5 to 6."),
        ("sheet.weapons.0.name", "colt", "", "changes Jack Kelly's name (arms 1) on the sheet from colt to nothing."),
        ("surprised", False, True, "has Jack Kelly surprised."),
        ("knocked_down", True, False, "has Jack Kelly not knocked down."),
        ("carried.1.jammed", False, True, "changes Jack Kelly's jammed (carried 2) from no to yes."),
        ("unseen_by", "[]", '["thug","x"]', "changes Jack Kelly's unseen by from nothing to Thug, x."),
        ("task", '{"name":"lock","rows":[1]}', "null", "changes Jack Kelly's task to nothing."),
        ("carried.1", "sword", "colt", "changes Jack Kelly's carried 2 from sword to colt."),
        ("rows", "[1,2]", '{"a":true}', "changes Jack Kelly's rows."),
        ("carried", "[]", '[{"name":"colt"}]', "changes Jack Kelly's carried."),
        ("at", "[" * 5000, "[a", f"changes Jack Kelly's at from {'[' * 5000} to [a."),
        ("name", "Jack", "Jack Kelly", "renames Jack: from now on Jack Kelly."),
    ],
)
def test_a_value_that_was_set(path: str, before: Value, after: Value, text: str) -> None:
    assert told("set", path=f"jack.{path}", before=before, after=after) == text


@pytest.mark.parametrize(
    ("verb", "values", "text"),
    [
        ("effect", {"name": "stunned", "rounds": 0}, 'puts "stunned" on Jack Kelly.'),
        ("effect", {"name": "edge: wall", "rounds": 1}, 'puts "edge: wall" on Jack Kelly for 1 round.'),
        ("effect", {"rounds": 2}, 'puts "something" on Jack Kelly for 2 rounds.'),
        ("end_effect", {"name": "thug"}, 'takes "thug" off Jack Kelly.'),
        ("place", {"at": "3,4"}, "puts Jack Kelly at 3,4."),
        ("status", {"status": "in"}, "puts Jack Kelly back in."),
        ("status", {"status": "out"}, "puts Jack Kelly out of the contest."),
        ("status", {"status": "dead"}, "declares Jack Kelly dead."),
        ("status", {"status": "fled"}, "has Jack Kelly get away."),
        ("status", {"status": "yielded"}, "has Jack Kelly give up."),
        ("status", {"status": "waiting"}, "sends Jack Kelly away to wait."),
        ("status", {}, "rules on Jack Kelly."),
        ("side", {"side": "law"}, 'puts Jack Kelly on the side "law".'),
        ("player", {"player": "Peter"}, "gives Jack Kelly to Peter to play."),
        ("player", {"player": ""}, "plays Jack Kelly from now on."),
        ("hide", {}, "hides Jack Kelly."),
        ("reveal", {}, "reveals Jack Kelly."),
        ("remove", {}, "removes Jack Kelly from the contest."),
        ("join", {}, "brings in Jack Kelly."),
        ("swap", {"one": "jack", "other": "thug"}, "has Jack Kelly and Thug change places in the order."),
        ("swap", {"one": "jack"}, "has Jack Kelly and someone change places in the order."),
        ("turn", {}, "has Jack Kelly act now."),
        ("skip", {}, "ends Jack Kelly's turn."),
        ("mark", {"name": "gate:open"}, 'sets the mark "gate:open".'),
        ("unmark", {"name": "gate:open"}, 'takes back the mark "gate:open".'),
        ("reopen", {}, "reopens the contest."),
    ],
)
def test_each_overrule_has_a_sentence(verb: str, values: dict[str, Value], text: str) -> None:
    assert told(verb, **values) == text
