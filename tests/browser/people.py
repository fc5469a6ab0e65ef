"""Who sits at a table in the tests: what they do with the page, by the names that they read or hear on it."""

from __future__ import annotations

import re
import time
from collections.abc import Callable

from playwright.sync_api import Locator, Page, expect

PATIENCE = 20


class Person:
    """Somebody at a table."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.table = ""

    def press(self, name: str | re.Pattern[str], within: Locator | None = None) -> None:
        """Press the first button of this name."""
        (within or self.page).get_by_role("button", name=name).first.click()

    @property
    def asked(self) -> Locator:
        """Where what is asked stands."""
        return self.page.get_by_role("region", name="What is asked")

    def must_decide(self) -> bool:
        """Whether something waits for this seat: told by the title of the tab."""
        return self.page.title().startswith("● ")

    def decides(self, *words: str) -> str:
        """Do the first of these that the table takes, in words as at a terminal; gives it. Raises where none is."""
        before = self.page.title()
        box = self.asked.get_by_role("searchbox", name="What to do, in words")
        if not box.is_visible():
            self.raise_asked()
        for one in words:
            box.fill(one)
            box.press("Enter")
            settled(self.page, lambda: box.input_value() == "" or self.asked.get_by_role("alert").count() > 0)
            if box.count() == 0 or box.input_value() == "":
                return one
        raise AssertionError(f"{before}: none of {words}: {self.asked.get_by_role('alert').first.inner_text()}")

    def raise_asked(self) -> None:
        """On a phone what is asked is a sheet at the foot: bring it up."""
        grip = self.page.locator("button[aria-controls=ask-body]")
        if grip.is_visible() and grip.get_attribute("aria-expanded") == "false":
            grip.click()

    def reads(self, text: str | re.Pattern[str]) -> None:
        """The log has an entry with this text."""
        expect(self.log.get_by_text(text).first).to_be_attached()

    @property
    def log(self) -> Locator:
        """The log."""
        return self.page.locator("#log-items")

    def over(self) -> bool:
        """Whether it is over for this seat."""
        return self.page.get_by_role("link", name="Watch it again").count() > 0


class Player(Person):
    """A player, or a spectator."""

    def join(self, link: str) -> None:
        """Open a link; the seat is taken when the page has asked."""
        self.page.goto(link)
        self.press("Take this seat")
        self.page.wait_for_url(re.compile(r"/t/[^/]+"))
        self.table = self.page.url.split("/t/")[1].split("/")[0]


class GameMaster(Person):
    """The game master."""

    def open(self, url: str, yaml: str) -> None:
        """Open a table with an encounter of one's own, pasted."""
        self.page.goto(url)
        self.page.get_by_label("The text of the encounter").fill(yaml)
        self.press("Open a table with it")
        self.page.wait_for_url(re.compile(r"/t/[^/]+"))
        self.table = self.page.url.split("/t/")[1]
        expect(self.page.get_by_role("navigation", name="Turn order")).to_be_visible()

    def tab(self, name: str) -> Locator:
        """A tab of the game master's panel, in front."""
        part = self.page.get_by_role("navigation", name="Parts of the table").get_by_role("button", name="Rule")
        if part.is_visible():
            part.click()
        panel = self.page.get_by_role("complementary", name="Game master")
        panel.get_by_role("tab", name=re.compile(f"^{name}")).click()
        return panel.get_by_role("tabpanel")

    def invite(self, player: str) -> str:
        """The link of a player whom the encounter names."""
        seats = self.tab("Seats")
        self.press(re.compile(f"^Invite {player} "), seats)
        return self._link(player)

    def invite_another(self, kind: str, name: str) -> str:
        """The link of a seat of another kind."""
        seats = self.tab("Seats")
        seats.get_by_label("For a").select_option(label=kind)
        seats.get_by_label("Name").last.fill(name)
        self.press("Make the link", seats)
        return self._link(name)

    def _link(self, name: str) -> str:
        shown = self.page.get_by_role("region", name=f"The link for {name}")
        link = shown.get_by_label("Link").input_value()
        expect(shown.get_by_role("img", name=f"QR code of the link for {name}")).to_be_visible()
        self.press("Done", shown)
        return link

    def sets(self, who: str, path: str, value: int) -> None:
        """Overrule a value."""
        figures = self.tab("Figures")
        self.press("none", figures) if figures.get_by_role("button", name="none", exact=True).count() else None
        figures.get_by_role("checkbox", name=re.compile(f"^{who}")).check()
        if not figures.get_by_label("Value named").is_visible():
            figures.get_by_text("Values", exact=True).click()
        figures.get_by_label("Value named").fill(path)
        figures.get_by_label("To", exact=True).fill(str(value))
        self.press("Set", figures.locator("form").filter(has=self.page.get_by_label("Value named")))
        expect(figures.get_by_text("Done.")).to_be_visible()

    def undoes(self) -> str:
        """Take back the last act; gives what the button said."""
        button = self.page.get_by_role("button", name=re.compile("^Undo: ")).first
        words = button.inner_text()
        button.click()
        return words


def settled(page: Page, done: Callable[[], bool], seconds: float = PATIENCE) -> bool:
    """Wait until something is so, and say whether it came to be."""
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        if done():
            return True
        page.wait_for_timeout(50)
    return done()
