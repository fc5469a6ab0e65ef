"""The reckoning of an event in words, from the event alone; the sentences of the kernel's own events."""

import pytest

from certamen.kernel.event import Die, Event, Part
from certamen.kernel.explain import brief, lines
from certamen.kernel.telling import tell

SKILL = Part("skill", 5, "gun")
QUALITY = Part("quality", -2, "revolver")
DARK = Part("dark", -3, "T-9", counted=False, why="he sees in the dark")
TARGET = Part("target", 3, kind="target")
ROLL = Part("roll", 2, "d6", "die")
NOTE = Part("a hit", "", kind="note")
NAMES = {"jack": "Jack Kelly", "thug": "Thug"}


@pytest.mark.parametrize(
    ("parts", "text"),
    [
        ((), ""),
        ((SKILL, QUALITY, DARK, TARGET), "target 3 = 5 skill - 2 quality"),
        ((SKILL, QUALITY, TARGET, ROLL, NOTE), "target 3 = 5 skill - 2 quality; roll 2; a hit"),
        ((SKILL, ROLL, Part("total", 7, kind="total")), "total 7 = 5 skill + 2 roll"),
        ((Part("cover", "half"), Part("total", 7, kind="total")), "cover half; total 7"),
        ((ROLL, SKILL, QUALITY, TARGET), "roll 2; target 3 = 5 skill - 2 quality"),
        ((SKILL, Part("total", 9, kind="total")), "skill +5; total 9"),
        ((QUALITY,), "quality -2"),
    ],
)
def test_the_reckoning_in_one_line(parts: tuple[Part, ...], text: str) -> None:
    assert brief(Event("x", parts=parts)) == text


def test_the_whole_reckoning_row_by_row() -> None:
    event = Event(
        "attack",
        "jack",
        "thug",
        rules=("T-1", "T-2"),
        rulings=(("success", "at"),),
        dice=(Die("jack", "open", 4, 6, 2, "damage"), Die("thug", "secret", 0, 20, 11)),
        parts=(SKILL, QUALITY, DARK, TARGET),
        text="take that",
        n=12,
        round=3,
        by="default",
    )
    assert lines(event, "Jack shoots.", NAMES) == [
        "Event 12, round 3: Jack shoots.",
        "  decided by: default",
        "  skill       +5  from gun",
        "  quality     -2  from revolver",
        "  dark        -3  from T-9  not counted  (he sees in the dark)",
        "  target       3",
        "  die: d6 showed 2 for damage, rolled by Jack Kelly (his no. 5)",
        "  die: d20 showed 11, rolled by Thug, in secret (his no. 1)",
        "  rules: T-1, T-2",
        "  ruling: success is at",
        "  said: take that",
    ]
    assert lines(Event("x", n=1), "Nothing.", {}) == ["Event 1, round 0: Nothing."]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (Event("round", values={"round": 4}), "Round 4."),
        (Event("turn", "jack"), "Jack Kelly's turn."),
        (Event("turn"), "someone's turn."),
        (Event("effect_ended", "thug", values={"effect": "stunned"}), "Thug: stunned is over."),
        (Event("effect_ended", "thug"), "Thug: something is over."),
        (Event("outcome", values={"winner": "crew", "reason": "r"}), "The contest is over, and crew won: r."),
        (Event("outcome", values={"winner": "", "reason": "r"}), "The contest is over: r."),
        (Event("say", "jack", text="hello"), "Jack Kelly: hello"),
        (Event("say", "gm", text="hello"), "The game master: hello"),
        (Event("held"), "The game master looks at the result first."),
        (Event("discarded", "gm"), "The result is taken back."),
        (
            Event("gm_set", "gm", "thug", values={"path": "thug.hp", "before": 3, "after": 1}),
            "The game master changes Thug's hp from 3 to 1.",
        ),
        (Event("gm_set", "gm", "thug", values={"path": "thug.hp"}), "The game master changes Thug's hp."),
        (Event("gm_set", "gm", "thug"), "The game master changes something about Thug."),
        (
            Event("gm_end_effect", "gm", "thug", values={"name": "stunned", "x": ""}),
            'The game master takes "stunned" off Thug.',
        ),
        (Event("gm_reopen", "gm"), "The game master reopens the contest."),
        (Event("gm_unheard_of", "gm", "thug"), "The game master rules on Thug."),
        (Event("attack", "jack", "thug"), None),
    ],
)
def test_the_kernels_events_have_a_sentence_with_whatever_is_hidden_missing(event: Event, text: str | None) -> None:
    assert tell(event, NAMES) == text
