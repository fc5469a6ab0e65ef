"""A table's file checked by anybody: whatever was altered is found, however well it was sealed again."""

from collections.abc import Callable
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from certamen.table import events, fair
from certamen.table.archive import export, load
from certamen.table.verify import verify
from tests.table.forged import NASTY, checked, dice_in, joins, line, opened, records, sealed_again, somewhere, with_dice
from tests.table.rooms import KEYS, Kept, played

# --- what is fine ----------------------------------------------------------------------------------------------


def test_with_both_keys_every_die_is_checked() -> None:
    report = checked(records("open", "secret"))
    assert report.fine, report.problems
    assert report.title == "Behind the depot"
    assert (report.dice.open, report.dice.secret, report.dice.wrong) == (0, 0, 0)
    assert report.dice.checked == len(list(dice_in(records())))
    assert line(report, "seals") == f"The seals of all {len(records()) + 2} records fit."
    assert "played again" in line(report, "acts")


def test_with_the_open_key_the_secret_dice_are_counted_and_why_is_said() -> None:
    report = checked(records("open"))
    assert report.fine
    assert report.dice.secret == sum(die.kind == "secret" for die in dice_in(records())) > 0
    assert line(report, "in secret") == (
        f"{report.dice.secret} dice in secret, not checked: the secret key is not shown, and need not be."
    )


def test_while_play_goes_on_no_die_can_be_checked() -> None:
    report = checked(records())
    assert report.fine
    assert report.dice.checked == 0
    assert "the open key is not shown yet" in line(report, "open, not checked")


def test_the_owner_s_copy_holds_the_keys_and_all_is_checked() -> None:
    report = checked(records(), KEYS)
    assert report.fine
    assert report.dice.checked == len(list(dice_in(records())))


def test_it_tells_what_each_can_compare_with_what_he_knows() -> None:
    report = checked(records("open"))
    assert report.commitments == fair.commitments(KEYS)
    assert report.values == (("The one of seat-2", "aa" * 16), ("The one of seat-3", "bb" * 16))
    assert line(report, "Committed to").count(report.commitments[0]) == 1
    assert line(report, "bb" * 16).startswith("The one of seat-3 gave")
    assert "fell before anybody had given a value" in line(report, "anybody")


def test_dice_after_the_open_key_was_shown_are_told() -> None:
    kept = played()
    kept.show("open")
    kept.throw("5d6")
    assert "5 dice open, fell after the open key was shown" in line(checked(tuple(kept.records)), "foresee")


def test_real_dice_cannot_be_checked() -> None:
    kept = Kept(fair.NO_KEYS)
    while kept.contest.missing_die:
        kept.contest.take_default(kept.contest.requests[0])
    report = checked(tuple(kept.records))
    assert report.fine, report.problems
    assert report.commitments == ("", "")
    assert report.dice.hand == len(kept.contest.entries[0].dice) > 0
    assert "rolled by hand: there is nothing to check them against" in line(report, "by hand")


def test_of_acts_chosen_by_a_policy_s_dice_that_is_said() -> None:
    bodies = opened(records("open"))
    act = next(what for record, what in bodies[::-1] if record.kind == "journal")
    act["entry"]["policy_dice"] = 2
    said = "1 act chosen by policies with dice of their own, which are not kept: not checked."
    assert said in checked(sealed_again(bodies)).lines


# --- what was altered --------------------------------------------------------------------------------------------


@given(st.data())
def test_an_altered_face_is_found(data: st.DataObject) -> None:
    kept = records("open", "secret")
    place = data.draw(st.sampled_from(with_dice(kept)))
    bodies = opened(kept)
    record, content = bodies[place]
    if record.kind == "journal":
        dice = content["entry"]["dice"]
        number = data.draw(st.integers(0, len(dice) - 1))
        dice[number][4] = data.draw(st.integers(1, dice[number][3]).filter(lambda face: face != dice[number][4]))
    else:
        dice = list(content.event.dice)
        number = data.draw(st.integers(0, len(dice) - 1))
        other = data.draw(st.integers(1, dice[number].sides).filter(lambda face: face != dice[number].face))
        dice[number] = replace(dice[number], face=other)
        bodies[place] = record, replace(content, event=replace(content.event, dice=tuple(dice)))
    report = checked(sealed_again(bodies))
    assert not report.fine
    assert report.dice.wrong == 1
    assert any(one.startswith(f"record {place + 1}: ") and "the values give" in one for one in report.problems)


@given(st.data())
def test_an_altered_value_is_found(data: st.DataObject) -> None:
    bodies = opened(records("open"))
    place = data.draw(st.sampled_from(joins(bodies)))
    record, what = bodies[place]
    value = data.draw(st.binary(min_size=16, max_size=16).map(bytes.hex).filter(lambda value: value != what.value))
    bodies[place] = record, replace(what, value=value)
    report = checked(sealed_again(bodies))
    assert report.dice.wrong > 0
    assert not report.fine


@given(st.data())
def test_a_value_given_by_another_or_not_at_all_is_found(data: st.DataObject) -> None:
    bodies = opened(records("open"))
    place = data.draw(st.sampled_from(joins(bodies)))
    record, what = bodies[place]
    if data.draw(st.booleans()):
        bodies[place] = record, replace(what, seat=data.draw(st.sampled_from(["seat-1", "seat-9"])))
    else:
        bodies[place] = record, events.Paused(on=False)
    assert checked(sealed_again(bodies)).dice.wrong > 0


@given(st.data())
def test_another_order_of_joins_is_found(data: st.DataObject) -> None:
    """A join moved to anywhere else, past at least one die that can be checked."""
    kept = records("open", "secret")
    bodies = opened(kept)
    place = data.draw(st.sampled_from(joins(bodies)))
    to = data.draw(st.integers(2, len(bodies) - 3))
    low, high = sorted((place, to))
    moved = bodies.pop(place)
    bodies.insert(to, moved)
    between = [one for one in with_dice(kept) if low <= one <= high]
    report = checked(sealed_again(bodies))
    assert bool(report.dice.wrong) == bool(between)
    assert not (report.fine and between)


@given(st.sampled_from(["open", "secret"]), st.binary(min_size=0, max_size=40))
def test_another_key_is_found(which: str, key: bytes) -> None:
    bodies = opened(records("open", "secret"))
    place = next(p for p, (_, what) in enumerate(bodies) if isinstance(what, events.KeyShown) and what.key == which)
    record, what = bodies[place]
    bodies[place] = record, replace(what, value=key.hex())
    report = checked(sealed_again(bodies))
    if key.hex() != what.value:
        assert f"record {place + 1}: the {which} key shown is not the one committed to" in report.problems


def test_other_commitments_are_found() -> None:
    bodies = opened(records("open"))
    record, what = bodies[0]
    bodies[0] = record, replace(what, commitments=fair.commitments((b"\x03" * 32, b"\x04" * 32)))
    problems = checked(sealed_again(bodies)).problems
    assert "record 3: the contest is not played with the dice that the table opened with" in problems
    assert any("the open key shown is not the one committed to" in one for one in problems)


def test_dice_passed_over_are_found() -> None:
    """Who throws, does not like it, and leaves it out of the record is found by the numbers."""
    bodies = opened(records("open"))
    thrown = next(p for p, (_, what) in enumerate(bodies) if isinstance(what, events.Thrown))
    del bodies[thrown]
    again = [*bodies]
    extra = played()
    extra.throw("2d6")
    again.insert(-1, (extra.records[-1], events.decode(extra.records[-1].body)))
    report = checked(sealed_again(again))
    assert any("open die no. 4 of jack/throw, a d6, is recorded where no. 1 is next" in one for one in report.problems)


@given(st.data())
def test_without_sealing_again_any_altered_byte_is_found(data: st.DataObject) -> None:
    file = export(records("open"))
    kept = load(file)
    place = data.draw(st.integers(0, len(kept.records) - 1))
    one = kept.records[place]
    changed = data.draw(
        st.sampled_from(
            [
                replace(one, at=one.at + 1),
                replace(one, seat="seat-7"),
                replace(one, command="other"),
                replace(one, body=one.body[:-1] + " " + one.body[-1]),
                replace(one, seal="0" * 16),
                replace(one, kind="table" if one.kind == "journal" else "journal"),
            ]
        )
    )
    records_now = (*kept.records[:place], changed, *kept.records[place + 1 :])
    report = verify(msgspec.json.encode(replace(kept, records=records_now)))
    assert not report.fine
    assert report.problems[0] == f"record {one.n}: it, or one before it, was altered: its seal does not fit"


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda line: line.update(hash="0" * 32), "the state after it is not the one recorded"),
        (lambda line: line["entry"]["events"][0].update(actor="mara"), "comes out otherwise than recorded"),
        (lambda line: line["entry"].update(dice=[]), "fewer dice are recorded"),
    ],
)
def test_what_was_altered_of_an_act_is_found(change: Callable[[dict[str, Any]], None], said: str) -> None:
    bodies = opened(records("open"))
    place = with_dice(records("open"))[0]
    change(bodies[place][1])
    report = checked(sealed_again(bodies))
    assert any(one.startswith(f"record {place + 1}: ") and said in one for one in report.problems), report.problems


@given(st.data())
def test_whatever_a_forger_writes_it_is_told_in_words(data: st.DataObject) -> None:
    """Anything at all in place of anything in the journal, sealed again: a report, never a traceback."""
    bodies = opened(records("open"))
    lines = [what for record, what in bodies if record.kind == "journal"]
    holder, key = somewhere(data, data.draw(st.sampled_from(lines)))
    if key != "seal":
        holder[key] = data.draw(NASTY)
    report = checked(sealed_again(bodies))
    assert all("\n" not in one for one in (*report.problems, *report.lines))


# --- rules of another version -------------------------------------------------------------------------------------


def test_under_other_rules_what_agrees_is_played_again_and_the_rest_is_said() -> None:
    bodies = opened(records("open"))
    header = next(what for record, what in bodies if record.kind == "journal")
    header["version"] = "0"
    bodies[-5][1]["hash"] = "0" * 32 if bodies[-5][0].kind == "journal" else ""
    report = checked(sealed_again(bodies))
    assert report.fine, report.problems
    assert "not played again: kept under starcluster 0, this is" in line(report, "kept under")
    assert report.dice.checked > 0, "the dice are checked all the same"
