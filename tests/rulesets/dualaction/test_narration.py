"""Every event of dualaction as a sentence, whole and with all its values hidden; fighters as they look."""

import pytest
from msgspec.structs import replace

from certamen.kernel.event import Event
from certamen.rulesets.dualaction import flow
from certamen.rulesets.dualaction.narration import SIMPLE, TELLERS, narrate, values, words
from certamen.rulesets.dualaction.ruleset import RULESET
from certamen.rulesets.dualaction.state import Combat, Fighter
from tests.rulesets.dualaction.ring import combat, one

NAMES = {"ann": "Ann", "bo": "Bo"}


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            Event("attack", "ann", "bo", values={"weapon": "smg", "mode": "burst", "shots": 3, "hits": 2}),
            "Ann shoots at Bo with the smg: 2 of 3 hit.",
        ),
        (
            Event("attack", "ann", "bo", values={"weapon": "unarmed", "mode": "blow", "shots": 1, "hits": 0}),
            "Ann strikes at Bo with bare hands: a miss.",
        ),
        (
            Event("attack", "ann", "bo", values={"weapon": "axe", "mode": "thrown", "shots": 1, "hits": 1}),
            "Ann throws at Bo with the axe: a hit.",
        ),
        (
            Event("attack", "ann", "bo", values={"weapon": "gun", "mode": "aimed", "shots": 1, "hits": 1}),
            "Ann takes aim and shoots at Bo with the gun: a hit.",
        ),
        (
            Event("damage", "ann", "bo", values={"thrown": 9, "damage": 7, "left": 3, "worn": 1}),
            "Bo takes 7 of 9 damage, 3 HP left; the armour loses 1 DR.",
        ),
        (Event("damage", "ann", "bo", values={"thrown": 9, "damage": 9}), "Bo takes 9 damage."),
        (Event("move", "ann", values={"to": "3,4", "way": 600, "planned": 600}), "Ann moves to 3,4 (6 m)."),
        (Event("move", "ann", values={"to": "3,4", "way": 400, "planned": 650}), "Ann moves to 3,4 (4 m of 6.5 m)."),
        (Event("stopped", "bo", "ann", values={"what": "snare"}), "Bo stops Ann with snare."),
        (Event("stopped", "", "ann", values={"what": "mud"}), "Ann runs into mud and is stopped."),
        (Event("stopped", "gm", "ann"), "Ann is stopped on the way."),
        (Event("wait", "ann", "bo"), "Ann waits and lets Bo go first."),
        (Event("wait", "ann"), "Ann waits; the turn ends."),
        (Event("use", "ann", "bo", values={"with": "kit", "healed": 4}), "Ann uses kit on Bo: 4 HP back."),
        (Event("use", "ann", "ann", values={"with": "kit"}), "Ann uses kit."),
        (Event("order", values={"order": ("bo", "ann")}), "The order: Bo, Ann."),
        (Event("something_new", "ann"), "Ann: something new."),
        (Event("round", values={"round": 2}), "Round 2."),
    ],
)
def test_sentences(event: Event, text: str) -> None:
    """DUA-10, DUA-12, DUA-16: what is told, in plain words."""
    assert narrate(event, NAMES) == text


@pytest.mark.parametrize("kind", [*SIMPLE, *TELLERS, "order"])
def test_sentences_without_what_is_hidden(kind: str) -> None:
    """DUA-12: any value may be missing."""
    text = narrate(Event(kind, "ann", "bo"), NAMES)
    assert text.endswith(".")
    assert "{" not in text


def looks(**more: object) -> str:
    state = combat(one("ann"), one("bo"), dice="20 10").state
    assert isinstance(state, Combat)
    ann = replace(state.participants["ann"], **more)
    return words(replace(state, participants={"ann": ann}), ann)


@pytest.mark.parametrize(
    ("hp", "word"),
    [
        (30, "unhurt"),
        (29, "scratched"),
        (23, "scratched"),
        (22, "hurt"),
        (8, "hurt"),
        (7, "badly hurt"),
        (1, "badly hurt"),
        (0, "down"),
        (-3, "down"),
    ],
)
def test_how_one_looks(hp: int, word: str) -> None:
    """DUA-12: of 30 HP, in quarters."""
    assert looks(hp=hp) == word


def test_how_one_looks_otherwise() -> None:
    """DUA-1, DUA-5."""
    assert looks(knocked_down=True) == "unhurt, knocked down"
    assert looks(status="out") == "down"
    assert looks(status="fled") == "gone"
    assert looks(status="yielded") == "has given up"
    assert looks(status="dead") == "dead"


def test_effects_that_all_may_see_are_in_the_words() -> None:
    """DUA-6."""
    contest = combat(one("ann"), one("bo"), dice="20 10")
    contest.answer("crouch")
    state = contest.state
    assert isinstance(state, Combat)
    assert words(state, state.participants["ann"]) == "unhurt, crouched"
    hidden = replace(state, effects=tuple(replace(effect, to=()) for effect in state.effects))
    assert words(hidden, hidden.participants["ann"]) == "unhurt"


def test_figures() -> None:
    """DUA-2, DUA-5: only what is so is listed."""
    state = combat(one("ann", "3,4"), one("bo"), dice="20 10").state
    assert isinstance(state, Combat)
    ann: Fighter = state.participants["ann"]
    assert values(state, ann) == {"hp": 30, "dr": 0, "initiative": 20, "place": "3,4"}
    down = replace(ann, knocked_down=True, loaded={"gun": 2, "axe": 0}, items={"kit": 1})
    assert values(state, down)["knocked_down"] == "yes"
    assert values(state, down)["loaded"] == "gun 2, axe 0"
    assert values(state, down)["items"] == "kit 1"


def test_every_verb_of_a_turn_has_its_act() -> None:
    """DUA-5, DUA-6: and each act cites rules of the page."""
    ids = {rule.id for rule in RULESET.rules}
    assert ids == {f"DUA-{number}" for number in range(1, 21)}
    assert {act.verb for act in RULESET.acts} >= set(flow.TURN)
    contest = combat(one("ann"), one("bo"), dice="20 10")
    assert {rule for offer in contest.offers() for rule in offer.rules} <= ids
