"""Plain http on another name than this machine's own: browsers withhold the clipboard and more; all works."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Come
from tests.browser.fights import fight
from tests.browser.house import House
from tests.browser.people import GameMaster, Player, settled


def test_a_house_network(come: Come, house: House) -> None:
    """A co-game master and a player come by the name, take seats, act, and copy a link without a clipboard."""
    owner = GameMaster(come())
    owner.open(house.url, fight("dualaction"))
    links = {name: owner.invite(name, *whom, kind=kind) for name, kind, *whom in SEATS}
    elsewhere = {name: link.replace(house.url, house.named) for name, link in links.items()}
    assert all(link.startswith(f"{house.named}/join#") for link in elsewhere.values())

    gm_page, player = come(), Player(come(phone=True))
    Player(gm_page).join(elsewhere["Paul"])
    player.join(elsewhere["Peter"])
    for page in (gm_page, player.page):
        assert page.evaluate("[isSecureContext, typeof crypto.randomUUID, typeof navigator.clipboard]") == [
            False,
            "undefined",
            "undefined",
        ]
    gm = GameMaster(gm_page)
    for _ in range(12):
        if player.must_decide():
            break
        if gm.must_decide():
            gm.decides("end")
        gm_page.wait_for_timeout(100)
    assert settled(player.page, player.must_decide)
    player.decides("end")

    seats = gm.tab("Seats")
    seats.get_by_label("For a").select_option(label="spectator")
    seats.get_by_label("Name").last.fill("Vera")
    gm.press("Make the link", seats)
    shown = gm_page.get_by_role("region", name="The link for Vera")
    assert shown.get_by_label("Link").input_value().startswith(f"{house.named}/join#")
    gm.press("Copy", shown)
    expect(shown.get_by_text(re.compile("Copied|copy it by hand"))).to_be_visible()


SEATS = (("Paul", "co-game master"), ("Peter", "player", "Jack"))
