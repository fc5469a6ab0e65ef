"""What each event says of its figures: rows that add up, sources, rules, rulings; and what others may not see of it."""

import pytest

from certamen.dice import Seeded
from certamen.files.encounter import load
from certamen.files.examples import examples
from certamen.kernel.contest import Contest
from certamen.kernel.event import Event, Part
from certamen.kernel.explain import brief
from certamen.kernel.run import run
from certamen.kernel.view import Seat, view
from certamen.rulesets.starslinger.ruleset import RULESET
from certamen.rulesets.starslinger.scene import Scene
from certamen.rulesets.starslinger.sheet import Healing, Trait, Weapon
from tests.rulesets.starslinger.scenes import (
    MAUL,
    PISTOL,
    SWORD,
    TOGETHER,
    figure,
    last,
    lock,
    next_post,
    one,
    play,
    rows,
)

GAMES = ("cantina", "duel", "rooftops", "vault")
AXE = Weapon(name="axe", skill="melee", damage="1d6")


def seen_by(contest: Contest, who: str, kind: str) -> Event:
    """The last event of a type as a player sees it."""
    return next(event for event in reversed(view(contest, Seat("player", (who,))).events) if event.type == kind)


def sum_before(parts: tuple[Part, ...], kind: str, label: str) -> tuple[int, int]:
    """The sum of the rows that count before a row, and that row's figure."""
    index = next(n for n, part in enumerate(parts) if (part.kind, part.label) == (kind, label))
    terms = [part for part in parts[:index] if part.counted and part.kind in ("modifier", "die")]
    return sum(int(part.value) for part in terms), int(parts[index].value)


@pytest.mark.parametrize("game", GAMES)
def test_every_reckoning_adds_up(game: str) -> None:
    """SLG-4, SLG-13, SLG-16, SLG-17: in whole games, each total is the sum of its rows, each margin the difference."""
    encounter = load(examples() / "starslinger" / f"{game}.yaml")
    for seed in range(6):
        contest = Contest(RULESET, encounter, Seeded(seed))
        run(contest, {entry.side: "clever" for entry in encounter.participants} if seed % 2 else {})
        for event in contest.events:
            if event.type in ("check", "awaits_dc"):
                assert len(set(sum_before(event.parts, "total", "total"))) == 1, event
            if event.type == "check" and "DC" in rows(event):
                found = rows(event)
                assert int(found["total"]) - int(found["DC"]) == found["margin"]
            if event.type == "damage":
                assert len(set(sum_before(event.parts, "total", "damage"))) == 1, event
                assert int(rows(event)["damage"]) + int(rows(event).get("armour", 0)) == event.values["damage"]
            assert all(part.source for part in event.parts if part.kind == "modifier"), event


def test_slg_9_to_11_in_one_line() -> None:
    """SLG-9, SLG-11: what helps stands first, then the sum; the natural roll is told behind it."""
    traits = (Trait(name="eye", advantage=1), *(Trait(name=name, edge=1) for name in ("tools", "light", "luck")))
    contest = play(one("ann", traits=traits), one("bo"), dice="20:4 20:3 8:7", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert "total 15 = 4 shoot + 4 d20 + 7 edge die; DC 15; margin 0; natural roll 7" in brief(last(contest, "check"))
    assert {"SLG-4", "SLG-9", "SLG-10", "SLG-11", "SLG-27"} <= set(last(contest, "check").rules)


def test_slg_12_edges_on_a_dc_are_told() -> None:
    """SLG-12: 10 and two edges from different things come to 13; the same thing twice counts once."""
    contest = play(one("ann"), one("bo"), dice="20:9", scene=TOGETHER)
    for name in ("guard: wall", "guard: wall", "guard: friends"):
        contest.overrule("effect", who="bo", name=name, rounds=0)
    contest.answer("attack", who="ann", weapon="trip", target="bo", skill="melee")
    event = last(contest, "check")
    assert "DC 13 = 10 dex DC + 3 edges on DCs" in brief(event)
    assert {"DC", "margin", "dex DC", "edges on DCs"}.isdisjoint(rows(seen_by(contest, "ann", "check")))


def test_slg_15_of_two_dcs_the_one_that_counts_is_named() -> None:
    """SLG-15: disarming: both DCs are told, the one that counts last."""
    contest = play(one("ann"), one("bo", saves={"dex": 10, "str": 14}), dice="20:9 20:9", scene=TOGETHER)
    contest.answer("attack", who="ann", weapon="disarm", target="bo", skill="melee")
    assert "dex DC 10; DC 14 = 14 str DC" in brief(last(contest, "check"))
    contest.overrule("effect", who="bo", name="prone: slipped", rounds=0)
    contest.answer("attack", who="ann", weapon="disarm", target="bo", skill="melee")
    assert "str DC 14; DC 10 = 10 dex DC" in brief(last(contest, "check"))


def test_slg_24_halves_are_rows() -> None:
    """SLG-24: 5 + 2 halved is 3: a row takes 4 off. SLG-17: at least 1 is a row too: 1 - 3 is raised by 3."""
    contest = play(one("ann", weapons=(AXE, SWORD)), one("bo"), dice="20:10 6:5 20:2", scene=TOGETHER)
    contest.answer("attack-two", who="ann", weapons="axe+sword", target="bo", second="bo")
    event = last(contest, "damage")
    assert "damage 3 = 5 1d6 + 2 attack modifier - 4 half, with two weapons" in brief(event)
    assert "SLG-24" in event.rules
    assert "SLG-24" in last(contest, "check").rules
    weak = play(one("ann", weapons=(MAUL,), skills={"melee": -6}), one("bo"), dice="20:19 10:1", scene=TOGETHER)
    weak.answer("attack", who="ann", weapon="maul", target="bo")
    assert "damage 1 = 1 1d10 - 3 attack modifier + 3 at least 1" in brief(last(weak, "damage"))


def test_slg_23_and_18_are_cited_where_they_apply() -> None:
    """SLG-23: both reasons for disadvantage are told, with the rule. SLG-18: an unarmed strike names its own."""
    people = (one("ann", "a", weapons=(PISTOL,)), one("al", "a"), one("bo"), one("cy", "bo"))
    contest = play(*people, dice="20:2 20:9", scene=Scene(melees=(("al", "bo"), ("ann", "cy"))))
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    event = last(contest, "check")
    assert [part.value for part in event.parts if part.source == "SLG-23"] == [
        "an ally is in the target's melee",
        "a hostile is close by",
    ]
    assert "SLG-23" in event.rules
    fist = play(one("ann"), one("bo"), dice="20:2", scene=TOGETHER)
    fist.answer("attack", who="ann", weapon="unarmed", target="bo", skill="melee")
    assert "SLG-18" in last(fist, "check").rules


def test_rulings_are_cited_where_they_apply() -> None:
    """SLG-6, SLG-30: attack_bonus at a critical success, melee_dc where there is no check for it."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", hurt=1), dice="20:20 100:40")
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert ("attack_bonus", "effect") in last(contest, "check").rulings
    free = play(one("ann"), one("bo"), rulings={"melee_dc": "none"})
    free.answer("enter", who="ann", target="bo")
    assert last(free, "entered").rulings == (("melee_dc", "none"),)
    free.answer("leave", who="ann")
    assert last(free, "left_melee").rulings == (("melee_dc", "none"),)
    allied = play(one("ann", "a"), one("al", "a"), one("abe", "a"), one("bo"), scene=Scene(melees=(("al", "abe"),)))
    allied.answer("enter", who="ann", target="al")
    assert last(allied, "entered").rulings == (), "no hostile is in the way"


# --- what others may not see: SLG-16, SLG-29 -------------------------------------------------------------------


@pytest.mark.parametrize(("shown", "knows"), [("words", False), ("nothing", False), ("exact", True)])
def test_slg_16_armour_and_hit_points_are_kept(shown: str, knows: bool) -> None:
    """SLG-16, SLG-29: ann hits for 8; what armour 3 leaves of it, and of bo, she sees only where all is exact."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo", armour=3), dice="20:12 6:6", shown=shown)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    event = seen_by(contest, "ann", "damage")
    assert event.values["hit_for"] == 8
    assert ({"damage", "left"} <= event.values.keys()) is knows
    assert ({"armour", "hit points lost"} <= rows(event).keys()) is knows
    assert seen_by(contest, "bo", "damage").values["left"] == 15
    told = RULESET.narrate(event, {"bo": "Bo"})
    assert told == ("Bo loses 5 hit points, 15 left." if knows else "Bo is hit for 8.")
    bo = next(one for one in view(contest, Seat("player", ("ann",))).participants if one.id == "bo")
    assert ("hp" in bo.values, bo.words) == (knows, "" if shown == "nothing" else "hurt")


def test_slg_29_persistent_damage_and_healing_are_kept() -> None:
    """SLG-29, SLG-14: how much of either an enemy takes is his side's to know; that he does, is seen."""
    kit = Healing(name="kit", skill="shoot", range=50)
    contest = play(one("ann"), one("bo", hurt=2, healing=(kit,)), dice="20:12 6:5")
    contest.overrule("effect", who="bo", name="persistent 3: acid", rounds=0)
    contest.answer("heal", who="bo", power="kit", target="bo")
    contest.answer("end", who="bo")
    healed, bitten = seen_by(contest, "ann", "healed"), seen_by(contest, "ann", "persistent")
    assert {"amount", "left", "damage"}.isdisjoint({*healed.values, *bitten.values})
    assert bitten.parts == ()
    assert last(contest, "healed").values["amount"] == 2
    assert figure(contest, "bo").hp == 17


def test_slg_8_a_dc_the_gm_gives_is_not_told() -> None:
    """SLG-8: ann learns what came of her try, not the DC; her roll she saw at once."""
    contest = play(one("ann"), one("bo"), dice="20:12", scene=lock(None))
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert seen_by(contest, "ann", "awaits_dc").values["total"] == 16
    contest.answer("rule", who="gm", dc=17, skill="shoot", cost=1)
    event = seen_by(contest, "ann", "check")
    assert (event.values["degree"], event.dice) == ("failure", ())
    assert {"DC", "margin"}.isdisjoint(rows(event))


def test_slg_8_what_offers_tell_of_dcs() -> None:
    """SLG-8: an open DC stands in the offer; a hidden one does not, and is not taken for one that nobody has set."""
    for scene, told in ((lock(15), "DC 15"), (lock(15, hidden=True), ""), (lock(None), "no DC")):
        contest = play(one("ann"), one("bo"), scene=scene)
        offer = next(offer for offer in contest.offers() if offer.verb == "challenge")
        note = next(option.note for field in offer.fields if field.name == "way" for option in field.options)  # type: ignore[union-attr]  # a choice
        assert note.startswith(told)
        assert "15" not in (note + offer.label) or told == "DC 15"


def test_an_enemy_is_not_named_where_he_is_hidden_again() -> None:
    """SLG-10: what shook ann is told by its name, not by who did it."""
    contest = play(one("ann"), one("bo", player=""), dice="20:1 6:6 20:10 4:2", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    contest.take_default(contest.requests[0])
    next_post(contest)
    contest.answer("end", who="bo")
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert rows(last(contest, "check"))["edge lost"] == "shaken"
