"""The unseen as they are played: guesses, hiding, and what nobody may learn of them (SLG-22)."""

from msgspec.structs import replace

from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat, view
from certamen.rulesets.starslinger.scene import Scene
from tests.rulesets.starslinger.scenes import (
    PISTOL,
    figure,
    last,
    lock,
    next_post,
    notes,
    one,
    play,
    rows,
)

ROOFS = Scene(
    spots={"street": "the street", "roof": "the roof", "tower": "the tower"},
    distances={"street/roof": 40, "roof/tower": 60},
)


def hidden_bo(dice: str) -> Contest:
    """Ann in the street, bo hidden on the roof, cy in the open."""
    people = (
        one("ann", "a", weapons=(PISTOL,), at="street"),
        one("bo", "b", at="roof", hidden=True, player="", weapons=(PISTOL,)),
        one("cy", "b", at="street", player=""),
    )
    return play(*people, dice=dice, scene=ROOFS)


def test_slg_22_a_wrong_guess_misses() -> None:
    """SLG-22: two 20s at the wrong place miss; ann learns no more than that, and sees two dice in either case."""
    contest = hidden_bo("20:20 20:20")
    assert "'bo'" not in str(contest.offers(contest.requests[0]))
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="street")
    event = last(contest, "check")
    assert (event.target, event.values["hit"]) == ("", "missed")
    assert (event.values["degree"], rows(event).get("DC")) == ("failure", None)
    seen = view(contest, Seat("player", ("ann",))).events[-1]
    assert "degree" not in seen.values
    assert "outcome" not in {part.label for part in seen.parts}


def test_slg_22_a_right_guess_hits_at_disadvantage() -> None:
    """SLG-22: at the right place the lower of two dice counts: 7 + 4 against 10; 4 + 2 damage; he stays hidden."""
    contest = hidden_bo("20:7 20:15 6:4")
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="roof")
    assert figure(contest, "bo").hp == 14
    seen = view(contest, Seat("player", ("ann",)))
    assert seen.events[-1].values["hit"] == "hit"
    assert "bo" not in {event.target for event in seen.events}
    assert contest.ruleset.narrate(seen.events[-1], {"ann": "Ann"}) == "Ann rolls 11: hit."


def test_slg_22_a_natural_1_is_worse() -> None:
    """SLG-22, SLG-5: a sure miss with a natural 1 is a critical failure: the pistol jams."""
    contest = hidden_bo("20:1 20:15")
    contest.answer("attack-unseen", who="ann", weapon="pistol", spot="street")
    assert figure(contest, "ann").carried[0].jammed


def test_slg_22_attacking_gives_ones_place_away() -> None:
    """SLG-22: bo shoots from hiding, with advantage, and is hidden no longer."""
    contest = hidden_bo("20:3 20:9 6:1 20:2")
    next_post(contest)
    contest.answer("attack", who="bo", weapon="pistol", target="ann", text="I pull the trigger.")
    told = [(event.type, event.text) for event in view(contest, Seat("player", ("ann",))).events[-4:]]
    assert told[:2] == [("revealed", ""), ("attempt", "I pull the trigger.")], "she sees what he tries"
    assert notes(contest) == [("advantage", "the target does not see the attacker", True)]
    assert not figure(contest, "bo").hidden
    assert last(contest, "revealed").target == "bo"
    contest.answer("attack", who="bo", weapon="pistol", target="ann")
    assert notes(contest) == []


def test_slg_22_heard_but_not_seen() -> None:
    """SLG-22: an invisible opponent one knows of is attacked at disadvantage; who attacks the blinded has advantage."""
    contest = play(one("ann", weapons=(PISTOL,)), one("bo"), dice="20:9 20:5 20:7")
    contest.overrule("effect", who="bo", name="unseen", rounds=0)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert notes(contest) == [("disadvantage", "the target is unseen", True)]
    contest.overrule("effect", who="bo", name="blinded", rounds=0)
    contest.answer("attack", who="ann", weapon="pistol", target="bo")
    assert notes(contest) == [
        ("advantage", "the target does not see the attacker", False),
        ("disadvantage", "the target is unseen", False),
    ]


def test_slg_22_the_hidden_attacker_guesses() -> None:
    """SLG-22: a hidden attacker's guess at the wrong place rolls one die, as a right one would: they cancel out."""
    people = (
        one("ann", "a", weapons=(PISTOL,), at="street", hidden=True),
        one("bo", "b", at="roof", hidden=True),
        one("cy", "b", at="street"),
    )
    for spot in ("tower", "roof"):
        scene = Scene(spots=ROOFS.spots, distance=40)
        contest = play(*people, dice="20:2", scene=scene)
        contest.answer("attack-unseen", who="ann", weapon="pistol", spot=spot)
        assert len(last(contest, "check").dice) == 1


# --- doors, challenges, healing --------------------------------------------------------------------------------


def test_slg_22_only_an_attack_gives_ones_place_away() -> None:
    """SLG-22: picking a lock leaves ann hidden; closing in with a hostile does not."""
    contest = play(one("ann", hidden=True), one("bo"), dice="20:12 20:12", scene=lock())
    contest.answer("challenge", who="ann", challenge="lock", way="pick", skill="shoot")
    assert figure(contest, "ann").hidden
    assert "revealed" not in {event.type for event in contest.events}
    assert {event.type for event in view(contest, Seat("player", ("bo",))).events} == {"post", "round"}
    contest.answer("enter", who="ann", target="bo", skill="athletics")
    assert not figure(contest, "ann").hidden
    assert last(contest, "revealed").target == "ann"


def test_slg_22_a_guess_tells_nothing_by_its_dice_and_rows() -> None:
    """SLG-22, SLG-23: with a hostile close by too, a shot at the right place and one at a wrong one look the same."""
    shown = []
    for spot in ("roof", "tower"):
        people = (
            one("ann", "a", weapons=(PISTOL,), at="street"),
            one("bo", "b", at="roof", hidden=True, player="", saves={"dex": 20}),
            one("cy", "b", at="street", player=""),
        )
        scene = Scene(spots=ROOFS.spots, distances={"street/roof": 40, "street/tower": 40}, melees=(("ann", "cy"),))
        contest = play(*people, dice="20:12 20:15", scene=scene)
        contest.answer("attack-unseen", who="ann", weapon="pistol", spot=spot)
        event = view(contest, Seat("player", ("ann",))).events[-1]
        assert notes(contest)[:2] == [
            ("disadvantage", "the target is unseen", True),
            ("disadvantage", "a hostile is close by", True),
        ]
        shown.append(replace(event, n=0))
    assert shown[0] == shown[1]


def test_slg_23_nobody_is_hindered_by_one_he_does_not_know_of() -> None:
    """SLG-23: a hidden hostile within 5 feet costs ann no second die, which would tell of him; a known one does."""
    for hidden, dice in ((True, "20:5"), (False, "20:5 20:9")):
        people = (
            one("ann", "a", weapons=(PISTOL,), at="street"),
            one("bo", "b", at="street", hidden=hidden, player=""),
            one("cy", "b", at="roof", player=""),
        )
        contest = play(*people, dice=dice, scene=Scene(spots=ROOFS.spots, distances=ROOFS.distances, near=5))
        contest.answer("attack", who="ann", weapon="pistol", target="cy")
        assert len(last(contest, "check").dice) == (1 if hidden else 2)


def test_slg_6_what_befalls_the_hidden_is_rolled_with_their_own_dice() -> None:
    """SLG-6: the table's die for a hidden one is his own and secret, so that nobody else's table dice are others."""
    contest = play(one("ann"), one("bo", hidden=True), dice="20:1 6:2", scene=lock())
    contest.answer("challenge", who="bo", challenge="lock", way="pick", skill="shoot")
    contest.take_default(contest.requests[0])
    die = last(contest, "harm").dice[0]
    assert (die.roller, die.kind) == ("bo", "secret")


def test_slg_4_secret_dice_stay_secret() -> None:
    """SLG-4: of what the GM rolls in secret a player learns what comes of it, not the die, the total or the margin."""
    people = (one("ann"), one("rider", player="", weapons=(PISTOL,)))
    contest = play(*people, dice="20:3 20:15 20:12 6:4", rulings={"order": "initiative"}, gm_dice="secret")
    contest.answer("attack", who="rider", weapon="pistol", target="ann")
    seen = view(contest, Seat("player", ("ann",))).events
    check = next(event for event in seen if event.type == "check")
    assert check.values == {"kind": "attack", "subject": "pistol", "degree": "success"}
    assert check.dice == ()
    assert {part.label for part in check.parts} <= {"DC"}
    hurt = next(event for event in seen if event.type == "damage")
    assert (hurt.values["damage"], hurt.dice) == (6, ()), "her own hit points she knows"
