"""Range bands: how far apart each pair of participants is, as one of a few named bands."""

from msgspec import Struct
from msgspec.structs import replace

BANDS = ("close", "short", "medium", "long", "extreme")


def pair(a: str, b: str) -> str:
    """The key of an unordered pair of ids, for dicts that must survive JSON.

    >>> pair("thug", "jack")
    'jack/thug'

    Raises ValueError when both are the same.
    """
    if a == b:
        raise ValueError(f"{a} is at no distance from itself")
    return f"{a}/{b}" if a < b else f"{b}/{a}"


class Bands(Struct, frozen=True, tag="bands"):
    """Bands by pair. A pair that is not in `between` is at `start`; so who joins stands at `start` to everyone."""

    names: tuple[str, ...] = BANDS
    start: str = "medium"
    between: dict[str, str] = {}

    def __post_init__(self) -> None:
        if not self.names or len(set(self.names)) != len(self.names):
            raise ValueError("bands need one name or more, each of them once")
        for name in (self.start, *self.between.values()):
            if name not in self.names:
                raise ValueError(f"there is no band {name!r}; the bands are {', '.join(self.names)}")


def band(space: Bands, a: str, b: str) -> str:
    """The name of the band between two ids, in either order. Raises ValueError when both are the same.

    >>> band(Bands(start="long"), "jack", "thug")
    'long'
    """
    return space.between.get(pair(a, b), space.start)


def band_number(space: Bands, a: str, b: str) -> int:
    """The same as a number, 0 for the nearest band."""
    return space.names.index(band(space, a, b))


def set_band(space: Bands, a: str, b: str, name: str) -> Bands:
    """The space with the pair at the band `name`. Raises ValueError for an unknown band."""
    return replace(space, between={**space.between, pair(a, b): name})


def shift(space: Bands, a: str, b: str, steps: int) -> Bands:
    """The space with the pair `steps` bands further apart, nearer when negative, not past the first or last.

    >>> band(shift(Bands(), "jack", "thug", -1), "thug", "jack")
    'short'
    """
    number = band_number(space, a, b) + steps
    return set_band(space, a, b, space.names[max(0, min(number, len(space.names) - 1))])


def without(space: Bands, who: str) -> Bands:
    """The space with all of `who`'s pairs forgotten."""
    return replace(space, between={key: name for key, name in space.between.items() if who not in key.split("/")})
