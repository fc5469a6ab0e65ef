"""What is refused because its request was replaced while it was on its way: told, and the words kept."""

import re

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Come
from tests.browser.fights import fight
from tests.browser.house import House
from tests.browser.people import GameMaster, Player, settled

LATE = re.compile("this is not asked any more|the table had moved on meanwhile")
"""As the server says it, or the page, whichever comes first."""


class Slow:
    """The way from a page to the server: while `holding`, what the page sends stays under way."""

    def __init__(self, page: Page) -> None:
        self.holding = False
        self._held: list[str | bytes] = []
        page.route_web_socket(re.compile("/socket"), self._begin)

    def _begin(self, socket: WebSocketRoute) -> None:
        self._server = socket.connect_to_server()
        socket.on_message(self._sent)

    def _sent(self, message: str | bytes) -> None:
        self._held.append(message)
        if not self.holding:
            self.go()

    def go(self) -> None:
        """Let go what was held."""
        self.holding, held, self._held = False, self._held, []
        for one in held:
            self._server.send(one)


def test_words_and_forms_that_come_too_late_are_told_and_kept(come: Come, house: House) -> None:
    """A player writes while the game master takes the default for him, once in words and once by a form."""
    gm, player = GameMaster(come()), Player(come(phone=True))
    gm.open(house.url, fight("dualaction"))
    way = Slow(player.page)
    player.join(gm.invite("Peter", "Jack", "Anna"))
    while not settled(player.page, player.must_decide, 1):
        gm.decides("end")

    player.raise_asked()
    way.holding = True
    box = player.page.locator("#words")
    box.fill("attack thug with nothing")
    box.press("Enter")
    overtaken(gm, player, way)
    told = player.page.get_by_role("alert").filter(has_text=LATE)
    expect(told).to_be_visible()
    if box.count():  # beside the words, where there is a box for them
        expect(box).to_have_value("attack thug with nothing")
        box.fill("")
    else:
        expect(told).to_contain_text("Attack thug with nothing was not done: ")
        player.press("Let it be")
    expect(told).to_have_count(0)

    while not settled(player.page, player.must_decide, 1):
        gm.decides("end")
    player.raise_asked()
    if box.count():
        box.fill("")
    player.asked.locator(".asked .verb[data-verb=end]").click()
    form = player.asked.locator("form.offer")
    form.get_by_text("Say something with it").click()
    form.get_by_label("What is said with it").fill("Enough, I wait here.")
    way.holding = True
    form.locator("button.main").click()
    overtaken(gm, player, way)
    expect(told).to_contain_text("End was not done: ")
    expect(told).to_contain_text("Enough, I wait here.")
    player.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Log").click()
    player.page.get_by_label("Say or write something").fill("Sorry.")
    player.press("Say")
    expect(told).to_have_count(0)  # something else was done since


def overtaken(gm: GameMaster, player: Player, way: Slow) -> None:
    """The game master takes the default for whom the player is asked; then what the player sent arrives."""
    before = player.page.evaluate("document.querySelector('#asked')?.textContent")
    gm.asked.get_by_role("region", name="Waits for others").get_by_role("button", name="Default").first.click()
    assert settled(player.page, lambda: player.page.evaluate("document.querySelector('#asked')?.textContent") != before)
    way.go()
