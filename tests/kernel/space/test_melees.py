"""Melees (SLG-23): groups of participants, at most one each, and plain distances for ranges (SLG-30)."""

import pytest

from certamen.kernel.space import Melees, melees, remove


def test_slg_23_a_melee_is_a_group_and_one_is_in_one_at_most() -> None:
    space = melees.engage(Melees(), "ann", "orc")
    space = melees.engage(space, "bo", "ogre")
    assert space.groups == {"ann": "melee-1", "orc": "melee-1", "bo": "melee-2", "ogre": "melee-2"}
    space = melees.engage(melees.engage(space, "cy", "orc"), "dee", "cy")
    assert melees.members(space, "melee-1") == ("ann", "cy", "dee", "orc")
    assert melees.same_melee(space, "ann", "dee")
    assert not melees.same_melee(space, "ann", "bo")
    assert not melees.same_melee(space, "eve", "fay"), "two who are in no melee are not in the same one"
    space = melees.enter(space, "cy", "melee-2")
    assert melees.melee_of(space, "cy") == "melee-2"
    assert melees.members(space, "melee-1") == ("ann", "dee", "orc")


def test_engaging_whom_one_already_fights_changes_nothing() -> None:
    space = melees.engage(Melees(), "ann", "orc")
    assert melees.engage(space, "orc", "ann") is space


def test_a_new_melee_takes_the_first_name_that_is_not_in_use() -> None:
    space = Melees({"a": "melee-2", "b": "melee-2"})
    assert melees.melee_of(melees.engage(space, "c", "d"), "d") == "melee-1"
    space = Melees({"a": "melee-1", "b": "melee-1"})
    assert melees.melee_of(melees.engage(space, "c", "d"), "c") == "melee-2"


def test_a_melee_of_one_is_over() -> None:
    space = melees.leave(melees.engage(Melees(), "ann", "orc"), "ann")
    assert space.groups == {}
    assert melees.members(space, "melee-1") == ()
    assert melees.leave(space, "ann") is space


def test_slg_30_distances_within_a_melee_are_none() -> None:
    space = melees.set_apart(Melees(start=40), "ann", "orc", 60)
    assert (melees.apart(space, "orc", "ann"), melees.apart(space, "ann", "bo")) == (60, 40)
    assert melees.apart(melees.engage(space, "ann", "orc"), "ann", "orc") == 0


def test_who_enters_stands_where_its_first_member_stands() -> None:
    space = melees.set_apart(Melees(), "orc", "archer", 90)
    space = melees.set_apart(space, "archer", "ann", 10)
    space = melees.set_apart(space, "orc", "bo", 5)
    space = melees.engage(melees.engage(space, "bo", "orc"), "ann", "orc")
    assert (melees.apart(space, "bo", "archer"), melees.apart(space, "ann", "archer")) == (90, 90)
    space = melees.set_apart(space, "mage", "ann", 70)
    space = melees.enter(space, "cy", "melee-1")
    assert (melees.apart(space, "cy", "archer"), melees.apart(space, "cy", "mage")) == (90, 70)
    assert melees.apart(space, "cy", "ann") == 0


def test_who_leaves_a_melee_is_at_the_start_from_it_and_keeps_other_distances() -> None:
    space = Melees({"ann": "m", "bo": "m", "orc": "m"}, between={"ann/bo": 5, "ann/mage": 70, "bo/orc": 3})
    space = melees.leave(space, "ann")
    assert space == Melees({"bo": "m", "orc": "m"}, between={"ann/mage": 70, "bo/orc": 3})
    assert melees.apart(space, "ann", "bo") == 30


def test_removing_forgets_melee_and_distances() -> None:
    space = Melees({"ann": "m", "bo": "m", "orc": "m"}, between={"ann/mage": 70, "mage/orc": 3})
    assert remove(space, "ann") == Melees({"bo": "m", "orc": "m"}, between={"mage/orc": 3})


def test_melees_refuse_what_cannot_be() -> None:
    space = melees.engage(Melees(), "ann", "orc")
    with pytest.raises(ValueError, match="nobody is in a melee called 'brawl'"):
        melees.enter(space, "bo", "brawl")
    with pytest.raises(ValueError, match="0 or more, not -5"):
        melees.set_apart(space, "ann", "orc", -5)
    for call in (melees.apart, melees.engage):
        with pytest.raises(ValueError, match="no distance from itself"):
            call(space, "ann", "ann")


def test_numbered_they_tell_of_no_other_melee_and_of_none_before() -> None:
    """Whoever else fought, before or beside them, and however long: the names are the same."""
    pairs = (("cy", "dee"), ("ann", "bo"))
    alone = Melees()
    for who, whom in pairs:
        alone = melees.engage(alone, who, whom)
    beside = melees.engage(Melees(), "x", "y")
    for who, whom in pairs:
        beside = melees.engage(beside, who, whom)
    assert beside.groups["ann"] == "melee-3"
    seen = melees.without(beside, "x")
    assert melees.numbered(seen).groups == melees.numbered(alone).groups
    assert melees.numbered(alone).groups == {"ann": "melee-1", "bo": "melee-1", "cy": "melee-2", "dee": "melee-2"}
    assert melees.numbered(Melees()) == Melees()
