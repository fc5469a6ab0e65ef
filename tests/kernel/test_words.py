"""Acts in a person's words: unique beginnings suffice, what is unclear is asked back, nothing is ever guessed."""

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from certamen.kernel.action import Action, Choice, Number, Offer, Option, Places, Refusal, Value, Words, refusal_by
from certamen.kernel.overrule import overrules
from certamen.kernel.words import WordsError, match, read, read_act
from tests.kernel.toy import begin

FOES = (Option("thug-1", "Big Thug"), Option("thug-2", "Small Thug"), Option("jack", "Jack Kelly"))


def attack(weapon: str, *targets: Option, closed: Refusal | None = None) -> Offer:
    fields = (Choice("target", targets), Choice("weapon", (Option(weapon),)), Words("how", optional=True))
    return Offer("attack", fields, closed=closed)


OFFERS = (
    attack("revolver", *FOES),
    attack("knife", FOES[0]),
    attack("sword", FOES[2], closed=Refusal("Jack is 12 m away", "T-1")),
    Offer("shift", (Number("points", 1, 20), Number("quality", 0, 20, upto="points"))),
    Offer("shout", (Words("text"),)),
    Offer("move", (Places("to", (Option("door"), Option("roof"))),)),
    Offer("drive", (Places("to", (Option("door"),), free=True), Number("gear", 1, 5, usual=2))),
    Offer("pick", (Choice("things", (Option("apple"), Option("pear"), Option("plum")), most=2), Number("n", 1, 1))),
    Offer("heal", (Choice("who", (Option("jack"),)),), closed=Refusal("no kit is left")),
    Offer("pass"),
    Offer("pray"),
)


@pytest.mark.parametrize(
    ("text", "verb", "values"),
    [
        ("pass", "pass", {}),
        ("pas", "pass", {}),
        ("PASS", "pass", {}),
        ("attack thug-2 with revolver", "attack", {"target": "thug-2", "weapon": "revolver"}),
        ("attack jack", "attack", {"target": "jack", "weapon": "revolver"}),
        ("att jack rev", "attack", {"target": "jack", "weapon": "revolver"}),
        ("attack revolver jack", "attack", {"target": "jack", "weapon": "revolver"}),
        ("attack small with the revolver", "attack", {"target": "thug-2", "weapon": "revolver"}),
        ('attack "big thug" knife', "attack", {"target": "thug-1", "weapon": "knife"}),
        ("attack weapon=knife", "attack", {"target": "thug-1", "weapon": "knife"}),
        ("attack target=jack weapon=revolver", "attack", {"target": "jack", "weapon": "revolver"}),
        (
            "attack jack rev: with a shout, at last",
            "attack",
            {"target": "jack", "weapon": "revolver", "how": "with a shout, at last"},
        ),
        (
            'attack jack rev "from behind: silent"',
            "attack",
            {"target": "jack", "weapon": "revolver", "how": "from behind: silent"},
        ),
        ("attack jack rev how=gently", "attack", {"target": "jack", "weapon": "revolver", "how": "gently"}),
        ("attack jack rev in great anger", "attack", {"target": "jack", "weapon": "revolver", "how": "in great anger"}),
        ("shift 10 3", "shift", {"points": 10, "quality": 3}),
        ("shift points 10 quality 3", "shift", {"points": 10, "quality": 3}),
        ("shift quality=0 points=+10", "shift", {"points": 10, "quality": 0}),
        ("shout: Hands up!", "shout", {"text": "Hands up!"}),
        ("shout Hands up", "shout", {"text": "Hands up"}),
        ("shout the end is near the door", "shout", {"text": "the end is near the door"}),
        ("shout it's over", "shout", {"text": "it's over"}),
        ("shout text hello", "shout", {"text": "hello"}),
        ("shout:now", "shout", {"text": "now"}),
        ("shout 12:30 sharp", "shout", {"text": "12:30 sharp"}),
        ("move to the roof", "move", {"to": "roof"}),
        ("move to roof", "move", {"to": "roof"}),
        ("drive 12.5,3", "drive", {"to": "12.5,3", "gear": 2}),
        ("drive door 4", "drive", {"to": "door", "gear": 4}),
        ("pick apple and plum", "pick", {"things": ("apple", "plum"), "n": 1}),
        ("pick pear", "pick", {"things": ("pear",), "n": 1}),
    ],
)
def test_words_name_an_act(text: str, verb: str, values: dict[str, Value]) -> None:
    assert read(text, OFFERS) == (verb, values)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "say what to do: attack, shift, shout, move, drive, pick, heal, pass, pray"),
        ("   ", "say what to do: attack"),
        ("dance", "there is no dance now: attack, shift"),
        ("atack jack", "there is no atack now; did you mean attack?"),
        ("p", "p could be pick or pass or pray"),
        ("attack thug rev", "thug could be thug-1 or thug-2"),
        ("attack", "attack needs a target: thug-1, thug-2, jack"),
        ("attack thug-1", "attack: which weapon, knife or revolver?"),
        ("attack thgu-1 rev", "there is no target thgu-1; did you mean thug-1 or thug-2?"),
        ("attack zorro rev", "there is no target zorro: thug-1, thug-2, jack"),
        ("attack jack with sword", "attack: Jack is 12 m away"),
        ("attack jack jack rev", "there is no weapon jack: revolver"),
        ("shift", "shift needs points: a whole number from 1 to 20"),
        ("shift 10", "shift needs quality: a whole number from 0 to 10"),
        ("shift ten 3", "shift takes no ten"),
        ("shift points ten", "points is a whole number, not ten"),
        ("shift points=1_0 quality=0", "points is a whole number, not 1_0"),
        ("shift points=² quality=0", "points is a whole number, not ²"),
        ("shift 1 2 3", "shift takes no 3"),
        ("shift points=3 points=4 quality=0", "shift takes one points, not 3 and 4"),
        ("shout", "shout needs a text, after a colon or in quotes"),
        ("move", "move needs a to: door, roof"),
        ("move sky", "there is no to sky: door, roof"),
        ("move door: quickly", "move takes no text after a colon"),
        ("move door roof", "move takes no roof"),
        ("pass: please", "pass takes no text after a colon"),
        ("pass now", "pass takes no now"),
        ("pick kiwi", "pick takes no kiwi"),
        ("pick", "pick needs a things: apple, pear, plum"),
        ("pick things=kiwi", "there is no things kiwi: apple, pear, plum"),
        ("heal", "heal: no kit is left"),
        ("heal zorro", "there is no who zorro: jack"),
    ],
)
def test_what_is_unclear_is_asked_back(text: str, reason: str) -> None:
    with pytest.raises(WordsError) as caught:
        read(text, OFFERS)
    assert str(caught.value).startswith(reason)


def test_of_many_choices_some_are_named() -> None:
    places = Places(name="to", options=tuple([Option(f"{n},0", "") for n in range(25)]))
    with pytest.raises(WordsError, match=r"^move needs a to: 0,0, 1,0, .* 19,0 and 5 more$"):
        read("move", [Offer("move", (places,))])


def test_what_is_said_goes_with_an_act_that_has_no_words_of_its_own() -> None:
    assert read_act("pass: not today", OFFERS) == ("pass", {}, "not today")
    assert read_act("move roof: on all fours", OFFERS) == ("move", {"to": "roof"}, "on all fours")
    assert read_act("shout: now", OFFERS) == ("shout", {"text": "now"}, "")
    assert read_act("pass", OFFERS) == ("pass", {}, "")
    for text, reason in (
        ("", "say what to do"),
        (": hello", "say what to do"),
        ("dance: now", "there is no dance now"),
    ):
        with pytest.raises(WordsError, match=reason):
            read_act(text, OFFERS)


def test_an_option_named_whole_is_meant_though_others_begin_so() -> None:
    options = (Option("thug"), Option("thug-2"), Option("x", "thug"), Option("a"))
    assert match("thug", options) == ["thug", "x"]
    assert match("thug-", options) == ["thug-2"]
    assert read("hit a", (Offer("hit", (Choice("who", options[:2] + options[3:]),)),)) == ("hit", {"who": "a"})


def test_a_name_of_several_words_may_be_said_as_it_stands() -> None:
    guards = [Option(f"guard-{n}", f"Depot guard {n}") for n in (1, 2)]
    offers = [Offer("attack", (Choice("target", (*guards, Option("jack", "Jack Kelly"))), Number("points", 0, 3)))]
    assert read("attack depot guard 1", [attack("club", *guards)])[1]["target"] == "guard-1"
    assert read("attack the Depot Guard 2 3", offers) == ("attack", {"target": "guard-2", "points": 3})
    assert read("attack 3 jack kelly", offers) == ("attack", {"target": "jack", "points": 3})


def test_an_id_of_several_words_may_be_said_as_it_stands() -> None:
    weapons = ("hunting rifle", "automatic pistol")
    offers = [Offer("attack", (Choice("weapon", (Option(weapon),)),)) for weapon in weapons]
    for said, meant in (("the hunting rifle", 0), ("Automatic pistol", 1), ("rifle", 0), ("pis", 1)):
        assert read(f"attack with {said}", offers) == ("attack", {"weapon": weapons[meant]})


def test_the_game_masters_overrules_can_be_said() -> None:
    offers = overrules(begin(("x/a", 20), ("y/b", 10)).state)
    for text, verb, values in (
        ("set a.hp 7", "set", {"path": "a.hp", "value": 7}),
        ("set a.note: a long story", "set", {"path": "a.note", "value": "a long story"}),
        ("effect a stunned 3", "effect", {"who": "a", "name": "stunned", "rounds": 3}),
        ("mark gate:open", "mark", {"name": "gate:open"}),
        ("swap a b", "swap", {"one": "a", "other": "b"}),
        ("end x they ran", "end", {"winner": "x", "reason": "they ran"}),
        ("end", "end", {}),
        ("reveal a", "reveal", {"who": "a"}),
        ("reveal a to=b", "reveal", {"who": "a", "to": "b"}),
        ("join d 'Dora D' x '{\"hp\": 3}'", "join", {"id": "d", "name": "Dora D", "side": "x", "sheet": '{"hp": 3}'}),
        ("skip", "skip", {}),
    ):
        assert read(text, offers) == (verb, values), text


VERBS = ("attack", "shift", "shout", "move", "pick", "pass")
NOUNS = ("jack", "thug-1", "thug", "knife", "revolver", "sword", "door", "apple")
WORDS = st.sampled_from((*VERBS, *NOUNS, "3", "10", "points=2", "how=x", ":", "to", "the", "x"))


@given(st.lists(WORDS, max_size=6))
def test_what_is_read_is_legal_or_out_of_bounds_and_names_what_was_said(words: list[str]) -> None:
    try:
        verb, values = read(" ".join(words), OFFERS)
    except WordsError:
        return
    assert verb.startswith(words[0].rstrip(":"))
    refusal = refusal_by(OFFERS, Action("me", verb, values))
    assert refusal is None or "cannot be" in refusal.reason
    if verb == "attack":
        said = [word for word in words if word in ("jack", "thug-1", "thug")]
        assert str(values["target"]).startswith(tuple(said)) or values["weapon"] == "knife"


@given(st.text(max_size=60))
def test_any_text_is_read_or_asked_back(text: str) -> None:
    with contextlib.suppress(WordsError):
        read(text, OFFERS)
