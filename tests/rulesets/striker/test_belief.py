"""What a player may suppose in Striker: no number to reach, nothing made ready, nothing set by others."""

from dataclasses import replace as with_changes

from msgspec.structs import replace

from certamen.kernel.belief import supposed
from certamen.kernel.state import put
from certamen.rulesets.striker.state import Contest, Readied, Set, Work
from tests.advice.fights import begun, fight

TEXT = fight("striker").replace(
    "scene: {map: {width: 12, height: 8}}",
    """scene:
  map: {width: 12, height: 8}
  skills: {Machinery: "Usage: operate(act) -> chk= +M\\n◊ bypass(main-act) -> chk(CC-S)= +M"}
  items: [{id: lock, challenges: {CC-S: 15}}]""",
)


def test_what_the_game_master_and_others_hold_back() -> None:
    """STR-4, STR-5, STR-33: numbers of items and tasks, challenges set, acts made ready: the same whatever they are."""
    contest = begun(TEXT)
    state = contest.state
    assert isinstance(state, Contest)
    thug, jack = state.participants["thug"], state.participants["jack"]
    work = Work("Machinery", "bypass", "lock", 3, given=("CC-S=15",))
    true = replace(put(state, replace(jack, task=work)), sets=(Set("PC", "lock", 14, "thug"),))
    [lock] = state.scene.items
    other = put(
        true,
        replace(jack, task=replace(work, given=("CC-S=22",))),
        replace(thug, readied=Readied("attacks", "attack", "club")),
    )
    items = (with_changes(lock, challenges={"CC-S": 30}),)
    other = replace(
        other, scene=with_changes(state.scene, items=items, assumed=25), sets=(Set("PC", "lock", 4, "thug"),)
    )
    one = supposed(contest.ruleset, contest.encounter, true, "jack")
    assert one == supposed(contest.ruleset, contest.encounter, other, "jack")
    numbered = supposed(contest.ruleset, contest.encounter, true, "jack", {"numbers to reach": 16})
    assert isinstance(numbered, Contest)
    assert numbered.scene.items[0].challenges == {"CC-S": 16}
    assert [each.value for each in numbered.sets] == [16]
