"""The dice that mechanics are tested with."""

import pytest

from certamen.dice import Dice, FaceError, Faces, sum_kept


def test_faces_fall_in_order() -> None:
    dice: Dice = Faces((20, 7), (6, 3), (6, 4), (20, 2), (20, 15), (20, 9), (20, 4))
    assert dice.roll(20) == 7
    assert dice.sum(2, 6) == 7
    assert dice.keep(2, 20, 1) == 15
    assert dice.keep(2, 20, -1, 3) == 4


def test_all_must_be_used() -> None:
    with pytest.raises(FaceError, match="dice left over: d6:3 d6:4"), Faces((20, 7), (6, 3), (6, 4)) as dice:
        dice.roll(20)
    with pytest.raises(ZeroDivisionError), Faces((20, 7)) as dice:
        raise ZeroDivisionError  # an error of the test itself is not hidden by the dice left over
    with Faces((6, 1)) as dice:
        assert dice.roll(6) == 1


def test_wrong_dice_are_refused() -> None:
    with pytest.raises(FaceError, match="a d6 cannot show 7"):
        Faces((6, 7))
    with pytest.raises(FaceError, match="die 1: a d20 is asked for, and a d6 was given"):
        Faces((6, 1)).roll(20)
    with pytest.raises(FaceError, match="die 2: a d6 is asked for, and only 1 dice were given"):
        Faces((6, 1)).sum(2, 6)


@pytest.mark.parametrize(("kept", "total"), [(1, 6), (2, 11), (4, 15), (-1, 1), (-3, 9)])
def test_sum_kept(kept: int, total: int) -> None:
    assert sum_kept((3, 6, 1, 5), kept) == total
