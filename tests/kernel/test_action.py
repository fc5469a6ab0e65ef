"""What is refused and why: every kind of field, unknown values, closed offers, of several the one that fits best."""

import pytest

from certamen.kernel.action import (
    Action,
    Choice,
    Field,
    Number,
    Offer,
    Option,
    Places,
    Refusal,
    Value,
    Words,
    expected,
    field_refusal,
    refusal_by,
)
from certamen.kernel.errors import IllegalAction

FRUIT = tuple(Option(one) for one in ("apple", "pear", "plum"))
ONE = Choice("fruit", FRUIT)
TWO = Choice("fruit", FRUIT, most=2)
NUMBER = Number("n", 1, 6)
PLACE = Places("at", (Option("door"), Option("roof")))
FREE = Places("at", (Option("door"),), free=True)
TEXT = Words("said")


@pytest.mark.parametrize(
    ("field", "value", "reason"),
    [
        (ONE, "pear", None),
        (ONE, "kiwi", "fruit cannot be 'kiwi': one of apple, pear, plum"),
        (ONE, 3, "fruit cannot be 3: one of apple, pear, plum"),
        (ONE, ("pear",), "fruit cannot be ['pear']: one of apple, pear, plum"),
        (ONE, None, "eat needs a fruit: one of apple, pear, plum"),
        (Choice("fruit", ()), "pear", "fruit cannot be 'pear': nothing to choose from"),
        (TWO, ("pear",), None),
        (TWO, ("pear", "plum"), None),
        (TWO, (), "fruit cannot be []: 1 to 2 of apple, pear, plum"),
        (TWO, ("pear", "pear"), "fruit cannot be ['pear', 'pear']: 1 to 2 of apple, pear, plum"),
        (TWO, ("apple", "pear", "plum"), "fruit cannot be ['apple', 'pear', 'plum']: 1 to 2 of apple, pear, plum"),
        (TWO, ("kiwi",), "fruit cannot be ['kiwi']: 1 to 2 of apple, pear, plum"),
        (TWO, "pear", "fruit cannot be 'pear': 1 to 2 of apple, pear, plum"),
        (Choice("fruit", FRUIT, most=2, least=0), (), None),
        (NUMBER, 1, None),
        (NUMBER, 6, None),
        (NUMBER, 0, "n cannot be 0: a whole number from 1 to 6"),
        (NUMBER, 7, "n cannot be 7: a whole number from 1 to 6"),
        (NUMBER, "3", "n cannot be '3': a whole number from 1 to 6"),
        (NUMBER, True, "n cannot be True: a whole number from 1 to 6"),
        (NUMBER, None, "eat needs a n: a whole number from 1 to 6"),
        (PLACE, "roof", None),
        (PLACE, "sky", "at cannot be 'sky': one of door, roof"),
        (PLACE, 4, "at cannot be 4: one of door, roof"),
        (FREE, "12.5,3", None),
        (FREE, 12, "at cannot be 12: one of door"),
        (TEXT, "hello", None),
        (TEXT, "", None),
        (TEXT, "x" * 2000, None),
        (TEXT, "x" * 2001, f"said cannot be '{'x' * 56}...: text of at most 2000 characters"),
        (TEXT, 5, "said cannot be 5: text of at most 2000 characters"),
        (TEXT, None, "eat needs a said: text of at most 2000 characters"),
        (Words("said", optional=True), None, None),
    ],
)
def test_each_field_takes_what_it_says_and_nothing_else(field: Field, value: Value | None, reason: str | None) -> None:
    action = Action("a", "eat", {} if value is None else {field.name: value})
    refusal = field_refusal(field, action)
    assert (refusal.reason if refusal else None) == reason


@pytest.mark.parametrize(("upper", "n", "fine"), [(4, 4, True), (4, 5, False), ("x", 1, False), (9, 7, False)])
def test_a_number_may_be_bound_by_another_field(upper: Value, n: int, fine: bool) -> None:
    field = Number("n", 0, 6, upto="upper")
    refusal = field_refusal(field, Action("a", "eat", {"n": n, "upper": upper}))
    assert (refusal is None) == fine
    assert expected(field) == "a whole number from 0 to 6, and not above upper"


def test_a_long_list_of_choices_is_cut_in_words() -> None:
    many = Choice("who", tuple(Option(f"thug-{n}") for n in range(1, 15)))
    assert expected(many).endswith("thug-11, thug-12 ...")


def test_values_nobody_asked_for_are_refused() -> None:
    refusal = refusal_by((Offer("eat", (ONE,)),), Action("a", "eat", {"fruit": "pear", "z": 1, "b": 2}))
    assert refusal == Refusal("eat takes no b, z")


def test_a_closed_offer_gives_its_reason_and_rule() -> None:
    closed = Offer("eat", (ONE,), closed=Refusal("not hungry", "TOY-7"))
    refusal = refusal_by((closed,), Action("a", "eat", {"fruit": "pear"}))
    assert refusal == Refusal("not hungry", "TOY-7")
    assert str(IllegalAction(refusal)) == "not hungry (TOY-7)"
    assert str(IllegalAction(Refusal("no"))) == "no"


def test_one_open_offer_that_fits_is_enough() -> None:
    offers = (Offer("eat", (ONE,), closed=Refusal("no")), Offer("eat", (ONE,)), Offer("sleep"))
    assert refusal_by(offers, Action("a", "eat", {"fruit": "pear"})) is None


def test_of_several_refusals_the_closed_offer_that_names_it_speaks() -> None:
    far = Offer("eat", (Choice("fruit", (Option("plum"),)),), closed=Refusal("the plum hangs too high", "TOY-8"))
    offers = (Offer("eat", (Choice("fruit", (Option("pear"),)),)), far)
    assert refusal_by(offers, Action("a", "eat", {"fruit": "plum"})) == far.closed
    assert refusal_by(offers, Action("a", "eat", {"fruit": "kiwi"})) == far.closed, "neither fits: the closed one"
    pears = (Offer("eat", (ONE, NUMBER)), Offer("eat", (ONE, TEXT, PLACE)))
    assert refusal_by(pears, Action("a", "eat", {"fruit": "pear"})) == Refusal(
        "eat needs a n: a whole number from 1 to 6"
    ), "the fewest fields that do not fit"


def test_what_no_offer_names_is_not_offered() -> None:
    assert refusal_by((), Action("a", "fly")) == Refusal("fly is not offered")
