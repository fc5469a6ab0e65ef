"""Range bands (SC2-15): one band a pair, one step at a time, in either order of the two."""

import pytest

from certamen.kernel.space import BANDS, Bands, bands, remove


def test_sc2_15_the_five_bands_in_order() -> None:
    assert BANDS == ("close", "short", "medium", "long", "extreme")
    assert bands.band(Bands(), "jack", "thug") == "medium"
    assert bands.band_number(Bands(start="extreme"), "jack", "thug") == 4


def test_sc2_15_each_pair_has_its_own_band() -> None:
    space = bands.set_band(Bands(start="long"), "thug", "jack", "short")
    assert bands.band(space, "jack", "thug") == bands.band(space, "thug", "jack") == "short"
    assert bands.band(space, "jack", "other") == "long"


@pytest.mark.parametrize(("steps", "name"), [(-1, "short"), (1, "long"), (-9, "close"), (9, "extreme"), (0, "medium")])
def test_sc2_15_shift_moves_by_steps_and_stops_at_the_ends(steps: int, name: str) -> None:
    assert bands.band(bands.shift(Bands(), "jack", "thug", steps), "thug", "jack") == name


def test_who_leaves_takes_his_pairs_along_and_comes_back_at_the_start() -> None:
    space = Bands()
    for other in ("thug", "boss"):
        space = bands.set_band(space, "jack", other, "close")
    space = bands.set_band(space, "boss", "jackson", "short")
    left = remove(space, "jack")
    assert left == Bands(between={"boss/jackson": "short"})
    assert bands.band(left, "jack", "thug") == "medium"


def test_bands_refuse_what_cannot_be() -> None:
    with pytest.raises(ValueError, match="no band 'far'; the bands are close, short"):
        bands.set_band(Bands(), "jack", "thug", "far")
    with pytest.raises(ValueError, match="no distance from itself"):
        bands.band(Bands(), "jack", "jack")
    for names in ((), ("near", "near")):
        with pytest.raises(ValueError, match="one name or more, each of them once"):
            Bands(names=names, start="near")
