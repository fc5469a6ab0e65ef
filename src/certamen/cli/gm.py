"""What the person at the terminal does as the game master: any overrule, in words."""

from msgspec.structs import replace

from certamen.cli.show import show_offers
from certamen.kernel.action import GM, SAY, Action, Choice, Offer
from certamen.kernel.contest import Contest
from certamen.kernel.view import Seat, view
from certamen.kernel.words import WordsError, read


def set_value(contest: Contest, text: str, seat: Seat) -> None:
    """Set a value: `thug.constitution 200`. Raises CertamenError where that cannot be."""
    known = _known(contest, seat)
    path, _, value = text.partition(" ")
    value = value.strip()
    if not path or not value:
        raise WordsError("as in: set thug.constitution 200")
    who = path.partition(".")[0]
    if who not in known:
        raise WordsError(f"there is no participant {who}: {', '.join(known)}")
    digits = value.removeprefix("-")
    whole = digits.isascii() and digits.isdecimal() and len(digits) <= 18
    contest.overrule("set", path=path, value=int(value) if whole else value)


def overrule(contest: Contest, text: str, seat: Seat) -> bool:
    """Do what the text says as the game master; without a text, list all he can do and give False.

    Raises CertamenError where that cannot be.
    """
    known = _known(contest, seat)
    unknown = contest.state.participants.keys() - set(known)
    offers = [_without(offer, unknown) for offer in contest.unasked(GM) if offer.verb != SAY]
    if not text:
        show_offers(offers, "gm ")
        return False
    verb, values = read(text, offers)
    contest.push(Action(GM, verb, values))
    return True


def _known(contest: Contest, seat: Seat) -> tuple[str, ...]:
    if not contest.started:
        raise WordsError("the contest has not begun: first the dice of its start")
    return tuple(one.id for one in view(contest, seat).participants)


def _without(offer: Offer, unknown: set[str]) -> Offer:
    """The offer without those the seat may not know of."""
    fields = tuple(
        replace(field, options=tuple(option for option in field.options if option.id not in unknown))
        if isinstance(field, Choice)
        else field
        for field in offer.fields
    )
    return replace(offer, fields=fields)
